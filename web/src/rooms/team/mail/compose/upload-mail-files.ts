import { MAIL_LIMITS } from '@samudra/contract/mail'
import { uploadMailFile } from '@samudra/contract/mail-files'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { attach, detach, retry, type ChangeAttachments } from '../../../../kit/messages/file-sender.ts'
import { call } from '../../../../wire/call.ts'
import { changeIfOpen, composingNow } from './composing.store.ts'

const isChanged = (before: readonly Attachment[], after: readonly Attachment[]) =>
  before.flatMap(({ id }) => id ?? []).join() !== after.flatMap(({ id }) => id ?? []).join()
const changeOf =
  (mailKey: string): ChangeAttachments =>
  (to) =>
    changeIfOpen(mailKey, ({ attachments, changes }) => {
      const after = to(attachments)
      return { attachments: after, changes: changes + (isChanged(attachments, after) ? 1 : 0) }
    })

/** Attaches files to the mail that is being written, and sends them. */
export function attachFiles(added: readonly File[]) {
  const mail = composingNow()
  if (mail === null) return
  attach(
    added,
    {
      free: MAIL_LIMITS.attachments - mail.attachments.length,
      text: `A mail can have at most ${MAIL_LIMITS.attachments} files.`,
    },
    changeOf(mail.key),
    async (file, name, { signal }) => (await call(uploadMailFile, { name }, { bytes: file, signal })).id,
  )
}

export function removeAttachment(key: string) {
  const mail = composingNow()
  if (mail !== null) detach(key, changeOf(mail.key))
}

export function retryAttachment(key: string) {
  const mail = composingNow()
  const attachment = mail?.attachments.find((one) => one.key === key)
  if (mail !== null && attachment !== undefined) retry(attachment, changeOf(mail.key))
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
