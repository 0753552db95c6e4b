import { expect, test } from 'vitest'
import { deadReckon } from './dead-reckoning.ts'
import { distanceBetween } from './geodesy.ts'
import { degrees, knots, nmFromMetres, place } from './units.ts'

const start = place(10, 70)
const HOUR = 3_600_000

test('a ship at 12 kn is expected 12 NM further on after an hour', () => {
  const there = deadReckon({ place: start, sog: knots(12), cog: degrees(0) }, HOUR)!
  expect(nmFromMetres(distanceBetween(start, there))).toBeCloseTo(12, 6)
  expect(there.lon).toBeCloseTo(70, 9)
})

test('nothing is expected of a ship whose speed, or course under way, is unknown', () => {
  expect(deadReckon({ place: start, sog: null, cog: degrees(0) }, HOUR)).toBeNull()
  expect(deadReckon({ place: start, sog: knots(5), cog: null }, HOUR)).toBeNull()
  expect(deadReckon({ place: start, sog: knots(0), cog: null }, HOUR)).toEqual(start)
})

test('a ship that turns to starboard is expected to starboard of her old course', () => {
  const fix = { place: start, sog: knots(12), cog: degrees(0) }
  const after = deadReckon({ ...fix, rot: 45 }, 120_000)!
  // Half a mile of turn over 90 degrees: as far east as north.
  expect(after.lon - 70).toBeCloseTo((after.lat - 10) / Math.cos((10 * Math.PI) / 180), 4)
  expect(after.lon).toBeGreaterThan(70)
  const port = deadReckon({ ...fix, rot: -45 }, 120_000)!
  expect(port.lon).toBeLessThan(70)
})
