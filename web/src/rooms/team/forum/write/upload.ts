import { FORUM_LIMITS } from '@samudra/contract/forum'
import { uploadForumFile } from '@samudra/contract/forum-posts'
import { attach, detach, retry, type ChangeAttachments } from '../../../../kit/messages/file-sender.ts'
import { call } from '../../../../wire/call.ts'
import { write, writingOf } from './writing.store.ts'

const changeOf =
  (draft: string): ChangeAttachments =>
  (to) =>
    write(draft, ({ attachments }) => ({ attachments: to(attachments) }))

/** Attaches files to what is being written, beside those of the post, and sends them. */
export const attachFiles = (draft: string, added: readonly File[], ofPost: number): void =>
  attach(
    added,
    {
      free: FORUM_LIMITS.files - writingOf(draft).attachments.length - ofPost,
      text: `A post can have at most ${FORUM_LIMITS.files} files.`,
    },
    changeOf(draft),
    async (file, name, { signal }) => (await call(uploadForumFile, { name }, { bytes: file, signal })).id,
  )

export const removeAttachment = (draft: string, key: string): void => detach(key, changeOf(draft))

export function retryAttachment(draft: string, key: string): void {
  const attachment = writingOf(draft).attachments.find((one) => one.key === key)
  if (attachment !== undefined) retry(attachment, changeOf(draft))
}
