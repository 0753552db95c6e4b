import type { AlertAction } from '@samudra/contract/alert-workflow'
import { OF_A_NUMBER, SEVERITIES } from '@samudra/contract/event-types'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { isAmong, type SeenObjects } from '../../../platform/kernel/objects/object-seers.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { After } from '../../../sea/page-seen.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { MARKED, NO_MMSI, type AlertRow, type StoredAlert, type MarkRow } from './alert.ts'

export type Client = Pick<pg.PoolClient, 'query'>
/** Runs reads and writes of alerts in one transaction. */
export const inAlerts = inTransaction

const INSTANTS = [
  'first_at',
  'last_at',
  'began_at',
  'ended_at',
  'known_at',
  'changed_at',
  'clears_at',
  'acked_at',
  'next_escalation_at',
  'shelved_until',
] as const satisfies (keyof AlertRow)[]
const PLAIN = [
  'id',
  'version',
  'definition_id',
  'rule_id',
  'rule_version',
  'type',
  'severity',
  'title',
  'text',
  'dedupe',
  'window_min',
  'grace_min',
  'auto_clear_min',
  'mmsi',
  'split',
  'other_mmsi',
  'other_split',
  'ship_name',
  'aoi_id',
  'source',
  'icao24',
  'lat_udeg',
  'lon_udeg',
  'sources',
  'of_past',
  'count',
  'condition',
  'state',
  'owner_id',
  'owner',
  'acked_by',
  'escalates',
  'sound',
  'escalation_policy',
  'escalation_level',
  'shelved_by',
  'disposition',
  'comments',
  'evidence',
  'group_key',
  'false_stays',
  'feed_degraded',
] as const satisfies (keyof AlertRow)[]
/** Columns of an alert as rows are read, of a table by its name in the statement. */
export const READ = [
  ...PLAIN.map((name) => `t.${name}`),
  ...INSTANTS.map((name) => `(extract(epoch from t.${name}) * 1000)::float8 as ${name}`),
].join()
const COLUMNS = [...PLAIN, ...INSTANTS]
const NEXT = COLUMNS.filter((name) => name !== 'id' && name !== 'mmsi')
  .map((name) => `${name} = excluded.${name}`)
  .join()

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const stored = (row: StoredAlert): object => ({
  ...row,
  ...Object.fromEntries(INSTANTS.map((name) => [name, iso(row[name])])),
})

/** User who acted on alerts, and the action. */
export type ByUser = { actor: string; action: AlertAction }

/**
 * Stores new alerts and the next versions of others, which the caller has locked; keeps what stood before. With `by` the
 * versions name the user whose action they are of.
 */
export async function keepAlerts(client: Client, rows: readonly StoredAlert[], by?: ByUser): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `with put as (
       insert into alerts (${COLUMNS.join()}, explanation)
       select ${COLUMNS.join()}, explanation from jsonb_populate_recordset(null::alerts, $1::jsonb)
       on conflict (mmsi, id) do update set ${NEXT}
       returning *
     ), closed as (
       update alert_versions v set known_to = put.changed_at from put where v.id = put.id and v.known_to is null
     )
     insert into alert_versions (id, version, known_from, body, actor, action)
     select id, version, changed_at, to_jsonb(put) - 'explanation', $2, $3 from put`,
    [JSON.stringify(rows.map(stored)), by?.actor ?? null, by?.action ?? null],
  )
}

/** Filter of alerts; instants are epoch ms. */
export type AlertsQuery = {
  /** Definitions a caller sees; null for an alert of a rule without one. */
  rules: SeenObjects
  definitions: SeenObjects
  /** Numbers of the sources he sees; null for all. */
  sources: readonly number[] | null
  /** True if the caller may know results based on the past of vessels. */
  ofPast: boolean
  box: CallerVisibility['box']
  definitionId?: string | undefined
  ids?: readonly string[] | undefined
  state?: string | undefined
  condition?: string | undefined
  severity?: string | undefined
  states?: readonly string[] | undefined
  severities?: readonly string[] | undefined
  types?: readonly string[] | undefined
  type?: string | undefined
  mmsi?: number | undefined
  /** Which of the ships under the MMSI; without it all of them. */
  split?: number | undefined
  aoiId?: string | undefined
  /** Empty for alerts without an owner. */
  owner?: string | undefined
  shelved?: boolean | undefined
  /** True for alerts that need work: neither closed nor shelved. */
  isWaiting?: boolean | undefined
  disposition?: string | undefined
  /** Empty for those of no group and of `loneGroups`. */
  group?: string | undefined
  /** Groups whose alerts are returned with those of no group. */
  loneGroups?: readonly string[] | undefined
  from?: number | undefined
  to?: number | undefined
  /** As they stood then. */
  asOf?: number | undefined
}

const instant = (at: number) => sql`to_timestamp(${at}::double precision / 1000)`
/** Alerts as they stand, or stood at an instant: then each version is read once, and without why. */
export const standing = ({ asOf }: Pick<AlertsQuery, 'asOf'>): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`alerts t`
    : sql`(select body from alert_versions v
        where v.known_from <= ${instant(asOf)} and (v.known_to > ${instant(asOf)} or v.known_to is null)) version
        cross join lateral jsonb_populate_record(null::alerts, version.body) t`

