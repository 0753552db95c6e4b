import { EARTH_RADIUS_M } from '../geodesy.ts'
import { type Place } from '../units.ts'

/**
 * Polygons as GeoJSON holds them: [longitude, latitude] in degrees, the first ring outside, the others holes,
 * closed or not. Sides are straight lines in longitude and latitude (RFC 7946, 3.1.1) and take the short way
 * round, so a ring may cross 180 degrees. A ring that goes round a pole has no inside on a chart: it is refused.
 */
export type Ring = readonly (readonly number[])[]
export type Rings = readonly Ring[]

const RADIANS = Math.PI / 180

/** A ring whose longitudes run on past 180 instead of jumping; not closed. With the box it lies in. */
export type UnwrappedRing = {
  lons: Float64Array
  lats: Float64Array
  west: number
  east: number
  south: number
  north: number
}

/** Degrees of longitude from one meridian to another, the short way: [-180, 180). */
export const shortWay = (from: number, to: number) => ((((to - from + 180) % 360) + 360) % 360) - 180

/** The second longitude on the turn of the globe that is the short way from the first; as it is written where that is so already. */
export const onward = (from: number, to: number) =>
  Math.abs(to - from) <= 180 ? to : from + shortWay(from, to)

/** Lets the longitudes of a ring run on across 180 degrees; throws RangeError for a ring round a pole. */
export function unwrapRing(ring: Ring): UnwrappedRing {
  const first = ring[0]
  const last = ring.at(-1)
  const isClosed = ring.length > 1 && first![0] === last![0] && first![1] === last![1]
  const size = isClosed ? ring.length - 1 : ring.length
  if (size < 3) throw new RangeError('a ring needs at least three different corners')
  const lons = new Float64Array(size)
  const lats = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    const [lon, lat] = ring[i]!
    lons[i] = i === 0 ? lon! : lons[i - 1]! + shortWay(ring[i - 1]![0]!, lon!)
    lats[i] = lat!
  }
  const closing = lons[size - 1]! + shortWay(ring[size - 1]![0]!, ring[0]![0]!)
  if (Math.abs(closing - lons[0]!) > 180) throw new RangeError('the ring goes round a pole')
  const least = (values: Float64Array) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b))
  return { lons, lats, west: least(lons), east: most(lons), south: least(lats), north: most(lats) }
}

function crossesOdd({ lons, lats }: UnwrappedRing, lon: number, lat: number): boolean {
  let inside = false
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
    const latI = lats[i]!
    const latJ = lats[j]!
    if (latI > lat === latJ > lat) continue
    if (lon < lons[i]! + ((lat - latI) / (latJ - latI)) * (lons[j]! - lons[i]!)) inside = !inside
  }
  return inside
}

function isInRing(ring: UnwrappedRing, lon: number, lat: number): boolean {
  if (lat < ring.south || lat > ring.north) return false
  // The point is brought to the turn of the globe the ring was unwrapped on.
  const shifted = ring.west + ((((lon - ring.west) % 360) + 360) % 360)
  return shifted <= ring.east && crossesOdd(ring, shifted, lat)
}

/** A polygon unwrapped once, for asking many times. */
export type PreparedPolygon = readonly UnwrappedRing[]
export const preparePolygon = (rings: Rings): PreparedPolygon => rings.map(unwrapRing)

/** Returns true for a point inside the first ring and in none of the holes. */
export function containsPoint(polygon: PreparedPolygon, lat: number, lon: number): boolean {
  const [outer, ...holes] = polygon
  if (outer === undefined || !isInRing(outer, lon, lat)) return false
  return !holes.some((hole) => isInRing(hole, lon, lat))
}

/** Returns true for a place in a polygon with holes; see `preparePolygon` for many places. */
export const isInPolygon = (at: Place, rings: Rings) => containsPoint(preparePolygon(rings), at.lat, at.lon)

/** Returns true for a place in any polygon of a MultiPolygon. */
export const isInMultiPolygon = (at: Place, polygons: readonly Rings[]) =>
  polygons.some((rings) => isInPolygon(at, rings))

/** Signed square metres of a ring; positive when it runs anticlockwise. */
export function signedRingArea(ring: Ring): number {
  const { lons, lats } = unwrapRing(ring)
  let sum = 0
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
    const a = lats[j]! * RADIANS
    const b = lats[i]! * RADIANS
    // The integral of sin(latitude) along a side that is straight in longitude and latitude.
    const mean = Math.abs(b - a) < 1e-9 ? Math.sin((a + b) / 2) : (Math.cos(a) - Math.cos(b)) / (b - a)
    sum += (lons[i]! - lons[j]!) * RADIANS * mean
  }
  return -sum * EARTH_RADIUS_M ** 2
}

/** Square metres of a polygon, holes taken off. */
export function polygonArea(rings: Rings): number {
  const [outer, ...holes] = rings.map((ring) => Math.abs(signedRingArea(ring)))
  return (outer ?? 0) - holes.reduce((sum, hole) => sum + hole, 0)
}
