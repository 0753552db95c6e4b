import type { ForumLink, ForumPin } from '@samudra/contract/forum'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { isNewTopic, unreadTopic } from '../reading/unread-topics.sql.ts'
import { moderatesCategory, nameOf, postsInCategory, rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'

export type TopicRow = {
  id: string
  category_id: string
  title: string
  slug: string
  author_id: string
  author_name: string
  created_at: Date
  last_post_at: Date
  last_poster_id: string
  last_poster_name: string
  post_count: number
  last_number: number
  like_count: number
  views: number
  tags: string[]
  links: ForumLink[]
  pinned: ForumPin
  pinned_until: Date | null
  is_locked: boolean
  answer_post_id: string | null
  merged_into: string | null
  version: number
  deleted_at: Date | null
  deleted_by: string | null
  delete_reason: string | null
}
/** Topic with the position and level of its reader. */
export type ReadTopicRow = TopicRow & {
  read_number: number | null
  level: number | null
  category_level: number | null
  is_new: boolean
}
/** Topic with its category and the rights of its reader there. */
export type OpenTopicRow = ReadTopicRow & {
  category_name: string
  category_slug: string
  category_color: string
  category_visibility: 'ALL' | 'GROUPS' | 'PEOPLE'
  can_post: boolean
  can_moderate: boolean
}

export const TOPIC_COLUMNS = sql`t.id, t.category_id, t.title, t.slug, t.author_id, ${nameOf(sql`t.author_id`)} as author_name,
  t.created_at, t.last_post_at, t.last_poster_id, ${nameOf(sql`t.last_poster_id`)} as last_poster_name, t.post_count,
  t.last_number, t.like_count, t.views, t.tags, t.links, t.pinned, t.pinned_until, t.is_locked, t.answer_post_id,
  t.merged_into, t.version, t.deleted_at, ${nameOf(sql`t.deleted_by`)} as deleted_by, t.delete_reason`
/** Columns of the reader; `READER_JOINS` brings r and l. */
export const readerColumns = ({ userId }: Viewer, now: Date) =>
  sql`r.read_number, r.level, l.level as category_level, ${isNewTopic(userId, now)} as is_new`
export const readerJoins = ({ userId }: Viewer) => sql`
  left join forum_reads r on r.user_id = ${userId} and r.topic_id = t.id
  left join forum_category_levels l on l.user_id = ${userId} and l.category_id = t.category_id`

/** Returns a topic that a user sees, deleted ones to moderators only. */
export async function openTopic(
  db: Db,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<OpenTopicRow | undefined> {
  const [row] = await rowsOf(
    db,
    sql<OpenTopicRow>`
      select ${TOPIC_COLUMNS}, ${readerColumns(viewer, now)}, c.name as category_name, c.slug as category_slug,
        c.color as category_color, c.visibility as category_visibility, ${postsInCategory(viewer)} as can_post,
        ${moderatesCategory(viewer)} as can_moderate
      from forum_topics t join forum_categories c on c.id = t.category_id ${readerJoins(viewer)}
      where t.id = ${id} and ${seesCategory(viewer)} and (t.deleted_at is null or ${moderatesCategory(viewer)})`,
  )
  return row
}
/** Returns the topic that a topic was merged into, where a user sees it. */
export const mergedInto = async (db: Db, viewer: Viewer, id: string): Promise<string | undefined> =>
  (
    await rowsOf(
      db,
      sql<{ id: string }>`select t.id from forum_topics m join forum_topics t on t.id = m.merged_into
        join forum_categories c on c.id = t.category_id where m.id = ${id} and t.deleted_at is null and ${seesCategory(viewer)}`,
    )
  )[0]?.id

export const watchersOf = async (db: Db, topicId: string): Promise<number> =>
  (
    await rowsOf(
      db,
      sql<{
        n: number
      }>`select count(*)::int as n from forum_reads where topic_id = ${topicId} and level = 3`,
    )
  )[0]!.n

/** Place in a list: the value that it is sorted by, and the id. */
export type TopicCursor = { value: number; id: string }
export type TopicSort = 'LATEST' | 'NEWEST' | 'TOP'
const SORTED: Record<TopicSort, { column: RawBuilder<unknown>; isTime: boolean }> = {
  LATEST: { column: sql`last_post_at`, isTime: true },
  NEWEST: { column: sql`created_at`, isTime: true },
  TOP: { column: sql`like_count`, isTime: false },
}
export const cursorValue = (row: TopicRow, sort: TopicSort): number =>
  sort === 'TOP' ? row.like_count : (sort === 'LATEST' ? row.last_post_at : row.created_at).getTime()

export type TopicList = {
  categoryId: string | null
  sort: TopicSort
  after: TopicCursor | null
  limit: number
  tag: string | null
  link: { type: string; id: string } | null
  newOnly: boolean
  /** Topics that stand before the list. */
  pinned: readonly string[]
}

/** Returns topics of the categories that a user sees: the first of each category, merged. */
export function listTopics(db: Db, viewer: Viewer, list: TopicList, now: Date): Promise<ReadTopicRow[]> {
  const { column, isTime } = SORTED[list.sort]
  const { after, limit, categoryId, tag, link } = list
  const value = after === null ? null : isTime ? new Date(after.value) : after.value
  const conditions = [
    sql`t.category_id = c.id and t.deleted_at is null`,
    ...(after === null ? [] : [sql`(t.${column}, t.id) < (${value}, ${after.id})`]),
    ...(tag === null ? [] : [sql`t.tags @> ${[tag]}::text[]`]),
    ...(link === null ? [] : [sql`t.links @> ${JSON.stringify([link])}::jsonb`]),
    ...(list.newOnly ? [isNewTopic(viewer.userId, now)] : []),
    ...(list.pinned.length === 0 ? [] : [sql`not t.id = any(${[...list.pinned]}::text[])`]),
  ]
  const order = sql`order by t.${column} desc, t.id desc limit ${limit}`
  const inCategory = categoryId === null ? sql`` : sql`and c.id = ${categoryId}`
  const isByIndex = tag !== null || link !== null
  // The first of each category by their own index, or all with a tag or link by its index.
  const first = isByIndex
    ? sql`select t.id from forum_categories c join forum_topics t on ${sql.join(conditions, sql` and `)}
        where ${seesCategory(viewer)} ${inCategory} ${order}`
    : sql`select t.id from forum_categories c cross join lateral (
          select t.id, t.${column} from forum_topics t where ${sql.join(conditions, sql` and `)} ${order}) t
        where ${seesCategory(viewer)} ${inCategory} ${order}`
  return rowsOf(
    db,
    sql<ReadTopicRow>`
      select ${TOPIC_COLUMNS}, ${readerColumns(viewer, now)} from (${first}) f join forum_topics t on t.id = f.id
      ${readerJoins(viewer)} order by t.${column} desc, t.id desc`,
  )
}

type Part = Pick<TopicList, 'categoryId' | 'after' | 'limit'>
/** Condition and order of a part of the topics t by their latest posts. */
const latestPart = ({ categoryId, after, limit }: Part) => sql`
  ${categoryId === null ? sql`` : sql`and t.category_id = ${categoryId}`}
  ${after === null ? sql`` : sql`and (t.last_post_at, t.id) < (${new Date(after.value)}, ${after.id})`}
  order by t.last_post_at desc, t.id desc limit ${limit}`

/** Returns followed topics with unread posts of a user, the latest first. */
export const listUnread = (db: Db, viewer: Viewer, part: Part, now: Date): Promise<ReadTopicRow[]> =>
  rowsOf(
    db,
    sql<ReadTopicRow>`
      select ${TOPIC_COLUMNS}, ${readerColumns(viewer, now)} from forum_reads r
        cross join ${unreadTopic(sql`t`)} join forum_categories c on c.id = t.category_id
        left join forum_category_levels l on l.user_id = r.user_id and l.category_id = t.category_id
      where r.user_id = ${viewer.userId} and coalesce(r.level, l.level, 1) >= 2 and ${seesCategory(viewer)}
        ${latestPart(part)}`,
  )

/** Returns topics that a reader sees by a condition. */
const readTopics = (db: Db, viewer: Viewer, now: Date, where: RawBuilder<unknown>) =>
  rowsOf(
    db,
    sql<ReadTopicRow>`
      select ${TOPIC_COLUMNS}, ${readerColumns(viewer, now)} from forum_topics t
        join forum_categories c on c.id = t.category_id ${readerJoins(viewer)}
      where ${seesCategory(viewer)} and ${where}`,
  )

/** Returns deleted topics of the categories that a user moderates, the latest first. */
export const listDeleted = (db: Db, viewer: Viewer, part: Part, now: Date): Promise<ReadTopicRow[]> =>
  readTopics(
    db,
    viewer,
    now,
    sql`t.deleted_at is not null and t.merged_into is null and ${moderatesCategory(viewer)} ${latestPart(part)}`,
  )

const MOST_PINNED = 20
/** Returns the pinned topics at the head of a list. */
export const listPinned = (
  db: Db,
  viewer: Viewer,
  categoryId: string | null,
  now: Date,
): Promise<ReadTopicRow[]> =>
  readTopics(
    db,
    viewer,
    now,
    sql`t.deleted_at is null and (t.pinned_until is null or t.pinned_until > ${now})
      and ${categoryId === null ? sql`t.pinned = 'GLOBAL'` : sql`t.pinned <> 'NONE' and c.id = ${categoryId}`}
      order by t.last_post_at desc, t.id desc limit ${MOST_PINNED}`,
  )

/** Returns topics by id that a user sees, in the order of the ids. */
export const topicsById = (
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  now: Date,
): Promise<ReadTopicRow[]> =>
  readTopics(
    db,
    viewer,
    now,
    sql`t.id = any(${[...ids]}::text[]) and t.deleted_at is null order by array_position(${[...ids]}::text[], t.id)`,
  )

export const countTopics = async (db: Db, viewer: Viewer, categoryId: string | null): Promise<number> =>
  (
    await rowsOf(
      db,
      sql<{
        n: number
      }>`select coalesce(sum(c.topic_count), 0)::int as n from forum_categories c where ${seesCategory(viewer)}
        ${categoryId === null ? sql`` : sql`and c.id = ${categoryId}`}`,
    )
  )[0]!.n

/** Tagged topics of a category whose tags are counted, the latest; a list of tags reads no more rows. */
const MOST_TAGGED = 500
/** Returns tags of the latest visible topics with their numbers, the most used first. */
export const tagsOf = (db: Db, viewer: Viewer, prefix: string): Promise<{ tag: string; topics: number }[]> =>
  rowsOf(
    db,
    sql<{ tag: string; topics: number }>`
      select tag, count(*)::int as topics from forum_categories c cross join lateral (
          select t.tags from forum_topics t where t.category_id = c.id and t.tags <> '{}' and t.deleted_at is null
          order by t.last_post_at desc, t.id desc limit ${MOST_TAGGED}) t
        cross join unnest(t.tags) as tag
      where ${seesCategory(viewer)} and starts_with(tag, ${prefix})
      group by tag order by topics desc, tag limit 20`,
  )
