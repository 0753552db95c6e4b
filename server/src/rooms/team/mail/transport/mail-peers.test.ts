import { deleteMailAccount, getMailAccounts, saveMailAccount } from '@samudra/contract/mail-accounts'
import {
  deleteMailFromTrash,
  getMail,
  getMails,
  markStarred,
  moveToTrash,
  sendMail,
} from '@samudra/contract/mail-calls'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
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
      hosts: ['127.0.0.1'],
      dkim: null,
    },
  })
  asha = await aUser(server, 'asha')
  const { version } = await server.call(getAdminSettings, {})
  await server.call(updateAdminSettings, { changes: { 'mail.undo_s': 0 }, expected_version: version })
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

test.skipIf(why !== null)(
  `a mail goes to a user of another server and its answer comes back${why === null ? '' : ` (skipped: ${why})`}`,
  async () => {
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
      // The server before this one checks senders.
      authentication: null,
    })
  },
)

test.skipIf(why !== null)('an undeliverable mail returns as a report that names the reason', async () => {
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
})

test.skipIf(why !== null)(
  'an account on another server is read, flagged, moved, deleted and sent from here',
  async () => {
    const account = {
      name: 'Ministry',
      address: `farah@${PEER_DOMAIN}`,
      username: 'farah',
      imap: { host: '127.0.0.1', port: peers.imapPort, security: 'NONE' as const },
      smtp: { host: '127.0.0.1', port: peers.smtpPort, security: 'NONE' as const },
    }
    expect(await asha.raw(saveMailAccount, { ...account, password: 'wrong' })).toMatchObject({
      Code: 'VALIDATION',
      Message: expect.stringContaining('refused the user name or the password'),
    })
    const { imap, smtp } = account
    const wrong = {
      'imap.host': { imap: { ...imap, host: '127.0.0.2' } },
      'imap.port': { imap: { ...imap, port: 1 } },
      'imap.security': { imap: { ...imap, security: 'TLS' as const } },
      'smtp.host': { smtp: { ...smtp, host: '127.0.0.2' } },
      'smtp.port': { smtp: { ...smtp, port: 1 } },
      'smtp.security': { smtp: { ...smtp, security: 'STARTTLS' as const } },
    }
    for (const [field, change] of Object.entries(wrong)) {
      const answer = await asha.raw(saveMailAccount, { ...account, password: PEER_PASSWORD, ...change })
      expect([field, answer]).toMatchObject([
        field,
        { Code: 'VALIDATION', fields: [{ field: expect.stringContaining(field.slice(0, 4)) }] },
      ])
    }
    const outside = createTransport({
      host: '127.0.0.1',
      port: peers.smtpPort,
      ignoreTLS: true,
      auth: { user: 'dalia', pass: PEER_PASSWORD },
    })
    const post = (subject: string) =>
      outside.sendMail({ from: `dalia@${PEER_DOMAIN}`, to: account.address, subject, text: 'body' })
    await post('Before the account is known here')
    const { id: mailbox } = await asha.call(saveMailAccount, { ...account, password: PEER_PASSWORD })
    const list = async (folder = 'Inbox') => (await asha.call(getMails, { mailbox, folder })).items
    await until(async () => (await list()).length === 1, 'the earlier mail is here')
    await post('While it is open')
    await until(async () => (await list()).length === 2, 'the new mail is here')
    outside.close()
    // Times of IMAP are whole seconds.
    const both = await list()
    const [later, earlier] = ['While it is open', 'Before the account is known here'].map((wanted) =>
      both.find(({ subject }) => subject === wanted),
    )
    expect(later).toMatchObject({ flags: [] })
    await asha.call(getMail, { id: later!.id })
    await asha.call(markStarred, { ids: [later!.id], starred: true })
    await asha.call(moveToTrash, { id: earlier!.id })
    const sent = await asha.call(sendMail, {
      mailbox,
      to: [`gita@${PEER_DOMAIN}`],
      subject: 'By the account',
      body: 'x',
    })
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: peers.imapPort,
      secure: false,
      doSTARTTLS: false,
      auth: { user: 'farah', pass: PEER_PASSWORD },
      logger: false,
    })
    await client.connect()
    const there = async (path: string) => {
      const lock = await client.getMailboxLock(path)
      await client.noop()
      const found = await client.fetchAll('1:*', { envelope: true, flags: true })
      lock.release()
      return found.map(
        ({ envelope, flags }) => `${envelope?.subject} ${[...(flags ?? [])].toSorted().join(' ')}`,
      )
    }
    await until(
      async () => (await there('INBOX')).join() === 'While it is open \\Flagged \\Seen',
      'the other server has the flags',
    )
    await until(async () => (await there('Trash')).length === 1, 'the other server has the move')
    await until(
      async () => (await there('Sent')).some((one) => one.startsWith('By the account')),
      'it is in Sent there',
    )
    expect((await inboxOf('gita', 1))[0]).toContain('Subject: By the account')
    expect(await asha.call(getMail, { id: sent.id })).toMatchObject({
      state: 'SENT',
      from: { address: account.address },
    })
    // Changes by another program there appear here.
    const lock = await client.getMailboxLock('INBOX')
    await client.messageFlagsRemove('1', ['\\Flagged'])
    await client.messageMove('1', 'Archive')
    lock.release()
    await until(
      async () => (await list('Archive')).length === 1 && (await list()).length === 0,
      'it is archived here',
    )
    expect((await list('Archive'))[0]).toMatchObject({ id: later!.id, starred: false, flags: ['SEEN'] })
    await asha.call(deleteMailFromTrash, { id: earlier!.id })
    await until(async () => (await there('Trash')).length === 0, 'it is deleted there')
    await client.logout()
    expect((await asha.call(getMailAccounts, {})).items).toMatchObject([{ state: 'CONNECTED', why: '' }])
    expect(await server.raw(getMails, { mailbox })).toMatchObject({ Code: 'FORBIDDEN' })
    // Another server is not given the stored password.
    const moved = { ...account, id: mailbox, imap: { ...account.imap, host: 'localhost' } }
    expect(await asha.raw(saveMailAccount, moved)).toMatchObject({
      Code: 'VALIDATION',
      Message: 'Enter the password again: the server has changed.',
    })
    expect(
      await asha.call(saveMailAccount, { ...account, id: mailbox, name: 'Ministry of Ports' }),
    ).toMatchObject({
      id: mailbox,
      name: 'Ministry of Ports',
    })
    expect(await server.raw(deleteMailAccount, { id: mailbox })).toMatchObject({ Code: 'NOT_FOUND' })
    await asha.call(deleteMailAccount, { id: mailbox })
    expect((await asha.call(getMailAccounts, {})).items).toEqual([])
  },
  60_000,
)
