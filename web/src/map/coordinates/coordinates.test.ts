import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COORDINATE_FORMATS, coordinateText, readCoordinates } from './coordinates.ts'

test('a position reads the same in every format it is written in', () => {
  const within: Record<string, number> = { D: 1e-5, DM: 1e-5, DMS: 2e-5, MGRS: 2e-5 }
  fc.assert(
    fc.property(
      fc.constantFrom(...COORDINATE_FORMATS),
      fc.double({ min: -79, max: 83, noNaN: true }),
      fc.double({ min: -179.99, max: 179.99, noNaN: true }),
      (format, lat, lon) => {
        const read = readCoordinates(coordinateText(format, lat, lon))
        expect(read).not.toBeNull()
        expect(Math.abs(read!.lat - lat)).toBeLessThan(within[format]!)
        const slack = 1 / Math.cos((lat * Math.PI) / 180)
        expect(Math.abs(read!.lon - lon)).toBeLessThan(within[format]! * slack)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['6.93, 79.85', 6.93, 79.85],
  ['-33.9 18.4', -33.9, 18.4],
  ['33.9S 18.4E', -33.9, 18.4],
  ['S 33.9 E 18.4', -33.9, 18.4],
  ['06 55.8N 079 51.2E', 6.93, 79.8533333],
  ["06°55.800'N 079°51.200'E", 6.93, 79.8533333],
  ['6°55\'48"N, 79°51\'12"E', 6.93, 79.8533333],
  ['079 51.2E 06 55.8N', 6.93, 79.8533333],
  ['6 55.8 79 51.2', 6.93, 79.8533333],
  ['44N LN 77311 66021', 6.93, 79.85],
])('%s is a position', (text, lat, lon) => {
  const read = readCoordinates(text)
  expect(read?.lat).toBeCloseTo(lat, 1)
  expect(read?.lon).toBeCloseTo(lon, 1)
})

test.each([
  '419000001',
  'MATSYA',
  '91, 10',
  '10, 181',
  '9 61.0N 10 0.0E',
  '1 2 3',
  '',
  'N E',
  '10N 20N',
  'E 5 W 5',
])('%s is no position', (text) => expect(readCoordinates(text)).toBeNull())

test('near the poles, where the military grid ends, degrees are written', () => {
  expect(coordinateText('MGRS', 86, 10)).toBe("86°00.000'N 010°00.000'E")
  expect(coordinateText('DMS', -0.00001, 179.999999)).toMatch(/^00°00'00\.0"S 1(80°00'00\.0|79)/)
})
