import { expect, test } from 'vitest'
import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import { degrees, knots, place } from '@samudra/nautical/units'
import {
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  reckonedSeconds,
  stepLeft,
  velocityOf,
} from './reckon.ts'

test('drawing carries a ship where navigation carries it, to a few metres in ten minutes', () => {
  for (const [lat, lon, sog, cog] of [
    [6.9, 79.8, 14, 45],
    [-33, 18, 22, 200],
    [51, 1.5, 18, 300],
  ] as const) {
    const [vx, vy] = velocityOf(sog, cog, lat)
    const drawn = {
      lat: latitudeOf(mercatorY(lat) + vy * 600),
      lon: longitudeOf(mercatorX(lon) + vx * 600),
    }
    const reckoned = deadReckon({ place: place(lat, lon), sog: knots(sog), cog: degrees(cog) }, 600_000)
    expect(reckoned).not.toBeNull()
    expect(drawn.lat).toBeCloseTo(reckoned?.lat ?? 0, 3)
    expect(drawn.lon).toBeCloseTo(reckoned?.lon ?? 0, 3)
  }
})

test('a fix is carried forward for ten minutes and then glides back to where it was received', () => {
  expect([0, 30, 600].map(reckonedSeconds)).toEqual([0, 30, 600])
  expect(reckonedSeconds(630)).toBeCloseTo(300)
  expect([660, 7200].map(reckonedSeconds)).toEqual([0, 0])
})

test('a fix from the future is not carried back', () => {
  expect(reckonedSeconds(-20)).toBe(0)
})

test('a step begins and ends softly', () => {
  expect([0, 0.5, 1, 3].map(stepLeft)).toEqual([1, 0.5, 0, 0])
  expect(stepLeft(0.05)).toBeGreaterThan(0.99)
})

test('mercator there and back is the same place', () => {
  for (const [lat, lon] of [
    [0, 0],
    [6.93, 79.85],
    [-60.5, -179.99],
  ] as const) {
    expect(latitudeOf(mercatorY(lat))).toBeCloseTo(lat, 9)
    expect(longitudeOf(mercatorX(lon))).toBeCloseTo(lon, 9)
  }
})
