import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Columns of flags, as callers name them. */
export const FLAG_COLUMNS = {
  SEEN: 'is_seen',
  ANSWERED: 'is_answered',
  IMPORTANT: 'is_important',
  TASK: 'is_task',
  FORWARDED: 'is_forwarded',
  STARRED: 'is_starred',
} as const
export type FlagName = keyof typeof FLAG_COLUMNS

type Changed = { id: string; mailbox: string; folder: string }

/** Sets a flag of mails of some mailboxes; returns those that changed. */
export async function flagMails(
  db: Db,
  mailboxes: readonly string[],
  ids: readonly string[],
  { flag, value, at }: { flag: FlagName; value: boolean; at: Date },
): Promise<Changed[]> {
  const column = sql.ref(FLAG_COLUMNS[flag])
  const { rows } = await sql<Changed>`
    update mail_messages set ${column} = ${value}
      ${flag === 'SEEN' && value ? sql`, read_at = coalesce(read_at, ${at})` : sql``}
    where id = any(${ids}::text[]) and mailbox = any(${mailboxes}::text[]) and ${column} <> ${value}
    returning id, mailbox, folder`.execute(query(db))
  return rows
}

/** Moves mails between folders and returns where they were. Into Trash and Spam they get the time of their end. */
export async function moveMailRows(
  db: Db,
  mailboxes: readonly string[],
  ids: readonly string[],
  { folder, purgeAt }: { folder: string | null; purgeAt: Date },
): Promise<(Changed & { from: string })[]> {
  const target =
    folder === null
      ? sql`coalesce(o.prior_folder, case when o.state = 'RECEIVED' then 'Inbox' else 'Sent' end)`
      : sql`${folder}`
  const { rows } = await sql<Changed & { from: string }>`
    update mail_messages m set folder = t.folder,
      prior_folder = case when t.folder in ('Trash', 'Spam') then
        case when o.folder in ('Trash', 'Spam') then o.prior_folder else o.folder end end,
      purge_at = case when t.folder in ('Trash', 'Spam') then ${purgeAt}::timestamptz end
    from mail_messages o, lateral (select ${target} as folder) t
    where m.id = o.id and o.id = any(${ids}::text[]) and o.mailbox = any(${mailboxes}::text[]) and t.folder <> o.folder
      and o.state <> 'QUEUED'
      and (o.state <> 'DRAFT' or t.folder in ('Trash', 'Drafts'))
      and (t.folder not in ('Drafts') or o.state = 'DRAFT')
    returning m.id, m.mailbox, m.folder, o.folder as from`.execute(query(db))
  return rows
}

/** Folder of deleted mails that a legal hold keeps; no user sees it. */
const HELD = 'Held'
/** Deletes mails of the trash; returns them with their raw messages. Those under a legal hold are only hidden. */
export async function deleteMailRows(
  db: Db,
  mailboxes: readonly string[],
  ids: readonly string[],
  { held, at }: { held: readonly string[]; at: Date },
): Promise<(Changed & { raw_hash: string | null })[]> {
  const chosen = sql`id = any(${ids}::text[]) and mailbox = any(${mailboxes}::text[]) and folder = 'Trash'`
  const hidden = await sql<Changed>`
    update mail_messages set folder = ${HELD}, purge_at = ${at}
    where ${chosen} and mailbox = any(${held}::text[]) returning id, mailbox, folder`.execute(query(db))
  const { rows } = await sql<Changed & { raw_hash: string | null }>`
    delete from mail_messages where ${chosen} and not mailbox = any(${held}::text[])
    returning id, mailbox, folder, raw_hash`.execute(query(db))
  return [...rows, ...hidden.rows.map((row) => ({ ...row, folder: 'Trash', raw_hash: null }))]
}

const LOT = 1000
/**
 * Deletes a lot of mails past their time, except those in mailboxes under a legal hold. Mails of accounts have no time but
 * that of their trash: deleted here, they are deleted on the other server.
 */
export async function deleteOverdue(db: Db, now: Date, before: Date | null, held: readonly string[]) {
  const { rows } = await sql<{ id: string; raw_hash: string | null }>`
    delete from mail_messages where id in (
      select id from mail_messages where not mailbox = any(${held}::text[]) and state <> 'QUEUED'
        and (purge_at < ${now} ${before === null ? sql`` : sql`or at < ${before} and mailbox not like 'account-%'`}) limit ${LOT}
    ) returning id, raw_hash`.execute(query(db))
  return { rows, isLast: rows.length < LOT }
}

/** Deletes an empty own folder. */
export const removeFolder = async (db: Db, mailbox: string, folder: string): Promise<boolean> =>
  (
    await sql`delete from mail_folders where mailbox = ${mailbox} and folder = ${folder} and name is not null
      and total = 0 returning 1`.execute(query(db))
  ).rows.length > 0

/** Returns ids of mails of a folder, a lot at a time. */
export async function idsInFolder(db: Db, mailbox: string, folder: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_messages where mailbox = ${mailbox} and folder = ${folder} limit ${LOT}`.execute(
    query(db),
  )
  return rows.map(({ id }) => id)
}

/** Stores which user answers a mail of a duty role; null for none. */
export const setAnsweringBy = (
  db: Db,
  id: string,
  { answering_by, answering_since }: { answering_by: string | null; answering_since: Date | null },
) =>
  sql`update mail_messages set answering_by = ${answering_by}, answering_since = ${answering_since}
    where id = ${id}`.execute(query(db))

/** Stores that the request for a receipt was answered; returns false where it was before. */
export const answerReceipt = async (db: Db, id: string, at: Date): Promise<boolean> =>
  (
    await sql`update mail_messages set receipt_answered_at = ${at}
      where id = ${id} and receipt_answered_at is null returning 1`.execute(query(db))
  ).rows.length > 0
