import { changedColumns } from '@samudra/contract/wire/live-frame'
import { expect, test } from 'vitest'
import { Fleet } from './fleet.ts'
import { STRIDE } from './instance.ts'
import { Held } from '../held/held.ts'
import { pick } from './picking.ts'
import { mercatorX, mercatorY } from './reckon.ts'

const NOW = 1_770_000_000_000
const SCALE = 512 * 2 ** 12

type At = { lat: number; lon: number; length?: number }

function aFleet(places: At[]): Fleet {
  const changed = changedColumns(places.length)
  changed.count = places.length
  places.forEach(({ lat, lon }, i) => {
    changed.id[i] = i
    changed.lat[i] = Math.round(lat * 1e6)
    changed.lon[i] = Math.round(lon * 1e6)
    changed.navStatus[i] = 5
    changed.heading[i] = 90
    changed.observedAt[i] = NOW
  })
  const named = places.map(({ length = 0 }, id) => ({
    id,
    mmsi: id + 1,
    split: 0,
    shipType: 70,
    length,
    beam: 0,
    name: '',
  }))
  const fleet = new Fleet()
  const frame = { seq: 0, snapshot: true, tick: NOW, inView: 0, total: 0, changed, named, removed: [] }
  fleet.apply(new Held(NOW).apply(frame, NOW))
  return fleet
}

/** A point so many pixels east of a place. */
const eastOf = (lat: number, lon: number, px: number) => {
  const x = mercatorX(lon) + px / SCALE
  return { x: x - Math.floor(x), y: mercatorY(lat) }
}
const sight = { scale: SCALE, now: 0 }

test('the nearest contact within reach is picked, and nothing beyond it', () => {
  const fleet = aFleet([
    { lat: 6, lon: 80 },
    { lat: 6, lon: 80.002 },
  ])
  expect(pick(fleet, eastOf(6, 80, 2), sight, 8)).toBe(0)
  expect(pick(fleet, eastOf(6, 80.002, 2), sight, 8)).toBe(1)
  expect(pick(fleet, eastOf(6, 80, -9), sight, 8)).toBe(-1)
})

test('of two contacts at one place the one drawn on top is picked', () => {
  const fleet = aFleet([
    { lat: 6, lon: 80 },
    { lat: 6, lon: 80 },
  ])
  expect(pick(fleet, eastOf(6, 80, 3), sight, 8)).toBe(1)
})

test('a contact is picked across the antimeridian', () => {
  const fleet = aFleet([{ lat: 6, lon: -179.9999 }])
  expect(pick(fleet, eastOf(6, 179.9999, 1), sight, 8)).toBe(0)
})

test('a long ship is picked anywhere along its hull when its length can be seen', () => {
  const metresAcross = 400
  const fleet = aFleet([{ lat: 0, lon: 80, length: metresAcross }])
  const close = { scale: 512 * 2 ** 16, now: 0 }
  const bow = { x: mercatorX(80) + 170 / 40_075_017, y: mercatorY(0) }
  expect(pick(fleet, bow, close, 8)).toBe(0)
  const abeam = { x: mercatorX(80), y: mercatorY(0) + 170 / 40_075_017 }
  expect(pick(fleet, abeam, close, 8)).toBe(-1)
})

test('a new vessel is picked before the chart has drawn it, also in a picture that started again', () => {
  const places = [
    { lat: 6, lon: 80 },
    { lat: 6, lon: 80.002 },
  ]
  const fleet = aFleet(places)
  const under = (lat: number, lon: number) => pick(fleet, eastOf(lat, lon, 0), sight, 10)
  expect(under(6, 80)).toBe(0)
  // All stand in a group as they are drawn, and a click on them is the group's.
  fleet.gather(() => true)
  expect(under(6, 80)).toBe(-1)
  // In another picture the contacts now in their places are not gathered.
  fleet.apply({
    reset: true,
    rows: 1,
    places: Uint32Array.of(0),
    bytes: fleet.rows.bytes.slice(0, STRIDE).buffer,
    ids: Uint32Array.of(99),
    named: [{ place: 0, mmsi: 99, split: 0, shipType: 70, name: '' }],
    longestStep: 0,
  })
  expect(under(6, 80)).toBe(0)
})
