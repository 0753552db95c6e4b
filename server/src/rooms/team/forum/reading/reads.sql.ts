import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { rowsOf, runIn, seesCategory, userSeesCategory, type Viewer } from '../sees.sql.ts'
import { WATCHING } from './unread-topics.sql.ts'

/** Moves the read position of a user in a topic on, up to the last post. Returns it with the one before; a first visit counts as a view. */
export const moveRead = (
  db: Db,
  userId: string,
  topicId: string,
  number: number,
  at: Date,
): Promise<{ before: number | null; now: number }> =>
  inTransaction(db, async (client) => {
    const [before] = await runIn(
      db,
      client,
      sql<{ read_number: number }>`select read_number from forum_reads
        where user_id = ${userId} and topic_id = ${topicId} for update`,
    )
    const [moved] = await runIn(
      db,
      client,
      sql<{ read_number: number; is_first: boolean }>`
        insert into forum_reads as r (user_id, topic_id, read_number, visited_at)
        select ${userId}, t.id, case when exists (select 1 from forum_posts p where p.topic_id = t.id and p.number > ${number}::int)
          then ${number}::int else t.last_number end, ${at} from forum_topics t where t.id = ${topicId}
        on conflict (user_id, topic_id) do update
          set read_number = greatest(r.read_number, excluded.read_number), visited_at = excluded.visited_at
        returning read_number, (xmax = 0) as is_first`,
    )
    if (moved?.is_first === true)
      await runIn(db, client, sql`update forum_topics set views = views + 1 where id = ${topicId}`)
    return { before: before?.read_number ?? null, now: moved?.read_number ?? 0 }
  })

/** Marks all topics of the categories that a user sees as read, or those of one. */
export const readAll = (db: Db, viewer: Viewer, categoryId: string | null, at: Date): Promise<void> =>
  inTransaction(db, async (client) => {
    await runIn(
      db,
      client,
      sql`update forum_reads r set read_number = t.last_number from forum_topics t
          join forum_categories c on c.id = t.category_id
        where r.user_id = ${viewer.userId} and t.id = r.topic_id and t.last_number > r.read_number and ${seesCategory(viewer)}
          ${categoryId === null ? sql`` : sql`and c.id = ${categoryId}`}`,
    )
    await runIn(
      db,
      client,
      sql`insert into forum_read_all (user_id, category_id, at) values (${viewer.userId}, ${categoryId ?? ''}, ${at})
        on conflict (user_id, category_id) do update set at = excluded.at`,
    )
  })

/** Sets the level at which a user follows a topic; null follows its category. */
export const setTopicLevel = (
  db: Db,
  userId: string,
  topicId: string,
  level: number | null,
  at: Date,
): Promise<unknown> =>
  rowsOf(
    db,
    sql`insert into forum_reads (user_id, topic_id, level, visited_at) values (${userId}, ${topicId}, ${level}, ${at})
      on conflict (user_id, topic_id) do update set level = excluded.level`,
  )
export const setCategoryLevel = (
  db: Db,
  userId: string,
  categoryId: string,
  level: number | null,
): Promise<unknown> =>
  rowsOf(
    db,
    level === null
      ? sql`delete from forum_category_levels where user_id = ${userId} and category_id = ${categoryId}`
      : sql`insert into forum_category_levels (user_id, category_id, level) values (${userId}, ${categoryId}, ${level})
          on conflict (user_id, category_id) do update set level = excluded.level`,
  )

/** Watchers notified of one post at most. */
const MOST_WATCHERS = 5000
/** Returns the users who watch a topic, by themselves or by its category. */
export async function topicWatchers(db: Db, topicId: string, categoryId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ user_id: string }>`
      select r.user_id from forum_reads r where r.topic_id = ${topicId} and r.level = ${WATCHING}
      union select l.user_id from forum_category_levels l
        left join forum_reads r on r.user_id = l.user_id and r.topic_id = ${topicId}
      where l.category_id = ${categoryId} and l.level = ${WATCHING} and r.level is null
      limit ${MOST_WATCHERS}`,
  )
  return rows.map(({ user_id }) => user_id)
}
/** Returns those of some users who muted a topic, by itself or by its category. */
export async function mutedBy(
  db: Db,
  topicId: string,
  categoryId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select u.id from unnest(${[...ids]}::text[]) as u (id)
        left join forum_reads r on r.user_id = u.id and r.topic_id = ${topicId}
        left join forum_category_levels l on l.user_id = u.id and l.category_id = ${categoryId}
      where coalesce(r.level, l.level) = 0`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Registers that a user has a topic open until a time; null closes it. Returns how many have it open. */
export async function holdOpen(
  db: Db,
  userId: string,
  topicId: string,
  until: Date | null,
  now: Date,
): Promise<number> {
  await rowsOf(
    db,
    until === null
      ? sql`delete from forum_open where topic_id = ${topicId} and user_id = ${userId}`
      : sql`insert into forum_open (topic_id, user_id, until) values (${topicId}, ${userId}, ${until})
          on conflict (topic_id, user_id) do update set until = excluded.until`,
  )
  const [open] = await rowsOf(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from forum_open where topic_id = ${topicId} and until > ${now}`,
  )
  return open!.n
}
/** Returns the users who have a topic open now and see it. */
export async function readersOf(db: Db, topicId: string, now: Date): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select u.id from forum_open o join users u on u.id = o.user_id join forum_topics t on t.id = o.topic_id
        join forum_categories c on c.id = t.category_id and ${userSeesCategory}
      where o.topic_id = ${topicId} and o.until > ${now}`,
  )
  return rows.map(({ id }) => id)
}
export const forgetClosed = (db: Db, now: Date): Promise<unknown> =>
  rowsOf(db, sql`delete from forum_open where until < ${now}`)
