import { changedColumns, type LiveFrame, type NamedContact } from '@samudra/contract/wire/live-frame'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fleet } from '../fleet/fleet.ts'
import { Held, NO_CONTACT } from './held.ts'
import { drawnPlace, LOOK, STRIDE } from '../fleet/instance.ts'
import { latitudeOf, longitudeOf } from '../fleet/reckon.ts'

const EPOCH = 1_770_000_000_000
const NOW = EPOCH + 3_600_000

type Ship = { id: number; lat: number; lon: number; sog: number; age: number }

function aShip(ship: Partial<Ship> = {}): Ship {
  return { id: 1, lat: 7, lon: 80, sog: 10, age: 5, ...ship }
}

function aFrame(ships: Ship[], rest: Partial<LiveFrame> = {}): LiveFrame {
  const changed = changedColumns(ships.length)
  changed.count = ships.length
  ships.forEach((ship, i) => {
    changed.id[i] = ship.id
    changed.lat[i] = Math.round(ship.lat * 1e6)
    changed.lon[i] = Math.round(ship.lon * 1e6)
    changed.sog[i] = Math.round(ship.sog * 10)
    changed.cog[i] = 900
    changed.heading[i] = 90
    changed.shipGroup[i] = 7
    changed.observedAt[i] = NOW - ship.age * 1000
  })
  return {
    seq: 0,
    snapshot: false,
    tick: NOW,
    inView: ships.length,
    total: ships.length,
    changed,
    named: [],
    removed: [],
    ...rest,
  }
}

const named = (id: number): NamedContact => ({
  id,
  mmsi: 419_000_000 + id,
  split: 0,
  shipType: 70,
  length: 200,
  beam: 30,
  name: `SHIP ${id}`,
})

test('after any deltas the worker has the same contents as from a fresh snapshot', () => {
  const ship = fc.record({
    id: fc.nat(40),
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lon: fc.double({ min: -180, max: 179.9, noNaN: true }),
    sog: fc.integer({ min: 0, max: 30 }),
    age: fc.integer({ min: 0, max: 1000 }),
  })
  const step = fc.record({
    changed: fc.uniqueArray(ship, { selector: (s) => s.id, maxLength: 15 }),
    removed: fc.uniqueArray(fc.nat(40), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const held = new Held(EPOCH)
      const truth = new Map<number, Ship>()
      held.apply(aFrame([], { snapshot: true }), NOW)
      steps.forEach(({ changed, removed }, i) => {
        for (const one of changed) truth.set(one.id, one)
        const gone = removed.filter((id) => truth.has(id)).sort((a, b) => a - b)
        for (const id of gone) truth.delete(id)
        held.apply(
          aFrame(changed, { named: changed.map(({ id }) => named(id)), removed: gone }),
          NOW + i * 1000,
        )
      })
      const fresh = new Held(EPOCH)
      const all = [...truth.values()].sort((a, b) => a.id - b.id)
      fresh.apply(aFrame(all, { snapshot: true, named: all.map(({ id }) => named(id)) }), NOW)
      expect(held.contents()).toEqual(fresh.contents())
      expect([...held.byGroup]).toEqual([...fresh.byGroup])
    }),
  )
})

test('the page has the same contents as the worker, place by place', () => {
  const held = new Held(EPOCH)
  const fleet = new Fleet()
  const many = Array.from({ length: 6000 }, (_, id) => aShip({ id, lon: id / 100 }))
  fleet.apply(held.apply(aFrame(many, { snapshot: true, named: many.map(({ id }) => named(id)) }), NOW))
  fleet.apply(held.apply(aFrame([], { removed: [10, 11, 5999] }), NOW))
  fleet.apply(held.apply(aFrame([aShip({ id: 7000, lon: 1 })], { named: [named(7000)] }), NOW))
  const shown = [...fleet.ids.subarray(0, fleet.count)].filter((id) => id !== NO_CONTACT)
  expect(shown.length).toBe(5998)
  const place = fleet.placeOfMmsi(419_007_000, 0)
  expect(fleet.names[place]).toBe('SHIP 7000')
  expect(fleet.placeOfMmsi(419_000_010, 0)).toBe(-1)
})

test('a contact that comes back into the view still has its name, which is sent only once', () => {
  const held = new Held(EPOCH)
  const fleet = new Fleet()
  fleet.apply(held.apply(aFrame([aShip()], { snapshot: true, named: [named(1)] }), NOW))
  fleet.apply(held.apply(aFrame([], { removed: [1] }), NOW))
  fleet.apply(held.apply(aFrame([aShip()]), NOW))
  expect(fleet.names[fleet.placeOfMmsi(419_000_001, 0)]).toBe('SHIP 1')
})

test('a new fix does not make a ship jump: at that moment it is drawn where it was', () => {
  const held = new Held(EPOCH)
  const fleet = new Fleet()
  fleet.epochMs = EPOCH
  fleet.apply(held.apply(aFrame([aShip({ age: 60 })], { snapshot: true }), NOW))
  const before = { x: 0, y: 0 }
  const after = { x: 0, y: 0 }
  const seconds = (NOW - EPOCH) / 1000
  drawnPlace(fleet.rows, 0, seconds, before)
  fleet.apply(held.apply(aFrame([aShip({ lat: 7.01, lon: 80.02, age: 0 })]), NOW))
  drawnPlace(fleet.rows, 0, seconds, after)
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-8)
  drawnPlace(fleet.rows, 0, seconds + 1, after)
  expect(latitudeOf(after.y)).toBeCloseTo(7.01, 4)
  expect(longitudeOf(after.x)).toBeCloseTo(80.02, 3)
})

test('a removed contact leaves an empty place, which the next one takes', () => {
  const held = new Held(EPOCH)
  held.apply(aFrame([aShip({ id: 1 }), aShip({ id: 2 })], { snapshot: true }), NOW)
  const gone = held.apply(aFrame([], { removed: [1] }), NOW)
  expect(new Uint8Array(gone.bytes)[LOOK.symbol]).toBe(0)
  const next = held.apply(aFrame([aShip({ id: 3 })]), NOW)
  expect([...next.places]).toEqual([...gone.places])
  expect(next.rows).toBe(2)
})

test('only pages with changes are uploaded', () => {
  const held = new Held(EPOCH)
  const fleet = new Fleet()
  const many = Array.from({ length: 4000 }, (_, id) => aShip({ id }))
  fleet.apply(held.apply(aFrame(many, { snapshot: true }), NOW))
  fleet.takeDirty(() => undefined)
  fleet.apply(held.apply(aFrame([aShip({ id: 1000, lat: 9 })]), NOW))
  const runs: [number, number][] = []
  fleet.takeDirty((from, to) => runs.push([from, to]))
  expect(runs).toEqual([[960 * STRIDE, 1024 * STRIDE]])
})
