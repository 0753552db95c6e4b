import { z } from 'zod'
import { Id, op, queryNumber } from './kernel.ts'
import { FolderKey, Mail, MailboxId } from './mail.ts'

const NONE = '00000000000000000000000000'

const Content = z.object({
  name: z.string(),
  content_type: z.string(),
  /** Size of the whole attachment, of which `from_byte` to `to_byte` follow. */
  size: z.number(),
})
/** Returns the attachments of a mail; with `attachment_id` the content of one, or a range of its bytes. Throws NOT_FOUND. */
export const getAttachments = op({
  name: 'getAttachments',
  route: 'GET /v1/mail/{id}/attachments',
  bounded: 'FILE',
  who: 'user',
  cut: 'owner',
  leaves: 'read',
  did: 'Opened attachments of a mail',
  stream: 'down',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({
    id: Id,
    attachment_id: Id.optional(),
    from_byte: queryNumber.int().min(0).optional(),
    to_byte: queryNumber.int().min(0).optional(),
  }),
  output: z.object({ items: Mail.shape.attachments, content: Content.nullable() }),
})

/** Uploads a file; a mail names it in `attachment_ids`. Throws TOO_LARGE, SCAN_BLOCKED of PDFs with active links. */
export const uploadMailFile = op({
  name: 'uploadMailFile',
  route: 'POST /v2/mail/files',
  bounded: 'FILE',
  who: 'user',
  cut: 'owner',
  leaves: 'change',
  did: 'Uploaded a file of a mail',
  stream: 'up',
  example: { name: 'x.txt' },
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  output: z.object({ id: z.string(), name: z.string(), size: z.number(), content_type: z.string() }),
})

const Exported = z.object({ name: z.string(), content_type: z.string() })
/** Returns a mail as it came, byte for byte. Throws NOT_FOUND. */
export const getMailSource = op({
  name: 'getMailSource',
  route: 'GET /v2/mail/{id}/source',
  bounded: 'FILE',
  who: 'user',
  cut: 'owner',
  leaves: 'read',
  did: 'Downloaded the source of a mail',
  stream: 'down',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: Exported.extend({ size: z.number() }),
})

/** Exports a mail or a conversation as EML, mbox or PDF, and a folder as mbox. Throws NOT_FOUND, VALIDATION. */
export const exportMail = op({
  name: 'exportMail',
  route: 'GET /v2/mail/export',
  costly: 'always',
  who: 'user',
  cut: 'owner',
  leaves: 'read',
  did: 'Exported mails',
  stream: 'down',
  past: 'NOW',
  example: { conversation_id: NONE, format: 'PDF' },
  input: z.object({
    mailbox: MailboxId.optional(),
    id: Id.optional(),
    conversation_id: Id.optional(),
    folder: FolderKey.optional(),
    format: z.enum(['EML', 'MBOX', 'PDF']),
  }),
  output: Exported,
})

/** Saves the mailbox of a user under an open legal hold as mbox. */
export const exportHeldMail = op({
  name: 'exportHeldMail',
  route: 'GET /v2/legal-holds/{id}/mail',
  costly: 'always',
  who: 'admin',
  leaves: 'read',
  did: 'Exported the mail of a user under legal hold',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none', reason: 'Case 12/2026' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: Exported,
})
