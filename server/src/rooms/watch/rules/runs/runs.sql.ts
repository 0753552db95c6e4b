import type { RuleRun } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** A look back as it is stored; instants are epoch ms. */
export type RunRow = {
  id: string
  rule_id: string
  rule_version: number
  rule: EvaluatedRule
  is_draft: boolean
  started_by_id: string
  started_by: string
  started_at: number
  from_at: number
  to_at: number
  knowledge: RuleRun['knowledge']
  dry_run: boolean
  /** True when its user saw only some sources or zones. */
  is_confined: boolean
  area: ZoneGeometry | null
  ships: number[] | null
  upto_ship: number | null
  state: RuleRun['state']
  progress: number
  scanned_fixes: number
  hits: number
  truncated: boolean
  cost_ms: number
  error: string | null
  preview: string | null
  /** Share of the period with data, 0 to 1, in all and by source; null until the run is over, and of aircraft. */
  coverage: RunCoverage | null
  job_id: string | null
}
export type RunCoverage = { share: number; sources: [source: number, share: number][] }
/** State of a run before it begins. */
export const NOT_BEGUN = {
  upto_ship: null,
  state: 'QUEUED',
  progress: 0,
  scanned_fixes: 0,
  hits: 0,
  truncated: false,
  cost_ms: 0,
  error: null,
  preview: null,
  coverage: null,
  job_id: null,
} as const satisfies Partial<RunRow>
type Client = Pick<pg.PoolClient, 'query'>

const ms = (name: string) => `extract(epoch from ${name})::float8 * 1000 as ${name}`
const READ = `id, rule_id, rule_version, rule, is_draft, started_by_id, started_by, ${ms('started_at')},
  ${ms('from_at')}, ${ms('to_at')}, knowledge, dry_run, is_confined, area, ships, upto_ship, state, progress,
  scanned_fixes::float8 as scanned_fixes, hits, truncated, cost_ms, error, preview, coverage, job_id`
const at = (instant: number) => new Date(instant)

export async function insertRun(db: Db, run: RunRow): Promise<void> {
  await sql`insert into rule_runs (id, rule_id, rule_version, rule, is_draft, started_by_id, started_by, started_at,
      from_at, to_at, knowledge, dry_run, is_confined, area, ships, state, progress, scanned_fixes, hits, truncated, cost_ms)
    values (${run.id}, ${run.rule_id}, ${run.rule_version}, ${JSON.stringify(run.rule)}::jsonb, ${run.is_draft},
      ${run.started_by_id}, ${run.started_by}, ${at(run.started_at)}, ${at(run.from_at)}, ${at(run.to_at)},
      ${run.knowledge}, ${run.dry_run}, ${run.is_confined}, ${run.area === null ? null : JSON.stringify(run.area)}::jsonb,
      ${run.ships}::int[], ${run.state}, 0, 0, 0, false, 0)`.execute(query(db))
}

/** Returns how many runs of a user wait or run. */
export async function countRunsUnderWay(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rule_runs
    where started_by_id = ${userId} and state in ('QUEUED', 'RUNNING')`.execute(query(db))
  return rows[0]!.n
}

export async function readRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${sql.raw(READ)} from rule_runs where id = ${id}`.execute(
    query(db),
  )
  return rows[0]
}

/** The last runs of a rule, the latest first; of drafts those of one user. */
export async function readRuns(
  db: Db,
  { ruleId, by }: { ruleId: string; by: string | null },
  limit: number,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select ${sql.raw(READ)} from rule_runs where rule_id = ${ruleId}
    and (${by}::text is null or started_by_id = ${by}) order by rule_runs.started_at desc, id desc limit ${limit}`.execute(
    query(db),
  )
  return rows
}

/** The last runs of rules that are over, by rule. */
export async function lastCosts(db: Db, ruleIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule_id: string; cost_ms: number }>`
    select distinct on (rule_id) rule_id, cost_ms from rule_runs
    where rule_id = any(${ruleIds}::text[]) and state in ('SUCCEEDED', 'PARTIAL')
    order by rule_id, started_at desc`.execute(query(db))
  return new Map(rows.map(({ rule_id, cost_ms }) => [rule_id, cost_ms]))
}

/** Returns true if a preview of this version was viewed. */
export async function isPreviewed(
  db: Db,
  rule: { id: string; version: number },
  preview: string,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rule_runs
    where rule_id = ${rule.id} and rule_version = ${rule.version} and not is_draft and dry_run
      and state in ('SUCCEEDED', 'PARTIAL') and preview = ${preview}`.execute(query(db))
  return rows[0]!.n > 0
}

