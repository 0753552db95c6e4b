import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/**
 * Locks mailboxes in one order, so that no two transactions wait for each other. Returns their used bytes and the first
 * of the numbers that are set aside, one for each time that a mailbox is named.
 */
export async function lockBoxes(
  client: pg.PoolClient,
  mailboxes: readonly string[],
): Promise<Map<string, { used: number; uid: number }>> {
  const many = new Map<string, number>()
  for (const one of mailboxes) many.set(one, (many.get(one) ?? 0) + 1)
  const locked = new Map<string, { used: number; uid: number }>()
  await lockInto(client, locked, many)
  const missing = [...many].filter(([mailbox]) => !locked.has(mailbox))
  if (missing.length > 0) {
    await client.query(
      'insert into mail_boxes (mailbox) select unnest($1::text[]) order by 1 on conflict do nothing',
      [missing.map(([mailbox]) => mailbox)],
    )
    await lockInto(client, locked, new Map(missing))
  }
  return locked
}

async function lockInto(
  client: pg.PoolClient,
  locked: Map<string, { used: number; uid: number }>,
  many: ReadonlyMap<string, number>,
) {
  const { rows } = await client.query<{ mailbox: string; used: number; uid: number }>(
    `with locked as (select mailbox from mail_boxes where mailbox = any($1::text[]) order by mailbox for update)
     update mail_boxes b set next_uid = next_uid + o.many
     from unnest($1::text[], $2::int[]) o (mailbox, many), locked l where b.mailbox = o.mailbox and l.mailbox = o.mailbox
     returning b.mailbox, b.used_bytes::float8 as used, (b.next_uid - o.many)::float8 as uid`,
    [[...many.keys()], [...many.values()]],
  )
  for (const { mailbox, used, uid } of rows) locked.set(mailbox, { used, uid })
}

export type FolderRow = {
  mailbox: string
  folder: string
  name: string | null
  total: number
  unread: number
}
export async function foldersOf(db: Db, mailboxes: readonly string[]): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select mailbox, folder, name, total::float8 as total, unread::float8 as unread from mail_folders
    where mailbox = any(${mailboxes}::text[]) order by lower(name), folder`.execute(query(db))
  return rows
}

export async function usedBytes(db: Db, mailboxes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ mailbox: string; used: number }>`
    select mailbox, used_bytes::float8 as used from mail_boxes where mailbox = any(${mailboxes}::text[])`.execute(
    query(db),
  )
  return new Map(rows.map(({ mailbox, used }) => [mailbox, used]))
}

/** Counts starred mails of a mailbox, at most 10,000. */
export async function starredCount(db: Db, mailbox: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::float8 as total, count(*) filter (where not is_seen)::float8 as unread from (
      select is_seen from mail_messages
      where mailbox = ${mailbox} and is_starred and folder not in ('Trash', 'Spam', 'Held') limit 10000) s`.execute(
    query(db),
  )
  return rows[0]!
}

/** Adds or renames an own folder; returns false where another has the name, or there is none to rename. */
export async function saveFolder(db: Db, mailbox: string, folder: string, name: string, isNew: boolean) {
  const { rows } = await (
    isNew
      ? sql`insert into mail_folders (mailbox, folder, name) select ${mailbox}, ${folder}, ${name}
        where not exists (select from mail_folders where mailbox = ${mailbox} and lower(name) = lower(${name}))
        on conflict do nothing returning 1`
      : sql`update mail_folders set name = ${name} where mailbox = ${mailbox} and folder = ${folder} and name is not null
        and not exists (select from mail_folders o where o.mailbox = ${mailbox} and lower(o.name) = lower(${name})
          and o.folder <> ${folder}) returning 1`
  ).execute(query(db))
  return rows.length > 0
}
