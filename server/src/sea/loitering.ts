import type { Verdict } from '@samudra/contract/filter-match'
import { NONE16 } from './fix-batch.ts'

/** Slower than this for so long, and not at anchor or moored, is loitering (contract D3). */
const SLOW_TENTHS = 20
export const LOITER_MS = 4 * 3_600_000
const STOPPED = new Set([1, 5])

/** Whether a speed over ground in tenths of a knot is slow; not one that is not available. */
export const isSlow = (sog: number): boolean => sog !== NONE16 && sog < SLOW_TENTHS

/** Since when a contact has been slow, epoch ms, after a fix is shown; 0 when it is not. One without a speed changes nothing. */
export function slowAfter(since: number, sog: number, observedAt: number): number {
  if (sog === NONE16) return since
  if (!isSlow(sog)) return 0
  return since === 0 ? observedAt : since
}

/** Whether a contact loiters, by the fix that is shown of it and since when it has been slow; null when nobody can tell. */
export function isLoitering(
  { kind, sog, navStatus, observedAt }: { kind: number; sog: number; navStatus: number; observedAt: number },
  slowSince: number,
): Verdict {
  // Stations that do not sail do not loiter.
  if (kind > 1) return false
  if (sog === NONE16) return null
  return isSlow(sog) && slowSince > 0 && !STOPPED.has(navStatus) && observedAt - slowSince >= LOITER_MS
}
