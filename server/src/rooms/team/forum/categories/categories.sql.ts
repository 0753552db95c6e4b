import type { ForumCategory } from '@samudra/contract/forum'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { newSince, unreadCounts } from '../reading/unread-topics.sql.ts'
import { moderatesCategory, postsInCategory, rowsOf, runIn, seesCategory, type Viewer } from '../sees.sql.ts'

/** Fields of a category that an administrator sets. */
export type CategoryFields = Pick<
  ForumCategory,
  | 'name'
  | 'description'
  | 'color'
  | 'position'
  | 'visibility'
  | 'group_ids'
  | 'user_ids'
  | 'posting'
  | 'poster_group_ids'
  | 'poster_ids'
  | 'moderator_group_ids'
  | 'moderator_ids'
>
export type CategoryRow = CategoryFields & {
  id: string
  slug: string
  topic_count: number
  post_count: number
  version: number
  deleted_at: Date | null
  can_read: boolean
  can_post: boolean
  can_moderate: boolean
  level: number | null
  last_topic_id: string | null
  last_topic_title: string | null
  last_topic_slug: string | null
  last_post_at: Date | null
  unread: number
  new_topics: number
}

const FIELDS = sql`c.id, c.name, c.slug, c.description, c.color, c.position, c.visibility, c.group_ids, c.user_ids,
  c.posting, c.poster_group_ids, c.poster_ids, c.moderator_group_ids, c.moderator_ids, c.topic_count, c.post_count,
  c.version, c.deleted_at`

const columns = (viewer: Viewer, now: Date) => sql`${FIELDS}, ${seesCategory(viewer)} as can_read,
  ${postsInCategory(viewer)} as can_post, ${moderatesCategory(viewer)} as can_moderate, l.level,
  t.id as last_topic_id, t.title as last_topic_title, t.slug as last_topic_slug, t.last_post_at,
  coalesce(un.unread, 0) as unread, ${newSince(viewer.userId, now)} as new_topics`

const selected = (viewer: Viewer, now: Date, where: RawBuilder<unknown>) => sql<CategoryRow>`
  select ${columns(viewer, now)} from forum_categories c
    left join forum_category_levels l on l.category_id = c.id and l.user_id = ${viewer.userId}
    ${unreadCounts(viewer.userId)}
    left join lateral (select id, title, slug, last_post_at from forum_topics
      where category_id = c.id and deleted_at is null order by last_post_at desc, id desc limit 1) t on true
  where ${where} order by c.position, lower(c.name)`

/** Returns the categories that a user sees; for an administrator also the others, to administer. */
export const categoriesFor = (db: Db, viewer: Viewer, now: Date): Promise<CategoryRow[]> =>
  rowsOf(db, selected(viewer, now, viewer.isAdmin ? sql`c.deleted_at is null` : sql`${seesCategory(viewer)}`))
/** Returns a category that a user sees; undefined for others. */
export const visibleCategory = async (db: Db, viewer: Viewer, id: string, now: Date) =>
  (await rowsOf(db, selected(viewer, now, sql`c.id = ${id} and ${seesCategory(viewer)}`)))[0]
/** Returns whether a user sees a category. */
export const isCategoryVisible = async (db: Db, viewer: Viewer, id: string): Promise<boolean> =>
  (await rowsOf(db, sql`select 1 from forum_categories c where c.id = ${id} and ${seesCategory(viewer)}`))
    .length > 0
/** Returns a category for an administrator, deleted or not. */
export const administeredCategory = async (db: Db, viewer: Viewer, id: string, now: Date) =>
  (await rowsOf(db, selected(viewer, now, sql`c.id = ${id}`)))[0]
export const deletedCategories = (db: Db, viewer: Viewer, now: Date): Promise<CategoryRow[]> =>
  rowsOf(db, selected(viewer, now, sql`c.deleted_at is not null`))

