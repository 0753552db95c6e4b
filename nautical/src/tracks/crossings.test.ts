import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxRing } from '../../testing/box-ring.ts'
import { Border } from '../polygons/border.ts'
import { Crossings, HYSTERESIS_M, TAKEN } from './crossings.ts'
import { type Visit } from './visit.ts'
import { destinationOf, distanceBetween, interpolatePlace, metresBetween } from '../geodesy.ts'
import { isInMultiPolygon, type Rings } from '../polygons/polygon.ts'
import { circleAround } from '../polygons/shapes.ts'
import { METRES_PER_NM, metresFromNm, place, type Place } from '../units.ts'
import { Way } from './way.ts'

const MINUTE = 60_000
const SILENT_MS = 30 * MINUTE
const SHIP = 3
type Fix = { at: number; lat: number; lon: number; sog?: number }

function watched(zones: readonly (readonly Rings[])[]) {
  const received: Visit[] = []
  const machine = new Crossings(SILENT_MS, (visit) => {
    if (visit.exit === null) received.push(visit)
  })
  zones.forEach((zone, i) => machine.putZone(i, zone))
  let id = 0
  const take = ({ at, lat, lon, sog = 100 }: Fix) => machine.take(SHIP, at, lat, lon, ++id, 1, sog)
  return { machine, found: received, take }
}
function visitsOf(zones: readonly (readonly Rings[])[], fixes: readonly Fix[]): Visit[] {
  const { found, take } = watched(zones)
  for (const fix of fixes) take(fix)
  return found
}
/** Fixes of a ship that goes through places at a speed, from the first minute on. */
function sailed(through: readonly [lat: number, lon: number][], everyMin = 5): Fix[] {
  return through.map(([lat, lon], i) => ({ at: (i + 1) * everyMin * MINUTE, lat, lon }))
}
const claims = (visits: readonly Visit[]) =>
  visits.map(({ zone, entry, exit }) => `${zone} ${entry.claim} ${exit?.claim ?? 'inside'}`)
const SQUARE = [[boxRing(72, 10, 73, 11)]]

