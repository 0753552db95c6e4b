import { containsPoint, preparePolygon } from '@samudra/nautical/polygons/polygon'
import { expect, test } from 'vitest'
import { namePlace } from './name-place.ts'

test('the name of an area stands once, inside it, whatever its shape', () => {
  const box = [
    [
      [70, 8],
      [76, 8],
      [76, 12],
      [70, 12],
      [70, 8],
    ],
  ] as [number, number][][]
  expect(namePlace({ type: 'Polygon', coordinates: box })).toEqual([73, 10])
  // A horseshoe open to the east: the middle of its corners lies outside.
  const shoe = [
    [
      [70, 0],
      [80, 0],
      [80, 2],
      [72, 2],
      [72, 8],
      [80, 8],
      [80, 10],
      [70, 10],
      [70, 0],
    ],
  ] as [number, number][][]
  for (const geometry of [
    { type: 'Polygon' as const, coordinates: shoe },
    { type: 'MultiPolygon' as const, coordinates: [box, shoe] },
  ]) {
    const [lon, lat] = namePlace(geometry)
    expect(containsPoint(preparePolygon(shoe), lat, lon)).toBe(true)
  }
})
