import { NONE16 } from '../../../../sea/fix-batch.ts'
import { TableReader, addColumn, beginTable, endTable } from './chunk-code.ts'
import type { FixTest } from '../read/fix-test.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'

/** The columns of a chunk in the order in which they are written: what decides whether a fix is wanted comes first. */
const ORDER = [
  'observedAt',
  'recTime',
  'fixId',
  'mmsi',
  'split',
  'lat',
  'lon',
  'source',
  'quality',
  'sog',
  'cog',
  'heading',
  'rot',
  'navStatus',
  'type',
  'bits',
  'feed',
  'station',
  'reasons',
] as const satisfies readonly FixColumn[]

/** Where the times are read, by which it is known what of the rest is wanted. */
const TIMES_END = ORDER.indexOf('recTime')

/** Written values for "not available": next to the valid ones, so that a gap costs no more than a step. */
const NONE: Partial<Record<FixColumn, readonly [none: number, written: number]>> = {
  sog: [NONE16, -1],
  cog: [NONE16, -1],
  heading: [NONE16, -1],
}

/** The bytes of some fixes of a batch, in the order given. */
export function encodeFixes(fixes: FixBatch, rows: ArrayLike<number>): Uint8Array {
  const count = rows.length
  const { observedAt, recTime, fixId } = fixes
  beginTable(count)
  for (const column of ORDER) {
    const values = fixes[column]
    const [none, written] = NONE[column] ?? [Number.NaN, 0]
    // Arrival follows observation, and the id follows arrival: their differences are small.
    if (column === 'recTime') addColumn(count, (row) => recTime[rows[row]!]! - observedAt[rows[row]!]!)
    else if (column === 'fixId') addColumn(count, (row) => fixId[rows[row]!]! - recTime[rows[row]!]! * 1024)
    else
      addColumn(count, (row) => {
        const value = values[rows[row]!]!
        return value === none ? written : value
      })
  }
  return endTable()
}

const NO_ROOM = new Float64Array(0)
const NO_COLUMNS = Object.fromEntries(ORDER.map((name) => [name, NO_ROOM])) as Record<FixColumn, Float64Array>

/** Fixes of one chunk, column by column, until the next chunk is opened. */
export class OpenChunk {
  readonly #reader = new TableReader()
  readonly #wanted: ReadonlySet<FixColumn>
  /** Columns that were read; skipped ones have no memory. */
  columns: Readonly<Record<FixColumn, Float64Array>> = NO_COLUMNS
  /** The same in the order of the bytes; null for what is skipped. */
  #outs: (Float64Array | null)[] = []
  count = 0

  /** The keys are always read. */
  constructor(wanted: ReadonlySet<FixColumn>) {
    this.#wanted = wanted
    this.#makeRoom(1024)
  }

  /** Opens the whole chunk; given a test, no more of it than the fixes up to the last one that is in time. */
  open(bytes: Uint8Array, test?: FixTest): void {
    const reader = this.#reader
    reader.begin(bytes)
    this.count = reader.count
    if (this.count > this.#outs[0]!.length) this.#makeRoom(this.count * 2)
    for (let i = 0; i < ORDER.length; i++) {
      const out = this.#outs[i]!
      if (out === null) reader.skip()
      else {
        reader.next(out, this.count)
        this.#restore(ORDER[i]!, out)
      }
      if (i !== TIMES_END || test === undefined) continue
      this.count = this.#inTime(test)
      if (this.count === 0) return
    }
  }

  /** Returns the number of fixes up to the last one in time. */
  #inTime(test: FixTest): number {
    const { observedAt, recTime } = this.columns
    let count = this.count
    while (count > 0 && !test.isInTime(observedAt[count - 1]!, recTime[count - 1]!)) count--
    return count
  }

  #makeRoom(rows: number) {
    this.#outs = ORDER.map((name) =>
      KEYS.has(name) || this.#wanted.has(name) ? new Float64Array(rows) : null,
    )
    const columns = { ...NO_COLUMNS }
    for (let i = 0; i < ORDER.length; i++) columns[ORDER[i]!] = this.#outs[i] ?? NO_ROOM
    this.columns = columns
  }

  #restore(name: FixColumn, out: Float64Array) {
    const count = this.count
    const { observedAt, recTime } = this.columns
    if (name === 'recTime') for (let i = 0; i < count; i++) out[i] = out[i]! + observedAt[i]!
    else if (name === 'fixId') for (let i = 0; i < count; i++) out[i] = out[i]! + recTime[i]! * 1024
    const none = NONE[name]
    if (none !== undefined) for (let i = 0; i < count; i++) if (out[i] === none[1]) out[i] = none[0]
  }
}
const KEYS: ReadonlySet<FixColumn> = new Set(['observedAt', 'recTime', 'fixId', 'mmsi', 'split'])
