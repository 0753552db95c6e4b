import { expect, test } from 'vitest'
import { gapsOf, simplified, simplifiedByStretch } from './tracks.ts'

const MMSI = 419000001
const point = (n: number, lat: number, lon: number, minute = n) => ({
  t: minute * 60_000,
  lat,
  lon,
  fix_id: String(n),
})

test('simplifying a straight run with one turn leaves the ends and the turn', () => {
  const run = Array.from({ length: 21 }, (_, n) =>
    point(n, n <= 10 ? 5 + n * 0.01 : 5.1, n <= 10 ? 75 : 75 + (n - 10) * 0.01),
  )
  expect(simplified(run, 3).map((one) => one.fix_id)).toEqual(['0', '10', '20'])
})

test('both ends of a silence stay, however few points are left', () => {
  const run = Array.from({ length: 40 }, (_, n) => point(n, 5, 75 + n * 0.01, n < 20 ? n : n + 60))
  const gaps = gapsOf(run, MMSI)
  expect(simplifiedByStretch(run, gaps, 4).map((one) => one.fix_id)).toEqual(['0', '19', '20', '39'])
  expect(simplifiedByStretch(run, gaps, 40)).toBe(run)
})

test('a track over the antimeridian is as short as it is, not once round the world', () => {
  const run = [point(0, 0, 179.5), point(1, 0, 179.9), point(2, 0.5, -179.9), point(3, 0, -179.5)]
  expect(simplified(run, 3).map((one) => one.fix_id)).toEqual(['0', '2', '3'])
})

test('silence of more than half an hour is a gap with its length', () => {
  const run = [0, 10, 40, 71, 72].map((minute, n) => point(n, 5, 75, minute))
  expect(gapsOf(run, MMSI)).toMatchObject([{ minutes: 31, out_of_reach: null }])
})

test('a leg that no vessel can sail breaks a track, keeps both ends, and has its speed', () => {
  const run = Array.from({ length: 40 }, (_, n) => point(n, n < 20 ? 7.8 : -26, 75 + n * 0.001))
  const gaps = gapsOf(run, MMSI)
  expect(gaps).toEqual([
    { from: 19 * 60_000, to: 20 * 60_000, minutes: 1, out_of_reach: { nm: 2031.6, knots: 121_898 } },
  ])
  expect(simplifiedByStretch(run, gaps, 4).map((one) => one.fix_id)).toEqual(['0', '19', '20', '39'])
})
