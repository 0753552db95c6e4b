import type { ManualTrack } from '@samudra/contract/manual-tracks'
import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import { destinationOf } from '@samudra/nautical/geodesy'
import { shortWay } from '@samudra/nautical/polygons/polygon'
import { degrees, knots, metresPerSecond, place } from '@samudra/nautical/units'

type Position = [lon: number, lat: number]
type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
export type TrackFeature = { type: 'Feature'; properties: Record<string, string>; geometry: Geometry }

/** The vector of a moving track shows where it is after this long. */
const VECTOR_S = 3600
/** Maximum time a track is carried forward from its last report; a longer one would look like knowledge. */
const CARRIED_MS = 24 * 3_600_000

/** Places of a track in order, longitudes running on across 180 degrees. */
function runOf({ points }: Pick<ManualTrack, 'points'>): Position[] {
  const run: Position[] = []
  for (const { lon, lat } of points) {
    const last = run.at(-1)
    run.push([last === undefined ? lon : last[0] + shortWay(last[0], lon), lat])
  }
  return run
}

/** Where a moving track is by now, carried on from its last report; where a still one was put. */
export function presentPlace(
  track: ManualTrack,
  at: number,
): { lon: number; lat: number; isCarried: boolean } {
  const last = track.points.at(-1)!
  const still = { lon: last.lon, lat: last.lat, isCarried: false }
  if (track.kind !== 'MOVING' || track.state === 'CLOSED' || last.t === null || last.sog === null)
    return still
  const elapsed = Math.min(at - Date.parse(last.t), CARRIED_MS)
  const fix = {
    place: place(last.lat, last.lon),
    sog: knots(last.sog),
    cog: last.cog === null ? null : degrees(last.cog),
  }
  const carried = elapsed <= 0 ? null : deadReckon(fix, elapsed)
  return carried === null ? still : { lon: carried.lon, lat: carried.lat, isCarried: true }
}

const middleOf = (run: readonly Position[]): Position => {
  const lons = run.map(([lon]) => lon)
  const lats = run.map(([, lat]) => lat)
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]
}

/** The place a track is named at. */
export function anchorOf(track: ManualTrack, at: number): Position {
  const run = runOf(track)
  if (track.kind === 'AREA') return middleOf(run)
  if (track.kind === 'LINE') return run[Math.floor((run.length - 1) / 2)]!
  const { lon, lat } = presentPlace(track, at)
  return [lon, lat]
}

/** Returns the features of a track at an instant. `image` names the picture of a symbol. */
export function featuresOf(track: ManualTrack, at: number, image: (sidc: string) => string): TrackFeature[] {
  const common = { id: track.id, affiliation: track.affiliation, closed: String(track.state === 'CLOSED') }
  const made = (role: string, geometry: Geometry, more: Record<string, string> = {}): TrackFeature => ({
    type: 'Feature',
    properties: { ...common, role, ...more },
    geometry,
  })
  const run = runOf(track)
  const named = { name: track.name, image: image(track.symbol) }
  const symbol = made('symbol', { type: 'Point', coordinates: anchorOf(track, at) }, named)
  if (track.kind === 'LINE') return [made('line', { type: 'LineString', coordinates: run }), symbol]
  if (track.kind === 'AREA')
    return [made('area', { type: 'Polygon', coordinates: [[...run, run[0]!]] }), symbol]
  return track.kind === 'MOVING' ? [...wayOf(track, run, at, made), symbol] : [symbol]
}

/** The way it came, the way it is taken to have gone since, and where it heads. */
function wayOf(
  track: ManualTrack,
  run: Position[],
  at: number,
  made: (role: string, geometry: Geometry) => TrackFeature,
): TrackFeature[] {
  const now = presentPlace(track, at)
  const last = run.at(-1)!
  const here: Position = [last[0] + shortWay(last[0], now.lon), now.lat]
  const features: TrackFeature[] = []
  if (run.length > 1) features.push(made('way', { type: 'LineString', coordinates: run }))
  if (now.isCarried) features.push(made('carried', { type: 'LineString', coordinates: [last, here] }))
  const { sog, cog } = track.points.at(-1)!
  if (track.state === 'ACTIVE' && sog !== null && cog !== null && sog > 0) {
    const ahead = destinationOf(place(now.lat, now.lon), cog, metresPerSecond(sog) * VECTOR_S)
    const to: Position = [here[0] + shortWay(here[0], ahead.lon), ahead.lat]
    features.push(made('vector', { type: 'LineString', coordinates: [here, to] }))
  }
  return features
}