export function conditions(request: AlertsQuery): RawBuilder<unknown> {
  const { sources, box } = request
  const all = [
    isAmong(sql`t.rule_id`, request.rules),
    sql`(t.definition_id is null or ${isAmong(sql`t.definition_id`, request.definitions)})`,
  ]
  const equals: [string, unknown][] = [
    ['definition_id', request.definitionId],
    ['state', request.state],
    ['condition', request.condition],
    ['severity', request.severity],
    ['type', request.type],
    ['aoi_id', request.aoiId],
    ['disposition', request.disposition],
  ]
  for (const [name, value] of equals)
    if (value !== undefined) all.push(sql`${sql.ref(`t.${name}`)} = ${value}`)
  const among: [string, readonly string[] | undefined][] = [
    ['state', request.states],
    ['severity', request.severities],
    ['type', request.types],
  ]
  for (const [name, values] of among)
    if (values !== undefined) all.push(sql`${sql.ref(`t.${name}`)} = any(${values}::text[])`)
  if (request.ids !== undefined) all.push(sql`t.id = any(${request.ids}::text[])`)
  if (request.mmsi !== undefined) all.push(ofShip(request.mmsi, request.split))
  if (request.group !== undefined) all.push(inGroup(request.group, request.loneGroups ?? []))
  if (request.owner !== undefined) all.push(sql`coalesce(t.owner, '') = ${request.owner}`)
  if (request.shelved !== undefined) all.push(sql`(t.state = 'SHELVED') = ${request.shelved}`)
  if (request.isWaiting === true) all.push(sql`t.state in ('NEW', 'ACKNOWLEDGED', 'IN_PROGRESS')`)
  if (request.from !== undefined) all.push(sql`t.known_at >= ${instant(request.from)}`)
  if (request.to !== undefined) all.push(sql`t.known_at <= ${instant(request.to)}`)
  if (!request.ofPast) all.push(sql`not t.of_past`)
  if (sources !== null)
    // A row without any source is visible to unrestricted users only.
    all.push(sql`t.sources <> '[]' and not exists (select 1 from jsonb_array_elements(t.sources) as source_group (members)
      where not exists (select 1 from jsonb_array_elements(source_group.members) as member (source)
        where member.source::int = any(${sources}::int[])))`)
  if (box !== null)
    all.push(sql`(t.lat_udeg is null or (t.lat_udeg between ${Math.floor(box.south * 1e6)} and ${Math.ceil(box.north * 1e6)}
      and t.lon_udeg between ${Math.floor(box.west * 1e6)} and ${Math.ceil(box.east * 1e6)}))`)
  return sql.join(all, sql` and `)
}

const ofShip = (mmsi: number, split: number | undefined): RawBuilder<unknown> =>
  split === undefined
    ? sql`(t.mmsi = ${mmsi} or t.other_mmsi = ${mmsi})`
    : sql`((t.mmsi = ${mmsi} and (t.split = ${split} or t.type = any(${OF_A_NUMBER}::text[])))
        or (t.other_mmsi = ${mmsi} and t.other_split = ${split}))`

const inGroup = (group: string, lone: readonly string[]): RawBuilder<unknown> =>
  group === ''
    ? sql`(t.group_key is null or t.group_key = any(${lone}::text[]))`
    : sql`t.group_key = ${group}`

/** By when they became known, the latest first; `after` is the last one of the page before. */
export async function readAlerts(
  db: Db,
  request: AlertsQuery,
  { limit, after }: { limit: number; after?: After | undefined },
): Promise<AlertRow[]> {
  const rest = after === undefined ? sql`true` : sql`(t.known_at, t.id) < (${instant(after.at)}, ${after.id})`
  const { rows } = await sql<AlertRow>`
    select ${sql.raw(READ)} from ${standing(request)} where ${conditions(request)} and ${rest}
    order by t.known_at desc, t.id desc limit ${limit}`.execute(query(db))
  return rows
}

