import { KIND } from '../../../sea/marks.ts'
import { NONE16 } from '../../../sea/fix-batch.ts'

const METRES_PER_UDEG = (6_378_137 * Math.PI) / 180 / 1e6
const RAD_PER_UDEG = Math.PI / 180 / 1e6
export const METRES_PER_MS_AT_1_KN = 1852 / 3_600_000

/** No ship goes faster: contract D2. */
const SHIP_MAX_KN = 60
/** Search and rescue aircraft (type 9) do. */
const AIRCRAFT_MAX_KN = 600
/** Maximum speed of a vessel that neither its class nor its own reports call fast. */
const USUAL_MAX_KN = 30
/** Boats of class B, and ships of pilots, rescuers, navies and the law. */
const QUICK_MAX_KN = 45
/** Beyond what it reports of itself. */
const MARGIN = 1.25
const MARGIN_KN = 3
/** For so long anything may be gone at the most of all speeds: clocks and receivers are not exact. */
const SHORT_MS = 6 * 60_000
/** Maximum error between two fixes of one source: one minute of sailing, as from clocks half a minute off. */
const CLOCKS_MS = 60_000
const SAME_SOURCE_SLACK_M = USUAL_MAX_KN * METRES_PER_MS_AT_1_KN * CLOCKS_MS
/** Maximum difference between two sources: a quarter of an hour at 25 kn, as in track segmentation by GFW. */
const OTHER_SOURCE_SLACK_M = 6.25 * 1852

/**
 * Distance in metres between two places in degrees x 1e6, on the tangent plane: within 1 % up to 300 NM
 * outside the polar caps, which is what a jump is judged by. Allocates nothing.
 */
export function nearMetres(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x = eastMetres(lat1, lon1, lat2, lon2)
  const y = (lat2 - lat1) * METRES_PER_UDEG
  return Math.sqrt(x * x + y * y)
}

/** Returns the distance of the second position east of the first, on the tangent plane between them. */
export function eastMetres(lat1: number, lon1: number, lat2: number, lon2: number): number {
  let dLon = lon2 - lon1
  if (dLon > 180e6) dLon -= 360e6
  else if (dLon < -180e6) dLon += 360e6
  return dLon * Math.cos(((lat1 + lat2) / 2) * RAD_PER_UDEG) * METRES_PER_UDEG
}

/** Returns the distance of the second position north of the first. */
export const northMetres = (lat1: number, lat2: number): number => (lat2 - lat1) * METRES_PER_UDEG

/** The most knots a contact keeps up, by its kind and AIS ship type, and by the speeds (0.1 kn) it reports of itself. */
export function mostKnots(kind: number, shipType: number, sog: number, otherSog: number): number {
  if (kind === KIND.SAR_AIRCRAFT) return AIRCRAFT_MAX_KN
  let knots = USUAL_MAX_KN
  // Wings in ground and high speed craft; pilots, rescuers, navies, the law.
  if ((shipType >= 20 && shipType < 30) || (shipType >= 40 && shipType < 50)) knots = SHIP_MAX_KN
  else if (kind === KIND.CLASS_B || shipType === 35 || shipType === 50 || shipType === 51 || shipType === 55)
    knots = QUICK_MAX_KN
  const reported = Math.max(sog === NONE16 ? 0 : sog, otherSog === NONE16 ? 0 : otherSog)
  return Math.min(SHIP_MAX_KN, Math.max(knots, (reported / 10) * MARGIN + MARGIN_KN))
}

/** Returns the distance that two fixes at one moment may always differ by, also for vessels of usual speed. */
export const slackMetres = (sameSource: boolean): number =>
  sameSource ? SAME_SOURCE_SLACK_M : OTHER_SOURCE_SLACK_M

/** Metres a contact may have gone in `ms` that keeps up `knots` at most. */
export function reachMetres(ms: number, sameSource: boolean, knots: number): number {
  const slack = Math.max(slackMetres(sameSource), knots * METRES_PER_MS_AT_1_KN * CLOCKS_MS)
  const long = Math.abs(ms)
  const short = Math.min(long, SHORT_MS)
  return slack + (short * Math.max(knots, SHIP_MAX_KN) + (long - short) * knots) * METRES_PER_MS_AT_1_KN
}
