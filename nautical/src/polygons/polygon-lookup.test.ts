import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PolygonLookup } from './polygon-lookup.ts'
import { containsPoint, preparePolygon, type Rings } from './polygon.ts'
import { circleAround } from './shapes.ts'
import { place } from '../units.ts'
import { boxRing as box } from '../../testing/box-ring.ts'

type Shape = Rings[]
type Point = [lat: number, lon: number]

/** Returns the ids of the shapes that hold a place, checked one by one. */
function slowly(shapes: ReadonlyMap<string, Shape>, [lat, lon]: Point): string[] {
  const holding = [...shapes].filter(([, parts]) =>
    parts.some((rings) => containsPoint(preparePolygon(rings), lat, lon)),
  )
  return holding.map(([id]) => id).sort()
}

function quickly(index: PolygonLookup<string>, [lat, lon]: Point): string[] {
  const count = index.at(lat, lon)
  return Array.from(index.found.subarray(0, count), (number) => index.idOf(number)!).sort()
}

// Corners and places on one lattice, so that many places lie exactly on corners and sides, and sixty-fourths of a
// degree are exact on every turn of the globe. Rings cross themselves, touch, double back and repeat corners.
const ORIGINS: Point[] = [
  [0, 0],
  [12, 77],
  [12.046875, 77.0625],
  [-45, -112.5],
  [60, 141],
]
const SCALES = [1 / 1024, 1 / 64, 1 / 4, 2]
const step = fc.integer({ min: -8, max: 8 })
const ring = fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 14 })
const placed = <T>(inner: fc.Arbitrary<T>) =>
  fc.record({ origin: fc.constantFrom(...ORIGINS), scale: fc.constantFrom(...SCALES), inner })
const shape = placed(
  fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
).map(({ origin: [lat, lon], scale, inner }): Shape =>
  inner.map((rings) =>
    rings.map((corners) => corners.map(([x, y]) => [lon + x * scale, lat + y * scale] as const)),
  ),
)
const half = fc.integer({ min: -20, max: 20 }).map((n) => n / 2)
const point = fc.oneof(
  placed(fc.tuple(half, half)).map(({ origin: [lat, lon], scale, inner: [x, y] }): Point => [
    lat + y * scale,
    lon + x * scale,
  ]),
  fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 })),
)
const points = fc.array(point, { minLength: 30, maxLength: 60 })

