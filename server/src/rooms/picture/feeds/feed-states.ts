import type { FeedState } from '@samudra/contract/socket'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { RunningFeed } from './feed.ts'
import { forgetStates, lastStates, writeStates, type StateChange } from './feed-states.sql.ts'

const RETENTION_MS = 90 * 86_400_000
const FORGET_MS = 3_600_000

/** Writes down each time a feed does otherwise than before. */
export class FeedStates {
  readonly #db: Db
  readonly #clock: Clock
  #last: Map<number, FeedState> | null = null
  #forgottenAt = 0

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  async note(feeds: readonly RunningFeed[]): Promise<void> {
    const last = (this.#last ??= await lastStates(this.#db))
    const changes: StateChange[] = []
    for (const feed of feeds) {
      const { state, since } = feed.state()
      if (last.get(feed.row.number) === state) continue
      changes.push({ number: feed.row.number, at: new Date(since), state, why: feed.lastError })
    }
    if (changes.length > 0) await writeStates(this.#db, changes)
    for (const { number, state } of changes) last.set(number, state)
    const now = this.#clock.now()
    if (now - this.#forgottenAt < FORGET_MS) return
    this.#forgottenAt = now
    await forgetStates(this.#db, new Date(now - RETENTION_MS))
  }

  /** Another process had the feeds meanwhile. */
  forget(): void {
    this.#last = null
  }
}
