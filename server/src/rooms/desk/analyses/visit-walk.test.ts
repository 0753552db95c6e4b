import { expect, test } from 'vitest'
import { VisitWalk } from './visit-walk.ts'

const HOUR = 3_600_000
const isIn = (lat: number, lon: number) => lat >= 0 && lat < 1 && lon >= 70 && lon < 71

/** Walks vessels by positions of hour and longitude through a box of a degree. */
function walked(vessels: readonly (readonly [hour: number, lon: number])[][], from = 0, to = 24) {
  const walk = new VisitWalk(isIn, { from: from * HOUR, to: to * HOUR }, 6 * HOUR)
  for (const [i, fixes] of vessels.entries())
    for (const [hour, lon] of fixes) walk.add(419000001 + i, 0, hour * HOUR, 0.5, lon)
  return walk.done()
}
const hours = (ms: number) => Math.round((ms / HOUR) * 100) / 100

test('a vessel that passes is inside from border to border', () => {
  const [vessel, ...more] = walked([
    [
      [1, 69.9],
      [2, 70.1],
      [5, 70.9],
      [6, 71.1],
    ],
  ])
  expect(more).toEqual([])
  expect(hours(vessel!.insideMs)).toBe(4)
  const [visit] = vessel!.visits
  expect(hours(visit!.from)).toBe(1.5)
  expect(hours(visit!.to)).toBe(5.5)
  expect(visit!.before).toEqual({ lat: 0.5, lon: 69.9 })
  expect(visit!.after).toEqual({ lat: 0.5, lon: 71.1 })
})

test('a silence of more than six hours counts no time and begins no visit', () => {
  const [vessel] = walked([
    [
      [1, 70.2],
      [2, 70.3],
      [10, 70.4],
      [11, 70.5],
    ],
  ])
  expect(hours(vessel!.insideMs)).toBe(2)
  expect(vessel!.visits).toHaveLength(1)
})

test('a border that is crossed in a long silence is not placed: the time inside ends at the last position', () => {
  const [vessel] = walked([
    [
      [1, 70.2],
      [2, 70.3],
      [12, 71.5],
    ],
  ])
  expect(hours(vessel!.insideMs)).toBe(1)
  expect(hours(vessel!.visits[0]!.to)).toBe(2)
})

test('two visits of one vessel are two, and a vessel that stays outside is none', () => {
  const found = walked([
    [
      [1, 70.5],
      [2, 71.5],
      [3, 70.5],
      [4, 71.5],
    ],
    [
      [1, 72],
      [2, 73],
    ],
  ])
  expect(found.map(({ mmsi, visits }) => [mmsi, visits.length])).toEqual([[419000001, 2]])
})

test('time before and after the period is not counted, and a visit that ended before it is none', () => {
  const stay = [0, 2, 4, 6, 8, 10].map((hour) => [hour, 70.5] as const)
  const [vessel, ...more] = walked(
    [
      stay,
      [
        [0, 70.5],
        [1, 71.5],
      ],
    ],
    3,
    7,
  )
  expect(more).toEqual([])
  expect(hours(vessel!.insideMs)).toBe(4)
  expect([vessel!.first, vessel!.last].map(hours)).toEqual([3, 7])
})
