import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtAntimeridian } from './antimeridian.ts'
import { isInMultiPolygon, isInPolygon, polygonArea } from './polygons/polygon.ts'
import { simplifyLine, simplifyRing } from './polygons/simplify-ring.ts'
import { place } from './units.ts'

/** A star of corners about a centre, with a square hole; wherever on the globe. */
const star = fc
  .record({
    lon: fc.integer({ min: -180, max: 179 }),
    lat: fc.integer({ min: -60, max: 60 }),
    reaches: fc.array(fc.double({ min: 4, max: 20, noNaN: true }), { minLength: 5, maxLength: 24 }),
  })
  .map(({ lon, lat, reaches }) => {
    const ring = reaches.map((reach, i) => {
      const angle = (i / reaches.length) * 2 * Math.PI
      return [wrap(lon + reach * Math.cos(angle)), lat + reach * Math.sin(angle)]
    })
    const hole = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x, y]) => [wrap(lon + x!), lat + y!])
    return { lon, lat, rings: [[...ring, ring[0]!], hole] }
  })
const wrap = (lon: number) => (lon >= 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

test('a polygon cut at 180 degrees has the same area and the same inside, and no part crosses', () => {
  // Thousandths of a degree and a rest: a point on an edge may or may not be held.
  const offset = fc
    .integer({ min: -20_000, max: 20_000 })
    .map((thousandths) => thousandths / 1000 + 0.000_371)
  const offsets = fc.array(fc.tuple(offset, offset))
  fc.assert(
    fc.property(star, offsets, ({ lon, lat, rings }, points) => {
      const parts = splitAtAntimeridian(rings)
      for (const [x] of parts.flat(2)) expect(Math.abs(x)).toBeLessThanOrEqual(180)
      for (const ring of parts.flat())
        for (let i = 1; i < ring.length; i++)
          expect(Math.abs(ring[i]![0] - ring[i - 1]![0])).toBeLessThan(180)
      const area = parts.reduce((sum, part) => sum + polygonArea(part), 0)
      expect(area / polygonArea(rings)).toBeCloseTo(1, 6)
      for (const [dx, dy] of points) {
        const at = place(lat + dy, wrap(lon + dx))
        // On the cut itself a part may or may not hold a point.
        if (Math.abs(Math.abs(at.lon) - 180) < 1e-6) continue
        expect(isInMultiPolygon(at, parts)).toBe(isInPolygon(at, rings))
      }
    }),
    { numRuns: 300 },
  )
})

test('a shape that does not cross 180 degrees stays one part, also when it touches it', () => {
  const square = (west: number, east: number) => [
    [
      [west, 0],
      [east, 0],
      [east, 5],
      [west, 5],
      [west, 0],
    ],
  ]
  expect(splitAtAntimeridian(square(170, 180))).toHaveLength(1)
  expect(splitAtAntimeridian(square(-180, -170))).toHaveLength(1)
  expect(splitAtAntimeridian(square(170, -170))).toHaveLength(2)
  expect(splitAtAntimeridian(square(170, 190))).toHaveLength(2)
})

test('a simplified line omits nothing farther than the tolerance, and retains its ends', () => {
  const line = fc.array(
    fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
    {
      minLength: 2,
      maxLength: 60,
    },
  )
  fc.assert(
    fc.property(line, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (points, tolerance) => {
      const simple = simplifyLine(points, tolerance)
      expect(simple[0]).toEqual(points[0])
      expect(simple.at(-1)).toEqual(points.at(-1))
      for (const point of points) {
        const away = simple.map((from, i) => (i === 0 ? Infinity : off(point, simple[i - 1]!, from)))
        expect(Math.min(...away)).toBeLessThanOrEqual(tolerance * 1.01)
      }
    }),
  )
  expect(
    simplifyRing(
      [
        [0, 0],
        [1e-4, 0],
        [1e-4, 1e-4],
        [0, 0],
      ],
      0.01,
    ),
  ).toBeNull()
})

function off([x, y]: readonly number[], [ax, ay]: readonly number[], [bx, by]: readonly number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x! - ax!) * dx + (y! - ay!) * dy) / length))
  return Math.hypot(x! - ax! - t * dx, y! - ay! - t * dy)
}
