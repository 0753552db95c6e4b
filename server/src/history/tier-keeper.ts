import type { Administered } from '../kernel/administered.ts'
import { sentenceOf } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { HOUR_MS } from './asked.ts'
import { Compactor } from './compactor.ts'
import { derivedUpto } from './derive.sql.ts'

/** What has just arrived may not be derived from yet. */
const SETTLED_MS = 60_000

/** Moves fixes from tier to tier as they grow old, as administrators say; everything it does may be ended at any moment. */
export class TierKeeper {
  readonly #needs: { db: Db; clock: Clock; log: Log; settings: Administered }
  readonly #compactor: Compactor

  constructor(needs: { db: Db; clock: Clock; log: Log; settings: Administered }) {
    this.#needs = needs
    this.#compactor = new Compactor(needs.db, needs.log)
  }

  /** Does what is due; a call while it is at work changes nothing. */
  async work(): Promise<void> {
    const { db, clock, log, settings } = this.#needs
    try {
      const hotMs = settings.number('ais.hot_hours') * HOUR_MS
      // What derives reads rows: only what it has read may go into chunks.
      const derived = (await derivedUpto(db)) / 1024 - SETTLED_MS
      await this.#compactor.run(Math.min(clock.now() - hotMs, derived))
    } catch (error) {
      log.error('stored fixes could not be put where they belong; trying again', {
        error: sentenceOf(error),
      })
    }
  }

  async stop(): Promise<void> {
    await this.#compactor.stop()
  }
}
