import { SHIP_GROUPS, shipGroup } from '@samudra/nautical/ship-types'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { TrafficAreas } from './traffic-areas.ts'
import { TrafficCount, vesselKey, type CountRow } from './traffic-count.ts'
import {
  DAY_MS,
  SPAN_MS,
  dirtyDays,
  dirtyHours,
  dropPastCounts,
  firstKnown,
  firstKnownUpto,
  markAllOnce,
  markKinds,
  shipTypesAt,
  storeCounts,
  type Span,
} from './traffic.sql.ts'

const HOUR_MS = SPAN_MS.H
/** Time of one run; the rest is counted by the next. */
const RUN_MS = 45_000
const HOURS_AT_ONCE = 50
const DAYS_AT_ONCE = 10
/** The running day is counted this often: all of its fixes are read each time. */
const RUNNING_DAY_MS = 600_000
const VESSELS_AT_ONCE = 200

export type CounterNeeds = {
  db: Db
  clock: Clock
  fixes: FixReader
  areas: TrafficAreas
  /** Derives what has arrived, which marks the changed hours. */
  refresh: () => Promise<void>
}

/** Counts an hour or a day from the fixes that are stored. */
export async function countSpan(
  { db, fixes, areas }: Pick<CounterNeeds, 'db' | 'fixes' | 'areas'>,
  span: Span,
  at: number,
  signal?: AbortSignal,
): Promise<CountRow[]> {
  const to = at + SPAN_MS[span]
  const count = new TrafficCount((await areas.sync()).lookup)
  for await (const batch of fixes.readFixes({
    by: 'OBSERVED',
    from: at,
    to,
    order: 'ANY',
    columns: ['lat', 'lon', 'type', 'source'],
    signal,
  }))
    count.add(batch)
  const kinds = new Map<number, string>()
  for (const { mmsi, split, type } of await shipTypesAt(db, new Date(to), count.mmsis))
    if (type !== null) kinds.set(vesselKey(mmsi, split), shipGroup(type))
  return count.rows((key) => kinds.get(key) ?? SHIP_GROUPS[0])
}

/** Counts changed hours and days again, the newest two hours first and then the oldest, as many as one run has time for. */
export async function countChanged(needs: CounterNeeds, signal?: AbortSignal): Promise<void> {
  const { db, clock, areas, refresh } = needs
  const end = performance.now() + RUN_MS
  const hasTime = () => signal?.aborted !== true && performance.now() < end
  await markAllOnce(db)
  await refresh()
  await areas.sync()
  await markFirstKnown(needs, signal)
  for (let more = true; more && hasTime();) {
    const hours = await dirtyHours(db, clock.now() - 2 * HOUR_MS, HOURS_AT_ONCE)
    for (const { hour, touch } of hours) {
      if (!hasTime()) break
      const rows = await countSpan(needs, 'H', hour, signal)
      await storeCounts(db, { span: 'H', at: hour, rows, now: () => clock.now(), touch })
    }
    more = hours.length === HOURS_AT_ONCE
  }
  for (let more = true; more && hasTime();) {
    const now = clock.now()
    const running = { day: Math.floor(now / DAY_MS) * DAY_MS, countedBefore: now - RUNNING_DAY_MS }
    const days = await dirtyDays(db, running, DAYS_AT_ONCE)
    for (const day of days) {
      if (!hasTime()) break
      const rows = await countSpan(needs, 'D', day, signal)
      await storeCounts(db, { span: 'D', at: day, rows, now: () => clock.now(), touch: null })
    }
    more = days.length === DAYS_AT_ONCE
  }
  await dropPastCounts(db, clock.now())
}

/** Marks hours of vessels whose first static data came after their fixes: they were counted without a kind. */
async function markFirstKnown({ db, clock, fixes }: CounterNeeds, signal?: AbortSignal) {
  const now = clock.now()
  const from = await firstKnownUpto(db, now - DAY_MS)
  const mmsis = await firstKnown(db, new Date(from), new Date(now))
  const hours = new Set<number>()
  for (let i = 0; i < mmsis.length; i += VESSELS_AT_ONCE)
    for await (const { count, observedAt } of fixes.readFixes({
      by: 'OBSERVED',
      from: 0,
      to: now + HOUR_MS,
      mmsis: mmsis.slice(i, i + VESSELS_AT_ONCE),
      order: 'ANY',
      columns: [],
      signal,
    }))
      for (let n = 0; n < count; n++) hours.add(Math.floor(observedAt[n]! / HOUR_MS) * HOUR_MS)
  await markKinds(db, [...hours], now)
}
