import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxRing as box } from '../../testing/box-ring.ts'
import { destinationOf, distanceBetween, distanceToLeg } from '../geodesy.ts'
import { settlePolygons, ShapeFault } from './polygon-faults.ts'
import { polygonsTouch, sidesMeet } from './polygon-sides.ts'
import { isInPolygon, polygonArea, preparePolygon } from './polygon.ts'
import { circleAround, corridorAlong } from './shapes.ts'
import { metresFromNm, nmFromMetres, place } from '../units.ts'

const faultOf = (polygons: [number, number][][][]): ShapeFault => {
  try {
    settlePolygons(polygons)
  } catch (error) {
    return error as ShapeFault
  }
  throw new Error('nothing was wrong with it')
}
const closed = (ring: [number, number][]) => [...ring, ring[0]!]

describe('shapes that can be areas', () => {
  test('a fault names its place: bow tie, doubled side, hole outside, parts on each other', () => {
    const tie = faultOf([
      [
        closed([
          [70, 10],
          [72, 12],
          [72, 10],
          [70, 12],
        ]),
      ],
    ])
    expect(tie.message).toBe('the outline crosses itself near 11.0000 N, 71.0000 E')
    expect(tie.at).toEqual([71, 11])
    expect(
      faultOf([
        [
          closed([
            [70, 0],
            [75, 0],
            [72, 0],
            [72, 5],
          ]),
        ],
      ]).message,
    ).toMatch(/doubles back|crosses itself/)
    expect(faultOf([[box(70, 0, 80, 10), box(90, 1, 91, 2)]]).message).toMatch(/hole lies outside/)
    expect(faultOf([[box(70, 0, 80, 10), box(78, 1, 83, 2)]]).message).toMatch(/two outlines cross/)
    expect(faultOf([[box(70, 0, 80, 10)], [box(72, 1, 73, 2)]]).message).toMatch(/lie on each other/)
    expect(
      faultOf([
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      ]).message,
    ).toMatch(/end where it begins/)
    expect(
      faultOf([
        [
          [
            [0, 0],
            [1, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      ]).message,
    ).toMatch(/three different corners/)
    expect(
      faultOf([
        [
          closed([
            [0, -70],
            [90, -70],
            [180, -70],
            [-90, -70],
          ]),
        ],
      ]).message,
    ).toMatch(/round a pole/)
    expect(faultOf([[box(-100, 0, 100, 10)]]).message).toMatch(/more than half round the globe/)
  })
  test('an area across 180 degrees is stored running on, with its holes, in whichever form written', () => {
    const jumping = settlePolygons([[box(175, -20, -175, -10), box(-179, -16, -178, -15)]])
    const running = settlePolygons([[box(175, -20, 185, -10), box(181, -16, 182, -15)]])
    expect(jumping).toEqual(running)
    expect(jumping[0]![1]!.map(([lon]) => lon)).toEqual([181, 181, 182, 182, 181])
    expect(isInPolygon(place(-15.5, -178.5), jumping[0]!)).toBe(false)
    expect(isInPolygon(place(-12, -176), jumping[0]!)).toBe(true)
  })
  test('stars are valid, and a settled shape stays the same when it is settled again', () => {
    const star = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 3, maxLength: 60 })
    fc.assert(
      fc.property(star, fc.integer({ min: -180, max: 180 }), (radii, lon) => {
        const ring = closed(
          radii.map((r, i): [number, number] => {
            const angle = (2 * Math.PI * i) / radii.length
            return [lon + r * Math.cos(angle), r * Math.sin(angle)]
          }),
        )
        const settled = settlePolygons([[ring]])
        expect(settlePolygons(settled)).toEqual(settled)
        expect(polygonArea(settled[0]!)).toBeGreaterThan(0)
      }),
    )
  })
  test('a crossing is found exactly when some two sides meet', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
    fc.assert(
      fc.property(fc.uniqueArray(corner, { minLength: 4, maxLength: 8, selector: String }), (corners) => {
        const ring = closed(corners)
        const sides = ring.slice(1).map((to, i) => ({ from: ring[i]!, to }))
        const meets = sides.some((a, i) =>
          sides.some((b, j) => {
            const apart = Math.abs(i - j)
            return apart > 1 && apart < sides.length - 1 && sidesMeet(a, b, true) !== null
          }),
        )
        let why = ''
        try {
          settlePolygons([[ring]])
        } catch (error) {
          why = (error as Error).message
        }
        if (meets) expect(why).toMatch(/crosses itself|doubles back/)
        else expect(why).toMatch(/^$|doubles back/)
      }),
      { numRuns: 500 },
    )
  })
  test('ten thousand corners are looked through at once, also when all lie over each other', () => {
    const comb = Array.from({ length: 5000 }, (_, i): [number, number][] => [
      [i % 2 === 0 ? 0 : 100, i / 200],
      [i % 2 === 0 ? 100 : 0, i / 200],
    ]).flat()
    const ring = closed([...comb, [-1, 25], [-1, 0]])
    expect(settlePolygons([[ring]])[0]![0]).toHaveLength(ring.length)
  })
})

