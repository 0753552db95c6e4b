import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../needs/database.ts'
import type { JobState, StoredWithJob } from '../../needs/jobs.ts'
import { inTransaction, query } from '../../needs/query.ts'

/** Job as reported. The clock of the database alone decides when it is due, because those of machines differ. */
export type JobRow = {
  id: string
  name: string
  is_scheduled: boolean
  input: unknown
  mark: unknown
  state: JobState
  tries: number
  progress: number
  runner: string | null
  why: string | null
  asked_by: string
  cancelled_by: string | null
  next_at: Date | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const span = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
const COLUMNS =
  'id, name, is_scheduled, input, mark, state, tries, progress, runner, why, asked_by, cancelled_by, next_at, created_at, started_at, ended_at'
const ROW = sql.raw(COLUMNS)

/** Makes sure that what comes by itself has its row; what is to come at the start comes now. */
export async function schedule(
  db: Db,
  kinds: { id: string; name: string; dueIn: number }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into jobs (id, name, is_scheduled, input, state, asked_by, created_at, due_at, next_at)
    select k.id, k.name, true, '{}', 'WAITING', '', ${now}, now() + k.due_in, ${now}::timestamptz + k.due_in
    from unnest(${kinds.map(({ id }) => id)}::text[], ${kinds.map(({ name }) => name)}::text[],
      ${kinds.map(({ dueIn }) => `${dueIn} ms`)}::interval[]) as k (id, name, due_in)
    on conflict (name) where is_scheduled do update
      set due_at = least(jobs.due_at, excluded.due_at), next_at = least(jobs.next_at, excluded.next_at)
      where jobs.state <> 'RUNNING'`.execute(query(db))
}

export const insertJob = (
  db: Db,
  { id, name, input, by }: { id: string; name: string; input: object; by: string },
  now: Date,
  also: StoredWithJob,
): Promise<JobRow> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<JobRow>(
      `insert into jobs (id, name, is_scheduled, input, state, asked_by, created_at, due_at, next_at)
      values ($1, $2, false, $3, 'WAITING', $4, $5, now(), $5) returning ${COLUMNS}`,
      [id, name, JSON.stringify(input), by, now],
    )
    await also(client, id)
    return rows[0]!
  })

/**
 * Has nothing wait longer than it may: `mostMs` by kind, and a lease for what runs. What is due later was put down before
 * the database's clock was put back.
 */
export async function cutWaits(
  db: Db,
  kinds: { name: string; mostMs: number }[],
  leaseMs: number,
  now: Date,
): Promise<void> {
  await sql`
    update jobs set due_at = now() + most.span,
      next_at = case when next_at > ${now}::timestamptz + most.span then ${now}::timestamptz + most.span else next_at end
    from (select j.id, case j.state when 'RUNNING' then ${span(leaseMs)} else k.most end as span
      from jobs j join unnest(${kinds.map(({ name }) => name)}::text[],
        ${kinds.map(({ mostMs }) => `${mostMs} ms`)}::interval[]) as k (name, most) using (name)) most
    where jobs.id = most.id and due_at > now() + most.span`.execute(query(db))
}

/** Claimed job, with the instant of the database's clock, epoch ms. */
type Claimed = { at: number; row: JobRow | undefined }
/** Claims for a lease the job of these kinds that is due longest, or whose runner stopped renewing. */
export async function claim(
  db: Db,
  names: string[],
  { runner, leaseMs }: { runner: string; leaseMs: number },
  now: Date,
): Promise<Claimed> {
  const { rows } = await sql<{ at: number } & (JobRow | { id: null })>`
    with taken as (
      update jobs set state = 'RUNNING', runner = ${runner}, due_at = now() + ${span(leaseMs)}, tries = tries + 1,
        started_at = ${now}, ended_at = null, next_at = null, progress = case when mark is null then 0 else progress end
      where id = (select id from jobs where due_at <= now() and name = any(${names}::text[])
        order by due_at limit 1 for update skip locked)
      returning ${ROW})
    select (extract(epoch from now()) * 1000)::float8 as at, taken.* from (select) one left join taken on true`.execute(
    query(db),
  )
  const { at, ...row } = rows[0]!
  return { at, row: row.id === null ? undefined : row }
}

/** Keeps what runs here for another lease. What is not among the answers is no longer ours. */
export async function renew(
  db: Db,
  held: { id: string; progress: number }[],
  { runner, leaseMs }: { runner: string; leaseMs: number },
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    update jobs set due_at = now() + ${span(leaseMs)}, progress = held.done
    from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ progress }) => progress)}::float4[]) as held (job, done)
    where id = held.job and runner = ${runner} and state = 'RUNNING'
    returning ${ROW}`.execute(query(db))
  return rows
}

/** Puts down what is ours: over, or waiting for another try; undefined when it is no longer ours. */
export async function putDown(
  db: Db,
  job: { id: string; runner: string },
  to: { state: JobState; tries: number; why: string | null; dueIn: number | null; isDone: boolean },
  now: Date,
): Promise<JobRow | undefined> {
  const { state, tries, why, dueIn, isDone } = to
  const nextAt = dueIn === null ? null : new Date(now.getTime() + dueIn)
  const { rows } = await sql<JobRow>`
    update jobs set state = ${state}, tries = ${tries}, why = ${why}, runner = null, cancelled_by = null,
      due_at = now() + ${dueIn === null ? null : span(dueIn)}::interval,
      progress = case when ${state} = 'DONE' then 1 else progress end,
      mark = case when ${isDone} then null else mark end, next_at = ${nextAt}, ended_at = ${now}
    where id = ${job.id} and runner = ${job.runner} and state = 'RUNNING' returning ${ROW}`.execute(query(db))
  return rows[0]
}

/** Keeps a mark, and what `work` stores, when the job is ours; false when it is not. */
export const keepMark = (
  db: Db,
  job: { id: string; runner: string },
  mark: object,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `update jobs set mark = $3 where id = $1 and runner = $2 and state = 'RUNNING' and cancelled_by is null`,
      [job.id, job.runner, JSON.stringify(mark)],
    )
    if (rowCount !== 1) return false
    await work(client)
    return true
  })

