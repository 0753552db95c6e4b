import { expect, test } from 'vitest'
import { isOfShip } from './of-ship.ts'

const [mmsi, other] = ['419000001', '419000002'] as const
const alert = { type: 'LOITERING_EVENT', mmsi, split_id: 1, other_mmsi: null, other_split_id: null }

test('an alert is of the one of two ships under an MMSI that it was raised of, or of both where nobody says which', () => {
  expect(isOfShip(alert, { mmsi, split_id: 1 })).toBe(true)
  expect(isOfShip(alert, { mmsi, split_id: 0 })).toBe(false)
  expect(isOfShip(alert, { mmsi })).toBe(true)
  expect(isOfShip(alert, { mmsi: other })).toBe(false)
})

test('of a pair it is of the other one too, and what is told of a number is of every ship under it', () => {
  const pair = { ...alert, other_mmsi: other, other_split_id: 2 }
  expect(isOfShip(pair, { mmsi: other, split_id: 2 })).toBe(true)
  expect(isOfShip(pair, { mmsi: other, split_id: 0 })).toBe(false)
  expect(isOfShip({ ...alert, type: 'MMSI_DUPLICATE' }, { mmsi, split_id: 0 })).toBe(true)
})
