import { OF_A_NUMBER } from '@samudra/contract/event-types'
import type { RuleResult } from '@samudra/contract/rule-results'
import type { Explained } from '@samudra/rules/plans/node'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { isAmong, type SeenObjects } from '../../../../platform/kernel/objects/object-seers.sql.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import type { After } from '../../../../sea/page-seen.ts'

/** In place of the MMSI of what was found of an area, a source or an aircraft. */
export const NO_MMSI = 0
/** A result as it is stored; instants are epoch ms, degrees in millionths. `run_id` is empty for what was found live. */
export type ResultRow = {
  mmsi: number
  run_id: string
  id: string
  rule_id: string
  rule_version: number
  subject: RuleResult['subject']
  split: number
  other_mmsi: number | null
  other_split: number | null
  /** Vessels counted in an area, by MMSI and split; null for other subjects. */
  ships: [number, number][] | null
  /** Code of the source it was found of; null otherwise. */
  source: string | null
  /** ICAO address of the aircraft it was found of; null otherwise. */
  icao24: string | null
  /** Instant of detection, and of the last change. */
  first_at: number
  last_at: number
  /** Beginning and end of the behaviour; the end is null while it is active, or if evaluation stopped. */
  began_at: number
  ended_at: number | null
  known_at: number
  /** Null of a source, and of an aircraft without a place. */
  lat_udeg: number | null
  lon_udeg: number | null
  severity: RuleResult['severity']
  status: RuleResult['status']
  again: number
  explanation: Explained | null
  sources: number[][]
  /** True if it is based on data from elsewhere (a past or an area): only unrestricted users receive it. */
  of_past: boolean
  judgement: RuleResult['judgement']
  judged_by: string | null
  judged_reason: string | null
  /** When it was judged, and when it was last stored otherwise; of what is read. */
  judged_at: number | null
  changed_at: number
}
/** Update of a result that may be stored already. */
export type Later = Pick<
  ResultRow,
  'mmsi' | 'run_id' | 'id' | 'status' | 'last_at' | 'began_at' | 'ended_at' | 'again'
>
/** Fields of a result that determine its audience. */
export type Changed = Pick<
  ResultRow,
  'mmsi' | 'id' | 'rule_id' | 'rule_version' | 'sources' | 'of_past' | 'lat_udeg' | 'lon_udeg' | 'judgement'
>
export type Client = Pick<pg.PoolClient, 'query'>

const ROWS_AT_ONCE = 2000
const KEY = ['mmsi', 'run_id', 'id']
const TYPES: Record<string, string> = {
  mmsi: 'int',
  run_id: 'text',
  id: 'text',
  rule_id: 'text',
  rule_version: 'int',
  subject: 'text',
  split: 'smallint',
  other_mmsi: 'int',
  other_split: 'smallint',
  ships: 'jsonb',
  source: 'text',
  icao24: 'text',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
  began_at: 'timestamptz',
  ended_at: 'timestamptz',
  known_at: 'timestamptz',
  lat_udeg: 'int',
  lon_udeg: 'int',
  severity: 'text',
  status: 'text',
  again: 'int',
  explanation: 'jsonb',
  sources: 'jsonb',
  of_past: 'boolean',
}
const COLUMNS = Object.keys(TYPES)
const RECORD = COLUMNS.map((name) => `${name} ${TYPES[name]}`).join()
export const CHANGED = [
  'mmsi',
  'id',
  'rule_id',
  'rule_version',
  'sources',
  'of_past',
  'lat_udeg',
  'lon_udeg',
  'judgement',
]

/**
 * Stores new hits. An active one is not published again; a revised one becomes active again. A vessel for which a user
 * disputed this version of the rule gets a disputed hit.
 */
const BEGIN = `insert into rule_results (${COLUMNS.join()}, changed_at, judgement, judged_by, judged_at, judged_reason)
  select ${COLUMNS.map((name) => `r.${name}`).join()}, r.known_at,
    case when d.mmsi is null then null else 'DISPUTED' end, d.disputed_by, d.disputed_at, d.reason
  from jsonb_to_recordset($1::jsonb) as r (${RECORD})
  left join rule_disputes d on d.mmsi = r.mmsi and d.source = coalesce(r.source, '') and d.icao24 = coalesce(r.icao24, '') and d.rule_id = r.rule_id and d.rule_version = r.rule_version
  on conflict (${KEY.join()}) do update set status = excluded.status, last_at = excluded.last_at,
    began_at = excluded.began_at, ended_at = excluded.ended_at,
    again = excluded.again, explanation = excluded.explanation, changed_at = excluded.changed_at
  where (rule_results.status, rule_results.last_at, rule_results.again, rule_results.began_at, rule_results.ended_at)
    is distinct from (excluded.status, excluded.last_at, excluded.again, excluded.began_at, excluded.ended_at)
  returning ${CHANGED.map((name) => `rule_results.${name}`).join()}`

