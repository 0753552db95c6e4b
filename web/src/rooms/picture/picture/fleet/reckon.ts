/**
 * Where things are drawn, in mercator units: 1 is the width of the world, y grows southward. The shader of the fleet
 * layer computes the same; picking and names use these, so what is hit is what is seen.
 */
const EARTH_RADIUS_M = 6_378_137
export const EQUATOR_M = 2 * Math.PI * EARTH_RADIUS_M
const KNOT_MPS = 1852 / 3600

/** Time for which a fix is carried forward; an older one is drawn where it was received. */
export const RECKON_S = 600
/** Time a contact takes to glide back to its fix once that is too old to be carried forward. */
export const RETURN_S = 60
/** Duration of the step from the drawn position to a new fix. */
export const BLEND_S = 1
/** Maximum step that is spread: a vessel that crosses the sea in a second reports a false position. */
export const BLEND_LIMIT = 20_000 / EQUATOR_M

const RADIANS = Math.PI / 180
const LATITUDE_EDGE = 85.051_129

export const mercatorX = (lon: number) => (lon + 180) / 360

export function mercatorY(lat: number): number {
  const clipped = Math.max(-LATITUDE_EDGE, Math.min(LATITUDE_EDGE, lat))
  const s = Math.sin(clipped * RADIANS)
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)
}

export const longitudeOf = (x: number) => (x - Math.floor(x)) * 360 - 180
export const latitudeOf = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS

/** Returns the metres on the sea that one mercator unit spans at `y`. */
export const metresPerUnit = (y: number) => EQUATOR_M / Math.cosh(Math.PI * (1 - 2 * y))

/** Mercator units a second eastward and southward. */
export function velocityOf(sogKn: number, cogDeg: number, lat: number): [number, number] {
  const unitsPerSecond = (sogKn * KNOT_MPS) / metresPerUnit(mercatorY(lat))
  const course = cogDeg * RADIANS
  return [Math.sin(course) * unitsPerSecond, -Math.cos(course) * unitsPerSecond]
}

/** Seconds a fix of this age is carried forward. */
export function reckonedSeconds(age: number): number {
  if (age <= 0) return 0
  if (age <= RECKON_S) return age
  return Math.max(0, RECKON_S * (1 - (age - RECKON_S) / RETURN_S))
}

/** Returns the rest of a step `seconds` after it began: 1 at its start, 0 at its end, without a jerk. */
export function stepLeft(seconds: number): number {
  if (seconds <= 0) return 1
  if (seconds >= BLEND_S) return 0
  const t = seconds / BLEND_S
  return 1 - t * t * (3 - 2 * t)
}

/** A difference of two x, brought to the nearer way round the world. */
export const nearestX = (dx: number) => dx - Math.round(dx)
