import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import { checkSender } from './check-sender.ts'
import { deliveryReport } from './delivery-report.ts'
import { IncomingMail, type IncomingMessage, type IncomingNeeds } from './incoming.ts'
import { judge } from './outgoing.ts'
import { Relay } from './relay.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const VERDICT = { spf: 'none', dkim: 'none', dmarc: 'none', domain: '', comment: '' } as const

/** Starts a server for mail in; mailboxes are `asha` and `full`, which takes nothing. */
async function incoming(change: Partial<IncomingNeeds> = {}) {
  const received: (Omit<IncomingMessage, 'raw'> & { raw: Buffer })[] = []
  const server = new IncomingMail({
    options: { domain: 'centre.example', smtp: { host: '127.0.0.1', port: 0 }, lmtp: null },
    log: silentLog,
    tls: null,
    largest: () => 100_000,
    hasMailbox: (address) => Promise.resolve(/^(asha|full)@/.test(address)),
    accept: async ({ raw, ...message }) => {
      received.push({ ...message, raw: await buffer(raw) })
      return message.envelope.to.map((recipient) => ({
        recipient,
        result: recipient.startsWith('full') ? ('QUOTA' as const) : ('STORED' as const),
      }))
    },
    check: () => Promise.resolve(VERDICT),
    now: () => Date.UTC(2026, 10, 27),
    ...change,
  })
  const port = await server.start()
  ends.push(() => server.stop())
  return { port: port!, received }
}

/** Writes each text once its answer came; returns all answers when the connection ends. */
const conversation = (socket: Socket, steps: [RegExp, string][]) =>
  new Promise<string>((resolve) => {
    let got = ''
    socket.on('data', (data) => {
      got += data.toString()
      if (steps[0]?.[0].test(got) === true) socket.write(steps.shift()![1])
    })
    socket.on('close', () => resolve(got))
  })

function client(port: number) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  ends.push(() => transport.close())
  return transport
}

test('a mail of another server is stored as it came, with the way it came', async () => {
  const { port, received } = await incoming()
  const { response } = await client(port).sendMail({
    envelope: { from: 'ops@other.example', to: ['asha@centre.example'] },
    raw: 'From: ops@other.example\r\nTo: asha@centre.example\r\nSubject: ETA\r\n\r\n.dot\r\nbody\r\n',
  })
  expect(response).toContain('250')
  expect(received[0]!.raw.toString()).toBe(
    'From: ops@other.example\r\nTo: asha@centre.example\r\nSubject: ETA\r\n\r\n.dot\r\nbody\r\n',
  )
  expect(received[0]).toMatchObject({
    envelope: { from: 'ops@other.example', to: ['asha@centre.example'] },
  })
  expect(received[0]!.trace).toContain('Return-Path: <ops@other.example>\r\nReceived: from ')
  expect(received[0]!.trace).toContain('Fri, 27 Nov 2026 00:00:00 +0000')
})

test('other domains, unknown users, full mailboxes and large mails are refused with a sentence', async () => {
  const { port, received } = await incoming()
  const refused = async (to: string, text = 'x') => {
    const sent = client(port).sendMail({ envelope: { from: 'a@b.example', to: [to] }, raw: text })
    return sent.then(
      () => 'taken',
      (error: { response?: string }) => error.response,
    )
  }
  expect(await refused('asha@elsewhere.example')).toBe(
    '550 5.7.1 This server takes mail for centre.example only.',
  )
  expect(await refused('nobody@centre.example')).toBe('550 5.1.1 No mailbox has this name.')
  expect(await refused('full@centre.example')).toBe('452 4.2.2 This mailbox is full; try again later.')
  expect(await refused('asha@centre.example', 'x'.repeat(200_000))).toContain('552')
  expect(received).toHaveLength(1)
})

test('a mail that cannot be stored is not answered with 250', async () => {
  const { port } = await incoming({ accept: () => Promise.reject(new Error('disk full')) })
  const sent = client(port).sendMail({
    envelope: { from: 'a@b.example', to: ['asha@centre.example'] },
    raw: 'x',
  })
  await expect(sent).rejects.toMatchObject({ responseCode: 450 })
})

test('a client that looks for addresses is cut off', async () => {
  const { port } = await incoming()
  const guesses = Array.from({ length: 40 }, (_, i) => `RCPT TO:<guess${i}@centre.example>\r\n`)
  const answers = await conversation(connect(port, '127.0.0.1'), [
    [/^220/, `EHLO x\r\nMAIL FROM:<a@b.example>\r\n${guesses.join('')}`],
  ])
  expect(answers.match(/550 5\.1\.1/g)).toHaveLength(20)
  expect(answers).toContain('421 Too many unknown recipients.')
})

test('by LMTP each recipient has an answer of its own', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'samudra-lmtp-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const socketFile = path.join(folder, 'lmtp')
  await incoming({ options: { domain: 'centre.example', smtp: null, lmtp: { path: socketFile } } })
  const envelope =
    'MAIL FROM:<a@b.example>\r\nRCPT TO:<asha@centre.example>\r\nRCPT TO:<full@centre.example>\r\n'
  const answers = await conversation(connect(socketFile), [
    [/^220/, `LHLO x\r\n${envelope}DATA\r\n`],
    [/354/, 'From: a@b.example\r\n\r\nhello\r\n.\r\nQUIT\r\n'],
  ])
  expect(answers).toMatch(/354[^\n]*\n250 [^\n]*2\.0\.0 Stored\.\r\n452 [^\n]*4\.2\.2 This mailbox is full/)
})

