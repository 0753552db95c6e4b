import type { RuleExplanation } from '@samudra/contract/rule-results'
import type { Fix } from '@samudra/contract/history'
import { expect, test } from 'vitest'
import { closestOf } from './closest.ts'
import { fewer } from './fewer.ts'
import { mapOf } from './evidence-map.ts'
import { reasonsOf } from './finding.ts'
import { withLegs, worstLeg } from './series.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
let ids = 0
const fix = (mmsi: string, minute: number, lat: number, lon: number, more: Partial<Fix> = {}) =>
  ({
    id: String(++ids),
    mmsi,
    split_id: 0,
    observed_at: new Date(NOON + minute * 60_000).toISOString(),
    latitude: lat,
    longitude: lon,
    sog: 10,
    quality: 'OK',
    source: 'MSIS',
    station: null,
    ...more,
  }) as Fix
const NOWHERE = { position: null, geometry: null, title: 'Spoofing' }

test('two vessels are nearest at reports of about the same time, not of minutes apart', () => {
  const positions = withLegs(
    [
      fix('419000001', 0, 10, 72),
      fix('419000001', 4, 10.02, 72),
      fix('419000002', 0, 10.01, 72),
      fix('419000002', 4, 10, 72),
    ],
    new Set(),
  )
  expect(closestOf(positions)).toMatchObject({
    one: { number: 1 },
    other: { number: 3 },
    metres: expect.closeTo(1113, -1) as number,
  })
})

test('two vessels whose reports are an hour apart have no least distance', () => {
  expect(closestOf(withLegs([fix('1', 0, 10, 72), fix('2', 60, 10, 72)], new Set()))).toBeNull()
})

test('vessels of which one has rejected positions alone have no least distance', () => {
  const rejected = fix('2', 0, 10, 72, { quality: 'QUARANTINED' })
  expect(closestOf(withLegs([fix('1', 0, 10, 72), rejected], new Set()))).toBeNull()
})

test('of many positions each vessel keeps as large a share, and those that must stay are there', () => {
  const rows = Array.from({ length: 100 }, (_, at) => ({ at, vessel: at % 2 === 0 ? 'one' : 'other' }))
  const left = fewer(rows, 20, { vessel: ({ vessel }) => vessel, stays: ({ at }) => at === 51 })
  expect(left.length).toBeLessThanOrEqual(22)
  expect(left.map(({ at }) => at)).toContain(51)
  for (const vessel of ['one', 'other'])
    expect(left.filter((row) => row.vessel === vessel).length).toBeGreaterThanOrEqual(8)
})

test('a map does not draw a track over a jump, also where the first report after it was rejected', () => {
  const positions = withLegs(
    [
      fix('1', 0, 10, 72),
      fix('1', 1, 10.003, 72),
      fix('1', 2, 16, 72, { quality: 'QUARANTINED' }),
      fix('1', 3, 16.003, 72),
      fix('1', 4, 16.006, 72),
    ],
    new Set(),
  )
  const { tracks, impossible } = mapOf(NOWHERE, positions)
  expect(tracks.map(({ points }) => points.map(([, lat]) => lat))).toEqual([
    [10, 10.003],
    [16.003, 16.006],
  ])
  expect(impossible).toEqual([
    [72, 10.003],
    [72, 16],
  ])
})

test('of impossible legs the one that the rule names is stated first, then the fastest', () => {
  const fixes = [
    fix('1', 0, 10, 72),
    fix('1', 1, 20, 72),
    fix('1', 2, 10, 72),
    fix('1', 100, 10, 72),
    fix('1', 101, 12, 72),
  ]
  expect(worstLeg(withLegs(fixes, new Set()))).toMatchObject({ from: { number: 1 }, to: { number: 2 } })
  const named = new Set([Number(fixes[4]!.id)])
  expect(worstLeg(withLegs(fixes, named))).toMatchObject({ from: { number: 4 }, to: { number: 5 } })
})

test('reasons are measured conditions that held, without scope and exceptions', () => {
  const why = (query: string, more: Partial<RuleExplanation> = {}): RuleExplanation => ({
    asked: query,
    verdict: 'TRUE',
    value: null,
    threshold: null,
    unit: null,
    window: null,
    fix_ids: [],
    of: [],
    ...more,
  })
  const speed = why('has SOG above 20 kn', { value: 23.456, unit: 'kn' })
  const of = [
    why('when: any of', {
      of: [
        why('Implied speed 2,712 kn, reported 12.6 kn'),
        speed,
        speed,
        why('has SOG above 30 kn', { verdict: 'FALSE', value: 23, unit: 'kn' }),
      ],
    }),
    why('scope: has SOG above 1 kn', { value: 23, unit: 'kn' }),
    why('has rank 1', { value: 1 }),
  ]
  expect(reasonsOf([why('Spoofing', { of })])).toEqual([
    'Implied speed 2,712 kn, reported 12.6 kn',
    'has SOG above 20 kn (23.46 kn)',
  ])
})
