const WIDTH = 240
const HEIGHT = 48
const LABEL = 14

/** How often something was counted, a bar each; the figures stand in each bar's words. */
export function CountBars({
  label,
  counts,
  wordsOf,
  every,
}: {
  label: string
  counts: readonly number[]
  /** What a bar counts. */
  wordsOf: (at: number) => string
  /** Every so many bars one bears its words. */
  every: number
}) {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  return (
    <figure className="count-bars">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + LABEL}`} role="img" aria-label={label}>
        <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {counts.map((count, at) => {
          const height = (count / most) * (HEIGHT - 2)
          return (
            <g key={at}>
              <rect x={at * step + step * 0.1} width={step * 0.8} y={HEIGHT - height} height={height} />
              <rect className="count-bars-whole" x={at * step} width={step} y={0} height={HEIGHT}>
                <title>{`${wordsOf(at)}: ${count}`}</title>
              </rect>
              {at % every === 0 && (
                <text x={at * step} y={HEIGHT + LABEL - 3}>
                  {wordsOf(at)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
