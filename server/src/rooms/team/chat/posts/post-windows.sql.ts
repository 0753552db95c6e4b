import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { POST_COLUMNS, type PostRow } from './posts.sql.ts'

/** Returns posts around the first unread one, newest first. `at`: time up to which the channel is read, epoch ms. */
export async function unreadPosts(
  db: Db,
  channelId: string,
  { at, before, after }: { at: number; before: number; after: number },
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    (select ${POST_COLUMNS} from chat_posts p where channel_id = ${channelId} and create_at > ${at} and delete_at = 0
      order by p.create_at limit ${after})
    union all
    (select ${POST_COLUMNS} from chat_posts p where channel_id = ${channelId} and create_at <= ${at} and delete_at = 0
      order by p.create_at desc limit ${before})`.execute(query(db))
  return rows.toSorted((one, other) => other.create_at - one.create_at)
}

/** Returns a thread, newest first, with its root: a part of its posts after `from`, or before it with `isUp`. */
export async function threadPosts(
  db: Db,
  rootId: string,
  { limit, isUp, from }: { limit: number; isUp: boolean; from: number },
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${POST_COLUMNS} from chat_posts p where id = ${rootId} and delete_at = 0
    union all
    (select ${POST_COLUMNS} from chat_posts p where root_id = ${rootId} and root_id <> '' and delete_at = 0
      ${from === 0 ? sql`` : isUp ? sql`and create_at < ${from}` : sql`and create_at > ${from}`}
      order by p.create_at ${isUp ? sql`desc` : sql`asc`} limit ${limit})`.execute(query(db))
  return rows.toSorted((one, other) => other.create_at - one.create_at)
}

export async function threadRootsOf(db: Db, ids: readonly string[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`select ${POST_COLUMNS} from chat_posts p where id = any(${ids}::text[])
    and delete_at = 0`.execute(query(db))
  return rows
}
