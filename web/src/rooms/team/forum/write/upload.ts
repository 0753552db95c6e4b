import { FORUM_LIMITS } from '@samudra/contract/forum'
import { uploadForumFile } from '@samudra/contract/forum-posts'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { write, writingOf } from './writing.store.ts'

/** Files that are being sent or failed, by key; they are sent again from here. */
const files = new Map<string, { file: File; stop: AbortController }>()

/** Attaches files to what is being written, and sends them. */
export function attachFiles(draft: string, added: readonly File[]) {
  const free = FORUM_LIMITS.files - writingOf(draft).attachments.length
  if (added.length > free) toast(`A post takes at most ${FORUM_LIMITS.files} files.`, 'warning')
  for (const file of added.slice(0, Math.max(0, free))) {
    const attachment: Attachment = {
      key: crypto.randomUUID(),
      name: file.name === '' ? 'picture.png' : file.name,
      size: file.size,
      type: file.type,
      state: 'SENDING',
      progress: 0,
      id: null,
      preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
      fault: null,
    }
    write(draft, ({ attachments }) => ({ attachments: [...attachments, attachment] }))
    void send(draft, attachment, file)
  }
}

export function removeAttachment(draft: string, key: string) {
  files.get(key)?.stop.abort()
  files.delete(key)
  write(draft, ({ attachments }) => ({ attachments: attachments.filter((one) => one.key !== key) }))
}

export function retryAttachment(draft: string, key: string) {
  const entry = files.get(key)
  const attachment = writingOf(draft).attachments.find((one) => one.key === key)
  if (entry !== undefined && attachment !== undefined) void send(draft, attachment, entry.file)
}

async function send(draft: string, { key, name }: Attachment, file: File) {
  const change = (to: Partial<Attachment>) =>
    write(draft, ({ attachments }) => ({
      attachments: attachments.map((one) => (one.key === key ? { ...one, ...to } : one)),
    }))
  const stop = new AbortController()
  files.set(key, { file, stop })
  change({ state: 'SENDING', fault: null })
  try {
    const { id } = await call(uploadForumFile, { name }, { bytes: file, signal: stop.signal })
    files.delete(key)
    change({ state: 'READY', progress: 1, id })
  } catch (error) {
    if (!stop.signal.aborted) change({ state: 'FAILED', fault: (error as Error).message })
  }
}
