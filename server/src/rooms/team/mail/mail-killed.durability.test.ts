// Rooms: mail
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getMails, sendMail } from '@samudra/contract/mail-calls'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../../../testing/chat/chat-server.ts'
import { freePort } from '../../../../testing/mail/mail-peers.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { Program } from '../../../../testing/servers/a-process.ts'
import { logInAt, PASSWORD, until } from '../../../../testing/servers/a-server.ts'
import { size } from '../../../../testing/servers/durability-size.ts'
import { query } from '../../../platform/needs/query.ts'

const MAILS = size(80, 600)
const KILLS = size(1, 4)
/** Connections that bring mail at once. */
const LINES = 6
const KEY = Buffer.alloc(32, 9).toString('base64')

const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-mail-killed-'))
let database: Awaited<ReturnType<typeof aDatabase>>
let program: Program | undefined
let args: string[]
let base: string
let smtpPort: number
/** Times that each mail reached the other server, by its subject. */
const outside = new Map<string, number>()
const other = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => {
    let text = ''
    stream.on('data', (part: Buffer) => (text += part.toString('latin1')))
    stream.on('end', () => {
      const subject = /^Subject: (.*)\r$/m.exec(text)![1]!
      outside.set(subject, (outside.get(subject) ?? 0) + 1)
      done()
    })
  },
})

async function start() {
  program = new Program(args, { SAMUDRA_KEY: KEY })
  base = await program.ready()
}

beforeAll(async () => {
  database = await aDatabase()
  smtpPort = await freePort()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.server.address() as { port: number }
  args = ['--port', '0', '--host', '127.0.0.1', '--data', path.join(folder, 'data'), '--sim', 'none']
    .concat(['--database', database.url, '--files', path.join(folder, 'files'), '--admin-password', PASSWORD])
    .concat(['--mail-domain', 'centre.example', '--smtp', `127.0.0.1:${smtpPort}`])
    .concat(['--mail-relay', `smtp://127.0.0.1:${port}?tls=off`])
  await start()
  for (const name of ['asha', 'ben']) await addUser(database.db, name)
  const { call } = await logInAt(base, 'admin', PASSWORD)
  const { version } = await call(getAdminSettings, {})
  await call(updateAdminSettings, { changes: { 'mail.undo_s': 0 }, expected_version: version })
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  await new Promise<void>((resolve) => other.close(() => resolve()))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Brings a mail as another server does: again until it is answered with 250. */
async function bring(subject: string) {
  const raw = `From: ops@other.example\r\nTo: asha@centre.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@other.example>\r\n\r\nBody of ${subject}\r\n`
  const envelope = { from: 'ops@other.example', to: ['asha@centre.example'] }
  for (const end = Date.now() + 60_000; ;) {
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
    const isStored = await transport.sendMail({ envelope, raw }).then(
      () => true,
      () => false,
    )
    transport.close()
    if (isStored) return
    if (Date.now() > end) throw new Error(`${subject} is not taken`)
    await sleep(50)
  }
}

test('a server killed while mails arrive, are indexed and sent loses none and doubles none', async () => {
  let [begun, brought, posted] = [0, 0, 0]
  let isOver = false
  const arriving = Array.from({ length: LINES }, async () => {
    while (begun < MAILS) {
      await bring(`in-${begun++}`)
      brought++
    }
  })
  const answered = new Set<string>()
  const posting = (async () => {
    let asha: Awaited<ReturnType<typeof logInAt>> | undefined
    while (!isOver) {
      try {
        asha ??= await logInAt(base, 'asha', PASSWORD)
        const subject = `out-${posted++}`
        await asha.call(sendMail, { to: ['ben', 'dalia@other.example'], subject, body: 'x' })
        answered.add(subject)
      } catch {
        asha = undefined
        await sleep(20)
      }
    }
  })()
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(() => brought > (MAILS * kill) / (KILLS + 1), `part ${kill} has arrived`)
    await program!.stop('SIGKILL')
    await start()
  }
  await Promise.all(arriving)
  isOver = true
  await posting
  // A process that is no more holds its recipients for ten minutes.
  await sql`update mail_outgoing set leased_until = now() where state = 'SENDING'`.execute(query(database.db))

  const read = async (name: string, folder: string) => {
    const { call } = await logInAt(base, name, PASSWORD)
    const subjects: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await call(getMails, { folder, limit: 500, ...(cursor !== undefined && { cursor }) })
      subjects.push(...page.items.map(({ subject }) => subject))
      if (page.next === null) return subjects.toSorted()
      cursor = page.next
    }
  }
  const all = Array.from({ length: MAILS }, (_, i) => `in-${i}`).toSorted()
  expect(await read('asha', 'Inbox')).toEqual(all)
  const { call } = await logInAt(base, 'asha', PASSWORD)
  expect((await call(getMails, { q: '"body of"', limit: 500 })).items).toHaveLength(Math.min(MAILS, 500))

  const sent = await read('asha', 'Sent')
  expect(new Set(sent).size).toBe(sent.length)
  for (const subject of answered) expect(sent).toContain(subject)
  await until(async () => (await read('ben', 'Inbox')).length === sent.length, 'each mail is delivered')
  expect(await read('ben', 'Inbox')).toEqual(sent)
  await until(
    () => outside.size === sent.length,
    () => `${outside.size} of ${sent.length} reached the other server`,
  )
  // Only those on their way at a kill go out again: no server knows whether the other one took them.
  const again = [...outside.values()].filter((times) => times > 1)
  expect(again.length).toBeLessThanOrEqual(KILLS)
  expect(answered.size).toBeGreaterThan(10)
})
