import { expect, test } from 'vitest'
import { freshness } from './freshness.ts'

const underWay = { kind: 'CLASS_A', nav_status: 'Under way using engine', sog: 12 } as const
const anchored = { kind: 'CLASS_A', nav_status: 'At anchor', sog: 0.1 } as const
const yacht = { kind: 'CLASS_B', nav_status: null, sog: 6 } as const

test('a fix is fresh as long as such a ship may be silent, not longer', () => {
  expect(freshness(20, underWay)).toEqual({ state: 'FRESH', word: 'Fresh', everyS: 10 })
  expect(freshness(26 * 60, underWay).word).toBe('Late')
  expect(freshness(8 * 60, anchored)).toEqual({ state: 'FRESH', word: 'Fresh', everyS: 180 })
  expect(freshness(26 * 60, anchored).word).toBe('Late')
  expect(freshness(85, yacht).state).toBe('FRESH')
  expect(freshness(95, yacht).state).toBe('LATE')
})

test('after that the steps of the picture count', () => {
  expect(freshness(31 * 60, anchored).word).toBe('Older than 30 min')
  expect(freshness(25 * 3600, anchored).word).toBe('Older than 24 h')
})
