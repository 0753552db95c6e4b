import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { AlertRow } from '../alert.ts'
import { conditions, standing, type AlertsQuery } from '../alerts.sql.ts'

type CountedRow = Pick<
  AlertRow,
  'lat_udeg' | 'lon_udeg' | 'definition_id' | 'type' | 'severity' | 'state' | 'id'
> & {
  at: number
  title: string
  text: string
}

/** Returns alerts that became known in a period, in no order, at most so many. */
export async function alertsKnownBetween(
  db: Db,
  request: AlertsQuery,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select t.id, t.type, t.severity, t.state, t.definition_id, t.title, t.text, t.lat_udeg, t.lon_udeg,
      (extract(epoch from t.known_at) * 1000)::float8 as at
    from ${standing(request)} where ${conditions(request)}
      and t.known_at >= ${new Date(from)} and t.known_at < ${new Date(to)} limit ${limit}`.execute(query(db))
  return rows
}
