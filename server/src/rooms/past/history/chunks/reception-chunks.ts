import { TableReader, addColumn, beginTable, endTable } from './chunk-code.ts'

/** Other receivers of fixes, by column. */
export type ReceptionColumns = {
  count: number
  mmsi: Int32Array
  fixId: Float64Array
  recTime: Float64Array
  feed: Int32Array
  source: Int32Array
  /** -1 when no station is named. */
  station: Int32Array
}

export const receptionColumns = (capacity: number): ReceptionColumns => ({
  count: 0,
  mmsi: new Int32Array(capacity),
  fixId: new Float64Array(capacity),
  recTime: new Float64Array(capacity),
  feed: new Int32Array(capacity),
  source: new Int32Array(capacity),
  station: new Int32Array(capacity),
})

/** The bytes of `count` receptions of one ship from place `from` on. */
export function encodeReceptions(all: ReceptionColumns, from: number, count: number): Uint8Array {
  beginTable(count)
  addColumn(count, (i) => all.recTime[from + i]!)
  // The id of the fix is its own arrival: shortly before.
  addColumn(count, (i) => all.recTime[from + i]! * 1024 - all.fixId[from + i]!)
  addColumn(count, (i) => all.feed[from + i]!)
  addColumn(count, (i) => all.source[from + i]!)
  addColumn(count, (i) => all.station[from + i]!)
  return endTable()
}

export function decodeReceptions(bytes: Uint8Array, mmsi: number): ReceptionColumns {
  const reader = new TableReader()
  reader.begin(bytes)
  const columns = receptionColumns(reader.count)
  columns.count = reader.count
  columns.mmsi.fill(mmsi)
  const held = new Float64Array(reader.count)
  reader.next(columns.recTime)
  reader.next(held)
  for (let i = 0; i < reader.count; i++) columns.fixId[i] = columns.recTime[i]! * 1024 - held[i]!
  for (const name of ['feed', 'source', 'station'] as const) {
    reader.next(held)
    columns[name].set(held)
  }
  return columns
}
