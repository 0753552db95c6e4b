import type { NoticeChannel, NoticeLink, NoticeSettings } from '@samudra/contract/notices'
import { sql } from 'kysely'
import type { Audience } from '../kernel/audience.ts'
import type { Db } from '../needs/database.ts'
import { inTransaction, query } from '../needs/query.ts'

export type NoticeRow = {
  id: string
  at: Date
  kind: string
  severity: string
  text: string
  link: NoticeLink | null
  audience: Audience
  read_at: Date | null
}
export type Reader = { userId: string; channels: NoticeChannel[]; isQuiet: boolean }

export const storeNotice = (db: Db, notice: Omit<NoticeRow, 'read_at'>, readers: Reader[]) =>
  inTransaction(db, async (client) => {
    const { id, at, kind, severity, text, link, audience } = notice
    await client.query(
      'insert into notices (id, at, kind, severity, text, link, audience) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, at, kind, severity, text, link === null ? null : JSON.stringify(link), JSON.stringify(audience)],
    )
    // Somebody may have been deleted since.
    await client.query(
      `insert into notice_readers (user_id, notice_id, channels, is_quiet)
       select u.id, $1, string_to_array(r.channels, ','), r.is_quiet
       from unnest($2::text[], $3::text[], $4::bool[]) as r (id, channels, is_quiet) join users u on u.id = r.id`,
      [
        id,
        readers.map(({ userId }) => userId),
        readers.map(({ channels }) => channels.join()),
        readers.map(({ isQuiet }) => isQuiet),
      ],
    )
  })

/** What a user was told, the newest first. */
export async function noticesOf(db: Db, userId: string, limit: number): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.at, n.kind, n.severity, n.text, n.link, n.audience, r.read_at
    from notice_readers r join notices n on n.id = r.notice_id
    where r.user_id = ${userId} order by r.notice_id desc limit ${limit}`.execute(query(db))
  return rows
}

/** Marks some of a user's as read, or all up to one. */
export async function markRead(
  db: Db,
  userId: string,
  { ids, upto, at }: { ids: string[]; upto: string | null; at: Date },
): Promise<void> {
  await sql`update notice_readers set read_at = ${at}
    where user_id = ${userId} and read_at is null
      and (notice_id = any(${ids}::text[]) or notice_id <= ${upto})`.execute(query(db))
}

/** Who may know of something from now on; of notices about it too. */
export async function limitNotices(
  db: Db,
  { kind, id, audience }: { kind: string; id: string; audience: Audience },
): Promise<void> {
  await sql`update notices set audience = ${JSON.stringify(audience)}::jsonb
    where link ->> 'id' = ${id} and link ->> 'kind' = ${kind}`.execute(query(db))
}

export async function forgetNotices(db: Db, before: Date): Promise<void> {
  await sql`delete from notices where at < ${before}`.execute(query(db))
}

type SettingsRow = NoticeSettings & { user_id: string }

/** How users want to be told; all who said something, or one. */
export async function readSettings(db: Db, userId: string | null): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`
    select user_id, channels, quiet, breaks, version from notice_settings
    where ${userId}::text is null or user_id = ${userId}`.execute(query(db))
  return rows
}

/** False when they were changed meanwhile. */
export async function writeSettings(
  db: Db,
  { user_id, channels, quiet, breaks, version }: SettingsRow,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notice_settings (user_id, channels, quiet, breaks, version)
    select ${user_id}, ${JSON.stringify(channels)}::jsonb, ${quiet === null ? null : JSON.stringify(quiet)}::jsonb,
      ${breaks}, ${version}
    where ${version} = 1 or exists (select 1 from notice_settings where user_id = ${user_id})
    on conflict (user_id) do update
      set channels = excluded.channels, quiet = excluded.quiet, breaks = excluded.breaks, version = excluded.version
      where notice_settings.version = excluded.version - 1`.execute(query(db))
  return numAffectedRows === 1n
}