/** The gravest first, and of those the latest. */
export async function markedAlerts(db: Db, request: AlertsQuery, limit: number): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select ${sql.raw(MARKED.map((name) => `t.${name}`).join())},
      (extract(epoch from t.known_at) * 1000)::float8 as known_at
    from ${standing(request)} where ${conditions({ ...request, isWaiting: true })}
    order by array_position(${[...SEVERITIES]}::text[], t.severity) desc, t.known_at desc, t.id desc
    limit ${limit}`.execute(query(db))
  return rows
}

/** An alert that a result stands in, and where. */
type Linked = Pick<AlertRow, 'id' | 'lat_udeg' | 'lon_udeg'> & { result_id: string }
type LiveResult = { mmsi: number; id: string }
/** The alerts that some live results stand in; of one result the gravest first, and of those the latest. */
export async function alertsOfResults(
  db: Db,
  request: AlertsQuery,
  results: readonly LiveResult[],
): Promise<Linked[]> {
  const { rows } = await linked(request, results).execute(query(db))
  return rows
}
export function linked(request: AlertsQuery, results: readonly LiveResult[]): RawBuilder<Linked> {
  const [mmsis, ids] = [results.map(({ mmsi }) => mmsi), results.map(({ id }) => id)]
  return sql<Linked>`
    select h.result_id, t.id, t.lat_udeg, t.lon_udeg
    from unnest(${mmsis}::int[], ${ids}::text[]) as r (mmsi, id)
      join alert_hits h on h.mmsi = r.mmsi and h.result_id = r.id join alerts t on t.id = h.alert_id
    where ${conditions(request)}
    order by array_position(${[...SEVERITIES]}::text[], t.severity) desc, t.known_at desc, t.id desc`
}

/** Columns for counts and groups. */
export type AlertSum = Pick<
  AlertRow,
  'state' | 'severity' | 'group_key' | 'title' | 'definition_id' | 'disposition'
> & {
  n: number
  first_at: number
  last_at: number
  began_at: number
  /** Null while the end of one is not known. */
  ended_at: number | null
  known_at: number
  /** The first that names no ship, in a group that of the jam itself. */
  head_id: string | null
  head_title: string | null
}
/** Counts alerts by state, severity, group, definition and disposition. */
export async function sumAlerts(db: Db, request: AlertsQuery): Promise<AlertSum[]> {
  const { rows } = await sql<AlertSum>`
    select t.state, t.severity, t.group_key, t.definition_id, t.disposition, min(t.title) as title, count(*)::int as n,
      min(t.id) filter (where t.mmsi = ${NO_MMSI}) as head_id, min(t.title) filter (where t.mmsi = ${NO_MMSI}) as head_title,
      (extract(epoch from min(t.first_at)) * 1000)::float8 as first_at,
      (extract(epoch from max(t.last_at)) * 1000)::float8 as last_at,
      (extract(epoch from min(coalesce(t.began_at, t.first_at))) * 1000)::float8 as began_at,
      case when bool_and(t.ended_at is not null) then (extract(epoch from max(t.ended_at)) * 1000)::float8 end as ended_at,
      (extract(epoch from min(t.known_at)) * 1000)::float8 as known_at
    from ${standing(request)} where ${conditions(request)} group by t.state, t.severity, t.group_key, t.definition_id, t.disposition`.execute(
    query(db),
  )
  return rows
}

/** Filters that do not describe the alert itself: progress of the work on it, and the group that shows it. */
export const HOW_IT_STANDS = ['state', 'owner', 'shelved', 'group'] as const satisfies (keyof AlertsQuery)[]
type GroupPlace = Pick<AlertRow, 'group_key' | 'lat_udeg' | 'lon_udeg'> & { n: number }
/**
 * Counts all alerts of groups with at least one match, in any state. Counts are per position, or without a position if
 * `isByPlace` is false.
 */
export async function groupPlaces(db: Db, request: AlertsQuery, isByPlace: boolean): Promise<GroupPlace[]> {
  const however = { ...request, ...Object.fromEntries(HOW_IT_STANDS.map((name) => [name, undefined])) }
  const some = request.group === '' ? { ...request, group: undefined } : request
  const place = isByPlace ? sql`t.lat_udeg, t.lon_udeg` : sql`null::int as lat_udeg, null::int as lon_udeg`
  const { rows } = await sql<GroupPlace>`
    select t.group_key, ${place}, count(*)::int as n from ${standing(request)}
    where ${conditions(however)} and t.group_key in (
      select t.group_key from ${standing(request)} where ${conditions(some)} and t.group_key is not null)
    group by 1, 2, 3`.execute(query(db))
  return rows
}

export async function explanationsOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RuleExplanation | null>> {
  const { rows } = await sql<{ id: string; explanation: RuleExplanation | null }>`
    select id, explanation from alerts where id = any(${ids}::text[])`.execute(query(db))
  return new Map(rows.map(({ id, explanation }) => [id, explanation]))
}

/**
 * Makes manual changes wait for a process that raises alerts, which locks them one by one; manual changes do not wait
 * for each other.
 */
export const waitForRaising = async (client: Client): Promise<void> =>
  void (await client.query('select 1 from alert_raising for share'))

/** Alerts by their ids, locked until the transaction is over; in one order, so that two hands never wait for each other. */
export async function lockAlerts(client: Client, ids: readonly string[]): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t where t.id = any($1::text[]) order by t.id for update`,
    [ids],
  )
  return rows
}

/** Returns locked alerts of some subjects that matched after an instant, the latest first. */
export async function lockSame(
  client: Client,
  dedupes: readonly string[],
  from: number,
): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(
    `select ${READ} from alerts t where t.dedupe = any($1::text[])
       and (t.condition = 'ACTIVE' or t.last_at + make_interval(secs => t.window_min * 60) >= $2)
     order by t.id for update`,
    [dedupes, iso(from)],
  )
  return rows.sort((a, b) => b.last_at - a.last_at)
}
