import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Returns when a user and each other user last wrote to one another directly, epoch ms, by chat id. */
export async function lastDirectPosts(db: Db, userId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ other: string; at: number }>`
    select o.user_id as other, c.last_post_at::float8 as at from chat_members m
    join chat_channels c on c.id = m.channel_id and c.type = 'D'
    join chat_members o on o.channel_id = c.id and o.user_id <> m.user_id
    where m.user_id = ${userId}`.execute(query(db))
  return new Map(rows.map(({ other, at }) => [other, at]))
}
