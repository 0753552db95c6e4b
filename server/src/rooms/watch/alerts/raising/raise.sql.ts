import type { RuleResult } from '@samudra/contract/rule-results'
import type { AlertRow } from '../alert.ts'
import { READ, type Client } from '../alerts.sql.ts'

/** A hit as an alert stands on it; instants are epoch ms. */
export type Hit = {
  alert_id: string
  mmsi: number
  result_id: string
  /** Empty where the rule raises alerts by itself. */
  definition_id: string
  again: number
  status: RuleResult['status']
  first_at: number
  last_at: number
  /** Null of hits of older versions. */
  began_at: number | null
  ended_at: number | null
  fix_ids: string[]
}
/** Combined state of the hits of an alert. */
export type Standing = {
  alert_id: string
  count: number
  first_at: number
  last_at: number
  /** The first beginning; the last end, null while one of them goes on. */
  began_at: number
  ended_at: number | null
  holds: boolean
  /** True if none of the hits was correct. */
  is_revised: boolean
  evidence: {
    result_id: string
    first_at: string
    last_at: string
    status: Hit['status']
    fix_ids: string[]
  }[]
}

/** The flood that goes on, and the definitions that have a group of their own in it. */
export type AlertBurst = { flood: string | null; flood_groups: string[] }
/** Waits for another process that raises alerts, so that no two create the same one. */
export async function lockRaising(client: Client): Promise<AlertBurst> {
  await client.query('insert into alert_raising default values on conflict do nothing')
  const { rows } = await client.query<AlertBurst>('select flood, flood_groups from alert_raising for update')
  return rows[0]!
}
export const storeBurst = async (client: Client, { flood, flood_groups }: AlertBurst): Promise<void> =>
  void (await client.query('update alert_raising set flood = $1, flood_groups = $2', [flood, flood_groups]))

/** Alerts that became known after an instant, locked as others are: by id. */
export async function lockSince(client: Client, since: number): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t where t.known_at > $1 order by t.id for update`,
    [iso(since)],
  )
  return rows
}
/** Alerts of false positions that held after an instant, locked; the first the first. */
export async function lockFalseStays(client: Client, since: number): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t where t.false_stays <> '[]' and t.last_at >= $1 order by t.id for update`,
    [iso(since)],
  )
  return rows
}
/** Counts alerts that became known after an instant. */
export async function countSince(client: Client, since: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from alerts where known_at > $1',
    [iso(since)],
  )
  return rows[0]!.n
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const iso = (at: number) => new Date(at).toISOString()

/** The hits known of some results. */
export async function hitsOf(
  client: Client,
  results: readonly { mmsi: number; id: string }[],
): Promise<Hit[]> {
  const { rows } = await client.query<Hit>(
    `select alert_id, h.mmsi, h.result_id, definition_id, again, status,
       ${MS('first_at')} as first_at, ${MS('last_at')} as last_at, fix_ids,
       ${MS('began_at')} as began_at, ${MS('ended_at')} as ended_at
     from alert_hits h join unnest($1::int[], $2::text[]) as r (mmsi, id) on r.mmsi = h.mmsi and r.id = h.result_id`,
    [results.map(({ mmsi }) => mmsi), results.map(({ id }) => id)],
  )
  return rows
}

export async function keepHits(client: Client, hits: readonly Hit[]): Promise<void> {
  await client.query(
    `insert into alert_hits select alert_id, mmsi, result_id, definition_id, again, status, first_at, last_at, fix_ids, began_at, ended_at
     from jsonb_populate_recordset(null::alert_hits, $1::jsonb)
     on conflict (mmsi, result_id, definition_id) do update
       set again = excluded.again, status = excluded.status, last_at = excluded.last_at,
         began_at = excluded.began_at, ended_at = excluded.ended_at`,
    [JSON.stringify(hits.map(stored))],
  )
}

const isoOrNull = (at: number | null) => (at === null ? null : iso(at))
const stored = (hit: Hit) => ({
  ...hit,
  first_at: iso(hit.first_at),
  last_at: iso(hit.last_at),
  began_at: isoOrNull(hit.began_at),
  ended_at: isoOrNull(hit.ended_at),
})

const EVIDENCE = 20
const ISO = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Returns the combined state of all hits of some alerts, with the latest of them. */
export async function standingsOf(client: Client, alertIds: readonly string[]): Promise<Standing[]> {
  const { rows } = await client.query<Standing>(
    `select alert_id, sum(1 + again)::int as count, ${MS('min(first_at)')} as first_at, ${MS('max(last_at)')} as last_at,
       ${MS('min(coalesce(began_at, first_at))')} as began_at,
       case when not bool_or(status = 'HIT' and ended_at is null)
         then ${MS(`max(coalesce(ended_at, last_at)) filter (where status <> 'REVISED')`)} end as ended_at,
       bool_or(status = 'HIT') as holds, bool_and(status = 'REVISED') as is_revised,
       (select jsonb_agg(jsonb_build_object('result_id', result_id, 'first_at', ${ISO('first_at')},
          'last_at', ${ISO('last_at')}, 'status', status, 'fix_ids', fix_ids) order by first_at, result_id)
        from (select * from alert_hits h where h.alert_id = of.alert_id
          order by first_at desc, result_id limit ${EVIDENCE}) latest) as evidence
     from alert_hits of where alert_id = any($1::text[]) group by alert_id`,
    [alertIds],
  )
  return rows
}

/** Returns the last reported names of vessels by MMSI and split. */
export async function namesOf(
  client: Client,
  mmsis: readonly number[],
): Promise<{ mmsi: number; split: number; name: string | null }[]> {
  const { rows } = await client.query<{ mmsi: number; split: number; name: string | null }>(
    `select mmsi, split, fields #>> '{name,value}' as name from statics where mmsi = any($1::int[])`,
    [mmsis],
  )
  return rows
}
