import type { Db } from '../needs/database.ts'
import { copyBytes, inTransaction } from '../needs/query.ts'
import { insertRawBlock } from './raw-blocks.sql.ts'
import { rememberBehind } from './behind.sql.ts'
import { PACKING, packed } from './raw-block.ts'
import type { Portion } from './recorder.ts'

const FIX_COLUMNS =
  'mmsi, split, fix_id, observed_at, rec_time, lat_udeg, lon_udeg, sog_tenths, cog_tenths, true_heading, rot_ais, nav_status, msg_type, bits, feed, source_id, station_id, quality, reject_reasons'
export const COPY_FIXES = `copy fixes (${FIX_COLUMNS}) from stdin (format binary)`
const COPY_RECEPTIONS =
  'copy receptions (mmsi, fix_id, rec_time, feed, source_id, station_id) from stdin (format binary)'

/** Stores a portion, all of it or nothing; `isAgain` looks first whether an earlier try got through after all. */
export async function storePortion(db: Db, portion: Portion, isAgain = false): Promise<void> {
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
  })
}

const IS_STORED = 'select 1 from fixes where fix_id = $1::bigint and rec_time = $2 limit 1'
