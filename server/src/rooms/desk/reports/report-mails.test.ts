import { createHash } from 'node:crypto'
import { getReports, runReport, saveReportTemplate } from '@samudra/contract/reports'
import { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  freePort,
  PEER_DOMAIN,
  PEER_PASSWORD,
  startMailPeers,
  whyNoMailPeers,
  type MailPeers,
} from '../../../../testing/mail/mail-peers.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { hurry } from '../../../../testing/seas/alerts.ts'
import { query } from '../../../platform/needs/query.ts'

const why = whyNoMailPeers()
const DOMAIN = 'centre.example'

let peers: MailPeers
let server: TestServer
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
})
afterAll(async () => {
  await server?.close()
  await peers?.stop()
})

type Mail = { subject: string; files: Map<string, string> }
/** Returns the mails of a user of the other server, once there is one, with SHA-256 of their files. */
async function mailsOf(user: string): Promise<Mail[]> {
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
        return status !== false && (status.messages ?? 0) > 0
      },
      () => `${user} has a mail\n${peers.log().slice(-2000)}`,
    )
    const lock = await client.getMailboxLock('INBOX')
    const mails: Mail[] = []
    for (const { seq, envelope, bodyStructure } of await client.fetchAll('1:*', {
      envelope: true,
      bodyStructure: true,
    })) {
      const files = new Map<string, string>()
      for (const { part, disposition, dispositionParameters } of bodyStructure?.childNodes ?? []) {
        if (disposition !== 'attachment') continue
        const { content } = await client.download(String(seq), part)
        const hash = createHash('sha256')
        for await (const bytes of content!) hash.update(bytes as Uint8Array)
        files.set(dispositionParameters!['filename']!, hash.digest('hex'))
      }
      mails.push({ subject: envelope?.subject ?? '', files })
    }
    lock.release()
    return mails
  } finally {
    await client.logout()
  }
}

test.skipIf(why !== null)(
  `a report reaches an address on another server once, with its files as they are stored${why === null ? '' : ` (skipped: ${why})`}`,
  async () => {
    const template = await server.call(saveReportTemplate, {
      ...saveReportTemplate.example,
      name: 'Überblick – मासिक',
      formats: ['pdf', 'csv', 'json'],
      recipients: { user_ids: [], addresses: [`dalia@${PEER_DOMAIN}`] },
    } as never)
    const { id } = await server.call(runReport, { template_id: template.id })
    const run = async () => (await server.call(getReports, {})).items.find((one) => one.id === id)!
    await until(async () => (await run()).state === 'DONE', 'the report is done')
    const [mail, ...more] = await mailsOf('dalia')
    expect(more).toEqual([])
    expect(mail!.subject).toContain('Überblick – मासिक, ')
    expect(mail!.files).toEqual(new Map((await run()).files.map(({ name, sha256 }) => [name, sha256])))
    const settled = async () =>
      (
        await sql<{ error: string | null }>`
          select error from report_deliveries where kind = 'ADDRESS' and done_at is not null`.execute(
          query(server.database.db),
        )
      ).rows
    await until(async () => (await settled()).length === 1, 'the mail is settled')
    expect(await settled()).toEqual([{ error: null }])
    // A delivery that was sent and not marked is sent again under the same key, and not twice.
    await sql`update report_deliveries set done_at = null where kind = 'ADDRESS'`.execute(
      query(server.database.db),
    )
    await hurry(server, 'reports.deliver')
    await until(async () => (await settled()).length === 1, 'the mail is settled again')
    expect((await mailsOf('dalia')).map(({ subject }) => subject)).toEqual([mail!.subject])
  },
)
