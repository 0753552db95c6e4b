import type { ReportItem } from '@samudra/contract/reports'

const WIDTH = 480
const MARGIN_DEG = 2

/** The places of events on a plain grid of degrees; the PDF draws them over the coast. */
export function PlacesMap({ items }: { items: readonly ReportItem[] }) {
  const places = items.flatMap(({ lat, lon, title }) =>
    lat === null || lon === null ? [] : [{ lat, lon, title }],
  )
  if (places.length === 0) return <p className="dim">No place in this period.</p>
  const west = Math.floor(Math.min(...places.map(({ lon }) => lon)) - MARGIN_DEG)
  const east = Math.ceil(Math.max(...places.map(({ lon }) => lon)) + MARGIN_DEG)
  const south = Math.floor(Math.min(...places.map(({ lat }) => lat)) - MARGIN_DEG)
  const north = Math.ceil(Math.max(...places.map(({ lat }) => lat)) + MARGIN_DEG)
  const scale = WIDTH / (east - west)
  const height = Math.min(WIDTH, (north - south) * scale)
  const y = (lat: number) => ((north - lat) / (north - south)) * height
  const step = east - west > 40 ? 10 : 5
  const lines = (from: number, to: number) =>
    Array.from(
      { length: Math.floor((to - from) / step) + 1 },
      (_, i) => Math.ceil(from / step) * step + i * step,
    ).filter((degrees) => degrees > from && degrees < to)
  return (
    <svg
      className="report-map"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`${places.length} places between ${south}° and ${north}° north, ${west}° and ${east}° east`}
    >
      {lines(west, east).map((lon) => (
        <g key={`lon ${lon}`}>
          <line x1={(lon - west) * scale} x2={(lon - west) * scale} y1={0} y2={height} />
          <text x={(lon - west) * scale + 3} y={height - 4}>
            {lon}° E
          </text>
        </g>
      ))}
      {lines(south, north).map((lat) => (
        <g key={`lat ${lat}`}>
          <line x1={0} x2={WIDTH} y1={y(lat)} y2={y(lat)} />
          <text x={3} y={y(lat) - 3}>
            {lat}° N
          </text>
        </g>
      ))}
      {places.map(({ lat, lon, title }) => (
        <circle key={`${lat} ${lon} ${title}`} cx={(lon - west) * scale} cy={y(lat)} r={4}>
          <title>{title}</title>
        </circle>
      ))}
    </svg>
  )
}
