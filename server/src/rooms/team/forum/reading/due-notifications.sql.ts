import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { rowsOf, runIn } from '../sees.sql.ts'

/** Users whom a stored post notifies. */
export type DueUsers = { mentioned: readonly string[]; quoted: readonly string[]; repliedTo: string | null }
/** Post of which users are not notified yet, with its topic. */
export type DuePost = {
  cid: string
  number: number
  author_id: string
  username: string
  mentioned: string[]
  quoted: string[]
  replied_to: string | null
  id: string
  title: string
  slug: string
  category_id: string
  category_name: string
  category_visibility: 'ALL' | 'GROUPS' | 'PEOPLE'
}

/** Notes that users of a post are to be notified, in the transaction that stores the post. */
export const noteDue = (
  db: Db,
  client: pg.PoolClient,
  postId: string,
  { mentioned, quoted, repliedTo }: DueUsers,
  at: Date,
): Promise<unknown> =>
  runIn(
    db,
    client,
    sql`insert into forum_due_notifications (post_id, mentioned, quoted, replied_to, created_at)
      values (${postId}, ${[...mentioned]}::text[], ${[...quoted]}::text[], ${repliedTo}, ${at})`,
  )

/** Returns posts that are due since before an instant, the oldest first. */
export const duePosts = async (db: Db, before: Date, most: number): Promise<string[]> =>
  (
    await rowsOf(
      db,
      sql<{ post_id: string }>`select post_id from forum_due_notifications where created_at < ${before}
        order by created_at limit ${most}`,
    )
  ).map(({ post_id }) => post_id)

/** Takes a due post out of the list; undefined when another process took it, or it was deleted meanwhile. */
export async function takeDue(
  db: Db,
  client: Pick<pg.PoolClient, 'query'>,
  postId: string,
): Promise<DuePost | undefined> {
  const [due] = await runIn(
    db,
    client,
    sql<DuePost & { is_deleted: boolean }>`
      with due as (delete from forum_due_notifications where post_id = ${postId} returning *)
      select p.id as cid, p.number, p.author_id, coalesce(n.username, '') as username, due.mentioned, due.quoted,
        due.replied_to, t.id, t.title, t.slug, t.category_id, c.name as category_name,
        c.visibility as category_visibility, p.deleted_at is not null or t.deleted_at is not null as is_deleted
      from due join forum_posts p on p.id = due.post_id join forum_topics t on t.id = p.topic_id
        join forum_categories c on c.id = t.category_id left join forum_people n on n.user_id = p.author_id`,
  )
  return due === undefined || due.is_deleted ? undefined : due
}
