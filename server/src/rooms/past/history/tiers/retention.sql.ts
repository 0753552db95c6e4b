import { sql } from 'kysely'
import type pg from 'pg'
import { FIRST_IMPORT_FEED } from '../../../../sea/fix-batch.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { copiedFrom, copyBytes, inTransaction, query } from '../../../../platform/needs/query.ts'
import { ChunkRows, type Cut } from '../chunks/chunk-rows.ts'
import { OpenChunk } from '../chunks/chunks.ts'
import { COMPACTION_LOCK, copyChunks } from '../chunks/compaction.sql.ts'
import { ChangedHours, leaveWithFile, markDeleted } from '../derived/changed-hours.sql.ts'
import { CopyColumns } from '../read/copy-columns.ts'
import { FIX_COLUMNS } from '../read/fix-columns.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { sortedPlaces } from '../read/fix-order.ts'
import { HeldFixes } from '../read/held-fixes.ts'
import { ensureMonth } from '../record/partitions.sql.ts'
import { FixTest } from '../read/fix-test.ts'
import { instant } from '../read/reader.sql.ts'

export const DAY_MS = 86_400_000
/** Chunks moved in one transaction, about: half a second of work. */
const MOST_CHUNKS = 10_000
/** Rows deleted in one statement. */
const MOST_ROWS = 20_000

export type ChunkTable = 'fix_chunks' | 'thin_chunks' | 'reception_chunks'

/** The first day of which a table of chunks holds something; null when it is empty. */
export async function oldestDay(db: Db, table: ChunkTable, before: number): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(window_start) as at from ${sql.table(table)} where window_start < ${new Date(before)}`.execute(
    query(db),
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? null : Math.floor(at.getTime() / DAY_MS) * DAY_MS
}

/**
 * Thins the fixes of some ships that arrived on a day: what matters to their tracks goes into the thin tier, in the
 * transaction that deletes the chunks it comes from. Returns whether there may be more; null when another process is at
 * work.
 */
export async function thinSome(db: Db, day: number, chosen: Cut['chosen']): Promise<boolean | null> {
  await ensureMonth(db, day)
  return inTransaction(db, async (client) => {
    await client.query('set transaction isolation level repeatable read')
    const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      COMPACTION_LOCK,
    ])
    if (lock.rows[0]?.taken !== true) return null
    const within = `window_start >= ${instant(day)} and window_start < ${instant(day + DAY_MS)}`
    // Ships are taken whole, as many as have so many chunks.
    const { rows } = await client.query<{ mmsi: number | null }>(
      `select max(mmsi) as mmsi from (select mmsi from fix_chunks where ${within} order by mmsi limit ${MOST_CHUNKS}) taken`,
    )
    const upto = rows[0]?.mmsi ?? null
    if (upto === null) return false
    await moveThinned(
      client,
      `${within} and mmsi <= ${upto}`,
      new ChunkRows(day, { offTimeMs: DAY_MS, chosen }),
    )
    return true
  })
}

async function moveThinned(client: pg.PoolClient, within: string, rows: ChunkRows) {
  const chunk = new OpenChunk(new Set(FIX_COLUMNS))
  // Fixes excluded from the picture end here.
  const test = new FixTest({ by: 'ARRIVAL', from: -Infinity, to: Infinity })
  const changed = new ChangedHours()
  let held = new HeldFixes(new Set(FIX_COLUMNS))
  const endShip = async () => {
    const places = await sortedPlaces(held.columns, held.count, ['mmsi', 'split', 'observedAt', 'fixId'])
    const { feed, observedAt } = held.columns
    for (const i of places) changed.add(observedAt[i]!)
    // An import may be undone, so what represents received fixes does not depend on imported ones.
    for (const isImport of [false, true]) {
      rows.add(held.picked(places.filter((i) => feed[i]! >= FIRST_IMPORT_FEED === isImport)))
      rows.endShip()
    }
    held = new HeldFixes(new Set(FIX_COLUMNS))
  }
  const bodies: Buffer[] = []
  const reading = new CopyColumns(
    () => undefined,
    (body) => bodies.push(body),
  )
  let began = performance.now()
  const nulls = FIX_COLUMNS.map((column) => (column === 'mmsi' ? 'mmsi' : 'null')).join(', ')
  for await (const bytes of copiedFrom(
    client,
    `copy (select body, ${nulls} from fix_chunks where ${within} order by mmsi, first_observed) to stdout (format binary)`,
  )) {
    reading.feed(bytes as Buffer)
    for (const body of bodies.splice(0)) {
      chunk.open(body)
      if (held.count > 0 && held.columns.mmsi[0] !== chunk.columns.mmsi[0]) await endShip()
      held.addChunk(chunk, test)
      began = await breathe(began)
    }
  }
  if (held.count > 0) await endShip()
  if (rows.rows.count > 0) await copyBytes(client, copyChunks('thin_chunks'), [rows.rows.take().bytes])
  await client.query(`delete from fix_chunks where ${within}`)
  await changed.mark(client)
}

const deleteSome = (table: ChunkTable, day: number) => sql`
  delete from ${sql.table(table)}
  where window_start >= ${new Date(day)} and window_start < ${new Date(day + DAY_MS)} and (tableoid, ctid) in (
    select tableoid, ctid from ${sql.table(table)}
    where window_start >= ${new Date(day)} and window_start < ${new Date(day + DAY_MS)} limit ${MOST_ROWS})`

/**
 * Deletes some chunks of a day; returns whether there may be more. Hours of observation are marked as changed, or as
 * gone with the file of the day.
 */
export async function dropSome(
  db: Db,
  table: ChunkTable,
  day: number,
  to: 'NOTHING' | 'FILE' = 'NOTHING',
): Promise<boolean> {
  if (table === 'reception_chunks') {
    const { numAffectedRows } = await deleteSome(table, day).execute(query(db))
    return Number(numAffectedRows ?? 0) === MOST_ROWS
  }
  const deleted = sql`${deleteSome(table, day)} returning first_observed, last_observed`
  const { rows } = await (
    to === 'FILE' ? leaveWithFile(deleted, new Date(day)) : markDeleted(deleted)
  ).execute(query(db))
  return Number(rows[0]?.deleted ?? 0) === MOST_ROWS
}

/**
 * Deletes counts of hours from before `last` and some keyframes from before an instant; of those one a day stays until
 * `last`. Counts by source stay: they are few, and say how much there is of recordings and of days read back from files.
 */
export async function dropDerived(db: Db, before: number, last: number): Promise<void> {
  for (const table of ['vessel_hours', 'coverage_hours'])
    for (let more = true; more;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where hour < ${new Date(last)} limit ${MOST_ROWS})`.execute(
        query(db),
      )
      more = Number(numAffectedRows ?? 0) === MOST_ROWS
    }
  await sql`delete from fix_keyframes
    where at < ${new Date(last)} or (at < ${new Date(before)} and at <> date_trunc('day', at))`.execute(
    query(db),
  )
}
