import { shipGroupIndex } from '@samudra/nautical/ship-types'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { identitiesAt } from '../../../sea/identities.sql.ts'
import { DayLearner, PATTERN_FIX_COLUMNS, keyOf } from './day-learner.ts'
import { beginFollow, firstHour, forgetDays, learnedDays, readFollow, storeDay } from './patterns.sql.ts'

export const DAY_MS = 86_400_000
/** A day is learned so long after its end, when all that arrived on it is stored and counted. */
const CLOSED_MS = 10 * 60_000
/** Time between the end of a day and its use, which leaves time to learn the day. */
export const COUNTS_AFTER_MS = 3 * 3_600_000
/** Delay before a change counts, so that every answering process knows it by then. */
export const KNOWN_AFTER_MS = 600_000
/** The first time so many days are learned; rules look back a year at most. */
const FIRST_DAYS = 90
const RETENTION_DAYS = 400

export const dayOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS

export type LearnNeeds = {
  db: Db
  clock: Clock
  fixes: FixReader
  /** Counts what has arrived. */
  refresh: () => Promise<void>
}

/** Learns each day that is over, one after the other; what a day taught and how far was learned is stored in one transaction. */
export async function learn(needs: LearnNeeds, run: JobRun): Promise<void> {
  const { db, clock, refresh } = needs
  await refresh()
  const end = dayOf(clock.now() - CLOSED_MS)
  if ((await readFollow(db)) === null) {
    const first = await firstHour(db)
    if (first === null) return
    await beginFollow(db, clock.now(), dayOf(Math.max(first, end - FIRST_DAYS * DAY_MS)))
  }
  const { beganAt, upto } = (await readFollow(db))!
  for (let day = upto; day < end && !run.signal.aborted; day += DAY_MS) {
    const wasOver = day + DAY_MS <= beganAt
    const counts = day + DAY_MS + COUNTS_AFTER_MS
    await learnDay(needs, day, {
      signal: run.signal,
      isNext: true,
      // Earlier answers may have been given without a day that is learned late.
      usableFrom: wasOver ? counts : Math.max(counts, clock.now() + KNOWN_AFTER_MS),
    })
    run.progress((day + DAY_MS - upto) / (end - upto))
  }
  await forgetDays(db, end - RETENTION_DAYS * DAY_MS)
}

export type AgainInput = { from: number; to: number }

/** Relearns days from their stored data; their usable time stays the same. */
export async function learnAgain(needs: LearnNeeds, run: JobRun): Promise<void> {
  const { from, to } = run.input as AgainInput
  await needs.refresh()
  const days = (await learnedDays(needs.db)).filter(({ day }) => day >= dayOf(from) && day < to)
  // A killed run resumes after the last day it stored.
  const done = (run.mark as { day: number } | null)?.day ?? -Infinity
  for (const [i, { day, usableFrom }] of days.entries()) {
    if (day <= done) continue
    await learnDay(needs, day, { signal: run.signal, isNext: false, usableFrom })
    await run.step({ day })
    run.progress((i + 1) / days.length)
  }
}

async function learnDay(
  { db, clock, fixes }: LearnNeeds,
  day: number,
  { signal, isNext, usableFrom }: { signal: AbortSignal; isNext: boolean; usableFrom: number },
): Promise<void> {
  const groups = new Map<number, number>()
  for (const { mmsi, split, fields } of await identitiesAt(db, new Date(day + DAY_MS))) {
    const type = fields.shipType?.value
    if (typeof type === 'number') groups.set(keyOf(mmsi, split), shipGroupIndex(type))
  }
  const learner = new DayLearner((key) => groups.get(key) ?? 0)
  learner.restore(await fixes.latestAt({ by: 'ARRIVAL', at: day, columns: [], signal }))
  for await (const batch of fixes.readFixes({
    by: 'ARRIVAL',
    from: day,
    to: day + DAY_MS,
    order: 'TIME',
    columns: PATTERN_FIX_COLUMNS,
    signal,
  }))
    await learner.take(batch, signal)
  await storeDay(db, day, learner.learned(), { now: clock.now(), usableFrom, isNext })
}
