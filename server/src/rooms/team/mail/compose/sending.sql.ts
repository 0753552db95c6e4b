import type { MailAddress } from '@samudra/contract/mail'
import type pg from 'pg'
import type { Draft } from '../../../../platform/needs/files.ts'
import type { JobKind } from '../../../../platform/needs/jobs.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { OperationError, sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import { isAccountBox, recipientsIn } from '../directory.ts'
import { MB, type MailRoom } from '../mail.ts'
import { envelopeIndex } from '../reading/read-envelope.ts'
import { lockBoxes } from '../store/mailboxes.sql.ts'
import { deliverInto } from '../store/deliver.sql.ts'
import { receivedMail, searchTextOf } from '../store/index-mail.sql.ts'
import { mailsById, updateMail, type MailRecord, type NewMail } from '../store/messages.sql.ts'
import { pushChanged, pushDelivered } from '../store/push-mail.ts'
import { rawBytes, storeRaws } from '../store/raw-files.sql.ts'
import { buildMail } from './build.ts'
import { lockedMail } from './mail-drafts.sql.ts'
import { enterOutgoing, type OutgoingRecipient } from './outgoing.sql.ts'
import { dueMails, nextDue, putOff } from './queue.sql.ts'

export const SEND_JOB = 'mail.send'
const AT_ONCE = 10
const AGAIN_MS = 30_000
const EVERY_MS = 30_000
const DAY_MS = 24 * 3_600_000
const HEADER_BYTES = 64 * 1024

/** Sends mails whose time to undo is over, also those that were queued before a restart. */
export const sending = (room: MailRoom): JobKind => ({
  name: SEND_JOB,
  does: 'Sends mails after the time to undo them',
  when: { everyMs: EVERY_MS, atStart: true },
  work: async ({ signal }) => {
    for (;;) {
      signal.throwIfAborted()
      const ids = await dueMails(room.db, new Date(room.clock.now()), AT_ONCE)
      await Promise.all(ids.map((id) => sendOne(room, id)))
      if (ids.length < AT_ONCE) break
    }
    const next = await nextDue(room.db)
    if (next !== null) room.sendAt(next.getTime())
  },
})

/** Sends one mail; what fails for now is tried again, and what cannot be sent fails. */
async function sendOne(room: MailRoom, id: string): Promise<void> {
  const [mail] = await mailsById(room.db, [id])
  if (mail?.state !== 'QUEUED' || mail.draft === null) return
  try {
    await sendQueued(room, mail)
  } catch (error) {
    if (error instanceof OperationError) return fail(room, mail, error.message)
    room.log.error('a mail could not be sent', { mail: id, error: sentenceOf(error) })
    await putOff(room.db, id, new Date(room.clock.now() + AGAIN_MS))
  }
}

async function sendQueued(room: MailRoom, mail: MailRecord): Promise<void> {
  const content = mail.draft!
  const at = new Date(room.clock.now())
  const [to, cc, bcc] = await Promise.all(
    [content.to, content.cc, content.bcc].map(async (some) => (await recipientsIn(room, some)).found),
  )
  const people: People = { to: to!, cc: cc!, bcc: bcc! }
  const original = await originalOf(room, mail)
  const raw = await buildMail(room, {
    content,
    messageId: mail.message_id,
    from: mail.sender,
    to: people.to,
    cc: people.cc,
    inReplyTo: content.reply_of?.as === 'REPLY' ? (original?.messageId ?? null) : null,
    references: original?.references ?? [],
    at,
  })
  const draft = await room.raw.receive(raw)
  try {
    await deliverBuilt(room, mail, { draft, people, at })
  } finally {
    await draft.drop()
  }
}

type People = Record<'to' | 'cc' | 'bcc', MailAddress[]>
type Built = { draft: Draft; people: People; at: Date }

