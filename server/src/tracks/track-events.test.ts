import { destinationOf } from '@samudra/nautical/geodesy'
import { preparePolygon } from '@samudra/nautical/polygon'
import { place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { eventsOf, type OwnFix } from './track-events.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000

/** A ship that does one leg after another, heard once a minute. */
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
const texts = (fixes: OwnFix[], areas: Parameters<typeof eventsOf>[1] = []) =>
  eventsOf(fixes, areas).map(({ kind, text }) => `${kind} ${text}`)

test('a steady passage has no events', () => {
  expect(texts(sailed([{ minutes: 300, cog: 90, sog: 12 }]))).toEqual([])
})

test('silence, stops and turns are told with what was measured, in order of time', () => {
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
    'GAP Silent for 46 min, heard again 9.2 NM away',
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

test('areas are entered and left, and who begins inside has not entered', () => {
  const square = (west: number, east: number) => ({
    name: `Area ${west}`,
    polygons: [
      preparePolygon([
        [
          [west, 9],
          [east, 9],
          [east, 11],
          [west, 11],
          [west, 9],
        ],
      ]),
    ],
  })
  const passage = sailed([{ minutes: 240, cog: 90, sog: 15 }])
  expect(texts(passage, [square(72.2, 72.5), square(71, 72.4)])).toEqual([
    'AREA_IN Entered Area 72.2',
    'AREA_OUT Left Area 71',
    'AREA_OUT Left Area 72.2',
  ])
})

test('another source is told once where it takes over, and what was kept off the picture with its reasons', () => {
  const fixes = sailed([
    { minutes: 60, cog: 90, sog: 12 },
    { minutes: 60, cog: 90, sog: 12, source: 'SATX' },
  ])
  const jump = { ...fixes[30]!, id: 1, t: fixes[30]!.t + 1, isQuarantined: true, reasons: 4 }
  const bad = { ...jump, id: 2, t: jump.t + MINUTE, lat: null, lon: null, reasons: 2 }
  const all = [...fixes, jump, bad].sort((a, b) => a.t - b.t)
  expect(texts(all)).toEqual([
    'QUARANTINED 2 fixes kept off the picture: SENTINEL, JUMP',
    'SOURCE From here on heard mostly by SATX, before by MSIS',
  ])
})
