import { z } from 'zod'
import { Id, Instant, push } from './kernel.ts'

/** Folders that every mailbox has. `Starred` is a view over all of them but Spam and Trash. */
export const MAIL_FOLDERS = ['Inbox', 'Sent', 'Drafts', 'Spam', 'Trash', 'Archive'] as const
export type MailFolderName = (typeof MAIL_FOLDERS)[number]
export const STARRED = 'Starred'
/** Name of a folder of `MAIL_FOLDERS`, `Starred`, or the id of an own folder. */
export const FolderKey = z.string().min(1).max(100)
/** Id of a mailbox: the id of its user, or the code of a duty role. The own one when left out. */
export const MailboxId = z.string().max(100)

export const MAIL_PRIORITIES = ['LOW', 'NORMAL', 'HIGH'] as const
export type MailPriority = (typeof MAIL_PRIORITIES)[number]
/** Flags that a caller sets; `FORWARDED` and `DRAFT` are set by what is done. */
export const SETTABLE_FLAGS = ['SEEN', 'ANSWERED', 'IMPORTANT', 'TASK'] as const
export const MAIL_FLAGS = [...SETTABLE_FLAGS, 'FORWARDED', 'DRAFT'] as const
export type MailFlag = (typeof MAIL_FLAGS)[number]
/** `RECEIVED` is of mail that came; the others are the states of a mail that this mailbox sends. */
export const MAIL_STATES = ['RECEIVED', 'DRAFT', 'QUEUED', 'SENT', 'FAILED'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Limits of one mail. */
export const MAIL_LIMITS = {
  recipients: 1000,
  subject: 998,
  body: 1_000_000,
  attachments: 100,
  links: 50,
  /** Mails that one call changes. */
  ids: 500,
} as const

export const MailAddress = z.object({
  name: z.string(),
  address: z.string(),
  /** Id of the user or code of the duty role behind a local address; null for outside addresses. */
  mailbox: z.string().nullable(),
})
export type MailAddress = z.output<typeof MailAddress>

export const MAIL_LINK_TYPES = ['vessel', 'alert', 'area', 'event', 'port'] as const
/** Object shown as a card to readers who may see it. */
export const MailLink = z.object({
  type: z.enum(MAIL_LINK_TYPES),
  id: z.string().min(1).max(100),
  label: z.string().max(200),
})
export type MailLink = z.output<typeof MailLink>
export const MailLinks = z.array(MailLink)

const MailAttachment = z.object({
  /** Id among the attachments of its mail; of a draft the id of the uploaded file. */
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
  /** Content-ID that `cid:` addresses of the body name; null when nothing names it. */
  content_id: z.string().nullable(),
  /** True when the body shows it, so that a list of attachments leaves it out. */
  inline: z.boolean(),
  /** Warning about its content, such as active links in a PDF. */
  warning: z.string().nullable(),
})
export type MailAttachment = z.output<typeof MailAttachment>

/** Warnings about a received mail, in sentences. */
export const MAIL_MARKS = [
  'LOOK_ALIKE',
  'ACTIVE_PDF',
  'CALENDAR',
  'WINMAIL',
  'DAMAGED',
  'TOO_COMPLEX',
  'FAILED_AUTHENTICATION',
] as const
const MailMark = z.object({ kind: z.enum(MAIL_MARKS), text: z.string() })
export type MailMark = z.output<typeof MailMark>

/** Mail as a row of a list. */
export const MailRow = z.object({
  id: z.string(),
  mailbox: z.string(),
  conversation_id: z.string(),
  folder: z.string(),
  from: MailAddress,
  /** First recipients; `to_count` counts all. */
  to: z.array(MailAddress),
  to_count: z.number(),
  subject: z.string(),
  /** Begin of the text. */
  preview: z.string(),
  /** Time of arrival or sending; of a draft of its last save. */
  at: Instant,
  size: z.number(),
  flags: z.array(z.enum(MAIL_FLAGS)),
  starred: z.boolean(),
  has_attachments: z.boolean(),
  priority: z.enum(MAIL_PRIORITIES),
  links_count: z.number(),
  state: z.enum(MAIL_STATES),
  /** End of the time to undo a sent mail; null when it is over or there is none. */
  undo_until: Instant.nullable(),
  /** Time at which a mail is sent later; null for others. */
  send_at: Instant.nullable(),
  /** True when the sender resembles another, or a check of the sender failed. */
  suspicious: z.boolean(),
  /** Mails of the conversation in this folder, and how many of them are unread; 1 of a list that is not threaded. */
  conversation: z.object({ count: z.number(), unread: z.number() }),
})
export type MailRow = z.output<typeof MailRow>

const MailReceipt = z.object({ reader: z.string(), read_at: Instant })
const MailDelivery = z.object({
  recipient: z.string(),
  state: z.enum(['QUEUED', 'SENDING', 'DEFERRED', 'SENT', 'FAILED']),
  /** Last answer of the other server, or the reason of the failure. */
  answer: z.string(),
  at: Instant.nullable(),
})
/** Result of one check of the sender of a mail from outside. */
const CheckResult = z.enum([
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'temperror',
  'permerror',
  'policy',
])
/** Results of SPF, DKIM and DMARC. */
export const AuthenticationVerdict = z.object({
  spf: CheckResult,
  dkim: CheckResult,
  dmarc: CheckResult,
  /** Domain that the checks are about. */
  domain: z.string(),
  /** Sentence of the checker. */
  comment: z.string(),
})
export type AuthenticationVerdict = z.output<typeof AuthenticationVerdict>

/** Mail as it is read. */
export const Mail = MailRow.extend({
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  /** Empty but for the sender. */
  bcc: z.array(MailAddress),
  reply_to: z.array(MailAddress),
  message_id: z.string(),
  /** Sanitised HTML; remote pictures stand in `data-remote-src`, pictures of the mail in `src="cid:…"`. */
  body: z.string(),
  /** The body as text. */
  body_text: z.string(),
  /** Addresses of remote pictures that are not loaded. */
  remote_pictures: z.number(),
  sent_at: Instant.nullable(),
  received_at: Instant.nullable(),
  read_at: Instant.nullable(),
  /**
   * True when the sender requests a receipt; `receipt_sent_at` is when the reader answered, with a receipt or without.
   */
  receipt_requested: z.boolean(),
  receipt_answered_at: Instant.nullable(),
  receipts: z.array(MailReceipt),
  attachments: z.array(MailAttachment),
  links: z.array(MailLink),
  draft_state: z.enum(['DRAFT', 'QUEUED', 'SENT', 'FAILED']).nullable(),
  spam_score: z.number(),
  purge_at: Instant.nullable(),
  /** Version of a draft; 0 of other mails. */
  version: z.number(),
  /** Mail that a draft answers or forwards. */
  reply_of: z.object({ id: z.string(), as: z.enum(['REPLY', 'FORWARD']) }).nullable(),
  /** Recipients of a sent mail and how far each came. */
  deliveries: z.array(MailDelivery),
  authentication: AuthenticationVerdict.nullable(),
  marks: z.array(MailMark),
  /** User who answers it, in the mailbox of a duty role. */
  answering: z.object({ user_id: z.string(), username: z.string(), since: Instant }).nullable(),
})
export type Mail = z.output<typeof Mail>

const Recipients = z.array(z.string().trim().min(1).max(1000)).max(MAIL_LIMITS.recipients)
/** Content of a mail that is written; recipients are `Name <address>`, `address`, `username` or `group:<id>`. */
export const MAIL_CONTENT = {
  mailbox: MailboxId.optional(),
  to: Recipients.optional(),
  cc: Recipients.optional(),
  bcc: Recipients.optional(),
  subject: z.string().max(MAIL_LIMITS.subject).optional(),
  body: z.string().max(MAIL_LIMITS.body).optional(),
  body_format: z.enum(['html', 'text']).optional(),
  attachment_ids: z.array(Id).max(MAIL_LIMITS.attachments).optional(),
  links: z.array(MailLink).max(MAIL_LIMITS.links).optional(),
  request_receipt: z.boolean().optional(),
  priority: z.enum(MAIL_PRIORITIES).optional(),
  /** Mail that this one answers or forwards. */
  reply_of: z.object({ id: Id, as: z.enum(['REPLY', 'FORWARD']) }).optional(),
}

/** Content of a mail as an operation receives it. */
export type MailContent = { [Field in keyof typeof MAIL_CONTENT]: z.output<(typeof MAIL_CONTENT)[Field]> }

/** New mail of a mailbox of the receiver; the screen shows the toast 'Received a new Mail'. */
export const inboxMail = push({
  wire: 'inbox_mail',
  payload: z.object({
    mail_id: z.string(),
    mailbox: z.string(),
    from: MailAddress,
    subject: z.string(),
    priority: z.enum(MAIL_PRIORITIES),
    /** Unread mails of the inbox with this one. */
    unread: z.number(),
  }),
})
export type InboxMail = {
  mail_id: string
  mailbox: string
  subject: string
  from: MailAddress
  unread: number
}

/** A recipient confirmed that a mail was read. */
export const readReceipt = push({
  wire: 'read_receipt',
  payload: z.object({ mail_id: z.string(), reader: z.string(), read_at: Instant }),
})

/** Mails of a mailbox changed: other screens of its users read them again. */
export const mailChanged = push({
  wire: 'mail_changed',
  payload: z.object({ mailbox: z.string(), ids: z.array(z.string()), folders: z.array(z.string()) }),
})
