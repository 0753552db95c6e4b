import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { boxOf, cellOf } from '../../../sea/quarter-cells.ts'
import { Knowledge } from './pattern-knowledge.ts'
import { isWholeSeen } from './seen-cells.ts'

/** Days are learned and reset rarely: coverage is read again after so long. */
const FRESH_MS = 5 * 60_000

/** Learned coverage as it counts now. */
export type CoverageNow = {
  /** Share of the time in which a source receives vessels at a place; null where it is not learned or not the user's to know. */
  share(source: number, lat: number, lon: number, visibility: CallerVisibility): number | null
  /** Days from which it is learned. */
  readonly days: number
}

/** Reads learned coverage, at most once in five minutes however many callers there are. */
export function coverageReader({ db, clock }: { db: Db; clock: Clock }): () => Promise<CoverageNow> {
  const knowledge = new Knowledge(db, () => null)
  let from = -Infinity
  let reading: Promise<void> | null = null
  const refresh = async () => {
    const now = clock.now()
    await knowledge.hold(now, now + 2 * FRESH_MS, [])
    from = now
  }
  return async () => {
    const age = clock.now() - from
    if (age < 0 || age >= FRESH_MS) await (reading ??= refresh().finally(() => (reading = null)))
    const at = clock.now()
    return {
      share: (source, lat, lon, visibility) =>
        isWholeSeen(boxOf(cellOf(lat, lon)), visibility)
          ? knowledge.receivedShare(source, { at, lat, lon })
          : null,
      days: knowledge.coverageDays(at),
    }
  }
}
