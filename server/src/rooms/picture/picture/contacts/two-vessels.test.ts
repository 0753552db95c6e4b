import { expect, test } from 'vitest'
import { fixBatch, NONE16, QUALITY } from '../../../../sea/fix-batch.ts'
import { FLAG } from '../../../../sea/marks.ts'
import type { StaticFields } from '../../../../sea/static-fields.ts'
import type { StaticReport } from '../../../../sea/topics.ts'
import { Picture } from '../picture.ts'

const MMSI = 235012345
const NOON = Date.UTC(2026, 0, 5, 12)
const SECOND = 1000
const MINUTE = 60_000
type Position = { lat: number; lon: number; sog?: number; cog?: number; type?: number; source?: number }
const YACHT: Position = { lat: 7.8, lon: 98.35, sog: 0.1, cog: 40, type: 18 }
const CARGO: Position = { lat: -26.1, lon: 62.3, sog: 13.3, cog: 215, type: 1 }
const KARIN = {
  name: 'KARIN',
  callSign: 'MKRN5',
  toBow: 12,
  toStern: 7,
  toPort: 2,
  toStarboard: 3,
  shipType: 37,
}
const ORE = { name: 'CAPE ORCHID', callSign: 'V7QX2', imo: 9074729, toBow: 230, toStern: 32, shipType: 70 }
const OTHER_ORE = {
  name: 'DONG FANG 8',
  callSign: '3EAB',
  imo: 9176187,
  toBow: 160,
  toStern: 22,
  shipType: 70,
}

/** A sea of one MMSI; minutes since noon. */
function aSea(picture = new Picture({ priority: (feed) => feed, trust: () => 0.5 })) {
  let nextId = 1
  const position = (minute: number, { lat, lon, sog, cog, type = 1, source = 1 }: Position) => {
    const batch = fixBatch(1)
    batch.count = 1
    batch.fixId[0] = nextId++
    batch.mmsi[0] = MMSI
    batch.lat[0] = Math.round(lat * 1e6)
    batch.lon[0] = Math.round(lon * 1e6)
    batch.sog[0] = sog === undefined ? NONE16 : sog * 10
    batch.cog[0] = cog === undefined ? NONE16 : cog * 10
    batch.heading[0] = NONE16
    batch.type[0] = type
    batch.observedAt[0] = batch.recTime[0] = NOON + minute * MINUTE
    batch.source[0] = batch.feed[0] = source
    batch.station[0] = -1
    picture.judge(batch)
    return batch.quality[0] === QUALITY.QUARANTINED ? 'not accepted' : batch.split[0]!
  }
  const named = (minute: number, fields: Partial<StaticReport>, { type = 5, source = 1 } = {}) => {
    const at = NOON + minute * MINUTE
    const blank = Object.fromEntries(
      ['name', 'callSign', 'imo', 'shipType', 'aidType', 'toBow', 'toStern', 'toPort', 'toStarboard', 'eta']
        .concat('draught', 'destination')
        .map((field) => [field, null]),
    )
    const one = { ...blank, mmsi: MMSI, type, source, recTime: at, observedAt: at, ...fields }
    picture.applyStatic(one as StaticReport)
  }
  /** Class B static data in its two parts. */
  const inTwoParts = (
    minute: number,
    { name, ...more }: { name: string } & Partial<StaticReport>,
    source = 1,
  ) => {
    named(minute, { name }, { type: 24, source })
    named(minute + (10 * SECOND) / MINUTE, more, { type: 24, source })
  }
  /** Contacts as a card shows them. */
  const cards = () => {
    const { store, statics } = picture
    const found: string[] = []
    for (let id = store.firstOf(MMSI); id >= 0; id = store.nextOfMmsi[id]!) {
      const { name, callSign, imo, toBow, toStern } = values(statics.of(id))
      const lat = Math.round(store.rows.lat[store.shown[id]!]! / 1e6)
      const length = toBow === undefined ? '' : `${Number(toBow) + Number(toStern)} m`
      found.push(
        [store.split[id], lat, name, callSign, imo, length]
          .filter((one) => one != null)
          .join(' ')
          .trim(),
      )
    }
    return found.sort()
  }
  const isMarked = () => (picture.store.flags[picture.store.firstOf(MMSI)]! & FLAG.DUPLICATE_FLAG) !== 0
  return { picture, position, named, inTwoParts, cards, isMarked }
}
const values = (fields: StaticFields = {}) =>
  Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]))

const BOTH = ['0 8 KARIN MKRN5 19 m', '1 -26 CAPE ORCHID V7QX2 9074729 262 m']

test('a yacht and a cargo ship under one MMSI are two vessels at the first report of the second', () => {
  const { position, named, inTwoParts, cards, isMarked } = aSea()
  position(0, YACHT)
  inTwoParts(0.5, KARIN)
  position(3, YACHT)
  expect(position(7, CARGO)).toBe(1)
  named(7.5, ORE)
  position(8, CARGO)
  expect(cards()).toEqual(BOTH)
  expect(isMarked()).toBe(true)
})

test('static data received before the second position waits for it and is not mixed in', () => {
  const { position, named, inTwoParts, cards } = aSea()
  position(0, YACHT)
  inTwoParts(0.5, KARIN)
  named(1, ORE)
  expect(cards()).toEqual([BOTH[0]])
  expect(position(1.2, CARGO)).toBe(1)
  expect(cards()).toEqual(BOTH)
})

test('two class A vessels are distinguished by their static data alone', () => {
  const { position, named, cards } = aSea()
  const other = { ...YACHT, type: 1 }
  position(0, other)
  named(0.5, OTHER_ORE)
  named(1, ORE)
  expect(position(1.5, CARGO)).toBe(1)
  named(7, OTHER_ORE)
  named(7, ORE)
  expect(cards()).toEqual(['0 8 DONG FANG 8 3EAB 9176187 182 m', BOTH[1]])
})

