import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  crossTrackDistance,
  destinationOf,
  distanceBetween,
  distanceToLeg,
  EARTH_RADIUS_M,
  initialBearing,
  interpolatePlace,
  wrapLongitude,
} from './geodesy.ts'
import { nmFromMetres, place } from './units.ts'

const aPlace = fc
  .record({
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
  })
  .map(({ lat, lon }) => place(lat, lon))
const aBearing = fc.double({ min: 0, max: 359.99, noNaN: true })
const aRun = fc.double({ min: 1, max: 5_000_000, noNaN: true })

describe('known answers', () => {
  test('a minute of latitude on this sphere is 1,855.3 m', () => {
    expect(distanceBetween(place(10, 70), place(10 + 1 / 60, 70))).toBeCloseTo(
      (EARTH_RADIUS_M * Math.PI) / 10_800,
      6,
    )
  })
  test('Mumbai to Mombasa is about 2,400 NM, leaving to the south-west', () => {
    const mumbai = place(18.93, 72.85)
    const mombasa = place(-4.05, 39.67)
    expect(nmFromMetres(distanceBetween(mumbai, mombasa))).toBeCloseTo(2398, -1)
    expect(initialBearing(mumbai, mombasa)).toBeCloseTo(238, 0)
  })
  test('a run east along the equator over 180 degrees comes out in the west', () => {
    const there = destinationOf(place(0, 179.5), 90, (EARTH_RADIUS_M * Math.PI) / 180)
    expect(there.lon).toBeCloseTo(-179.5, 9)
    expect(there.lat).toBeCloseTo(0, 9)
  })
  test('the antipode is half the circumference away', () => {
    expect(distanceBetween(place(12, 40), place(-12, -140))).toBeCloseTo(Math.PI * EARTH_RADIUS_M, 3)
  })
  test('a contact to starboard of the leg is at a positive distance', () => {
    expect(crossTrackDistance(place(-1, 5), place(0, 0), place(0, 10))).toBeGreaterThan(111_000)
    expect(crossTrackDistance(place(1, 5), place(0, 0), place(0, 10))).toBeLessThan(-111_000)
  })
  test('beyond the end of a leg the distance is to its end', () => {
    expect(distanceToLeg(place(0, 12), place(0, 0), place(0, 10))).toBeCloseTo(
      distanceBetween(place(0, 12), place(0, 10)),
      3,
    )
  })
})

test('a run on a bearing ends as far away as it was long', () => {
  fc.assert(
    fc.property(aPlace, aBearing, aRun, (from, bearing, run) => {
      expect(distanceBetween(from, destinationOf(from, bearing, run))).toBeCloseTo(run, 2)
    }),
  )
})

test('distance is the same there and back', () => {
  fc.assert(
    fc.property(aPlace, aPlace, (a, b) => {
      expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a), 6)
    }),
  )
})

test('the place half way is as far from the start as from the end, and on the leg', () => {
  fc.assert(
    fc.property(aPlace, aBearing, aRun, (from, bearing, run) => {
      const to = destinationOf(from, bearing, run)
      const half = interpolatePlace(from, to, 0.5)
      expect(distanceBetween(from, half)).toBeCloseTo(run / 2, 1)
      expect(distanceToLeg(half, from, to)).toBeLessThan(1)
    }),
  )
})

test('longitudes wrap into [-180, 180)', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (lon) => {
      const wrapped = wrapLongitude(lon)
      expect(wrapped).toBeGreaterThanOrEqual(-180)
      expect(wrapped).toBeLessThanOrEqual(180)
      expect(Math.cos((wrapped * Math.PI) / 180)).toBeCloseTo(Math.cos((lon * Math.PI) / 180), 6)
    }),
  )
})
