import { aircraftColumns } from '@samudra/nautical/adsb/adsb-columns'
import { expect, test } from 'vitest'
import { NO_PLACE, fixBatch, type FixBatch } from './fix-batch.ts'
import { SeaReader, SeaWriter, MESSAGE_KIND, headOf, type SeaListener } from './sea-messages.ts'
import type { StaticReport } from './topics.ts'

const REPORT: StaticReport = {
  mmsi: 419000001,
  type: 5,
  source: 3,
  recTime: 1_770_000_000_000,
  recordedFeed: null,
  observedAt: 1_770_000_000_500,
  name: 'दुर्गा',
  callSign: null,
  imo: 9074729,
  shipType: 70,
  aidType: null,
  toBow: 1,
  toStern: 2,
  toPort: null,
  toStarboard: null,
  eta: null,
  draught: 12,
  destination: 'COCHIN',
}

/** Numbers at both ends of every column. */
function aBatch(count: number, bytes: Uint8Array): FixBatch {
  const received = {
    bytes,
    from: new Uint32Array(count),
    length: new Uint16Array(count),
    hash: new Uint32Array(count),
  }
  const batch = fixBatch(count, received)
  batch.count = count
  for (const [name, column] of Object.entries(batch))
    if (ArrayBuffer.isView(column))
      for (let i = 0; i < count; i++) (column as Uint8Array)[i] = i % 2 === 0 ? -1 : name.length * 31 + i
  for (let i = 0; i < count; i++) {
    batch.fixId[i] = 1_770_000_000_000 * 1024 + i
    batch.observedAt[i] = 1_770_000_000_000.5 - i
    batch.moved[i] = i % 2
    batch.lat[i] = i % 3 === 0 ? NO_PLACE : -i
    received.from[i] = (i >> 1) * 4
    received.length[i] = 4
    received.hash[i] = 0xffff_ff00 + i
  }
  return batch
}

const rowsOf = (batch: FixBatch) =>
  Array.from({ length: batch.count }, (_, i) => ({
    ...Object.fromEntries(
      Object.entries(batch).flatMap(([name, column]) =>
        ArrayBuffer.isView(column) ? [[name, (column as Uint8Array)[i]]] : [],
      ),
    ),
    hash: batch.received!.hash[i],
    lines: Buffer.from(
      batch.received!.bytes.subarray(
        batch.received!.from[i],
        batch.received!.from[i]! + batch.received!.length[i]!,
      ),
    ).toString(),
  }))

function heard(message: Uint8Array, above = 0) {
  const seen: unknown[] = []
  const hearer: SeaListener = {
    fixes: (batch) => seen.push(...rowsOf(batch)),
    reception: (reception) => seen.push(reception),
    static: (report) => seen.push(report),
    station: (station) => seen.push(station),
    aircraft: (batch) => seen.push(structuredClone(batch)),
  }
  new SeaReader().read(message, hearer, above)
  return seen
}

test('messages of the sea are received in order, to the last bit', () => {
  const writer = new SeaWriter()
  const batch = aBatch(
    1500,
    Buffer.from(Array.from({ length: 750 }, (_, n) => `<${n % 10}${n % 7}>`).join('')),
  )
  const reception = {
    id: batch.fixId[1499]! + 1,
    mmsi: 419000001,
    fixId: batch.fixId[0]!,
    feed: 2,
    source: 3,
    station: -1,
    recTime: 1_770_000_000_000,
  }
  writer.station({ id: 7, code: 'Köchi' })
  writer.static(REPORT)
  writer.fixes(batch)
  writer.reception(reception)
  expect(writer.rows).toBe(1503)
  const { bytes, lastId } = writer.take(MESSAGE_KIND.ROWS, 4_000_000_000, 12)
  expect(headOf(bytes)).toEqual({ kind: MESSAGE_KIND.ROWS, term: 4_000_000_000, lastId, storedId: 12 })
  expect(lastId).toBe(reception.id)
  expect(heard(bytes)).toEqual([{ id: 7, code: 'Köchi' }, REPORT, ...rowsOf(batch), reception])
  // Those that are stored already are passed over, whatever was received for them.
  expect(heard(bytes, batch.fixId[1000]).slice(2)).toEqual([...rowsOf(batch).slice(1001), reception])
  expect(headOf(writer.take(MESSAGE_KIND.TAKEN, 5, 0).bytes)).toMatchObject({
    kind: MESSAGE_KIND.TAKEN,
    lastId: 0,
  })
  expect(headOf(new Uint8Array([9, 0]))).toBeNull()
})

test('aircraft are published with all columns', () => {
  const columns = aircraftColumns(3)
  columns.count = 3
  for (const column of Object.values(columns))
    if (ArrayBuffer.isView(column))
      for (let i = 0; i < 24; i++) (column as Uint8Array)[i] = i === 1 ? -1 : i * 3
  const batch = { columns, feed: 65_535, source: 4, recTime: 1_770_000_000_000 }
  const writer = new SeaWriter()
  writer.aircraft(batch)
  const [found] = heard(writer.take(MESSAGE_KIND.ROWS, 1, 0).bytes) as [typeof batch]
  expect({ ...found, columns: null }).toEqual({ ...batch, columns: null })
  for (const [name, column] of Object.entries(found.columns))
    expect(ArrayBuffer.isView(column) ? Array.from(column as Uint8Array).slice(0, 3) : column).toEqual(
      ArrayBuffer.isView(column)
        ? Array.from((columns as unknown as Record<string, Uint8Array>)[name]!).slice(0, 3)
        : columns.count,
    )
})
