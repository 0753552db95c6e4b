import type { Envelope } from './envelope.ts'
import {
  HEADERS,
  HELLO_AND_KEY,
  SOCKET_PATH,
  type WireKeyCard,
  type WirePass,
  type WireWelcome,
} from './hello.ts'
import { addressOf, type AnyOp } from './request.ts'
import {
  BadEnvelope,
  CLEAR_TYPE,
  FLAG,
  RID_BYTES,
  WIRE_TYPE,
  bytesOf,
  fromBase64Url,
  masterOf,
  open,
  openStream,
  proofOf,
  readRecord,
  rootOf,
  seal,
  sealStream,
  sha256,
  toBase64Url,
  withRecord,
  type Bytes,
  type Exchange,
  type Source,
  type WireKey,
} from './seal.ts'
import { userOf } from './token.ts'

/** Outcome of a call. */
export type Outcome =
  | {
      kind: 'answered'
      /** HTTP status and its text, which some clients act on. */
      status: number
      statusText: string
      envelope: Envelope<unknown>
      /** The bytes of a download, unless they were taken as they came. */
      bytes: Bytes | null
    }
  /** Result after the wire session was renewed: whatever was bound to the old one (the token) must be renewed, too. */
  | { kind: 'rewired' }
  | { kind: 'unreachable' }
  /** This page may not use the wire: it was not opened over https or on localhost. */
  | { kind: 'insecure' }

