import type { Disposition } from '@samudra/contract/alert-workflow'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { AlertRow } from '../alert.ts'
import { conditions, type AlertsQuery } from '../alerts.sql.ts'

/** An alert as it is counted; instants are epoch ms. */
export type CountedRow = Pick<
  AlertRow,
  | 'id'
  | 'definition_id'
  | 'rule_id'
  | 'type'
  | 'title'
  | 'severity'
  | 'dedupe'
  | 'window_min'
  | 'grace_min'
  | 'mmsi'
  | 'other_mmsi'
  | 'lat_udeg'
  | 'lon_udeg'
  | 'of_past'
  | 'first_at'
  | 'last_at'
  | 'known_at'
  | 'count'
  | 'condition'
  | 'state'
  | 'acked_at'
  | 'shelved_until'
> & {
  disposition: Disposition | null
  /** Sources that decide its audience, as text for comparison. */
  told: string
  shelved_at: number | null
  decided_at: number | null
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
/** Returns SQL for the instant of the last of some actions among the comments of an alert. */
const DONE = (actions: string) =>
  `(select ${MS("max((c ->> 'at')::timestamptz)")} from jsonb_array_elements(t.comments) as c
    where c ->> 'action' in (${actions}))`
const COLUMNS = sql.raw(
  `t.id, t.definition_id, t.rule_id, t.type, t.title, t.severity, t.dedupe, t.window_min, t.grace_min, t.mmsi, t.other_mmsi,
   t.lat_udeg, t.lon_udeg, t.of_past, t.count, t.condition, t.state, t.disposition, t.sources::text as told,
   ${['first_at', 'last_at', 'known_at', 'acked_at', 'shelved_until'].map((name) => `${MS(`t.${name}`)} as ${name}`).join()},
   case when t.state = 'SHELVED' then ${DONE("'SHELVE'")} end as shelved_at,
   case when t.disposition is not null then ${DONE("'RESOLVE', 'DISMISS'")} end as decided_at`,
)
type After = Pick<CountedRow, 'known_at' | 'id'>

/** Returns some alerts of a period in the order they became known; columns limit them to those the caller may know. */
export async function countedAlerts(
  db: Db,
  request: AlertsQuery,
  { limit, after }: { limit: number; after: After | undefined },
): Promise<CountedRow[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(t.known_at, t.id) > (to_timestamp(${after.known_at}::double precision / 1000), ${after.id})`
  const { rows } = await sql<CountedRow>`
    select ${COLUMNS} from alerts t where ${conditions(request)} and ${rest}
    order by t.known_at, t.id limit ${limit}`.execute(query(db))
  return rows
}

/** Null where it has no place. */
type HitPlace = { alert_id: string } & Pick<AlertRow, 'lat_udeg' | 'lon_udeg'>
/** Where each hit of some alerts began, millionths of a degree. */
export async function hitPlaces(db: Db, alertIds: readonly string[]): Promise<HitPlace[]> {
  const { rows } = await sql<HitPlace>`
    select h.alert_id, r.lat_udeg, r.lon_udeg from alert_hits h
      join rule_results r on r.mmsi = h.mmsi and r.run_id = '' and r.id = h.result_id
    where h.alert_id = any(${alertIds}::text[])`.execute(query(db))
  return rows
}
