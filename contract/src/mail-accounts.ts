import { z } from 'zod'
import { Id, Instant, op, push, typedName } from './kernel.ts'

const Server = z.object({
  host: z.string().trim().min(1).max(253),
  port: z.number().int().min(1).max(65_535),
  /** `TLS` from the first byte, `STARTTLS` after it, `NONE` in the clear. */
  security: z.enum(['TLS', 'STARTTLS', 'NONE']),
})
export type MailServerAddress = z.output<typeof Server>

/** Account of a user on another mail server, shown as a mailbox of its own. */
const MailAccount = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  username: z.string(),
  imap: Server,
  smtp: Server,
  state: z.enum(['CONNECTING', 'CONNECTED', 'FAILED']),
  /** Reason of a failure, in a sentence. */
  why: z.string(),
  synced_at: Instant.nullable(),
})
export type MailAccount = z.output<typeof MailAccount>

/** Returns the accounts of the caller on other mail servers. Passwords are never returned. */
export const getMailAccounts = op({
  name: 'getMailAccounts',
  route: 'GET /v2/mail/accounts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(MailAccount) }),
})

/**
 * Adds an account on another mail server, or changes one, after a login to it. The password is stored sealed; without
 * a new one the stored password stays. Throws VALIDATION with the answer of the server, NOT_FOUND, TOO_LARGE for more
 * than 5.
 */
export const saveMailAccount = op({
  name: 'saveMailAccount',
  route: 'POST /v2/mail/accounts',
  bounded: 'ONE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Saved a mail account',
  example: {
    name: 'Ministry',
    address: 'asha@other.example',
    username: 'asha',
    password: 'x',
    imap: { host: 'localhost', port: 1, security: 'TLS' },
    smtp: { host: 'localhost', port: 1, security: 'TLS' },
  },
  input: z.object({
    id: Id.optional(),
    name: typedName(100),
    address: z.email('must be an e-mail address').max(254),
    username: z.string().min(1).max(254),
    password: z.string().min(1).max(1000).optional(),
    imap: Server,
    smtp: Server,
  }),
  output: MailAccount,
})

/** Removes an account and its mails here; those on the other server stay. Throws NOT_FOUND. */
export const deleteMailAccount = op({
  name: 'deleteMailAccount',
  route: 'DELETE /v2/mail/accounts/{id}',
  bounded: 'BATCH',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Removed a mail account',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string() }),
})

/** The state of an account of the receiver changed. */
export const mailAccountChanged = push({ wire: 'mail_account_changed', payload: z.object({}) })
