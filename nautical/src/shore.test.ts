import { expect, test } from 'vitest'
import { Shore } from './shore.ts'

const MILES = [0, 0.5, 1, 2, 10]
const shore = new Shore({
  west: 70,
  south: -1,
  step: 0.5,
  columns: 3,
  rows: 3,
  miles: MILES,
  places: Int8Array.from([-3, -1, 1, -2, 1, 2, -128, 2, 4]),
})

test('between nodes the distance to the shore changes gradually, through zero at the coast', () => {
  expect(shore.distanceNm(-1, 70)).toBe(-2)
  expect(shore.distanceNm(-1, 70.5)).toBe(-0.5)
  expect(shore.distanceNm(-1, 70.75)).toBe(0)
  expect(shore.distanceNm(-0.75, 70.25)).toBeCloseTo((-2 - 0.5 - 1 + 0.5) / 4)
  expect(shore.distanceNm(-0.25, 70.75)).toBeCloseTo((0.5 + 1 + 1 + 10) / 4)
})

test('the last nodes belong to the grid; beyond them, and next to unknown ones, it is unknown', () => {
  expect(shore.distanceNm(0, 71)).toBe(10)
  for (const [lat, lon] of [
    [0.01, 71],
    [0, 71.01],
    [-1.01, 70],
    [-1, 69.99],
    [Number.NaN, 70],
    [-0.1, 70.1],
  ] as const)
    expect(shore.distanceNm(lat, lon)).toBeNaN()
})