describe('entries and exits', () => {
  test('an entry is where and when the great circle between two fixes crossed the border', () => {
    const [visit] = visitsOf(
      [SQUARE],
      sailed([
        [10.5, 71.98],
        [10.52, 72.02],
        [10.53, 72.06],
      ]),
    )
    const crossed = (72 - 71.98) / 0.04
    expect(visit!.entry).toMatchObject({ claim: 'CROSSED', beforeId: 1, afterId: 2 })
    expect(visit!.entry.at).toBeCloseTo(5 * MINUTE * (1 + crossed), -2)
    expect(visit!.entry.lon).toBeCloseTo(72, 9)
    const on = interpolatePlace(place(10.5, 71.98), place(10.52, 72.02), crossed)
    expect(distanceBetween(on, place(visit!.entry.lat, visit!.entry.lon))).toBeLessThan(1)
    expect(visit!.exit).toBeNull()
  })

  test('a vessel less than 0.2 NM outside has not left; farther out it left at the border crossing', () => {
    const nm = 1 / 60
    const jitter = Array.from({ length: 30 }, (_, i): [number, number] => [
      10.5,
      72 + (i % 2 === 0 ? -0.15 : 0.15) * nm,
    ])
    expect(claims(visitsOf([SQUARE], sailed([[10.5, 71.95], ...jitter])))).toEqual(['0 CROSSED inside'])
    const [left] = visitsOf(
      [SQUARE],
      sailed([
        [10.5, 72.01],
        [10.5, 72 - 0.1 * nm],
        [10.5, 72 - 0.5 * nm],
      ]),
    )
    expect(left!.exit!.at).toBeGreaterThan(5 * MINUTE)
    expect(left!.exit!.at).toBeLessThan(10 * MINUTE)
    expect(left!.exit).toMatchObject({ claim: 'CROSSED', beforeId: 1, afterId: 2 })
  })

  test('a ship first received inside came in nobody knows when; one that passed in a silence did so some time in it', () => {
    expect(claims(visitsOf([SQUARE], sailed([[10.5, 72.5]])))).toEqual(['0 FIRST_HEARD inside'])
    const silent = visitsOf(
      [SQUARE],
      [
        { at: MINUTE, lat: 10.5, lon: 71.5 },
        { at: 301 * MINUTE, lat: 10.5, lon: 72.2 },
        { at: 601 * MINUTE, lat: 10.5, lon: 73.5 },
      ],
    )
    expect(claims(silent)).toEqual(['0 SILENT SILENT'])
    // Only what is known counts as time inside.
    expect(silent[0]!.entry).toMatchObject({ at: 301 * MINUTE, beforeAt: MINUTE })
    expect(silent[0]!.exit).toMatchObject({ at: 301 * MINUTE, afterAt: 601 * MINUTE })
    const through = [
      { at: MINUTE, lat: 10.5, lon: 71.5 },
      { at: 601 * MINUTE, lat: 10.5, lon: 73.5 },
    ]
    expect(visitsOf([SQUARE], through)).toEqual([])
    const still = visitsOf([SQUARE], [...sailed([[10.5, 72.5]]), { at: 600 * MINUTE, lat: 10.5, lon: 72.6 }])
    expect(still).toMatchObject([{ exit: null, silence: 595 * MINUTE }])
  })

  test('an impossible leap is no passing, and a fix sent before the last one is distinguished', () => {
    const { found, take } = watched([SQUARE])
    expect(take({ at: MINUTE, lat: 10.5, lon: 71.95 })).toBe(TAKEN.YES)
    expect(take({ at: 2 * MINUTE, lat: 10.5, lon: 72.5 })).toBe(TAKEN.LEAP)
    expect(take({ at: 3 * MINUTE, lat: 10.5, lon: 71.96 })).toBe(TAKEN.YES)
    expect(take({ at: 3 * MINUTE, lat: 10.5, lon: 71.97 })).toBe(TAKEN.SAME)
    expect(take({ at: 2.5 * MINUTE, lat: 10.5, lon: 72.01 })).toBe(TAKEN.LATE)
    expect(found).toEqual([])
  })

  test('a late fix that was on the same side all along changes nothing; one beyond a border may', () => {
    const { machine, take } = watched([SQUARE])
    for (const fix of sailed([
      [10.5, 72.5],
      [10.5, 72.51],
      [10.5, 72.52],
    ]))
      take(fix)
    expect(machine.takeLate(SHIP, 12 * MINUTE, 10.5, 72.515)).toBe(true)
    expect(machine.takeLate(SHIP, 13 * MINUTE, 11.01, 72.515)).toBe(false)
    expect(machine.takeLate(SHIP, 4 * MINUTE, 10.5, 72.49)).toBe(false)
  })

  test('many areas crossed between two fixes are each entered and left, in the order of the way', () => {
    const strips = Array.from({ length: 12 }, (_, i) => [[boxRing(72 + i * 0.02, 9, 72.008 + i * 0.02, 12)]])
    const found = visitsOf(strips, [
      { at: MINUTE, lat: 10.5, lon: 71.99 },
      { at: 29 * MINUTE, lat: 10.5, lon: 72.26 },
    ])
    expect(claims(found).sort()).toEqual(strips.map((_, i) => `${i} CROSSED CROSSED`).sort())
    for (const { zone, entry, exit } of found) {
      expect(entry.lon).toBeCloseTo(72 + zone * 0.02, 6)
      expect(exit!.lon).toBeCloseTo(72.008 + zone * 0.02, 6)
      expect(entry.at).toBeLessThan(exit!.at)
    }
  })

  test('straight through a box, from its lower to its upper side, counts as well', () => {
    const found = visitsOf(
      [[[boxRing(72, 10, 73, 10.05)]]],
      sailed(
        [
          [9.99, 72.5],
          [10.08, 72.5],
        ],
        20,
      ),
    )
    expect(claims(found)).toEqual(['0 CROSSED CROSSED'])
  })

  test('a hole in an area is outside, and so is the sea between its parts', () => {
    const holed = [[boxRing(72, 10, 73, 11), boxRing(72.4, 10.4, 72.6, 10.6)], [boxRing(73.2, 10, 74, 11)]]
    const way = Array.from({ length: 30 }, (_, i): [number, number] => [10.5, 71.9 + i * 0.075])
    expect(claims(visitsOf([holed], sailed(way, 20)))).toEqual([
      '0 CROSSED CROSSED',
      '0 CROSSED CROSSED',
      '0 CROSSED CROSSED',
    ])
  })

  test('an area over 180 degrees is entered and left from both sides', () => {
    const fiji = [[boxRing(179.9, -17, -179.9, -16)]]
    const east = [179.8, 179.95, -179.97, -179.8].map((lon): [number, number] => [-16.5, lon])
    expect(claims(visitsOf([fiji], sailed(east, 25)))).toEqual(['0 CROSSED CROSSED'])
    expect(claims(visitsOf([fiji], sailed(east.toReversed(), 25)))).toEqual(['0 CROSSED CROSSED'])
  })
})

