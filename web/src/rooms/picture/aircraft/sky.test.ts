import type { AircraftRow } from '@samudra/contract/wire/aircraft-frame'
import { metresBetween } from '@samudra/nautical/geodesy'
import { expect, test } from 'vitest'
import { drawnPlace, Sky } from './sky.ts'

const NOW = 1_700_000_000_000
const row = (more: Partial<AircraftRow> = {}): AircraftRow => ({
  address: 1,
  lat: 10,
  lon: 70,
  placedAt: NOW,
  recTime: NOW,
  altitude: 30_000,
  groundSpeed: 480,
  track: 90,
  verticalRate: 0,
  squawk: null,
  onGround: false,
  category: null,
  sourceType: 0,
  source: 'ADSB',
  callSign: 'AIC101',
  ...more,
})
const frame = (seq: number, rows: AircraftRow[], removed: number[] = [], snapshot = seq === 0) => ({
  seq,
  snapshot,
  tick: NOW,
  inView: 1,
  total: 1,
  rows,
  removed,
})

test('an aircraft is carried forward by its speed and track, for a minute', () => {
  const sky = new Sky()
  sky.take(frame(0, [row()]), NOW)
  const one = sky.aircraft.get(1)!
  const after = (ms: number) => {
    const at = drawnPlace(one, NOW + ms)
    return metresBetween(10, 70, at.lat, at.lon)
  }
  expect(after(0)).toBe(0)
  expect(after(10_000)).toBeCloseTo(2469, 0)
  expect(after(60_000)).toBeCloseTo(14_816, 0)
  expect(after(600_000)).toBeCloseTo(14_816, 0)
})

test('an aircraft of unknown speed or track stays where it was received', () => {
  const sky = new Sky()
  sky.take(frame(0, [row({ groundSpeed: null }), row({ address: 2, track: null })]), NOW)
  for (const one of sky.aircraft.values())
    expect(drawnPlace(one, NOW + 30_000)).toMatchObject({ lat: 10, lon: 70 })
})

test('a new place is reached without a jerk, over the date line too; a place far away at once', () => {
  const sky = new Sky()
  sky.take(frame(0, [row({ lon: 179.99 })]), NOW)
  const before = drawnPlace(sky.aircraft.get(1)!, NOW + 5000)
  sky.take(frame(1, [row({ lon: -179.95, placedAt: NOW + 5000 })]), NOW + 5000)
  const moved = sky.aircraft.get(1)!
  const now = drawnPlace(moved, NOW + 5000)
  expect(metresBetween(before.lat, before.lon, now.lat, now.lon)).toBeLessThan(1)
  const there = drawnPlace(moved, NOW + 6000)
  expect(metresBetween(10, -179.95, there.lat, there.lon)).toBeLessThan(260)
  sky.take(frame(2, [row({ lat: -20, placedAt: NOW + 6000 })]), NOW + 6000)
  expect(drawnPlace(sky.aircraft.get(1)!, NOW + 6000).lat).toBe(-20)
})

test('a lost frame is detected, and a snapshot starts again', () => {
  const sky = new Sky()
  expect(sky.take(frame(0, [row(), row({ address: 2 })]), NOW)).toBe(true)
  expect(sky.take(frame(2, []), NOW)).toBe(false)
  expect(sky.take(frame(1, [], [2]), NOW)).toBe(true)
  expect([...sky.aircraft.keys()]).toEqual([1])
  expect(sky.take(frame(9, [row({ address: 3 })], [], true), NOW)).toBe(true)
  expect([...sky.aircraft.keys()]).toEqual([3])
})
