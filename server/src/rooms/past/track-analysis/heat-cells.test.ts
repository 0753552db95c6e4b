import { expect, test } from 'vitest'
import { HeatSum, HeatWalk, STORED_UNIT } from './heat-cells.ts'

const HOUR = 3_600_000
const WORLD = [-180, -90, 180, 90] as const
const degrees = (value: number) => Math.round(value * 1e6)

/** Returns the share of one vessel in a period, summed into cells of a side. */
function summed(
  fixes: [t: number, lat: number, lon: number][],
  side: number,
  metric: 'count' | 'vessels' | 'hours',
  from = 0,
  to = 10 * HOUR,
) {
  const walk = new HeatWalk(STORED_UNIT, from, to)
  for (const [t, lat, lon] of fixes) walk.add(419000001, 0, t, degrees(lat), degrees(lon))
  const sum = new HeatSum(side * 1e6, metric, WORLD)
  sum.add(walk.done(), STORED_UNIT, () => true)
  return sum.done()
}

test('time between two fixes is shared among the cells on the way', () => {
  const found = summed(
    [
      [0, 10.25, 71.75],
      [1_200_000, 10.25, 72.25],
    ],
    0.5,
    'hours',
  )
  expect(found).toEqual({
    cells: [
      [71.75, 10.25, 0.167],
      [72.25, 10.25, 0.167],
    ],
    max: 0.167,
    total: 0.333,
  })
})

test('a way across a corner and across 180 degrees is shared as it was sailed', () => {
  const diagonal = summed(
    [
      [0, 0.2, 0.2],
      [1_800_000, 0.6, 0.4],
    ],
    0.5,
    'hours',
  )
  expect(diagonal.cells).toEqual([
    [0.25, 0.25, 0.375],
    [0.25, 0.75, 0.125],
  ])
  const round = summed(
    [
      [0, 0.1, 179.9],
      [1_800_000, 0.1, -179.9],
    ],
    1,
    'hours',
  )
  expect(round.cells).toEqual([
    [179.5, 0.5, 0.25],
    [-179.5, 0.5, 0.25],
  ])
})

test('silence beyond half an hour and impossible leaps count no time', () => {
  const total = (ms: number, lat: number, metric: 'hours' | 'count') =>
    summed(
      [
        [0, 10, 72.2],
        [ms, lat, 72.2],
      ],
      0.5,
      metric,
    ).total
  expect(total(1_800_001, 10, 'hours')).toBe(0)
  expect(total(1_800_000, 10, 'hours')).toBe(0.5)
  expect(total(1_800_000, 12, 'hours')).toBe(0)
  expect(total(1_800_000, 12, 'count')).toBe(2)
})

test('the parts of a period add up to the whole', () => {
  const fixes = Array.from({ length: 400 }, (_, i): [number, number, number] => [
    i * 71_000 + (i % 7) * 9000,
    10 + Math.sin(i / 30),
    72 + i / 90,
  ])
  for (const metric of ['hours', 'count'] as const) {
    const whole = new Map(
      summed(fixes, 0.25, metric, HOUR, 7 * HOUR).cells.map(([lon, lat, value]) => [`${lon} ${lat}`, value]),
    )
    const parts = new Map<string, number>()
    for (const [from, to] of [
      [1, 1.3],
      [1.3, 4],
      [4, 6.99],
      [6.99, 7],
    ] as const)
      for (const [lon, lat, value] of summed(fixes, 0.25, metric, from * HOUR, to * HOUR).cells)
        parts.set(`${lon} ${lat}`, (parts.get(`${lon} ${lat}`) ?? 0) + value)
    expect([...parts.keys()].sort()).toEqual([...whole.keys()].sort())
    for (const [cell, value] of whole) expect(parts.get(cell)).toBeCloseTo(value, 2)
    expect(whole.size).toBeGreaterThan(15)
  }
})
