import { z } from 'zod'
import { Id, Instant, op, typedName } from './kernel.ts'
import { MAIL_LIMITS, MailboxId } from './mail.ts'

const name = typedName(100)

const Mailbox = z.object({
  /** Id of the user or of the account, or code of the duty role. */
  id: z.string(),
  kind: z.enum(['USER', 'DUTY_ROLE', 'ACCOUNT']),
  name: z.string(),
  address: z.string(),
  unread: z.number(),
  used_bytes: z.number(),
  quota_bytes: z.number(),
})
export type Mailbox = z.output<typeof Mailbox>

/** Returns the mailbox of the caller, those of the duty roles that the caller has now, and those of accounts elsewhere. */
export const getMailboxes = op({
  name: 'getMailboxes',
  route: 'GET /v2/mail/mailboxes',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(Mailbox) }),
})

const MailFolder = z.object({
  /** Name of a system folder, or the id of an own one. */
  id: z.string(),
  name: z.string(),
  own: z.boolean(),
  total: z.number(),
  unread: z.number(),
})
export type MailFolder = z.output<typeof MailFolder>

/** Returns the folders of a mailbox with their counts: those that every mailbox has, Starred, and own ones by name. */
export const getMailFolders = op({
  name: 'getMailFolders',
  route: 'GET /v2/mail/folders',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({ mailbox: MailboxId.optional() }),
  output: z.object({ items: z.array(MailFolder) }),
})

/** Adds an own folder, or renames one. Throws DUPLICATE, NOT_FOUND. */
export const saveMailFolder = op({
  name: 'saveMailFolder',
  route: 'POST /v2/mail/folders',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Saved a mail folder',
  example: { name: 'Exercises' },
  input: z.object({ mailbox: MailboxId.optional(), id: Id.optional(), name }),
  output: MailFolder,
})

/** Deletes an own folder; its mails move to Archive. Throws NOT_FOUND. */
export const deleteMailFolder = op({
  name: 'deleteMailFolder',
  route: 'DELETE /v2/mail/folders/{id}',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Deleted a mail folder',
  example: { id: 'none' },
  input: z.object({ id: Id, mailbox: MailboxId.optional() }),
  output: z.object({ id: z.string(), moved: z.number() }),
})

export const MAIL_TEXT_KINDS = ['SIGNATURE', 'TEMPLATE'] as const
/** Signature or template: HTML that a new mail begins with. */
const MailText = z.object({
  id: z.string(),
  kind: z.enum(MAIL_TEXT_KINDS),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Signature of new mails; at most one of a mailbox. */
  is_default: z.boolean(),
})
export type MailText = z.output<typeof MailText>

/** Returns signatures and templates of a mailbox. */
export const getMailTexts = op({
  name: 'getMailTexts',
  route: 'GET /v2/mail/texts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({ mailbox: MailboxId.optional(), kind: z.enum(MAIL_TEXT_KINDS).optional() }),
  output: z.object({ items: z.array(MailText) }),
})

/** Adds or changes a signature or template. Throws NOT_FOUND, TOO_LARGE for more than 100. */
export const saveMailText = op({
  name: 'saveMailText',
  route: 'POST /v2/mail/texts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Saved a signature or template',
  example: { kind: 'SIGNATURE', name: 'Watch', body: '<p>Watch floor</p>' },
  input: z.object({
    mailbox: MailboxId.optional(),
    id: Id.optional(),
    kind: z.enum(MAIL_TEXT_KINDS),
    name,
    subject: z.string().max(MAIL_LIMITS.subject).optional(),
    body: z.string().max(100_000),
    is_default: z.boolean().optional(),
  }),
  output: MailText,
})

export const deleteMailText = op({
  name: 'deleteMailText',
  route: 'DELETE /v2/mail/texts/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Deleted a signature or template',
  example: { id: 'none' },
  input: z.object({ id: Id, mailbox: MailboxId.optional() }),
  output: z.object({ id: z.string() }),
})

const MailContact = z.object({
  kind: z.enum(['USER', 'GROUP', 'DUTY_ROLE', 'OUTSIDE']),
  /** User, group, duty role or contact. */
  id: z.string(),
  name: z.string(),
  /** Text to put among recipients. */
  address: z.string(),
  /** Members of a group, or users who have the duty now; 1 of others. */
  count: z.number(),
})
export type MailContact = z.output<typeof MailContact>

/** Returns recipients whose names or addresses begin with a text: users, groups, duty roles and outside addresses. */
export const getMailContacts = op({
  name: 'getMailContacts',
  route: 'GET /v2/mail/contacts',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({
    q: z.string().max(200).optional(),
    kind: MailContact.shape.kind.optional(),
  }),
  output: z.object({ items: z.array(MailContact) }),
})

/** Adds an outside address to the own address book, or changes one. Throws NOT_FOUND, DUPLICATE. */
export const saveMailContact = op({
  name: 'saveMailContact',
  route: 'POST /v2/mail/contacts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Saved an address',
  example: { name: 'Coast station', address: 'watch@example.org' },
  input: z.object({ id: Id.optional(), name, address: z.email('must be an e-mail address').max(254) }),
  output: MailContact,
})

export const deleteMailContact = op({
  name: 'deleteMailContact',
  route: 'DELETE /v2/mail/contacts/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Deleted an address',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string() }),
})

const BlockedSender = z.object({ address: z.string(), since: Instant })
export type BlockedSender = z.output<typeof BlockedSender>

/** Returns the senders whose mails go to Spam. */
export const getBlockedSenders = op({
  name: 'getBlockedSenders',
  route: 'GET /v2/mail/blocked',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({ mailbox: MailboxId.optional() }),
  output: z.object({ items: z.array(BlockedSender) }),
})

/** Blocks a sender, or a domain as `@example.org`; or ends that. Throws TOO_LARGE for more than 1000. */
export const setBlockedSender = op({
  name: 'setBlockedSender',
  route: 'POST /v2/mail/blocked',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Changed the blocked senders',
  example: { address: 'spam@example.org', blocked: true },
  input: z.object({
    mailbox: MailboxId.optional(),
    address: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[^\s@]*@[^\s@]+$/, 'must be an address, or a domain like @example.org')
      .max(254),
    blocked: z.boolean(),
  }),
  output: z.object({ items: z.array(BlockedSender) }),
})
