import { destinationOf } from '@samudra/nautical/geodesy'
import { isInPolygon } from '@samudra/nautical/polygons/polygon'
import { place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import type { OwnFix } from './own-fix.ts'
import type { AreasTestAt, WatersTestAt } from './passages.ts'
import { eventsOf } from './track-events.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000

/** Returns a vessel that sails one leg after another, received once a minute. */
function sailed(
  legs: { minutes: number; cog: number; sog: number; source?: string; isSilent?: boolean }[],
): OwnFix[] {
  const fixes: OwnFix[] = []
  let [at, t] = [place(10, 72), START]
  for (const { minutes, cog, sog, source = 'MSIS', isSilent = false } of legs)
    for (let n = 0; n < minutes; n++, t += MINUTE) {
      if (!isSilent)
        fixes.push({ id: t, t, lat: at.lat, lon: at.lon, sog, cog, source, isQuarantined: false, reasons: 0 })
      at = destinationOf(at, cog, (sog * 1852) / 60)
    }
  return fixes
}
const NOWHERE: { areasAt: AreasTestAt; watersAt: WatersTestAt } = {
  areasAt: () => ({ areasAt: () => [] }),
  watersAt: () => ({ watersAt: () => [] }),
}
const texts = (fixes: OwnFix[], regions: Partial<typeof NOWHERE> = {}) =>
  eventsOf(fixes, { ...NOWHERE, ...regions }).map(({ kind, text }) => `${kind} ${text}`)

/** Areas that reach over these longitudes. */
const squares = (...reaches: [west: number, east: number][]) => ({
  areasAt: (lat: number, lon: number) =>
    reaches
      .filter(([west, east]) => isInPolygon(place(lat, lon), boxOf(west, 9, east, 11).coordinates))
      .map(([west]) => ({ id: `${west}`, name: `Area ${west}` })),
})

test('a steady passage has no events', () => {
  expect(texts(sailed([{ minutes: 300, cog: 90, sog: 12 }]))).toEqual([])
})

test('silence, stops and turns are listed with measurements, in order of time', () => {
  expect(
    texts(
      sailed([
        { minutes: 60, cog: 90, sog: 12 },
        { minutes: 45, cog: 90, sog: 12, isSilent: true },
        { minutes: 30, cog: 90, sog: 12 },
        { minutes: 40, cog: 90, sog: 0.2 },
        { minutes: 30, cog: 90, sog: 12 },
        { minutes: 30, cog: 20, sog: 12 },
      ]),
    ),
  ).toEqual([
    'GAP Silent for 46 min, received again 9.2 NM away',
    'STOP Stopped for 39 min',
    'TURN Turned 70° to port, from 090° to 020°',
  ])
})

test('swinging at anchor is one stop and no turn; a short pause is none', () => {
  const swinging = sailed(
    Array.from({ length: 60 }, (_, n) => ({ minutes: 1, cog: (n * 47) % 360, sog: 0.3 })),
  )
  expect(texts(swinging)).toEqual(['STOP Stopped for 59 min'])
  expect(
    texts(
      sailed([
        { minutes: 30, cog: 90, sog: 8 },
        { minutes: 10, cog: 90, sog: 0.2 },
        { minutes: 30, cog: 90, sog: 8 },
      ]),
    ),
  ).toEqual([])
})

test('areas are entered and left; a track that begins inside has not entered', () => {
  const passage = sailed([{ minutes: 240, cog: 90, sog: 15 }])
  expect(texts(passage, { areasAt: () => squares([72.2, 72.5], [71, 72.4]) })).toEqual([
    'AREA_IN Entered Area 72.2',
    'AREA_OUT Left Area 71',
    'AREA_OUT Left Area 72.2',
  ])
})

test('an area entry has the place and time of crossing its limit; in silence, a period', () => {
  // 15 knots along 10 degrees north, received every 20 minutes: 5 NM from fix to fix.
  const rare = sailed([{ minutes: 240, cog: 90, sog: 15 }]).filter((_, i) => i % 20 === 0)
  const [into] = eventsOf(rare, { ...NOWHERE, areasAt: () => squares([72.2, 74]) })
  const nm = (0.2 * 60 * Math.cos((10 * Math.PI) / 180) * 6_378_137 * Math.PI) / 180 / 60 / 1852
  expect(into).toMatchObject({ kind: 'AREA_IN', to: into!.from })
  expect(into!.lon).toBeCloseTo(72.2, 3)
  expect((Date.parse(into!.from) - START) / MINUTE).toBeCloseTo((nm / 15) * 60, 0)
  const silent = rare.filter(({ t }) => t <= START + 40 * MINUTE || t >= START + 100 * MINUTE)
  expect(eventsOf(silent, { ...NOWHERE, areasAt: () => squares([72.2, 74]) })).toMatchObject([
    { kind: 'GAP' },
    {
      kind: 'AREA_IN',
      text: 'In 1 h of silence: entered Area 72.2',
      from: new Date(START + 40 * MINUTE).toISOString(),
      to: new Date(START + 100 * MINUTE).toISOString(),
      lat: null,
    },
  ])
})

test('an area that is moved over a ship, or begins to hold around it, is not entered by that', () => {
  const passage = sailed([{ minutes: 240, cog: 90, sog: 15 }])
  const moved = START + 120 * MINUTE
  const areasAt: AreasTestAt = (at) => (at < moved ? squares([80, 81]) : squares([71, 74]))
  expect(texts(passage, { areasAt })).toEqual([])
})

test('waters are entered and left, also between countries; unknown waters yield no event', () => {
  const passage = sailed([{ minutes: 240, cog: 90, sog: 15 }])
  const zone = (country: string, approx: boolean) => ({
    id: country,
    kind: 'EEZ' as const,
    country,
    name: country,
    source: '',
    edition: '',
    approx,
    disputed: false,
    claimants: [],
  })
  const watersAt: WatersTestAt = () => ({
    watersAt: (_, lon) =>
      lon < 72.2 ? [] : lon < 72.4 ? [zone('India', true)] : lon < 72.6 ? [zone('Pakistan', false)] : null,
  })
  expect(texts(passage, { watersAt }).sort()).toEqual([
    'WATERS_IN Entered EEZ of India (approximate)',
    'WATERS_IN Entered EEZ of Pakistan',
    'WATERS_OUT Left EEZ of India (approximate)',
  ])
})

test('a source takeover is listed once, and quarantined fixes with their reasons', () => {
  const fixes = sailed([
    { minutes: 60, cog: 90, sog: 12 },
    { minutes: 60, cog: 90, sog: 12, source: 'SATX' },
  ])
  const jump = { ...fixes[30]!, id: 1, t: fixes[30]!.t + 1, isQuarantined: true, reasons: 4 }
  const bad = { ...jump, id: 2, t: jump.t + MINUTE, lat: null, lon: null, reasons: 2 }
  const all = [...fixes, jump, bad].sort((a, b) => a.t - b.t)
  expect(texts(all)).toEqual([
    'QUARANTINED 2 fixes not shown in the picture: SENTINEL, JUMP',
    'SOURCE Now received mostly by SATX, before by MSIS',
  ])
})
