import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { rowsOf, seesCategory, userSeesCategory, type Viewer } from '../sees.sql.ts'

/** Age up to which a topic that was never opened counts as new. */
const NEW_MS = 14 * 24 * 3_600_000
/** New topics of a category counted at most. */
const MOST_NEW = 100
/** Level that follows a topic, so that its unread posts count. */
export const TRACKING = 2
export const WATCHING = 3

/** Topic of the read position r with posts after it; found by its id, as the topics of one user are few of all. */
export const unreadTopic = (alias: RawBuilder<unknown>) => sql`lateral (
  select * from forum_topics o where o.id = r.topic_id and o.deleted_at is null and o.last_number > r.read_number
  offset 0) ${alias}`
/** Join of un, the followed topics with unread posts of a user by category, to the category c. */
export const unreadCounts = (userId: string) => sql`left join (
  select rt.category_id, count(*)::int as unread from forum_reads r cross join ${unreadTopic(sql`rt`)}
    left join forum_category_levels rl on rl.user_id = r.user_id and rl.category_id = rt.category_id
  where r.user_id = ${userId} and coalesce(r.level, rl.level, 1) >= ${TRACKING} group by rt.category_id) un on un.category_id = c.id`

/**
 * Condition: the topic t is new to a user. One expression without joins, so that a list looks at its first topics only;
 * otherwise it would be computed for all of a category.
 */
export const isNewTopic = (userId: string, now: Date) => sql`(
  t.created_at > ${new Date(now.getTime() - NEW_MS)} and t.author_id <> ${userId} and case
    when exists (select 1 from forum_reads nr where nr.user_id = ${userId} and nr.topic_id = t.id) then false
    when exists (select 1 from forum_category_levels nl
      where nl.user_id = ${userId} and nl.category_id = t.category_id and nl.level = 0) then false
    else not exists (select 1 from forum_read_all na
      where na.user_id = ${userId} and na.category_id in ('', t.category_id) and na.at >= t.created_at) end)`
/** Value: new topics of a user in the category c. */
export const newSince = (userId: string, now: Date) => sql<number>`(
  select count(*)::int from (select 1 from forum_topics t where t.category_id = c.id and t.deleted_at is null
    and ${isNewTopic(userId, now)} order by t.created_at desc, t.id desc limit ${MOST_NEW}) counted)`

export type CategoryUnread = { category_id: string; unread: number; new_topics: number }
/** Returns unread and new topics of a user by visible category. */
export const unreadByCategory = (db: Db, viewer: Viewer, now: Date): Promise<CategoryUnread[]> =>
  rowsOf(
    db,
    sql<CategoryUnread>`select c.id as category_id, coalesce(un.unread, 0) as unread,
      ${newSince(viewer.userId, now)} as new_topics
      from forum_categories c ${unreadCounts(viewer.userId)} where ${seesCategory(viewer)}`,
  )

/** Returns the followed topics with unread posts of users, by their ids. */
export async function unreadOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf(
    db,
    sql<{ user_id: string; unread: number }>`
      select r.user_id, count(*)::int as unread from forum_reads r join users u on u.id = r.user_id
        cross join ${unreadTopic(sql`t`)} join forum_categories c on c.id = t.category_id and ${userSeesCategory}
        left join forum_category_levels l on l.user_id = r.user_id and l.category_id = t.category_id
      where r.user_id = any(${[...userIds]}::text[]) and coalesce(r.level, l.level, 1) >= ${TRACKING} group by r.user_id`,
  )
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
}

/** Returns the users whose count of unread topics a new post raises: those who follow its topic and had read all before it. */
export async function newlyUnread(db: Db, topicId: string, number: number): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ user_id: string }>`
      select r.user_id from forum_reads r join forum_topics t on t.id = r.topic_id
        left join forum_category_levels l on l.user_id = r.user_id and l.category_id = t.category_id
      where r.topic_id = ${topicId} and r.read_number = ${number - 1} and coalesce(r.level, l.level, 1) >= ${TRACKING}`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** Returns the users who have a topic in their unread ones, or would. */
export async function followersOf(db: Db, topicIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ user_id: string }>`
      select distinct r.user_id from forum_reads r join forum_topics t on t.id = r.topic_id
        left join forum_category_levels l on l.user_id = r.user_id and l.category_id = t.category_id
      where r.topic_id = any(${[...topicIds]}::text[]) and coalesce(r.level, l.level, 1) >= ${TRACKING}`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** Returns the users whose count of unread topics has some of a category, or would. */
export async function followersInCategory(db: Db, categoryId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ user_id: string }>`
      select distinct r.user_id from forum_topics t join forum_reads r on r.topic_id = t.id
      where t.category_id = ${categoryId} and t.deleted_at is null and t.last_number > r.read_number`,
  )
  return rows.map(({ user_id }) => user_id)
}
