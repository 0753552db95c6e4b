import { chmodSync, rmSync, statSync } from 'node:fs'
import type { AuthenticationVerdict } from '@samudra/contract/mail'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Arrival } from './check-sender.ts'
import type { MailOptions } from './mail-options.ts'

/** Maximum number of recipients of one message; RFC 5321 requires 100. */
const MOST_RECIPIENTS = 1000
/** Unknown recipients after which a connection ends: it looks for addresses. */
const MOST_UNKNOWN = 20
const MOST_CLIENTS = 100
const CLIENTS_OF_ONE_ADDRESS = 20
const SILENCE_MS = 60_000
/** Bytes of messages on their way in, of all connections; they lie on the disk. */
const MOST_BYTES = 1024 * 1024 * 1024

/** Message as another server hands it over. */
export type IncomingMessage = {
  /** Bytes as they come. Throws when the message may not come in. */
  raw: AsyncIterable<Uint8Array>
  envelope: { from: string; to: string[] }
  /** Header lines that say how it came, each ended by CRLF; they stand before the raw message. */
  trace: string
  /** Checks the sender by the whole message; missing where a server before this one did. */
  check?: (raw: AsyncIterable<Uint8Array>) => Promise<AuthenticationVerdict>
}
export type AcceptedRecipient = { recipient: string; result: 'STORED' | 'NO_MAILBOX' | 'QUOTA' }

export type IncomingNeeds = {
  options: Pick<MailOptions, 'domain' | 'smtp' | 'lmtp'>
  log: Log
  /** Key and certificate in PEM for STARTTLS; null without. */
  tls: { key: string; cert: string } | null
  /** Largest message, bytes. */
  largest(): number
  hasMailbox(address: string): Promise<boolean>
  /** Stores a message; resolves when it is on disk. */
  accept(message: IncomingMessage): Promise<AcceptedRecipient[]>
  /** Checks the sender of a message that came from another machine. */
  check(raw: AsyncIterable<Uint8Array>, arrival: Arrival): Promise<AuthenticationVerdict>
  now(): number
}

class LoginError extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Receives mail of other servers by SMTP and LMTP. 250 means that the message is stored. */
export class IncomingMail {
  readonly #needs: IncomingNeeds
  readonly #servers: SMTPServer[] = []
  readonly #clients = new Map<string, number>()
  readonly #unknown = new WeakMap<SMTPServerSession, number>()
  #bytes = 0

  constructor(needs: IncomingNeeds) {
    this.#needs = needs
  }

