import { sql } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'
import { HOUR_MS, type Reading } from './asked.ts'
import { uncountedImports } from './import-hours.sql.ts'

/** Fixes that are held and put in order at a time, about. */
const AT_ONCE = 500_000
/** A ship reports about this often at most, over a day. */
const SHIP_REPORTS_MS = 10_000
const LEAST_MS = 30_000

/** Cuts a question into stretches of its time, each small enough to be put in order in memory. */
export async function* slicesOf(db: Db, asked: Reading): AsyncGenerator<Reading> {
  const length = await lengthOf(db, asked)
  for (let from = asked.from; from < asked.to;) {
    // Whole hours are opened once only when slices end where they do.
    const end = length < HOUR_MS ? from + length : (Math.floor(from / length) + 1) * length
    const to = Math.min(asked.to, end)
    yield { ...asked, from, to }
    from = to
  }
}

async function lengthOf(db: Db, asked: Reading): Promise<number> {
  if (asked.mmsis !== undefined)
    return Math.max(HOUR_MS, Math.floor((AT_ONCE / asked.mmsis.length) * SHIP_REPORTS_MS))
  if (asked.to - asked.from <= LEAST_MS) return LEAST_MS
  const [from, to] = [
    new Date(Math.max(0, asked.from - HOUR_MS)),
    new Date(Math.min(asked.to + HOUR_MS, 8e15)),
  ]
  const imported = sql.ref(asked.by === 'ARRIVAL' ? 'arrived' : 'observed')
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
