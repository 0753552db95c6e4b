import type { ForumAuthor, ForumLink } from '@samudra/contract/forum'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { moderatesCategory, nameOf, rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'

export type PostRow = {
  id: string
  topic_id: string
  number: number
  parent_id: string | null
  parent_number: number | null
  author_id: string
  author_name: string
  body: string
  file_ids: string[]
  mentions: ForumAuthor[]
  links: ForumLink[]
  quotes: string[]
  created_at: Date
  edited_at: Date | null
  edits: { version: number; at: string; by: string }[]
  version: number
  like_count: number
  liked: boolean
  bookmarked: boolean
  reply_count: number
  is_answer: boolean
  deleted_at: Date | null
  /** Id of the user who deleted it, and the name. */
  deleter_id: string | null
  deleted_by: string | null
  delete_reason: string | null
  category_id: string
  topic_title: string
  category_visibility: 'ALL' | 'GROUPS' | 'PEOPLE'
}

const EDITS_LISTED = 20
/** Columns of a post with those of its reader; t and c are its topic and category. */
export const postColumns = ({
  userId,
}: Pick<Viewer, 'userId'>) => sql`p.id, p.topic_id, p.number, p.parent_id,
  (select q.number from forum_posts q where q.id = p.parent_id and q.topic_id = p.topic_id) as parent_number, p.author_id,
  ${nameOf(sql`p.author_id`)} as author_name, p.body, p.file_ids, p.links, p.quotes, p.created_at, p.edited_at, p.version,
  case when p.mentions = '{}' then '[]'::json else (select json_agg(json_build_object('id', m, 'username', ${nameOf(sql`m`)}))
    from unnest(p.mentions) m) end as mentions,
  case when p.version = 1 then '[]'::json else (select json_agg(e) from (
    select p.version, p.edited_at as at, ${nameOf(sql`p.edited_by`)} as by
    union all select v.version, v.at, ${nameOf(sql`v.edited_by`)} from forum_post_edits v
      where v.post_id = p.id and v.version > 1
    order by version desc limit ${EDITS_LISTED}) e) end as edits,
  p.like_count, p.reply_count, p.deleted_at, p.deleted_by as deleter_id, ${nameOf(sql`p.deleted_by`)} as deleted_by,
  p.delete_reason, t.answer_post_id is not distinct from p.id as is_answer, t.category_id, t.title as topic_title,
  c.visibility as category_visibility,
  exists (select 1 from forum_likes k where k.post_id = p.id and k.user_id = ${userId}) as liked,
  exists (select 1 from forum_bookmarks b where b.post_id = p.id and b.user_id = ${userId}) as bookmarked`
export const POST_JOINS = sql`forum_posts p join forum_topics t on t.id = p.topic_id
  join forum_categories c on c.id = t.category_id`

const selected = (viewer: Viewer, where: RawBuilder<unknown>) => sql<PostRow>`
  select ${postColumns(viewer)} from ${POST_JOINS}
  where ${seesCategory(viewer)} and (t.deleted_at is null or ${moderatesCategory(viewer)}) and ${where}`

export type PostWindow =
  | { after: number; limit: number }
  | { before: number; limit: number }
  | { around: number; limit: number }
/** Returns posts of a visible topic in order of their numbers. */
export async function postsIn(
  db: Db,
  viewer: Viewer,
  topicId: string,
  window: PostWindow,
): Promise<PostRow[]> {
  const of = sql`p.topic_id = ${topicId}`
  if ('after' in window)
    return rowsOf(
      db,
      selected(
        viewer,
        sql`${of} and p.number > ${window.after} order by p.topic_id, p.number limit ${window.limit}`,
      ),
    )
  if ('before' in window)
    return (
      await rowsOf(
        db,
        selected(
          viewer,
          sql`${of} and p.number < ${window.before} order by p.topic_id desc, p.number desc limit ${window.limit}`,
        ),
      )
    ).toReversed()
  const { around, limit } = window
  const before = Math.floor(limit / 2)
  const [earlier, later] = await Promise.all([
    before === 0 ? [] : postsIn(db, viewer, topicId, { before: around, limit: before }),
    postsIn(db, viewer, topicId, { after: around - 1, limit }),
  ])
  const rest = later.slice(0, Math.max(limit - earlier.length, 1))
  // Near the end the earlier ones fill the window.
  const missing = limit - earlier.length - rest.length
  const first = earlier[0]
  if (missing <= 0 || first === undefined) return [...earlier, ...rest]
  return [
    ...(await postsIn(db, viewer, topicId, { before: first.number, limit: missing })),
    ...earlier,
    ...rest,
  ]
}
/** Returns the replies to a post after a number, in order. */
export const repliesTo = (
  db: Db,
  viewer: Viewer,
  parentId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PostRow[]> =>
  rowsOf(
    db,
    selected(viewer, sql`p.parent_id = ${parentId} and p.number > ${after} order by p.number limit ${limit}`),
  )
/** Returns a post that a user sees. */
export const visiblePost = async (db: Db, viewer: Viewer, id: string): Promise<PostRow | undefined> =>
  (await rowsOf(db, selected(viewer, sql`p.id = ${id}`)))[0]

/** Place of a post in a list by time. */
export type PostCursor = { at: Date; id: string }
/** Returns posts of an author that a user sees, the latest first; deleted ones are left out. */
export const postsOfAuthor = (
  db: Db,
  viewer: Viewer,
  authorId: string,
  { after, limit }: { after: PostCursor | null; limit: number },
): Promise<PostRow[]> =>
  rowsOf(
    db,
    selected(
      viewer,
      sql`p.author_id = ${authorId} and p.deleted_at is null and t.deleted_at is null
        ${after === null ? sql`` : sql`and (p.created_at, p.id) < (${after.at}, ${after.id})`}
        order by p.created_at desc, p.id desc limit ${limit}`,
    ),
  )

/** Returns bookmarked posts of a user, the latest bookmark first. */
export const bookmarkedPosts = (
  db: Db,
  viewer: Viewer,
  { after, limit }: { after: PostCursor | null; limit: number },
): Promise<(PostRow & { bookmarked_at: Date })[]> =>
  rowsOf(
    db,
    sql<PostRow & { bookmarked_at: Date }>`
      select ${postColumns(viewer)}, bm.at as bookmarked_at from forum_bookmarks bm join ${POST_JOINS} on p.id = bm.post_id
      where bm.user_id = ${viewer.userId} and ${seesCategory(viewer)} and t.deleted_at is null and p.deleted_at is null
        ${after === null ? sql`` : sql`and (bm.at, p.id) < (${after.at}, ${after.id})`}
      order by bm.at desc, p.id desc limit ${limit}`,
  )

/** Returns those of some posts that a user sees, with their authors. */
export const quotedPosts = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : rowsOf(
        db,
        sql<{ id: string; author_id: string }>`select p.id, p.author_id from ${POST_JOINS}
          where p.id = any(${[...ids]}::text[]) and p.deleted_at is null and t.deleted_at is null and ${seesCategory(viewer)}`,
      )

/** Returns the current and earlier texts of a post, the newest first. */
export const editsOf = (db: Db, id: string, limit: number) =>
  rowsOf(
    db,
    sql<{ version: number; at: Date; by: string; body: string }>`
      select p.version, coalesce(p.edited_at, p.created_at) as at, ${nameOf(sql`coalesce(p.edited_by, p.author_id)`)} as by, p.body
        from forum_posts p where p.id = ${id}
      union all select version, at, ${nameOf(sql`edited_by`)}, body from forum_post_edits where post_id = ${id}
      order by version desc limit ${limit}`,
  )
