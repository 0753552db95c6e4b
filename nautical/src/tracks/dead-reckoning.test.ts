import { expect, test } from 'vitest'
import { deadReckon, medianMiss, reckoningRadius } from './dead-reckoning.ts'
import { distanceBetween } from '../geodesy.ts'
import { degrees, knots, nmFromMetres, place } from '../units.ts'

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

test('a vessel that turns to starboard is expected to starboard of its old course', () => {
  const fix = { place: start, sog: knots(12), cog: degrees(0) }
  const after = deadReckon({ ...fix, rot: 45 }, 120_000)!
  // Half a mile of turn over 90 degrees: as far east as north.
  expect(after.lon - 70).toBeCloseTo((after.lat - 10) / Math.cos((10 * Math.PI) / 180), 4)
  expect(after.lon).toBeGreaterThan(70)
  const port = deadReckon({ ...fix, rot: -45 }, 120_000)!
  expect(port.lon).toBeLessThan(70)
})

test('the circle around a reckoned place grows with time and speed, slower than a straight guess', () => {
  const minutes = [0, 1, 10, 30, 60, 240]
  const radii = minutes.map((one) => reckoningRadius(one * 60_000, 12))
  expect(radii[0]).toBeCloseTo(10, 6)
  expect(radii).toEqual([...radii].sort((a, b) => a - b))
  // An hour at 12 kn: between one and two miles of the twelve that it ran.
  expect(radii[4]! / 1852).toBeGreaterThan(1)
  expect(radii[4]! / 1852).toBeLessThan(2)
  // In the long run it grows with the root of the time.
  expect(reckoningRadius(100 * HOUR, 12) / reckoningRadius(25 * HOUR, 12)).toBeCloseTo(2, 1)
  expect(reckoningRadius(HOUR, 24)).toBeGreaterThan(radii[4]!)
  expect(reckoningRadius(HOUR, 0)).toBeGreaterThan(500)
})

test('the miss of a track is the median of its fixes; without reckoning there is no prediction', () => {
  const north = (minutes: number, lat: number, sog: number | null = 12) => ({
    t: minutes * 60_000,
    lat,
    lon: 70,
    sog,
    cog: 0,
  })
  const mile = 1852 / 111_319.49
  const straight = [north(0, 10), north(5, 10 + mile), north(10, 10 + 2 * mile)]
  expect(medianMiss(straight)).toEqual({ median_error_m: 0, median_ahead_s: 300, predictions: 2 })
  expect(medianMiss([north(0, 10), north(5, 10)])).toMatchObject({ median_error_m: 1852 })
  expect(medianMiss([north(0, 10, null), north(5, 10)])).toBeNull()
  expect(medianMiss([north(0, 10), north(90, 10)])).toBeNull()
  expect(medianMiss([])).toBeNull()
})