// The slow way: a step every few metres, with the distance to every side.
const STEP_M = 15
function slowVisits(zone: readonly Rings[], fixes: readonly Fix[], hysteresis: number) {
  const border = new Border(zone)
  const visits: { from: number; to: number | null }[] = []
  let leaving: number | null = null
  const step = (at: number, lat: number, lon: number) => {
    const open = visits.at(-1)?.to === null ? visits.at(-1) : undefined
    if (isInMultiPolygon(place(lat, lon), zone)) {
      if (open === undefined) visits.push({ from: at, to: null })
      leaving = null
    } else if (open !== undefined) {
      leaving ??= at
      if (border.metresFrom(lat, lon) >= hysteresis) open.to = leaving
    }
    if (visits.at(-1)?.to !== null) leaving = null
  }
  fixes.forEach((fix, i) => {
    const before = fixes[i - 1]
    if (before === undefined) return step(fix.at, fix.lat, fix.lon)
    const steps = Math.max(1, Math.ceil(metresBetween(before.lat, before.lon, fix.lat, fix.lon) / STEP_M))
    for (let n = 1; n <= steps; n++) {
      const { lat, lon } = interpolatePlace(place(before.lat, before.lon), place(fix.lat, fix.lon), n / steps)
      step(before.at + ((fix.at - before.at) * n) / steps, lat, lon)
    }
  })
  return visits
}

/** Returns true if the border is met twice within so little that steps may miss it. */
function hasShortStretch(zone: readonly Rings[], fixes: readonly Fix[]): boolean {
  const way = new Way()
  const border = new Border(zone)
  const met = fixes.slice(1).flatMap((to, i) => {
    const from = fixes[i]!
    const metres = metresBetween(from.lat, from.lon, to.lat, to.lon)
    way.lay(from.lat, from.lon, to.lat, to.lon, metres)
    return way
      .meetings(border)
      .slice(0, -1)
      .map((share) => share * metres + (to.at - fixes[1]!.at) * 1e3)
  })
  return met.some((at, i) => i > 0 && at - met[i - 1]! < 3 * STEP_M)
}

const ORIGINS = [place(10, 72), place(-16, 179.99), place(55, -3), place(-40.01, -179.995)]
const ring = fc
  .array(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })), {
    minLength: 3,
    maxLength: 9,
  })
  // Fewer different corners are no outline.
  .filter((corners) => new Set(corners.map(String)).size >= 3)
