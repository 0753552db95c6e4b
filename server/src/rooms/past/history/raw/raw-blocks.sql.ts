import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import { HOUR_MS, hourOf } from '../read/fix-test.ts'
import { ensurePartitions } from '../record/partitions.sql.ts'
import { PACKING, linesIn, packed, unpacked, type ReceivedLines } from './raw-block.ts'

/** A block reaches at most so far beyond its first fix, and clocks are set by less than this. */
const LONGEST_MS = HOUR_MS + 60_000
const CLOCK_MS = 60_000
/** Lines of a block that small ones are put together to: the larger, the tighter it packs and the slower one is read. */
const LARGE_BYTES = 1 << 20
/** More than come in an hour at one every quarter of a second. */
const MOST_SMALL = 20_000
/** One process at a time puts blocks together. */
const LOCK = 7_301_005

export type RawBlock = Omit<ReceivedLines, 'block'> & { bytes: number; body: Uint8Array }

/** Small blocks come into the tail; what is put together of them does not change any more. */
export const insertRawBlock = (client: pg.PoolClient, table: 'raw_tail' | 'raw_blocks', block: RawBlock) =>
  client.query(
    `insert into ${table} (window_start, first_fix, last_fix, fixes, bytes, body) values ($1, $2, $3, $4, $5, $6)`,
    [new Date(block.at), block.firstFix, block.lastFix, block.fixes, block.bytes, block.body],
  )

/** Returns what was received for a fix that arrived at an instant; null when it is not stored. */
export async function receivedFor(db: Db, fixId: number, recTime: number): Promise<Uint8Array | null> {
  const { rows } = await sql<{ last_fix: string; body: Buffer }>`
    select last_fix, body from (
      (select first_fix, last_fix, body from raw_tail
       where first_fix <= ${fixId} order by first_fix desc limit 1)
      union all
      (select first_fix, last_fix, body from raw_blocks
       where first_fix <= ${fixId}
         and window_start >= ${new Date(recTime - LONGEST_MS)} and window_start <= ${new Date(recTime + CLOCK_MS)}
       order by first_fix desc limit 1)
    ) before order by first_fix desc limit 1`.execute(query(db))
  const found = rows[0]
  if (found === undefined || Number(found.last_fix) < fixId) return null
  return linesIn(await unpacked(found.body), fixId)
}

/** When the oldest block begins; null without one. */
export async function oldestRawBlock(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select window_start from raw_blocks order by first_fix limit 1),
      (select window_start from raw_tail order by first_fix limit 1)) as at`.execute(query(db))
  return rows[0]?.at ?? null
}

/** Small blocks that make up a large one, all between two first fixes; the first fix arrived at `at`, epoch ms. */
export type Group = { at: number; from: number; to: number }

/**
 * Which small blocks are to be put together, oldest first: so many of an hour of arrival as make a large one, and the
 * rest of an hour once it is over.
 */
export async function rawGroups(db: Db, now: number): Promise<Group[]> {
  const { rows } = await sql<{ at: Date; first_fix: string; bytes: number }>`
    select window_start as at, first_fix, bytes from raw_tail
    order by first_fix limit ${MOST_SMALL}`.execute(query(db))
  const groups: (Group & { hour: number; bytes: number })[] = []
  for (const { at, first_fix, bytes } of rows) {
    const [hour, first] = [hourOf(at.getTime()), Number(first_fix)]
    const last = groups.at(-1)
    if (last === undefined || last.hour !== hour || last.bytes >= LARGE_BYTES)
      groups.push({ at: at.getTime(), from: first, to: first, hour, bytes })
    else {
      last.to = first
      last.bytes += bytes
    }
  }
  return groups.filter(({ hour, bytes }) => bytes >= LARGE_BYTES || hour < hourOf(now))
}

type Small = { at: Date; first_fix: string; last_fix: string; fixes: number; body: Buffer }

/** Puts small blocks together in one transaction: a reader sees either them or the large one. */
export async function mergeRawBlocks(db: Db, { at, from, to }: Group): Promise<void> {
  // After a long standstill the day it belongs to may have none any more.
  await ensurePartitions(db, at)
  await inTransaction(db, async (client) => {
    const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      LOCK,
    ])
    if (lock.rows[0]?.taken !== true) return
    const { rows } = await client.query<Small>(
      `delete from raw_tail where first_fix >= $1 and first_fix <= $2
       returning window_start as at, first_fix, last_fix, fixes, body`,
      [from, to],
    )
    if (rows.length === 0) return
    rows.sort((a, b) => Number(a.first_fix) - Number(b.first_fix))
    const blocks: Buffer[] = []
    for (const { body } of rows) blocks.push(await unpacked(body))
    const block = Buffer.concat(blocks)
    await insertRawBlock(client, 'raw_blocks', {
      at: rows[0]!.at.getTime(),
      firstFix: Number(rows[0]!.first_fix),
      lastFix: Number(rows.at(-1)!.last_fix),
      fixes: rows.reduce((sum, one) => sum + one.fixes, 0),
      bytes: block.length,
      body: await packed(block, PACKING.TIGHT),
    })
  })
}
