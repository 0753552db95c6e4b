import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

export type SourceInfoRow = {
  source_id: number
  vessels: string
  positions: string
  first_rec: Date
  last_rec: Date
}

/** Vessels and positions by source between two hours. */
export async function sourceCounts(db: Db, from: Date, to: Date): Promise<SourceInfoRow[]> {
  const { rows } = await sql<SourceInfoRow>`
    select source_id, count(distinct mmsi) as vessels, sum(fixes) as positions, min(first_rec) as first_rec, max(last_rec) as last_rec
    from vessel_hours where hour >= date_trunc('hour', ${from}::timestamptz) and hour <= ${to}
    group by source_id`.execute(query(db))
  return rows
}

/** Latency buckets by source, summed over the hours. */
export async function latencyBuckets(db: Db, from: Date, to: Date): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ source_id: number; bucket: string; fixes: string }>`
    select source_id, bucket, sum(fixes) as fixes from (
      select source_id, part.bucket, part.fixes
      from source_hours, unnest(latency_buckets) with ordinality as part (fixes, bucket)
      where hour >= date_trunc('hour', ${from}::timestamptz) and hour <= ${to}
    ) each group by 1, 2`.execute(query(db))
  const bySource = new Map<number, number[]>()
  for (const row of rows) {
    const buckets = bySource.get(row.source_id) ?? []
    buckets[Number(row.bucket) - 1] = Number(row.fixes)
    bySource.set(row.source_id, buckets)
  }
  return bySource
}

export type CoverageRow = {
  source_id: number
  row: number
  column: number
  fixes: string
  hours: string
  gaps: string[]
}

/** Coverage by source in cells of `cellsAcross` quarter degrees, over the hours since. */
export async function coverageCells(
  db: Db,
  since: Date,
  cellsAcross: number,
  sourceId: number | null,
): Promise<CoverageRow[]> {
  const { rows } = await sql<CoverageRow>`
    select source_id, (cell / 1440) / ${cellsAcross}::int as row, (cell % 1440) / ${cellsAcross}::int as "column",
      sum(fixes) as fixes, count(distinct hour) as hours,
      array[sum(gap_buckets[1]), sum(gap_buckets[2]), sum(gap_buckets[3]), sum(gap_buckets[4]),
            sum(gap_buckets[5]), sum(gap_buckets[6]), sum(gap_buckets[7]), sum(gap_buckets[8])] as gaps
    from coverage_hours
    where hour >= ${since} and (${sourceId}::int is null or source_id = ${sourceId})
    group by 1, 2, 3`.execute(query(db))
  return rows
}

/** Returns the number of hours of the period in which any source received anything in the quarter-degree cell. */
export async function receivedHours(db: Db, cell: number, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(distinct hour) as n from coverage_hours where cell = ${cell} and hour between ${from} and ${to}`.execute(
    query(db),
  )
  return Number(rows[0]?.n ?? 0)
}
