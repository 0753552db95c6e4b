import type { Period } from '../platform/kernel/cluster/versions-at.ts'
import { NONE16 } from './fix-batch.ts'

/** Rank of feeds, by feed number. */
export type Ranking = {
  priority(feed: number): number
  trust(feed: number): number
}

/** Names and ranks of feeds at each instant of a period, with the instants of changes, ascending. */
export type RankedThen = (period: Period) => {
  at(instant: number): Ranking & { feedName(number: number): string | null }
  readonly changes: readonly number[]
}

/** A fix stays in play while it is at most this much older than the newest one of any source. */
const IN_PLAY_MS = 3 * 60_000
/** The same for a contact that hardly moves and therefore reports rarely (M.1371-5, table 1: 3 min at anchor). */
const IN_PLAY_SLOW_MS = 10 * 60_000
const SLOW_TENTHS = 30

/** Returns the age behind the newest fix up to which a fix of this status and speed (0.1 kn) may still be shown. */
export function inPlayMs(navStatus: number, sog: number): number {
  const isSlow = navStatus === 1 || navStatus === 5 || (sog !== NONE16 && sog < SLOW_TENTHS)
  return isSlow ? IN_PLAY_SLOW_MS : IN_PLAY_MS
}

type Fixes = { readonly feed: ArrayLike<number>; readonly observedAt: ArrayLike<number> }

/**
 * Returns whether a row goes before the best so far: higher priority (lower number), then higher trust, then newer.
 * Among equals the lower feed wins, so that all processes choose the same.
 */
export function ranks(fixes: Fixes, row: number, best: number, ranking: Ranking): boolean {
  const byPriority = ranking.priority(fixes.feed[row]!) - ranking.priority(fixes.feed[best]!)
  if (byPriority !== 0) return byPriority < 0
  const byTrust = ranking.trust(fixes.feed[row]!) - ranking.trust(fixes.feed[best]!)
  if (byTrust !== 0) return byTrust > 0
  const byAge = fixes.observedAt[row]! - fixes.observedAt[best]!
  if (byAge !== 0) return byAge > 0
  return fixes.feed[row]! < fixes.feed[best]!
}
