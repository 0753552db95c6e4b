import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { SMTPServer } from 'smtp-server'

export const STUB_PASSWORD = 'stub-password'

export type StubMailServer = {
  imapPort: number
  smtpPort: number
  /** Ends the connections of IMAP, and every new one at once. */
  goAway(): void
  stop(): Promise<void>
}

/** Starts servers for IMAP and SMTP on loopback that log users in, and have an empty inbox for each. */
export async function startStubMailServer(): Promise<StubMailServer> {
  let isAway = false
  const sockets = new Set<Socket>()
  const imap = createServer((socket) => {
    if (isAway) return void socket.destroy()
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
    serveImap(socket)
  })
  const smtp = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (login, _session, done) =>
      login.password === STUB_PASSWORD
        ? done(null, { user: login.username })
        : done(new Error('not this one')),
  })
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    imapPort: await portOf(imap),
    smtpPort: await portOf(smtp.server),
    goAway: () => {
      isAway = true
      end()
    },
    stop: async () => {
      end()
      await new Promise<void>((resolve) => imap.close(() => resolve()))
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}

const portOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Lines that come before the end of a command. */
const ANSWERS: Record<string, string[]> = {
  CAPABILITY: ['CAPABILITY IMAP4rev1 IDLE'],
  LIST: ['LIST () "/" INBOX'],
  LSUB: ['LSUB () "/" INBOX'],
  STATUS: ['STATUS INBOX (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 1)'],
  SEARCH: ['SEARCH'],
  SELECT: ['FLAGS (\\Seen)', '0 EXISTS', 'OK [UIDVALIDITY 1] x', 'OK [UIDNEXT 1] x'],
}

function serveImap(socket: Socket) {
  const write = (line: string) => socket.write(`${line}\r\n`)
  write('* OK [CAPABILITY IMAP4rev1 IDLE] ready')
  let idle = ''
  const lines = createInterface(socket)
  // It passes the errors of its socket on.
  lines.on('error', () => undefined)
  lines.on('line', (line) => {
    const [tag = '', verb = '', ...rest] = line.split(' ')
    const command = verb.toUpperCase()
    if (tag.toUpperCase() === 'DONE') return write(`${idle} OK done`)
    if (command === 'IDLE') {
      idle = tag
      return write('+ idling')
    }
    if (command === 'LOGIN' && rest.at(-1)?.replaceAll('"', '') !== STUB_PASSWORD)
      return write(`${tag} NO [AUTHENTICATIONFAILED] Wrong password.`)
    const name = command === 'UID' ? (rest[0] ?? '').toUpperCase() : command
    for (const answer of ANSWERS[name] ?? []) write(`* ${answer}`)
    return write(`${tag} OK done`)
  })
}