describe('polygons that touch', () => {
  const touch = (a: [number, number][][], b: [number, number][][]) =>
    polygonsTouch(preparePolygon(a), preparePolygon(b))
  test('crossing, inside, across 180 degrees; not in a hole, not apart', () => {
    expect(touch([box(0, 0, 10, 10)], [box(5, 5, 15, 15)])).toBe(true)
    expect(touch([box(0, 0, 10, 10)], [box(2, 2, 3, 3)])).toBe(true)
    expect(touch([box(2, 2, 3, 3)], [box(0, 0, 10, 10)])).toBe(true)
    expect(touch([box(0, 0, 10, 10), box(1, 1, 9, 9)], [box(2, 2, 3, 3)])).toBe(false)
    expect(touch([box(0, 0, 10, 10)], [box(11, 0, 12, 10)])).toBe(false)
    expect(touch([box(175, 0, 185, 10)], [box(-178, 2, -170, 3)])).toBe(true)
    expect(touch([box(175, 0, 185, 10)], [box(-174, 2, -170, 3)])).toBe(false)
    // A plus sign: neither has a corner in the other.
    expect(touch([box(-5, -1, 5, 1)], [box(-1, -5, 1, 5)])).toBe(true)
  })
})

describe('circles and corridors', () => {
  test('a circle holds places nearer than its radius, also across 180 degrees', () => {
    for (const centre of [place(10, 72), place(-15, 179.9), place(60, -179.5)]) {
      const ring = circleAround(centre, metresFromNm(30))
      const rings = settlePolygons([[ring]])[0]!
      for (let bearing = 0; bearing < 360; bearing += 17) {
        expect(isInPolygon(destinationOf(centre, bearing, metresFromNm(29.9)), rings)).toBe(true)
        expect(isInPolygon(destinationOf(centre, bearing, metresFromNm(30.1)), rings)).toBe(false)
      }
      const square = nmFromMetres(nmFromMetres(polygonArea(rings)))
      expect(square / (Math.PI * 900)).toBeCloseTo(1, 2)
    }
  })
  test('a line that turns back, or runs along a latitude for long, has a corridor of every width', () => {
    const back = [
      [-19.4529, 80.2476],
      [-19.3873, 80.0568],
      [-19.1704, 80.2373],
      [-19.169, 78.3019],
    ].map(([lat, lon]) => place(lat!, lon!))
    const north = [place(3.466367721557617, 67.7427077293396), place(4.313313888680832, 67.59627203817614)]
    for (const line of [back, back.slice(1), back.slice(2), back.slice(0, 3), north])
      for (const miles of [2, 5, 10, 16.262906074523926, 20]) {
        const ring = corridorAlong(line, metresFromNm(miles))
        expect(ring.length).toBeGreaterThan(20)
        for (const at of line) expect(isInPolygon(at, [ring])).toBe(true)
      }
  })
  test('a corridor holds places nearer to its line than half its width', () => {
    const lines = [
      [place(10, 60), place(12, 66), place(8, 72)],
      [place(0, 178), place(3, -178)],
      [place(5, 70), place(5, 71)],
    ]
    for (const line of lines) {
      const rings = settlePolygons([[corridorAlong(line, metresFromNm(20))]])[0]!
      const middle = line[0]!
      for (let i = 0; i < 300; i++) {
        const at = destinationOf(middle, (i * 37) % 360, metresFromNm((i * 7) % 900))
        const off = Math.min(...line.slice(1).map((to, leg) => distanceToLeg(at, line[leg]!, to)))
        if (Math.abs(off - metresFromNm(10)) < metresFromNm(0.5)) continue
        expect(isInPolygon(at, rings), `${at.lat} ${at.lon} ${nmFromMetres(off)}`).toBe(
          off < metresFromNm(10),
        )
      }
      expect(distanceBetween(place(rings[0]![0]![1], rings[0]![0]![0]), middle)).toBeGreaterThan(0)
    }
  })
})
