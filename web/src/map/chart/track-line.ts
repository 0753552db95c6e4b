type Way = [number, number][]
type Box = [west: number, south: number, east: number, north: number]
/** Track of a vessel in stretches, its silences, and its last position; degrees. */
export type TrackLine = {
  sailed: Way[]
  unheard: Way[]
  /** Stretches of a time that is pointed out, on top of the rest. */
  found: Way[]
  last: Way[number]
  box: Box
}
/** Epoch ms. */
export type Stretch = { from: number; to: number }

/** Break of a track; over a leg out of reach no line is drawn. */
export type TrackBreak = { from: string; out_of_reach?: unknown }

/** Returns the line of a track; null without a fix. */
export function trackLine(
  points: readonly { t: string; lat: number; lon: number }[],
  gaps: readonly TrackBreak[],
  stretch: Stretch | null = null,
): TrackLine | null {
  const first = points[0]
  if (first === undefined) return null
  const breaks = new Map(gaps.map((gap) => [gap.from, gap]))
  let [before, sailing, finding]: [string, Way, Way] = ['', [], []]
  const line: TrackLine = {
    sailed: [sailing],
    unheard: [],
    found: [finding],
    last: [first.lon, first.lat],
    box: [Infinity, Infinity, -Infinity, -Infinity],
  }
  for (const { t, lat, lon } of points) {
    // Across the 180th meridian the line goes on beyond it.
    const place: Way[number] = [lon + Math.round((line.last[0] - lon) / 360) * 360, lat]
    const gap = breaks.get(before)
    if (gap !== undefined) {
      if (gap.out_of_reach == null) line.unheard.push([line.last, place])
      else line.found.push((finding = []))
      line.sailed.push((sailing = []))
    }
    sailing.push(place)
    const at = Date.parse(t)
    if (stretch !== null && at >= stretch.from && at <= stretch.to) finding.push(place)
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
    ...found.filter((way) => way.length > 1).map((way) => lineFeature('found', way)),
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
