import { SHIP_TYPES } from '@samudra/contract/picture'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { useSettings } from '../../../kit/settings.ts'
import { whenText } from '../../../kit/text/when-text.ts'
import { shipColours } from '../../../map/chart/ship-colours.ts'

type Bucket = { at: string; count: number; by_type: Record<string, number> }
type Band = { low: number; median: number; high: number; buckets: number } | null

const WIDTH = 720
const HEIGHT = 120
const LABEL = 18
/** Maximum number of days that each get a date and figure. */
const FEW = 10

/** Arrivals day by day, by type of ship, over the band that is usual; the figures stand in words too. */
export function ArrivalBars({ arrivals, baseline }: { arrivals: readonly Bucket[]; baseline: Band }) {
  const style = useSettings()
  const most = Math.max(1, baseline?.high ?? 0, ...arrivals.map(({ count }) => count))
  const y = (count: number) => HEIGHT - (count / most) * (HEIGHT - 18)
  const step = WIDTH / Math.max(1, arrivals.length)
  const colours = useTypeColours()
  const day = (at: string) => whenText(at, style).slice(5, 10)
  return (
    <figure className="arrivals">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + LABEL}`}
        preserveAspectRatio="xMinYMid"
        role="img"
        aria-label="Arrivals day by day"
      >
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
            {layersOf(by_type).map(({ type, count: of, below }) => (
              <rect
                key={type}
                fill={colours[type]}
                x={i * step + step * 0.15}
                width={step * 0.7}
                y={y(below + of)}
                height={y(below) - y(below + of)}
              />
            ))}
            <rect className="arrivals-whole" x={i * step} width={step} y={0} height={HEIGHT}>
              <title>{`${day(at)}: ${count}${typesOf(by_type)}`}</title>
            </rect>
            {count > 0 && arrivals.length <= FEW && (
              <text className="arrivals-count" x={i * step + step / 2} y={y(count) - 4} textAnchor="middle">
                {count}
              </text>
            )}
            {(arrivals.length <= FEW || i % 5 === 0) && (
              <text x={i * step + step / 2} y={HEIGHT + LABEL - 4} textAnchor="middle">
                {day(at)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ul className="arrivals-types" aria-label="Arrivals by type">
        {layersOf(sumOf(arrivals)).map(({ type, count }) => (
          <li key={type}>
            <i style={{ background: colours[type] }} />
            {type} <b>{count}</b>
          </li>
        ))}
      </ul>
      <figcaption className="dim">
        {`Arrivals per day, ${arrivals.reduce((sum, { count }) => sum + count, 0)} in total. `}
        {baseline === null
          ? 'The baseline needs 7 days.'
          : `Baseline: ${baseline.low.toFixed(0)} to ${baseline.high.toFixed(0)}, from the previous ${baseline.buckets} days.`}
      </figcaption>
    </figure>
  )
}

/** The colours ships have on the map, for the ground of the page. */
function useTypeColours(): Record<string, string> {
  const palette = usePalette((state) => state.palette)
  const { groups } = shipColours(
    palette === 'day' ? 'BRIGHT' : 'DARK',
    palette,
    useSettings()['ship.colours'],
  )
  return Object.fromEntries(SHIP_TYPES.map((type, i) => [type, groups[i]!]))
}

/** The types there are, in their order, each upon those before it. */
function layersOf(types: Record<string, number>) {
  let below = 0
  return SHIP_TYPES.flatMap((type) => {
    const count = types[type] ?? 0
    if (count === 0) return []
    below += count
    return [{ type, count, below: below - count }]
  })
}

function sumOf(arrivals: readonly Bucket[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { by_type } of arrivals)
    for (const [type, count] of Object.entries(by_type)) sum[type] = (sum[type] ?? 0) + count
  return sum
}

const typesOf = (types: Record<string, number>) =>
  Object.entries(types)
    .map(([type, count]) => `\n${type} ${count}`)
    .join('')
