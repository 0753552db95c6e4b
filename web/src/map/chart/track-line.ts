type Way = [number, number][]
type Box = [west: number, south: number, east: number, north: number]
/** Where a ship sailed, what lies between where nobody heard her, and where she was last; degrees. */
export type TrackLine = {
  sailed: Way[]
  unheard: Way[]
  /** What she did in a time that is asked about, on top of the rest. */
  found: Way
  last: Way[number]
  box: Box
}
/** Epoch ms. */
export type Stretch = { from: number; to: number }

/** The line of a track; null without a fix. */
export function trackLine(
  points: readonly { t: string; lat: number; lon: number }[],
  gaps: readonly { from: string }[],
  stretch: Stretch | null = null,
): TrackLine | null {
  const first = points[0]
  if (first === undefined) return null
  const endsAt = new Set(gaps.map(({ from }) => from))
  let [before, sailing]: [string, Way] = ['', []]
  const line: TrackLine = {
    sailed: [sailing],
    unheard: [],
    found: [],
    last: [first.lon, first.lat],
    box: [Infinity, Infinity, -Infinity, -Infinity],
  }
  for (const { t, lat, lon } of points) {
    // Across the 180th meridian the line goes on beyond it.
    const place: Way[number] = [lon + Math.round((line.last[0] - lon) / 360) * 360, lat]
    if (endsAt.has(before)) {
      line.unheard.push([line.last, place])
      line.sailed.push((sailing = []))
    }
    sailing.push(place)
    const at = Date.parse(t)
    if (stretch !== null && at >= stretch.from && at <= stretch.to) line.found.push(place)
    line.last = place
    before = t
    line.box = around(line.box, place)
  }
  return line
}

const around = ([west, south, east, north]: Box, [lon, lat]: Way[number]): Box => [
  Math.min(west, lon),
  Math.min(south, lat),
  Math.max(east, lon),
  Math.max(north, lat),
]

type Kind = 'sailed' | 'unheard' | 'found' | 'last'
const feature = <G extends object>(kind: Kind, geometry: G) => ({
  type: 'Feature' as const,
  properties: { kind },
  geometry,
})
const lineFeature = (kind: Kind, coordinates: Way) =>
  feature(kind, { type: 'LineString' as const, coordinates })

/** Lines of ships as features to be drawn. */
export const trackFeatures = (lines: readonly TrackLine[]) => ({
  type: 'FeatureCollection' as const,
  features: lines.flatMap(({ sailed, unheard, found, last }) => [
    ...sailed.map((way) => lineFeature('sailed', way)),
    ...unheard.map((way) => lineFeature('unheard', way)),
    ...(found.length > 1 ? [lineFeature('found', found)] : []),
    feature('last', { type: 'Point' as const, coordinates: last }),
  ]),
})
export const boxOfLines = (lines: readonly TrackLine[]): Box =>
  lines
    .flatMap(({ box: [west, south, east, north] }): Way => [
      [west, south],
      [east, north],
    ])
    .reduce(around, [Infinity, Infinity, -Infinity, -Infinity] as Box)
