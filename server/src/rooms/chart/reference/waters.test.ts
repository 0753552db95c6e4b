import path from 'node:path'
import { containsPoint, preparePolygon } from '@samudra/nautical/polygons/polygon'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldersOf } from '../../../compose.ts'
import { readComputed } from './computed.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import { WatersIndex } from './waters.ts'

test('the index answers every place as asking all areas one by one does', async () => {
  const { areas } = await readComputed(
    foldersOf(path.resolve(import.meta.dirname, '../../../../..')).archivesFolder,
  )
  const pacific = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [175, -20],
        [-175, -20],
        [-175, -10],
        [175, -10],
        [175, -20],
      ],
    ] as [number, number][][],
  }
  const all = [
    ...areas.map(({ id, geometry }) => ({ area: id, geometry })),
    { area: 'across 180', geometry: pacific },
  ]
  const index = new WatersIndex(all)
  const prepared = all.map(({ area, geometry }) => ({
    area,
    polygons: partsOf(geometry).map(preparePolygon),
  }))
  const slowly = (lat: number, lon: number) =>
    prepared
      .filter(({ polygons }) => polygons.some((one) => containsPoint(one, lat, lon)))
      .map(({ area }) => area)
  const place = fc.oneof(
    fc.tuple(fc.double({ min: -45, max: 32, noNaN: true }), fc.double({ min: 20, max: 125, noNaN: true })),
    fc.tuple(
      fc.double({ min: -21, max: -9, noNaN: true }),
      fc.constantFrom(-180, 180, 179.99, -179.99, 175.01, -175.01),
    ),
    // On the edges of cells.
    fc.tuple(
      fc.integer({ min: -160, max: 120 }).map((n) => n / 4),
      fc.integer({ min: 80, max: 500 }).map((n) => n / 4),
    ),
  )
  fc.assert(
    fc.property(place, ([lat, lon]) => {
      expect(index.at(lat, lon)).toEqual(slowly(lat, lon))
    }),
    { numRuns: 3000 },
  )
})
