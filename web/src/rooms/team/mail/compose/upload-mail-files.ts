import { MAIL_LIMITS } from '@samudra/contract/mail'
import { uploadMailFile } from '@samudra/contract/mail-files'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { changeIfOpen, composingNow } from './composing.store.ts'

/** Files that are being sent or failed, by key; they are sent again from here. */
const files = new Map<string, { file: File; stop: AbortController }>()

/** Attaches files to the mail that is being written, and sends them. */
export function attachFiles(added: readonly File[]) {
  const mail = composingNow()
  if (mail === null) return
  const free = MAIL_LIMITS.attachments - mail.attachments.length
  if (added.length > free) toast(`A mail takes at most ${MAIL_LIMITS.attachments} files.`, 'warning')
  for (const file of added.slice(0, free)) {
    const attachment: Attachment = {
      key: crypto.randomUUID(),
      name: file.name === '' ? 'picture.png' : file.name,
      size: file.size,
      type: file.type,
      state: 'SENDING',
      progress: 0,
      id: null,
      preview: null,
      fault: null,
    }
    changeIfOpen(mail.key, ({ attachments }) => ({ attachments: [...attachments, attachment] }))
    void send(mail.key, attachment.key, file)
  }
}

export function removeAttachment(key: string) {
  files.get(key)?.stop.abort()
  files.delete(key)
  const mail = composingNow()
  if (mail === null) return
  changeIfOpen(mail.key, ({ attachments, changes }) => ({
    attachments: attachments.filter((one) => one.key !== key),
    changes: changes + 1,
  }))
}

export function retryAttachment(key: string) {
  const entry = files.get(key)
  const mail = composingNow()
  if (entry !== undefined && mail !== null) void send(mail.key, key, entry.file)
}

async function send(mailKey: string, key: string, file: File) {
  const put = (to: Partial<Attachment>) =>
    changeIfOpen(mailKey, ({ attachments, changes }) => ({
      attachments: attachments.map((one) => (one.key === key ? { ...one, ...to } : one)),
      changes: changes + (to.state === 'READY' ? 1 : 0),
    }))
  const stop = new AbortController()
  files.set(key, { file, stop })
  put({ state: 'SENDING', fault: null })
  try {
    const { id } = await upload(file, stop.signal)
    files.delete(key)
    put({ state: 'READY', progress: 1, id })
  } catch (error) {
    if (!stop.signal.aborted) put({ state: 'FAILED', fault: (error as Error).message })
  }
}

const upload = (file: File, signal?: AbortSignal) => {
  const name = file.name === '' ? 'picture.png' : file.name
  return call(uploadMailFile, { name }, { bytes: file, ...(signal === undefined ? {} : { signal }) })
}

/** Largest picture that stands in the text itself, bytes; a larger one is scaled down first. */
const MOST_IN_TEXT = 300_000
/** Longest side of a picture that was scaled down, pixels. */
const SIDE_PX = 1400

/** Returns a picture as it stands in the text of a mail. */
export async function pictureOfText(file: File): Promise<{ src: string; alt: string }> {
  const picture = file.size <= MOST_IN_TEXT ? file : await scaledDown(file)
  if (picture.size <= MOST_IN_TEXT) return { src: await dataAddress(picture), alt: file.name }
  attachFiles([file])
  throw new Error('It is too large for the text, so it is attached to the mail.')
}

async function scaledDown(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

const dataAddress = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')))
    reader.readAsDataURL(blob)
  })
