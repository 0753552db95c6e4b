import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { moderatesCategory, rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'

/** Returns the files of the posts of a visible topic, the latest first; those of deleted posts to moderators only. */
export const filesInTopic = (
  db: Db,
  viewer: Viewer,
  topicId: string,
  { fileId, limit }: { fileId: string | null; limit: number },
): Promise<{ file_id: string; cid: string; number: number }[]> =>
  rowsOf(
    db,
    sql<{ file_id: string; cid: string; number: number }>`
      select f.id as file_id, p.id as cid, p.number from forum_posts p join forum_topics t on t.id = p.topic_id
        join forum_categories c on c.id = t.category_id cross join unnest(p.file_ids) as f (id)
      where p.topic_id = ${topicId} and cardinality(p.file_ids) > 0 and ${seesCategory(viewer)}
        and ((p.deleted_at is null and t.deleted_at is null) or ${moderatesCategory(viewer)})
        ${fileId === null ? sql`` : sql`and f.id = ${fileId}`}
      order by p.number desc, f.id limit ${limit}`,
  )
