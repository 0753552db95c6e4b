import { NONE16 } from '../../../../sea/fix-batch.ts'
import { METRES_PER_MS_AT_1_KN, eastMetres, northMetres } from '../reach.ts'

/** Fixes by column, as batches and rows hold them. */
export type Moving = {
  readonly lat: ArrayLike<number>
  readonly lon: ArrayLike<number>
  readonly sog: ArrayLike<number>
  readonly cog: ArrayLike<number>
  readonly observedAt: ArrayLike<number>
  readonly source: ArrayLike<number>
}

const MINUTE_MS = 60_000
const RAD_PER_TENTH = Math.PI / 1800
/** Position error between fixes of one source, and of two. */
const SAME_SOURCE_M = 100
const OTHER_SOURCE_M = 900
/** Knots a ship strays from where its speed and course take it; without them from where it was. */
const STRAY_KN = 5
const STRAY_UNKNOWN_KN = 12
/** Factor by which staying is less likely than moving on (GFW, shape factor). */
const STAYED = 4
/** Within seconds a ship changes neither speed nor course by much: knots, degrees, and the same in a minute. */
const SPEED_KN = 1.5
const SPEED_KN_A_MINUTE = 6
const TURN_DEG = 10
const TURN_DEG_A_MINUTE = 120
const UNDERWAY_TENTHS = 20

/**
 * Returns the misfit between two fixes: the negative log of the likelihood. It uses the positions predicted by speed
 * and course of both, and how fast vessels turn and change speed. Lower is better; allocates nothing.
 */
export function misfit(was: Moving, a: number, is: Moving, b: number): number {
  const ms = is.observedAt[b]! - was.observedAt[a]!
  const east = eastMetres(was.lat[a]!, was.lon[a]!, is.lat[b]!, is.lon[b]!)
  const north = northMetres(was.lat[a]!, is.lat[b]!)
  const isVisible = isMotionReported(was, a)
  const isReportedAfter = isMotionReported(is, b)
  let off = STAYED * Math.sqrt(east * east + north * north)
  if (isVisible || isReportedAfter) {
    const before = isVisible ? offBy(was, a, ms, east, north) : Infinity
    const after = isReportedAfter ? offBy(is, b, ms, east, north) : Infinity
    off = Math.min(off, isVisible && isReportedAfter ? (before + after) / 2 : Math.min(before, after))
  } else off /= STAYED
  const stray = isVisible || isReportedAfter ? STRAY_KN : STRAY_UNKNOWN_KN
  const spread =
    (was.source[a] === is.source[b] ? SAME_SOURCE_M : OTHER_SOURCE_M) +
    stray * Math.abs(ms) * METRES_PER_MS_AT_1_KN
  return (off / spread) ** 2 / 2 + 2 * Math.log(spread) + changeOf(was, a, is, b, Math.abs(ms) / MINUTE_MS)
}

const isMotionReported = (fixes: Moving, i: number) =>
  fixes.sog[i] === 0 || (fixes.sog[i] !== NONE16 && fixes.cog[i] !== NONE16)

/** Metres between where its own speed and course take a fix in so many ms, and where the other one is. */
function offBy(fixes: Moving, i: number, ms: number, east: number, north: number): number {
  const sailed = (fixes.sog[i]! / 10) * METRES_PER_MS_AT_1_KN * ms
  const course = fixes.cog[i]! * RAD_PER_TENTH
  const x = sailed === 0 ? east : east - sailed * Math.sin(course)
  const y = sailed === 0 ? north : north - sailed * Math.cos(course)
  return Math.sqrt(x * x + y * y)
}

/** Returns how unlikely the change of speed and course is in some minutes. */
function changeOf(was: Moving, a: number, is: Moving, b: number, minutes: number): number {
  const sog = was.sog[a]!
  const sogAfter = is.sog[b]!
  if (sog === NONE16 || sogAfter === NONE16) return 0
  let change = (Math.abs(sog - sogAfter) / 10 / (SPEED_KN + SPEED_KN_A_MINUTE * minutes)) ** 2 / 2
  if (sog >= UNDERWAY_TENTHS && sogAfter >= UNDERWAY_TENTHS)
    change += (turnDegrees(was.cog[a]!, is.cog[b]!) / (TURN_DEG + TURN_DEG_A_MINUTE * minutes)) ** 2 / 2
  return change
}

/** Degrees between two courses in tenths; 0 when one is not known. */
export function turnDegrees(cog: number, other: number): number {
  if (cog === NONE16 || other === NONE16) return 0
  const turn = Math.abs(cog - other) % 3600
  return Math.min(turn, 3600 - turn) / 10
}
