import { getAttachments, getMailSource } from '@samudra/contract/mail-files'
import type { MailAttachment } from '@samudra/contract/mail'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { fileAttachment, shownAttachment } from '../store/shown-attachments.ts'
import { mailFor } from '../access.ts'
import { fileNameOf } from '../export/file-name.ts'
import type { MailRoom } from '../mail.ts'
import { bodyOfRaw, type MailRecord } from '../store/messages.sql.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import { draftSource } from '../compose/draft-source.ts'
import { attachmentBytes } from './attachment-bytes.ts'

const NO_ATTACHMENT = 'This attachment does not exist. Read the mail again.'

export const attachmentOps = (room: MailRoom): Handled[] => [
  handle(getAttachments, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id })
    const { items, open } = await attachmentsOf(room, mail)
    if (input.attachment_id === undefined) return new Download({ items, content: null }, [])
    const found = items.find(({ id }) => id === input.attachment_id)
    if (found === undefined) throw new OperationError('NOT_FOUND', NO_ATTACHMENT)
    record({ after: { attachment: found.name } })
    const from = Math.min(input.from_byte ?? 0, found.size)
    const to = Math.min(input.to_byte ?? found.size, found.size)
    if (from > to)
      throw new OperationError('VALIDATION', 'Check from_byte and to_byte: from_byte must come first.', {
        fields: [{ field: 'from_byte', why: 'must not be after to_byte' }],
      })
    const { name, content_type, size } = found
    return new Download({ items, content: { name, content_type, size } }, await open(found.id, { from, to }))
  }),
  handle(getMailSource, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id })
    const bytes = mail.raw_hash === null ? await draftSource(room, mail) : rawBytes(room.raw, mail.raw_hash)
    return new Download(
      { name: fileNameOf(mail, 'eml'), content_type: 'message/rfc822', size: mail.size },
      bytes,
    )
  }),
]

type Opening = (id: string, range: { from: number; to: number }) => Promise<AsyncIterable<Uint8Array>>
async function attachmentsOf(
  room: MailRoom,
  mail: MailRecord,
): Promise<{ items: MailAttachment[]; open: Opening }> {
  const { raw_hash } = mail
  if (raw_hash === null) {
    const files = await room.attachments.byId(mail.draft?.attachment_ids ?? [])
    return {
      items: files.map(fileAttachment),
      open: (id, range) =>
        room.attachments.read(
          files.find((file) => file.id === id)!,
          range,
        ),
    }
  }
  const parts = (await bodyOfRaw(room.db, raw_hash))?.attachments ?? []
  return {
    items: parts.map(shownAttachment),
    open: async (id, range) =>
      attachmentBytes(
        room.raw,
        raw_hash,
        parts.find((part) => part.id === id)!,
        range,
      ),
  }
}
