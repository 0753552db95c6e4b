import { NONE16 } from '../kernel/topics.ts'
import { TableReader, addColumn, beginTable, endTable } from './chunk-code.ts'
import type { FixColumn, FixColumns } from './fix-columns.ts'

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

/** What "not available" is written as: next to what may be, so that a gap costs no more than a step. */
const NONE: Partial<Record<FixColumn, readonly [none: number, written: number]>> = {
  sog: [NONE16, -1],
  cog: [NONE16, -1],
  heading: [NONE16, -1],
}

/** The bytes of some fixes of a batch, in the order given. */
export function encodeFixes(fixes: FixColumns, rows: ArrayLike<number>): Uint8Array {
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

/** Fixes of one chunk, column by column, until the next chunk is opened. */
export class OpenChunk {
  readonly #reader = new TableReader()
  readonly #columns = new Map<FixColumn, Float64Array>()
  readonly #wanted: ReadonlySet<FixColumn>
  count = 0

  /** The keys are always read. */
  constructor(wanted: ReadonlySet<FixColumn>) {
    this.#wanted = wanted
    for (const column of ORDER) if (this.#reads(column)) this.#columns.set(column, new Float64Array(1024))
  }

  column(name: FixColumn): Float64Array {
    return this.#columns.get(name)!
  }

  open(bytes: Uint8Array): void {
    const reader = this.#reader
    reader.begin(bytes)
    this.count = reader.count
    if (this.count > this.column('fixId').length)
      for (const name of this.#columns.keys()) this.#columns.set(name, new Float64Array(this.count * 2))
    for (const name of ORDER) {
      const out = this.#columns.get(name)
      if (out === undefined) reader.skip()
      else {
        reader.next(out)
        this.#restore(name, out)
      }
    }
  }

  #restore(name: FixColumn, out: Float64Array) {
    const count = this.count
    const [observed, arrived] = [this.column('observedAt'), this.column('recTime')]
    if (name === 'recTime') for (let i = 0; i < count; i++) out[i] = out[i]! + observed[i]!
    else if (name === 'fixId') for (let i = 0; i < count; i++) out[i] = out[i]! + arrived[i]! * 1024
    const none = NONE[name]
    if (none !== undefined) for (let i = 0; i < count; i++) if (out[i] === none[1]) out[i] = none[0]
  }

  #reads(column: FixColumn) {
    return KEYS.has(column) || this.#wanted.has(column)
  }
}
const KEYS: ReadonlySet<FixColumn> = new Set(['observedAt', 'recTime', 'fixId', 'mmsi', 'split'])
