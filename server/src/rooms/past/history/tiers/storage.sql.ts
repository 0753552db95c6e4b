import type { ArchivedDay } from '@samudra/contract/storage'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { FIRST_IMPORT_FEED } from '../../../../sea/fix-batch.ts'
import { copyBytes, inTransaction, query } from '../../../../platform/needs/query.ts'
import { HOUR_MS } from '../read/fix-test.ts'
import { markRestored } from '../derived/changed-hours.sql.ts'
import { ChunkRows } from '../chunks/chunk-rows.ts'
import { COMPACTION_LOCK, copyChunks } from '../chunks/compaction.sql.ts'
import { pickedFixes } from '../read/fix-columns.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { ensureMonth } from '../record/partitions.sql.ts'

export type Sizes = Record<'rows' | 'raw' | 'packed' | 'thinned' | 'counts' | 'all', number>

/** Bytes on disk with every index, by what they hold. */
export async function sizes(db: Db): Promise<Sizes> {
  const { rows } = await sql<{ kind: string; bytes: string }>`
    select case
      when relname ~ '^(fixes|receptions)(_|$)' then 'rows'
      when relname ~ '^raw_(tail|blocks)(_|$)' then 'raw'
      when relname ~ '^(fix_chunks|reception_chunks|fix_keyframes)(_|$)' then 'packed'
      when relname ~ '^thin_chunks(_|$)' then 'thinned'
      when relname in ('vessel_hours', 'source_hours', 'coverage_hours') then 'counts'
      else 'other' end as kind,
      sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    where c.relkind = 'r' group by 1 union all select 'all', pg_database_size(current_database())`.execute(
    query(db),
  )
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.bytes ?? 0)
  return {
    rows: of('rows'),
    raw: of('raw'),
    packed: of('packed'),
    thinned: of('thinned'),
    counts: of('counts'),
    all: of('all'),
  }
}

/** Fixes that arrived between two instants, by the counts of hours. */
export async function arrivals(
  db: Db,
  from: number,
  to: number,
): Promise<{ fixes: number; first: Date | null }> {
  const { rows } = await sql<{ fixes: string | null; first: Date | null }>`
    select sum(fixes + quarantined) as fixes, min(hour) as first from source_hours
    where hour >= ${new Date(from)} and hour < ${new Date(to)}`.execute(query(db))
  return { fixes: Number(rows[0]?.fixes ?? 0), first: rows[0]?.first ?? null }
}

/** The oldest hour between two instants in which rows arrived that are still rows; null when there is none. */
export async function oldestRowHour(db: Db, from: number, to: number): Promise<number | null> {
  const { rows } = await sql<{ hour: Date }>`
    select hour from generate_series(${new Date(from)}::timestamptz, ${new Date(to)}::timestamptz, interval '1 hour') hour
    where exists (select from fixes where rec_time >= hour and rec_time < hour + interval '1 hour')
    order by hour limit 1`.execute(query(db))
  return rows[0]?.hour.getTime() ?? null
}

export async function addSample(db: Db, at: number): Promise<void> {
  await sql`insert into storage_samples (at, bytes) values (${new Date(at)}, pg_database_size(current_database()))
    on conflict do nothing`.execute(query(db))
  await sql`delete from storage_samples where at < ${new Date(at - 60 * 24 * HOUR_MS)}`.execute(query(db))
}

/** The oldest sample since an instant; null when there is none. */
export async function sampleSince(db: Db, since: number): Promise<{ at: number; bytes: number } | null> {
  const { rows } = await sql<{ at: Date; bytes: string }>`
    select at, bytes from storage_samples where at >= ${new Date(since)} order by at limit 1`.execute(
    query(db),
  )
  const found = rows[0]
  return found === undefined ? null : { at: found.at.getTime(), bytes: Number(found.bytes) }
}

export type ArchiveState =
  | 'WRITING'
  | 'WRITTEN'
  | 'REMOVING'
  | 'REMOVED'
  | 'RESTORING'
  | 'RESTORED'
  | 'FAILED'
export type ArchiveRow = {
  day: string
  state: ArchiveState
  removes: boolean
  fixes: string
  bytes: string
  why: string | null
  asked_by: string
  changed_at: Date
}

/** The only step that may be taken after a failure; null when nothing failed. */
export function stepAfterFailure({
  state,
  bytes,
  removes,
}: Pick<ArchiveRow, 'state' | 'bytes' | 'removes'>): ArchivedDay['failed'] {
  if (state !== 'FAILED') return null
  // Only a finished file has a length; who reads it back takes nothing out.
  return Number(bytes) === 0 ? 'WRITING' : removes ? 'REMOVING' : 'RESTORING'
}

export async function archives(db: Db): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`
    select day::text as day, state, removes, fixes, bytes, why, asked_by, changed_at from fix_archives order by day desc`.execute(
    query(db),
  )
  return rows
}

export async function putArchive(
  db: Db,
  row: Omit<ArchiveRow, 'fixes' | 'bytes'> & { fixes: number; bytes: number },
) {
  await sql`insert into fix_archives (day, state, removes, fixes, bytes, why, asked_by, changed_at)
    values (${row.day}::date, ${row.state}, ${row.removes}, ${row.fixes}, ${row.bytes}, ${row.why}, ${row.asked_by}, ${row.changed_at})
    on conflict (day) do update set state = excluded.state, removes = excluded.removes, fixes = excluded.fixes,
      bytes = excluded.bytes, why = excluded.why, asked_by = excluded.asked_by, changed_at = excluded.changed_at`.execute(
    query(db),
  )
}

/** Marks hours of a day that was read back from its file, which were not counted meanwhile. */
export async function endLeaving(db: Db, day: string): Promise<void> {
  await markRestored(day).execute(query(db))
}

/** Imports whose fixes belong into the history: stored, and not taken back since. */
export async function storedImports(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ feed: number }>`${sql.raw(STORED_IMPORTS)}`.execute(query(db))
  return new Set(rows.map((row) => row.feed))
}
const STORED_IMPORTS = `select feed from imports where state = 'COMMITTED'`

/** Places of the fixes that were not taken back with their import. */
export function stillStored({ count, feed }: FixBatch, imports: ReadonlySet<number>): number[] {
  const places: number[] = []
  for (let i = 0; i < count; i++) if (feed[i]! < FIRST_IMPORT_FEED || imports.has(feed[i]!)) places.push(i)
  return places
}

/**
 * Puts the fixes of an hour of arrival where its chunks were, whatever of them is there; they come by ship. Fixes of
 * imports that were taken back meanwhile stay away.
 */
export async function replaceHour(db: Db, hour: number, fixes: FixBatch): Promise<void> {
  await ensureMonth(db, hour)
  await inTransaction(db, async (client) => {
    // The revocation of an import first marks the import, then waits for this lock.
    await client.query('select pg_advisory_xact_lock($1)', [COMPACTION_LOCK])
    const { rows } = await client.query<{ feed: number }>(STORED_IMPORTS)
    const places = stillStored(fixes, new Set(rows.map((row) => row.feed)))
    await client.query('delete from fix_chunks where window_start = $1', [new Date(hour)])
    const chunks = new ChunkRows(hour)
    chunks.add(places.length === fixes.count ? fixes : pickedFixes(fixes, places))
    chunks.endShip()
    if (chunks.rows.count > 0) await copyBytes(client, copyChunks('fix_chunks'), [chunks.rows.take().bytes])
  })
}
