import type { MailAttachment } from '@samudra/contract/mail'
import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'

/** Returns an attachment without its place in the raw message. */
export const shownAttachment = (one: MailAttachment): MailAttachment => ({
  id: one.id,
  name: one.name,
  content_type: one.content_type,
  size: one.size,
  content_id: one.content_id,
  inline: one.inline,
  warning: one.warning,
})

/** Returns a file of a draft as an attachment. */
export const fileAttachment = ({ id, name, type, size }: FileRow): MailAttachment => ({
  id,
  name,
  content_type: type,
  size,
  content_id: null,
  inline: false,
  warning: null,
})
