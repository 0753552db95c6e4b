import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'
import type { Chat } from '../chat.ts'
import { userIdOf } from '../chat-ids.ts'
import { chatFilesById } from './chat-files.sql.ts'
import type { ChannelRow } from '../channels/channels.sql.ts'
import { postById } from '../posts/posts.sql.ts'
import type { NewPostRow, PostRow } from '../posts/posts.sql.ts'
import { accessTo } from '../channels/channel-access.ts'
import { invalidBody, notFound } from '../v4/chat-error.ts'

/** Files of posts: uploaded first, then attached by the post that names them. */
export const attachFiles = {
  /** Returns the files that a new post names. Throws 400 for one that is not the author's own and unattached. */
  check: async (
    { db, files }: Chat,
    author: { id: string },
    channel: ChannelRow,
    { file_ids, pending_post_id }: Pick<NewPostRow, 'file_ids' | 'pending_post_id'>,
  ): Promise<FileRow[]> => {
    const found = await files.byId(file_ids.map((id) => id.toUpperCase()))
    const uploads = await chatFilesById(
      db,
      found.map(({ id }) => id),
    )
    const isOwn = (file: FileRow) =>
      file.user_id === userIdOf(author.id) && uploads.get(file.id)?.channel_id === channel.id
    const fits = (file: FileRow) => isOwn(file) && (file.of_id === null || pending_post_id !== '')
    if (found.length < file_ids.length || !found.every((file) => fits(file)))
      throw invalidBody('A file does not exist, or belongs to another message. Upload it again.')
    return found
  },
  attach: ({ files }: Chat, post: PostRow, found: readonly FileRow[]): Promise<void> =>
    files.hang(
      found.filter(({ of_id }) => of_id === null).map(({ id }) => id),
      post.id,
    ),
}

/** Returns a file that a user may read, with the post it belongs to: an own one without a post, or of a channel of theirs. */
export async function fileFor(
  chat: Chat,
  fileId: string,
  me: string,
): Promise<{ file: FileRow; post: PostRow | null }> {
  const [file] = await chat.files.byId([fileId.toUpperCase()])
  if (file === undefined) throw notFound('This file')
  if (file.of_id === null) {
    if (file.user_id !== userIdOf(me)) throw notFound('This file')
    return { file, post: null }
  }
  const post = await postById(chat.db, file.of_id)
  if (post === undefined || post.delete_at > 0 || !post.file_ids.includes(fileId)) throw notFound('This file')
  await accessTo(chat, post.channel_id, me)
  return { file, post }
}
