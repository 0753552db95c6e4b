import { expect, test } from 'vitest'
import type { Field } from './draw-grid.ts'
import { barbName } from './barbs.ts'
import { isobarsOf } from './isobars.ts'

/** Pressure that rises evenly from 996 hPa at the south pole to 1020 at the north pole, on a grid that begins at Greenwich. */
const SLOPE: Field = (() => {
  const [step, columns, rows, scale] = [5, 72, 37, 20]
  const values = Int16Array.from({ length: columns * rows }, (_, i) =>
    Math.round((1020 - (24 * Math.floor(i / columns)) / (rows - 1)) * scale),
  )
  return { step, columns, rows, scale, west: 0, north: 90, values }
})()

test('isobars run every 2 hPa where the pressure is, around the world, and never along its edge', () => {
  const lines = isobarsOf(SLOPE)
  expect(lines.map(({ properties }) => properties!['hpa'] as number)).toEqual([
    998, 1000, 1002, 1004, 1006, 1008, 1010, 1012, 1014, 1016, 1018,
  ])
  const middle = lines.find(({ properties }) => properties!['hpa'] === 1008)!
  const places = (middle.geometry as GeoJSON.MultiLineString).coordinates.flat()
  for (const [, lat] of places) expect(Math.abs(lat!)).toBeLessThan(0.2)
  const lons = places.map(([lon]) => lon!)
  expect(Math.min(...lons)).toBeLessThanOrEqual(-177)
  expect(Math.max(...lons)).toBeGreaterThanOrEqual(177)
})

test('a wind has the barb of the nearest 5 kn, on the other side in the south', () => {
  expect(barbName(13, false)).toBe('barb-15')
  expect(barbName(12, true)).toBe('barb-10-south')
  expect(barbName(140, false)).toBe('barb-100')
})
