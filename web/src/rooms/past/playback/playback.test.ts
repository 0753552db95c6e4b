import { expect, test } from 'vitest'
import { playbackLink, readPlaybackLink } from './playback-link.ts'
import type { PlottedFix, PlottedTrack } from './playback.store.ts'
import { boxAround, instantFeatures, trackFeatures } from './track-features.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 0, 5, 12)

test('an address contains what is plotted and is restored unchanged', () => {
  const request = {
    ships: [
      { mmsi: '419000100', split: 0 },
      { mmsi: '419000200', split: 1 },
    ],
    from: NOW - 60 * MINUTE,
    to: NOW,
    isRaw: true,
  }
  const link = playbackLink(request, new URLSearchParams('at=8,76,7'), NOW - MINUTE)
  expect(link).toBe(
    '/home/map/plotAisTrack/419000100?at=8,76,7&from=2026-01-05T11:00:00.000Z&to=2026-01-05T12:00:00.000Z&with=419000200-1&raw=1&t=2026-01-05T11:59:00.000Z',
  )
  const query = new URLSearchParams(link.split('?')[1])
  expect(readPlaybackLink('419000100', query, NOW, 4 * 86_400_000)).toEqual({ ...request, at: NOW - MINUTE })
})

test('an address without a period covers four days, each vessel once, and at most six vessels', () => {
  const read = (first: string, search: string) =>
    readPlaybackLink(first, new URLSearchParams(search), NOW, 4 * 86_400_000)
  expect(read('419000100', '')).toMatchObject({ from: NOW - 5760 * MINUTE, to: NOW, at: null, isRaw: false })
  expect(read('419000100', 'with=419000100,nobody,419000101')?.ships.map(({ mmsi }) => mmsi)).toEqual([
    '419000100',
    '419000101',
  ])
  const many = Array.from({ length: 9 }, (_, n) => `41900020${n}`).join()
  expect(read('419000100', `with=${many}`)?.ships).toHaveLength(6)
  expect(read('SAMUDRA', '')).toBeNull()
  // A period that ends before it begins is not shown backwards.
  const crossed = read('419000100', 'from=2026-01-05T12:00:00Z&to=2026-01-05T11:00:00Z')!
  expect(crossed.from).toBeLessThan(crossed.to)
})

const fix = (minute: number, lon: number): PlottedFix => ({
  id: String(minute),
  t: NOW + minute * MINUTE,
  lat: 8,
  lon,
  sog: 12,
  cog: 90,
  hdg: null,
  source: 'MSIS',
  isSuspect: false,
})
const track = (fixes: PlottedFix[]): PlottedTrack => ({
  mmsi: '419000100',
  split: 0,
  name: 'SAMUDRA PRIDE',
  fixes,
  gaps: [{ from: NOW + 10 * MINUTE, to: NOW + 80 * MINUTE, minutes: 70, heard: 'yes', out_of_reach: null }],
  dropped: 0,
})

test('no line leads over a leg that no vessel can sail, and no vessel is shown on it', () => {
  const leg = { from: NOW, to: NOW + 10 * MINUTE, minutes: 10, heard: 'unknown' as const }
  const jump = {
    ...track([fix(0, 98.35), fix(10, 62.3)]),
    gaps: [{ ...leg, out_of_reach: { nm: 2140, knots: 12_840 } }],
  }
  const roles = trackFeatures(jump, '#fff', true).map(({ properties }) => properties['role'])
  expect(roles).toEqual(['fix', 'fix', 'begin'])
  expect(instantFeatures([jump], NOW + 5 * MINUTE, ['#fff'])).toEqual([])
})

test('a gap is dashed with its length, and no line leads over it', () => {
  const features = trackFeatures(
    track([fix(0, 179.8), fix(10, 179.9), fix(80, -179.9), fix(90, -179.8)]),
    '#fff',
    true,
  )
  const lines = features.filter(({ properties }) => properties['role'] === 'line')
  expect(lines.map(({ geometry }) => geometry.coordinates.length)).toEqual([2, 2])
  const [gap] = features.filter(({ properties }) => properties['role'] === 'gap')
  expect(gap?.properties['label']).toBe('gap 1 h 10 min while other vessels were received there')
  // It goes on past 180 degrees rather than once round the world.
  expect(gap?.geometry.coordinates).toEqual([
    [179.9, 8],
    [180.1, 8],
  ])
  expect(features.filter(({ properties }) => properties['role'] === 'fix')).toHaveLength(4)
})

test('at an instant a ship is shown between its fixes, and nowhere while it was silent', () => {
  const tracks = [track([fix(0, 75), fix(10, 75.02), fix(80, 75.2)])]
  const [shown] = instantFeatures(tracks, NOW + 5 * MINUTE, ['#fff'])
  expect((shown!.geometry.coordinates as number[])[0]).toBeCloseTo(75.01, 5)
  expect(instantFeatures(tracks, NOW + 45 * MINUTE, ['#fff'])).toEqual([])
  expect(instantFeatures(tracks, NOW + 81 * MINUTE, ['#fff'])).toEqual([])
  expect(boxAround(tracks)).toEqual([
    [75, 8],
    [75.2, 8],
  ])
  expect(boxAround([])).toBeNull()
})
