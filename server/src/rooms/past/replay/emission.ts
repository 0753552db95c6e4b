import { GAP_MS, replayRows, type ReplayRows } from '@samudra/contract/wire/replay-chunk'
import type { FixBatch } from '../../../sea/fix-batch.ts'

/** Rows shown for one contact; reused for the next. */
export class Emitted {
  rows: ReplayRows = replayRows(1024)

  forget(): void {
    this.rows.count = 0
  }

  /** A fix that is shown from `at` on; a source beyond the 255th shares its number. */
  show(at: number, fixes: FixBatch, row: number, source: number, isShown: boolean): void {
    const { rows } = this
    const i = this.#next()
    rows.at[i] = at
    rows.observedAt[i] = fixes.observedAt[row]!
    rows.lat[i] = fixes.lat[row]!
    rows.lon[i] = fixes.lon[row]!
    rows.sog[i] = fixes.sog[row]!
    rows.cog[i] = fixes.cog[row]!
    rows.heading[i] = fixes.heading[row]!
    rows.navStatus[i] = fixes.navStatus[row]!
    rows.source[i] = Math.min(255, source)
    rows.isShown[i] = isShown ? 1 : 0
  }

  /** Hides the contact from `at` on, because it is where the caller may not look; nothing of the fix is published. */
  hide(at: number): void {
    const { rows } = this
    if (rows.count > 0 && rows.isShown[rows.count - 1] === 0) return
    const i = this.#next()
    for (const column of COLUMNS) rows[column][i] = 0
    rows.at[i] = at
    rows.observedAt[i] = at
  }

  /** True while the last row is shown. */
  get isShown(): boolean {
    const { rows } = this
    return rows.count > 0 && rows.isShown[rows.count - 1] === 1
  }

  /** True when some row is one that may be seen. */
  get isAnyShown(): boolean {
    const { rows } = this
    for (let i = 0; i < rows.count; i++) if (rows.isShown[i] === 1) return true
    return false
  }

  /** Leaves one row in so many seconds; first, last, both ends of gaps and of what is hidden stay. */
  thin(stepMs: number): void {
    const { rows } = this
    if (stepMs === 0) return
    let stored = 0
    let last = -Infinity
    for (let i = 0; i < rows.count; i++) {
      const isEnd =
        i === rows.count - 1 ||
        rows.at[i + 1]! - rows.at[i]! > GAP_MS ||
        rows.isShown[i] !== rows.isShown[i + 1] ||
        (i > 0 && (rows.at[i]! - rows.at[i - 1]! > GAP_MS || rows.isShown[i] !== rows.isShown[i - 1]))
      if (!isEnd && rows.at[i]! - last < stepMs) continue
      last = rows.at[i]!
      rows.at[stored] = last
      for (const column of COLUMNS) rows[column][stored] = rows[column][i]!
      stored++
    }
    rows.count = stored
  }

  #next(): number {
    const { rows } = this
    if (rows.count === rows.at.length) {
      const larger = replayRows(rows.count * 2)
      larger.at.set(rows.at)
      for (const column of COLUMNS) larger[column].set(rows[column])
      larger.count = rows.count
      this.rows = larger
    }
    return this.rows.count++
  }
}

const COLUMNS = [
  'observedAt',
  'lat',
  'lon',
  'sog',
  'cog',
  'heading',
  'navStatus',
  'source',
  'isShown',
] as const
