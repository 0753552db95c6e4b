import type { FileUploadResponse } from '@mattermost/types/files'
import { MOST_FILES } from '@samudra/contract/chat'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { toast } from '../../../../kit/toasts.ts'
import { chatApi } from './chat-client.ts'
import { write, writingOf } from './drafts.ts'

/** Files that are being sent or failed, by key; they are sent again from here. */
const files = new Map<string, { file: File; stop: () => void }>()

/** Attaches files to what is being written, and sends them. */
export function attachFiles(channelId: string, rootId: string, added: readonly File[]) {
  const free = MOST_FILES - writingOf(channelId, rootId).attachments.length
  if (added.length > free) toast(`A message takes at most ${MOST_FILES} files.`, 'warning')
  for (const file of added.slice(0, Math.max(0, free))) {
    const key = crypto.randomUUID()
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    const attachment: Attachment = {
      key,
      name: file.name === '' ? 'picture.png' : file.name,
      size: file.size,
      type: file.type,
      state: 'SENDING',
      progress: 0,
      id: null,
      preview,
      fault: null,
    }
    write(channelId, rootId, ({ attachments }) => ({ attachments: [...attachments, attachment] }))
    send(channelId, rootId, key, file)
  }
}

export function removeAttachment(channelId: string, rootId: string, key: string) {
  files.get(key)?.stop()
  files.delete(key)
  write(channelId, rootId, ({ attachments }) => ({
    attachments: attachments.filter((one) => one.key !== key),
  }))
}

export function retryAttachment(channelId: string, rootId: string, key: string) {
  const entry = files.get(key)
  if (entry !== undefined) send(channelId, rootId, key, entry.file)
}

/** Sends one file; a request of its own reports its progress, which `fetch` cannot. */
function send(channelId: string, rootId: string, key: string, file: File) {
  const change = (to: Partial<Attachment>) =>
    write(channelId, rootId, ({ attachments }) => ({
      attachments: attachments.map((one) => (one.key === key ? { ...one, ...to } : one)),
    }))
  const request = new XMLHttpRequest()
  files.set(key, { file, stop: () => request.abort() })
  change({ state: 'SENDING', progress: 0, fault: null })
  request.open('POST', chatApi.getFilesRoute())
  const { headers } = chatApi.getOptions({ method: 'post' }) as { headers: Record<string, string> }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.withCredentials = true
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    change({ progress: total > 0 ? loaded / total : 0 }),
  )
  request.addEventListener('error', () => change({ state: 'FAILED', fault: 'The connection was lost.' }))
  request.addEventListener('load', () => {
    const answer = readAnswer(request.responseText)
    const id = answer.file_infos?.[0]?.id
    if (request.status < 300 && id !== undefined) {
      files.delete(key)
      change({ state: 'READY', progress: 1, id })
    } else change({ state: 'FAILED', fault: answer.message ?? 'The server did not take it.' })
  })
  const form = new FormData()
  form.append('channel_id', channelId)
  form.append('client_ids', key)
  form.append('files', file, file.name === '' ? 'picture.png' : file.name)
  request.send(form)
}

function readAnswer(text: string): Partial<FileUploadResponse> & { message?: string } {
  try {
    return JSON.parse(text) as FileUploadResponse
  } catch {
    return {}
  }
}
