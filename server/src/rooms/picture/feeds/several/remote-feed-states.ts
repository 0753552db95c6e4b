import { randomUUID } from 'node:crypto'
import type { FeedReport, SourceStatus } from '@samudra/contract/feeds'
import type { PictureStatus } from '@samudra/contract/socket'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Bus, BusTopic, BusSubscription } from '../../../../platform/needs/bus.ts'

const FEEDS: BusTopic = { name: 'feeds', retentionMs: 60_000, retentionBytes: 8 * 1024 * 1024 }
/** Maximum age of a published state; an older one comes from a process that ended without a successor. */
const FRESH_MS = 10_000

/** State of a feed as known by the process with its connection. */
export type FeedState = Pick<
  FeedReport,
  'state' | 'since' | 'last_message_at' | 'last_error' | 'rate_per_min' | 'counters'
>
/** State of all feeds. */
export type FeedsState = {
  picture: PictureStatus
  sources: SourceStatus[]
  feeds: Record<string, FeedState>
  received: number
}
type StateMessage = { by: string; state: FeedsState }

/** Feed states published by the process that owns the feeds. */
export class RemoteFeedStates {
  readonly #processes: Bus
  readonly #log: Log
  readonly #by = randomUUID()
  #hearing: BusSubscription | null = null
  #state: FeedsState | null = null
  #heardAt = -Infinity

  constructor(processes: Bus, log: Log) {
    this.#processes = processes
    this.#log = log
  }

  async start(): Promise<void> {
    this.#hearing = await this.#processes.subscribe(FEEDS, 'now', {
      onMessage: (payload) => {
        const { by, state } = JSON.parse(Buffer.from(payload).toString()) as StateMessage
        if (by === this.#by) return
        this.#state = state
        this.#heardAt = performance.now()
      },
      // The next state follows within a second.
      lost: () => undefined,
    })
  }

  /** Recent state from another process; null without one. */
  get state(): FeedsState | null {
    return performance.now() - this.#heardAt < FRESH_MS ? this.#state : null
  }

  async stop(): Promise<void> {
    await this.#hearing?.stop()
  }

  publish(state: FeedsState): void {
    const published: StateMessage = { by: this.#by, state }
    this.#processes
      .publish(FEEDS, Buffer.from(JSON.stringify(published)))
      .catch((error: unknown) =>
        this.#log.warn('feed states could not be published to other processes', { error: sentenceOf(error) }),
      )
  }
}
