import { toast } from '../toasts.ts'
import type { Attachment } from './attachment.ts'

type Attachments = readonly Attachment[]
/** Changes the attachments of what is being written, as long as it is. */
export type ChangeAttachments = (to: (now: Attachments) => Attachments) => void
type Options = { signal: AbortSignal; onProgress: (part: number) => void }
/** Sends one file and returns its id; throws an error with what to do. */
export type SendFile = (file: File, name: string, options: Options) => Promise<string>
type Limit = { free: number; text: string }

/** Files that are being sent or failed, by key; they are sent again from here. */
const files = new Map<string, { file: File; stop: AbortController; sendFile: SendFile }>()

/** Attaches files, as many as there is room for, and sends them. */
export function attach(
  added: readonly File[],
  { free, text }: Limit,
  change: ChangeAttachments,
  sendFile: SendFile,
): void {
  if (added.length > free) toast(text, 'warning')
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
    change((now) => [...now, attachment])
    void send(attachment, file, change, sendFile)
  }
}

/** Removes an attachment, and stops sending it. */
export function detach(key: string, change: ChangeAttachments): void {
  files.get(key)?.stop.abort()
  files.delete(key)
  change((now) => now.filter((one) => one.key !== key))
}

/** Sends a file again that failed. */
export function retry(attachment: Attachment, change: ChangeAttachments): void {
  const entry = files.get(attachment.key)
  if (entry !== undefined) void send(attachment, entry.file, change, entry.sendFile)
}

async function send({ key, name }: Attachment, file: File, change: ChangeAttachments, sendFile: SendFile) {
  const put = (to: Partial<Attachment>) =>
    change((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const stop = new AbortController()
  files.set(key, { file, stop, sendFile })
  put({ state: 'SENDING', progress: 0, fault: null })
  try {
    const id = await sendFile(file, name, {
      signal: stop.signal,
      onProgress: (progress) => put({ progress }),
    })
    files.delete(key)
    put({ state: 'READY', progress: 1, id })
  } catch (error) {
    if (!stop.signal.aborted) put({ state: 'FAILED', fault: (error as Error).message })
  }
}