describe('which areas hold a place', () => {
  test('the index answers every place like a check of all areas one by one, on borders too', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), points, (some, places) => {
        const shapes = new Map(some.map((one, i) => [`area ${i}`, one]))
        const index = new PolygonLookup(shapes)
        for (const at of places) expect(quickly(index, at)).toEqual(slowly(shapes, at))
        for (const [lon, lat] of some.flat(2).flat()) {
          const at: Point = [lat!, lon!]
          expect(quickly(index, at)).toEqual(slowly(shapes, at))
        }
      }),
      { numRuns: 80 },
    )
  })

  test('after any edits it answers as one made of the areas that are left', () => {
    const edit = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.option(shape, { freq: 3 }))
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 30 }), points, (edits, places) => {
        const index = new PolygonLookup<string>()
        const shapes = new Map<string, Shape>()
        for (const [id, next] of edits) {
          if (next === null) {
            expect(index.remove(id)).toBe(shapes.delete(id))
          } else {
            index.put(id, next)
            shapes.set(id, next)
          }
        }
        expect(index.size).toBe(shapes.size)
        const fresh = new PolygonLookup(shapes)
        for (const at of places) {
          expect(quickly(index, at)).toEqual(slowly(shapes, at))
          expect(quickly(fresh, at)).toEqual(quickly(index, at))
        }
      }),
      { numRuns: 80 },
    )
  })

  test('areas over 180 degrees hold places on both sides of it, however the meridian is written', () => {
    const shapes = new Map<string, Shape>([
      ['jumps', [[box(175, -20, -175, -10), box(179, -16, -179, -14)]]],
      ['runs on', [[box(170, -20, 190, -10)]]],
      ['the other way', [[box(-190, -20, -170, -10)]]],
      ['ends there', [[box(170, -20, 180, -10)]]],
      ['begins there', [[box(-180, -20, -170, -10)]]],
      ['hole on another turn', [[box(170, -20, 190, -10), box(-179, -19, -177, -11)]]],
    ])
    const index = new PolygonLookup(shapes)
    for (const lat of [-21, -20, -18, -15, -10, 0])
      for (const lon of [180, -180, 179.5, -179.5, 177, -177, -178, 182, 170, -170, 169, 190, 537, -540])
        expect(quickly(index, [lat, lon])).toEqual(slowly(shapes, [lat, lon]))
    expect(quickly(index, [-18, 180])).toContain('begins there')
    expect(quickly(index, [-18, 180])).not.toContain('ends there')
  })

  test('of areas side by side each place on the border between them lies in one', () => {
    const index = new PolygonLookup<string>()
    for (let x = 0; x < 8; x++)
      for (let y = 0; y < 8; y++) index.put(`${x} ${y}`, [[box(70 + x, y, 71 + x, y + 1)]])
    for (let x = 0; x < 8; x += 0.25)
      for (let y = 0; y < 8; y += 0.25)
        expect(quickly(index, [y, 70 + x])).toEqual([`${Math.floor(x)} ${Math.floor(y)}`])
  })

  test('slivers, specks, areas up to the poles or wider than half the world are answered alike', () => {
    const shapes = new Map<string, Shape>([
      [
        'sliver',
        [
          [
            [
              [70, 0],
              [80, 1e-7],
              [80, 0],
            ],
          ],
        ],
      ],
      ['speck', [[box(72, 5, 72.0000001, 5.0000001)]]],
      [
        'north',
        [
          [
            [
              [-170, 60],
              [-60, 60],
              [60, 60],
              [170, 60],
              [170, 90],
              [60, 90],
              [-60, 90],
              [-170, 90],
            ],
          ],
        ],
      ],
      [
        'half',
        [
          [
            [
              [-90, -90],
              [0, -90],
              [89, -90],
              [89, 90],
              [0, 90],
              [-90, 90],
            ],
          ],
        ],
      ],
      [
        'touches itself',
        [
          [
            [
              [0, 0],
              [4, 0],
              [2, 2],
              [4, 4],
              [0, 4],
              [2, 2],
            ],
          ],
        ],
      ],
      ['two on each other', [[box(10, 10, 20, 20)], [box(15, 15, 25, 25)]]],
      ['nothing', []],
    ])
    const index = new PolygonLookup(shapes)
    for (const [lat, lon] of [
      [90, 0],
      [-90, 0],
      [-90, 88],
      [89.9, 100],
      [60, 0],
      [1e-8, 79],
      [9e-8, 79],
      [0, 75],
      [5, 72],
    ])
      expect(quickly(index, [lat!, lon!])).toEqual(slowly(shapes, [lat!, lon!]))
    for (const [lat, lon] of [
      [5.00000005, 72.00000005],
      [2, 2],
      [1, 2],
      [2, 1],
      [17, 17],
      [12, 12],
    ])
      expect(quickly(index, [lat!, lon!])).toEqual(slowly(shapes, [lat!, lon!]))
    expect(quickly(index, [17, 17])).toEqual(['half', 'two on each other'])
  })

  test('a place that is no place is in no area, and an empty index holds none', () => {
    const index = new PolygonLookup([['all', [[box(-10, -10, 10, 10)]]]] as const)
    for (const [lat, lon] of [
      [Number.NaN, 0],
      [0, Number.NaN],
      [91, 0],
      [0, Infinity],
    ])
      expect(index.at(lat!, lon!)).toBe(0)
    expect(new PolygonLookup().at(0, 0)).toBe(0)
    expect(new PolygonLookup().remove('all')).toBe(false)
  })
})

describe('editing', () => {
  test('an invalid area is rejected, and the area that had its name stays', () => {
    const index = new PolygonLookup([['bay', [[box(0, 0, 1, 1)]]]] as const)
    const aroundThePole = [
      [0, -70],
      [90, -70],
      [180, -70],
      [-90, -70],
    ]
    expect(() => index.put('bay', [[aroundThePole]])).toThrow('goes round a pole')
    expect(() =>
      index.put('bay', [
        [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      ]),
    ).toThrow('three different corners')
    expect(() =>
      index.put('bay', [
        [
          [
            [0, 0],
            [1, 1],
            [Number.NaN, 3],
          ],
        ],
      ]),
    ).toThrow('not a place')
    expect(quickly(index as PolygonLookup<string>, [0.5, 0.5])).toEqual(['bay'])
  })

  test('an area that is moved over and over takes no more room than at first', () => {
    const index = new PolygonLookup<string>()
    const circle = (n: number) => [[circleAround(place((n % 40) - 20, 70 + (n % 30)), 50_000)]]
    for (let n = 0; n < 100; n++) index.put(`area ${n}`, circle(n))
    const before = index.bytes
    for (let n = 0; n < 1_500; n++) index.put(`area ${n % 100}`, circle(n * 7))
    expect(index.bytes).toBeLessThan(3 * before)
    for (let n = 0; n < 100; n++) index.remove(`area ${n}`)
    expect(index.size).toBe(0)
    expect(index.bytes).toBeLessThan(100_000)
  })

  test('the same outline a hundred times takes less than thirty times its room', () => {
    const outline = [[circleAround(place(5, 72), 100_000)]]
    const index = new PolygonLookup(Array.from({ length: 100 }, (_, n) => [n, outline] as const))
    const bytesOfSide = 4 * Float64Array.BYTES_PER_ELEMENT
    expect(index.bytes).toBeLessThan(100 * 128 * bytesOfSide * 30)
    expect(index.at(5, 72)).toBe(100)
    expect(index.at(5, 74)).toBe(0)
  })
})
