/**
 * Mail in by SMTP: messages a second until they are stored and indexed, beside Postfix with Dovecot behind it (LMTP, Maildir)
 * on the same machine and disk, in turns. `npm run bench -- mail-in [--mails=1000] [--connections=8] [--rounds=2]`
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { assemble, foldersOf } from '../server/src/compose.ts'
import { openFiles } from '../server/src/databases.ts'
import { MemoryBus } from '../server/src/platform/engines/bus/memory.ts'
import { keysFrom } from '../server/src/platform/kernel/http/keys.ts'
import { lineLog } from '../server/src/platform/kernel/text/log.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { freePort, PEER_DOMAIN, startMailPeers, whyNoMailPeers } from '../server/testing/mail/mail-peers.ts'
import { PASSWORD } from '../server/testing/servers/caller-of.ts'
import { embedded, root } from './engines.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'

const MAILS = Number(option('mails', sized('1000', '50')))
const CONNECTIONS = Number(option('connections', '8'))
const ROUNDS = Number(option('rounds', sized('2', '1')))
const DOMAIN = 'centre.example'

const why = whyNoMailPeers()
const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-mail-in-'))
const engine = await embedded()
const port = await freePort()
const server = await assemble(
  {
    database: engine.database,
    processes: new MemoryBus({ log: lineLog() }),
    log: lineLog(),
    feeds: [],
    archivesFolder: foldersOf(root).archivesFolder,
    cacheFolder,
    files: await openFiles({ folder: path.join(cacheFolder, 'files'), s3: null }),
    adminPassword: PASSWORD,
    keys: keysFrom(Buffer.alloc(32, 7)),
    tls: null,
    envelope: 'optional',
    screensFolder: null,
    upstream: [],
    readerProgram: path.join(root, 'dist/reader.js'),
    mail: {
      domain: DOMAIN,
      smtp: { host: '127.0.0.1', port },
      lmtp: null,
      relay: null,
      hosts: [],
      dkim: null,
    },
  },
  { host: '127.0.0.1', port: 0 },
)
const peers = why === null ? await startMailPeers({ domain: DOMAIN, port }) : null

let number = 0
const textOf = (to: string) =>
  `From: ops@sender.example\r\nTo: ${to}\r\nSubject: Position report ${++number}\r\nMessage-ID: <${number}@sender.example>\r\n` +
  `MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${'Convoy passes the reporting line, ETA as planned.\r\n'.repeat(80)}`

/** Sends the mails over some connections; returns mails a second until `stored` has all of them. */
async function measure(to: string, smtpPort: number, stored: () => Promise<number>): Promise<number> {
  const before = await stored()
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  })
  const began = performance.now()
  await Promise.all(
    Array.from({ length: MAILS }, () =>
      transport.sendMail({ envelope: { from: 'ops@sender.example', to: [to] }, raw: textOf(to) }),
    ),
  )
  while ((await stored()) < before + MAILS) await sleep(10)
  const took = performance.now() - began
  transport.close()
  return MAILS / (took / 1000)
}

const ours = async () => {
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from mail_messages`.execute(
    query(engine.database.db),
  )
  return rows[0]!.many
}
const theirs = (folder: string) => async () => {
  const mails = (name: string) => readdirSync(path.join(folder, 'mail', 'dalia', name)).length
  try {
    return mails('new') + mails('cur')
  } catch {
    return 0
  }
}
const rates: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  rates[0].push(await measure(`admin@${DOMAIN}`, port, ours))
  if (peers !== null)
    rates[1].push(await measure(`dalia@${PEER_DOMAIN}`, peers.smtpPort, theirs(peers.folder)))
}
printTable(
  `${whole(MAILS)} mails of 4 KB over ${CONNECTIONS} connections`,
  ['', 'mails a second until stored'],
  [
    ['Samudra: raw, index and search', rates[0].map((one) => one.toFixed(0)).join(', ')],
    ['Postfix and Dovecot: Maildir', rates[1].map((one) => one.toFixed(0)).join(', ') || (why ?? '')],
  ],
)
if (peers !== null)
  printTarget('mails in by those of Postfix and Dovecot', median(rates[0]) / median(rates[1]), {
    atLeast: 0.5,
  })
await peers?.stop()
await server.stop()
await engine.close()
rmSync(cacheFolder, { recursive: true, force: true })
