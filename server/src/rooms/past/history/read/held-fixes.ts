import type { FixTest } from './fix-test.ts'
import type { OpenChunk } from '../chunks/chunks.ts'
import { FIX_COLUMNS, KEY_COLUMNS, emptyColumns } from './fix-columns.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'

const KEYS: ReadonlySet<FixColumn> = new Set(KEY_COLUMNS)

/** Places in a chunk, as many as `count`. */
type Taken = { rows: Int32Array; count: number }

/** Fixes that were read and not handed out yet, from rows and chunks alike; grows as needed. */
export class HeldFixes {
  columns: FixBatch
  readonly #query: readonly FixColumn[]
  readonly #taken: Taken = { rows: new Int32Array(1024), count: 0 }

  readonly #lastUpTo: number

  /**
   * Creates the columns; of a chunk, the last fix of each split and source is added of those observed up to
   * `lastUpTo`.
   */
  constructor(query: ReadonlySet<FixColumn>, { lastUpTo = -Infinity, expected = 1 << 14 } = {}) {
    this.#lastUpTo = lastUpTo
    this.#query = FIX_COLUMNS.filter((name) => KEYS.has(name) || query.has(name))
    this.columns = emptyColumns(expected)
  }

  get count(): number {
    return this.columns.count
  }

  addRows(batch: FixBatch): void {
    this.#makeRoom(batch.count)
    const { columns } = this
    for (const name of this.#query) columns[name].set(batch[name].subarray(0, batch.count), columns.count)
    columns.count += batch.count
  }

  /** Adds the fixes of a chunk that pass the test. */
  addChunk(chunk: OpenChunk, test: FixTest): void {
    const taken = this.#taken
    if (taken.rows.length < chunk.count) taken.rows = new Int32Array(chunk.count * 2)
    take(chunk, test, taken)
    if (this.#lastUpTo > -Infinity) keepLast(chunk, taken, this.#lastUpTo)
    if (taken.count === 0) return
    this.#makeRoom(taken.count)
    const { columns } = this
    const at = columns.count
    for (const name of this.#query) copy(chunk.columns[name], columns[name], taken, at)
    columns.count += taken.count
  }

  /** Everything that is held, which is then the taker's. */
  handOver(): FixBatch {
    const { columns } = this
    this.columns = emptyColumns(Math.max(1 << 14, columns.count))
    return columns
  }

  /** Lets go of everything; the columns are used again. */
  clear(): void {
    this.columns.count = 0
  }

  /** Returns the number of fixes before those of the last vessel; fixes come vessel by vessel. */
  beforeLastShip(): number {
    const { mmsi, count } = this.columns
    let at = count
    while (at > 0 && mmsi[at - 1] === mmsi[count - 1]) at--
    return at
  }

  /** A batch of the fixes at some places, in that order. */
  picked(places: Int32Array): FixBatch {
    const batch = emptyColumns(places.length)
    batch.count = places.length
    const taken = { rows: places, count: places.length }
    for (const name of this.#query) copy(this.columns[name], batch[name], taken, 0)
    return batch
  }

  /** Lets go of the first fixes; the others move up. */
  drop(count: number): void {
    const { columns } = this
    for (const name of FIX_COLUMNS) columns[name].copyWithin(0, count, columns.count)
    columns.count -= count
  }

  #makeRoom(more: number) {
    const { columns } = this
    if (columns.count + more <= columns.capacity) return
    const larger = emptyColumns(Math.max(columns.capacity * 2, columns.count + more))
    for (const name of FIX_COLUMNS) larger[name].set(columns[name].subarray(0, columns.count))
    larger.count = columns.count
    this.columns = larger
  }
}

function take(chunk: OpenChunk, test: FixTest, taken: Taken) {
  const { observedAt, recTime, fixId, mmsi, source, quality, lat, lon } = chunk.columns
  taken.count = 0
  for (let i = 0; i < chunk.count; i++)
    if (
      test.isInTime(observedAt[i]!, recTime[i]!) &&
      test.isWanted(fixId[i]!, mmsi[i]!, source[i]!, quality[i]!, lat[i]!, lon[i]!)
    )
      taken.rows[taken.count++] = i
}

/**
 * Reduces the taken places, which are by split and observation, to the last of each split and source, and to what came
 * later.
 */
function keepLast(chunk: OpenChunk, taken: Taken, upTo: number) {
  const { split, source, observedAt } = chunk.columns
  const { rows } = taken
  const seen: number[] = []
  let to = taken.count
  for (let from = taken.count - 1; from >= 0; from--) {
    const row = rows[from]!
    if (observedAt[row]! <= upTo) {
      const key = split[row]! * 32_768 + source[row]!
      if (seen.includes(key)) continue
      seen.push(key)
    }
    rows[--to] = row
  }
  rows.copyWithin(0, to, taken.count)
  taken.count -= to
}

type Numbers = FixBatch[FixColumn]

/** One function for each kind of array that is written: each stays a plain loop of machine stores. */
function copy(from: Numbers, to: Numbers, taken: Taken, at: number) {
  if (to instanceof Float64Array) toDoubles(from, to, taken, at)
  else if (to instanceof Uint32Array) toUint32(from, to, taken, at)
  else if (to instanceof Int32Array) toInt32(from, to, taken, at)
  else if (to instanceof Uint16Array) toUint16(from, to, taken, at)
  else if (to instanceof Int8Array) toInt8(from, to, taken, at)
  else toUint8(from, to, taken, at)
}
function toDoubles(from: Numbers, to: Float64Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
function toUint32(from: Numbers, to: Uint32Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
function toInt32(from: Numbers, to: Int32Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
function toUint16(from: Numbers, to: Uint16Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
function toUint8(from: Numbers, to: Uint8Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
function toInt8(from: Numbers, to: Int8Array, { rows, count }: Taken, at: number) {
  for (let i = 0; i < count; i++) to[at + i] = from[rows[i]!]!
}
