import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { Ground } from '../../../../platform/ground.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { UserMail } from '../../../../sea/topics.ts'
import { boxesAt, userBox } from '../directory.ts'
import { MB, type MailRoom } from '../mail.ts'
import { accept } from '../store/accept.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import { mailAccounts } from '../account/mail-accounts.ts'
import { checkSender } from './check-sender.ts'
import { IncomingMail } from './incoming.ts'
import type { MailOptions } from './mail-options.ts'
import { OutgoingMail } from './outgoing.ts'
import { enterMessage, isEntered } from './outgoing-queue.sql.ts'
import { Relay } from './relay.ts'

/** Interval at which what waits for other servers is looked for. */
const OUTGOING_MS = 2000
/** Headers and the encoding of attachments in base64 (RFC 2045: 78 bytes for 57). */
const largestOf = (room: MailRoom) =>
  Math.ceil((room.settings.number('mail.max_attachment_mb') * 78) / 57 + 1) * MB

/** Ways of mail in and out of an installation. */
export async function transportsOf(room: MailRoom, ground: Ground) {
  const { assembly } = ground
  const options: MailOptions = assembly.mail ?? {
    domain: room.domain,
    smtp: null,
    lmtp: null,
    relay: null,
    hosts: [],
    dkim: null,
  }
  const relay = options.relay === null ? null : new Relay(options.relay, options)
  const accounts = await mailAccounts(room, ground, {
    largest: () => largestOf(room),
    rawOf: (hash) => bytesOf(room, hash),
  })
  const outgoing = new OutgoingMail({
    sendOver: accounts.send,
    db: room.db,
    log: room.log,
    now: () => room.clock.now(),
    domain: room.domain,
    relay,
    rawOf: (hash) => bytesOf(room, hash),
    report: async (raw, to) =>
      void (await accept(room, { raw, envelope: { from: '', to: [to] }, isOwn: true })),
    changed: async (mailIds) => {
      for (const id of mailIds) await room.outcome(id, [])
    },
  })
  const incoming = new IncomingMail({
    options,
    log: room.log,
    tls: assembly.tls,
    largest: () => largestOf(room),
    hasMailbox: async (address) => (await boxesAt(room, [address])).size > 0,
    accept: (message) => accept(room, message),
    check: (raw, arrival) => checkSender(raw, arrival, { mta: room.domain }),
    now: () => room.clock.now(),
  })
  return {
    ops: accounts.ops,
    beats: [{ everyMs: OUTGOING_MS, work: () => outgoing.send() }, accounts.beat],
    wake: accounts.wake,
    start: async () => {
      await accounts.beat.work()
      const port = await incoming.start()
      if (port !== null) room.log.info('mail of other servers is received', { port })
    },
    stop: async () => {
      await incoming.stop()
      await accounts.stop()
      await outgoing.stop()
      relay?.close()
    },
  }
}

async function bytesOf(room: MailRoom, hash: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of rawBytes(room.raw, hash)) parts.push(part)
  if (parts.length === 0) throw new Error(`the message ${hash} is not stored`)
  return Buffer.concat(parts)
}

/** Sends mails of the product to users, each once for its key. Returns the keys of those that are stored. */
export async function mailToUsers(room: MailRoom, mails: readonly UserMail[]): Promise<string[]> {
  const accounts = await room.identity.accountsById(mails.map(({ userId }) => userId))
  const known = new Map(accounts.map((user) => [user.id, user]))
  const stored: string[] = []
  for (const mail of mails) {
    const user = known.get(mail.userId)
    // No user reads it: it is complete.
    if (user === undefined) stored.push(mail.key)
    else
      await mailToUser(room, mail, user).then(
        () => stored.push(mail.key),
        (error: unknown) => room.log.warn('a notification could not be mailed', { error: sentenceOf(error) }),
      )
  }
  return stored
}

/** Sends one to the address of the account; to the mailbox here where that has none, or nothing goes out. */
async function mailToUser(
  room: MailRoom,
  mail: UserMail,
  user: { id: string; username: string; email: string },
): Promise<void> {
  const own = userBox(room.domain, user.id, user.username).address
  const to = user.email !== '' && room.sendsOutside ? user.email : own
  const raw = await rawOf(room, mail, to)
  await deliverRaw(room, raw, to)
}

/** A mail of the product with files to an address, here or outside. */
export type ProductMail = Pick<UserMail, 'key' | 'at' | 'subject' | 'text'> & {
  to: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

/** Sends a mail of the product, once for its key. Throws where no mail leaves this installation. */
export async function sendProductMail(
  room: MailRoom,
  { to, attachments, ...mail }: ProductMail,
): Promise<void> {
  const isHere = to.toLowerCase().endsWith(`@${room.domain}`)
  if (!isHere && !room.sendsOutside)
    throw new Error('No mail leaves this installation; an administrator sets a relay.')
  await deliverRaw(room, await rawOf(room, { ...mail, isUrgent: false, attachments }, to), to)
}

async function deliverRaw(room: MailRoom, raw: Buffer, to: string): Promise<void> {
  if (to.toLowerCase().endsWith(`@${room.domain}`)) {
    await accept(room, { raw, envelope: { from: '', to: [to] } })
    return
  }
  const draft = await room.raw.receive([raw])
  try {
    // The same bytes under the same key: it is on its way already.
    if (await isEntered(room.db, draft.hash, to)) return
    await enterMessage(room.db, draft, to, new Date(room.clock.now()))
  } finally {
    await draft.drop()
  }
}

type Composed = Omit<UserMail, 'userId'> & Partial<Pick<ProductMail, 'attachments'>>
const rawOf = (
  room: MailRoom,
  { key, at, subject, text, isUrgent, attachments = [] }: Composed,
  to: string,
): Promise<Buffer> =>
  new MailComposer({
    from: { name: 'Samudra', address: `no-reply@${room.domain}` },
    to,
    subject,
    text,
    date: at,
    messageId: `<notice-${key.replaceAll('@', '.')}@${room.domain}>`,
    // The same key makes the same bytes.
    baseBoundary: `samudra-${key.replaceAll(/[^\w-]/g, '-').slice(0, 40)}`,
    attachments,
    // The composer alone writes no priority.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent && { 'X-Priority': '1 (Highest)', Importance: 'High' }),
    },
  })
    .compile()
    .build()
