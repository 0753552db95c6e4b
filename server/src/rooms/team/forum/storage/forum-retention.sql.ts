import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { runIn } from '../sees.sql.ts'

const LOT = 100

/**
 * Deletes a lot of topics without a post since a time, with all that hangs on them. Pinned topics stay, and those with a
 * post of a user under a legal hold. Returns the ids of their files.
 */
export const deleteTopicsBefore = (
  db: Db,
  before: Date,
  held: readonly string[],
): Promise<{ topics: number; files: string[]; isLast: boolean }> =>
  inTransaction(db, async (client) => {
    const topics = await runIn(
      db,
      client,
      sql<{ id: string; category_id: string; is_counted: boolean; post_count: number }>`
        select t.id, t.category_id, t.deleted_at is null as is_counted, t.post_count from forum_topics t
        where t.last_post_at < ${before} and t.pinned = 'NONE' and not exists (select 1 from forum_posts p
          where p.topic_id = t.id and p.author_id = any(${[...held]}::text[]))
        order by t.id limit ${LOT} for update skip locked`,
    )
    const ids = topics.map(({ id }) => id)
    const files = await runIn(
      db,
      client,
      sql<{
        id: string
      }>`select unnest(file_ids) as id from forum_posts where topic_id = any(${ids}::text[])`,
    )
    await runIn(db, client, sql`delete from forum_topics where id = any(${ids}::text[])`)
    const counted = topics.filter(({ is_counted }) => is_counted)
    for (const id of [...new Set(counted.map(({ category_id }) => category_id))].toSorted()) {
      const own = counted.filter(({ category_id }) => category_id === id)
      const posts = own.reduce((sum, { post_count }) => sum + post_count, 0)
      await runIn(
        db,
        client,
        sql`update forum_categories set topic_count = topic_count - ${own.length}, post_count = post_count - ${posts}
          where id = ${id}`,
      )
    }
    return { topics: ids.length, files: files.map(({ id }) => id), isLast: ids.length < LOT }
  })
