import { HABIT_COUNTERS, HABIT_WIDTH, weekHourOf } from '@samudra/nautical/habit'
import { breathe } from '../kernel/breathe.ts'
import type { Db } from '../needs/database.ts'
import { addPacked, CounterRows } from './counters.ts'
import { COVERAGE_WIDTH } from './coverage.ts'
import { dayBodies, type BodyRow } from './habits.sql.ts'

/** After the counters: days on which there were any, and on how many of them in each hour of the week. */
export const DAYS_AT = HABIT_WIDTH
export const WEEK_AT = HABIT_WIDTH + 1
const WEEK_WIDTH = HABIT_WIDTH + 1 + 168
const HOUR_MS = 3_600_000

const KINDS = ['SHIPS', 'CELLS', 'TYPES', 'COVERAGE'] as const
export type SumKind = (typeof KINDS)[number]

/** Whether what was learned of something on a day counts; a person may have said that it does not. */
export type Counting = (kind: SumKind, key: number, day: number) => boolean

/** What was learned on some days, added up: 372 bytes a ship, 1,044 a cell, 288 a cell and source. */
export class Sums {
  readonly days: readonly number[]
  readonly rows: Readonly<Record<SumKind, CounterRows>>

  private constructor(days: readonly number[], rows: Readonly<Record<SumKind, CounterRows>>) {
    this.days = days
    this.rows = rows
  }

  static readonly NONE = () =>
    new Sums([], {
      SHIPS: new CounterRows(HABIT_WIDTH + 1),
      CELLS: new CounterRows(WEEK_WIDTH),
      TYPES: new CounterRows(WEEK_WIDTH, 16),
      COVERAGE: new CounterRows(COVERAGE_WIDTH),
    })

  /** The sums of some days, made of those of others by adding and taking away what is not in both; `kinds` are looked at. */
  async of(db: Db, days: readonly number[], counts: Counting, kinds: readonly SumKind[]): Promise<Sums> {
    const rows = Object.fromEntries(KINDS.map((kind) => [kind, this.rows[kind].copy()])) as Sums['rows']
    const [before, after] = [new Set(this.days), new Set(days)]
    for (const kind of kinds) {
      for (const day of days) if (!before.has(day)) await addDay(db, kind, rows[kind], day, counts, 1)
      for (const day of this.days) if (!after.has(day)) await addDay(db, kind, rows[kind], day, counts, -1)
    }
    return new Sums(days, rows)
  }
}

async function addDay(
  db: Db,
  kind: SumKind,
  into: CounterRows,
  day: number,
  counting: Counting,
  times: 1 | -1,
): Promise<void> {
  let began = performance.now()
  for (const [i, row] of (await dayBodies(db, kind, day)).entries()) {
    if ((i & 1023) === 0) began = await breathe(began)
    if (counting(kind, row.key, day)) addBody(kind, into, row, day, times)
  }
}

function addBody(kind: SumKind, into: CounterRows, { key, body }: BodyRow, day: number, times: 1 | -1): void {
  const place = into.of(key)
  const { counts } = into
  addPacked(body, counts, place, times)
  if (kind === 'COVERAGE') return
  counts[place + DAYS_AT]! += times
  if (kind === 'SHIPS') return
  const { from, size } = HABIT_COUNTERS.hour
  // The first bytes of a body are the hours that are not nought.
  for (let at = 0; at < body.length && body[at]! < from + size;) {
    counts[place + WEEK_AT + weekHourOf(day + (body[at++]! - from) * HOUR_MS)]! += times
    while (body[at]! > 127) at++
    at++
  }
}