const GO_ON = `update rule_results t set status = r.status, last_at = r.last_at, changed_at = $2,
    began_at = r.began_at, ended_at = r.ended_at, again = r.again
  from jsonb_to_recordset($1::jsonb) as r (mmsi int, run_id text, id text, status text, last_at timestamptz,
    began_at timestamptz, ended_at timestamptz, again int)
  where t.mmsi = r.mmsi and t.run_id = r.run_id and t.id = r.id
    and (t.status, t.last_at, t.again, t.began_at, t.ended_at)
      is distinct from (r.status, r.last_at, r.again, r.began_at, r.ended_at)
  returning ${CHANGED.map((name) => `t.${name}`).join()}`

/** Clears active hits that are no longer evaluated. */
const END = `update rule_results set status = 'CLEARED', last_at = $2, changed_at = $2
  where run_id = '' and status = 'HIT' and not rule_id || '.' || rule_version = any($1::text[])
    and (subject = 'AIRCRAFT') = $3
  returning ${CHANGED.join()}`

const iso = (at: number) => new Date(at).toISOString()
const instantsOf = ({
  last_at,
  began_at,
  ended_at,
}: Pick<ResultRow, 'last_at' | 'began_at' | 'ended_at'>) => ({
  last_at: iso(last_at),
  began_at: iso(began_at),
  ended_at: ended_at === null ? null : iso(ended_at),
})

/** Ends what goes on of rule versions other than these, of aircraft or of all else; answers what changed by it. */
export const endOthers = (
  db: Db,
  { keys, ofAircraft }: { keys: readonly string[]; ofAircraft: boolean },
  now: number,
): Promise<Changed[]> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<Changed>(END, [keys, iso(now), ofAircraft])
    await noteNews(client, rows, now)
    return rows
  })

/** Stores what began and what became of what began before; answers those that changed by it. */
export async function storeResults(
  client: Client,
  { begun, later }: { begun: readonly ResultRow[]; later: readonly Later[] },
  now: number,
): Promise<Changed[]> {
  const changed: Changed[] = []
  const put = async (statement: string, rows: readonly object[], values: unknown[]) => {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))
      changed.push(...(await client.query<Changed>(statement, [some, ...values])).rows)
    }
  }
  await put(
    BEGIN,
    begun.map((row) => ({
      ...row,
      first_at: iso(row.first_at),
      ...instantsOf(row),
      known_at: iso(row.known_at),
    })),
    [],
  )
  await put(
    GO_ON,
    later.map((row) => ({ ...row, ...instantsOf(row) })),
    [iso(now)],
  )
  // Results of a historical run are not published.
  const isLive = [...begun, ...later].some(({ run_id }) => run_id === '')
  if (isLive) await noteNews(client, changed, now)
  return changed
}

/** Notes live results for the raising of alerts in the same transaction; a process leaves them until this commits. */
export async function noteNews(client: Client, changed: readonly Changed[], now: number): Promise<void> {
  if (changed.length === 0) return
  const keys = [changed.map(({ mmsi }) => mmsi), changed.map(({ id }) => id)]
  await client.query(
    `insert into rule_result_news (mmsi, result_id, noted_at) select mmsi, id, $3 from unnest($1::int[], $2::text[]) as r (mmsi, id)
     on conflict (mmsi, result_id) do update set noted_at = excluded.noted_at`,
    [...keys, iso(now)],
  )
}

/** Live results as they stand, by MMSI and id. */
export async function resultsOfKeys(
  client: Client,
  keys: readonly { mmsi: number; id: string }[],
): Promise<ResultRow[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<ResultRow>(
    `select ${READ} from rule_results t where run_id = '' and (mmsi, id) in (select * from unnest($1::int[], $2::text[]))`,
    [keys.map(({ mmsi }) => mmsi), keys.map(({ id }) => id)],
  )
  return rows
}

