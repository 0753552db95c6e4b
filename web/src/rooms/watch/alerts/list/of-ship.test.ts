import { expect, test } from 'vitest'
import { isOfShip } from './of-ship.ts'

const [mmsi, other] = ['419000001', '419000002'] as const
const alert = { type: 'LOITERING_EVENT', mmsi, split_id: 1, other_mmsi: null, other_split_id: null }

test('an alert belongs to the vessel of its split, and without a split to both under an MMSI', () => {
  expect(isOfShip(alert, { mmsi, split_id: 1 })).toBe(true)
  expect(isOfShip(alert, { mmsi, split_id: 0 })).toBe(false)
  expect(isOfShip(alert, { mmsi })).toBe(true)
  expect(isOfShip(alert, { mmsi: other })).toBe(false)
})

test('an alert of a pair belongs to both, and an alert of a number to every vessel under it', () => {
  const pair = { ...alert, other_mmsi: other, other_split_id: 2 }
  expect(isOfShip(pair, { mmsi: other, split_id: 2 })).toBe(true)
  expect(isOfShip(pair, { mmsi: other, split_id: 0 })).toBe(false)
  expect(isOfShip({ ...alert, type: 'MMSI_DUPLICATE' }, { mmsi, split_id: 0 })).toBe(true)
})
