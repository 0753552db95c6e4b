import type { Administered } from '../../../../platform/kernel/http/admin-values.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { underway } from '../../../../platform/kernel/http/underway.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { HOUR_MS } from '../read/fix-test.ts'
import type { Archivist } from './archivist.ts'
import { Compactor } from '../chunks/compactor.ts'
import { derivedUpto } from '../derived/derive.sql.ts'
import { mergeRawBlocks, rawGroups } from '../raw/raw-blocks.sql.ts'
import { Retention, type ProtectedPeriod } from './retention.ts'
import { addSample } from './storage.sql.ts'

/** Minimum age of an arrival before data may be derived from it. */
const SETTLED_MS = 60_000

type Needs = {
  db: Db
  clock: Clock
  log: Log
  settings: Administered
  /** Periods whose fixes outlive their retention. */
  protectedPeriods: () => readonly ProtectedPeriod[]
  archivist: Archivist
}

/** Moves fixes from tier to tier as they grow old, as administrators say; everything it does may be ended with its job at any moment. */
export class TierRunner {
  readonly #needs: Needs
  readonly #compactor: Compactor
  readonly #retention: Retention
  #retainedAt = -Infinity

  constructor(needs: Needs) {
    this.#needs = needs
    this.#compactor = new Compactor(needs.db, needs.log)
    this.#retention = new Retention(needs.db, async () => [
      ...needs.protectedPeriods(),
      ...(await needs.archivist.archivedDays()),
    ])
  }

  /** Does what is due. What cannot be packed keeps nothing from being let go, which may be what makes room. */
  async work(): Promise<void> {
    const now = this.#needs.clock.now()
    const failures: unknown[] = []
    for (const part of [() => this.#compact(now), () => this.#mergeRawBlocks(now), () => this.#retain(now)]) {
      underway.signal?.throwIfAborted()
      await part().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  async #compact(now: number) {
    const { db, settings } = this.#needs
    // What derives reads rows: only what it has read may go into chunks.
    const derived = (await derivedUpto(db)) / 1024 - SETTLED_MS
    await this.#compactor.run(Math.min(now - settings.number('ais.hot_hours') * HOUR_MS, derived))
  }

  /** Puts what came in with each batch together to large blocks. */
  async #mergeRawBlocks(now: number) {
    const { db } = this.#needs
    for (const group of await rawGroups(db, now)) await mergeRawBlocks(db, group)
  }

  async #retain(now: number) {
    const { db, clock, settings } = this.#needs
    if (now - this.#retainedAt < HOUR_MS || clock.report?.().isDoubted === true) return
    await addSample(db, now)
    await this.#retention.run({
      now,
      rawLinesDays: settings.number('ais.raw_lines_days'),
      rawDays: settings.number('ais.retention_raw_days'),
      thinDays: settings.number('ais.retention_thin_days'),
      errorM: settings.number('ais.thin_error_m'),
    })
    this.#retainedAt = now
  }
}