export const inResults = <T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(db, work)

/** Results that older versions stored began when they were found. */
const stored = (name: string) => (name === 'began_at' ? 'coalesce(began_at, first_at)' : name)
const ms = (name: string) => `extract(epoch from ${stored(name)})::float8 * 1000 as ${name}`
const INSTANTS = new Set([
  'first_at',
  'last_at',
  'began_at',
  'ended_at',
  'known_at',
  'judged_at',
  'changed_at',
])
/** Columns of a result as rows are read. */
export const READ = [...COLUMNS, 'judgement', 'judged_by', 'judged_reason', 'judged_at', 'changed_at']
  .map((name) => (INSTANTS.has(name) ? ms(name) : name))
  .join()
const instant = (at: number) => sql`to_timestamp(${at}::double precision / 1000)`

/** Filter of results; instants are epoch ms. */
export type ResultsQuery = {
  id?: string
  /** Empty for what was found live; null for that and for runs that were not dry. */
  runId: string | null
  ruleIds?: readonly string[] | undefined
  rules?: SeenObjects | undefined
  mmsi?: number | undefined
  source?: string | undefined
  icao24?: string | undefined
  status?: string | undefined
  judgement?: string | undefined
  /** MMSIs, any of which matches. */
  mmsis?: readonly number[] | undefined
  /** Vessel of a shared MMSI; without it all of them. */
  split?: number | undefined
  /** 2: neither disputed nor revised; 3 and 4: confirmed. */
  leastConfidence?: number | undefined
  /** Found by an instant. */
  knownBy?: number | undefined
  from?: number | undefined
  to?: number | undefined
  /** Found from an instant of the data on, and before one. */
  foundFrom?: number | undefined
  foundTo?: number | undefined
  severities?: readonly string[] | undefined
  /** As events: judged, revised or only detected. */
  eventStatuses?: readonly string[] | undefined
  /** Numbers of the sources that may be known; null for all. */
  sources: readonly number[] | null
  /** True if results based on data from elsewhere may be known. */
  ofPast: boolean
  /** Around what may be seen, degrees; null for everywhere. */
  box: { west: number; south: number; east: number; north: number } | null
}

export function conditions(request: ResultsQuery): RawBuilder<unknown> {
  const { box, sources } = request
  const all: RawBuilder<unknown>[] = [
    request.runId === null
      ? sql`(run_id = '' or run_id in (select id from rule_runs where not dry_run))`
      : sql`run_id = ${request.runId}`,
  ]
  if (request.id !== undefined) all.push(sql`id = ${request.id}`)
  if (request.ruleIds !== undefined) all.push(sql`rule_id = any(${request.ruleIds}::text[])`)
  if (request.rules !== undefined) all.push(isAmong(sql`rule_id`, request.rules))
  if (request.mmsi !== undefined)
    all.push(
      sql`(mmsi = ${request.mmsi} or other_mmsi = ${request.mmsi} or ships @> ${JSON.stringify([[request.mmsi]])}::jsonb)`,
    )
  if (request.source !== undefined) all.push(sql`source = ${request.source}`)
  if (request.icao24 !== undefined) all.push(sql`icao24 = ${request.icao24}`)
  if (request.status !== undefined) all.push(sql`status = ${request.status}`)
  if (request.judgement !== undefined) all.push(sql`judgement = ${request.judgement}`)
  if (request.mmsis !== undefined)
    all.push(sql`(mmsi = any(${request.mmsis}::int[]) or other_mmsi = any(${request.mmsis}::int[])
      or ships @> any(${request.mmsis.map((mmsi) => JSON.stringify([[mmsi]]))}::text[]::jsonb[]))`)
  if (request.mmsis !== undefined && request.split !== undefined)
    all.push(sql`((mmsi = any(${request.mmsis}::int[])
        and (split = ${request.split} or split_part(rule_id, '.', 1) = any(${OF_A_NUMBER}::text[])))
      or (other_mmsi = any(${request.mmsis}::int[]) and other_split = ${request.split})
      or ships @> any(${request.mmsis.map((mmsi) => JSON.stringify([[mmsi, request.split]]))}::text[]::jsonb[]))`)
  if (request.knownBy !== undefined) all.push(sql`known_at <= ${instant(request.knownBy)}`)
  const by = request.knownBy
  const judged =
    by === undefined ? sql`judgement` : sql`case when judged_at <= ${instant(by)} then judgement end`
  const isRevised =
    by === undefined ? sql`status = 'REVISED'` : sql`(status = 'REVISED' and changed_at <= ${instant(by)})`
  const least = request.leastConfidence ?? 1
  if (least > 2) all.push(sql`${judged} = 'CONFIRMED'`)
  else if (least === 2)
    all.push(
      sql`coalesce(${judged}, case when ${isRevised} then 'REVISED' else 'CONFIRMED' end) = 'CONFIRMED'`,
    )
  // Hits that were open at the last save continue.
  if (request.from !== undefined) all.push(sql`(last_at >= ${instant(request.from)} or status = 'HIT')`)
  if (request.to !== undefined) all.push(sql`coalesce(began_at, first_at) < ${instant(request.to)}`)
  if (request.foundFrom !== undefined) all.push(sql`first_at >= ${instant(request.foundFrom)}`)
  if (request.foundTo !== undefined) all.push(sql`first_at < ${instant(request.foundTo)}`)
  if (request.severities !== undefined) all.push(sql`severity = any(${request.severities}::text[])`)
  if (request.eventStatuses !== undefined)
    all.push(sql`coalesce(${judged}, case when ${isRevised} then 'REVISED' else 'DETECTED' end)
      = any(${request.eventStatuses}::text[])`)
  if (sources !== null)
    // A row without any source is visible to unrestricted users only.
    all.push(sql`sources <> '[]' and not exists (select 1 from jsonb_array_elements(sources) as source_group (members)
      where not exists (select 1 from jsonb_array_elements(source_group.members) as member (source)
        where member.source::int = any(${sources}::int[])))`)
  if (!request.ofPast) all.push(sql`not of_past`)
  if (box !== null)
    all.push(sql`(lat_udeg is null or (lat_udeg between ${Math.floor(box.south * 1e6)} and ${Math.ceil(box.north * 1e6)}
      and lon_udeg between ${Math.floor(box.west * 1e6)} and ${Math.ceil(box.east * 1e6)}))`)
  return sql.join(all, sql` and `)
}

