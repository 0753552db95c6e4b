import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { getMail, getMails, replyMail, sendMail } from '@samudra/contract/mail-calls'
import { getAttachments, uploadMailFile } from '@samudra/contract/mail-files'
import type { MailContent } from '@samudra/contract/mail'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { ImapFlow, type MessageStructureObject } from 'imapflow'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindsOfMail, type KindOfMail } from '../../../../../testing/mail/kinds-of-mail.ts'
import {
  freePort,
  PEER_DOMAIN,
  PEER_PASSWORD,
  startMailPeers,
  whyNoMailPeers,
  type MailPeers,
} from '../../../../../testing/mail/mail-peers.ts'
import { download, upload } from '../../../../../testing/samples/uploads.ts'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'

const why = whyNoMailPeers()
const DOMAIN = 'centre.example'
const LONGEST_WAIT = { timeout: 30_000 }

let peers: MailPeers
let server: TestServer
let asha: Awaited<ReturnType<typeof aUser>>
let dalia: ReturnType<typeof createTransport>
const imap: { client?: ImapFlow } = {}
const kinds = await kindsOfMail()
beforeAll(async () => {
  if (why !== null) return
  const port = await freePort()
  peers = await startMailPeers({ domain: DOMAIN, port })
  const mail = {
    domain: DOMAIN,
    smtp: { host: '127.0.0.1', port },
    lmtp: null,
    relay: { host: '127.0.0.1', port: peers.smtpPort, tls: 'off' as const, login: null },
    hosts: ['127.0.0.1'],
    dkim: null,
  }
  server = await aServer([], undefined, { mail })
  asha = await aUser(server, 'asha')
  const { version } = await server.call(getAdminSettings, {})
  await server.call(updateAdminSettings, { changes: { 'mail.undo_s': 0 }, expected_version: version })
  const auth = { user: 'dalia', pass: PEER_PASSWORD }
  dalia = createTransport({ host: '127.0.0.1', port: peers.smtpPort, ignoreTLS: true, auth })
  imap.client = new ImapFlow({
    host: '127.0.0.1',
    port: peers.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth,
    logger: false,
  })
  await imap.client.connect()
  for (const { raw } of kinds)
    await dalia.sendMail({ envelope: { from: `dalia@${PEER_DOMAIN}`, to: [`asha@${DOMAIN}`] }, raw })
  for (const one of sent) await sendOurs(one)
})
afterAll(async () => {
  dalia?.close()
  await imap.client?.logout()
  await server?.close()
  await peers?.stop()
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const filesOf = (files: KindOfMail['files']) =>
  files
    .map(({ name, content }) => ({ name, hash: hash(content) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
const lines = (text: string) => text.replaceAll('\r\n', '\n').trim()

/** Reads a mail of Samudra once it has arrived. */
async function arrived(subject: string) {
  let id = ''
  await until(
    async () => {
      const { items } = await asha.call(getMails, { limit: 200 })
      id = items.find((row) => row.subject === subject)?.id ?? ''
      return id !== ''
    },
    () => `${subject} is in the inbox\n${peers.log().slice(-2000)}`,
  )
  return asha.call(getMail, { id })
}
const contentOf = async (id: string, attachment_id: string) =>
  (await download(server.base, asha.token, getAttachments, { id, attachment_id })).bytes

test.skipIf(why !== null).each(kinds)(
  'the kind $kind of another server is read with its subject, text and files',
  async ({ subject, text, files, kind }) => {
    const mail = await arrived(subject)
    expect({ kind, text: lines(mail.body_text) }).toEqual({ kind, text: lines(text) })
    const got = []
    for (const { id, name } of mail.attachments) got.push({ name, content: await contentOf(mail.id, id) })
    expect(filesOf(got)).toEqual(filesOf(files))
    expect(mail.bcc).toEqual([])
    if (kind.startsWith('many')) expect([mail.to.length, mail.cc.length]).toEqual([61, 1])
    if (kind === 'list') expect(mail.receipt_requested).toBe(false)
    if (kind.startsWith('emoji')) expect(mail.from.address).toMatch(/^ops@(häfen|xn--hfen-loa)\.example$/)
  },
)

/** Parts of a message by Dovecot. */
const partsOf = (one: MessageStructureObject): MessageStructureObject[] =>
  one.childNodes === undefined || one.type === 'message/rfc822' ? [one] : one.childNodes.flatMap(partsOf)

/** Reads a mail of Dalia at Dovecot, as its parser divides it. */
async function readAtPeer(subject: string) {
  const client = imap.client!
  const lock = await client.getMailboxLock('INBOX')
  try {
    let found: Awaited<ReturnType<ImapFlow['fetchAll']>>[number] | undefined
    await expect
      .poll(async () => {
        await client.noop()
        const all = await client.fetchAll('1:*', { envelope: true, bodyStructure: true, headers: true })
        found = all.find(({ envelope }) => (envelope?.subject ?? '') === subject)
        return found !== undefined
      }, LONGEST_WAIT)
      .toBe(true)
    const parts = partsOf(found!.bodyStructure!)
    const bytesOf = async (part: MessageStructureObject) => {
      const { content } = await client.download(found!.uid.toString(), part.part ?? '1', { uid: true })
      return buffer(content!)
    }
    const nameOf = (part: MessageStructureObject) =>
      part.dispositionParameters?.filename ?? part.parameters?.name
    const plain = parts.find((part) => part.type === 'text/plain' && nameOf(part) === undefined)
    const files = []
    for (const part of parts) {
      const name = nameOf(part)
      if (name !== undefined) files.push({ name, content: await bytesOf(part) })
    }
    return {
      envelope: found!.envelope!,
      headers: found!.headers!.toString(),
      text: plain === undefined ? '' : lines((await bytesOf(plain)).toString()),
      files: filesOf(files),
      types: parts.map(({ type }) => type),
    }
  } finally {
    lock.release()
  }
}

const LETTERS = 'Überfällig: मछली 漁船 ⚓'
const sent: {
  kind: string
  mail: Partial<MailContent>
  text: string
  files?: KindOfMail['files']
  types?: string[]
}[] = [
  { kind: 'plain text', mail: { body: LETTERS, body_format: 'text' }, text: LETTERS, types: ['text/plain'] },
  {
    kind: 'HTML',
    mail: { body: `<p>All <b>quiet</b>. ${LETTERS}</p>` },
    text: `All quiet. ${LETTERS}`,
    types: ['text/plain', 'text/html'],
  },
  {
    kind: 'long line',
    mail: { body: 'position '.repeat(1500), body_format: 'text' },
    text: 'position '.repeat(1500).trim(),
  },
  {
    kind: 'dots',
    mail: { body: '.one\n..two\nFrom here', body_format: 'text' },
    text: '.one\n..two\nFrom here',
  },
  { kind: 'empty body', mail: { body: '' }, text: '' },
  { kind: LETTERS, mail: { body: 'subject in many scripts' }, text: 'subject in many scripts' },
  { kind: '', mail: { body: 'empty subject' }, text: 'empty subject' },
  ...kinds
    .filter(({ files, kind }) => files.length > 0 && kind !== 'signed')
    .map(({ kind, files }) => ({ kind: `files: ${kind}`, mail: { body: 'files' }, text: 'files', files })),
  {
    kind: 'many recipients, Cc and Bcc',
    mail: {
      to: [`dalia@${PEER_DOMAIN}`, ...Array.from({ length: 40 }, (_, i) => `member${i}@${PEER_DOMAIN}`)],
      cc: [`Ops <ops@${PEER_DOMAIN}>`],
      bcc: [`hidden@${PEER_DOMAIN}`],
      body: 'to all',
    },
    text: 'to all',
  },
  {
    kind: 'receipt wanted',
    mail: { body: 'read it', request_receipt: true, priority: 'HIGH' },
    text: 'read it',
  },
]

async function sendOurs({ kind, mail, files = [] }: (typeof sent)[number]) {
  const attachment_ids: string[] = []
  for (const { name, content } of files) {
    const put = await upload(server.base, asha.token, uploadMailFile, { name }, content)
    if (!put.Status) throw new Error(put.Message)
    attachment_ids.push(put.Data.id)
  }
  const usual = { to: [`dalia@${PEER_DOMAIN}`], subject: kind, attachment_ids }
  await asha.call(sendMail, { ...usual, ...mail })
}

test.skipIf(why !== null).each(sent)(
  'the kind $kind of ours is read by another server with its subject, text and files',
  async ({ kind, mail, text, files = [], types }) => {
    const got = await readAtPeer(kind)
    expect({ text: got.text, files: got.files }).toEqual({ text, files: filesOf(files) })
    if (types !== undefined) expect(got.types).toEqual(types)
    if (mail.cc !== undefined) {
      expect([got.envelope.to?.length, got.envelope.cc?.[0]?.address]).toEqual([41, `ops@${PEER_DOMAIN}`])
      expect(got.headers).not.toContain('hidden@')
    }
  },
)

test.skipIf(why !== null)(
  'answers of both sides are in one conversation, and a receipt is at its mail',
  async () => {
    const { id } = await asha.call(sendMail, {
      to: [`dalia@${PEER_DOMAIN}`],
      subject: 'Thread',
      body: 'one',
      request_receipt: true,
    })
    const first = (await readAtPeer('Thread')).envelope.messageId!
    const answer = { from: `Dalia <dalia@${PEER_DOMAIN}>`, to: `asha@${DOMAIN}` }
    await dalia.sendMail({
      ...answer,
      subject: 'Re: Thread',
      text: 'two',
      inReplyTo: first,
      references: first,
    })
    const second = await arrived('Re: Thread')
    await asha.call(replyMail, { id: second.id, body: 'three' })
    const third = await readAtPeer('Re: Thread')
    expect(third.envelope.inReplyTo).toBe(second.message_id)
    expect(third.headers.replaceAll(/\r?\n\s+/g, ' ')).toContain(`References: ${first} ${second.message_id}`)
    expect(second.conversation_id).toBe((await asha.call(getMail, { id })).conversation_id)
    const receipt = [
      `From: dalia@${PEER_DOMAIN}`,
      `To: asha@${DOMAIN}`,
      'Subject: Read: Thread',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="r"',
      '',
      '--r',
      '',
      'It was read.',
      '--r',
      'Content-Type: message/disposition-notification',
      '',
      `Final-Recipient: rfc822; dalia@${PEER_DOMAIN}`,
      `Original-Message-ID: ${first}`,
      'Disposition: manual-action/MDN-sent-manually; displayed',
      '',
      '--r--',
      '',
    ].join('\r\n')
    await dalia.sendMail({ envelope: { from: `dalia@${PEER_DOMAIN}`, to: [`asha@${DOMAIN}`] }, raw: receipt })
    await until(
      async () => (await asha.call(getMail, { id })).receipts[0]?.reader === `dalia@${PEER_DOMAIN}`,
      'the receipt is at the mail',
    )
  },
)
