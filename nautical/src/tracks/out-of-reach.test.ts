import { expect, test } from 'vitest'
import { legOutOfReach, mostKnotsOf } from './out-of-reach.ts'

const MINUTE = 60_000
const PHUKET = { t: 0, lat: 7.8, lon: 98.35 }

test('a leg of thousands of miles within minutes is out of reach, with its distance and speed', () => {
  const leg = legOutOfReach(PHUKET, { t: 7 * MINUTE, lat: -26.1, lon: 62.3 })!
  expect(leg).toMatchObject({ from: 0, to: 7 * MINUTE })
  expect(Math.round(leg.nm)).toBe(2929)
  expect(Math.round(leg.knots)).toBe(25_105)
})

test('a leg at 40 kn, two sources some miles apart, and an aircraft at 200 kn are in reach', () => {
  expect(legOutOfReach(PHUKET, { t: 60 * MINUTE, lat: 8.46, lon: 98.35 })).toBeNull()
  expect(legOutOfReach(PHUKET, { t: 1, lat: 7.88, lon: 98.35 })).toBeNull()
  const there = { t: 60 * MINUTE, lat: 11.1, lon: 98.35 }
  expect(legOutOfReach(PHUKET, there)).not.toBeNull()
  expect(legOutOfReach(PHUKET, there, mostKnotsOf(111_232_506))).toBeNull()
})
