import { degrees, type Degrees, metres, type Metres, place, type Place } from './units.ts'

/** Radius of the sphere all distances and areas are measured on, in metres (the product's specification). */
export const EARTH_RADIUS_M = 6_378_137

const RADIANS = Math.PI / 180

/** Longitude brought into [-180, 180). */
export function wrapLongitude(lon: number): Degrees {
  if (lon >= -180 && lon < 180) return degrees(lon)
  return degrees(((((lon + 180) % 360) + 360) % 360) - 180)
}

/** Angle brought into [0, 360). */
export function wrapBearing(angle: number): Degrees {
  const wrapped = ((angle % 360) + 360) % 360
  // A tiny negative angle rounds to 360 itself.
  return degrees(wrapped === 360 ? 0 : wrapped)
}

/** Great-circle metres between two points given as plain degrees: the form for hot loops. */
export function metresBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2)
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Great-circle distance in metres (haversine, good from millimetres to antipodes). */
export const distanceBetween = (from: Place, to: Place): Metres =>
  metres(metresBetween(from.lat, from.lon, to.lat, to.lon))

/** True bearing at `from` of the great circle to `to`, [0, 360); 0 when they are one place. */
export function initialBearing(from: Place, to: Place): Degrees {
  const lat1 = from.lat * RADIANS
  const lat2 = to.lat * RADIANS
  const dLon = (to.lon - from.lon) * RADIANS
  const east = Math.sin(dLon) * Math.cos(lat2)
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon)
  return wrapBearing(Math.atan2(east, north) / RADIANS)
}

/** Where a great circle that leaves `from` on a true bearing is after a distance in metres. */
export function destinationOf(from: Place, bearing: Degrees | number, distance: Metres | number): Place {
  const arc = distance / EARTH_RADIUS_M
  const lat1 = from.lat * RADIANS
  const azimuth = bearing * RADIANS
  const sinLat2 = Math.sin(lat1) * Math.cos(arc) + Math.cos(lat1) * Math.sin(arc) * Math.cos(azimuth)
  const lat2 = Math.asin(Math.max(-1, Math.min(1, sinLat2)))
  const east = Math.sin(azimuth) * Math.sin(arc) * Math.cos(lat1)
  const north = Math.cos(arc) - Math.sin(lat1) * sinLat2
  return place(lat2 / RADIANS, wrapLongitude(from.lon + Math.atan2(east, north) / RADIANS))
}

/** Metres of `point` off the great circle through `from` and `to`; positive to starboard of it. */
export function crossTrackDistance(point: Place, from: Place, to: Place): Metres {
  const arc = distanceBetween(from, point) / EARTH_RADIUS_M
  const swing = (initialBearing(from, point) - initialBearing(from, to)) * RADIANS
  const sine = Math.sin(arc) * Math.sin(swing)
  return metres(Math.asin(Math.max(-1, Math.min(1, sine))) * EARTH_RADIUS_M)
}

/** Metres from `point` to the nearest place of the great-circle leg between `from` and `to`. */
export function distanceToLeg(point: Place, from: Place, to: Place): Metres {
  const toStart = distanceBetween(from, point)
  const length = distanceBetween(from, to)
  if (length === 0) return toStart
  const swing = (initialBearing(from, point) - initialBearing(from, to)) * RADIANS
  const along = Math.atan2(
    Math.sin(toStart / EARTH_RADIUS_M) * Math.cos(swing),
    Math.cos(toStart / EARTH_RADIUS_M),
  )
  const alongMetres = along * EARTH_RADIUS_M
  if (alongMetres <= 0) return toStart
  if (alongMetres >= length) return distanceBetween(to, point)
  return metres(Math.abs(crossTrackDistance(point, from, to)))
}

/** The place at a fraction of the great circle from `from` (0) to `to` (1). */
export function interpolatePlace(from: Place, to: Place, fraction: number): Place {
  const arc = distanceBetween(from, to) / EARTH_RADIUS_M
  // Near zero and near antipodes the weights below divide by nothing; the bearing form does not.
  if (Math.sin(arc) < 1e-9)
    return destinationOf(from, initialBearing(from, to), arc * fraction * EARTH_RADIUS_M)
  const a = Math.sin((1 - fraction) * arc) / Math.sin(arc)
  const b = Math.sin(fraction * arc) / Math.sin(arc)
  const lat1 = from.lat * RADIANS
  const lat2 = to.lat * RADIANS
  const lon1 = from.lon * RADIANS
  const lon2 = to.lon * RADIANS
  const x = a * Math.cos(lat1) * Math.cos(lon1) + b * Math.cos(lat2) * Math.cos(lon2)
  const y = a * Math.cos(lat1) * Math.sin(lon1) + b * Math.cos(lat2) * Math.sin(lon2)
  const z = a * Math.sin(lat1) + b * Math.sin(lat2)
  return place(Math.atan2(z, Math.hypot(x, y)) / RADIANS, wrapLongitude(Math.atan2(y, x) / RADIANS))
}
