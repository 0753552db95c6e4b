import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

export type FixRow = {
  mmsi: number
  split: number
  fix_id: string
  observed_at: Date
  rec_time: Date
  lat_udeg: number | null
  lon_udeg: number | null
  sog_tenths: number | null
  cog_tenths: number | null
  true_heading: number | null
  rot_ais: number | null
  nav_status: number | null
  msg_type: number
  bits: number
  feed: number
  source_id: number
  station_id: number | null
  quality: number
  reject_reasons: number
}
type ReceptionRow = {
  mmsi: number
  fix_id: string
  rec_time: Date
  feed: number
  source_id: number
  station_id: number | null
}
export type LatestRow = Omit<FixRow, 'quality' | 'reject_reasons' | 'lat_udeg' | 'lon_udeg'> & {
  lat_udeg: number
  lon_udeg: number
}
type Tables = { fixes: FixRow; receptions: ReceptionRow; latest_fixes: LatestRow }
const tables = (db: Db) => query<Tables>(db)

/** No accepted fix arrives later than this after it was observed; it bounds the partitions a query opens. */
const LATEST_ARRIVAL_MS = 5760 * 60_000
/** Nor earlier than this: the clock of the observer may be ahead. */
const EARLIEST_ARRIVAL_MS = 61_000

/** The accepted fixes of a contact, oldest first, at most `limit`; of a track known at `asOf` when given. */
export function trackFixes(
  db: Db,
  of: {
    mmsi: number
    split: number | undefined
    from: Date
    to: Date
    asOf: Date | undefined
    limit: number
  },
) {
  let select = tables(db)
    .selectFrom('fixes')
    .select([
      'fix_id',
      'observed_at',
      'lat_udeg',
      'lon_udeg',
      'sog_tenths',
      'cog_tenths',
      'true_heading',
      'source_id',
      'quality',
    ])
    .where('mmsi', '=', of.mmsi)
    .where('observed_at', '>=', of.from)
    .where('observed_at', '<=', of.to)
    .where('rec_time', '>=', new Date(of.from.getTime() - EARLIEST_ARRIVAL_MS))
    .where(
      'rec_time',
      '<',
      new Date(Math.min(of.to.getTime() + LATEST_ARRIVAL_MS, of.asOf?.getTime() ?? Infinity)),
    )
    .where('quality', '<', 2)
  if (of.split !== undefined) select = select.where('split', '=', of.split)
  return select.orderBy('observed_at').orderBy('fix_id').limit(of.limit).execute()
}

/** A stretch of the stored fixes of an MMSI by time of arrival; of some sources only, or of all (null). */
export type StoredRange = { mmsi: number; from: Date; to: Date; sources: number[] | null }

const storedIn = (db: Db, { mmsi, from, to, sources }: StoredRange) => {
  const select = tables(db)
    .selectFrom('fixes')
    .where('mmsi', '=', mmsi)
    .where('rec_time', '>=', from)
    .where('rec_time', '<=', to)
  return sources === null
    ? select
    : select.where((where) => where('source_id', '=', where.fn.any(where.val(sources))))
}

/** Every stored fix, quarantined ones too, after a fix id, at most `limit`. */
export const storedFixes = (db: Db, range: StoredRange, after: string, limit: number) =>
  storedIn(db, range).selectAll().where('fix_id', '>', after).orderBy('fix_id').limit(limit).execute()

export async function countStoredFixes(db: Db, range: StoredRange): Promise<number> {
  const row = await storedIn(db, range)
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const receptionsOf = (db: Db, mmsi: number, fixIds: string[], from: Date) =>
  tables(db)
    .selectFrom('receptions')
    .selectAll()
    .where('mmsi', '=', mmsi)
    .where('fix_id', 'in', fixIds)
    .where('rec_time', '>=', from)
    .execute()

/** The last fix of every source for every contact heard since, by contact. */
export const latestFixes = (db: Db, since: Date) =>
  tables(db)
    .selectFrom('latest_fixes')
    .selectAll()
    .where('rec_time', '>=', since)
    .orderBy('mmsi')
    .orderBy('split')
    .execute()

/** Source, ship, place and times of the fixes that arrived in a period and lie in a box (degrees), at most `limit`. */
export const fixesInBox = (
  db: Db,
  from: Date,
  to: Date,
  box: { west: number; south: number; east: number; north: number },
  limit: number,
) =>
  tables(db)
    .selectFrom('fixes')
    .select(['mmsi', 'source_id', 'lat_udeg', 'lon_udeg', 'rec_time', 'observed_at'])
    .where('rec_time', '>=', from)
    .where('rec_time', '<=', to)
    .where('quality', '<', 2)
    .where('lat_udeg', '>=', Math.floor(box.south * 1e6))
    .where('lat_udeg', '<=', Math.ceil(box.north * 1e6))
    .where('lon_udeg', '>=', Math.floor(box.west * 1e6))
    .where('lon_udeg', '<=', Math.ceil(box.east * 1e6))
    .limit(limit)
    .execute()
