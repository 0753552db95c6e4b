import { expect, test } from 'vitest'
import { Fleet } from '../fleet/fleet.ts'
import { findContacts, heldContact, showsFleet } from './held-contacts.ts'
import {
  HAS_ANGLE,
  LOOK,
  rowsOver,
  STRIDE,
  symbolIndex,
  WORD,
  WORDS,
  X_SCALE,
  Y_SCALE,
} from '../fleet/instance.ts'
import { mercatorX, mercatorY } from '../fleet/reckon.ts'

const SHIPS = [
  { mmsi: 419000001, split: 0, name: 'MV OCEAN SUNRISE', lat: 8, lon: 76 },
  { mmsi: 419000002, split: 0, name: 'BLUE OCEAN', lat: -12.5, lon: 170 },
  { mmsi: 2410001, split: 0, name: '', lat: 0, lon: -30 },
]

function aFleet(): Fleet {
  const rows = rowsOver(new ArrayBuffer(SHIPS.length * STRIDE))
  SHIPS.forEach(({ lat, lon }, place) => {
    rows.u32[place * WORDS + WORD.x] = mercatorX(lon) * X_SCALE
    rows.u32[place * WORDS + WORD.y] = mercatorY(lat) * Y_SCALE
    rows.f32[place * WORDS + WORD.observed] = 60
    rows.u16[(place * WORDS + WORD.shape) * 2] = 0.25 * 65_536
    rows.u16[(place * WORDS + WORD.shape) * 2 + 1] = 180
    rows.bytes[place * STRIDE + LOOK.group] = 7
    rows.bytes[place * STRIDE + LOOK.symbol] = symbolIndex('moored')
    rows.bytes[place * STRIDE + LOOK.flags] = place === 0 ? HAS_ANGLE : 0
  })
  const fleet = new Fleet()
  fleet.epochMs = 1_000_000
  fleet.apply({
    reset: true,
    rows: SHIPS.length,
    places: Uint32Array.from(SHIPS.keys()),
    bytes: rows.bytes.buffer,
    ids: Uint32Array.from([11, 12, 13]),
    named: SHIPS.map(({ mmsi, split, name }, place) => ({ place, mmsi, split, name, shipType: 0 })),
    longestStep: 0,
  })
  return fleet
}

test('without the server a vessel is found by name or MMSI among those drawn, beginnings first', () => {
  showsFleet(aFleet())
  const labels = (text: string) => findContacts(text, 12).map(({ label }) => label)
  expect(labels('ocean')).toEqual(['MV OCEAN SUNRISE', 'BLUE OCEAN'])
  expect(labels('bl')).toEqual(['BLUE OCEAN'])
  expect(labels('sun ocean')).toEqual(['MV OCEAN SUNRISE'])
  expect(labels('419000002')).toEqual(['BLUE OCEAN'])
  expect(labels('0024')).toEqual(['MMSI 002410001'])
  expect(labels('kochi')).toEqual([])
  expect(findContacts('0', 1)).toHaveLength(1)
  showsFleet(null)
  expect(labels('ocean')).toEqual([])
})

test('without the server the card shows what the page draws of a vessel', () => {
  showsFleet(aFleet())
  const ship = heldContact({ mmsi: '419000001', split: 0 })
  expect(ship).toMatchObject({
    name: 'MV OCEAN SUNRISE',
    observedAt: 1_060_000,
    group: 'CARGO',
    symbol: 'moored',
    degrees: 90,
    length: 180,
    beam: null,
  })
  expect(ship?.latitude).toBeCloseTo(8, 5)
  expect(ship?.longitude).toBeCloseTo(76, 5)
  expect(heldContact({ mmsi: '419000002', split: 0 })?.degrees).toBeNull()
  expect(heldContact({ mmsi: '419000009', split: 0 })).toBeNull()
  showsFleet(null)
})
