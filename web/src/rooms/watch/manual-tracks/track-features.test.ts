import type { ManualTrack } from '@samudra/contract/manual-tracks'
import { distanceBetween } from '@samudra/nautical/geodesy'
import { nmFromMetres, place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { featuresOf, presentPlace } from './manual-track-features.ts'

const T = Date.UTC(2026, 10, 21, 6)
const HOUR = 3_600_000
const track = (more: Partial<ManualTrack>): ManualTrack => ({
  id: 'a',
  version: 1,
  domain: 'REAL',
  visibility: 'CENTRE',
  owner_id: 'u',
  owner: 'u',
  group_ids: [],
  created_at: '',
  updated_at: '',
  updated_user_id: 'u',
  updated_by: 'u',
  valid_from: null,
  valid_to: null,
  mine: true,
  name: 'Skiff',
  kind: 'MOVING',
  affiliation: 'UNKNOWN',
  symbol: 'SUSP-----------',
  points: [{ t: new Date(T).toISOString(), lat: 0, lon: 179.9, sog: 10, cog: 90 }],
  source_text: '',
  reliability: 'F',
  credibility: 6,
  linked_mmsi: null,
  state: 'ACTIVE',
  exercise_id: null,
  t_plus: null,
  created_time: '',
  may_delete: true,
  ...more,
})
const drawn = (one: ManualTrack, at: number) => featuresOf(one, at, (sidc) => sidc)
const roles = (one: ManualTrack, at: number) => drawn(one, at).map(({ properties }) => properties['role'])

test('a moving track is carried on by its speed and course, across 180 degrees without a jump', () => {
  const there = presentPlace(track({}), T + 3 * HOUR)
  expect(there.isCarried).toBe(true)
  expect(nmFromMetres(distanceBetween(place(0, 179.9), place(there.lat, there.lon)))).toBeCloseTo(30, 1)
  expect(there.lon).toBeLessThan(0)
  const carried = drawn(track({}), T + 3 * HOUR).find(({ properties }) => properties['role'] === 'carried')!
  const [from, to] = carried.geometry.coordinates as [number, number][]
  expect(to![0] - from![0]).toBeCloseTo(0.5, 1)
  expect(roles(track({}), T + HOUR)).toEqual(['carried', 'vector', 'symbol'])
})

test('without speed, before its time, once closed, nothing is guessed; and no longer than a day', () => {
  const [point] = track({}).points
  expect(presentPlace(track({ points: [{ ...point!, sog: null }] }), T + HOUR).isCarried).toBe(false)
  expect(presentPlace(track({ points: [{ ...point!, cog: null }] }), T + HOUR).isCarried).toBe(false)
  expect(presentPlace(track({}), T - HOUR).isCarried).toBe(false)
  expect(roles(track({ state: 'CLOSED' }), T + HOUR)).toEqual(['symbol'])
  expect(presentPlace(track({}), T + 30 * HOUR)).toEqual(presentPlace(track({}), T + 24 * HOUR))
})

test('lines and areas are drawn as such and carry their symbol', () => {
  const points = [
    [10, 70],
    [10, 72],
    [12, 72],
  ].map(([lat, lon]) => ({ lat: lat!, lon: lon!, t: null, sog: null, cog: null }))
  expect(roles(track({ kind: 'LINE', points }), T)).toEqual(['line', 'symbol'])
  const [area, symbol] = drawn(track({ kind: 'AREA', points }), T)
  expect((area!.geometry.coordinates as number[][][])[0]).toHaveLength(4)
  expect(symbol!.geometry.coordinates).toEqual([71, 11])
  expect(roles(track({ kind: 'POINT', points: points.slice(0, 1) }), T)).toEqual(['symbol'])
})
