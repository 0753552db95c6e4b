import type pg from 'pg'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { lockBoxes } from './mailboxes.sql.ts'
import { insertMails, type NewMail } from './messages.sql.ts'

export type AcceptedRecipient = {
  recipient: string
  mailbox: string | null
  result: 'STORED' | 'NO_MAILBOX' | 'QUOTA'
}
/** Mail in one mailbox, as it was stored. */
export type Delivered = { id: string; mailbox: string; folder: string }

type Delivery = {
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

/** Puts a mail into mailboxes, within a transaction. A mail that lies there already stays as it is. */
export async function deliverInto(
  client: pg.PoolClient,
  { mail, references, mailboxes, quota, trashMs, isReply, folder = 'Inbox' }: Delivery,
): Promise<{ delivered: Delivered[]; full: Set<string> }> {
  const boxes = await lockBoxes(client, mailboxes)
  const present = await presentIn(client, mail, mailboxes)
  const blocked = await blockersOf(client, mail.sender.address, mailboxes)
  const conversations = await conversationsOf(client, { mail, references, mailboxes, isReply })
  const full = new Set<string>()
  const rows = [...boxes].flatMap(([mailbox, { used, uid }]) => {
    if (present.has(mailbox)) return []
    if (used + mail.size > quota) {
      full.add(mailbox)
      return []
    }
    const isSpam = blocked.has(mailbox)
    return {
      id: ulid(mail.at.getTime()),
      mailbox,
      uid,
      folder: isSpam ? 'Spam' : folder,
      conversation_id: conversations.get(mailbox) ?? mail.conversation_id,
      ...(isSpam ? { purge_at: new Date(mail.at.getTime() + trashMs), spam_score: 10 } : {}),
    }
  })
  if (rows.length > 0) await insertMails(client, mail, rows)
  return { delivered: rows.map(({ id, mailbox, folder }) => ({ id, mailbox, folder })), full }
}

async function presentIn(client: pg.PoolClient, { incoming_hash }: NewMail, mailboxes: readonly string[]) {
  if (incoming_hash === null) return new Set<string>()
  const { rows } = await client.query<{ mailbox: string }>(
    'select mailbox from mail_messages where incoming_hash = $1 and mailbox = any($2::text[])',
    [incoming_hash, mailboxes],
  )
  return new Set(rows.map(({ mailbox }) => mailbox))
}

async function blockersOf(client: pg.PoolClient, sender: string, mailboxes: readonly string[]) {
  const address = sender.toLowerCase()
  const { rows } = await client.query<{ mailbox: string }>(
    'select mailbox from mail_blocked where mailbox = any($1::text[]) and address = any($2::text[])',
    [mailboxes, [address, address.slice(address.lastIndexOf('@'))]],
  )
  return new Set(rows.map(({ mailbox }) => mailbox))
}

/** Latest mails of a mailbox among which an answer without references finds its subject. */
const SUBJECTS_SEARCHED = 300

/** Returns the conversation of a mail in each mailbox that has one: by references, else by the subject of an answer. */
export async function conversationsOf(
  client: Pick<pg.PoolClient, 'query'>,
  { mail, references, mailboxes, isReply }: Omit<Delivery, 'quota' | 'trashMs' | 'folder'>,
): Promise<Map<string, string>> {
  type Found = { mailbox: string; conversation_id: string }
  const { rows } = await client.query<Found>(
    `select distinct on (mailbox) mailbox, conversation_id from mail_messages
     where mailbox = any($1::text[]) and message_id = any($2::text[]) order by mailbox, at desc`,
    [mailboxes, [...references, mail.message_id]],
  )
  const found = new Map(rows.map(({ mailbox, conversation_id }) => [mailbox, conversation_id]))
  const left = mailboxes.filter((one) => !found.has(one))
  if (!isReply || references.length > 0 || left.length === 0) return found
  const since = new Date(mail.at.getTime() - 30 * 24 * 3_600_000)
  const people = [mail.sender, ...mail.recipients.to].map(({ address }) => address.toLowerCase())
  const { rows: bySubject } = await client.query<Found>(
    `select distinct on (b.mailbox) b.mailbox, r.conversation_id from unnest($1::text[]) b(mailbox),
       lateral (select conversation_id, at, subject, sender from mail_messages m
         where m.mailbox = b.mailbox and m.at > $2 order by m.at desc, m.id desc limit ${SUBJECTS_SEARCHED}) r
     where lower(r.subject) = lower($3) and lower(r.sender ->> 'address') = any($4::text[])
     order by b.mailbox, r.at desc`,
    [left, since, withoutPrefix(mail.subject), people],
  )
  for (const { mailbox, conversation_id } of bySubject) found.set(mailbox, conversation_id)
  return found
}

const PREFIX = /^(?:\s*(?:re|aw|sv|antw|res|回复|fwd?|wg|tr|转发)(?:\[\d+\])?\s*[:：])+\s*/i
export const withoutPrefix = (subject: string): string => subject.replace(PREFIX, '').trim()
export const isAnswer = (subject: string): boolean =>
  /^\s*(?:re|aw|sv|antw|res|回复)(?:\[\d+\])?\s*[:：]/i.test(subject)
