import type { Instant } from './motion.ts'
import type { StationKind } from './ship.ts'

const AT_ANCHOR = 1
const MOORED = 5
const LYING_S = 180

/** Seconds between position reports (ITU-R M.1371-5, tables 1 and 2). */
export function positionIntervalS(
  kind: StationKind,
  { sog, navStatus }: Instant,
  isTurning: boolean,
): number {
  if (kind === 'base' || kind === 'aircraft') return 10
  if (kind === 'aton') return LYING_S
  if (kind === 'B') return sog <= 2 ? LYING_S : 30
  if (sog <= 3 && (navStatus === AT_ANCHOR || navStatus === MOORED)) return LYING_S
  if (sog > 23) return 2
  if (sog > 14) return isTurning ? 2 : 6
  return isTurning ? 10 / 3 : 10
}

/** Seconds between static reports (table 3). */
export const STATIC_INTERVAL_S = 360
/** Report interval out of reach of land: satellites receive few of the reports of a vessel. */
export const OFFSHORE_INTERVAL_S = 60