/** Stores a built mail, its rows at the receivers and its recipients on other servers in one transaction. */
async function deliverBuilt(room: MailRoom, mail: MailRecord, { draft, people, at }: Built): Promise<void> {
  const index = await room.reader.read(draft)
  const indexed = { index, hash: draft.hash, size: draft.size, at, incomingHash: null, verdict: null }
  const received: NewMail = { ...(await receivedMail(room, indexed)), conversation_id: mail.conversation_id }
  const all = [...people.to, ...people.cc, ...people.bcc]
  const recipients = [...new Map(all.map((one) => [one.address.toLowerCase(), one])).values()]
  // Mail of an account goes out over its own server, to whomever.
  const isLocal = !isAccountBox(mail.mailbox)
  const mailboxes = isLocal ? [...new Set(recipients.flatMap(({ mailbox }) => mailbox ?? []))] : []
  const delivered = await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [...mailboxes, mail.mailbox])
    const { state, version } = await lockedMail(client, mail.id, mail.mailbox)
    if (state !== 'QUEUED' || version !== mail.version) return null
    await storeRaws(client, [{ draft, index }], at)
    const done = await deliverInto(client, {
      mail: received,
      references: [...index.references, ...index.inReplyTo],
      mailboxes,
      quota: room.settings.number('mail.quota_mb') * MB,
      trashMs: room.settings.number('mail.trash_days') * DAY_MS,
      isReply: false,
    })
    const outgoing = recipients.map((one) => outgoingOf(isLocal ? one : { ...one, mailbox: null }, done.full))
    await enterOutgoing(
      client,
      { mailId: mail.id, rawHash: draft.hash, from: mail.sender.address, at },
      outgoing,
    )
    await updateMail(client, mail.id, {
      ...sentColumns(people, received, at),
      search_text: searchTextOf({ ...index, recipients: { ...index.recipients, bcc: people.bcc } }),
      state: done.full.size > 0 ? 'FAILED' : 'SENT',
    })
    await markOriginal(client, mail)
    return done.delivered
  })
  if (delivered === null) return
  await room.attachments.forget((await room.attachments.of(mail.id)).map(({ id }) => id))
  await pushDelivered(room, [{ mail: received, delivered, isSilent: false }])
  const original = mail.draft?.reply_of?.id
  const changed = original === undefined ? [mail.id] : [mail.id, original]
  pushChanged(
    room,
    changed.map((id) => ({ id, mailbox: mail.mailbox, folder: 'Sent' })),
  )
}

function outgoingOf({ address, mailbox }: MailAddress, full: ReadonlySet<string>): OutgoingRecipient {
  if (mailbox === null) return { recipient: address, state: 'QUEUED', answer: '' }
  return full.has(mailbox)
    ? { recipient: address, state: 'FAILED', answer: 'The mailbox is full.' }
    : { recipient: address, state: 'SENT', answer: '' }
}

const sentColumns = (people: People, received: NewMail, at: Date) => ({
  raw_hash: received.raw_hash,
  size: received.size,
  recipients: { ...people, replyTo: [] },
  preview: received.preview,
  has_attachments: received.has_attachments,
  at,
  sent_at: at,
  draft: null,
  undo_until: null,
  send_at: null,
})

/** Returns Message-ID and references of the mail that another answers or forwards. */
async function originalOf(room: MailRoom, { draft, mailbox }: MailRecord) {
  const [original] = draft?.reply_of == null ? [] : await mailsById(room.db, [draft.reply_of.id])
  if (original?.raw_hash == null || original.mailbox !== mailbox) return null
  const parts: Uint8Array[] = []
  for await (const part of rawBytes(room.raw, original.raw_hash, { from: 0, to: HEADER_BYTES }))
    parts.push(part)
  const { references } = envelopeIndex(Buffer.concat(parts))
  return { messageId: original.message_id, references: [...references, original.message_id].slice(-20) }
}

/** Marks the mail that a sent one answers or forwards, and ends its answering state. */
async function markOriginal(client: pg.PoolClient, { draft, mailbox }: MailRecord): Promise<void> {
  if (draft?.reply_of == null) return
  const { id, as } = draft.reply_of
  await client.query(
    `update mail_messages set ${as === 'REPLY' ? 'is_answered' : 'is_forwarded'} = true, answering_by = null, answering_since = null
     where id = $1 and mailbox = $2`,
    [id, mailbox],
  )
}

/** Stores that a mail cannot be sent, with the reason. */
async function fail(room: MailRoom, mail: MailRecord, why: string): Promise<void> {
  const at = new Date(room.clock.now())
  await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [mail.mailbox])
    if ((await lockedMail(client, mail.id, mail.mailbox)).state !== 'QUEUED') return
    await updateMail(client, mail.id, { state: 'FAILED' })
    const failed = mail.draft!.to.map((recipient) => ({ recipient, state: 'FAILED' as const, answer: why }))
    await enterOutgoing(client, { mailId: mail.id, rawHash: '', from: mail.sender.address, at }, failed)
  })
  pushChanged(room, [{ id: mail.id, mailbox: mail.mailbox, folder: 'Sent' }])
}
