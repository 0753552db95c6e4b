import type { Db } from '../../../../platform/needs/database.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { dropPartition, partitionsOf } from '../record/partitions.sql.ts'
import { DAY_MS, dropDerived, dropSome, oldestDay, thinSome, type ChunkTable } from './retention.sql.ts'
import { thinned } from './thinning.ts'

/** Periods whose fixes stay as they came, whatever their age. Epoch ms. */
export type ProtectedPeriod = { from: number; to: number }

export type Ages = {
  now: number
  rawDays: number
  thinDays: number
  /** Number of days of arrival, besides today, for which raw lines are stored. */
  rawLinesDays: number
  /** Maximum distance in metres between a removed fix and its position interpolated from its neighbours. */
  errorM: number
}

/** Ends the retention of fixes by day of arrival: thinned first, dropped later. It may be ended with its job at any moment. */
export class Retention {
  readonly #db: Db
  readonly #protectedPeriods: () => Promise<readonly ProtectedPeriod[]>

  constructor(db: Db, protectedPeriods: () => Promise<readonly ProtectedPeriod[]>) {
    this.#db = db
    this.#protectedPeriods = protectedPeriods
  }

  async run(ages: Ages): Promise<void> {
    const [raw, thin] = [
      startOfDay(ages.now - ages.rawDays * DAY_MS),
      startOfDay(ages.now - ages.thinDays * DAY_MS),
    ]
    const chosen = (fixes: Parameters<typeof thinned>[0]) => thinned(fixes, fixes.count, ages.errorM)
    await this.#eachDay('fix_chunks', raw, async (day) => (await thinSome(this.#db, day, chosen)) === true)
    await this.#eachDay('reception_chunks', raw, (day) => dropSome(this.#db, 'reception_chunks', day))
    await this.#eachDay('thin_chunks', thin, (day) => dropSome(this.#db, 'thin_chunks', day))
    await this.#dropLines(startOfDay(ages.now - ages.rawLinesDays * DAY_MS))
    await dropDerived(this.#db, raw, thin)
  }

  /**
   * Returns true if a protected period overlaps the day. Runs before every step, because recordings and archive files
   * can be added meanwhile.
   */
  async #isStored(start: number, end: number): Promise<boolean> {
    return (await this.#protectedPeriods()).some(({ from, to }) => from < end && to > start)
  }

  /** Drops raw lines by whole days of arrival; days that overlap a protected period stay. */
  async #dropLines(before: number) {
    for (const day of await partitionsOf(this.#db, 'raw_blocks'))
      if (day.to <= before && !(await this.#isStored(day.from, day.to)))
        await dropPartition(this.#db, 'raw_blocks', day)
  }

  /** Processes each day of a table before an instant until its work is complete; protected days are skipped. */
  async #eachDay(table: ChunkTable, before: number, some: (day: number) => Promise<boolean>) {
    const first = await oldestDay(this.#db, table, before)
    if (first === null) return
    let began = performance.now()
    for (let day = first; day < before; day += DAY_MS) {
      let more = true
      while (more) {
        more = !(await this.#isStored(day, day + DAY_MS)) && (await some(day))
        began = await breathe(began)
      }
    }
    for (const partition of await partitionsOf(this.#db, table))
      if (partition.to <= before && (await oldestDay(this.#db, table, partition.to)) === null)
        await dropPartition(this.#db, table, partition)
  }
}

const startOfDay = (at: number) => Math.floor(at / DAY_MS) * DAY_MS
