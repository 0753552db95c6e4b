import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { postsIn, type PostRow } from '../posts/post-rows.sql.ts'
import { nameOf, rowsOf, type Viewer } from '../sees.sql.ts'

const LOT = 200

/** Yields the posts of a topic that a user sees, in order, in lots; the right is tested for each lot. */
export async function* postsOfTopic(db: Db, viewer: Viewer, topicId: string): AsyncGenerator<PostRow[]> {
  for (let after = 0; ;) {
    const rows = await postsIn(db, viewer, topicId, { after, limit: LOT })
    if (rows.length > 0) yield rows
    if (rows.length < LOT) return
    after = rows.at(-1)!.number
  }
}

export type HeldPost = {
  id: string
  number: number
  topic_id: string
  topic_title: string
  category_name: string
  body: string
  created_at: Date
  version: number
  file_ids: string[]
  deleted_at: Date | null
  deleted_by: string | null
  edits: { version: number; at: string; by: string; body: string }[]
}
/** Yields all posts of a user in order of time, with deleted ones and earlier texts, for a legal hold. */
export async function* postsOfHeldUser(db: Db, userId: string): AsyncGenerator<HeldPost[]> {
  for (let after = { at: new Date(0), id: '' }; ;) {
    const rows = await rowsOf(
      db,
      sql<HeldPost>`
        select p.id, p.number, p.topic_id, t.title as topic_title, c.name as category_name, p.body, p.created_at, p.version,
          p.file_ids, p.deleted_at, ${nameOf(sql`p.deleted_by`)} as deleted_by,
          coalesce((select json_agg(json_build_object('version', e.version, 'at', e.at, 'by', ${nameOf(sql`e.edited_by`)},
            'body', e.body) order by e.version) from forum_post_edits e where e.post_id = p.id), '[]') as edits
        from forum_posts p join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id
        where p.author_id = ${userId} and (p.created_at, p.id) > (${after.at}, ${after.id})
        order by p.created_at, p.id limit ${LOT}`,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOT) return
    after = { at: last.created_at, id: last.id }
  }
}
