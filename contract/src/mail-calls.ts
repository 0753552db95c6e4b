import { z } from 'zod'
import { Id, Instant, listOf, op, paging, queryFlag } from './kernel.ts'
import { FolderKey, MAIL_CONTENT, MAIL_LIMITS, Mail, MailboxId, MailRow, SETTABLE_FLAGS } from './mail.ts'

const Ids = z.array(Id).min(1).max(MAIL_LIMITS.ids)
const Failed = z.array(z.object({ id: z.string(), why: z.string() }))
const Moved = z.object({
  /** Mails with the folders that they were moved from, for an undo. */
  moved: z.array(z.object({ id: z.string(), from: z.string() })),
  failed: Failed,
})
const NONE = '00000000000000000000000000'

/** Sends a mail after the time to undo it, or at a later time. Throws VALIDATION, FORBIDDEN, MAIL_REFUSED, TOO_LARGE. */
export const sendMail = op({
  name: 'sendMail',
  route: 'POST /v1/mail',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Sent a mail',
  example: { to: ['nobody-of-this-name'], subject: 'Watch report' },
  input: z.object({ ...MAIL_CONTENT, send_at: Instant.optional() }),
  output: Mail,
})

/** Returns mails of a folder, latest first. `email` is ignored, and `password` is never stored. Throws FORBIDDEN, NOT_FOUND. */
export const getMails = op({
  name: 'getMails',
  route: 'POST /v1/mail/fetch',
  bounded: 'PAGE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({
    mailbox: MailboxId.optional(),
    /** Inbox when left out. */
    folder: FolderKey.optional(),
    email: z.string().max(254).optional(),
    password: z.string().max(1000).optional(),
    /** Words, whole or with * at their end, and the operators from:, to:, subject:, has:attachment, before:, after:, is:, in:. */
    q: z.string().max(500).optional(),
    threaded: z.boolean().optional(),
    unread: z.boolean().optional(),
    order: z.enum(['NEWEST', 'OLDEST']).optional(),
    ...paging,
  }),
  /** `total` counts the folder; of a search it is the number of rows of this page. */
  output: listOf(MailRow).extend({ unread: z.number() }),
})

/** Returns one mail with its body; it is marked as read unless `peek`. Throws NOT_FOUND. */
export const getMail = op({
  name: 'getMail',
  route: 'GET /v1/mail/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({ id: Id, peek: queryFlag.optional() }),
  output: Mail,
})

/** Returns the mails of a conversation, oldest first, of all folders but Spam and Trash. Throws NOT_FOUND. */
export const getConversation = op({
  name: 'getConversation',
  route: 'GET /v1/mail/conversations/{id}',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({ id: Id, mailbox: MailboxId.optional() }),
  output: z.object({ items: z.array(MailRow) }),
})

/** Saves a draft; a new one without `id`. Throws NOT_FOUND, VERSION_CONFLICT. */
export const saveDraft = op({
  name: 'saveDraft',
  route: 'POST /v1/mail/drafts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Saved a draft of a mail',
  example: { subject: 'Watch report' },
  input: z.object({ ...MAIL_CONTENT, id: Id.optional(), expected_version: z.number().optional() }),
  output: Mail,
})

/** Sends a draft. Throws NOT_FOUND, VERSION_CONFLICT, VALIDATION, MAIL_REFUSED. */
export const sendDraftMail = op({
  name: 'sendDraftMail',
  route: 'POST /v1/mail/drafts/{id}/send',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Sent a draft of a mail',
  example: { id: NONE, expected_version: 1 },
  input: z.object({ id: Id, expected_version: z.number(), send_at: Instant.optional() }),
  output: Mail,
})

/** Makes a draft again of a mail that is not sent yet. Throws NOT_FOUND, IN_USE when it is sent. */
export const undoSendMail = op({
  name: 'undoSendMail',
  route: 'POST /v1/mail/{id}/undo',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Undid the sending of a mail',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: Mail,
})

/** Sends the failed recipients of a mail again. Throws NOT_FOUND. */
export const retryMail = op({
  name: 'retryMail',
  route: 'POST /v1/mail/{id}/retry',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Sent a failed mail again',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: Mail,
})

/** Answers a mail: its sender, or all with `all`. With `draft` the answer is stored as a draft with the quoted text. */
export const replyMail = op({
  name: 'replyMail',
  route: 'POST /v1/mail/{id}/reply',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Answered a mail',
  example: { id: NONE, body: 'Understood.' },
  input: z.object({
    id: Id,
    body: MAIL_CONTENT.body,
    body_format: MAIL_CONTENT.body_format,
    all: z.boolean().optional(),
    attachment_ids: MAIL_CONTENT.attachment_ids,
    draft: z.boolean().optional(),
  }),
  output: Mail,
})