export type Sent = {
  op: AnyOp
  input: object
  /** Bytes of an upload. */
  bytes?: Source
  /** Takes the bytes of a download as they come, so that they need not be in memory at once; what it throws is thrown. */
  take?: (part: Bytes) => Promise<void>
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Session = { sid: string; master: Bytes }
type Bound = { token: string; user: string; tokenHash: Bytes; root: WireKey }

/** Client of the sealed wire: it sends hello when needed, seals calls, opens answers, follows the server's clock. */
export class WireClient {
  /** Bearer token of the session; null without a user. */
  token: string | null = null
  /** Server time minus ours, milliseconds. */
  offsetMs = 0
  readonly #base: string
  readonly #fetch: typeof fetch
  #card: WireKeyCard | null
  readonly #isPinned: boolean
  readonly #onLimited: ((seconds: number) => void) | null
  #session: Promise<Session> | null = null
  #bound: Bound | null = null

  /**
   * Creates a client. `card` is the server's static key from its page; it is requested when null. With `onLimited` a
   * call waits when the server takes no more of this address for some seconds, and is tried again. Without it such an
   * answer is returned.
   */
  constructor(options: {
    base: string
    card?: WireKeyCard | null
    fetch?: typeof fetch
    onLimited?: (seconds: number) => void
  }) {
    this.#onLimited = options.onLimited ?? null
    this.#base = options.base
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#card = options.card ?? null
    this.#isPinned = this.#card !== null
  }

  now(): number {
    return Date.now() + this.offsetMs
  }

  async call(sent: Sent): Promise<Outcome> {
    for (let waits = 0; ; waits++)
      try {
        return await this.#called(sent)
      } catch (error) {
        if (!(error instanceof Limited)) throw error
        if (waits === MOST_WAITS || !(await this.#waited(error.seconds, sent))) return { kind: 'unreachable' }
      }
  }

  /** Waits until the server takes calls again; returns false when the call ended meanwhile, or cannot be sent twice. */
  async #waited(seconds: number, { op, signal }: Sent): Promise<boolean> {
    this.#onLimited?.(seconds)
    if (op.right.stream === 'up') return false
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })
    return signal?.aborted !== true
  }

  async #called(sent: Sent): Promise<Outcome> {
    try {
      const first = await this.#once(sent)
      if (first.kind !== 'answered' || first.envelope.Status) return first
      const { Code } = first.envelope
      // Nothing was done in either case; the clock was corrected by the answer.
      if (Code === 'CLOCK_SKEW') return await this.#once(sent)
      // A browser may send a GET twice by itself when a connection breaks.
      if (Code === 'REPLAY' && sent.op.method === 'GET') return await this.#once(sent)
      if (Code !== 'BAD_ENVELOPE' || this.#session === null) return first
      this.#session = null
      this.#forgetCard()
      return this.token === null ? await this.#once(sent) : { kind: 'rewired' }
    } catch (error) {
      if (error instanceof Insecure) return { kind: 'insecure' }
      if (error instanceof Unreachable || error instanceof BadEnvelope) return { kind: 'unreachable' }
      throw error
    }
  }

  /** Returns the credentials that a socket presents at its opening. */
  async pass(): Promise<WirePass> {
    const token = this.token ?? ''
    const at = await this.#exchange('GET', SOCKET_PATH)
    if (at === null) return { token }
    const { root, exchange } = at
    return {
      token,
      sid: exchange.sid,
      rid: toBase64Url(exchange.rid),
      timestamp: String(exchange.timestamp),
      proof: toBase64Url(await proofOf(root, exchange)),
    }
  }

  async #once({ op, input, bytes, take, headers, signal }: Sent): Promise<Outcome> {
    const { path, body } = addressOf(op, input)
    const at = await this.#exchange(op.method, path)
    const stream = op.right.stream === 'up' ? withRecord(body ?? {}, bytes ?? []) : null
    const init: RequestInit = { method: op.method, ...(signal === undefined ? {} : { signal }) }
    const sent: Record<string, string> = {
      ...headers,
      Timestamp: String(at?.exchange.timestamp ?? this.now()),
    }
    if (this.token !== null) sent['Authorization'] = `Bearer ${this.token}`
    if (at === null) {
      if (stream !== null) {
        sent['Content-Type'] = CLEAR_TYPE
        init.body = await bytesOf(stream)
      } else if (body !== null) {
        sent['Content-Type'] = 'application/json'
        init.body = JSON.stringify(body)
      }
    } else {
      const { root, exchange } = at
      sent[HEADERS.sid] = exchange.sid
      sent[HEADERS.rid] = toBase64Url(exchange.rid)
      if (body === null) sent[HEADERS.proof] = toBase64Url(await proofOf(root, exchange))
      else {
        sent['Content-Type'] = WIRE_TYPE
        init.body =
          stream === null
            ? await seal(root, exchange, new TextEncoder().encode(JSON.stringify(body)))
            : await bytesOf(sealStream(root, exchange, stream, FLAG.record))
      }
    }
    const response = await this.#fetched(path, { ...init, headers: sent })
    return this.#opened({ op, take }, response, at)
  }

  async #opened(
    { op, take }: Pick<Sent, 'op'> & { take: Sent['take'] | undefined },
    response: Response,
    at: { root: WireKey; exchange: Exchange } | null,
  ): Promise<Outcome> {
    const type = response.headers.get('Content-Type') ?? ''
    const timestamp = Number(response.headers.get('Timestamp'))
    const { status, statusText } = response
    if (at !== null && type.startsWith(WIRE_TYPE)) {
      const answer: Exchange = { ...at.exchange, direction: 'S', status, timestamp }
      this.#follow(timestamp, at.exchange.timestamp)
      const { envelope, bytes } = await openAnswer({ op, take }, at.root, answer, response)
      return { kind: 'answered', status, statusText, envelope, bytes }
    }
    if (type.startsWith(CLEAR_TYPE) && at === null) {
      const { record, bytes } = await readRecord(response.body === null ? [] : partsOf(response.body))
      return {
        kind: 'answered',
        status,
        statusText,
        envelope: record as Envelope<unknown>,
        bytes: await taken(bytes, take),
      }
    }
    const envelope = (await response.json().catch(unreachable)) as Envelope<unknown>
    // In the clear, a sealed call may only receive the answer that nothing was done.
    const isRefusal = !envelope.Status && REFUSED_IN_CLEAR.has(envelope.Code)
    if (at !== null && !isRefusal) throw new Unreachable()
    if (at !== null && !envelope.Status && envelope.Code === 'CLOCK_SKEW')
      this.offsetMs = timestamp - Date.now()
    return { kind: 'answered', status, statusText, envelope, bytes: null }
  }

  /** Moves our idea of the server's clock when an answer shows that it is off by more than the call can explain. */
  #follow(timestamp: number, query: number) {
    const now = this.now()
    if (timestamp < query - SLACK_MS || timestamp > now + SLACK_MS) this.offsetMs = timestamp - Date.now()
  }

  /** Keys and binding of a new request; null where the wire is not sealed. */
  async #exchange(method: string, path: string): Promise<{ root: WireKey; exchange: Exchange } | null> {
    const card = await this.#cardOfServer()
    if (card.mode === 'off') return null
    if (!('crypto' in globalThis) || (crypto.subtle as unknown) === undefined) {
      if (card.mode === 'required') throw new Insecure()
      return null
    }
    const session = await (this.#session ??= this.#hello(card).catch((error: unknown) => {
      this.#session = null
      throw error
    }))
    const token = this.token ?? ''
    if (this.#bound?.token !== token) {
      const tokenHash = await sha256(token)
      const user = userOf(this.token)
      this.#bound = { token, user, tokenHash, root: await rootOf(session.master, tokenHash, user) }
    }
    const { root, user, tokenHash } = this.#bound
    const rid = crypto.getRandomValues(new Uint8Array(RID_BYTES))
    const timestamp = Math.round(this.now())
    return {
      root,
      exchange: {
        direction: 'C',
        method,
        path,
        user,
        tokenHash,
        timestamp,
        sid: session.sid,
        rid,
        status: 0,
      },
    }
  }

  /** A card that came with the page is never given up for one that came over the network. */
  #forgetCard() {
    if (!this.#isPinned) this.#card = null
  }

  async #cardOfServer(): Promise<WireKeyCard> {
    if (this.#card !== null) return this.#card
    const response = await this.#fetched(HELLO_AND_KEY.key, {})
    if (!response.ok) throw new Unreachable()
    return (this.#card = (await response.json().catch(unreachable)) as WireKeyCard)
  }

  async #hello(card: WireKeyCard): Promise<Session> {
    this.#bound = null
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
    const clientKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    const began = Date.now()
    const response = await this.#fetched(HELLO_AND_KEY.hello, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kid: card.kid, cpk: toBase64Url(clientKey) }),
    })
    if (response.status === 400) this.#forgetCard()
    if (!response.ok) throw new Unreachable()
    const { sid, spk, now } = (await response.json().catch(unreachable)) as WireWelcome
    this.offsetMs = now - (began + Date.now()) / 2
    const shared = async (key: string): Promise<Bytes> => {
      const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), curve, false, [])
      return new Uint8Array(
        await crypto.subtle.deriveBits({ name: 'ECDH', public: imported }, pair.privateKey, 256),
      )
    }
    const secrets = { withStatic: await shared(card.key), withEphemeral: await shared(spk) }
    const hello = { kid: card.kid, clientKey, serverKey: fromBase64Url(spk) }
    return { sid, master: await masterOf(secrets, hello) }
  }

  /** Throws Limited when the server takes no more calls of this address for a while, and a call may wait for that. */
  async #fetched(path: string, init: RequestInit): Promise<Response> {
    const response = await this.#fetch(this.#base + path, { credentials: 'same-origin', ...init }).catch(
      unreachable,
    )
    const seconds = Number(response.headers.get('Retry-After'))
    if (response.status === 429 && seconds > 0 && this.#onLimited !== null) throw new Limited(seconds)
    return response
  }
}

