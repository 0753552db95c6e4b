import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { StoredFix } from '../../../../sea/stored-fix.ts'
import { hourOf } from './fix-test.ts'

type StoredReception = {
  body: Buffer | null
  fix_id: string
  rec_time: Date
  feed: number
  source_id: number
  station_id: number | null
}
/**
 * Returns receptions of fixes of a vessel, from rows and chunks: bodies to be opened, and rows, distinguished by which
 * is null. It is one statement, so that what moves from one to the other meanwhile is returned once.
 */
export async function storedReceptions(
  db: Db,
  mmsi: number,
  fixIds: readonly number[],
  from: number,
): Promise<StoredReception[]> {
  const [first, last] = [Math.min(...fixIds), Math.max(...fixIds)]
  const { rows } = await sql<StoredReception>`
    select null::bytea as body, fix_id, rec_time, feed, source_id, station_id from receptions
    where mmsi = ${mmsi} and fix_id = any (${fixIds}::bigint[]) and rec_time >= ${new Date(from)}
    union all
    select body, null, null, null, null, null from reception_chunks
    where mmsi = ${mmsi} and first_fix <= ${last}::bigint and last_fix >= ${first}::bigint
      and window_start >= ${new Date(hourOf(from))}`.execute(query(db))
  return rows
}

/** Returns the last fix of every source for every contact received since, by contact. */
export const latestFixes = (db: Db, since: Date) =>
  query<{ latest_fixes: StoredFix }>(db)
    .selectFrom('latest_fixes')
    .selectAll()
    .where('rec_time', '>=', since)
    .orderBy('mmsi')
    .orderBy('split')
    .execute()
