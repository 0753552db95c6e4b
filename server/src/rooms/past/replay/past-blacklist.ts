import type { Db } from '../../../platform/needs/database.ts'
import { blacklistedPeriods } from './past.sql.ts'

/** The blacklist of any time. */
export class Blacklisted {
  readonly #periods = new Map<number, { from: number; to: number }[]>()

  static async read(db: Db): Promise<Blacklisted> {
    const read = new Blacklisted()
    for (const { mmsi, ...period } of await blacklistedPeriods(db))
      read.#periods.set(mmsi, [...(read.#periods.get(mmsi) ?? []), period])
    return read
  }

  /** Returns true if a vessel was on the blacklist at an instant, epoch ms. */
  holds(mmsi: number, at: number): boolean {
    const periods = this.#periods.get(mmsi)
    return periods !== undefined && periods.some(({ from, to }) => from <= at && to > at)
  }

  /** When vessels came on it or off it, after one instant and up to another. */
  changes(after: number, upTo: number): number[] {
    const edges = [...this.#periods.values()].flat().flatMap(({ from, to }) => [from, to])
    return edges.filter((at) => at > after && at <= upTo)
  }

  /** The vessels that were on it at an instant. */
  at(instant: number): Set<number> {
    return new Set([...this.#periods.keys()].filter((mmsi) => this.holds(mmsi, instant)))
  }
}
