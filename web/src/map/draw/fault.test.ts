import { expect, test } from 'vitest'
import type { DrawnFeature, DrawnGeometry } from './shapes.ts'
import { faultOf } from './fault.ts'
import type { Position } from './shapes.ts'

const drawn = (geometry: DrawnGeometry): DrawnFeature[] => [
  { id: 'one', geometry, isHole: false, circle: null },
]
const area = (...ring: Position[]) => drawn({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] })

test('an incomplete shape reports what is missing', () => {
  expect(faultOf([], false)).toBe('Draw the shape on the map first.')
  expect(faultOf(area([70, 8], [71, 8], [71, 8]), true)).toMatch(/^Finish the shape first/)
  expect(faultOf(area([70, 8], [71, 8]), false)).toMatch(/^This shape is not a valid area: /)
  expect(faultOf(drawn({ type: 'LineString', coordinates: [[70, 8]] }), false)).toBe(
    'A line needs at least two points.',
  )
})

test('an outline that crosses itself reports where, and is valid once it no longer does', () => {
  expect(faultOf(area([70, 8], [72, 10], [72, 8], [70, 10]), false)).toMatch(/crosses.*9\.0000 N, 71\.0000 E/)
  expect(faultOf(area([70, 8], [72, 8], [72, 10], [70, 10]), false)).toBeNull()
})
