import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Readers } from '../../../../platform/kernel/files/readers.ts'
import type { FeedEnd, Line, Site } from '../reading/connector.ts'
import { readPost, type Found, type Sent } from './feed-post.ts'

/** Nothing of this size takes longer than 5 ms to read, so it is read at once; what is larger is read apart. */
const SMALL = 64 * 1024

/** Reads what senders of a feed post: what is small beside everything else, what is large in a process of its own. */
export class Posts {
  readonly #readers: Readers
  readonly #settled: () => Promise<void>
  readonly #end: FeedEnd
  readonly #who: string
  readonly #stop = new AbortController()

  constructor({ readers, settled }: Pick<Site, 'readers' | 'settled'>, end: FeedEnd, address: string) {
    this.#readers = readers
    this.#settled = settled
    this.#end = end
    this.#who = `feed ${address}`
  }

  /** Hands a body to the line of its sender; what it is answered, as a status of HTTP. */
  async take(body: Uint8Array, sent: Sent, lineOf: () => Line): Promise<number> {
    try {
      const status = await this.#read(body, sent, lineOf)
      if (status === 200) await this.#settled().catch(() => this.#stop.abort())
      this.#stop.signal.throwIfAborted()
      return status
    } catch (error) {
      if (this.#stop.signal.aborted) return 503
      if (error instanceof OperationError && error.code === 'RATE_LIMIT') return this.tooMany()
      this.#end.malformed('a post could not be read; check its compression')
      return 400
    }
  }

  tooLarge(): number {
    this.#end.malformed('a post is larger than 16 MB; shorten the interval of the sender')
    return 413
  }
  tooMany(): number {
    this.#end.overflow(1)
    return 503
  }

  stop(): void {
    this.#stop.abort()
  }

  async #read(body: Uint8Array, sent: Sent, lineOf: () => Line): Promise<number> {
    const found = await readPost(body, sent, SMALL)
    if (found !== null) {
      this.#give(found, lineOf)
      return 200
    }
    const apart = this.#readers.readParts<Found | null>({
      reading: 'post',
      who: this.#who,
      options: sent,
      bytes: [body],
      signal: this.#stop.signal,
    })
    for await (const part of apart) {
      if (part === null) return this.tooLarge()
      this.#give(part, lineOf)
    }
    return 200
  }

  #give(found: Found, lineOf: () => Line) {
    this.#stop.signal.throwIfAborted()
    if ('fault' in found) this.#end.malformed(found.fault)
    else if (found.lines.length > 0) lineOf().bytes(found.lines, found.asReceived)
  }
}
