import { sentenceOf } from '../http/errors.ts'
import type { Log } from '../text/log.ts'

const SOON_MS = 200

/** Ids that are handled together a moment after the first of them came. */
export class Collected {
  readonly #log: Log
  readonly #failure: string
  readonly #handle: (ids: readonly string[]) => Promise<void>
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #handling: Promise<void> = Promise.resolve()

  /** `failure` is logged when `handle` throws; the ids are dropped then. */
  constructor(log: Log, failure: string, handle: (ids: readonly string[]) => Promise<void>) {
    this.#log = log
    this.#failure = failure
    this.#handle = handle
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.#waiting.add(id)
    if (this.#waiting.size > 0)
      this.#timer ??= setTimeout(() => {
        this.#handling = this.#handleAll()
      }, SOON_MS)
  }

  async #handleAll() {
    this.#timer = null
    const ids = [...this.#waiting]
    this.#waiting.clear()
    await this.#handle(ids).catch((error: unknown) =>
      this.#log.error(this.#failure, { error: sentenceOf(error) }),
    )
  }

  /** Drops what waits; resolves when nothing is being handled. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#handling
  }
}
