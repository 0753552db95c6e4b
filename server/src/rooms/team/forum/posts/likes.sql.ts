import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { nameOf, rowsOf } from '../sees.sql.ts'
import type { PostCursor } from './post-rows.sql.ts'

export type LikesOfPost = {
  id: string
  topic_id: string
  category_id: string
  category_visibility: 'ALL' | 'GROUPS' | 'PEOPLE'
  like_count: number
}
/** Returns the likes of posts, with the category of each; for pushes, whose audience is the category. */
export const likesOfPosts = (db: Db, ids: readonly string[]): Promise<LikesOfPost[]> =>
  rowsOf(
    db,
    sql<LikesOfPost>`select p.id, p.topic_id, t.category_id, c.visibility as category_visibility, p.like_count
      from forum_posts p join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id
      where p.id = any(${[...ids]}::text[]) and c.deleted_at is null`,
  )

/** Returns users who like a post, the latest first. The caller has seen the post. */
export const likersOf = (
  db: Db,
  cid: string,
  { after, limit }: { after: PostCursor | null; limit: number },
): Promise<{ id: string; username: string; at: Date }[]> =>
  rowsOf(
    db,
    sql<{ id: string; username: string; at: Date }>`
      select user_id as id, ${nameOf(sql`user_id`)} as username, at from forum_likes where post_id = ${cid}
        ${after === null ? sql`` : sql`and (at, user_id) < (${after.at}, ${after.id})`}
      order by at desc, user_id desc limit ${limit}`,
  )

export const setBookmark = (
  db: Db,
  userId: string,
  cid: string,
  isSet: boolean,
  at: Date,
): Promise<unknown> =>
  rowsOf(
    db,
    isSet
      ? sql`insert into forum_bookmarks (user_id, post_id, at) values (${userId}, ${cid}, ${at}) on conflict do nothing`
      : sql`delete from forum_bookmarks where user_id = ${userId} and post_id = ${cid}`,
  )
