import { sql } from 'kysely'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { slugOf } from '../posts/clean-text.ts'
import { headOf } from '../posts/posting.sql.ts'
import { runIn } from '../sees.sql.ts'
import { FIRST_CATEGORIES } from './first-content.ts'

/** Creates the first categories with their welcome topics, once for an installation. */
export const createFirstContent = (db: Db, at: Date): Promise<void> =>
  inTransaction(db, async (client) => {
    for (const [position, { id, name, description, color, posting, topic }] of FIRST_CATEGORIES.entries()) {
      const made = await runIn(
        db,
        client,
        sql`insert into forum_categories (id, name, slug, description, color, position, posting, topic_count, post_count,
            created_by, created_at)
          values (${id}, ${name}, ${slugOf(name)}, ${description}, ${color}, ${position}, ${posting}, 1, 1, '', ${at})
          on conflict do nothing returning id`,
      )
      if (made.length === 0) continue
      const topicId = ulid(at.getTime() + position)
      await runIn(
        db,
        client,
        sql`insert into forum_topics (id, category_id, title, slug, author_id, created_at, last_post_at, last_poster_id,
            post_count, last_number, pinned)
          values (${topicId}, ${id}, ${topic.title}, ${slugOf(topic.title)}, '', ${at}, ${at}, '', 1, 1, 'CATEGORY')`,
      )
      await runIn(
        db,
        client,
        sql`insert into forum_posts (id, topic_id, number, author_id, body, head, created_at)
          values (${ulid(at.getTime() + position)}, ${topicId}, 1, '', ${topic.body},
            ${headOf({ title: topic.title, tags: [] })}, ${at})`,
      )
    }
  })
