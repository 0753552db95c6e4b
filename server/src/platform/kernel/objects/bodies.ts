import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { OperationError } from '../http/errors.ts'

/**
 * Maximum body of a login call: its caller is not known yet, so no more is read than a passkey's answer and its names
 * need.
 */
export const ENTRY_BYTES = 64 * 1024
/** A whole body of who is logged in may be so large; streams are limited by who reads them. */
const WHOLE_BYTES = 8 * 1024 * 1024
/** Maximum bytes of request bodies in memory: per address or user, and in total. */
const NO_VESSEL = { one: 1024 * 1024, all: 16 * 1024 * 1024 }
const KNOWN = { one: 32 * 1024 * 1024, all: 256 * 1024 * 1024 }
/** Files on their way: of one user, and together. */
const UPLOADS = { one: 4, all: 24 }

export type Pace = {
  /** Milliseconds before the pace of a body is checked. */
  graceMs: number
  leastBytesASecond: number
  /** Once the answer is written, what still comes is thrown away for so long, so that the answer is read. */
  lingerMs: number
  lookMs: number
}
/** The poorest satellite link is three times as fast. */
const PACE: Pace = { graceMs: 10_000, leastBytesASecond: 1000, lingerMs: 5000, lookMs: 1000 }

/** Sender of a body: an address until the user is known. */
export type Sender = { userId: string } | { address: string }

/** Counts what is held of one name and of all. */
export class Held {
  readonly #of = new Map<string, number>()
  readonly #most: { one: number; all: number }
  #all = 0
  constructor(most: { one: number; all: number }) {
    this.#most = most
  }
  /** Adds to what is held; false when that is more than may be. */
  add(name: string, amount: number): boolean {
    const one = (this.#of.get(name) ?? 0) + amount
    if (one > 0) this.#of.set(name, one)
    else this.#of.delete(name)
    this.#all += amount
    return one <= this.#most.one && this.#all <= this.#most.all
  }
}

/** A body that is being read: its bytes, and what ends the counting of them once they are done with. */
export type OpenBody = { parts: AsyncIterable<Uint8Array>; release: () => void }

/** Counts what the bodies being read hold, so that no one and not all together can fill the memory. */
export class Bodies {
  readonly #nobodys = new Held(NO_VESSEL)
  readonly #known = new Held(KNOWN)
  readonly #uploads = new Held(UPLOADS)

  /** A body that is read in one piece. Reading throws TOO_LARGE or RATE_LIMIT. `announced`: its Content-Length or 0. */
  whole(body: AsyncIterable<Uint8Array>, sender: Sender, announced: number): OpenBody {
    const isKnown = 'userId' in sender
    const name = isKnown ? sender.userId : sender.address
    const held = isKnown ? this.#known : this.#nobodys
    const largest = isKnown ? WHOLE_BYTES : ENTRY_BYTES
    let mine = 0
    async function* parts() {
      if (announced > largest) throw tooLarge()
      for await (const part of body) {
        mine += part.length
        const mayBeHeld = held.add(name, part.length)
        if (mine > largest) throw tooLarge()
        if (!mayBeHeld)
          throw new OperationError('RATE_LIMIT', 'Too much data is being sent. Try again in a moment.')
        yield part
      }
    }
    return { parts: parts(), release: () => void held.add(name, -mine) }
  }

  /** A file that comes in; its size is bounded by who reads it. Throws RATE_LIMIT. */
  upload(body: AsyncIterable<Uint8Array>, userId: string): OpenBody {
    if (!this.#uploads.add(userId, 1)) {
      this.#uploads.add(userId, -1)
      throw new OperationError(
        'RATE_LIMIT',
        'Several uploads are in progress. Send this file when they finish.',
      )
    }
    return { parts: body, release: () => void this.#uploads.add(userId, -1) }
  }
}

const tooLarge = () => new OperationError('TOO_LARGE', 'The request is too large. Send less data.')

type Coming = {
  request: IncomingMessage
  answer: ServerResponse
  socket: Socket
  since: number
  read: number
  isAnswered: boolean
}

/**
 * Ends requests whose bodies come too slowly, of pages, calls and sockets alike: a body that trickles would otherwise
 * stay open for ever. Who is slow because we read slowly is not counted. Returns what ends the watching.
 */
export function hurryBodies(server: Server, pace: Pace = PACE): () => void {
  const coming = new Set<Coming>()
  server.on('request', (request, answer) => {
    if (request.complete || !isExpected(request)) return
    const { socket } = request
    const one: Coming = { request, answer, socket, isAnswered: false, ...startOf(socket) }
    coming.add(one)
    answer.once('finish', () => {
      Object.assign(one, { isAnswered: true, ...startOf(socket) })
      throwAway(one)
    })
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const one of coming)
      if (one.request.complete || one.request.destroyed || one.socket.destroyed) coming.delete(one)
      else if (isTooSlow(one, now, pace)) {
        coming.delete(one)
        letGo(one)
      } else if (one.isAnswered) throwAway(one)
  }, pace.lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

const startOf = (socket: Socket) => ({ since: performance.now(), read: socket.bytesRead })

/** Returns whether a body was announced (RFC 9112, 6.3). */
const isExpected = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function isTooSlow(one: Coming, now: number, pace: Pace): boolean {
  const elapsed = now - one.since
  if (one.isAnswered) return elapsed > pace.lingerMs
  if (one.request.readableLength > 0) {
    Object.assign(one, startOf(one.socket))
    return false
  }
  if (elapsed < pace.graceMs) return false
  return ((one.socket.bytesRead - one.read) * 1000) / elapsed < pace.leastBytesASecond
}

/** Discards the rest of a body, which would otherwise precede the next request of the connection. */
const throwAway = ({ request }: Coming) => void request.unpipe().resume()

function letGo({ answer, socket }: Coming) {
  if (!answer.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}

/** Time after which an answer that is not read is ended, because it would hold the data it is read from. */
const UNTAKEN = { patienceMs: 60_000, lookMs: 5000 }

/** Ends answers that clients do not read on. Returns a function that ends the watching. */
export function endUntakenAnswers(server: Server, { patienceMs, lookMs } = UNTAKEN): () => void {
  const going = new Map<ServerResponse, { since: number; written: number }>()
  server.on('request', (_request, answer) => {
    going.set(answer, { since: performance.now(), written: 0 })
    answer.once('close', () => going.delete(answer))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [answer, last] of going) {
      const written = answer.socket?.bytesWritten ?? 0
      // What waits in our own buffers is written for us and not taken yet.
      const taken = written - (answer.socket?.writableLength ?? 0)
      if (!answer.writableNeedDrain || taken !== last.written) {
        Object.assign(last, { since: now, written: taken })
      } else if (now - last.since > patienceMs) answer.destroy()
    }
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}