  /** Listens. Throws when an address is taken. Returns the port of SMTP, null without. */
  async start(): Promise<number | null> {
    const { smtp, lmtp } = this.#needs.options
    let port: number | null = null
    if (smtp !== null) port = await this.#listen(false, smtp)
    if (lmtp !== null) await this.#listen(true, lmtp)
    return port
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((one) => new Promise<void>((resolve) => one.close(() => resolve()))))
  }

  async #listen(
    lmtp: boolean,
    at: { host: string; port: number } | { path: string },
  ): Promise<number | null> {
    const { log } = this.#needs
    if ('path' in at) removeStaleSocket(at.path)
    const server = this.#server(lmtp)
    this.#servers.push(server)
    // Answers are short: waiting for more to send costs 40 ms each.
    server.server.on('connection', (socket) => socket.setNoDelay(true))
    server.on('error', (error) => log.warn('a mail connection failed', { error: sentenceOf(error) }))
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      const opened = () => (server.server.off('error', reject), resolve())
      if ('path' in at) server.server.listen(at.path, opened)
      else server.server.listen(at.port, at.host, opened)
    })
    // Servers of the same group deliver; everybody else has no business here.
    if ('path' in at) chmodSync(at.path, 0o660)
    const address = server.server.address()
    return typeof address === 'object' && address !== null ? address.port : null
  }

  #server(lmtp: boolean): SMTPServer {
    const { options, tls, largest } = this.#needs
    return new SMTPServer({
      lmtp,
      name: options.domain,
      banner: 'Samudra',
      // Administrators may change it meanwhile.
      get size() {
        return largest()
      },
      authOptional: true,
      disabledCommands: tls === null || lmtp ? ['AUTH', 'STARTTLS'] : ['AUTH'],
      ...(tls !== null && { key: tls.key, cert: tls.cert }),
      disableReverseLookup: true,
      logger: false,
      maxClients: MOST_CLIENTS,
      socketTimeout: SILENCE_MS,
      closeTimeout: 5000,
      onConnect: (session, done) => done(this.#admit(session)),
      onClose: (session) => this.#leave(session),
      onMailFrom: ({ args }, _session, done) => {
        const size = Number((args as { SIZE?: string } | false) && (args as { SIZE?: string }).SIZE)
        done(size > largest() ? new LoginError(552, tooLarge(largest())) : null)
      },
      onRcptTo: ({ address }, session, done) => {
        this.#admitRecipient(address, session).then(() => done(), done)
      },
      onData: (stream, session, done) => {
        this.#take(stream, session, lmtp).then((answer) => {
          // By LMTP each recipient has an answer of its own.
          const each = done as unknown as (error: null, answer: unknown) => void
          each(null, answer)
        }, done)
      },
    })
  }

  #admit({ remoteAddress }: SMTPServerSession): LoginError | null {
    const open = (this.#clients.get(remoteAddress) ?? 0) + 1
    this.#clients.set(remoteAddress, open)
    return open > CLIENTS_OF_ONE_ADDRESS && remoteAddress !== ''
      ? new LoginError(421, 'Too many connections from this address; try again later.')
      : null
  }
  #leave({ remoteAddress }: SMTPServerSession) {
    const open = (this.#clients.get(remoteAddress) ?? 1) - 1
    if (open > 0) this.#clients.set(remoteAddress, open)
    else this.#clients.delete(remoteAddress)
  }

  async #admitRecipient(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length >= MOST_RECIPIENTS)
      throw new LoginError(452, `Too many recipients; at most ${MOST_RECIPIENTS} of one message.`)
    const unknown = this.#unknown.get(session) ?? 0
    if (unknown >= MOST_UNKNOWN) throw new LoginError(421, 'Too many unknown recipients.')
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
    if (domain !== this.#needs.options.domain)
      throw new LoginError(550, `5.7.1 This server takes mail for ${this.#needs.options.domain} only.`)
    if (await this.#needs.hasMailbox(address)) return
    this.#unknown.set(session, unknown + 1)
    throw new LoginError(550, '5.1.1 No mailbox has this name.')
  }

  async #take(stream: NodeJS.ReadableStream, session: SMTPServerSession, lmtp: boolean) {
    const taken = { bytes: 0 }
    try {
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const arrival = { ip: session.remoteAddress, helo: session.hostNameAppearsAs || '', sender: from }
      // An earlier mail server has checked it: its own address does not identify the sender.
      const isPassedOn = lmtp || isLoopback(session.remoteAddress)
      const results = await this.#needs.accept({
        raw: this.#admitted(stream, taken),
        envelope: { from, to },
        trace: this.#trace(session, from, lmtp),
        ...(!isPassedOn && { check: (raw) => this.#needs.check(raw, arrival) }),
      })
      const answers = to.map((one) => answerOf(results.find(({ recipient }) => recipient === one)))
      if (lmtp) return answers
      // One answer for all: the other server sends it again only if it is stored nowhere.
      const stored = answers.find((one) => !(one instanceof Error)) ?? answers[0]
      if (stored instanceof Error || stored === undefined)
        throw stored ?? new LoginError(554, '5.5.1 No recipients.')
      return stored
    } finally {
      this.#bytes -= taken.bytes
    }
  }

  /** Yields a message as it comes; its bytes count until it is stored. */
  async *#admitted(stream: NodeJS.ReadableStream, taken: { bytes: number }): AsyncGenerator<Uint8Array> {
    const largest = this.#needs.largest()
    let refusal: LoginError | null = null
    for await (const part of stream as AsyncIterable<Buffer>) {
      // The rest is read and dropped: the answer comes after the end of the message.
      if (refusal !== null) continue
      taken.bytes += part.length
      this.#bytes += part.length
      if (taken.bytes > largest) refusal = new LoginError(552, tooLarge(largest))
      else if (this.#bytes > MOST_BYTES)
        refusal = new LoginError(452, '4.3.1 Too much mail at once; try again later.')
      else yield part
    }
    if (refusal !== null) throw refusal
  }

  #trace(session: SMTPServerSession, from: string, lmtp: boolean): string {
    const clean = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 255)
    const protocol = lmtp ? 'LMTP' : session.secure ? 'ESMTPS' : 'ESMTP'
    const helo = clean(session.hostNameAppearsAs || 'unknown')
    const at = new Date(this.#needs.now()).toUTCString().replace('GMT', '+0000')
    return (
      `Return-Path: <${clean(from)}>\r\n` +
      `Received: from ${helo} ([${clean(session.remoteAddress)}])\r\n` +
      `\tby ${this.#needs.options.domain} with ${protocol} id ${clean(session.id)};\r\n\t${at}\r\n`
    )
  }
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
const tooLarge = (bytes: number) =>
  `5.3.4 This message is larger than ${Math.floor(bytes / 1024 / 1024)} MB, the maximum.`

function answerOf(one: AcceptedRecipient | undefined): string | LoginError {
  if (one?.result === 'STORED') return '2.0.0 Stored.'
  return one?.result === 'QUOTA'
    ? new LoginError(452, '4.2.2 This mailbox is full; try again later.')
    : new LoginError(550, '5.1.1 No mailbox has this name.')
}

/** Removes the socket file of a server that was killed. Nothing but a socket is removed. */
function removeStaleSocket(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path)
}
