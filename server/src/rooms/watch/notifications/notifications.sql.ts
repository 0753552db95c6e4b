import type {
  NotificationChannel,
  NotificationLink,
  NotificationSettings,
} from '@samudra/contract/notifications'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Audience } from '../../../platform/kernel/http/audience.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { VesselNotificationKeys } from '../../../sea/topics.ts'

export type NotificationRow = {
  id: string
  at: Date
  kind: string
  severity: string
  text: string
  link: NotificationLink | null
  audience: Audience
  /** Audience of what it names; null if that is not required. */
  seers: Audience | null
  vessel: VesselNotificationKeys | null
  rolls: string | null
  read_at: Date | null
  arrived_at: Date | null
}
export type NewNotification = Omit<NotificationRow, 'read_at' | 'arrived_at'> & {
  about: { kind: string; id: string } | null
  breaks_quiet: boolean
}
export type Reader = {
  userId: string
  channels: NotificationChannel[]
  isQuiet: boolean
  mailSince?: Date | null
}

export type Client = pg.PoolClient
/** Runs reads and writes of notifications in one transaction. */
export const inNotifications = inTransaction

export async function storeNotification(client: pg.PoolClient, notice: NewNotification, readers: Reader[]) {
  const { id, at, kind, severity, text, rolls, breaks_quiet } = notice
  const json = [notice.link, notice.audience, notice.about, notice.seers, notice.vessel]
  await client.query(
    `insert into notices (id, at, kind, severity, text, rolls, breaks_quiet, link, audience, about, seers, vessel)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      at,
      kind,
      severity,
      text,
      rolls,
      breaks_quiet,
      ...json.map((one) => (one === null ? null : JSON.stringify(one))),
    ],
  )
  // A user may have been deleted since.
  await client.query(
    `insert into notice_readers (user_id, notice_id, channels, is_quiet, awaits_digest, awaits_mail, mail_since)
     select u.id, $1, c.channels, r.is_quiet, 'DIGEST' = any(c.channels),
       'EMAIL' = any(c.channels) and ($5 = 'TEST' or not 'DIGEST' = any(c.channels)), r.mail_since
     from unnest($2::text[], $3::text[], $4::bool[], $6::timestamptz[]) as r (id, channels, is_quiet, mail_since) join users u on u.id = r.id,
       string_to_array(r.channels, ',') as c (channels)`,
    [
      id,
      readers.map(({ userId }) => userId),
      readers.map(({ channels }) => channels.join()),
      readers.map(({ isQuiet }) => isQuiet),
      kind,
      readers.map(({ mailSince }) => mailSince ?? null),
    ],
  )
}

/** Notice that was taken from its reader; `mailSince` is set while it waited for a mail. */
export type Withdrawn = { isUnread: boolean; mailSince: Date | null }
/** Takes earlier notices of a key from their readers; returns by user whether it was unread and waited for a mail. */
export async function withdrawRolled(
  client: pg.PoolClient,
  key: string,
  userIds: string[],
): Promise<Map<string, Withdrawn>> {
  const { rows } = await client.query<Withdrawn & { user_id: string }>(
    `delete from notice_readers r using notices n
     where n.id = r.notice_id and n.rolls = $1 and r.user_id = any($2::text[])
     returning r.user_id, r.read_at is null as "isUnread",
       case when r.awaits_mail then coalesce(r.mail_since, n.at) end as "mailSince"`,
    [key, userIds],
  )
  return new Map(rows.map(({ user_id, ...one }) => [user_id, one]))
}

const ROW = sql.raw(
  'n.id, n.at, n.kind, n.severity, n.text, n.link, n.audience, n.seers, n.vessel, n.rolls, r.read_at, r.arrived_at',
)

/** Returns the notifications of a user, newest first. */
export async function notificationsOf(db: Db, userId: string, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${ROW} from notice_readers r join notices n on n.id = r.notice_id
    where r.user_id = ${userId} order by r.notice_id desc limit ${limit}`.execute(query(db))
  return rows
}

export type VesselNotificationsQuery = {
  mmsi?: number | undefined
  type?: string | undefined
  severity?: string | undefined
  from?: number | undefined
  to?: number | undefined
}
/** Returns the vessel notifications of a user, newest first. */
export async function vesselNotificationsOf(
  db: Db,
  userId: string,
  { mmsi, type, severity, from, to }: VesselNotificationsQuery,
  limit: number,
): Promise<NotificationRow[]> {
  const at = sql`(n.vessel ->> 'at')::float8`
  const { rows } = await sql<NotificationRow>`
    select ${ROW} from notice_readers r join notices n on n.id = r.notice_id
    where r.user_id = ${userId} and n.vessel is not null
      and (${type ?? null}::text is null or n.vessel ->> 'type' = ${type ?? null})
      and (${severity ?? null}::text is null or n.severity = ${severity ?? null})
      and (${mmsi ?? null}::int is null or n.vessel -> 'mmsis' @> to_jsonb(${mmsi ?? null}::int))
      and (${from ?? null}::float8 is null or ${at} >= ${from ?? null}::float8)
      and (${to ?? null}::float8 is null or ${at} <= ${to ?? null}::float8)
    order by r.notice_id desc limit ${limit}`.execute(query(db))
  return rows
}

/** Marks some of a user's as read, or all up to one; of one kind where it is named. */
export async function markRead(
  db: Db,
  userId: string,
  { ids, upto, kind, at }: { ids: string[]; upto: string | null; kind: string | null; at: Date },
): Promise<void> {
  await sql`update notice_readers r set read_at = ${at} from notices n
    where n.id = r.notice_id and r.user_id = ${userId} and r.read_at is null
      and (r.notice_id = any(${ids}::text[]) or r.notice_id <= ${upto})
      and (${kind}::text is null or n.kind = ${kind})`.execute(query(db))
}

/** Notes when notices first came to a screen of these users. */
export async function markArrived(
  db: Db,
  userIds: readonly string[],
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`update notice_readers set arrived_at = ${at}
    where user_id = any(${userIds}::text[]) and notice_id = any(${ids}::text[]) and arrived_at is null`.execute(
    query(db),
  )
}

/** Limits who may know an object from now on, including notifications about it. */
export async function limitNotifications(
  db: Db,
  { kind, id, audience }: { kind: string; id: string; audience: Audience },
): Promise<void> {
  const seers = JSON.stringify(audience)
  await sql`update notices set audience = ${seers}::jsonb
    where link ->> 'id' = ${id} and link ->> 'kind' = ${kind}`.execute(query(db))
  await sql`update notices set seers = ${seers}::jsonb
    where about ->> 'id' = ${id} and about ->> 'kind' = ${kind}`.execute(query(db))
}

/** Notice that a reader gets by mail. */
export type MailedRow = NotificationRow & { user_id: string; breaks_quiet: boolean; waits_since: Date }

/** Returns notices that wait to be mailed, of each reader the oldest first. */
export async function awaitingMail(db: Db, limit: number): Promise<MailedRow[]> {
  const { rows } = await sql<MailedRow>`
    select ${ROW}, r.user_id, n.breaks_quiet, coalesce(r.mail_since, n.at) as waits_since from notice_readers r join notices n on n.id = r.notice_id
    where r.awaits_mail order by r.user_id, r.notice_id limit ${limit}`.execute(query(db))
  return rows
}
/** Notes that notices of a reader wait no more: they are mailed, or the reader may not know of them any more. */
export async function markMailed(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await sql`update notice_readers set awaits_mail = false
    where user_id = ${userId} and notice_id = any(${ids}::text[])`.execute(query(db))
}

export async function deleteNotifications(db: Db, before: Date): Promise<void> {
  await sql`delete from notices where at < ${before}`.execute(query(db))
}

/** Maximum number of deliveries shown for one object. */
const MOST_DELIVERIES = 100

export type DeliveryRow = {
  user_id: string
  username: string
  channels: NotificationChannel[]
  is_quiet: boolean
  awaits_digest: boolean
  arrived_at: Date | null
  read_at: Date | null
}
/** Returns the delivery of a notification to one reader or to all. */
export async function deliveriesOf(db: Db, id: string, userId: string | null): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select r.user_id, u.username, r.channels, r.is_quiet, r.awaits_digest, r.arrived_at, r.read_at
    from notice_readers r join users u on u.id = r.user_id
    where r.notice_id = ${id} and (${userId}::text is null or r.user_id = ${userId})
    order by u.username`.execute(query(db))
  return rows
}

/** Returns the deliveries of notifications that link to one object, latest first. */
export async function deliveriesLeadingTo(
  db: Db,
  { kind, id }: { kind: string; id: string },
): Promise<(DeliveryRow & { at: Date })[]> {
  const { rows } = await sql<DeliveryRow & { at: Date }>`
    select n.at, r.user_id, u.username, r.channels, r.is_quiet, r.awaits_digest, r.arrived_at, r.read_at
    from notices n join notice_readers r on r.notice_id = n.id join users u on u.id = r.user_id
    where n.link ->> 'id' = ${id} and n.link ->> 'kind' = ${kind}
    order by n.id desc, u.username limit ${MOST_DELIVERIES}`.execute(query(db))
  return rows
}

type SettingsRow = NotificationSettings & { user_id: string; digested_at: Date | null }

/** Returns notification settings of one user, or of all who have any. */
export async function readSettings(db: Db, userId: string | null): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`
    select user_id, channels, quiet, breaks, digest, digested_at, version from notice_settings
    where ${userId}::text is null or user_id = ${userId}`.execute(query(db))
  return rows
}

/** False when they were changed meanwhile. */
export async function writeSettings(
  db: Db,
  userId: string,
  { channels, quiet, breaks, digest, version }: NotificationSettings,
): Promise<boolean> {
  const json = (one: object | null) => (one === null ? null : JSON.stringify(one))
  const { numAffectedRows } = await sql`
    insert into notice_settings (user_id, channels, quiet, breaks, digest, version)
    select ${userId}, ${json(channels)}::jsonb, ${json(quiet)}::jsonb, ${breaks}, ${json(digest)}::jsonb, ${version}
    where ${version} = 1 or exists (select 1 from notice_settings where user_id = ${userId})
    on conflict (user_id) do update set channels = excluded.channels, quiet = excluded.quiet,
      breaks = excluded.breaks, digest = excluded.digest, version = excluded.version
      where notice_settings.version = excluded.version - 1`.execute(query(db))
  return numAffectedRows === 1n
}

/** Takes a user's notifications that wait for the digest, oldest first, and ends their wait. */
export async function takeForDigest(
  client: pg.PoolClient,
  userId: string,
  now: Date,
): Promise<
  (Pick<NotificationRow, 'id' | 'at' | 'kind' | 'severity' | 'audience' | 'seers' | 'vessel'> & {
    channels: string[]
  })[]
> {
  const { rowCount } = await client.query(
    'update notice_settings set digested_at = $2 where user_id = $1 and (digested_at is null or digested_at < $2)',
    [userId, now],
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<NotificationRow & { channels: string[] }>(
    `with taken as (
       update notice_readers set awaits_digest = false where user_id = $1 and awaits_digest
         returning notice_id, channels)
     select n.id, n.at, n.kind, n.severity, n.audience, n.seers, n.vessel, taken.channels
     from taken join notices n on n.id = taken.notice_id order by n.id`,
    [userId],
  )
  return rows
}