test('two class B vessels with static data in two parts, sent in turns, keep every part', () => {
  const { position, named, cards } = aSea()
  const boat = { ...CARGO, type: 18 }
  const LUCIA = { name: 'LUCIA', callSign: 'PD2211', toBow: 5, toStern: 6, toPort: 1, toStarboard: 2 }
  const { name: karin, ...ofKarin } = KARIN
  const { name: lucia, ...ofLucia } = LUCIA
  position(0, YACHT)
  named(0.1, { name: karin }, { type: 24 })
  named(0.2, ofKarin, { type: 24 })
  for (let minute = 1; minute < 20; minute += 6) {
    position(minute, YACHT)
    position(minute, boat)
    named(minute + 0.1, { name: karin }, { type: 24 })
    named(minute + 0.15, { name: lucia }, { type: 24 })
    named(minute + 0.2, ofLucia, { type: 24 })
    named(minute + 0.25, ofKarin, { type: 24 })
  }
  expect(cards()).toEqual([BOTH[0], '1 -26 LUCIA PD2211 11 m'])
})

test('two sources that both bring both vessels do not mix them', () => {
  const { position, named, inTwoParts, cards } = aSea()
  for (let minute = 0; minute < 30; minute += 3)
    for (const source of [1, 2]) {
      position(minute, { ...CARGO, source })
      position(minute + 0.5, { ...YACHT, source })
      if (minute % 6 === 0) named(minute + 0.6, ORE, { source })
      if (minute % 6 === 0) inTwoParts(minute + 0.7, KARIN, source)
    }
  expect(cards()).toEqual(['0 -26 CAPE ORCHID V7QX2 9074729 262 m', '1 8 KARIN MKRN5 19 m'])
})

test('a vessel received alone later keeps its own static data', () => {
  const { position, named, inTwoParts, cards } = aSea()
  position(0, YACHT)
  inTwoParts(0.5, KARIN)
  position(1, CARGO)
  named(1.5, ORE)
  for (let minute = 60; minute < 120; minute += 6) {
    expect(position(minute, CARGO)).toBe(1)
    named(minute, ORE)
  }
  for (let minute = 180; minute < 240; minute += 6) {
    expect(position(minute, YACHT)).toBe(0)
    inTwoParts(minute, KARIN)
  }
  expect(cards()).toEqual(BOTH)
})

test('indistinguishable static data of two class A vessels waits until one is received alone', () => {
  const { position, named, cards, picture } = aSea()
  const other = { ...YACHT, type: 1 }
  for (let minute = 0; minute < 12; minute++) {
    position(minute, other)
    position(minute, CARGO)
    if (minute % 6 === 5) named(minute, ORE)
    if (minute % 6 === 5) named(minute, OTHER_ORE)
  }
  expect(cards()).toEqual(['0 8', '1 -26'])
  expect(picture.attribution.namesWaiting(MMSI)).toEqual(['CAPE ORCHID', 'DONG FANG 8'])
  for (let minute = 12; minute < 60; minute += 2) {
    position(minute, CARGO)
    if (minute % 6 === 0) named(minute, ORE)
  }
  position(60, other)
  named(61, OTHER_ORE)
  expect(cards()).toEqual(['0 8 DONG FANG 8 3EAB 9176187 182 m', BOTH[1]])
})

test('static data attributed to the wrong vessel change places once one is received alone', () => {
  const { position, named, cards } = aSea()
  const other = { ...YACHT, type: 1 }
  // Of the two only the position of one was known when the other sent who it is.
  position(0, other)
  named(0.1, ORE)
  for (let minute = 1; minute < 5; minute++) {
    position(minute, CARGO)
    position(minute, other)
  }
  for (let minute = 6; minute < 60; minute += 2) {
    position(minute, CARGO)
    if (minute % 6 === 0) named(minute, ORE)
  }
  expect(cards()).toEqual(['0 8', BOTH[1]])
})

test('a vessel reported 2,600 NM away within minutes is a second one unless static data agree', () => {
  const far = aSea()
  for (let minute = 0; minute < 6; minute += 3) far.position(minute, { ...YACHT, type: 1 })
  far.named(1, OTHER_ORE)
  for (let minute = 7; minute < 40; minute++) far.position(minute, CARGO)
  expect(far.cards()).toEqual(['0 8 DONG FANG 8 3EAB 9176187 182 m', '1 -26'])

  const jumped = aSea()
  for (let minute = 0; minute < 6; minute += 3) jumped.position(minute, { ...YACHT, type: 1 })
  jumped.named(1, OTHER_ORE)
  for (let minute = 7; minute < 40; minute++) {
    jumped.position(minute, CARGO)
    if (minute % 6 === 0) jumped.named(minute, OTHER_ORE)
  }
  expect(jumped.cards()).toEqual(['0 -26 DONG FANG 8 3EAB 9176187 182 m'])
  expect(jumped.isMarked()).toBe(false)
})

test('a vessel that changes identity in place gets the new one once the old one is not sent', () => {
  const { position, named, cards } = aSea()
  for (let minute = 0; minute < 60; minute += 2) {
    position(minute, CARGO)
    if (minute % 6 === 0) named(minute, minute < 12 ? ORE : OTHER_ORE)
    if (minute === 20) expect(cards()).toEqual(['0 -26 CAPE ORCHID V7QX2 9074729 262 m'])
  }
  expect(cards()).toEqual(['0 -26 DONG FANG 8 3EAB 9176187 182 m'])
})
