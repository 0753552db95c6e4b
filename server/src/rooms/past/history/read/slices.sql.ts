import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { AHEAD_MS, HOUR_MS, LATE_MS, type Reading } from './fix-test.ts'
import { uncountedImports } from '../derived/import-hours.sql.ts'
import { partitionsOf } from '../record/partitions.sql.ts'
import { OFF_TIME } from './reader.sql.ts'

/** Fixes that are held and put in order at a time, about. */
const AT_ONCE = 500_000
/** A ship reports about this often at most, over a day. */
const SHIP_REPORTS_MS = 10_000
const LEAST_MS = 30_000
/** From so many slices on it is looked up how far back anything is stored. */
const MANY = 100
/** Tables by arrival. */
const ARRIVING = ['fixes', 'fix_chunks', 'thin_chunks'] as const
/** A chunk holds what was observed within a day and the time fixes may be late. */
const LONGEST_CHUNK_MS = 24 * HOUR_MS + LATE_MS + AHEAD_MS

/** Cuts a question into stretches of its time, each small enough to be put in order in memory. */
export async function* slicesOf(db: Db, request: Reading): AsyncGenerator<Reading> {
  const length = await lengthOf(db, request)
  const isLong = request.to - request.from > MANY * length
  const stored = isLong ? await storedPeriod(db, request) : request
  const last = Math.min(request.to, stored.to)
  for (let from = Math.max(request.from, stored.from); from < last;) {
    // Whole hours are opened once only when slices end where they do.
    const end = length < HOUR_MS ? from + length : (Math.floor(from / length) + 1) * length
    const to = Math.min(last, end)
    yield { ...request, from, to }
    from = to
  }
}

/**
 * Between which instants anything is stored that a question may mean, found without reading it: an endless question is
 * cut to it. What is on time was observed about when it arrived; what is not has an index of its own.
 */
async function storedPeriod(db: Db, { by, mmsis }: Reading): Promise<{ from: number; to: number }> {
  const days = (await Promise.all(ARRIVING.map((table) => partitionsOf(db, table)))).flat()
  const arrival = {
    from: days.reduce((least, day) => Math.min(least, day.from), Infinity),
    to: days.reduce((most, day) => Math.max(most, day.to), -Infinity),
  }
  if (by === 'ARRIVAL') return arrival
  const ofShips = sql`mmsi = any(${mmsis ?? []}::int[])`
  const rows = mmsis === undefined ? sql.raw(OFF_TIME) : ofShips
  const chunks = mmsis === undefined ? sql`kind > 0` : ofShips
  const found = await sql<{ least: Date | null; most: Date | null }>`
    select min(least) as least, max(most) as most from (
      select min(observed_at) as least, max(observed_at) as most from fixes where ${rows}
      union all select min(first_observed), max(first_observed) from fix_chunks where ${chunks}
      union all select min(first_observed), max(first_observed) from thin_chunks where ${chunks}
    ) each`.execute(query(db))
  const { least = null, most = null } = found.rows[0] ?? {}
  return {
    from: Math.min(arrival.from - LATE_MS, least?.getTime() ?? Infinity),
    to: Math.max(arrival.to + AHEAD_MS, (most?.getTime() ?? -Infinity) + LONGEST_CHUNK_MS),
  }
}

async function lengthOf(db: Db, request: Reading): Promise<number> {
  if (request.mmsis !== undefined)
    return Math.max(HOUR_MS, Math.floor((AT_ONCE / request.mmsis.length) * SHIP_REPORTS_MS))
  if (request.to - request.from <= LEAST_MS) return LEAST_MS
  const [from, to] = [
    new Date(Math.max(0, request.from - HOUR_MS)),
    new Date(Math.min(request.to + HOUR_MS, 8e15)),
  ]
  const imported = sql.ref(request.by === 'ARRIVAL' ? 'arrived' : 'observed')
  const { rows } = await sql<{ most: string | null }>`
    select max(fixes) as most from (
      select sum(fixes) as fixes from (
        select hour, fixes + quarantined as fixes from source_hours where hour >= ${from} and hour < ${to}
        union all select hour, ${imported} from import_hours where hour >= ${from} and hour < ${to}
      ) counted group by hour
    ) hours`.execute(query(db))
  // What an import has just brought may lie in one hour, for all that is known.
  const most = Math.max(1, Number(rows[0]?.most ?? 1) + (await uncountedImports(db)))
  if (most <= AT_ONCE) return HOUR_MS * Math.max(1, Math.min(24, Math.floor(AT_ONCE / most)))
  return Math.max(LEAST_MS, Math.floor((HOUR_MS * AT_ONCE) / most))
}
