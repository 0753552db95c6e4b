import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AuthenticationVerdict } from '@samudra/contract/mail'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { boxesAt } from '../directory.ts'
import { MB, type MailRoom } from '../mail.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { deliverInto, isAnswer, type AcceptedRecipient } from './deliver.sql.ts'
import { receivedMail, storeBody } from './index-mail.sql.ts'
import { storeRaw } from './raw-files.sql.ts'
import { pushDelivered } from './push-mail.ts'
import { applyReport } from './mail-reports.sql.ts'

export type IncomingMail = {
  raw: Readable | Uint8Array
  envelope: { from: string; to: readonly string[] }
  verdict?: AuthenticationVerdict
  /** True for messages of this server itself: a receipt, or a mail that is delivered again. */
  isOwn?: true
  /** Header lines that this server adds, each with its line break; not part of what makes two mails the same. */
  trace?: string
}

const DAY_MS = 24 * 3_600_000

/** Stores a message for local mailboxes in one transaction. Resolves with the result of each recipient when it is on disk. */
export async function accept(room: MailRoom, incoming: IncomingMail): Promise<AcceptedRecipient[]> {
  const { envelope, verdict = null } = incoming
  const boxes = await boxesAt(room, envelope.to)
  const mailboxes = [...new Set([...boxes.values()].map(({ id }) => id))]
  if (mailboxes.length === 0) return resultsOf(envelope.to, new Map(), new Set())
  const hash = createHash('sha256')
  const draft = await room.raw.receive(withTrace(incoming, hash))
  try {
    const index = await room.reader.read(draft)
    const at = new Date(room.clock.now())
    const indexed = {
      index,
      hash: draft.hash,
      size: draft.size,
      at,
      incomingHash: incoming.isOwn === true ? null : hash.digest('hex'),
      verdict,
    }
    const mail = { ...(await receivedMail(room, indexed)), conversation_id: ulid(at.getTime()) }
    const isSilent = index.report !== null && (await applyReport(room, index.report, at))
    const { delivered, full } = await inTransaction(room.db, async (client) => {
      const done = await deliverInto(client, {
        mail: isSilent ? { ...mail, is_seen: true } : mail,
        references: [...index.references, ...index.inReplyTo],
        mailboxes,
        quota: room.settings.number('mail.quota_mb') * MB,
        trashMs: room.settings.number('mail.trash_days') * DAY_MS,
        isReply: isAnswer(index.subject),
        // A receipt stands at the mail that it is about.
        folder: isSilent ? 'Archive' : 'Inbox',
      })
      if (done.delivered.length > 0) {
        await storeRaw(client, draft, at)
        await storeBody(client, indexed)
      }
      return done
    })
    await pushDelivered(room, mail, delivered, { isSilent })
    return resultsOf(envelope.to, new Map([...boxes].map(([address, { id }]) => [address, id])), full)
  } finally {
    await draft.drop()
  }
}

async function* withTrace(
  { raw, trace = '' }: IncomingMail,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  if (trace !== '') yield Buffer.from(trace)
  const parts: AsyncIterable<Uint8Array> | Uint8Array[] = raw instanceof Uint8Array ? [raw] : raw
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
}

const resultsOf = (
  recipients: readonly string[],
  mailboxes: ReadonlyMap<string, string>,
  full: ReadonlySet<string>,
): AcceptedRecipient[] =>
  recipients.map((recipient) => {
    const mailbox = mailboxes.get(recipient.toLowerCase()) ?? null
    const result = mailbox === null ? 'NO_MAILBOX' : full.has(mailbox) ? 'QUOTA' : 'STORED'
    return { recipient, mailbox, result }
  })
