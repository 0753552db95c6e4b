import { sql } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

export type TrailRow = {
  mmsi: number
  split: number
  observed_at: Date
  lat_udeg: number
  lon_udeg: number
  sog_tenths: number | null
  cog_tenths: number | null
  nav_status: number | null
  source_id: number
  /** Fixes of this ship in the period, those left out too. */
  total: string
}

/** No accepted fix arrives later than this after it was observed, nor earlier: it bounds the partitions that are opened. */
const LATEST_ARRIVAL_MS = 5760 * 60_000
const EARLIEST_ARRIVAL_MS = 61_000

/**
 * Accepted fixes of many ships, each ship's in order. With `everyS` one fix of each stretch of so many seconds is told,
 * and both fixes at every gap, first and last; 0 tells all.
 */
export async function trailRows(
  db: Db,
  of: {
    mmsis: number[]
    from: Date
    to: Date
    sources: number[] | null
    everyS: number
    gapMs: number
    limit: number
  },
): Promise<TrailRow[]> {
  const arrivedFrom = new Date(of.from.getTime() - EARLIEST_ARRIVAL_MS)
  const arrivedTo = new Date(of.to.getTime() + LATEST_ARRIVAL_MS)
  const gap = sql`make_interval(secs => ${of.gapMs / 1000}::double precision)`
  const stretch = (at: string) =>
    sql`floor(extract(epoch from ${sql.ref(at)}) / greatest(${of.everyS}::float, 1))`
  const { rows } = await sql<TrailRow>`
    with told as (
      select mmsi, split, fix_id, observed_at, lat_udeg, lon_udeg, sog_tenths, cog_tenths, nav_status, source_id,
        lag(observed_at) over ship as before, lead(observed_at) over ship as after,
        count(*) over (partition by mmsi, split) as total
      from fixes
      where mmsi = any(${of.mmsis}::int[]) and observed_at >= ${of.from} and observed_at <= ${of.to}
        and rec_time >= ${arrivedFrom} and rec_time < ${arrivedTo} and quality < 2 and lat_udeg is not null
        and (${of.sources}::int[] is null or source_id = any(${of.sources}::int[]))
      window ship as (partition by mmsi, split order by observed_at, fix_id)
    )
    select mmsi, split, observed_at, lat_udeg, lon_udeg, sog_tenths, cog_tenths, nav_status, source_id, total
    from told
    where ${of.everyS}::float = 0 or before is null or after is null
      or ${stretch('before')} <> ${stretch('observed_at')}
      or after - observed_at > ${gap} or observed_at - before > ${gap}
    order by mmsi, split, observed_at, fix_id
    limit ${of.limit}`.execute(query(db))
  return rows
}

/** Hours in which anybody was heard in each cell during each period, in the order asked. */
export async function heardHoursOf(
  db: Db,
  asked: readonly { cell: number; from: Date; to: Date }[],
): Promise<number[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ n: string }>`
    select (select count(distinct hour) from coverage_hours
            where cell = asked.cell and hour between asked.from_time and asked.to_time) as n
    from unnest(${asked.map((one) => one.cell)}::int[], ${asked.map((one) => one.from)}::timestamptz[],
      ${asked.map((one) => one.to)}::timestamptz[]) with ordinality as asked (cell, from_time, to_time, place)
    order by asked.place`.execute(query(db))
  return rows.map((row) => Number(row.n))
}
