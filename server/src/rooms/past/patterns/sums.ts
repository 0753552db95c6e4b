import { PATTERN_COUNTERS, PATTERN_WIDTH, weekHourOf } from '@samudra/nautical/usual-value'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { addPacked, CounterRows, narrow, wide } from './counters.ts'
import { COVERAGE_WIDTH } from './coverage.ts'
import { dayBodies, type BodyRow } from './patterns.sql.ts'
import { DAYS_AT, SUM_KINDS, weekKeyOfType, type SumKind } from './sum-places.ts'

const WEEK_HOURS = 168
const HOUR_MS = 3_600_000

/** Test of whether the learning of a subject on a day counts; a user may have reset it. */
export type Counting = (kind: SumKind, key: number, day: number) => boolean

/**
 * Sum of the data learned on some days: 372 bytes per vessel, 540 per cell, 288 per cell and source. Covers vessels of
 * some MMSIs or all.
 */
export class Sums {
  readonly days: readonly number[]
  readonly rows: Readonly<Record<SumKind, CounterRows>>
  /** On how many days there were any in each hour of the week, of cells and types; a year has 53 of them at most. */
  readonly weeks: CounterRows<Uint8Array>

  readonly #mmsis: readonly number[] | null

  private constructor(
    days: readonly number[],
    rows: Readonly<Record<SumKind, CounterRows>>,
    weeks: CounterRows<Uint8Array>,
    mmsis: readonly number[] | null,
  ) {
    this.#mmsis = mmsis
    this.days = days
    this.rows = rows
    this.weeks = weeks
  }

  static readonly NONE = (mmsis: readonly number[] | null) =>
    new Sums(
      [],
      {
        SHIPS: new CounterRows(PATTERN_WIDTH + 1, wide),
        CELLS: new CounterRows(PATTERN_WIDTH + 1, wide),
        TYPES: new CounterRows(PATTERN_WIDTH + 1, wide),
        COVERAGE: new CounterRows(COVERAGE_WIDTH, wide),
      },
      new CounterRows(WEEK_HOURS, narrow),
      mmsis,
    )

  /** The sums of some days, made of those of others by adding and taking away what is not in both; `kinds` are looked at. */
  async of(db: Db, days: readonly number[], counts: Counting, kinds: readonly SumKind[]): Promise<Sums> {
    const rows = Object.fromEntries(SUM_KINDS.map((kind) => [kind, this.rows[kind].copy()])) as Sums['rows']
    const sums = new Sums(days, rows, this.weeks.copy(), this.#mmsis)
    const [before, after] = [new Set(this.days), new Set(days)]
    for (const kind of kinds) {
      for (const day of days) if (!before.has(day)) await sums.#addDay(db, kind, day, counts, 1)
      for (const day of this.days) if (!after.has(day)) await sums.#addDay(db, kind, day, counts, -1)
    }
    return sums
  }

  async #addDay(db: Db, kind: SumKind, day: number, counting: Counting, times: 1 | -1): Promise<void> {
    let began = performance.now()
    for (const [i, row] of (await dayBodies(db, kind, day, this.#mmsis)).entries()) {
      if ((i & 1023) === 0) began = await breathe(began)
      if (counting(kind, row.key, day)) this.#addBody(kind, row, day, times)
    }
  }

  #addBody(kind: SumKind, { key, body }: BodyRow, day: number, times: 1 | -1): void {
    const rows = this.rows[kind]
    const place = rows.of(key)
    addPacked(body, rows.counts, place, times)
    if (kind === 'COVERAGE') return
    rows.counts[place + DAYS_AT]! += times
    if (kind === 'SHIPS') return
    const week = this.weeks.of(kind === 'CELLS' ? key : weekKeyOfType(key))
    const { from, size } = PATTERN_COUNTERS.hour
    // The first bytes of a body are the hours that are not nought.
    for (let at = 0; at < body.length && body[at]! < from + size;) {
      this.weeks.counts[week + weekHourOf(day + (body[at++]! - from) * HOUR_MS)]! += times
      while (body[at]! > 127) at++
      at++
    }
  }
}