/** Starts or restarts a run in the transaction that enqueues its job; null if it is under way or ended. */
export async function beginRun(client: Client, id: string, jobId: string): Promise<RunRow | null> {
  const { rows } = await client.query<RunRow>(
    `update rule_runs set job_id = $2, state = 'QUEUED', error = null, ended_at = null
    where id = $1 and (job_id is null or state in ('FAILED', 'CANCELLED')) returning ${READ}`,
    [id, jobId],
  )
  return rows[0] ?? null
}

export type Advanced = {
  uptoShip: number | null
  progress: number
  scanned: number
  hits: number
  cost: number
}
/** Keeps how far a run came, in the transaction that stores what it found. */
export const advanceRun = (client: Client, id: string, done: Advanced): Promise<unknown> =>
  client.query(
    `update rule_runs set state = 'RUNNING', upto_ship = $2, progress = $3, scanned_fixes = scanned_fixes + $4,
      hits = hits + $5, cost_ms = cost_ms + $6 where id = $1 and state in ('QUEUED', 'RUNNING')`,
    [id, done.uptoShip, done.progress, done.scanned, done.hits, done.cost],
  )

/** Resets a run that starts from the beginning, so that it has no results yet. */
export const beginAgain = async (client: Client, id: string): Promise<void> => {
  await client.query('delete from rule_results where run_id = $1', [id])
  await client.query(
    `update rule_runs set state = 'RUNNING', upto_ship = null, progress = 0, scanned_fixes = 0, hits = 0, cost_ms = 0
     where id = $1`,
    [id],
  )
}

type End = Pick<RunRow, 'state' | 'error' | 'preview' | 'truncated' | 'coverage'>
export async function endRun(
  db: Db,
  id: string,
  { state, error, preview, truncated, coverage }: End,
  now: number,
): Promise<void> {
  await sql`update rule_runs set state = ${state}, error = ${error}, preview = ${preview}, truncated = ${truncated},
      coverage = ${coverage === null ? null : JSON.stringify(coverage)}::jsonb,
      ended_at = ${at(now)}, progress = case when ${state} in ('SUCCEEDED', 'PARTIAL') then 1 else progress end
    where id = ${id} and state in ('QUEUED', 'RUNNING')`.execute(query(db))
}

/** Forgets dry runs that began before an instant, and what they found. */
export async function forgetRuns(db: Db, before: Date): Promise<void> {
  await sql`with gone as (delete from rule_runs where dry_run and started_at < ${before} returning id)
    delete from rule_results where run_id in (select id from gone)`.execute(query(db))
}

/** Returns MMSIs received from an hour on, ascending: after one, and only of given sources and vessels. */
export async function vesselsReceived(
  db: Db,
  {
    from,
    sources,
    ships,
  }: { from: number; sources: readonly number[] | null; ships: readonly number[] | null },
): Promise<number[]> {
  // From ship to ship over the index: of each there are many hours.
  const { rows } = await sql<{ mmsi: number }>`
    with recursive ship as (
      (select mmsi from vessel_hours order by mmsi limit 1)
      union all
      select (select next.mmsi from vessel_hours next where next.mmsi > ship.mmsi order by next.mmsi limit 1)
      from ship where ship.mmsi is not null)
    select mmsi from ship
    where (${ships}::int[] is null or mmsi = any(${ships}::int[])) and exists (
      select from vessel_hours heard where heard.mmsi = ship.mmsi
        and heard.hour >= date_trunc('hour', ${at(from)}::timestamptz)
        and (${sources}::int[] is null or heard.source_id = any(${sources}::int[])))
    order by mmsi`.execute(query(db))
  return rows.map(({ mmsi }) => mmsi)
}

/** Estimates the fixes and vessel hours to evaluate in a period. */
export async function sizeOf(
  db: Db,
  request: { from: number; to: number; sources: readonly number[] | null; ships: readonly number[] | null },
): Promise<{ fixes: number; shipHours: number }> {
  const { from, to, sources, ships } = request
  const { rows } = await sql<{ fixes: number; hours: number }>`
    select coalesce(sum(fixes), 0)::float8 as fixes, count(distinct (mmsi, hour))::int as hours from vessel_hours
    where hour >= date_trunc('hour', ${at(from)}::timestamptz) and hour <= ${at(to)}
      and (${sources}::int[] is null or source_id = any(${sources}::int[]))
      and (${ships}::int[] is null or mmsi = any(${ships}::int[]))`.execute(query(db))
  return { fixes: rows[0]!.fixes, shipHours: rows[0]!.hours }
}
