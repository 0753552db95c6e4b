import { inPlayMs, ranks, type RankedThen, type Ranking } from '../../../sea/chosen-fix.ts'
import { fixBatch, type FixBatch } from '../../../sea/fix-batch.ts'

/** Maximum number of sources per contact at a time; the one received longest ago makes room. */
const MOST_SOURCES = 32

/** Source ranks during a period. */
export type Ranked = ReturnType<RankedThen>

/** The last fix of each source for one contact after another, and which of them is shown: the rule of the live picture. */
export class SourcesOfContact {
  readonly rows: FixBatch = fixBatch(MOST_SOURCES)
  readonly #ranked: Ranked
  #ranking!: Ranking

  constructor(ranked: Ranked) {
    this.#ranked = ranked
  }

  /** Goes on to another contact, whose sources are ranked as they were at an instant. */
  forget(at: number): void {
    this.rows.count = 0
    this.rankAt(at)
  }

  /** Ranks the sources as they were at an instant. */
  rankAt(instant: number): void {
    this.#ranking = this.#ranked.at(instant)
  }

  /** Adds a fix; one older than the last fix of its source changes nothing. */
  put(fixes: FixBatch, i: number): void {
    const { rows } = this
    let row = 0
    while (row < rows.count && rows.source[row] !== fixes.source[i]) row++
    if (row < rows.count && rows.observedAt[row]! > fixes.observedAt[i]!) return
    if (row === rows.count) row = this.#free()
    copyRow(fixes, i, rows, row)
  }

  /** The row shown, -1 when no source has spoken. */
  shown(): number {
    const { rows } = this
    let newest = -Infinity
    for (let row = 0; row < rows.count; row++) newest = Math.max(newest, rows.observedAt[row]!)
    let best = -1
    for (let row = 0; row < rows.count; row++) {
      if (newest - rows.observedAt[row]! > inPlayMs(rows.navStatus[row]!, rows.sog[row]!)) continue
      if (best < 0 || ranks(rows, row, best, this.#ranking)) best = row
    }
    return best
  }

  #free(): number {
    const { rows } = this
    if (rows.count < MOST_SOURCES) return rows.count++
    let oldest = 0
    for (let row = 1; row < rows.count; row++)
      if (rows.observedAt[row]! < rows.observedAt[oldest]!) oldest = row
    return oldest
  }
}

/** Copies what is replayed of a fix. */
export function copyRow(from: FixBatch, i: number, to: FixBatch, row: number): void {
  to.mmsi[row] = from.mmsi[i]!
  to.split[row] = from.split[i]!
  to.fixId[row] = from.fixId[i]!
  to.observedAt[row] = from.observedAt[i]!
  to.recTime[row] = from.recTime[i]!
  to.lat[row] = from.lat[i]!
  to.lon[row] = from.lon[i]!
  to.sog[row] = from.sog[i]!
  to.cog[row] = from.cog[i]!
  to.heading[row] = from.heading[i]!
  to.navStatus[row] = from.navStatus[i]!
  to.type[row] = from.type[i]!
  to.feed[row] = from.feed[i]!
  to.source[row] = from.source[i]!
}
