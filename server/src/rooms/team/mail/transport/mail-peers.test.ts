import { getMail, getMails, sendMail } from '@samudra/contract/mail-calls'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  freePort,
  PEER_DOMAIN,
  PEER_PASSWORD,
  startMailPeers,
  whyNoMailPeers,
  type MailPeers,
} from '../../../../../testing/mail/mail-peers.ts'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'

const why = whyNoMailPeers()
if (why !== null) console.log(`mail with Postfix and Dovecot is not tested: ${why}`)
const DOMAIN = 'centre.example'

let peers: MailPeers
let server: TestServer
let asha: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  if (why !== null) return
  const port = await freePort()
  peers = await startMailPeers({ domain: DOMAIN, port })
  server = await aServer([], undefined, {
    mail: {
      domain: DOMAIN,
      smtp: { host: '127.0.0.1', port },
      lmtp: null,
      relay: { host: '127.0.0.1', port: peers.smtpPort, tls: 'off', login: null },
      dkim: null,
    },
  })
  asha = await aUser(server, 'asha')
})
afterAll(async () => {
  await server?.close()
  await peers?.stop()
})

/** Returns the raw messages of the inbox of a user of the other server, once there are so many. */
async function inboxOf(user: string, many: number): Promise<string[]> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: peers.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: PEER_PASSWORD },
    logger: false,
  })
  await client.connect()
  try {
    await until(
      async () => {
        const status = await client.status('INBOX', { messages: true })
        return status !== false && (status.messages ?? 0) >= many
      },
      () => `${user} has ${many} mails\n${peers.log().slice(-2000)}`,
    )
    const lock = await client.getMailboxLock('INBOX')
    const all = await client.fetchAll('1:*', { source: true })
    lock.release()
    return all.map(({ source }) => source!.toString())
  } finally {
    await client.logout()
  }
}

const inbox = async () => (await asha.call(getMails, {})).items
const arrives = (subject: string | RegExp) =>
  until(
    async () =>
      (await inbox()).some((mail) =>
        typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
      ),
    () => `${String(subject)} is in the inbox\n${peers.log().slice(-3000)}`,
  )

test.skipIf(why !== null)('a mail goes to a user of another server and its answer comes back', async () => {
  const sent = await asha.call(sendMail, {
    to: [`Dalia <dalia@${PEER_DOMAIN}>`],
    subject: 'Überfällig: मछली पकड़ने वाली नाव',
    body: '<p>Please <b>confirm</b> the ETA.</p>',
    request_receipt: true,
    priority: 'HIGH',
  })
  const [raw] = await inboxOf('dalia', 1)
  expect(raw).toContain('From: asha <asha@centre.example>')
  expect(raw).toMatch(/multipart\/alternative/)
  expect(raw).toMatch(/^Disposition-Notification-To: .*asha@centre\.example/m)
  await until(
    async () => (await asha.call(getMail, { id: sent.id })).deliveries[0]?.state === 'SENT',
    'the delivery is known',
  )
  const answer = createTransport({
    host: '127.0.0.1',
    port: peers.smtpPort,
    ignoreTLS: true,
    auth: { user: 'dalia', pass: PEER_PASSWORD },
  })
  const messageId = /^Message-ID: *(.*)$/im.exec(raw!)![1]!.trim()
  await answer.sendMail({
    from: `Dalia <dalia@${PEER_DOMAIN}>`,
    to: `asha@${DOMAIN}`,
    subject: 'Re: Überfällig: मछली पकड़ने वाली नाव',
    text: 'Confirmed: 06:00 UTC.',
    inReplyTo: messageId,
    references: messageId,
    attachments: [{ filename: 'ETA – Liste.csv', content: 'mmsi,eta\n419000001,06:00\n' }],
  })
  answer.close()
  await arrives('Re: Überfällig: मछली पकड़ने वाली नाव')
  const [row] = await inbox()
  const got = await asha.call(getMail, { id: row!.id })
  expect(got).toMatchObject({
    conversation_id: (await asha.call(getMail, { id: sent.id })).conversation_id,
    body_text: expect.stringContaining('Confirmed: 06:00 UTC.'),
    attachments: [{ name: 'ETA – Liste.csv', content_type: 'text/csv' }],
    // Nobody answers for this domain.
    authentication: { dkim: 'none' },
  })
})

test.skipIf(why !== null)(
  'what cannot be delivered comes back as a report that names the reason',
  async () => {
    const sent = await asha.call(sendMail, {
      to: ['nobody@unknown.invalid'],
      subject: 'To nobody',
      body: 'x',
    })
    // Postfix takes it, does not reach the domain, and reports that to the sender.
    await arrives(/Undeliver|delayed/i)
    const report = (await inbox()).find(({ subject }) => /Undeliver|delayed/i.test(subject))!
    const got = await asha.call(getMail, { id: report.id })
    expect(got.body_text).toContain('nobody@unknown.invalid')
    expect(got.receipt_requested).toBe(false)
    expect((await asha.call(getMail, { id: sent.id })).deliveries).toMatchObject([
      { recipient: 'nobody@unknown.invalid' },
    ])
  },
)