const zone = fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
const leg = fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 50, max: 6000 }))
const at = (origin: Place, x: number, y: number) => [
  origin.lon + (x * 0.01) / Math.cos((origin.lat * Math.PI) / 180),
  origin.lat + y * 0.01,
]

test('entries and exits equal those of a walk in steps of a few metres, for any area and way', () => {
  let compared = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...ORIGINS),
      zone,
      fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
      fc.array(leg, { minLength: 2, maxLength: 10 }),
      (origin, drawn, [x, y], legs) => {
        const polygons = drawn.map((rings) =>
          rings.map((corners) => corners.map(([e, n]) => at(origin, e, n))),
        )
        const [lon, lat] = at(origin, x + 0.37, y + 0.41)
        const fixes: Fix[] = [{ at: MINUTE, lat: lat!, lon: lon! }]
        for (const [course, metres] of legs) {
          const last = fixes.at(-1)!
          const to = destinationOf(place(last.lat, last.lon), course, metres)
          fixes.push({ at: last.at + 10 * MINUTE, lat: to.lat, lon: to.lon })
        }
        const [slow, nearer, further] = [1, 0.9, 1.1].map((by) =>
          slowVisits(polygons, fixes, HYSTERESIS_M * by),
        )
        // A vessel that turns just where the hysteresis ends is decided by the last metre.
        fc.pre(
          nearer!.length === further!.length &&
            nearer!.every(({ to }, i) => (to === null) === (further![i]!.to === null)),
        )
        fc.pre(!hasShortStretch(polygons, fixes))
        const tolerance = Math.max(...legs.map(([, metres]) => ((10 * MINUTE) / metres) * STEP_M * 1.5)) + 2
        const quick = visitsOf([polygons], fixes).map(({ entry, exit }) => ({
          from: entry.at,
          to: exit?.at ?? null,
        }))
        const slowly = slow!
        compared++
        expect(quick.map(({ to }) => to === null)).toEqual(slowly.map(({ to }) => to === null))
        quick.forEach(({ from, to }, i) => {
          expect(Math.abs(from - slowly[i]!.from)).toBeLessThan(tolerance)
          if (to !== null) expect(Math.abs(to - slowly[i]!.to!)).toBeLessThan(tolerance)
        })
      },
    ),
    { numRuns: 150 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('a restart from the stored visits and last fix continues as if nothing had happened', () => {
  const circle = [[circleAround(place(10, 72), metresFromNm(3))]]
  fc.assert(
    fc.property(fc.array(leg, { minLength: 4, maxLength: 12 }), fc.nat(11), (legs, cut) => {
      const fixes: Fix[] = [{ at: MINUTE, lat: 10.01, lon: 72.01 }]
      for (const [course, metres] of legs) {
        const last = fixes.at(-1)!
        const to = destinationOf(place(last.lat, last.lon), course, metres)
        fixes.push({ at: last.at + 10 * MINUTE, lat: to.lat, lon: to.lon })
      }
      const whole = visitsOf([circle], fixes)
      const first = watched([circle])
      const begin = Math.min(cut + 1, fixes.length)
      for (const fix of fixes.slice(0, begin)) first.take(fix)
      const second = watched([circle])
      const last = fixes[begin - 1]!
      const remaining = structuredClone(first.machine.visitsOf(SHIP)) as Visit[]
      second.machine.restore(SHIP, { ...last, id: begin, source: 1 }, [...remaining])
      for (const fix of fixes.slice(begin)) second.take(fix)
      const all = [...first.found.filter(({ exit }) => exit !== null), ...remaining, ...second.found]
      const times = (visits: readonly Visit[]) => visits.map(({ entry, exit }) => [entry.at, exit?.at])
      expect(times(all)).toEqual(times(whole))
    }),
    { numRuns: 100 },
  )
})

test('0.2 NM is 370.4 metres', () => {
  expect(HYSTERESIS_M).toBeCloseTo(0.2 * METRES_PER_NM)
})
