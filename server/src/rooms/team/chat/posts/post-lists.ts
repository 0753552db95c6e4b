import { presentFiles } from '../files/present-files.ts'
import { presentPost, type PresentedPost } from '../presented.ts'
import type { Chat } from '../chat.ts'
import { acksOf, reactionsOf } from './post-parts.sql.ts'
import type { PostRow } from './posts.sql.ts'

/** Returns posts as clients read them, with files, reactions and acknowledgements. */
export async function presentPosts(chat: Chat, rows: readonly PostRow[]): Promise<PresentedPost[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const fileIds = rows.flatMap(({ file_ids, delete_at }) => (delete_at > 0 ? [] : file_ids))
  const [reactions, acks, fileOf] = await Promise.all([
    reactionsOf(chat.db, ids),
    acksOf(chat.db, ids),
    presentFiles(chat, fileIds),
  ])
  const reactionsOfPost = byPost(reactions)
  const acksOfPost = byPost(acks)
  return rows.map((row) =>
    presentPost(row, {
      files: row.file_ids.flatMap((id) => fileOf.get(id) ?? []),
      reactions: reactionsOfPost.get(row.id) ?? [],
      acknowledgements: acksOfPost.get(row.id) ?? [],
    }),
  )
}

/** List of posts as the model answers it: ids in order, newest first, and the posts by id. */
export async function postList(
  chat: Chat,
  rows: readonly PostRow[],
  {
    more = [],
    next = '',
    previous = '',
  }: { more?: readonly PostRow[]; next?: string; previous?: string } = {},
) {
  const seen = new Set(rows.map(({ id }) => id))
  const presented = await presentPosts(chat, [...rows, ...more.filter(({ id }) => !seen.has(id))])
  return {
    order: rows.map(({ id }) => id),
    posts: Object.fromEntries(presented.map((post) => [post.id, post])),
    next_post_id: next,
    prev_post_id: previous,
    has_next: next !== '',
    first_inaccessible_post_time: 0,
  }
}

function byPost<Part extends { post_id: string }>(parts: readonly Part[]): Map<string, Part[]> {
  const of = new Map<string, Part[]>()
  for (const part of parts) of.set(part.post_id, [...(of.get(part.post_id) ?? []), part])
  return of
}