/** Returns whether the name of a category is taken by another. */
export const isNameTaken = async (db: Db, name: string, exceptId: string): Promise<boolean> =>
  (
    await rowsOf(
      db,
      sql`select 1 from forum_categories where lower(name) = lower(${name}) and deleted_at is null and id <> ${exceptId}`,
    )
  ).length > 0

/** Inserts a category; false when its name or id is taken. */
export async function insertCategory(
  db: Db,
  category: CategoryFields & { id: string; slug: string; created_by: string; at: Date },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into forum_categories (id, name, slug, description, color, position, visibility, group_ids, user_ids, posting,
        poster_group_ids, poster_ids, moderator_group_ids, moderator_ids, created_by, created_at)
      values (${category.id}, ${category.name}, ${category.slug}, ${category.description}, ${category.color},
        ${category.position}, ${category.visibility}, ${category.group_ids}::text[], ${category.user_ids}::text[],
        ${category.posting}, ${category.poster_group_ids}::text[], ${category.poster_ids}::text[],
        ${category.moderator_group_ids}::text[], ${category.moderator_ids}::text[], ${category.created_by}, ${category.at})
      on conflict do nothing returning id`,
  )
  return rows.length === 1
}

/** Changes a category of a version; false when it has another by now. */
export async function changeCategory(
  db: Db,
  id: string,
  version: number,
  category: CategoryFields & { slug: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update forum_categories set name = ${category.name}, slug = ${category.slug}, description = ${category.description},
        color = ${category.color}, position = ${category.position}, visibility = ${category.visibility},
        group_ids = ${category.group_ids}::text[], user_ids = ${category.user_ids}::text[], posting = ${category.posting},
        poster_group_ids = ${category.poster_group_ids}::text[], poster_ids = ${category.poster_ids}::text[],
        moderator_group_ids = ${category.moderator_group_ids}::text[], moderator_ids = ${category.moderator_ids}::text[],
        version = version + 1
      where id = ${id} and version = ${version} and deleted_at is null returning id`,
  )
  return rows.length === 1
}

/** Deletes a category, its topics moved to another first where one is named. Returns the ids of moved topics; null when it is deleted. */
export const removeCategory = (
  db: Db,
  id: string,
  { by, at, moveTo }: { by: string; at: Date; moveTo: string | null },
): Promise<string[] | null> =>
  inTransaction(db, async (client) => {
    // Topics before categories, and each in one order, as posts lock them.
    if (moveTo !== null)
      await runIn(
        db,
        client,
        sql`select id from forum_topics where category_id = ${id} order by id for update`,
      )
    await runIn(
      db,
      client,
      sql`select id from forum_categories where id in (${id}, ${moveTo ?? id}) order by id for no key update`,
    )
    const removed = await runIn(
      db,
      client,
      sql`update forum_categories set deleted_at = ${at}, deleted_by = ${by}, version = version + 1
        where id = ${id} and deleted_at is null returning id`,
    )
    if (removed.length === 0) return null
    if (moveTo === null) return []
    const moved = await runIn(
      db,
      client,
      sql<{
        id: string
      }>`update forum_topics set category_id = ${moveTo}, version = version + 1 where category_id = ${id} returning id`,
    )
    await runIn(
      db,
      client,
      sql`update forum_categories set topic_count = case when id = ${moveTo} then topic_count + o.topics else 0 end,
          post_count = case when id = ${moveTo} then post_count + o.posts else 0 end
        from (select topic_count as topics, post_count as posts from forum_categories where id = ${id}) o
        where id in (${id}, ${moveTo})`,
    )
    return moved.map((one) => one.id)
  })

/** Restores a deleted category; false when it is not deleted. */
export async function bringCategoryBack(db: Db, id: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update forum_categories set deleted_at = null, deleted_by = null, version = version + 1
      where id = ${id} and deleted_at is not null returning id`,
  )
  return rows.length === 1
}
