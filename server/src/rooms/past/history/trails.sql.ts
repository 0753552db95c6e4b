import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Returns the number of hours with received vessels for each cell and period, in request order. */
export async function receivedHoursOf(
  db: Db,
  request: readonly { cell: number; from: Date; to: Date }[],
): Promise<number[]> {
  if (request.length === 0) return []
  const { rows } = await sql<{ n: string }>`
    select (select count(distinct hour) from coverage_hours
            where cell = asked.cell and hour between asked.from_time and asked.to_time) as n
    from unnest(${request.map((one) => one.cell)}::int[], ${request.map((one) => one.from)}::timestamptz[],
      ${request.map((one) => one.to)}::timestamptz[]) with ordinality as asked (cell, from_time, to_time, place)
    order by asked.place`.execute(query(db))
  return rows.map((row) => Number(row.n))
}
