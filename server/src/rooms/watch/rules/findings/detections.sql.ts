import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { conditions, type ResultRow, type ResultsQuery } from './results.sql.ts'

/** A result as it is counted; instants are epoch ms. */
export type DetectionRow = Pick<
  ResultRow,
  | 'rule_id'
  | 'severity'
  | 'status'
  | 'judgement'
  | 'judged_at'
  | 'changed_at'
  | 'last_at'
  | 'first_at'
  | 'mmsi'
  | 'split'
  | 'other_mmsi'
  | 'other_split'
  | 'ships'
  | 'lat_udeg'
  | 'lon_udeg'
>

/** Returns results that were found in a period of the data, in no order, at most so many. */
export async function foundBetween(
  db: Db,
  request: ResultsQuery,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<DetectionRow[]> {
  const { rows } = await sql<DetectionRow>`
    select rule_id, severity, status, judgement, mmsi, split, other_mmsi, other_split, ships, lat_udeg, lon_udeg,
      date_part('epoch', judged_at) * 1000 as judged_at, date_part('epoch', changed_at) * 1000 as changed_at,
      date_part('epoch', last_at) * 1000 as last_at, date_part('epoch', first_at) * 1000 as first_at
    from rule_results where ${conditions(request)} and first_at >= ${new Date(from)} and first_at < ${new Date(to)}
    limit ${limit}`.execute(query(db))
  return rows
}
