import type { Mail, MailFlag, MailRow } from '@samudra/contract/mail'
import { plainHtml, sanitiseSoon } from '../reading/composed-body.ts'
import type { MailRoom } from '../mail.ts'
import { deliveriesOf } from '../compose/outgoing.sql.ts'
import { fileAttachment, shownAttachment } from './shown-attachments.ts'
import { bodyOfRaw, type BodyRow, type ListedRow, type MailRecord } from './messages.sql.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Returns a row of a list as screens have it. */
export function presentRow(
  row: ListedRow,
  conversation = { count: 1, unread: row.is_seen ? 0 : 1 },
): MailRow {
  const { id, mailbox, conversation_id, folder, subject, preview, to, to_count, state } = row
  return {
    id,
    mailbox,
    conversation_id,
    folder,
    from: row.sender,
    to,
    to_count,
    subject,
    preview,
    at: row.at.toISOString(),
    size: row.size,
    flags: flagsOf(row),
    starred: row.is_starred,
    has_attachments: row.has_attachments,
    priority: row.priority,
    links_count: row.links_count,
    state,
    undo_until: state === 'QUEUED' ? iso(row.undo_until) : null,
    send_at: state === 'QUEUED' ? iso(row.send_at) : null,
    suspicious: row.is_suspicious,
    conversation,
  }
}

function flagsOf(row: ListedRow): MailFlag[] {
  const flags: [MailFlag, boolean][] = [
    ['SEEN', row.is_seen],
    ['ANSWERED', row.is_answered],
    ['IMPORTANT', row.is_important],
    ['TASK', row.is_task],
    ['FORWARDED', row.is_forwarded],
    ['DRAFT', row.state === 'DRAFT'],
  ]
  return flags.flatMap(([flag, is]) => (is ? [flag] : []))
}

/** Returns a whole mail with its body. */
export async function presentMail(room: MailRoom, mail: MailRecord): Promise<Mail> {
  const body = await bodyOf(room, mail)
  const deliveries =
    mail.state === 'RECEIVED' || mail.state === 'DRAFT' ? [] : await deliveriesOf(room.db, mail.id)
  const { recipients } = mail
  const isSender = mail.state !== 'RECEIVED'
  return {
    ...presentRow(mail),
    to: recipients.to,
    cc: recipients.cc,
    bcc: isSender ? recipients.bcc : [],
    reply_to: recipients.replyTo,
    message_id: mail.message_id,
    body: body.body_html,
    body_text: body.body_text,
    remote_pictures: body.remote_pictures,
    sent_at: iso(mail.sent_at),
    received_at: iso(mail.received_at),
    read_at: iso(mail.read_at),
    receipt_requested: mail.receipt_to !== null,
    receipt_answered_at: iso(mail.receipt_answered_at),
    receipts: mail.receipts,
    attachments: body.attachments.map(shownAttachment),
    links: mail.links,
    draft_state: mail.state === 'RECEIVED' ? null : mail.state,
    spam_score: mail.spam_score,
    purge_at: iso(mail.purge_at),
    version: mail.version,
    reply_of: mail.draft?.reply_of ?? null,
    deliveries,
    authentication: mail.verdict,
    marks: mail.marks,
    answering: await answeringOf(room, mail),
  }
}

async function bodyOf(room: MailRoom, mail: MailRecord): Promise<BodyRow> {
  if (mail.raw_hash !== null) return (await bodyOfRaw(room.db, mail.raw_hash)) ?? NO_BODY
  if (mail.draft === null) return NO_BODY
  const { body, body_format, attachment_ids } = mail.draft
  const files = await room.attachments.byId(attachment_ids)
  const shown =
    body_format === 'text' ? { html: plainHtml(body), text: body } : await sanitiseSoon(room.reader, body)
  return {
    body_html: shown.html,
    body_text: shown.text,
    remote_pictures: 0,
    attachments: files.map((file) => ({ ...fileAttachment(file), encoding: '', start: 0, end: 0 })),
  }
}
const NO_BODY: BodyRow = { body_html: '', body_text: '', remote_pictures: 0, attachments: [] }

/** Returns who answers a mail of a duty role. */
export async function answeringOf(
  { identity }: Pick<MailRoom, 'identity'>,
  { answering_by, answering_since }: Pick<MailRecord, 'answering_by' | 'answering_since'>,
): Promise<Mail['answering']> {
  if (answering_by === null || answering_since === null) return null
  const [user] = await identity.accountsById([answering_by])
  return { user_id: answering_by, username: user?.username ?? '', since: answering_since.toISOString() }
}