const SLACK_MS = 2000
const REFUSED_IN_CLEAR = new Set([
  'BAD_ENVELOPE',
  'CLOCK_SKEW',
  'REPLAY',
  'RATE_LIMIT',
  'TOO_LARGE',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTERNAL',
  'BAD_FORMAT',
])

/** Waits of one call for a server that is called too often. */
const MOST_WAITS = 3

class Limited extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super()
    this.seconds = seconds
  }
}
class Unreachable extends Error {}
class Insecure extends Error {}
const unreachable = (): never => {
  throw new Unreachable()
}

async function openAnswer(
  { op, take }: Pick<Sent, 'op'> & { take: Sent['take'] | undefined },
  root: WireKey,
  at: Exchange,
  response: Response,
) {
  if (op.right.stream === 'down' && at.status === 200 && response.body !== null) {
    const { clear } = await openStream(root, at, partsOf(response.body))
    const { record, bytes } = await readRecord(clear)
    return { envelope: record as Envelope<unknown>, bytes: await taken(bytes, take) }
  }
  const body = new Uint8Array(await response.arrayBuffer().catch(unreachable))
  const { flags, clear } = await open(root, at, body)
  const text = (flags & FLAG.gzip) === 0 ? clear : await gunzipped(clear)
  return { envelope: JSON.parse(new TextDecoder().decode(text)) as Envelope<unknown>, bytes: null }
}

/** Returns all bytes at once, or null when a consumer took them as they came. */
async function taken(source: AsyncIterable<Bytes>, take: Sent['take'] | undefined): Promise<Bytes | null> {
  if (take === undefined) return bytesOf(source)
  for await (const part of source) await take(part)
  return null
}

async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(unreachable)
    if (done) return
    yield value
  }
}

async function gunzipped(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
