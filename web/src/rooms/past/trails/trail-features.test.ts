import type { Trail } from '@samudra/contract/history'
import { expect, test } from 'vitest'
import { merged } from './grow.ts'
import { trailPalette } from './trail-colours.ts'
import { trailFeatures, type TrailLook } from './trail-features.ts'

const NOW = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const trail = (more: Partial<Trail> = {}): Trail => ({
  mmsi: '419000001',
  split_id: 0,
  points: [
    [NOW - 30 * MINUTE, 10, 70, 12, 90, 0],
    [NOW - 20 * MINUTE, 10, 70.03, 12, 90, 0],
    [NOW - 10 * MINUTE, 10, 70.06, 12, 90, 0],
  ],
  gaps: [],
  sources: ['MSIS'],
  simplified: false,
  dropped: 0,
  nav_status: 0,
  reckoning: { median_error_m: 120, median_ahead_s: 600, predictions: 2 },
  ...more,
})
const look: TrailLook = {
  palette: trailPalette('DARK', 'dusk'),
  colour: 'speed',
  sources: ['MSIS', 'SATX'],
  unit: 'Nautical Miles',
  drHours: 1,
  now: NOW,
  dayOf: (t) => Math.floor(t / 86_400_000),
}
const rolesOf = (one: Trail, more: Partial<TrailLook> = {}) =>
  trailFeatures([one], new Map(), { ...look, ...more }).map((feature) => feature.properties['role'])
const ofRole = (one: Trail, role: string, more: Partial<TrailLook> = {}) =>
  trailFeatures([one], new Map(), { ...look, ...more }).filter(
    (feature) => feature.properties['role'] === role,
  )

test('one line where nothing changes, another where the speed does, and none over a gap', () => {
  expect(ofRole(trail(), 'line')).toHaveLength(1)
  const { points } = trail()
  const faster = trail({ points: [...points, [NOW - 5 * MINUTE, 10, 70.08, 22, 90, 0]] })
  expect(ofRole(faster, 'line')).toHaveLength(2)
  const gapped = trail({
    points: [...points, [NOW + 50 * MINUTE, 11, 71, 12, 90, 0], [NOW + 51 * MINUTE, 11, 71.01, 12, 90, 0]],
    gaps: [{ from: NOW - 10 * MINUTE, to: NOW + 50 * MINUTE, expected_coverage: 'yes', out_of_reach: null }],
  })
  expect(ofRole(gapped, 'line').map((one) => (one.geometry.coordinates as unknown[]).length)).toEqual([3, 2])
  expect(ofRole(gapped, 'gap')).toMatchObject([
    {
      properties: { label: 'gap 1 h, other vessels were received there' },
      geometry: {
        coordinates: [
          [70.06, 10],
          [71, 11],
        ],
      },
    },
  ])
})

test('no line leads over a leg that no vessel can sail', () => {
  const { points } = trail()
  const jumped = trail({
    points: [...points, [NOW - 5 * MINUTE, -26, 62, 12, 90, 0], [NOW - 4 * MINUTE, -26, 62.01, 12, 90, 0]],
    gaps: [
      {
        from: NOW - 10 * MINUTE,
        to: NOW - 5 * MINUTE,
        expected_coverage: 'unknown',
        out_of_reach: { nm: 2200, knots: 26_400 },
      },
    ],
  })
  expect(ofRole(jumped, 'line').map((one) => (one.geometry.coordinates as unknown[]).length)).toEqual([3, 2])
  expect(ofRole(jumped, 'gap')).toEqual([])
})

test('a source keeps its colour from trail to trail', () => {
  const [msis] = ofRole(trail(), 'line', { colour: 'source' })
  const [satx] = ofRole(trail({ sources: ['SATX'] }), 'line', { colour: 'source' })
  expect(msis!.properties['colour']).toBe(look.palette.sources[0])
  expect(satx!.properties['colour']).toBe(look.palette.sources[1])
})

test('a silent vessel is reckoned with an uncertainty circle and the past reckoning error', () => {
  expect(rolesOf(trail()).slice(-3)).toEqual(['doubt', 'reckoning', 'reckoned'])
  const [marker] = ofRole(trail(), 'reckoned')
  expect(marker!.properties['label']).toMatch(
    /^DR 10 min · 95 % within 0\.\d+ NM\nmedian error 0\.06 NM in 10 min$/,
  )
  expect((marker!.geometry.coordinates as number[])[0]).toBeCloseTo(70.0938, 3)
})

test('a vessel at rest, of unknown speed or course, or silent for too long is not reckoned', () => {
  const last = (sog: number | null, cog: number | null): Trail['points'] => [
    [NOW - 10 * MINUTE, 10, 70, sog, cog, 0],
  ]
  for (const one of [
    trail({ nav_status: 1 }),
    trail({ nav_status: 5 }),
    trail({ points: last(null, 90) }),
    trail({ points: last(12, null) }),
    trail({ points: last(0, 90) }),
  ])
    expect(rolesOf(one)).not.toContain('reckoned')
  expect(rolesOf(trail(), { now: NOW + 51 * MINUTE })).not.toContain('reckoned')
  expect(rolesOf(trail(), { now: NOW + 51 * MINUTE, drHours: 2 })).toContain('reckoned')
  expect(rolesOf(trail(), { now: NOW - 10 * MINUTE + 20_000 })).not.toContain('reckoned')
})

test('a new day is marked with its date; a trail over the date line runs on', () => {
  const midnight = Date.UTC(2026, 0, 6)
  const over = trail({
    points: [
      [midnight - MINUTE, 0, 179.99, 12, 90, 0],
      [midnight + MINUTE, 0, -179.99, 12, 90, 0],
    ],
  })
  expect(ofRole(over, 'day')).toMatchObject([{ properties: { label: '2026-01-06' } }])
  expect(ofRole(over, 'line')[0]!.geometry.coordinates).toEqual([
    [179.99, 0],
    [180.01, 0],
  ])
})

test('a trail grows only by newer fixes, drops those beyond its length, and shows a new gap', () => {
  const news = trail({
    sources: ['SATX'],
    points: [
      [NOW - 10 * MINUTE, 10, 70.06, 12, 90, 0],
      [NOW + 40 * MINUTE, 10, 70.2, 12, 90, 0],
    ],
  })
  const held = [trail()]
  expect(merged(held, [trail()], 0)).toBe(held)
  const [grown] = merged(held, [news], NOW - 25 * MINUTE)
  expect(grown!.points.map((one) => (one[0] - NOW) / MINUTE)).toEqual([-20, -10, 40])
  expect(grown!.points.at(-1)![5]).toBe(1)
  expect(grown!.sources).toEqual(['MSIS', 'SATX'])
  expect(grown!.gaps).toMatchObject([{ from: NOW - 10 * MINUTE, to: NOW + 40 * MINUTE }])
  expect(merged(held, [trail({ mmsi: '419000002' })], 0)).toHaveLength(2)
})
