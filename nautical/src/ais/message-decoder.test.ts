import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitWriter } from './encode-bits.ts'
import { encodeSentences } from './encode-sentences.ts'
import {
  encodeAidToNavigation,
  encodeBaseStation,
  encodeClassBExtended,
  encodeClassBPosition,
  encodeLongRange,
  encodePosition,
  encodeStaticData,
  encodeStaticVoyage,
} from './encode.ts'
import { rotDegreesPerMinute } from './rate-of-turn.ts'
import { receiveMessages } from './testing.ts'

const orUnknown = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const scaled = (min: number, max: number, scale: number) =>
  orUnknown(fc.integer({ min, max }).map((raw) => raw / scale))
const coordinate = (degrees: number, perDegree = 600_000) =>
  orUnknown(
    fc
      .integer({ min: -degrees * perDegree, max: degrees * perDegree })
      .map((raw) => Math.round((raw * 1e6) / perDegree) / 1e6 || 0),
  )
const whole = (min: number, max: number) => orUnknown(fc.integer({ min, max }))
const bits = (width: number) => fc.nat(2 ** width - 1)
const mmsi = fc.nat(999_999_999).map((number) => String(number).padStart(9, '0'))
/** Six-bit text as a crew enters it: no @, no blanks at the end, not empty. */
const text = (most: number) =>
  orUnknown(
    fc
      .stringMatching(/^[A-Z0-9 "\\\-./?]+$/, { size: 'small' })
      .map((value) => value.slice(0, most).trimEnd())
      .filter((value) => value !== ''),
  )
const head = { repeat: bits(2), mmsi }
const place = { lon: coordinate(180), lat: coordinate(90) }
const movement = {
  ...place,
  sog: scaled(0, 1022, 10),
  accuracy: fc.boolean(),
  cog: scaled(0, 3599, 10),
  trueHeading: whole(0, 359),
  second: orUnknown(fc.integer({ min: 0, max: 63 }).filter((second) => second !== 60)),
}
const NO_DIMENSIONS = { toBow: null, toStern: null, toPort: null, toStarboard: null }
const dimensions = fc.oneof(
  fc.constant(NO_DIMENSIONS),
  fc.record({
    toBow: fc.integer({ min: 1, max: 511 }),
    toStern: bits(9),
    toPort: bits(6),
    toStarboard: bits(6),
  }),
)
const eta = orUnknown(
  fc
    .record({ month: whole(1, 12), day: whole(1, 31), hour: whole(0, 23), minute: whole(0, 59) })
    .filter((parts) => Object.values(parts).some((part) => part !== null)),
)

describe('encoded messages are decoded unchanged', () => {
  test('class A positions', () => {
    const turn = fc.oneof(
      fc.record({
        rot: whole(-126, 126).map((raw) => raw && rotDegreesPerMinute(raw)),
        turning: fc.constant(null),
      }),
      fc.record({ rot: fc.constant(null), turning: fc.constantFrom('port' as const, 'starboard' as const) }),
    )
    const report = fc.record({
      type: fc.constantFrom(1 as const, 2 as const, 3 as const),
      ...head,
      navStatus: whole(0, 14),
      ...movement,
      manoeuvre: whole(1, 3),
      raim: fc.boolean(),
      radio: bits(19),
    })
    fc.assert(
      fc.property(report, turn, (given, turning) => {
        const sent = { ...given, ...turning }
        expect(receiveMessages(encodePosition(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('base stations', () => {
    const report = fc.record({
      type: fc.constantFrom(4 as const, 11 as const),
      ...head,
      year: whole(1, 9999),
      month: whole(1, 12),
      day: whole(1, 31),
      hour: whole(0, 23),
      minute: whole(0, 59),
      second: whole(0, 59),
      accuracy: fc.boolean(),
      ...place,
      epfd: whole(1, 15),
      longRangeControl: fc.boolean(),
      raim: fc.boolean(),
      radio: bits(19),
    })
    fc.assert(
      fc.property(report, (sent) => {
        expect(receiveMessages(encodeBaseStation(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('static and voyage data', () => {
    const report = fc.record({
      type: fc.constant(5 as const),
      ...head,
      aisVersion: bits(2),
      imo: orUnknown(fc.integer({ min: 1_000_000, max: 9_999_999 }).map(String)),
      callSign: text(7),
      name: text(20),
      shipType: whole(1, 255),
      epfd: whole(1, 15),
      eta,
      draught: scaled(1, 255, 10),
      destination: text(20),
      dte: fc.boolean(),
    })
    fc.assert(
      fc.property(report, dimensions, (given, size) => {
        const sent = { ...given, ...size }
        expect(receiveMessages(encodeStaticVoyage(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('class B positions', () => {
    const report = fc.record({
      type: fc.constant(18 as const),
      ...head,
      ...movement,
      carrierSense: fc.boolean(),
      display: fc.boolean(),
      dsc: fc.boolean(),
      band: fc.boolean(),
      message22: fc.boolean(),
      assigned: fc.boolean(),
      raim: fc.boolean(),
      radio: bits(20),
    })
    fc.assert(
      fc.property(report, (sent) => {
        expect(receiveMessages(encodeClassBPosition(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('extended class B reports', () => {
    const report = fc.record({
      type: fc.constant(19 as const),
      ...head,
      ...movement,
      name: text(20),
      shipType: whole(1, 255),
      epfd: whole(1, 15),
      raim: fc.boolean(),
      dte: fc.boolean(),
      assigned: fc.boolean(),
    })
    fc.assert(
      fc.property(report, dimensions, (given, size) => {
        const sent = { ...given, ...size }
        expect(receiveMessages(encodeClassBExtended(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('aids to navigation, with names of up to 34 characters', () => {
    const report = fc.record({
      type: fc.constant(21 as const),
      ...head,
      aidType: whole(1, 31),
      name: text(34),
      accuracy: fc.boolean(),
      ...place,
      epfd: whole(1, 15),
      second: whole(0, 59),
      offPosition: fc.boolean(),
      aidStatus: bits(8),
      raim: fc.boolean(),
      virtualAid: fc.boolean(),
      assigned: fc.boolean(),
    })
    fc.assert(
      fc.property(report, dimensions, (given, size) => {
        const sent = { ...given, ...size }
        expect(receiveMessages(encodeAidToNavigation(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('class B static data, part A and B', () => {
    const partA = fc.record({
      type: fc.constant(24 as const),
      ...head,
      part: fc.constant('A' as const),
      name: text(20),
    })
    const partB = fc.record({
      type: fc.constant(24 as const),
      repeat: bits(2),
      mmsi: mmsi.filter((number) => !number.startsWith('98')),
      part: fc.constant('B' as const),
      shipType: whole(1, 255),
      vendorId: text(3),
      unitModel: bits(4),
      serialNumber: bits(20),
      callSign: text(7),
      mothershipMmsi: fc.constant(null),
      epfd: whole(1, 15),
    })
    fc.assert(
      fc.property(partA, (sent) => {
        expect(receiveMessages(encodeStaticData(sent)).messages).toEqual([sent])
      }),
    )
    fc.assert(
      fc.property(partB, dimensions, (given, size) => {
        const sent = { ...given, ...size }
        expect(receiveMessages(encodeStaticData(sent)).messages).toEqual([sent])
      }),
    )
  })

  test('an auxiliary craft names its mother ship in place of its size', () => {
    const [message] = receiveMessages(
      encodeStaticData({ part: 'B', mmsi: '984190001', mothershipMmsi: '419000123' }),
    ).messages
    expect(message).toMatchObject({ mothershipMmsi: '419000123', toBow: null, toStarboard: null })
  })

  test('long-range reports', () => {
    const report = fc.record({
      type: fc.constant(27 as const),
      ...head,
      accuracy: fc.boolean(),
      raim: fc.boolean(),
      navStatus: whole(0, 14),
      lon: coordinate(180, 600),
      lat: coordinate(90, 600),
      sog: whole(0, 62),
      cog: whole(0, 359),
      positionLatency: fc.boolean(),
    })
    fc.assert(
      fc.property(report, (sent) => {
        expect(receiveMessages(encodeLongRange(sent)).messages).toEqual([sent])
      }),
    )
  })
})

describe('how a message came', () => {
  test('time, station, radio channel and the rest of the tag block stand beside the message', () => {
    const lines = encodePosition(
      { mmsi: '002190000' },
      { vdo: true, radioChannel: 'B', tagBlock: { c: 1767607200, s: 'MSIS', n: 12, d: 'IFC', t: 'drill' } },
    )
    expect(receiveMessages(lines).receptions).toEqual([
      {
        observedAt: 1767607200000,
        station: 'MSIS',
        radioChannel: 'B',
        ownShip: true,
        badChecksum: false,
        lineCount: 12,
        tagDestination: 'IFC',
        tagText: 'drill',
      },
    ])
  })

  test('bits beyond a message never come from an earlier one', () => {
    const full = new BitWriter().integer(8, 6).integer(0, 2).integer(1, 30).integer(0, 2)
    for (let i = 0; i < 20; i++) full.integer(2 ** 30 - 1, 30)
    const cut = new BitWriter().integer(1, 6).integer(0, 2).integer(1, 30)
    while (cut.bitLength < 149) cut.integer(0, 1)
    const { messages } = receiveMessages([...encodeSentences(full), ...encodeSentences(cut)])
    expect(messages[1]).toMatchObject({ type: 1, radio: 0 })
  })
})
