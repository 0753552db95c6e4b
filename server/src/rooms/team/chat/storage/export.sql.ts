import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { POST_COLUMNS, type PostRow } from '../posts/posts.sql.ts'

const LOT = 1000

export type ExportedPost = PostRow & {
  deleted_by: string | null
  edits: { until: number; message: string }[]
}

/** Yields all posts of a channel in order, deleted ones included, with their earlier texts. */
export async function* exportedPosts(db: Db, channelId: string): AsyncGenerator<ExportedPost[]> {
  for (let after: { at: number; id: string } = { at: -1, id: '' }; ;) {
    const { rows } = await sql<ExportedPost>`
      select ${POST_COLUMNS}, p.deleted_by,
        coalesce((select json_agg(json_build_object('until', e.until, 'message', e.message) order by e.until)
          from chat_post_edits e where e.post_id = p.id), '[]') as edits
      from chat_posts p where p.channel_id = ${channelId} and (p.create_at, p.id) > (${after.at}, ${after.id})
      order by p.create_at, p.id limit ${LOT}`.execute(query(db))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOT) return
    after = { at: last.create_at, id: last.id }
  }
}

/** Returns the ids of all channels that a user is in or ever wrote in. */
export async function channelIdsOfUser(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select channel_id as id from chat_members where user_id = ${userId}
    union select channel_id from chat_posts where user_id = ${userId} order by id`.execute(query(db))
  return rows.map(({ id }) => id)
}
