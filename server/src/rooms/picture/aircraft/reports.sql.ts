import { sql } from 'kysely'
import { isBackupRunning } from '../../../platform/kernel/cluster/backup-lock.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import type { Report } from './store.ts'

const DAY_MS = 86_400_000
const table = (day: number) =>
  `aircraft_reports_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** Makes the partitions of a UTC day and the next, where they are missing, and drops those before `keptFrom` (epoch ms). */
export async function turnDays(db: Db, at: number, storedFrom: number): Promise<void> {
  const today = Math.floor(at / DAY_MS)
  for (const day of [today, today + 1]) {
    const [from, to] = [new Date(day * DAY_MS).toISOString(), new Date((day + 1) * DAY_MS).toISOString()]
    // Created separately and attached afterwards, so that it waits for no reader of the other partitions.
    await sql
      .raw(`create table if not exists ${table(day)} (like aircraft_reports including all)`)
      .execute(query(db))
    const { rows } = await sql`select 1 from pg_inherits where inhrelid = to_regclass(${table(day)})`.execute(
      query(db),
    )
    if (rows.length === 0)
      await sql
        .raw(
          `alter table aircraft_reports attach partition ${table(day)} for values from ('${from}') to ('${to}')`,
        )
        .execute(query(db))
  }
  if (await isBackupRunning(db)) return
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = 'aircraft_reports'`.execute(query(db))
  const oldest = table(Math.floor(storedFrom / DAY_MS))
  for (const { name } of rows)
    if (name < oldest) await sql`drop table if exists ${sql.table(name)}`.execute(query(db))
}

/** Stores the latest reports; all rows have the same time. */
export async function keepReports(db: Db, reports: readonly Report[], at: Date): Promise<void> {
  if (reports.length === 0) return
  const rows = reports.map((report) => ({ ...report, rec_time: at }))
  await sql`
    insert into aircraft_reports
    select * from jsonb_populate_recordset(null::aircraft_reports, ${JSON.stringify(rows)}::jsonb)`.execute(
    query(db),
  )
}

export type ReportsQuery = {
  /** Epoch ms; the first instant is left out, the last is in it. */
  from: number
  to: number
  /** Numbers of the sources to include; null for all. */
  sources: readonly number[] | null
  /** Address of the only aircraft to include. */
  address?: number | undefined
}
/** A portion of reports lasts so long. */
const PORTION_MS = 600_000

/**
 * Returns the stored reports of a period in the order of storage. At one instant, the latest position of an aircraft
 * comes first.
 */
export async function* reportsBetween(db: Db, request: ReportsQuery): AsyncGenerator<Report[]> {
  const { from, to, sources, address = null } = request
  const step = address === null ? PORTION_MS : to - from
  for (let at = from; at < to; at += step) {
    const { rows } = await sql<Report>`
      select * from aircraft_reports
      where rec_time > ${new Date(at)} and rec_time <= ${new Date(Math.min(to, at + step))}
        and (${address}::int is null or address = ${address})
        and (${sources}::int[] is null or source_id = any(${sources}::int[]))
      order by rec_time, address, placed_at desc nulls last, source_id`.execute(query(db))
    if (rows.length > 0) yield rows
  }
}

/** Counts the reports of a period, up to a bound. */
export async function countReports(
  db: Db,
  { from, to, sources }: Omit<ReportsQuery, 'address'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from aircraft_reports
      where rec_time > ${new Date(from)} and rec_time <= ${new Date(to)}
        and (${sources}::int[] is null or source_id = any(${sources}::int[])) limit ${most}) counted`.execute(
    query(db),
  )
  return rows[0]!.n
}

/** Returns the sky as known at an instant: the last report of each source for each aircraft not silent for long. */
export async function reportsAt(db: Db, at: Date, silentFrom: Date): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select distinct on (address, source_id) * from aircraft_reports
    where rec_time <= ${at} and rec_time > ${silentFrom}
    order by address, source_id, rec_time desc`.execute(query(db))
  return rows
}
