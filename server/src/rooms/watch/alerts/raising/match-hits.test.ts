import { expect, test } from 'vitest'
import type { Raiser } from '../definitions/definition.ts'
import { matchesOf, type Matcher } from './match-hits.ts'

const ROW = {
  id: 'r1',
  rule_id: 'zone',
  mmsi: 419000001,
  split: 0,
  other_mmsi: null,
  other_split: null,
  source: null,
  icao24: null,
  first_at: Date.UTC(2026, 0, 5, 12),
  lat_udeg: 10e6,
  lon_udeg: 75e6,
} as never
const CROSSING = { direction: 'IN', states: ['IND'] }
const NAMED = { area: 'aoi', crossingOf: () => CROSSING }

function keysOf(raiser: Partial<Raiser>, matcher: Partial<Matcher> = {}): string[] {
  const all = {
    rules: { named: () => NAMED, isNews: () => true },
    definitions: { raisedBy: () => [{ id: 'd', owner_id: '', dedupe_key: ['mmsi', 'aoi'], ...raiser }] },
    ports: { hold: () => false },
    passing: () => new Set([419000001]),
    vesselOf: () => ({ ship_type: 'TANKER', sog: 12 }),
    ...matcher,
  }
  return matchesOf([ROW], all as never).map(({ dedupe }) => dedupe)
}

const KEY = ['d 419000001.0 aoi']

test('a hit is one alert for each vessel and area that its definition names', () => {
  expect(keysOf({})).toEqual(KEY)
  expect(keysOf({ dedupe_key: ['aoi'] })).toEqual(['d aoi'])
})

test('a vessel in a port, out of hours or outside the filter raises nothing', () => {
  const ports = { hold: () => true } as never
  expect(keysOf({ exclude_in_port: true }, { ports })).toEqual([])
  expect(keysOf({ exclude_in_port: false }, { ports })).toEqual(KEY)
  const subject = { ships: [] } as never
  expect(keysOf({ subject })).toEqual(KEY)
  expect(keysOf({ subject }, { passing: () => new Set([1]) })).toEqual([])
  expect(keysOf({ subject }, { passing: () => null })).toEqual([])
})

test('a crossing counts in its direction and states, and not of a merchant vessel in passage', () => {
  const crossing = (of: object) => keysOf({ crossing: of })
  expect(crossing({ direction: 'IN', states: ['IND'] })).toEqual(KEY)
  expect(crossing({ direction: 'OUT' })).toEqual([])
  expect(crossing({ states: ['LKA'] })).toEqual([])
  expect(crossing({ exclude_passage: true })).toEqual([])
  const slow = { vesselOf: () => ({ ship_type: 'TANKER', sog: 4.9 }) }
  expect(keysOf({ crossing: { exclude_passage: true } }, slow)).toEqual(KEY)
})
