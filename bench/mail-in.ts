/**
 * Mail in by SMTP: messages a second until they are stored and indexed, beside Postfix with Dovecot behind it (LMTP, Maildir)
 * on the same machine and disk, in turns. `npm run bench -- mail-in [--mails=1000] [--connections=8] [--rounds=2]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { query } from '../server/src/platform/needs/query.ts'
import { freePort, PEER_DOMAIN, startMailPeers, whyNoMailPeers } from '../server/testing/mail/mail-peers.ts'
import { benchServer } from './bench-server.ts'
import { root } from './engines.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'

const MAILS = Number(option('mails', sized('1000', '50')))
const CONNECTIONS = Number(option('connections', '8'))
const ROUNDS = Number(option('rounds', sized('2', '1')))
const DOMAIN = 'centre.example'

const why = whyNoMailPeers()
const port = await freePort()
const mail = {
  domain: DOMAIN,
  smtp: { host: '127.0.0.1', port },
  lmtp: null,
  relay: null,
  hosts: [],
  dkim: null,
}
const { db, close } = await benchServer('mail-in', { mail, readerProgram: path.join(root, 'dist/reader.js') })
const peers = why === null ? await startMailPeers({ domain: DOMAIN, port }) : null

let number = 0
/** Sends mails over some connections; returns mails a second until `stored` has all of them. */
async function measure(
  mails: number,
  to: string,
  smtpPort: number,
  stored: () => Promise<number>,
): Promise<number> {
  const before = await stored()
  const args = [smtpPort, to, mails, CONNECTIONS, number].map(String)
  number += mails
  const sender = fork(path.join(root, 'bench/mail-sender.mjs'), args, { execArgv: [] })
  await once(sender, 'message')
  const began = performance.now()
  sender.send('begin')
  const [sent] = (await Promise.race([once(sender, 'message'), once(sender, 'exit')])) as [unknown]
  if (sent !== 'sent') throw new Error('the sender failed')
  while ((await stored()) < before + mails) await sleep(10)
  return mails / ((performance.now() - began) / 1000)
}

const ours = async () => {
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from mail_messages`.execute(
    query(db),
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
const oursIn = (mails: number) => measure(mails, `admin@${DOMAIN}`, port, ours)
const theirsIn = (mails: number) =>
  peers === null
    ? Promise.resolve(0)
    : measure(mails, `dalia@${PEER_DOMAIN}`, peers.smtpPort, theirs(peers.folder))
const rates: [number[], number[]] = [[], []]
// What a server does once after its start is no part of it.
await oursIn(MAILS / 5)
await theirsIn(MAILS / 5)
for (let round = 0; round < ROUNDS; round++) {
  rates[0].push(await oursIn(MAILS))
  if (peers !== null) rates[1].push(await theirsIn(MAILS))
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
    atLeast: 0.8,
  })
await peers?.stop()
await close()
