import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAircraftFrame, encodeAircraftFrame, type AircraftRow } from './aircraft-frame.ts'

const TICK = 1_700_000_000_000
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const row: fc.Arbitrary<AircraftRow> = fc.record({
  address: fc.integer({ min: 0, max: 0x1ffffff }),
  lat: fc.integer({ min: -90e6, max: 90e6 }).map((value) => value / 1e6),
  lon: fc.integer({ min: -180e6, max: 180e6 }).map((value) => value / 1e6),
  placedAt: fc.integer({ min: 0, max: 60_000 }).map((age) => TICK - age * 100),
  recTime: fc.integer({ min: 0, max: 60_000 }).map((age) => TICK - age * 100),
  altitude: maybe(fc.integer({ min: -2000, max: 130_000 })),
  groundSpeed: maybe(fc.integer({ min: 0, max: 50_000 }).map((value) => value / 10)),
  track: maybe(fc.integer({ min: 0, max: 3599 }).map((value) => value / 10)),
  verticalRate: maybe(fc.integer({ min: -32_000, max: 32_000 })),
  squawk: maybe(fc.integer({ min: 0, max: 4095 })),
  onGround: maybe(fc.boolean()),
  category: maybe(fc.integer({ min: 0, max: 31 })),
  sourceType: fc.integer({ min: 0, max: 3 }),
  source: fc.constantFrom('ADSB', 'ADSB_NET', 'Übersee'),
  callSign: maybe(fc.stringMatching(/^[A-Z0-9]{1,8}$/)),
})

test('a frame is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 50 }),
      fc.array(fc.integer({ min: 0, max: 0x1ffffff }), { maxLength: 10 }),
      fc.boolean(),
      (rows, removed, snapshot) => {
        const frame = { seq: 7, snapshot, tick: TICK, inView: 3, total: 9, rows, removed }
        expect(decodeAircraftFrame(encodeAircraftFrame(frame))).toEqual(frame)
      },
    ),
  )
})

test('a truncated frame or one of another version is refused whole', () => {
  const whole = encodeAircraftFrame({
    seq: 0,
    snapshot: true,
    tick: TICK,
    inView: 0,
    total: 0,
    rows: [],
    removed: [1],
  })
  for (let n = 0; n < whole.length; n++)
    expect(() => decodeAircraftFrame(whole.slice(0, n))).toThrow(RangeError)
  expect(() => decodeAircraftFrame(Uint8Array.from(whole, (byte, i) => (i === 0 ? 9 : byte)))).toThrow(
    /Reload/,
  )
})
