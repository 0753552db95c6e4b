import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

const LOT = 2000

/**
 * Deletes a lot of posts whose thread ended before `before`, epoch ms, with what hangs on them. Posts by users under a
 * legal hold, and in channels they are members of, stay. Returns how many went and the ids of their files.
 */
export async function deletePostsBefore(
  db: Db,
  before: number,
  held: readonly string[],
): Promise<{ posts: number; files: string[]; isLast: boolean }> {
  const { rows } = await sql<{ file_ids: string[] }>`
    delete from chat_posts where id in (
      select p.id from chat_posts p
      where p.create_at < ${before} and p.last_reply_at < ${before} and not p.user_id = any(${held}::text[])
        and not exists (select 1 from chat_members m where m.channel_id = p.channel_id and m.user_id = any(${held}::text[]))
      order by p.create_at limit ${LOT}
    ) returning file_ids`.execute(query(db))
  return { posts: rows.length, files: rows.flatMap(({ file_ids }) => file_ids), isLast: rows.length < LOT }
}
