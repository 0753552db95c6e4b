import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestApproach } from './closest-approach.ts'
import { deadReckon, type LastFix } from './dead-reckoning.ts'
import { distanceBetween } from '../geodesy.ts'
import { degrees, knots, nmFromMetres, place } from '../units.ts'

const fix = (lat: number, lon: number, sog: number | null, cog: number | null): LastFix => ({
  place: place(lat, lon),
  sog: sog === null ? null : knots(sog),
  cog: cog === null ? null : degrees(cog),
})

test('two ships head on, ten miles apart at ten knots each, meet in half an hour', () => {
  const found = closestApproach(fix(0, 0, 10, 90), fix(0, 10 / 60, 10, 270))!
  expect(found.inMs / 60_000).toBeCloseTo(30, 0)
  expect(nmFromMetres(found.distance)).toBeLessThan(0.05)
})

test('crossing ships pass at the distance of the textbook', () => {
  // The other crosses ahead: relative motion along a line 45 degrees to both, so CPA is 5 / sqrt 2.
  const found = closestApproach(fix(0, 0, 10, 0), fix(0, 5 / 60, 10, 270))!
  expect(nmFromMetres(found.distance)).toBeCloseTo(5 / Math.SQRT2, 1)
  expect(found.inMs / 60_000).toBeCloseTo(15, 0)
})

test('ships that draw apart are nearest now, and across 180 degrees nothing is different', () => {
  const found = closestApproach(fix(0, 179.95, 10, 270), fix(0, -179.95, 10, 90))!
  expect(found).toMatchObject({ inMs: 0, isPast: true })
  expect(nmFromMetres(found.distance)).toBeCloseTo(6, 1)
})

test('without a speed, or without the course of a ship that moves, nothing is guessed', () => {
  expect(closestApproach(fix(0, 0, null, 90), fix(0, 1, 5, 90))).toBeNull()
  expect(closestApproach(fix(0, 0, 5, null), fix(0, 1, 5, 90))).toBeNull()
  expect(closestApproach(fix(0, 0, 0, null), fix(0, 0.1, 6, 270))).not.toBeNull()
})

test('no other moment of the next hours brings them nearer', () => {
  const a = fc.tuple(
    fc.double({ min: -0.4, max: 0.4, noNaN: true }),
    fc.double({ min: 0, max: 25, noNaN: true }),
    fc.double({ min: 0, max: 359, noNaN: true }),
  )
  fc.assert(
    fc.property(a, a, fc.double({ min: -60, max: 60, noNaN: true }), ([x1, s1, c1], [x2, s2, c2], lat) => {
      const [one, other] = [fix(lat, 70 + x1, s1, c1), fix(lat + x2 / 2, 70 + x2, s2, c2)]
      const found = closestApproach(one, other)!
      for (let minute = 0; minute <= 120; minute += 5) {
        const places = [deadReckon(one, minute * 60_000)!, deadReckon(other, minute * 60_000)!] as const
        const then = distanceBetween(...places)
        // The plane is not the sphere: a hundredth, or fifty metres, and what meridians draw together on the way north or south.
        const farthest = Math.max(...places.map((then) => Math.abs(then.lat)))
        const together = Math.cos((Math.abs(lat) * Math.PI) / 180) / Math.cos((farthest * Math.PI) / 180)
        expect(found.distance).toBeLessThanOrEqual(then * 1.01 * Math.max(1, together) + 50)
      }
    }),
    { numRuns: 200 },
  )
})
