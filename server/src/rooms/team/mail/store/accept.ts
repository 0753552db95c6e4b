import { createHash } from 'node:crypto'
import type { AuthenticationVerdict } from '@samudra/contract/mail'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { Draft } from '../../../../platform/needs/files.ts'
import { boxesAt } from '../directory.ts'
import type { Box } from '../box.ts'
import { MB, type MailRoom } from '../mail.ts'
import type { MailIndex } from '../reading/indexed-mail.ts'
import type { AcceptJob } from './accept-job.ts'
import { isAnswer } from './conversations.sql.ts'
import type { AcceptedRecipient, Delivery, DeliveryResult } from './delivery.ts'
import { addressesIn, receivedMail } from './index-mail.sql.ts'
import { applyReport } from './mail-reports.sql.ts'
import { pushDelivered } from './push-mail.ts'
import { removeRaw } from './raw-files.sql.ts'
import { storeAccepted } from './store-accepted.sql.ts'

export type IncomingMail = {
  raw: AsyncIterable<Uint8Array> | Uint8Array
  envelope: { from: string; to: readonly string[] }
  /** Checks the sender of a mail from another machine. */
  check?: (raw: AsyncIterable<Uint8Array>) => Promise<AuthenticationVerdict>
  /** True for messages of this server itself: a receipt, or a mail that is delivered again. */
  isOwn?: true
  /** Header lines that this server adds, each with its line break; not part of what makes two mails the same. */
  trace?: string
}
const DAY_MS = 24 * 3_600_000

/** Stores a message for local mailboxes. Resolves with the result of each recipient when it is on disk. */
export async function accept(room: MailRoom, incoming: IncomingMail): Promise<AcceptedRecipient[]> {
  const hash = createHash('sha256')
  const draft = await room.raw.receive(withTrace(incoming, hash))
  let isStored = false
  try {
    const [index, verdict] = await Promise.all([room.reader.read(draft), incoming.check?.(draft.read())])
    const { to } = incoming.envelope
    const boxes = await boxesAt(room, [...to, ...addressesIn(index)])
    const mailboxOf = (address: string) => boxes.get(address.toLowerCase())?.id ?? null
    const mailboxes = [...new Set(to.flatMap((one) => mailboxOf(one) ?? []))]
    if (mailboxes.length === 0) return resultsOf(to, mailboxOf, new Set())
    // Not within the transaction, which others wait for.
    await draft.store()
    const job = await jobOf(room, {
      isOwn: incoming.isOwn === true,
      verdict: verdict ?? null,
      index,
      draft,
      boxes,
      mailboxes,
      hash: hash.digest('hex'),
    })
    const { delivered, full } = await new Promise<DeliveryResult>((answer, fail) =>
      room.accepted.add('', { ...job, answer, fail }),
    )
    isStored = delivered.length > 0
    return resultsOf(to, mailboxOf, full)
  } finally {
    await draft.drop()
    if (!isStored) await removeRaw(room.db, room.raw, draft.hash)
  }
}

type ReadMail = {
  isOwn: boolean
  verdict: AuthenticationVerdict | null
  index: MailIndex
  draft: Draft
  boxes: ReadonlyMap<string, Box>
  mailboxes: string[]
  hash: string
}
/** Prepares what is stored of a message that was read. */
async function jobOf(
  room: MailRoom,
  { index, draft, boxes, mailboxes, hash, verdict, isOwn }: ReadMail,
): Promise<Omit<AcceptJob, 'answer' | 'fail'>> {
  const at = new Date(room.clock.now())
  const incomingHash = isOwn ? null : hash
  const indexed = { index, hash: draft.hash, size: draft.size, at, incomingHash, verdict }
  const mail = { ...(await receivedMail(room, indexed, boxes)), conversation_id: ulid(at.getTime()) }
  const isSilent = index.report !== null && (await applyReport(room, index.report, at))
  const delivery: Delivery = {
    mail: isSilent ? { ...mail, is_seen: true } : mail,
    references: [...index.references, ...index.inReplyTo],
    mailboxes,
    quota: room.settings.number('mail.quota_mb') * MB,
    trashMs: room.settings.number('mail.trash_days') * DAY_MS,
    isReply: isAnswer(index.subject),
    // A receipt stands at the mail that it is about.
    folder: isSilent ? 'Archive' : 'Inbox',
  }
  return { draft, index, delivery, isSilent }
}

/** Stores mails that waited together, pushes them to screens, and answers each. Never throws. */
export async function storeLot(room: MailRoom, lot: readonly AcceptJob[]): Promise<void> {
  const results = await storeAccepted(room.db, lot)
  const stored = lot.flatMap((job, i) => {
    const result = results[i]!
    return result instanceof Error ? (job.fail(result), []) : { job, result }
  })
  try {
    await pushDelivered(
      room,
      stored.map(({ job: { delivery, isSilent }, result: { delivered } }) => ({
        mail: delivery.mail,
        delivered,
        isSilent,
      })),
    )
    for (const { job, result } of stored) job.answer(result)
  } catch (error) {
    // Sent again, they are known to be stored.
    for (const { job } of stored) job.fail(error)
  }
}

/** Yields a message behind the lines that this server adds; `hash` gets the message alone. */
async function* withTrace(
  { raw, trace = '' }: IncomingMail,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  let before = Buffer.from(trace)
  for await (const part of raw instanceof Uint8Array ? [raw] : raw) {
    hash.update(part)
    // One write of a small mail.
    yield before.length === 0 ? part : Buffer.concat([before, part])
    before = Buffer.alloc(0)
  }
  if (before.length > 0) yield before
}

const resultsOf = (
  recipients: readonly string[],
  mailboxOf: (address: string) => string | null,
  full: ReadonlySet<string>,
): AcceptedRecipient[] =>
  recipients.map((recipient) => {
    const mailbox = mailboxOf(recipient)
    const result = mailbox === null ? 'NO_MAILBOX' : full.has(mailbox) ? 'QUOTA' : 'STORED'
    return { recipient, mailbox, result }
  })