/** Makes a scheduled job due now; a running one is repeated when it has ended. */
export async function bringForward(db: Db, name: string, now: Date): Promise<void> {
  await sql`update jobs set due_at = now(), next_at = ${now} where name = ${name} and is_scheduled and state <> 'RUNNING'`.execute(
    query(db),
  )
}

export async function tryNow(db: Db, id: string, now: Date): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update jobs set state = 'WAITING', tries = 0, due_at = now(), next_at = ${now}, ended_at = null
    where id = ${id} and state in ('WAITING', 'FAILED') returning ${ROW}`.execute(query(db))
  return rows[0]
}

/** Requests the end of a running job; a waiting one ends at once, unless it is scheduled. */
export async function cancelJob(
  db: Db,
  { id, by }: { id: string; by: string },
  now: Date,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update jobs set cancelled_by = case when state = 'RUNNING' then ${by} end,
      why = case when state = 'RUNNING' then why else ${`Cancelled by ${by}.`} end,
      ended_at = case when state = 'RUNNING' then ended_at else ${now} end, next_at = null,
      due_at = case when state = 'RUNNING' then due_at end,
      state = case when state = 'RUNNING' then state else 'CANCELLED' end
    where id = ${id} and (state = 'RUNNING' or state in ('WAITING', 'FAILED') and not is_scheduled)
    returning ${ROW}`.execute(query(db))
  return rows[0]
}

export async function jobsSince(db: Db, endedSince: Date): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${ROW} from jobs
    where state not in ('DONE', 'CANCELLED') or ended_at >= ${endedSince}
    order by coalesce(ended_at, started_at, created_at) desc, id desc limit 500`.execute(query(db))
  return rows
}

/** Deletes ended jobs, jobs that failed long ago, and scheduled jobs that are no longer declared. */
export async function forgetJobs(db: Db): Promise<void> {
  await sql`delete from jobs where state in ('DONE', 'CANCELLED') and ended_at < now() - interval '7 days'
    or state = 'FAILED' and not is_scheduled and ended_at < now() - interval '90 days'
    or is_scheduled and due_at < now() - interval '30 days'`.execute(query(db))
}
