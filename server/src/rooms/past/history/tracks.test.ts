import type { TrackPoint } from '@samudra/contract/history'
import { expect, test } from 'vitest'
import { gapsOf, simplified, simplifiedByStretch } from './tracks.ts'

const point = (n: number, lat: number, lon: number): TrackPoint => ({
  t: new Date(Date.UTC(2026, 0, 5, 10, n)).toISOString(),
  lat,
  lon,
  sog: 10,
  cog: 0,
  hdg: null,
  source: 'MSIS',
  quality: 'OK',
  fix_id: String(n),
})

test('of a straight run with one turn the ends and the turn are kept', () => {
  const run = Array.from({ length: 21 }, (_, n) =>
    point(n, n <= 10 ? 5 + n * 0.01 : 5.1, n <= 10 ? 75 : 75 + (n - 10) * 0.01),
  )
  expect(simplified(run, 3).map((one) => one.fix_id)).toEqual(['0', '10', '20'])
})

test('both ends of a silence stay, however few points are left', () => {
  const run = Array.from({ length: 40 }, (_, n) => point(n, 5, 75 + n * 0.01))
  const times = run.map((_, n) => (n < 20 ? n : n + 60) * 60_000)
  expect(simplifiedByStretch(run, times, 4).map((one) => one.fix_id)).toEqual(['0', '19', '20', '39'])
  expect(simplifiedByStretch(run, times, 40)).toBe(run)
})

test('a track over the antimeridian is as short as it is, not once round the world', () => {
  const run = [point(0, 0, 179.5), point(1, 0, 179.9), point(2, 0.5, -179.9), point(3, 0, -179.5)]
  expect(simplified(run, 3).map((one) => one.fix_id)).toEqual(['0', '2', '3'])
})

test('silence of more than half an hour is a gap with its length', () => {
  const minutes = [0, 10, 40, 71, 72]
  expect(gapsOf(minutes.map((one) => one * 60_000)).map((gap) => gap.minutes)).toEqual([31])
})
