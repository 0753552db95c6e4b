import { setImmediate } from 'node:timers/promises'
import type { Right } from '@samudra/contract/rights'
import type { ServerResponse } from 'node:http'
import { breathe } from './breathe.ts'
import { OperationError } from './errors.ts'
import { Download } from './handle.ts'
import { Turns } from './turns.ts'
import { underway } from './underway.ts'

/** A call is worked on for so long, and bytes wait for so long for a client that takes none. */
const BUDGET_MS = 60_000
const LIMITS = { ofOne: 3, inAll: 12, waiting: 40 }

/**
 * Turns of the event loop before a costly call begins. Without them a queue of short calls runs in one turn; a call of
 * another user takes some ten turns.
 */
const TURNS_BETWEEN = 5

const TOO_LONG = `This takes longer than ${BUDGET_MS / 1000} seconds. Choose a shorter period, fewer vessels or a smaller area.`
const TOO_MANY = `You have ${LIMITS.waiting} such calls waiting. Try again when they finish.`

/**
 * Queue of costly calls: a few of each user at once, the others wait in that user's own queue. Each ends when its
 * client leaves, its time is over, or the server stops, down to its statements.
 */
export class CostlyCalls {
  readonly #turns = new Turns(LIMITS, TOO_MANY)
  readonly #underWay = new Set<AbortController>()
  #isStopped = false

  /** Runs what answers a call of a user. */
  async run(userId: string, response: ServerResponse, answer: () => Promise<unknown>): Promise<unknown> {
    if (this.#isStopped) throw stopping()
    // The connection of a client that left before this reports nothing any more.
    if (response.closed) throw left()
    const ends = new AbortController()
    this.#underWay.add(ends)
    response.once('close', () => {
      this.#underWay.delete(ends)
      ends.abort(left())
    })
    const { signal } = ends
    const end = await this.#turns.take(userId, signal)
    for (let turn = 0; turn < TURNS_BETWEEN; turn++) await setImmediate()
    const patience = setTimeout(() => ends.abort(new OperationError('TOO_LARGE', TOO_LONG)), BUDGET_MS)
    let answered: unknown
    try {
      answered = await underway.within(signal, answer)
      signal.throwIfAborted()
    } catch (error) {
      end()
      // Whatever broke off in the middle, this is why.
      signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(patience)
    }
    if (!(answered instanceof Download)) {
      end()
      return answered
    }
    response.once('close', end)
    return new Download(answered.data, taken(answered.bytes, ends, response))
  }

  /** Ends all of them: the server stops. */
  stop(): void {
    this.#isStopped = true
    for (const ends of this.#underWay) ends.abort(stopping())
  }
}

const left = () => new OperationError('MAINTENANCE', 'The connection closed before the answer was ready.')
const stopping = () =>
  new OperationError('MAINTENANCE', 'The server is stopping. Try again when it has restarted.')

/** Returns whether a call counts as costly: some only when they ask about the past. */
export const isCostly = ({ costly }: Right, input: unknown): boolean =>
  costly === 'always' ||
  (costly === 'past' && typeof (input as { as_of?: unknown } | null)?.as_of === 'string')

/** Bytes that are gathered before they are sent. */
const PIECE_BYTES = 64 * 1024

/**
 * Yields the bytes of a download in pieces, which are made while they are taken; others have their turn between. Ends when the
 * client takes none for a minute.
 */
async function* taken(
  bytes: Download<unknown>['bytes'],
  ends: AbortController,
  response: ServerResponse,
): AsyncGenerator<Uint8Array> {
  const { signal } = ends
  const parts = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]()
  signal.addEventListener('abort', () => response.destroy(), { once: true })
  let stalled: NodeJS.Timeout | undefined
  try {
    for (let isDone = false; !isDone;) {
      const piece = await underway.within(signal, () => gathered(parts, signal))
      isDone = piece.isDone
      if (piece.bytes.length === 0) continue
      stalled = setTimeout(() => ends.abort(new OperationError('TOO_LARGE', TOO_LONG)), BUDGET_MS)
      yield piece.bytes
      clearTimeout(stalled)
    }
  } finally {
    clearTimeout(stalled)
    await parts.return?.()
  }
}

/** Returns the next bytes of some parts, 64 KB or what is left. */
async function gathered(
  parts: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; isDone: boolean }> {
  const some: Uint8Array[] = []
  let began = performance.now()
  for (let size = 0; size < PIECE_BYTES;) {
    signal.throwIfAborted()
    began = await breathe(began, signal)
    const next = parts.next()
    const part = next instanceof Promise ? await next : next
    if (part.done === true) return { bytes: Buffer.concat(some), isDone: true }
    some.push(part.value)
    size += part.value.length
  }
  return { bytes: some.length === 1 ? some[0]! : Buffer.concat(some), isDone: false }
}
