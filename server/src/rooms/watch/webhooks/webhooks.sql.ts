import type { WebhookDelivery } from '@samudra/contract/webhooks'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type Client = Pick<pg.PoolClient, 'query'>
export type WebhookRow = {
  id: string
  version: number
  name: string
  url: string
  secret_locked: Buffer
  is_local: boolean
  created_by: string
  created_at: Date
  removed_at: Date | null
}
export type CountedRow = WebhookRow & { waiting: number; failed_7d: number; last_sent_at: Date | null }
export type DeliveryRow = Omit<WebhookDelivery, 'created_at' | 'next_at' | 'sent_at'> & {
  webhook_id: string
  body: string
  created_at: Date
  next_at: Date | null
  sent_at: Date | null
}

/** Returns webhooks by name, or one, with the state of their deliveries. */
export async function readWebhooks(db: Db, now: Date, id: string | null = null): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select w.*, d.waiting, d.failed_7d, d.last_sent_at from webhooks w left join lateral (
      select count(*) filter (where state = 'WAITS')::int as waiting,
        count(*) filter (where state = 'FAILED' and created_at > ${now}::timestamptz - interval '7 days')::int as failed_7d,
        max(sent_at) as last_sent_at
      from webhook_deliveries where webhook_id = w.id) d on true
    where w.removed_at is null and (${id}::text is null or w.id = ${id}) order by w.name, w.id`.execute(
    query(db),
  )
  return rows
}

export async function isWebhook(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select id from webhooks where id = ${id} and removed_at is null`.execute(
    query(db),
  )
  return rows.length === 1
}

export async function insertWebhook(db: Db, row: Omit<WebhookRow, 'removed_at'>): Promise<void> {
  const { id, version, name, url, secret_locked, is_local, created_by, created_at } = row
  await sql`insert into webhooks (id, version, name, url, secret_locked, is_local, created_by, created_at)
    values (${id}, ${version}, ${name}, ${url}, ${secret_locked}, ${is_local}, ${created_by}, ${created_at})`.execute(
    query(db),
  )
}

/** Returns false if it was changed or removed meanwhile. */
export async function writeWebhook(
  db: Db,
  { id, version, name, url, secret_locked, is_local }: WebhookRow,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set version = ${version}, name = ${name}, url = ${url}, secret_locked = ${secret_locked}, is_local = ${is_local}
    where id = ${id} and version = ${version - 1} and removed_at is null`.execute(query(db))
  return numAffectedRows === 1n
}

/** Removes one, and gives up what waits for it; false where it is not there. */
export async function endWebhook(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with ended as (update webhooks set removed_at = ${at} where id = ${id} and removed_at is null returning id),
    given_up as (
      update webhook_deliveries d set state = 'FAILED', next_at = null, why = 'the webhook was removed'
      from ended where d.webhook_id = ended.id and d.state = 'WAITS')
    select id from ended`.execute(query(db))
  return rows.length === 1
}

export type NewDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'event' | 'body'>
/**
 * Stores a delivery to a webhook with other writes of a transaction; a repeated one is stored once. Returns false
 * without such a webhook.
 */
export async function noteDelivery(
  client: Client,
  { id, webhook_id, event, body }: NewDelivery,
  at: Date,
): Promise<boolean> {
  const { rows } = await client.query(
    `with there as (select id from webhooks where id = $2 and removed_at is null),
     noted as (
       insert into webhook_deliveries (id, webhook_id, event, body, created_at, next_at)
       select $1, id, $3, $4, $5, $5 from there on conflict (id) do nothing)
     select id from there`,
    [id, webhook_id, event, body, at],
  )
  return rows.length === 1
}

export type DueDelivery = DeliveryRow & Pick<WebhookRow, 'url' | 'secret_locked' | 'is_local' | 'name'>
/**
 * Claims due deliveries, earliest first, and postpones them until `until`, so that no other process sends them
 * meanwhile.
 */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select id from webhook_deliveries where state = 'WAITS' and next_at <= ${now}
      order by next_at, created_at, id limit ${limit} for update skip locked)
    update webhook_deliveries d set next_at = ${until}, tries = tries + 1
    from due, webhooks w where d.id = due.id and w.id = d.webhook_id
    returning d.*, w.url, w.secret_locked, w.is_local, w.name`.execute(query(db))
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

export type Became = Pick<DeliveryRow, 'state' | 'tries' | 'next_at' | 'status' | 'why' | 'sent_at'>
/** Stores the outcome of a waiting delivery. */
export async function settleDelivery(db: Db, id: string, became: Became): Promise<void> {
  const { state, tries, next_at, status, why, sent_at } = became
  await sql`update webhook_deliveries set state = ${state}, tries = ${tries}, next_at = ${next_at}, status = ${status},
      why = ${why}, sent_at = ${sent_at}
    where id = ${id} and state = 'WAITS'`.execute(query(db))
}

/** The latest deliveries of a webhook, without what they say. */
export async function readDeliveries(
  db: Db,
  webhookId: string,
  state: DeliveryRow['state'] | null,
): Promise<Omit<DeliveryRow, 'body'>[]> {
  const { rows } = await sql<Omit<DeliveryRow, 'body'>>`
    select id, webhook_id, event, created_at, state, tries, next_at, status, why, sent_at from webhook_deliveries
    where webhook_id = ${webhookId} and (${state}::text is null or state = ${state})
    order by created_at desc, id desc limit 5000`.execute(query(db))
  return rows
}

export type Standing = Pick<DeliveryRow, 'id' | 'state' | 'tries' | 'why'>
/** Returns the state of some deliveries, as far as they are still stored. */
export async function readStanding(db: Db, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, state, tries, why from webhook_deliveries where id = any(${ids}::text[])`.execute(query(db))
  return rows
}

export async function forgetDeliveries(db: Db, before: Date): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < ${before} and state <> 'WAITS'`.execute(
    query(db),
  )
}
