import type {
  AuthenticationVerdict,
  MailAddress,
  MailLink,
  MailMark,
  MailPriority,
  MailState,
} from '@samudra/contract/mail'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { IndexedAttachment } from '../reading/indexed-mail.ts'
import type { DraftContent } from '../compose/content.ts'

export type StoredRecipients = Record<'to' | 'cc' | 'bcc' | 'replyTo', MailAddress[]>

/** Columns of a mail that lists show. */
export type ListedRow = {
  id: string
  mailbox: string
  folder: string
  conversation_id: string
  sender: MailAddress
  to: MailAddress[]
  to_count: number
  subject: string
  preview: string
  at: Date
  size: number
  state: MailState
  is_seen: boolean
  is_starred: boolean
  is_answered: boolean
  is_forwarded: boolean
  is_important: boolean
  is_task: boolean
  has_attachments: boolean
  priority: MailPriority
  links_count: number
  undo_until: Date | null
  send_at: Date | null
  is_suspicious: boolean
}
/** All of a mail but its body. */
export type MailRecord = ListedRow & {
  prior_folder: string | null
  raw_hash: string | null
  message_id: string
  recipients: StoredRecipients
  sent_at: Date | null
  received_at: Date | null
  read_at: Date | null
  links: MailLink[]
  marks: MailMark[]
  verdict: AuthenticationVerdict | null
  spam_score: number
  receipt_to: string | null
  receipt_answered_at: Date | null
  receipts: { reader: string; read_at: string }[]
  version: number
  draft: DraftContent | null
  purge_at: Date | null
  answering_by: string | null
  answering_since: Date | null
}

/** Recipients that a row of a list shows. */
export const LISTED = sql`m.id, m.mailbox, m.folder, m.conversation_id, m.sender,
  jsonb_path_query_array(m.recipients, '$.to[0 to 4]') as "to",
  coalesce(jsonb_array_length(m.recipients -> 'to'), 0) as to_count,
  m.subject, m.preview, m.at, m.size::float8 as size, m.state, m.is_seen, m.is_starred, m.is_answered, m.is_forwarded,
  m.is_important, m.is_task, m.has_attachments, m.priority, jsonb_array_length(m.links) as links_count,
  m.undo_until, m.send_at,
  m.marks @? '$[*] ? (@.kind == "LOOK_ALIKE" || @.kind == "FAILED_AUTHENTICATION")' as is_suspicious`
const WHOLE = sql`${LISTED}, m.prior_folder, m.raw_hash, m.message_id, m.recipients, m.sent_at, m.received_at, m.read_at,
  m.links, m.marks, m.verdict, m.spam_score, m.receipt_to, m.receipt_answered_at, m.receipts, m.version, m.draft,
  m.purge_at, m.answering_by, m.answering_since`

export async function mailsById(db: Db, ids: readonly string[]): Promise<MailRecord[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MailRecord>`
    select ${WHOLE} from mail_messages m where m.id = any(${ids}::text[])`.execute(query(db))
  return rows
}

/** Returns the latest mails of some mailboxes with a Message-ID. */
export async function mailsByMessageId(db: Db, messageId: string, state: MailState): Promise<MailRecord[]> {
  const { rows } = await sql<MailRecord>`
    select ${WHOLE} from mail_messages m where m.message_id = ${messageId} and m.state = ${state}
    order by m.id desc limit 10`.execute(query(db))
  return rows
}

export type BodyRow = {
  body_html: string
  body_text: string
  remote_pictures: number
  attachments: IndexedAttachment[]
}
export async function bodyOfRaw(db: Db, hash: string): Promise<BodyRow | undefined> {
  const { rows } = await sql<BodyRow>`
    select body_html, body_text, remote_pictures, attachments from mail_bodies where raw_hash = ${hash}`.execute(
    query(db),
  )
  return rows[0]
}

/** Columns of a new mail; `id`, `mailbox`, `uid` and what differs by mailbox come with each mailbox. */
export type NewMail = {
  raw_hash: string | null
  incoming_hash: string | null
  size: number
  message_id: string
  conversation_id: string
  sender: MailAddress
  recipients: StoredRecipients
  subject: string
  preview: string
  at: Date
  sent_at: Date | null
  received_at: Date | null
  state: MailState
  is_seen: boolean
  has_attachments: boolean
  priority: MailPriority
  links: MailLink[]
  marks: MailMark[]
  verdict: AuthenticationVerdict | null
  spam_score: number
  receipt_to: string | null
  version: number
  draft: DraftContent | null
  undo_until: Date | null
  send_at: Date | null
  purge_at: Date | null
  search_text: string
}
const DEFAULTS = {
  prior_folder: null,
  read_at: null,
  is_starred: false,
  is_answered: false,
  is_forwarded: false,
  is_important: false,
  is_task: false,
  receipt_answered_at: null,
  receipts: [],
  answering_by: null,
  answering_since: null,
}

/** Mail in one mailbox, with the columns that are its own. */
export type MailRow = Partial<NewMail> & { id: string; mailbox: string; uid: number; folder: string }

/** Inserts mails into mailboxes. */
export async function insertMails(
  client: pg.PoolClient,
  mails: readonly { mail: NewMail; rows: readonly MailRow[] }[],
): Promise<void> {
  await client.query(
    `insert into mail_messages select r.* from jsonb_array_elements($1::jsonb) m,
       lateral jsonb_array_elements(m -> 'rows') o,
       lateral jsonb_populate_record(null::mail_messages, (m -> 'mail') || o) r`,
    [JSON.stringify(mails.map(({ mail, rows }) => ({ mail: { ...DEFAULTS, ...mail }, rows })))],
  )
}

/** Changes columns of one mail. */
export async function updateMail(
  client: Pick<pg.PoolClient, 'query'>,
  id: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(columns)
  await client.query(
    `update mail_messages set (${names.join(', ')}) = row(${names.map((name) => `r.${name}`).join(', ')})
     from jsonb_populate_record(null::mail_messages, $2::jsonb) r where mail_messages.id = $1`,
    [id, JSON.stringify(columns)],
  )
}
