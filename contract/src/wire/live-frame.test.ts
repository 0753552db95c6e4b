import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedColumns, decodeFrame, encodeFrame, type LiveFrame } from './live-frame.ts'

const TICK = 1_770_000_000_000

function aFrame(rows: { id: number; lat: number; lon: number; ageTenths: number; sog: number }[]): LiveFrame {
  const changed = changedColumns(rows.length)
  changed.count = rows.length
  rows.forEach((row, i) => {
    changed.id[i] = row.id
    changed.lat[i] = row.lat
    changed.lon[i] = row.lon
    changed.sog[i] = row.sog
    changed.cog[i] = 0xffff
    changed.heading[i] = 359
    changed.navStatus[i] = 15
    changed.kind[i] = 5
    changed.shipGroup[i] = 8
    changed.flags[i] = 0b10101
    changed.observedAt[i] = TICK - row.ageTenths * 100
  })
  return {
    seq: 7,
    snapshot: true,
    tick: TICK,
    inView: rows.length,
    total: 200_000,
    changed,
    named: [{ id: 300, mmsi: 419000001, split: 1, shipType: 70, length: 366, beam: 51, name: 'ŚĪNDHU' }],
    removed: [0, 1, 128, 199_999],
  }
}

test('a frame read back is the frame that was written', () => {
  const row = fc.record({
    id: fc.nat(199_999),
    lat: fc.integer({ min: -90_000_000, max: 90_000_000 }),
    lon: fc.integer({ min: -180_000_000, max: 180_000_000 }),
    ageTenths: fc.nat(5_000_000),
    sog: fc.nat(0xffff),
  })
  const rows = fc
    .uniqueArray(row, { selector: (r) => r.id, maxLength: 200 })
    .map((list) => list.sort((a, b) => a.id - b.id))
  fc.assert(
    fc.property(rows, (list) => {
      const frame = aFrame(list)
      expect(decodeFrame(encodeFrame(frame))).toEqual(frame)
    }),
  )
})

test('a view that shrinks from 200,000 contacts to none names every removed contact', () => {
  const removed = Array.from({ length: 200_000 }, (_, id) => id)
  const frame = { ...aFrame([]), named: [], removed }
  expect(decodeFrame(encodeFrame(frame)).removed).toEqual(removed)
})

test('a changed contact costs fewer than 24 bytes in a view of 20,000', () => {
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    id: i * 10,
    lat: 89_000_000,
    lon: -179_000_000,
    ageTenths: i % 1200,
    sog: 123,
  }))
  const frame = { ...aFrame(rows), named: [], removed: [] }
  expect(encodeFrame(frame).length / rows.length).toBeLessThan(24)
})

test('a frame that is cut short is refused instead of read as something else', () => {
  const bytes = encodeFrame(aFrame([{ id: 5, lat: 1, lon: 2, ageTenths: 3, sog: 4 }]))
  for (let end = 0; end < bytes.length; end++)
    expect(() => decodeFrame(bytes.slice(0, end))).toThrow(RangeError)
})
