import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Account of a user at the other chat server; `token` is locked. */
export type ChatLinkRow = { remote_id: string; token: Buffer }

export async function chatLinkOf(db: Db, userId: string): Promise<ChatLinkRow | undefined> {
  const { rows } = await sql<ChatLinkRow>`
    select remote_id, token from chat_links where user_id = ${userId}`.execute(query(db))
  return rows[0]
}

/** Stores the account of a user; an earlier one is replaced. */
export async function saveChatLink(db: Db, userId: string, { remote_id, token }: ChatLinkRow): Promise<void> {
  await sql`insert into chat_links (user_id, remote_id, token) values (${userId}, ${remote_id}, ${token})
    on conflict (user_id) do update set remote_id = excluded.remote_id, token = excluded.token, linked_at = now()`.execute(
    query(db),
  )
}

export async function dropChatLink(db: Db, userId: string): Promise<void> {
  await sql`delete from chat_links where user_id = ${userId}`.execute(query(db))
}
