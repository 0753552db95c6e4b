import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { copyBytes, inTransaction, query } from '../../../../platform/needs/query.ts'
import { ChunkRows, everyPlace } from '../chunks/chunk-rows.ts'
import { OpenChunk } from '../chunks/chunks.ts'
import { COMPACTION_LOCK, copyChunks } from '../chunks/compaction.sql.ts'
import { FIX_COLUMNS, emptyColumns } from '../read/fix-columns.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { ChangedHours, markDeleted } from '../derived/changed-hours.sql.ts'
import { forgetImportHours } from '../derived/import-hours.sql.ts'
import { CHUNK_TIERS, type ChunkTier } from '../read/reader.sql.ts'

/** Rows go by seconds of arrival and chunks by ships, so that no transaction is long. */
const SLICE_MS = 2000
const SHIPS = 500

export type Forgotten = {
  feed: number
  /** When the fixes arrived, epoch ms. */
  from: number
  to: number
  signal: AbortSignal
  progress: (share: number) => void
}

/**
 * Takes away the fixes of one import that arrived in a period, wherever they lie. Begun again it goes on where it ended.
 * Keyframes and latest fixes hold nothing of imports and stay.
 */
export async function forgetFeed(db: Db, request: Forgotten): Promise<void> {
  const { feed, from, to, signal, progress } = request
  for (let at = from; at < to; at += SLICE_MS) {
    signal.throwIfAborted()
    const end = new Date(Math.min(to, at + SLICE_MS))
    await markDeleted(sql`
      delete from fixes where feed = ${feed} and rec_time >= ${new Date(at)} and rec_time < ${end}
      returning observed_at as first_observed, observed_at as last_observed`).execute(query(db))
    progress(((at - from) / (to - from)) * 0.8)
  }
  // First hours, then days: what an hour holds may be thinned meanwhile.
  for (const { table, windowMs } of CHUNK_TIERS)
    for (let window = Math.floor(from / windowMs) * windowMs; window < to; window += windowMs) {
      let last = 0
      while (last >= 0) {
        signal.throwIfAborted()
        const request = { table, windowMs, window, feed, after: last }
        last = await inTransaction(db, (client) => forgetInChunks(client, request))
      }
    }
  await forgetImportHours(db, feed)
}

type Row = { ctid: string; mmsi: number; body: Buffer }

/** Rewrites the chunks of some ships of a window without a feed; returns the last ship, -1 when there are no more. */
async function forgetInChunks(
  client: pg.PoolClient,
  { table, windowMs, window, feed, after }: ChunkTier & { window: number; feed: number; after: number },
): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [COMPACTION_LOCK])
  const { rows } = await client.query<Row>(
    `select ctid::text, mmsi, body from ${table} where window_start = $1 and mmsi > $2 and mmsi <= (
       select max(mmsi) from (
         select distinct mmsi from ${table} where window_start = $1 and mmsi > $2 order by mmsi limit ${SHIPS}) next)
     order by mmsi`,
    [new Date(window), after],
  )
  const stored = new ChunkRows(window, { offTimeMs: windowMs, chosen: everyPlace })
  const gone: string[] = []
  const changed = new ChangedHours()
  const chunk = new OpenChunk(new Set(FIX_COLUMNS))
  let began = performance.now()
  for (const { ctid, body } of rows) {
    chunk.open(body)
    const feeds = chunk.columns.feed
    const places = Array.from({ length: chunk.count }, (_, i) => i).filter((i) => feeds[i] !== feed)
    if (places.length === chunk.count) continue
    gone.push(ctid)
    for (let i = 0; i < chunk.count; i++) if (feeds[i] === feed) changed.add(chunk.columns.observedAt[i]!)
    if (places.length > 0) stored.add(picked(chunk, places))
    // What lay in chunks of their own stays in chunks of their own.
    stored.endShip()
    began = await breathe(began)
  }
  if (gone.length > 0)
    await client.query(`delete from ${table} where window_start = $1 and ctid = any ($2::tid[])`, [
      new Date(window),
      gone,
    ])
  if (stored.rows.count > 0) await copyBytes(client, copyChunks(table), [stored.rows.take().bytes])
  await changed.mark(client)
  return rows.at(-1)?.mmsi ?? -1
}

function picked(chunk: OpenChunk, places: readonly number[]): FixBatch {
  const fixes = emptyColumns(places.length)
  for (const name of FIX_COLUMNS) {
    const values = chunk.columns[name]
    for (const [n, i] of places.entries()) fixes[name][n] = values[i]!
  }
  fixes.count = places.length
  return fixes
}
