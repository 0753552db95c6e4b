const WIDTH = 240
const HEIGHT = 48
const LABEL = 14

/** Shows counts as bars; the text of each bar has its figure. */
export function CountBars({
  label,
  counts,
  wordsOf,
  every,
}: {
  label: string
  counts: readonly number[]
  /** Returns the text of a bar's count. */
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
