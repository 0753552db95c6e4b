import { NO_PLACE } from '../../../../sea/fix-batch.ts'
import { AHEAD_MS, HOUR_MS, LATE_MS } from '../read/fix-test.ts'
import { encodeFixes } from './chunks.ts'
import { CopyRows } from '../record/copy-rows.ts'
import { emptyColumns, FIX_COLUMNS } from '../read/fix-columns.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { CHUNK } from '../read/reader.sql.ts'

/** Rules of how chunks are cut, and of which fixes of a vessel go in. */
export type Cut = {
  /** Length of the observation stretches into which fixes off time and those excluded from the picture are cut. */
  offTimeMs: number
  chosen: (fixes: FixBatch) => ArrayLike<number>
}
export const everyPlace = ({ count }: FixBatch) => Int32Array.from({ length: count }, (_, i) => i)
export const BY_HOUR: Cut = { offTimeMs: HOUR_MS, chosen: everyPlace }

/** Makes rows of chunks from fixes that come ship by ship, each ship's by split, observation and id. */
export class ChunkRows {
  readonly rows = new CopyRows(11)
  readonly #window: number
  readonly #cut: Cut
  #ship = emptyColumns(1024)

  constructor(window: number, cut = BY_HOUR) {
    this.#window = window
    this.#cut = cut
  }

  add(batch: FixBatch): void {
    for (let from = 0; from < batch.count;) {
      const mmsi = batch.mmsi[from]!
      if (this.#ship.count > 0 && this.#ship.mmsi[0] !== mmsi) this.endShip()
      let to = from + 1
      while (to < batch.count && batch.mmsi[to] === mmsi) to++
      this.#keep(batch, from, to)
      from = to
    }
  }

  /** Writes the chunks of the ship at hand. */
  endShip(): void {
    const groups = new Map<number, number[]>()
    const chosen = this.#cut.chosen(this.#ship)
    for (let at = 0; at < chosen.length; at++) {
      const i = chosen[at]!
      const key = groupOf(this.#ship, i, this.#cut.offTimeMs)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [i])
      else group.push(i)
    }
    for (const [key, places] of groups) this.#write(key < 0 ? CHUNK.ON_TIME : (key % 2) + 1, places)
    this.#ship.count = 0
  }

  #keep(batch: FixBatch, from: number, to: number) {
    const count = this.#ship.count + to - from
    if (count > this.#ship.capacity) {
      const larger = emptyColumns(count * 2)
      for (const name of FIX_COLUMNS) larger[name].set(this.#ship[name])
      larger.count = this.#ship.count
      this.#ship = larger
    }
    for (const name of FIX_COLUMNS) this.#ship[name].set(batch[name].subarray(from, to), this.#ship.count)
    this.#ship.count = count
  }

  #write(kind: number, places: number[]) {
    const { observedAt, mmsi, lat, lon } = this.#ship
    let [first, last] = [Infinity, -Infinity]
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    for (const i of places) {
      first = Math.min(first, observedAt[i]!)
      last = Math.max(last, observedAt[i]!)
      if (lat[i] === NO_PLACE || lon[i] === NO_PLACE) continue
      box[0] = Math.min(box[0]!, lon[i]!)
      box[1] = Math.min(box[1]!, lat[i]!)
      box[2] = Math.max(box[2]!, lon[i]!)
      box[3] = Math.max(box[3]!, lat[i]!)
    }
    const { rows } = this
    rows.row()
    rows.time(this.#window)
    rows.time(first)
    rows.time(last)
    rows.int4(mmsi[places[0]!]! | 0)
    rows.int4(places.length)
    for (const side of box)
      if (Number.isFinite(side)) rows.int4(side)
      else rows.nothing()
    rows.int2(kind)
    rows.bytes(encodeFixes(this.#ship, places))
  }
}

/** On time all together, the others by stretch of observation, accepted ones and the rest apart. */
function groupOf(fixes: FixBatch, i: number, offTimeMs: number): number {
  const observed = fixes.observedAt[i]!
  const delay = fixes.recTime[i]! - observed
  const isOffRecord = fixes.quality[i]! >= 2 || fixes.lat[i] === NO_PLACE || fixes.lon[i] === NO_PLACE
  if (!isOffRecord && delay <= LATE_MS && delay >= -AHEAD_MS) return -1
  // Before 1970 stretches are negative; they are moved up, so that -1 stays free.
  return (Math.floor(observed / offTimeMs) + 1e9) * 2 + (isOffRecord ? 1 : 0)
}