/** Forwards a mail with its attachments, unless they are left out. With `draft` it is stored as a draft. */
export const forwardMail = op({
  name: 'forwardMail',
  route: 'POST /v1/mail/{id}/forward',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Forwarded a mail',
  example: { id: NONE, to: ['nobody-of-this-name'] },
  input: z.object({
    id: Id,
    to: MAIL_CONTENT.to,
    body: MAIL_CONTENT.body,
    body_format: MAIL_CONTENT.body_format,
    /** True when left out. */
    keep_attachments: z.boolean().optional(),
    draft: z.boolean().optional(),
  }),
  output: Mail,
})

/** Returns the unread mails of a mailbox and of each of its folders. */
export const unreadMails = op({
  name: 'unread mails',
  route: 'GET /v1/mail/unread',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({ mailbox: MailboxId.optional() }),
  output: z.object({ count: z.number(), by_folder: z.record(z.string(), z.number()) }),
})

const Updated = z.object({ updated: z.array(z.string()) })
/** Stars mails, or removes the star. */
export const markStarred = op({
  name: 'markStarred',
  route: 'POST /v1/mail/star',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Starred mails',
  example: { ids: [NONE], starred: true },
  input: z.object({ ids: Ids, starred: z.boolean() }),
  output: Updated,
})

/** Sets or removes a flag of mails. */
export const setFlag = op({
  name: 'setFlag',
  route: 'POST /v1/mail/flags',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Flagged mails',
  example: { ids: [NONE], flag: 'SEEN', value: true },
  input: z.object({ ids: Ids, flag: z.enum(SETTABLE_FLAGS), value: z.boolean() }),
  output: Updated,
})

/** Moves a mail to the trash; it is deleted at `purge_at`. Throws NOT_FOUND. */
export const moveToTrash = op({
  name: 'moveToTrash',
  route: 'POST /v1/mail/{id}/trash',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Moved a mail to the trash',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string(), purge_at: Instant }),
})

export const selectedMailMoveToTrash = op({
  name: 'selectedMailMoveToTrash',
  route: 'POST /v1/mail/trash',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Moved mails to the trash',
  example: { ids: [NONE] },
  input: z.object({ ids: Ids }),
  output: Moved,
})

/** Deletes a mail of the trash for ever. Throws NOT_FOUND. */
export const deleteMailFromTrash = op({
  name: 'deleteMailFromTrash',
  route: 'DELETE /v1/mail/trash/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Deleted a mail',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string() }),
})

export const deleteSelectedMailFromTrash = op({
  name: 'deleteSelectedMailFromTrash',
  route: 'POST /v1/mail/trash/delete',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Deleted mails',
  example: { ids: [NONE] },
  input: z.object({ ids: Ids }),
  output: z.object({ deleted: z.array(z.string()), failed: Failed }),
})

/**
 * Deletes the mails of the trash of a mailbox for ever, at most 5,000 in one call; `left` are still there. Those under a
 * legal hold are only hidden. Throws FORBIDDEN.
 */
export const emptyTrash = op({
  name: 'emptyTrash',
  route: 'POST /v1/mail/trash/empty',
  costly: 'always',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Emptied the trash',
  example: {},
  input: z.object({ mailbox: MailboxId.optional() }),
  output: z.object({ deleted: z.number(), left: z.number() }),
})

/** Moves a mail to Spam; later mails of a blocked sender go there at once. Throws NOT_FOUND. */
export const moveToSpam = op({
  name: 'moveToSpam',
  route: 'POST /v1/mail/{id}/spam',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Moved a mail to Spam',
  example: { id: NONE },
  input: z.object({ id: Id, block_sender: z.boolean().optional() }),
  output: z.object({ id: z.string() }),
})

/** Moves mails to a folder: archives, restores, and takes out of Spam. Without `folder` each goes back where it was. */
export const moveMails = op({
  name: 'moveMails',
  route: 'POST /v2/mail/move',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Moved mails',
  example: { ids: [NONE], folder: 'Archive' },
  input: z.object({ ids: Ids, folder: FolderKey.optional() }),
  output: Moved,
})

/** Answers the request for a receipt, once: sends it, or declines. Throws NOT_FOUND, DUPLICATE. */
export const readReceiptMail = op({
  name: 'readReceiptMail',
  route: 'POST /v1/mail/{id}/read-receipt',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Answered the request for a receipt',
  example: { id: NONE, send: true },
  input: z.object({ id: Id, send: z.boolean() }),
  output: z.object({ receipt_sent_at: Instant.nullable() }),
})

/** States that the caller answers a mail of a duty role, or ends that. Throws NOT_FOUND. */
export const setAnswering = op({
  name: 'setAnswering',
  route: 'POST /v2/mail/{id}/answering',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Took a mail of a duty role',
  example: { id: NONE, answering: true },
  input: z.object({ id: Id, answering: z.boolean() }),
  output: Mail.shape.answering.unwrap().nullable(),
})
