import { deadReckon, type LastFix } from './dead-reckoning.ts'
import { distanceBetween, EARTH_RADIUS_M } from '../geodesy.ts'
import { metresPerSecond, type Metres, type Place } from '../units.ts'

/** Closest approach of two contacts if both hold course and speed. */
export type ClosestApproach = {
  /** Milliseconds from now; 0 when they are nearest now or draw apart. */
  inMs: number
  distance: Metres
  at: [Place, Place]
  /** They draw apart already. */
  isPast: boolean
}

const RADIANS = Math.PI / 180
/** Maximum time ahead: beyond it no vessel holds course and speed. */
const MOST_MS = 24 * 3_600_000

/**
 * Closest point of approach of two contacts placed at one moment, each going straight on. The time is found in the
 * plane through both (relative motion, IMO resolution A.823: CPA and TCPA), the places by great circles. Null when a
 * speed is unknown, or the course of one that moves.
 */
export function closestApproach(one: LastFix, other: LastFix): ClosestApproach | null {
  const [v1, v2] = [velocityOf(one), velocityOf(other)]
  if (v1 === null || v2 === null) return null
  const lat = ((one.place.lat + other.place.lat) / 2) * RADIANS
  const dLon = ((((other.place.lon - one.place.lon + 180) % 360) + 360) % 360) - 180
  const east = dLon * RADIANS * EARTH_RADIUS_M * Math.cos(lat)
  const north = (other.place.lat - one.place.lat) * RADIANS * EARTH_RADIUS_M
  const [ve, vn] = [v2[0] - v1[0], v2[1] - v1[1]]
  const speed2 = ve * ve + vn * vn
  const seconds = speed2 < 1e-6 ? 0 : -(east * ve + north * vn) / speed2
  const inMs = Math.min(MOST_MS, Math.max(0, seconds * 1000))
  const at: [Place, Place] = [after(one, inMs), after(other, inMs)]
  return { inMs, distance: distanceBetween(...at), at, isPast: seconds < 0 }
}

const after = (fix: LastFix, ms: number): Place =>
  deadReckon({ place: fix.place, sog: fix.sog, cog: fix.cog }, ms) ?? fix.place

/** Metres a second to the east and to the north. */
function velocityOf({ sog, cog }: LastFix): [number, number] | null {
  if (sog === null) return null
  if (sog === 0) return [0, 0]
  if (cog === null) return null
  const speed = metresPerSecond(sog)
  return [speed * Math.sin(cog * RADIANS), speed * Math.cos(cog * RADIANS)]
}
