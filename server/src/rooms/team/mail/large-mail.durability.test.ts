// Rooms: mail
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getMail, getMails } from '@samudra/contract/mail-calls'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../testing/mail/mail-peers.ts'
import { Program } from '../../../../testing/servers/a-process.ts'
import { logInAt, PASSWORD } from '../../../../testing/servers/a-server.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-large-mail-'))
let program: Program
let admin: Awaited<ReturnType<typeof logInAt>>
let smtpPort: number
beforeAll(async () => {
  smtpPort = await freePort()
  program = new Program(
    [
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--data',
      folder,
      '--sim',
      'none',
      '--admin-password',
      PASSWORD,
    ].concat(['--mail-domain', 'centre.example', '--smtp', `127.0.0.1:${smtpPort}`]),
  )
  admin = await logInAt(await program.ready(), 'admin', PASSWORD)
  const { version } = await admin.call(getAdminSettings, {})
  await admin.call(updateAdminSettings, {
    changes: { 'mail.max_attachment_mb': 50 },
    expected_version: version,
  })
})
afterAll(async () => {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Most memory that the server had so far, MB. */
const mostMemory = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))![1]) / 1024

async function bring(subject: string, mb: number) {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  const content = Buffer.alloc(mb * MB, 'Convoy passes the reporting line. ')
  try {
    const { response } = await transport.sendMail({
      from: 'ops@other.example',
      to: 'admin@centre.example',
      subject,
      text: 'The film is attached.',
      attachments: [{ filename: 'film.bin', content }],
    })
    return response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

test('a mail of 50 MB is stored as it comes, opens at once, and takes no memory of its size', async () => {
  expect(await bring('small', 1)).toContain('250')
  const before = mostMemory()
  expect(await bring('large', 48)).toContain('250')
  // The mail has 65 MB in base64.
  expect(mostMemory() - before).toBeLessThan(50)
  const began = performance.now()
  const [row] = (await admin.call(getMails, {})).items
  const mail = await admin.call(getMail, { id: row!.id })
  expect(performance.now() - began).toBeLessThan(1000)
  expect(mail).toMatchObject({
    subject: 'large',
    body_text: 'The film is attached.',
    attachments: [{ name: 'film.bin', size: 48 * MB }],
  })
})

test('a larger mail than is taken is refused with a sentence', async () => {
  expect(await bring('too large', 60)).toMatch(/^552 .*larger than 70 MB, the maximum/)
  expect((await admin.call(getMails, {})).items.map(({ subject }) => subject)).toEqual(['large', 'small'])
})
