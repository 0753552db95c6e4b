import { AIRCRAFT_GONE_MIN } from '@samudra/contract/aircraft'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Lease } from '../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import { underway } from '../../../platform/kernel/http/underway.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { keepReports, reportsAt, turnDays } from './reports.sql.ts'
import { AircraftStore } from './store.ts'

/** An aircraft that changed is written down this often; dead reckoning carries it over the time between. */
export const KEEP_EVERY_MS = 15_000
/** Number of days for which the past of the sky is stored. */
const RETENTION_DAYS = 31

type Needs = { db: Db; clock: Clock; log: Log; lease: Lease; store: AircraftStore }

/** Writes the sky down while it goes on, and reads it back as it was. */
export class PastSky {
  readonly #needs: Needs
  #written = 0
  /** Instant up to which this process has written all received reports, epoch ms. */
  writtenUpto = -Infinity
  #writing: Promise<void> = Promise.resolve()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  start(): Promise<void> {
    return this.#tryTurn()
  }

  /** Writes what changed since the last time. */
  write(): Promise<void> {
    const { db, clock, log, lease, store } = this.#needs
    const upToNow = async () => {
      const upto = store.sequence
      try {
        // Several processes hold the same; the one that has the feeds writes it down.
        const at = clock.now()
        if (!lease.isOthers) {
          await keepReports(db, store.reportsSince(this.#written), new Date(at))
          this.writtenUpto = at
        }
        this.#written = upto
      } catch (error) {
        log.error('the sky could not be written down; trying again', { error: sentenceOf(error) })
        // The clock may have gone on to a day that has no place yet.
        await this.#tryTurn()
      }
    }
    this.#writing = underway.aside(() => this.#writing.then(upToNow))
    return this.#writing
  }

  /** The sky as it was at an instant (epoch ms). */
  async at(instant: number): Promise<AircraftStore> {
    if (instant >= this.#needs.clock.now() - KEEP_EVERY_MS) await this.write()
    const silentFrom = new Date(instant - AIRCRAFT_GONE_MIN * 60_000)
    const past = new AircraftStore()
    for (const report of await reportsAt(this.#needs.db, new Date(instant), silentFrom)) past.restore(report)
    return past
  }

  /** Makes room for the next days, and lets go of those before. */
  turn(): Promise<void> {
    const { db, clock } = this.#needs
    const now = clock.now()
    const oldest = clock.report?.().isDoubted === true ? 0 : now - RETENTION_DAYS * 86_400_000
    return turnDays(db, now, oldest)
  }

  #tryTurn() {
    return this.turn().catch((error: unknown) =>
      this.#needs.log.error('the days of the sky could not be turned', { error: sentenceOf(error) }),
    )
  }
}
