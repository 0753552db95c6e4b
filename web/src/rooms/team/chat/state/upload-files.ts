import type { FileUploadResponse } from '@mattermost/types/files'
import { MOST_FILES } from '@samudra/contract/chat'
import {
  attach,
  detach,
  retry,
  type ChangeAttachments,
  type SendFile,
} from '../../../../kit/messages/file-sender.ts'
import { chatApi } from './chat-client.ts'
import { write, writingOf } from './drafts.ts'

const changeOf =
  (channelId: string, rootId: string): ChangeAttachments =>
  (to) =>
    write(channelId, rootId, ({ attachments }) => ({ attachments: to(attachments) }))

/** Attaches files to what is being written, and sends them. */
export const attachFiles = (channelId: string, rootId: string, added: readonly File[]): void =>
  attach(
    added,
    {
      free: MOST_FILES - writingOf(channelId, rootId).attachments.length,
      text: `A message can have at most ${MOST_FILES} files.`,
    },
    changeOf(channelId, rootId),
    sender(channelId),
  )

export const removeAttachment = (channelId: string, rootId: string, key: string): void =>
  detach(key, changeOf(channelId, rootId))

export function retryAttachment(channelId: string, rootId: string, key: string): void {
  const attachment = writingOf(channelId, rootId).attachments.find((one) => one.key === key)
  if (attachment !== undefined) retry(attachment, changeOf(channelId, rootId))
}

/** Sends one file; a request of its own reports its progress, which `fetch` cannot. */
const sender =
  (channelId: string): SendFile =>
  (file, name, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      signal.addEventListener('abort', () => request.abort())
      request.open('POST', chatApi.getFilesRoute())
      const { headers } = chatApi.getOptions({ method: 'post' }) as { headers: Record<string, string> }
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
      request.withCredentials = true
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('abort', () => reject(new Error('It was removed.')))
      request.addEventListener('error', () => reject(new Error('The connection was lost.')))
      request.addEventListener('load', () => {
        const answer = readAnswer(request.responseText)
        const id = answer.file_infos?.[0]?.id
        if (request.status < 300 && id !== undefined) resolve(id)
        else reject(new Error(answer.message ?? 'The server rejected it.'))
      })
      const form = new FormData()
      form.append('channel_id', channelId)
      form.append('client_ids', crypto.randomUUID())
      form.append('files', file, name)
      request.send(form)
    })

function readAnswer(text: string): Partial<FileUploadResponse> & { message?: string } {
  try {
    return JSON.parse(text) as FileUploadResponse
  } catch {
    return {}
  }
}
