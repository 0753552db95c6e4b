import type { MailAttachment, MailLink, MailMark, MailPriority } from '@samudra/contract/mail'

/** Name and address as a header has them. */
export type HeaderAddress = { name: string; address: string }
export type Recipients = {
  to: HeaderAddress[]
  cc: HeaderAddress[]
  bcc: HeaderAddress[]
  replyTo: HeaderAddress[]
}

/** Attachment with its place in the raw message; `within`: its place in the decoded bytes of a file that holds others. */
export type IndexedAttachment = MailAttachment & {
  encoding: string
  start: number
  end: number
  within?: { from: number; to: number }
}

/** Report of another program about a mail of ours: a receipt (RFC 8098), or the outcome of a delivery (RFC 3464). */
export type MailReport =
  | { kind: 'RECEIPT'; messageId: string; reader: string; isDisplayed: boolean }
  | {
      kind: 'DELIVERY'
      messageId: string
      recipients: { address: string; action: string; status: string; answer: string }[]
    }

/** Content of a message as the store and the screens have it; made in the reader process. */
export type MailIndex = {
  messageId: string
  inReplyTo: string[]
  references: string[]
  from: HeaderAddress
  recipients: Recipients
  recipientCount: number
  subject: string
  /** Epoch ms; null where the header has none. */
  sentAt: number | null
  priority: MailPriority
  /** Address that requests a receipt; null if none. */
  receiptTo: string | null
  /** True for mails of lists and programs, which nothing answers by itself. */
  isAutomatic: boolean
  links: MailLink[]
  html: string
  text: string
  remotePictures: number
  attachments: IndexedAttachment[]
  marks: MailMark[]
  report: MailReport | null
}

/** Name of the header that carries cards, as base64 of JSON. */
export const LINKS_HEADER = 'X-Samudra-Links'
export const MARK_TEXTS = {
  DAMAGED: 'Parts of this mail are damaged. Download the source to see all of it.',
  TOO_COMPLEX: 'This mail has more parts than are read. Download the source to see all of it.',
  ACTIVE_PDF: 'A PDF of this mail holds active content or links. Open it only if you trust the sender.',
  CALENDAR: 'This mail holds a calendar entry. It is shown as a file and nothing is accepted.',
  WINMAIL:
    'Files packed by Outlook (winmail.dat) could not be unpacked. Ask the sender for plain attachments.',
} as const
