import type { ForumLink } from '@samudra/contract/forum'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { noPost } from '../forum-access.ts'
import { runIn, seesCategory, type Viewer } from '../sees.sql.ts'
import { attachFiles, countInCategory } from './posting.sql.ts'

type LockedPost = {
  topic_id: string
  category_id: string
  number: number
  parent_id: string | null
  version: number
  body: string
  file_ids: string[]
  like_count: number
}
export type PostEdit = {
  body: string
  /** Null leaves files, links and quotes as they are. */
  fileIds: readonly string[] | null
  fileNames: string | null
  links: readonly ForumLink[] | null
  quotes: readonly string[] | null
  mentions: readonly string[]
  draftKey: string
  at: Date
}

/** Locks a topic, then a post of it that is deleted or not, where a user sees it. Throws NOT_FOUND. */
async function lockPost(
  db: Db,
  client: pg.PoolClient,
  viewer: Viewer,
  cid: string,
  { isDeleted }: { isDeleted: boolean },
): Promise<LockedPost> {
  await runIn(
    db,
    client,
    sql`select t.id from forum_topics t where t.id = (select topic_id from forum_posts where id = ${cid}) for update`,
  )
  const [post] = await runIn(
    db,
    client,
    sql<LockedPost>`
      select p.topic_id, t.category_id, p.number, p.parent_id, p.version, p.body, p.file_ids, p.like_count
      from forum_posts p join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id
      where p.id = ${cid} and ${seesCategory(viewer)} and t.deleted_at is null
        and p.deleted_at is ${isDeleted ? sql`not null` : sql`null`} for update of p`,
  )
  if (post === undefined) throw noPost()
  return post
}

/** Changes a post of a version, and stores the earlier text. Returns the ids of files it has no more; null of another version. */
export const editPost = (
  db: Db,
  editor: Viewer,
  cid: string,
  expectedVersion: number,
  edit: PostEdit,
): Promise<{ removed: string[] } | null> =>
  inTransaction(db, async (client) => {
    const post = await lockPost(db, client, editor, cid, { isDeleted: false })
    if (post.version !== expectedVersion) return null
    const fileIds = edit.fileIds ?? post.file_ids
    const added = fileIds.filter((id) => !post.file_ids.includes(id))
    await attachFiles(client, added, { ofId: cid, by: editor.userId })
    await runIn(
      db,
      client,
      sql`insert into forum_post_edits (post_id, version, at, edited_by, body)
        select id, version, coalesce(edited_at, created_at), coalesce(edited_by, author_id), body
        from forum_posts where id = ${cid}`,
    )
    await runIn(
      db,
      client,
      sql`update forum_posts set body = ${edit.body}, file_ids = ${[...fileIds]}::text[],
          file_names = coalesce(${edit.fileNames}, file_names),
          links = coalesce(${edit.links === null ? null : JSON.stringify(edit.links)}::jsonb, links),
          quotes = coalesce(${edit.quotes === null ? null : [...edit.quotes]}::text[], quotes),
          mentions = ${[...edit.mentions]}::text[], edited_at = ${edit.at}, edited_by = ${editor.userId}, version = version + 1
        where id = ${cid}`,
    )
    if (edit.draftKey !== '')
      await runIn(
        db,
        client,
        sql`delete from forum_drafts where user_id = ${editor.userId} and key = ${edit.draftKey}`,
      )
    return { removed: post.file_ids.filter((id) => !fileIds.includes(id)) }
  })

/** Deletes a post so that it keeps its number and can be restored. Throws NOT_FOUND. */
export const deletePost = (
  db: Db,
  by: Viewer,
  cid: string,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> =>
  inTransaction(db, async (client) => {
    const post = await lockPost(db, client, by, cid, { isDeleted: false })
    await runIn(
      db,
      client,
      sql`update forum_posts set deleted_at = ${at}, deleted_by = ${by.userId}, delete_reason = ${reason} where id = ${cid}`,
    )
    await countPost(db, client, post, cid, -1)
  })

/** Restores a deleted post. Throws NOT_FOUND. */
export const restorePost = (db: Db, by: Viewer, cid: string): Promise<void> =>
  inTransaction(db, async (client) => {
    const post = await lockPost(db, client, by, cid, { isDeleted: true })
    await runIn(
      db,
      client,
      sql`update forum_posts set deleted_at = null, deleted_by = null, delete_reason = null where id = ${cid}`,
    )
    await countPost(db, client, post, cid, 1)
  })

async function countPost(db: Db, client: pg.PoolClient, post: LockedPost, cid: string, sign: 1 | -1) {
  await runIn(
    db,
    client,
    sql`update forum_topics t set post_count = post_count + ${sign}, like_count = like_count + ${sign * post.like_count},
        answer_post_id = case when ${sign} < 0 and answer_post_id = ${cid} then null else answer_post_id end,
        last_post_at = coalesce(l.created_at, t.created_at), last_poster_id = coalesce(l.author_id, t.author_id)
      from (select 1) one left join lateral (select created_at, author_id from forum_posts
        where topic_id = ${post.topic_id} and deleted_at is null order by topic_id desc, number desc limit 1) l on true
      where t.id = ${post.topic_id}`,
  )
  if (post.parent_id !== null)
    await runIn(
      db,
      client,
      sql`update forum_posts set reply_count = greatest(0, reply_count + ${sign}) where id = ${post.parent_id}`,
    )
  await countInCategory(db, client, post.category_id, { topics: 0, posts: sign })
}

/** Likes a post for a user, or takes that back. Returns the likes it has, and whether that changed them. Throws NOT_FOUND. */
export const likePost = (
  db: Db,
  viewer: Viewer,
  cid: string,
  liked: boolean,
  at: Date,
): Promise<{ like_count: number; isChanged: boolean }> =>
  inTransaction(db, async (client) => {
    const post = await lockPost(db, client, viewer, cid, { isDeleted: false })
    const changed = await runIn(
      db,
      client,
      liked
        ? sql`insert into forum_likes (post_id, user_id, at) values (${cid}, ${viewer.userId}, ${at})
            on conflict do nothing returning post_id`
        : sql`delete from forum_likes where post_id = ${cid} and user_id = ${viewer.userId} returning post_id`,
    )
    if (changed.length === 0) return { like_count: post.like_count, isChanged: false }
    const by = liked ? 1 : -1
    await runIn(
      db,
      client,
      sql`update forum_topics set like_count = like_count + ${by} where id = ${post.topic_id}`,
    )
    const [now] = await runIn(
      db,
      client,
      sql<{
        like_count: number
      }>`update forum_posts set like_count = like_count + ${by} where id = ${cid} returning like_count`,
    )
    return { like_count: now!.like_count, isChanged: true }
  })
