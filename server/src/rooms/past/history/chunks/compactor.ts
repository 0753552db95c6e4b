import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { HOUR_MS, hourOf } from '../read/fix-test.ts'
import { compactHour, hasArrivals, thinKeyframes } from './compaction.sql.ts'
import { dropLeftovers, dropPartition, partitionsOf } from '../record/partitions.sql.ts'

/** Moves old rows into chunks, hour by hour; it may be ended with its job at any moment and goes on where it was. */
export class Compactor {
  readonly #db: Db
  readonly #log: Log
  /** Hours of which nothing was left when they were last looked at; looked at again by the next run. */
  readonly #empty = new Set<number>()

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Works until everything that arrived before an instant lies in chunks. */
  async run(upto: number): Promise<void> {
    const before = hourOf(upto)
    let moved = 0
    await dropLeftovers(this.#db)
    for (const table of ['fixes', 'receptions'] as const)
      for (const partition of await partitionsOf(this.#db, table)) {
        for (let hour = partition.from; hour < Math.min(partition.to, before); hour += HOUR_MS) {
          moved += await this.#hour(table, hour)
        }
        if (partition.to <= before && !(await hasArrivals(this.#db, table, partition.from, partition.to)))
          await dropPartition(this.#db, table, partition)
      }
    await thinKeyframes(this.#db, before)
    for (const hour of this.#empty) if (hour < before - 31 * 24 * HOUR_MS) this.#empty.delete(hour)
    if (moved > 0) this.#log.info('old fixes were compacted', { fixes: moved })
  }

  async #hour(table: 'fixes' | 'receptions', hour: number): Promise<number> {
    if (this.#empty.has(hour) && table === 'fixes') return 0
    if (!(await hasArrivals(this.#db, table, hour, hour + HOUR_MS))) {
      if (table === 'fixes') this.#empty.add(hour)
      return 0
    }
    const moved = await compactHour(this.#db, hour)
    return moved?.fixes ?? 0
  }
}
