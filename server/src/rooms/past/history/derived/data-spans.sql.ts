import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Time without a gap of a whole hour in which positions of one source were received, epoch ms. */
export type DataSpan = { source: number; from: number; to: number }

/**
 * Returns the times within a period in which each source reported positions, live or, if `imports`, also in recordings that
 * were imported; the first first. A gap is at least one hour of the clock without any. The ends of a time are exact of what
 * was received live, and whole hours of imports.
 */
export async function dataSpans(
  db: Db,
  { from, to, imports }: { from: number; to: number; imports: boolean },
): Promise<DataSpan[]> {
  const [begin, end] = [new Date(from), new Date(to)]
  const ms = (value: string) => `(extract(epoch from ${value}) * 1000)::float8`
  const { rows } = await sql<DataSpan>`
    with hours as (
      select source_id, hour, hour - row_number() over (partition by source_id order by hour) * interval '1 hour' as run
      from (
        select source_id, hour from source_hours
        where hour > ${begin}::timestamptz - interval '1 hour' and hour < ${end} and fixes + quarantined > 0
        union
        select source_id, hour from import_hours
        where ${imports} and hour > ${begin}::timestamptz - interval '1 hour' and hour < ${end} and observed > 0
      ) with_data
    ), runs as (
      select source_id, min(hour) as first, max(hour) as last from hours group by source_id, run
    ), exact as (
      select r.source_id,
        coalesce((select min(first_rec) from vessel_hours v where v.hour = r.first and v.source_id = r.source_id), r.first) as first,
        coalesce((select max(last_rec) from vessel_hours v where v.hour = r.last and v.source_id = r.source_id),
          r.last + interval '1 hour') as last
      from runs r
    )
    select source_id as source, ${sql.raw(ms('first'))} as "from", ${sql.raw(ms('last'))} as "to"
    from exact where first < ${end} and last > ${begin} order by first, source_id`.execute(query(db))
  return rows.map((row) => ({ source: row.source, from: Math.max(row.from, from), to: Math.min(row.to, to) }))
}

/** Returns the hour of the first position that was received and counted, epoch ms; null before any. */
export async function firstData(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(hour) as at from source_hours`.execute(query(db))
  return rows[0]?.at?.getTime() ?? null
}
