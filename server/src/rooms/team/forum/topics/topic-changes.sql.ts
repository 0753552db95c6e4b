import type { ForumLink, ForumPin } from '@samudra/contract/forum'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { noTopic } from '../forum-access.ts'
import { countInCategory, countMove, headOf } from '../posts/posting.sql.ts'
import { rowsOf, runIn, seesCategory, type Viewer } from '../sees.sql.ts'

export type LockedTopic = {
  category_id: string
  post_count: number
  last_number: number
  like_count: number
  version: number
  deleted_at: Date | null
}
/** Locks a topic that a user sees. Throws NOT_FOUND. */
export async function lockTopic(
  db: Db,
  client: Pick<pg.PoolClient, 'query'>,
  viewer: Viewer,
  id: string,
): Promise<LockedTopic> {
  const [topic] = await runIn(
    db,
    client,
    sql<LockedTopic>`select t.category_id, t.post_count, t.last_number, t.like_count, t.version, t.deleted_at
      from forum_topics t join forum_categories c on c.id = t.category_id
      where t.id = ${id} and ${seesCategory(viewer)} for update of t`,
  )
  if (topic === undefined) throw noTopic()
  return topic
}

export type TopicFields = {
  title: string
  slug: string
  tags: readonly string[]
  links: readonly ForumLink[]
}
/** Changes a topic of a version; false when it has another by now. */
export const editTopic = (
  db: Db,
  viewer: Viewer,
  id: string,
  expectedVersion: number,
  fields: TopicFields,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const topic = await lockTopic(db, client, viewer, id)
    if (topic.version !== expectedVersion) return false
    await runIn(
      db,
      client,
      sql`update forum_topics set title = ${fields.title}, slug = ${fields.slug}, tags = ${[...fields.tags]}::text[],
          links = ${JSON.stringify(fields.links)}::jsonb, version = version + 1 where id = ${id}`,
    )
    await runIn(
      db,
      client,
      sql`update forum_posts set head = ${headOf(fields)} where topic_id = ${id} and number = 1`,
    )
    return true
  })

/** Deletes a topic; its category counts it no more. False when it is deleted, or has more posts than it may. */
export const deleteTopic = (
  db: Db,
  viewer: Viewer,
  id: string,
  { reason, at, mostPosts }: { reason: string | null; at: Date; mostPosts: number | null },
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const topic = await lockTopic(db, client, viewer, id)
    if (topic.deleted_at !== null || (mostPosts !== null && topic.post_count > mostPosts)) return false
    await runIn(
      db,
      client,
      sql`update forum_topics set deleted_at = ${at}, deleted_by = ${viewer.userId}, delete_reason = ${reason},
          version = version + 1 where id = ${id}`,
    )
    await countInCategory(db, client, topic.category_id, { topics: -1, posts: -topic.post_count })
    return true
  })

/** Restores a deleted topic; false when it is not deleted, or merged into another. */
export const restoreTopic = (db: Db, viewer: Viewer, id: string): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const topic = await lockTopic(db, client, viewer, id)
    const restored = await runIn(
      db,
      client,
      sql`update forum_topics set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
        where id = ${id} and deleted_at is not null and merged_into is null returning id`,
    )
    if (restored.length === 0) return false
    await countInCategory(db, client, topic.category_id, { topics: 1, posts: topic.post_count })
    return true
  })

export const setPinned = (db: Db, id: string, pinned: ForumPin, until: Date | null): Promise<unknown> =>
  rowsOf(
    db,
    sql`update forum_topics set pinned = ${pinned}, pinned_until = ${until}, version = version + 1 where id = ${id}`,
  )
export const setLocked = (db: Db, id: string, isLocked: boolean): Promise<unknown> =>
  rowsOf(db, sql`update forum_topics set is_locked = ${isLocked}, version = version + 1 where id = ${id}`)
/** Marks a post of a topic as its answer, or none; false when there is no such post. */
export const setAnswer = async (db: Db, id: string, cid: string | null): Promise<boolean> =>
  (
    await rowsOf(
      db,
      sql`update forum_topics set answer_post_id = ${cid}, version = version + 1 where id = ${id}
        and (${cid}::text is null
          or exists (select 1 from forum_posts where id = ${cid} and topic_id = ${id} and deleted_at is null)) returning id`,
    )
  ).length > 0

/** Moves a topic to another category; both count again. */
export const moveTopic = (db: Db, viewer: Viewer, id: string, categoryId: string): Promise<void> =>
  inTransaction(db, async (client) => {
    const topic = await lockTopic(db, client, viewer, id)
    await runIn(
      db,
      client,
      sql`update forum_topics set category_id = ${categoryId}, version = version + 1 where id = ${id}`,
    )
    await countMove(db, client, {
      from: topic.category_id,
      to: categoryId,
      gone: 1,
      come: 1,
      posts: topic.post_count,
    })
  })
