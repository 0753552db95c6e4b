import { STARRED } from '@samudra/contract/mail'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { LISTED, type ListedRow } from './messages.sql.ts'

export type ListQuery = {
  mailbox: string
  folder: string
  isThreaded: boolean
  unreadOnly: boolean
  isOldestFirst: boolean
  limit: number
  after: ListCursor | null
}
export type ListCursor = { at: Date; id: string }

export const inFolder = (folder: string): RawBuilder<unknown> =>
  folder === STARRED
    ? sql`m.is_starred and m.folder not in ('Trash', 'Spam', 'Held')`
    : sql`m.folder = ${folder}`

/** Returns the condition for mails after a place in the order. */
export const afterPlace = (after: ListCursor | null, isOldestFirst: boolean): RawBuilder<unknown> =>
  after === null
    ? sql``
    : isOldestFirst
      ? sql`and (m.at, m.id) > (${after.at}, ${after.id})`
      : sql`and (m.at, m.id) < (${after.at}, ${after.id})`
export const inOrder = (isOldestFirst: boolean): RawBuilder<unknown> =>
  isOldestFirst ? sql`order by m.at, m.id` : sql`order by m.at desc, m.id desc`

/** Returns a page of a folder; of conversations the latest mail in the folder. */
export async function listMails(db: Db, wanted: ListQuery): Promise<ListedRow[]> {
  const { mailbox, folder, isThreaded, unreadOnly, isOldestFirst, limit, after } = wanted
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from mail_messages m
    where m.mailbox = ${mailbox} and ${inFolder(folder)} ${unreadOnly ? sql`and not m.is_seen` : sql``}
      ${
        isThreaded
          ? sql`and not exists (select from mail_messages n where n.mailbox = m.mailbox
              and n.conversation_id = m.conversation_id and n.folder = m.folder
              and (n.at, n.id) > (m.at, m.id) ${unreadOnly ? sql`and not n.is_seen` : sql``})`
          : sql``
      }
      ${afterPlace(after, isOldestFirst)} ${inOrder(isOldestFirst)} limit ${limit}`.execute(query(db))
  return rows
}

/** Counts the mails of conversations in a folder. */
export async function conversationCounts(db: Db, rows: readonly ListedRow[]) {
  const [first] = rows
  if (first === undefined) return new Map<string, { count: number; unread: number }>()
  const ids = [...new Set(rows.map((row) => row.conversation_id))]
  const folders = [...new Set(rows.map(({ folder }) => folder))]
  const { rows: counts } = await sql<{
    conversation_id: string
    folder: string
    count: number
    unread: number
  }>`
    select conversation_id, folder, count(*)::float8 as count, count(*) filter (where not is_seen)::float8 as unread
    from mail_messages where mailbox = ${first.mailbox} and conversation_id = any(${ids}::text[])
      and folder = any(${folders}::text[]) group by 1, 2`.execute(query(db))
  return new Map(
    counts.map(({ conversation_id, folder, count, unread }) => [
      `${folder} ${conversation_id}`,
      { count, unread },
    ]),
  )
}

/** Returns the mails of a conversation, oldest first, without those of Spam and Trash. */
export async function conversationMails(
  db: Db,
  mailbox: string,
  id: string,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select * from (select ${LISTED} from mail_messages m
      where m.mailbox = ${mailbox} and m.conversation_id = ${id} and m.folder not in ('Spam', 'Trash', 'Held')
      order by m.at desc, m.id desc limit ${limit}) s order by at, id`.execute(query(db))
  return rows
}
