import type { ForumTopic } from '@samudra/contract/forum'
import { readCursor, writeCursor } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import type { Viewer } from '../sees.sql.ts'
import { presentTopic } from '../topics/present-topic.ts'
import { topicsById } from '../topics/topic-rows.sql.ts'
import { isEmptySearch, readForumTerms } from './forum-search-terms.ts'
import { searchPosts, type FoundPostRow } from './forum-search.sql.ts'

const USUAL_PAGE = 50
/** Matching posts looked at for one topic of a page. */
const POSTS_A_TOPIC = 4

type SearchPage = { limit?: number | undefined; cursor?: string | undefined }
type Search = SearchPage & {
  q: string
  category_id?: string | undefined
  topic_id?: string | undefined
}

/** Returns a page of matching posts, and the cursor of the next one. */
export async function findPosts(
  { db }: Pick<ForumRoom, 'db'>,
  viewer: Viewer,
  { q, category_id, topic_id, limit = USUAL_PAGE, cursor }: Search,
): Promise<{ rows: FoundPostRow[]; words: string[]; next: string | null }> {
  const terms = readForumTerms(q)
  const after = readCursor(cursor)
  if (isEmptySearch(terms)) return { rows: [], words: [], next: null }
  const rows = await searchPosts(db, viewer, {
    terms,
    categoryId: category_id ?? null,
    topicId: topic_id ?? null,
    after: after === null ? null : { at: new Date(after.value), id: after.id },
    limit,
  })
  const last = rows.at(-1)
  return {
    rows,
    words: [...terms.words, ...terms.phrases],
    next: rows.length < limit || last === undefined ? null : writeCursor(last.created_at.getTime(), last.id),
  }
}

/** Returns topics with a matching post, those with the latest one first; one may come again on a later page. */
export async function topicsMatching(
  room: Pick<ForumRoom, 'db' | 'clock'>,
  viewer: Viewer,
  search: Omit<Search, 'topic_id'>,
): Promise<{ items: ForumTopic[]; total: number; next: string | null; as_of: string }> {
  const limit = search.limit ?? USUAL_PAGE
  const { rows, next } = await findPosts(room, viewer, {
    ...search,
    limit: Math.min(500, limit * POSTS_A_TOPIC),
  })
  const ids: string[] = []
  let last: FoundPostRow | undefined
  for (const row of rows) {
    if (!ids.includes(row.topic_id)) {
      if (ids.length === limit) break
      ids.push(row.topic_id)
    }
    last = row
  }
  const at = new Date(room.clock.now())
  const found = await topicsById(room.db, viewer, ids, at)
  const isCut = last !== undefined && last !== rows.at(-1)
  return {
    items: found.map((row) => presentTopic(row, at)),
    total: found.length,
    next: isCut ? writeCursor(last!.created_at.getTime(), last!.id) : next,
    as_of: at.toISOString(),
  }
}