/** In order of when they began, the latest first; `after` is the last one of the page before. */
export async function readResults(
  db: Db,
  request: ResultsQuery,
  { limit, after }: { limit: number; after?: After | undefined },
): Promise<ResultRow[]> {
  const rest = after === undefined ? sql`true` : sql`(first_at, id) < (${instant(after.at)}, ${after.id})`
  const { rows } = await sql<ResultRow>`
    select ${sql.raw(READ)} from rule_results t where ${conditions(request)} and ${rest}
    order by t.first_at desc, id desc limit ${limit}`.execute(query(db))
  return rows
}

/** Columns for counting results, without explanations. */
export type BareResult = Pick<ResultRow, (typeof BARE)[number]>
const BARE = [
  'id',
  'mmsi',
  'split',
  'other_mmsi',
  'other_split',
  'ships',
  'source',
  'first_at',
  'lat_udeg',
  'lon_udeg',
  'status',
  'again',
  'judgement',
] as const
/** In no order, at most so many. */
export async function bareResults(db: Db, request: ResultsQuery, limit: number): Promise<BareResult[]> {
  const names = BARE.map((name) => (INSTANTS.has(name) ? ms(name) : name)).join()
  const { rows } = await sql<BareResult>`
    select ${sql.raw(names)} from rule_results where ${conditions(request)} limit ${limit}`.execute(query(db))
  return rows
}

export async function countResults(db: Db, request: ResultsQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rule_results where ${conditions(request)}`.execute(query(db))
  return rows[0]!.n
}

/** Returns current live hits of some rule versions last reported after an instant. */
export async function standingSince(db: Db, keys: readonly string[], from: number): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select ${sql.raw(READ)} from rule_results t
    where run_id = '' and t.last_at > ${instant(from)} and status <> 'REVISED'
      and rule_id || '.' || rule_version = any(${keys}::text[])
    order by t.last_at`.execute(query(db))
  return rows
}

/** Returns live results of some vessels last reported from an instant on. */
export async function liveResultsOf(db: Db, mmsis: readonly number[], from: number): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select ${sql.raw(READ)} from rule_results t
    where run_id = '' and mmsi = any(${mmsis}::int[]) and t.last_at >= ${instant(from)}`.execute(query(db))
  return rows
}
