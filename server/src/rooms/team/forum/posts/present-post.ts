import type { ForumFile, ForumPost } from '@samudra/contract/forum'
import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'
import type { ForumRoom } from '../forum.ts'
import type { PostRow } from './post-rows.sql.ts'

/** Presents a file of a post. */
export const presentFile = ({ id, name, size, type, hash, user_id, at }: FileRow): ForumFile => ({
  id,
  name,
  size,
  type,
  sha256: hash,
  uploaded_by: user_id,
  uploaded_at: at.toISOString(),
})

/** Presents posts with their files. The text of deleted ones is for moderators. */
export async function presentPosts(
  { files }: Pick<ForumRoom, 'files'>,
  rows: readonly PostRow[],
  { isModerator }: { isModerator: boolean },
): Promise<ForumPost[]> {
  const ids = rows.flatMap(({ file_ids }) => file_ids)
  const found = new Map((ids.length === 0 ? [] : await files.byId(ids)).map((file) => [file.id, file]))
  return rows.map((row) => presentPost(row, found, isModerator))
}

function presentPost(row: PostRow, files: ReadonlyMap<string, FileRow>, isModerator: boolean): ForumPost {
  const isHidden = row.deleted_at !== null && !isModerator
  return {
    cid: row.id,
    topic_id: row.topic_id,
    number: row.number,
    parent_cid: row.parent_id,
    parent_number: row.parent_number,
    author: { id: row.author_id, username: row.author_name },
    body: isHidden ? '' : row.body,
    files: isHidden ? [] : row.file_ids.flatMap((id) => files.get(id) ?? []).map(presentFile),
    mentions: isHidden ? [] : row.mentions,
    links: isHidden ? [] : row.links,
    quotes: isHidden ? [] : row.quotes,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    edits: isHidden ? [] : row.edits.map((edit) => ({ ...edit, at: new Date(edit.at).toISOString() })),
    version: row.version,
    like_count: row.like_count,
    liked: row.liked,
    bookmarked: row.bookmarked,
    reply_count: row.reply_count,
    is_answer: row.is_answer,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    deleted_by: row.deleted_by,
    delete_reason: row.delete_reason,
  }
}
