import { expect, test } from 'vitest'
import { outlineOf, readPasted } from './area-outline.ts'
import type { DrawnFeature } from '../../../map/draw/shapes.ts'

const box = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const drawn = (ring: [number, number][], more: Partial<DrawnFeature> = {}): DrawnFeature => ({
  id: String(ring),
  geometry: { type: 'Polygon', coordinates: [ring] },
  isHole: false,
  circle: null,
  ...more,
})

test('a hole goes into the part around it, and parts make one area', () => {
  expect(
    outlineOf([drawn(box(0, 0, 10)), drawn(box(20, 0, 5)), drawn(box(21, 1, 1), { isHole: true })], 5),
  ).toEqual({
    geometry: { type: 'MultiPolygon', coordinates: [[box(0, 0, 10)], [box(20, 0, 5), box(21, 1, 1)]] },
  })
})

test('a circle stays a circle until a part or a hole is added, a line is a corridor', () => {
  const circle = { center: [5, 5] as [number, number], radiusNm: 12 }
  const round = drawn(box(0, 0, 10), { circle })
  expect(outlineOf([round], 5)).toEqual({ shape: { shape: 'circle', center: [5, 5], radius_nm: 12 } })
  expect(outlineOf([round, drawn(box(4, 4, 1), { isHole: true })], 5)).toHaveProperty('geometry')
  const line: DrawnFeature = {
    id: 'l',
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    isHole: false,
    circle: null,
  }
  expect(outlineOf([line], 8)).toEqual({
    shape: {
      shape: 'corridor',
      line: [
        [0, 0],
        [1, 1],
      ],
      width_nm: 8,
    },
  })
  expect(outlineOf([], 8)).toBeNull()
})

test('pasted positions and GeoJSON are read, and unreadable lines are reported by number', () => {
  expect(readPasted('10N 70E\n10N 71E\n\n11 00.0N 071 00.0E')).toEqual({
    polygons: [
      [
        [
          [70, 10],
          [71, 10],
          [71, 11],
          [70, 10],
        ],
      ],
    ],
  })
  expect(readPasted('10N 70E\nnowhere\n11N 71E')).toEqual({ why: 'Line 2 is not a position: nowhere' })
  const feature = {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [box(1, 1, 2)] } },
    ],
  }
  expect(readPasted(JSON.stringify(feature))).toEqual({ polygons: [[box(1, 1, 2)]] })
  for (const bad of [
    '{"type":"Point","coordinates":[1,2]}',
    '{"type":"Polygon","coordinates":[[[1,2]]]}',
    '{',
    '',
  ])
    expect(readPasted(bad)).toHaveProperty('why')
})
