/**
 * Sends mails in a process of its own, so that neither server pays for it: `mail-sender.mjs PORT TO MAILS CONNECTIONS FIRST`.
 * Mails are numbered from FIRST on. Plain JavaScript, so that it starts quickly.
 */
import { createTransport } from 'nodemailer'

const [to] = process.argv.slice(3)
const [port, mails, connections, first] = [2, 4, 5, 6].map((at) => Number(process.argv[at]))
const transport = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  maxMessages: Infinity,
  ignoreTLS: true,
})
const rawOf = (number) =>
  `From: ops@sender.example\r\nTo: ${to}\r\nSubject: Position report ${number}\r\nMessage-ID: <${number}@sender.example>\r\n` +
  `MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${'Convoy passes the reporting line, ETA as planned.\r\n'.repeat(80)}`

process.once('message', () => void sendAll())
process.send('ready')

async function sendAll() {
  await Promise.all(
    Array.from({ length: mails }, (_, i) =>
      transport.sendMail({ envelope: { from: 'ops@sender.example', to: [to] }, raw: rawOf(first + i) }),
    ),
  )
  transport.close()
  process.send('sent')
  process.disconnect()
}
