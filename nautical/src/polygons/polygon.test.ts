import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destinationOf, distanceBetween, EARTH_RADIUS_M } from '../geodesy.ts'
import { bufferRing, isWithin } from './polygon-buffer.ts'
import { isInMultiPolygon, isInPolygon, polygonArea, type Ring } from './polygon.ts'
import { place } from '../units.ts'
import { boxRing as box } from '../../testing/box-ring.ts'

describe('inside and outside', () => {
  test('a place in a hole is outside', () => {
    const rings = [box(70, 0, 80, 10), box(74, 4, 76, 6)]
    expect(isInPolygon(place(5, 72), rings)).toBe(true)
    expect(isInPolygon(place(5, 75), rings)).toBe(false)
    expect(isInPolygon(place(5, 81), rings)).toBe(false)
  })
  test('an area over 180 degrees holds places on both sides of it', () => {
    const fiji = [box(175, -20, -175, -10)]
    expect(isInPolygon(place(-15, 179), fiji)).toBe(true)
    expect(isInPolygon(place(-15, -179), fiji)).toBe(true)
    expect(isInPolygon(place(-15, 0), fiji)).toBe(false)
    expect(isInPolygon(place(-15, 170), fiji)).toBe(false)
  })
  test('an area in two parts holds the places of both', () => {
    const parts = [[box(0, 0, 1, 1)], [box(5, 5, 6, 6)]]
    expect(isInMultiPolygon(place(5.5, 5.5), parts)).toBe(true)
    expect(isInMultiPolygon(place(3, 3), parts)).toBe(false)
  })
  test('a ring round a pole is refused', () => {
    const cap: Ring = [
      [0, -70],
      [90, -70],
      [180, -70],
      [-90, -70],
    ]
    expect(() => isInPolygon(place(-80, 0), [cap])).toThrow('goes round a pole')
    expect(() => polygonArea([cap])).toThrow(RangeError)
  })
  test('moving an area round the globe moves the places inside with it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -360, max: 360 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (shift, lat, lon) => {
          const wrap = (value: number) => ((((value + shift + 180) % 360) + 360) % 360) - 180
          const ring = [
            [-2, -1],
            [1.5, -2],
            [2, 2],
            [-1, 1],
          ]
          const moved = ring.map(([x, y]) => [wrap(x!), y!])
          expect(isInPolygon(place(lat, wrap(lon)), [moved])).toBe(isInPolygon(place(lat, lon), [ring]))
        },
      ),
    )
  })
})

describe('area', () => {
  test('a box by degrees has the area of its zone of the sphere', () => {
    const exact = EARTH_RADIUS_M ** 2 * (Math.PI / 18) * Math.sin(Math.PI / 18)
    expect(polygonArea([box(70, 0, 80, 10)]) / exact).toBeCloseTo(1, 9)
    expect(polygonArea([box(175, 0, -175, 10)]) / exact).toBeCloseTo(1, 9)
  })
  test('a hole is taken off', () => {
    const whole = polygonArea([box(0, 0, 10, 10)])
    const hole = polygonArea([box(2, 2, 3, 3)])
    expect(polygonArea([box(0, 0, 10, 10), box(2, 2, 3, 3)])).toBeCloseTo(whole - hole, 0)
  })
})

describe('buffer', () => {
  const buffers: [string, number[][]][] = [
    ['a square', box(70, 5, 71, 6)],
    ['an area over 180 degrees', box(179.5, 5, -179.5, 6)],
    [
      'an area with a bay',
      [
        [70, 5],
        [72, 5],
        [72, 7],
        [71.1, 7],
        [71.1, 5.5],
        [70.9, 5.5],
        [70.9, 7],
        [70, 7],
      ],
    ],
  ]
  test.each(buffers)(
    '12 NM about %s: places 11.5 NM off its corner are in, 12.5 NM off are out',
    (_, ring) => {
      const buffered = bufferRing(ring, 22_224)
      const corner = place(ring[0]![1]!, ring[0]![0]!)
      for (const bearing of [200, 225, 250]) {
        expect(isInPolygon(destinationOf(corner, bearing, 21_298), [buffered])).toBe(true)
        expect(isInPolygon(destinationOf(corner, bearing, 23_150), [buffered])).toBe(false)
      }
      for (const [lon, lat] of ring) expect(isInPolygon(place(lat!, lon!), [buffered])).toBe(true)
    },
  )
  test('the buffer about a small island is a circle', () => {
    const buffered = bufferRing(box(60, -5, 60.001, -4.999), 10_000)
    for (const [lon, lat] of buffered) {
      const off = distanceBetween(place(-4.9995, 60.0005), place(lat, lon))
      expect(Math.abs(off - 10_000)).toBeLessThan(120)
    }
    expect(polygonArea([buffered]) / (Math.PI * 1e8)).toBeCloseTo(1, 1)
  })
  test('a place off the coast is within the buffer only while near enough', () => {
    expect(isWithin(place(5.5, 70.5), [box(70, 5, 71, 6)], 1000)).toBe(true)
    expect(isWithin(place(6.1, 70.5), [box(70, 5, 71, 6)], 12_000)).toBe(true)
    expect(isWithin(place(6.1, 70.5), [box(70, 5, 71, 6)], 10_000)).toBe(false)
  })
})
