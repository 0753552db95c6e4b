import { useSettings } from '../kit/settings.ts'
import { whenText } from '../kit/when-text.ts'

type Bucket = { at: string; count: number; by_type: Record<string, number> }
type Band = { low: number; median: number; high: number; buckets: number } | null

const WIDTH = 720
const HEIGHT = 120
const LABEL = 18

/** Arrivals day by day over the band that is usual; the figures stand in words too. */
export function ArrivalBars({ arrivals, baseline }: { arrivals: readonly Bucket[]; baseline: Band }) {
  const style = useSettings()
  const most = Math.max(1, baseline?.high ?? 0, ...arrivals.map(({ count }) => count))
  const y = (count: number) => HEIGHT - (count / most) * (HEIGHT - 10)
  const step = WIDTH / Math.max(1, arrivals.length)
  const day = (at: string) => whenText(at, style).slice(5, 10)
  return (
    <figure className="arrivals">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + LABEL}`} role="img" aria-label="Arrivals day by day">
        {baseline !== null && (
          <>
            <rect
              className="arrivals-band"
              x={0}
              width={WIDTH}
              y={y(baseline.high)}
              height={y(baseline.low) - y(baseline.high)}
            />
            <line
              className="arrivals-usual"
              x1={0}
              x2={WIDTH}
              y1={y(baseline.median)}
              y2={y(baseline.median)}
            />
          </>
        )}
        {arrivals.map(({ at, count, by_type }, i) => (
          <g key={at}>
            <rect
              className="arrivals-bar"
              x={i * step + step * 0.15}
              width={step * 0.7}
              y={y(count)}
              height={HEIGHT - y(count)}
            >
              <title>{`${day(at)}: ${count}${typesOf(by_type)}`}</title>
            </rect>
            {(arrivals.length <= 10 || i % 5 === 0) && (
              <text x={i * step + step / 2} y={HEIGHT + LABEL - 4} textAnchor="middle">
                {day(at)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="dim">
        {`Arrivals a day, ${arrivals.reduce((sum, { count }) => sum + count, 0)} in all. `}
        {baseline === null
          ? 'What is usual is told once a week is known.'
          : `Usual: ${baseline.low.toFixed(0)} to ${baseline.high.toFixed(0)}, by the ${baseline.buckets} days before.`}
      </figcaption>
    </figure>
  )
}

const typesOf = (types: Record<string, number>) =>
  Object.entries(types)
    .map(([type, count]) => `\n${type} ${count}`)
    .join('')