/** Starts another server; answers of the hook are refusals of recipients. */
async function otherServer(refuse: (address: string) => { responseCode: number; message: string } | null) {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const found = refuse(address)
      done(
        found === null ? null : Object.assign(new Error(found.message), { responseCode: found.responseCode }),
      )
    },
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString('latin1')))
      stream.on('end', () => (got.push(text), done()))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  return { got, port }
}

test('the relay takes some recipients, defers some and refuses some, each with its answer', async () => {
  const { got, port } = await otherServer((address) =>
    address.startsWith('gone')
      ? { responseCode: 550, message: '5.1.1 No such user.' }
      : address.startsWith('later')
        ? { responseCode: 451, message: '4.7.1 Greylisted.' }
        : null,
  )
  const relay = new Relay(
    { host: '127.0.0.1', port, tls: 'off', login: null },
    { domain: 'centre.example', dkim: null },
  )
  ends.push(() => relay.close())
  const raw = Buffer.from('From: asha@centre.example\r\nSubject: x\r\n\r\nbody\r\n')
  const to = ['ok@o.example', 'gone@o.example', 'later@o.example']
  expect(await relay.send(raw, 'asha@centre.example', to)).toEqual([
    { recipient: 'ok@o.example', state: 'SENT', answer: expect.stringContaining('250') },
    { recipient: 'gone@o.example', state: 'FAILED', answer: '550 5.1.1 No such user.' },
    { recipient: 'later@o.example', state: 'DEFERRED', answer: '451 4.7.1 Greylisted.' },
  ])
  expect(got).toHaveLength(1)
  // All refused, and no recipient exists.
  expect(await relay.send(raw, 'asha@centre.example', ['gone@o.example'])).toMatchObject([
    { state: 'FAILED' },
  ])
  const away = new Relay(
    { host: '127.0.0.1', port: 1, tls: 'off', login: null },
    { domain: 'centre.example', dkim: null },
  )
  ends.push(() => away.close())
  expect(await away.send(raw, 'asha@centre.example', ['ok@o.example'])).toMatchObject([
    { state: 'DEFERRED', answer: 'nothing listens there; check the address and port' },
  ])
})

test('a signed mail passes SPF, DKIM and DMARC at the other server, and fails once it is changed', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { got, port } = await otherServer(() => null)
  const relay = new Relay(
    { host: '127.0.0.1', port, tls: 'off', login: null },
    {
      domain: 'centre.example',
      dkim: {
        domain: 'centre.example',
        selector: 'samudra',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
    },
  )
  ends.push(() => relay.close())
  const raw = Buffer.from(
    'From: Asha <asha@centre.example>\r\nTo: ok@o.example\r\nSubject: ETA\r\nMessage-ID: <1@centre.example>\r\n\r\nbody\r\n',
  )
  await relay.send(raw, 'asha@centre.example', ['ok@o.example'])
  const [sent] = got
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const records: Record<string, string> = {
    'TXT centre.example': 'v=spf1 ip4:192.0.2.7 -all',
    'TXT samudra._domainkey.centre.example': `v=DKIM1; k=rsa; p=${key}`,
    'TXT _dmarc.centre.example': 'v=DMARC1; p=reject',
  }
  const resolver = (name: string, type: string) => {
    const found = records[`${type} ${name}`]
    return found === undefined
      ? Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }))
      : Promise.resolve([[found]])
  }
  const check = (text: string, ip: string) =>
    checkSender(
      Readable.from([Buffer.from(text, 'latin1')]),
      { ip, helo: 'mail.centre.example', sender: 'asha@centre.example' },
      { mta: 'o.example', resolver },
    )
  expect(await check(sent!, '192.0.2.7')).toMatchObject({
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    domain: 'centre.example',
  })
  const changed = sent!.replace('body', 'pay here')
  expect(await check(changed, '198.51.100.9')).toMatchObject({ spf: 'fail', dkim: 'neutral', dmarc: 'fail' })
  expect(await check('no headers at all', '198.51.100.9')).toMatchObject({ dkim: 'none', dmarc: 'none' })
})

test('a report on recipients that failed can be read by people and programs', async () => {
  const report = await deliveryReport({
    domain: 'centre.example',
    to: 'asha@centre.example',
    subject: 'ETA',
    headers: 'Subject: ETA\r\nMessage-ID: <1@centre.example>',
    reported: [
      { recipient: 'gone@o.example', state: 'FAILED', answer: '550 5.1.1 No such user.', at: new Date(0) },
    ],
    now: new Date(0),
  })
  const text = report.toString()
  expect(text).toContain('Subject: Mail was not delivered: ETA')
  expect(text).toMatch(/multipart\/report; report-type=delivery-status/)
  expect(text).toContain('Final-Recipient: rfc822; gone@o.example\r\nAction: failed\r\nStatus: 5.1.1\r\n')
  expect(text).toContain('Message-ID: <1@centre.example>')
})

test('attempts go on for two days, with one notice of the delay', () => {
  const created_at = new Date(0)
  const HOUR = 3_600_000
  const deferred = { state: 'DEFERRED', answer: '451 later' } as const
  const at = (hours: number, delayed_reported = false) =>
    judge({ attempts: 3, created_at, delayed_reported }, deferred, hours * HOUR)
  expect(at(1)).toMatchObject({
    outcome: { state: 'DEFERRED', nextAt: 1 * HOUR + 15 * 60_000 },
    report: null,
  })
  expect(at(5)).toMatchObject({ outcome: { isDelayReported: true }, report: 'DELAYED' })
  expect(at(6, true).report).toBeNull()
  expect(at(48, true)).toMatchObject({
    outcome: { state: 'FAILED', answer: 'Not delivered within two days. 451 later' },
    report: 'FAILED',
  })
})
