import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { copiedFrom, copyBytes, inTransaction, query } from '../../../../platform/needs/query.ts'
import { HOUR_MS } from '../read/fix-test.ts'
import { ChunkRows } from './chunk-rows.ts'
import { CopyColumns } from '../read/copy-columns.ts'
import { CopyRows } from '../record/copy-rows.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { ensureMonth } from '../record/partitions.sql.ts'
import { FIELD, instant } from '../read/reader.sql.ts'
import { FIX_COLUMNS } from '../read/fix-columns.ts'
import { encodeReceptions, receptionColumns, type ReceptionColumns } from './reception-chunks.ts'

/** One process at a time moves chunks about. */
export const COMPACTION_LOCK = 7_301_004
/** Fixes moved in one transaction, about; fuller hours are moved in parts. */
const MOST = 1_000_000

export type Moved = { fixes: number; receptions: number }

/** Returns whether rows of a table arrived in a period. */
export async function hasArrivals(
  db: Db,
  table: 'fixes' | 'receptions',
  from: number,
  to: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where rec_time >= ${new Date(from)} and rec_time < ${new Date(to)} limit 1`.execute(
    query(db),
  )
  return rows.length > 0
}

/**
 * Moves what arrived in an hour from rows into chunks, some of it a transaction. Readers see each fix in the one place
 * or in the other; what arrives meanwhile stays where it is and is moved the next time. Returns null when another
 * process is at it.
 */
export async function compactHour(db: Db, window: number, to = window + HOUR_MS): Promise<Moved | null> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from fixes where rec_time >= ${new Date(window)} and rec_time < ${new Date(to)}`.execute(
    query(db),
  )
  await ensureMonth(db, window)
  const parts = Math.max(1, Math.ceil(Number(rows[0]!.n) / MOST))
  const all: Moved = { fixes: 0, receptions: 0 }
  for (let part = 0; part < parts; part++) {
    const at = (share: number) => Math.floor(window + ((to - window) * share) / parts)
    const moved = await inTransaction(db, (client) => compactPart(client, window, at(part), at(part + 1)))
    if (moved === null) return null
    all.fixes += moved.fixes
    all.receptions += moved.receptions
  }
  return all
}

async function compactPart(
  client: pg.PoolClient,
  window: number,
  from: number,
  to: number,
): Promise<Moved | null> {
  // What is deleted is what was read: both see the same instant.
  await client.query('set transaction isolation level repeatable read')
  const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    COMPACTION_LOCK,
  ])
  if (lock.rows[0]?.taken !== true) return null
  await client.query("set local work_mem = '64MB'")
  return {
    fixes: await moveFixes(client, window, from, to),
    receptions: await moveReceptions(client, window, from, to),
  }
}

const within = (from: number, to: number) => `rec_time >= ${instant(from)} and rec_time < ${instant(to)}`

async function moveFixes(client: pg.PoolClient, window: number, from: number, to: number): Promise<number> {
  const chunks = new ChunkRows(window)
  const reading = new CopyColumns(
    (batch) => chunks.add(batch),
    () => undefined,
  )
  const fields = FIX_COLUMNS.map((column) => FIELD[column][0]).join(', ')
  let began = performance.now()
  for await (const bytes of copiedFrom(
    client,
    `copy (select null::bytea, ${fields} from fixes where ${within(from, to)}
      order by mmsi, split, observed_at, fix_id) to stdout (format binary)`,
  )) {
    reading.feed(bytes as Buffer)
    began = await breathe(began)
  }
  reading.flush()
  chunks.endShip()
  await storeChunks(client, copyChunks('fix_chunks'), chunks.rows)
  const deleted = await client.query(`delete from fixes where ${within(from, to)}`)
  return deleted.rowCount ?? 0
}

export const copyChunks = (table: 'fix_chunks' | 'thin_chunks') =>
  `copy ${table} (window_start, first_observed, last_observed, mmsi, fixes, west_udeg, south_udeg, east_udeg, north_udeg, kind, body) from stdin (format binary)`
const COPY_RECEPTIONS =
  'copy reception_chunks (window_start, first_fix, last_fix, mmsi, receptions, body) from stdin (format binary)'

async function storeChunks(client: pg.PoolClient, statement: string, rows: CopyRows) {
  if (rows.count > 0) await copyBytes(client, statement, [rows.take().bytes])
}

type ReceptionRow = {
  mmsi: number
  fix_id: string
  rec_time: Date
  feed: number
  source_id: number
  station_id: number | null
}

async function moveReceptions(
  client: pg.PoolClient,
  window: number,
  from: number,
  to: number,
): Promise<number> {
  const { rows: found } = await client.query<ReceptionRow>(
    `select mmsi, fix_id, rec_time, feed, source_id, station_id from receptions where ${within(from, to)} order by mmsi, fix_id`,
  )
  if (found.length === 0) return 0
  const all = receptionColumns(found.length)
  for (const row of found) addReception(all, row)
  const rows = new CopyRows(6)
  let began = performance.now()
  for (let first = 0; first < all.count;) {
    let end = first + 1
    while (end < all.count && all.mmsi[end] === all.mmsi[first]) end++
    rows.row()
    rows.time(window)
    rows.int8(all.fixId[first]!)
    rows.int8(all.fixId[end - 1]!)
    rows.int4(all.mmsi[first]!)
    rows.int4(end - first)
    rows.bytes(encodeReceptions(all, first, end - first))
    first = end
    began = await breathe(began)
  }
  await storeChunks(client, COPY_RECEPTIONS, rows)
  const deleted = await client.query(`delete from receptions where ${within(from, to)}`)
  return deleted.rowCount ?? 0
}

function addReception(all: ReceptionColumns, row: ReceptionRow) {
  const i = all.count++
  all.mmsi[i] = row.mmsi
  all.fixId[i] = Number(row.fix_id)
  all.recTime[i] = row.rec_time.getTime()
  all.feed[i] = row.feed
  all.source[i] = row.source_id
  all.station[i] = row.station_id ?? -1
}

/** Reduces keyframes to one an hour in the time that lies in chunks, because a chunk is read as a whole anyway. */
export async function thinKeyframes(db: Db, before: number): Promise<void> {
  await sql`delete from fix_keyframes
    where at < ${new Date(before)} and at <> date_trunc('hour', at)`.execute(query(db))
}
