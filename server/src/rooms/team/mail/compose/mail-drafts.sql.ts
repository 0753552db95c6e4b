import type { MailAddress } from '@samudra/contract/mail'
import type pg from 'pg'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { NO_MAIL } from '../access.ts'
import type { Box } from '../box.ts'
import { recipientsIn } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { textOf } from '../reading/sanitise.ts'
import { lockBoxes } from '../store/mailboxes.sql.ts'
import { previewOf, searchTextOf } from '../store/index-mail.sql.ts'
import { insertMails, mailsById, updateMail, type MailRecord, type NewMail } from '../store/messages.sql.ts'
import { pushChanged } from '../store/push-mail.ts'
import type { DraftContent } from './content.ts'

export const CHANGED = 'Another user changed this draft. Read it again before you save.'
export const NO_DRAFT = 'This mail is no longer a draft.'

type Saving = {
  box: Box
  by: string
  content: DraftContent
  id?: string | undefined
  expectedVersion?: number | undefined
}

/** Stores a draft, a new one or another version. Throws NOT_FOUND, VERSION_CONFLICT, VALIDATION. */
export async function storeDraft(room: MailRoom, saving: Saving): Promise<MailRecord> {
  const { box, by, content, expectedVersion } = saving
  const id = saving.id ?? ulid(room.clock.now())
  const size = await checkAttachments(room, by, content, saving.id)
  const columns = await draftColumns(room, saving, { id, size })
  await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [box.id])
    if (saving.id === undefined)
      return insertMails(client, [
        { mail: columns, rows: [{ id, mailbox: box.id, uid: 0, folder: 'Drafts' }] },
      ])
    const stored = await lockedMail(client, id, box.id)
    if (stored.state !== 'DRAFT') throw new OperationError('NOT_FOUND', NO_DRAFT)
    if (expectedVersion !== undefined && stored.version !== expectedVersion)
      throw new OperationError('VERSION_CONFLICT', CHANGED)
    const { message_id: _, conversation_id: _c, ...changes } = columns
    await updateMail(client, id, { ...changes, version: stored.version + 1 })
  })
  await room.attachments.hang(content.attachment_ids, id)
  const unused = (await room.attachments.of(id)).filter((file) => !content.attachment_ids.includes(file.id))
  await room.attachments.forget(unused.map((file) => file.id))
  pushChanged(room, [{ id, mailbox: box.id, folder: 'Drafts' }])
  const [mail] = await mailsById(room.db, [id])
  if (mail === undefined) throw new OperationError('NOT_FOUND', NO_MAIL)
  return mail
}

/** Returns a mail of a mailbox, locked to the end of the transaction. Throws NOT_FOUND. */
export async function lockedMail(client: pg.PoolClient, id: string, mailbox: string) {
  const { rows } = await client.query<{ state: MailRecord['state']; version: number }>(
    'select state, version from mail_messages where id = $1 and mailbox = $2 for update',
    [id, mailbox],
  )
  const [row] = rows
  if (row === undefined) throw new OperationError('NOT_FOUND', NO_MAIL)
  return row
}

/** Checks that the files of a draft are the writer's own or lie in it. Returns their size. */
async function checkAttachments(
  room: MailRoom,
  by: string,
  { attachment_ids }: DraftContent,
  id: string | undefined,
) {
  const files = await room.attachments.byId(attachment_ids)
  const fits = files.filter((file) => (file.of_id === null ? file.user_id === by : file.of_id === id))
  if (fits.length < attachment_ids.length)
    throw new OperationError(
      'VALIDATION',
      'A file does not exist, or belongs to another mail. Attach it again.',
      {
        fields: [{ field: 'attachment_ids', why: 'names a file that is not yours' }],
      },
    )
  return files.reduce((sum, file) => sum + file.size, 0)
}

async function draftColumns(
  room: MailRoom,
  saving: Saving,
  { id, size }: { id: string; size: number },
): Promise<NewMail> {
  const { box, content } = saving
  const at = new Date(room.clock.now())
  const original =
    content.reply_of === null ? undefined : (await mailsById(room.db, [content.reply_of.id]))[0]
  const text = content.body_format === 'text' ? content.body : textOf(content.body)
  const recipients = {
    to: await shownRecipients(room, content.to),
    cc: await shownRecipients(room, content.cc),
    bcc: await shownRecipients(room, content.bcc),
    replyTo: [],
  }
  const sender = { name: box.name, address: box.address, mailbox: box.id }
  return {
    search_text: searchTextOf({ from: sender, recipients, subject: content.subject, text, attachments: [] }),
    raw_hash: null,
    incoming_hash: null,
    size: size + Buffer.byteLength(content.body),
    message_id: `<${id.toLowerCase()}@${room.domain}>`,
    conversation_id: original?.mailbox === box.id ? original.conversation_id : id,
    sender,
    recipients,
    subject: content.subject,
    preview: previewOf(text),
    at,
    sent_at: null,
    received_at: null,
    state: 'DRAFT',
    is_seen: true,
    has_attachments: content.attachment_ids.length > 0,
    priority: content.priority,
    links: content.links,
    marks: [],
    verdict: null,
    spam_score: 0,
    receipt_to: content.request_receipt ? box.address : null,
    version: 1,
    draft: content,
    undo_until: null,
    send_at: null,
    purge_at: null,
  }
}

/** Returns recipients as lists show them, unknown ones as they were written; groups stand for themselves. */
async function shownRecipients(room: MailRoom, texts: readonly string[]): Promise<MailAddress[]> {
  const plain = texts.filter((one) => !one.startsWith('group:'))
  const { found, unknown } = await recipientsIn(room, plain)
  const groups = texts.filter((one) => one.startsWith('group:'))
  return [...found, ...[...unknown, ...groups].map((address) => ({ name: '', address, mailbox: null }))]
}
