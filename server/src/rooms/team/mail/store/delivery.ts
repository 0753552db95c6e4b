import type { NewMail } from './messages.sql.ts'

/** Result of a mail for one recipient. */
export type AcceptedRecipient = {
  recipient: string
  mailbox: string | null
  result: 'STORED' | 'NO_MAILBOX' | 'QUOTA'
}
/** Mail in one mailbox, as it was stored. */
export type Delivered = { id: string; mailbox: string; folder: string }

/** Mail on its way into mailboxes. */
export type Delivery = {
  mail: NewMail
  references: readonly string[]
  mailboxes: readonly string[]
  /** Maximum bytes of a mailbox. */
  quota: number
  trashMs: number
  isReply: boolean
  /** Folder of mails of senders that are not blocked. */
  folder?: 'Inbox' | 'Archive'
}

/** Mails as they were stored, and the mailboxes that had no room. */
export type DeliveryResult = { delivered: Delivered[]; full: Set<string> }
