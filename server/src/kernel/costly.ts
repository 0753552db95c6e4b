import type { Right } from '@samudra/contract/rights'
import type { ServerResponse } from 'node:http'
import { Refusal } from './errors.ts'
import { Download } from './handle.ts'
import { Turns } from './turns.ts'
import { underway } from './underway.ts'

/** A call is worked on for so long, and bytes wait for so long for a client that takes none. */
const BUDGET_MS = 60_000
const LIMITS = { ofOne: 3, inAll: 12, waiting: 40 }

const TOO_LONG = `This takes longer than ${BUDGET_MS / 1000} seconds; ask for a shorter period, fewer ships or a smaller area.`
const TOO_MANY = `You have ${LIMITS.waiting} such calls waiting already; ask again when they are answered.`

/**
 * Calls that may take long: a few of each user at once, the others wait in a queue of that user's own; each ends when its
 * client leaves, when its time is over and when the server stops, down to the statements it runs.
 */
export class CostlyCalls {
  readonly #turns = new Turns(LIMITS, TOO_MANY)
  readonly #underWay = new Set<AbortController>()
  #isStopped = false

  /** Runs what answers a call of a user. */
  async run(userId: string, response: ServerResponse, answer: () => Promise<unknown>): Promise<unknown> {
    if (this.#isStopped) throw stopping()
    // Of a client that left before this its connection tells nothing any more.
    if (response.closed) throw left()
    const ends = new AbortController()
    this.#underWay.add(ends)
    response.once('close', () => {
      this.#underWay.delete(ends)
      ends.abort(left())
    })
    const { signal } = ends
    const end = await this.#turns.take(userId, signal)
    const patience = setTimeout(() => ends.abort(new Refusal('TOO_LARGE', TOO_LONG)), BUDGET_MS)
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

const left = () => new Refusal('MAINTENANCE', 'The connection was closed before the answer was ready.')
const stopping = () => new Refusal('MAINTENANCE', 'The server is stopping; ask again when it is back.')

/** Whether a call counts as costly: some only when they ask about the past. */
export const isCostly = ({ costly }: Right, input: unknown): boolean =>
  costly === 'always' ||
  (costly === 'past' && typeof (input as { as_of?: unknown } | null)?.as_of === 'string')

/** The bytes of a download, made while they are taken; who takes none for long is let go. */
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
    for (;;) {
      signal.throwIfAborted()
      const part = await underway.within(signal, () => parts.next())
      if (part.done === true) return
      stalled = setTimeout(() => ends.abort(new Refusal('TOO_LARGE', TOO_LONG)), BUDGET_MS)
      yield part.value
      clearTimeout(stalled)
    }
  } finally {
    clearTimeout(stalled)
    await parts.return?.()
  }
}
