import pg, { DatabaseError } from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { copyBytes, inTransaction } from '../../../../platform/needs/query.ts'
import { insertRawBlock } from '../raw/raw-blocks.sql.ts'
import { rememberBehind } from '../derived/behind.sql.ts'
import { ensurePartitions } from './partitions.sql.ts'
import { PACKING, packed } from '../raw/raw-block.ts'
import type { Portion } from './recorder.ts'

const FIX_COLUMNS =
  'mmsi, split, fix_id, observed_at, rec_time, lat_udeg, lon_udeg, sog_tenths, cog_tenths, true_heading, rot_ais, nav_status, msg_type, bits, feed, source_id, station_id, quality, reject_reasons'
export const COPY_FIXES = `copy fixes (${FIX_COLUMNS}) from stdin (format binary)`
const COPY_RECEPTIONS =
  'copy receptions (mmsi, fix_id, rec_time, feed, source_id, station_id) from stdin (format binary)'

/** Throws in the transaction of who may not store any more. */
type Fence = (client: pg.PoolClient) => Promise<void>

/** Days a portion of a quarter of a second may bear. */
const MOST_DAYS = 8

/**
 * Stores a portion, all of it or nothing; `isAgain` looks first whether an earlier try got through after all. A day
 * without a partition is made one: fixes never wait for the hour in which tomorrow is prepared.
 */
export async function storePortion(
  db: Db,
  portion: Portion,
  isAgain = false,
  fence: Fence = async () => undefined,
): Promise<void> {
  for (let made = 0; ; made++) {
    try {
      return await storeWhole(db, portion, isAgain, fence)
    } catch (error) {
      if (!lacksPartition(error) || made === MOST_DAYS) throw error
      await ensurePartitions(db, dayIn(error.detail) ?? portion.lastRecTime)
    }
  }
}

const lacksPartition = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '23514' && error.constraint === undefined

/** Partition key of the failing row contains (rec_time) = (2026-05-20 12:00:00+00). */
function dayIn(detail = ''): number | null {
  const day = Date.parse(/= \((\d{4}-\d\d-\d\d) /.exec(detail)?.[1] ?? '')
  return Number.isNaN(day) ? null : day
}

async function storeWhole(db: Db, portion: Portion, isAgain: boolean, fence: Fence): Promise<void> {
  const { received } = portion
  const body = received === null ? null : await packed(received.block, PACKING.QUICK)
  await inTransaction(db, async (client) => {
    if (isAgain && portion.fixes.count > 0) {
      const found = await client.query(IS_STORED, [portion.lastFixId, new Date(portion.lastRecTime)])
      if (found.rowCount !== 0) return
    }
    if (portion.fixes.count > 0) await copyBytes(client, COPY_FIXES, [portion.fixes.bytes])
    if (portion.behind < Infinity) await rememberBehind(client, portion.lastFixId, portion.behind)
    if (portion.receptions.count > 0) await copyBytes(client, COPY_RECEPTIONS, [portion.receptions.bytes])
    if (received !== null && body !== null)
      await insertRawBlock(client, 'raw_tail', { ...received, bytes: received.block.length, body })
    // Last, so that who waits to take over waits for no more than the commit.
    await fence(client)
  })
}

const IS_STORED = 'select 1 from fixes where fix_id = $1::bigint and rec_time = $2 limit 1'
