import { randomUUID } from 'node:crypto'
import type { FeedReport, SourceStatus } from '@samudra/contract/feeds'
import type { PictureStatus } from '@samudra/contract/socket'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Bus, BusTopic, BusSubscription } from '../../../../platform/needs/bus.ts'

const FEEDS: BusTopic = { name: 'feeds', retentionMs: 60_000, retentionBytes: 8 * 1024 * 1024 }
/** What was told longer ago says nothing of now: who told it is gone, and nobody has taken over. */
const FRESH_MS = 10_000

/** How a feed does, as the process knows that has its connection. */
export type FeedState = Pick<
  FeedReport,
  'state' | 'since' | 'last_message_at' | 'last_error' | 'rate_per_min' | 'counters'
>
/** How all of them do. */
export type FeedsState = {
  picture: PictureStatus
  sources: SourceStatus[]
  feeds: Record<string, FeedState>
  received: number
}
type StateMessage = { by: string; state: FeedsState }

/** How feeds do, as the process that has them tells the others. */
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
      // It is told again in a second.
      lost: () => undefined,
    })
  }

  /** As another process told it a moment ago; null when none did. */
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
