import { metresBetween } from '../geodesy.ts'
import { METRES_PER_NM } from '../units.ts'

/** Speeds that no vessel and no search and rescue aircraft exceeds, knots. */
const [VESSEL_KN, AIRCRAFT_KN] = [60, 600]
/** Distance by which positions of two sources may differ: a quarter of an hour at 25 kn. */
const SLACK_NM = 6.25
const HOUR_MS = 3_600_000
/** Clocks are not exact to less. */
const LEAST_MS = 1000

/** Position at an instant; epoch ms, degrees. */
export type Stop = { t: number; lat: number; lon: number }
/** Leg that no station can have gone: its ends, distance, and least speed. */
export type LegOutOfReach = { from: number; to: number; nm: number; knots: number }

/** First digits of MMSIs of search and rescue aircraft (ITU-R M.585-9, annex 1, section 3). */
const AIRCRAFT = 111
/** Maximum speed of a station by the form of its MMSI, knots. */
export const mostKnotsOf = (mmsi: number): number =>
  Math.floor(mmsi / 1e6) === AIRCRAFT ? AIRCRAFT_KN : VESSEL_KN

/** Returns a leg that no station can have gone; null of any other. */
export function legOutOfReach(from: Stop, to: Stop, mostKnots = VESSEL_KN): LegOutOfReach | null {
  const ms = Math.max(LEAST_MS, Math.abs(to.t - from.t))
  const nm = metresBetween(from.lat, from.lon, to.lat, to.lon) / METRES_PER_NM
  if (nm <= SLACK_NM + (mostKnots * ms) / HOUR_MS) return null
  return { from: from.t, to: to.t, nm, knots: (nm * HOUR_MS) / ms }
}
