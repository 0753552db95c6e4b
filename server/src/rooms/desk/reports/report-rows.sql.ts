import type { ReportRun } from '@samudra/contract/reports'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { TemplateBody } from './report-template.ts'

type Client = Pick<pg.PoolClient, 'query'>

/** A run as it is stored. */
export type RunRow = {
  id: string
  parent_id: string | null
  template_id: string
  template: TemplateBody
  owner_id: string
  owner: string
  from_at: Date
  to_at: Date
  as_of: Date
  state: ReportRun['state']
  digest: string | null
  error: string | null
  due_at: Date | null
  requested_at: Date
  ended_at: Date | null
}
type NewRun = Omit<RunRow, 'state' | 'digest' | 'error' | 'ended_at'>

/** Stores a run that waits; returns false where it is stored already. */
export async function insertRun(client: Client, run: NewRun): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into reports (id, parent_id, template_id, template, owner_id, owner, from_at, to_at, as_of, due_at, requested_at, state)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, 'QUEUED') on conflict do nothing`,
    [
      run.id,
      run.parent_id,
      run.template_id,
      JSON.stringify(run.template),
      run.owner_id,
      run.owner,
      run.from_at,
      run.to_at,
      run.as_of,
      run.due_at,
      run.requested_at,
    ],
  )
  return rowCount === 1
}

export async function readRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select * from reports where id = ${id}`.execute(query(db))
  return rows[0]
}

type RunsQuery = { ownerId: string; templateId?: string | undefined; state?: string | undefined }
const isQuery = ({ ownerId, templateId, state }: RunsQuery) => sql`owner_id = ${ownerId}
  and (${templateId ?? null}::text is null or template_id = ${templateId ?? null})
  and (${state ?? null}::text is null or state = ${state ?? null})`

/** Returns runs of a user, the newest first; `after` is the id of the last one of the page before. */
export async function runsOf(
  db: Db,
  request: RunsQuery,
  { limit, after }: { limit: number; after: string | null },
) {
  const { rows } = await sql<RunRow>`
    select * from reports where ${isQuery(request)} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`.execute(query(db))
  return rows
}
export async function countRuns(db: Db, request: RunsQuery): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from reports where ${isQuery(request)}`.execute(query(db))
  return rows[0]!.n
}
export async function openRunsOf(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reports where owner_id = ${ownerId} and state in ('QUEUED', 'RUNNING')`.execute(
    query(db),
  )
  return rows[0]!.n
}

export async function beginRun(db: Db, id: string): Promise<void> {
  await sql`update reports set state = 'RUNNING' where id = ${id} and state = 'QUEUED'`.execute(query(db))
}

export type NewDelivery = { kind: 'NOTIFY' | 'USER' | 'ADDRESS'; recipient: string }
export type Delivery = NewDelivery & { report_id: string }

/** Ends a run, and stores what is to be sent of it, once. */
export async function endRun(
  client: Client,
  id: string,
  end: { state: 'DONE' | 'FAILED'; digest: string | null; error: string | null; at: Date },
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const { rowCount } = await client.query(
    `update reports set state = $2, digest = $3, error = $4, ended_at = $5
     where id = $1 and state in ('QUEUED', 'RUNNING')`,
    [id, end.state, end.digest, end.error, end.at],
  )
  if (rowCount !== 1) return
  await client.query(
    `insert into report_deliveries (report_id, kind, recipient)
     select $1, kind, recipient from unnest($2::text[], $3::text[]) one (kind, recipient) on conflict do nothing`,
    [id, deliveries.map(({ kind }) => kind), deliveries.map(({ recipient }) => recipient)],
  )
}

/** Returns what waits to be sent, the oldest first. */
export async function waitingDeliveries(db: Db, limit: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select report_id, kind, recipient from report_deliveries where done_at is null
    order by report_id, kind, recipient limit ${limit}`.execute(query(db))
  return rows
}

/** Marks a delivery as done; returns false where another process has done it. */
export async function settleDelivery(
  client: Client,
  { report_id, kind, recipient }: Delivery,
  at: Date,
  error: string | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update report_deliveries set done_at = $4, error = $5
     where report_id = $1 and kind = $2 and recipient = $3 and done_at is null`,
    [report_id, kind, recipient, at, error],
  )
  return rowCount === 1
}

export type ScheduleRow = { template_id: string; cron: string; zone: string; next_at: Date }

export async function schedulesOf(db: Db): Promise<Map<string, ScheduleRow>> {
  const { rows } = await sql<ScheduleRow>`select * from report_schedules`.execute(query(db))
  return new Map(rows.map((row) => [row.template_id, row]))
}
export async function putSchedule(db: Db, { template_id, cron, zone, next_at }: ScheduleRow): Promise<void> {
  await sql`
    insert into report_schedules (template_id, cron, zone, next_at) values (${template_id}, ${cron}, ${zone}, ${next_at})
    on conflict (template_id) do update set cron = excluded.cron, zone = excluded.zone, next_at = excluded.next_at`.execute(
    query(db),
  )
}
export async function dropSchedule(db: Db, templateId: string): Promise<void> {
  await sql`delete from report_schedules where template_id = ${templateId}`.execute(query(db))
}
/** Moves a schedule on from a time that is due; returns false where another process did. */
export async function moveSchedule(
  client: Client,
  { template_id, next_at }: ScheduleRow,
  to: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update report_schedules set next_at = $3 where template_id = $1 and next_at = $2',
    [template_id, next_at, to],
  )
  return rowCount === 1
}

/** Returns runs that ended before an instant and of which nothing waits to be sent, the oldest first. */
export async function runsEndedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reports where ended_at < ${before} and not exists (
      select from report_deliveries waiting where waiting.report_id = reports.id and done_at is null)
    order by ended_at limit ${limit}`.execute(query(db))
  return rows.map(({ id }) => id)
}
/** Deletes a run and its deliveries. */
export const deleteRun = (db: Db, id: string): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query('delete from report_deliveries where report_id = $1', [id])
    await client.query('delete from reports where id = $1', [id])
  })

/** Ends a run in a transaction of its own. */
export const endRunNow = (
  db: Db,
  id: string,
  end: Parameters<typeof endRun>[2],
  deliveries: readonly NewDelivery[],
): Promise<void> => inTransaction(db, (client) => endRun(client, id, end, deliveries))
/** Marks a delivery as done in a transaction of its own. */
export const settleNow = (db: Db, delivery: Delivery, at: Date, error: string | null): Promise<boolean> =>
  inTransaction(db, (client) => settleDelivery(client, delivery, at, error))
