import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  box,
  geoJsonOf,
  geoPackageOf,
  kmlOf,
  shapefileOf,
  zipOf,
  type Area,
} from '../../../testing/samples/geo-files.ts'
import { Readers } from '../kernel/files/readers.ts'
import { readGeoFile } from './geo-file.ts'
import { readGeo } from './read-file.ts'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoOptions } from './geo-reading.ts'

const AREAS: Area[] = [
  {
    rings: [box(70, 5, 75, 10)],
    properties: { GEONAME: 'Indian Exclusive Economic Zone', ISO_TER1: 'IND', MRGID: 8480 },
  },
  {
    rings: [box(178, -20, 184, -15)],
    properties: { GEONAME: 'Fijian Exclusive Economic Zone', ISO_TER1: 'FJI', MRGID: 8325 },
  },
]
const options = (more: Partial<GeoOptions> = {}): GeoOptions => ({
  name: 'eez.dat',
  only: 'areas',
  tolerance: 0,
  mostFeatures: 1000,
  mostPositions: 100_000,
  ...more,
})
const whyNot = (bytes: Buffer, more?: Partial<GeoOptions>) =>
  readGeo(bytes, options(more)).then(
    () => 'it was read',
    (error: Unreadable) => {
      if (!(error instanceof Unreadable)) throw error
      return error.message
    },
  )

test.each([
  ['GeoJSON', () => geoJsonOf(AREAS)],
  ['KML', () => kmlOf(AREAS)],
  ['GeoPackage', () => geoPackageOf(AREAS)],
  ['Shapefile', () => shapefileOf(AREAS)],
])('%s gives the same areas with their attributes, cut at 180 degrees', async (format, make) => {
  const reading = await readGeo(await make(), options())
  expect(reading).toMatchObject({ format, faults: [], total: 2 })
  const [first, second] = reading.features
  expect(first!.properties).toMatchObject({ GEONAME: 'Indian Exclusive Economic Zone', ISO_TER1: 'IND' })
  expect(first!.geometry.type).toBe('Polygon')
  expect(new Set((first!.geometry.coordinates as number[][][])[0]!.map(String))).toEqual(
    new Set(box(70, 5, 75, 10).map(String)),
  )
  expect(second!.geometry).toMatchObject({ type: 'MultiPolygon' })
  const lons = (second!.geometry.coordinates as number[][][][]).map((part) => part[0]!.map(([lon]) => lon!))
  expect(lons.map((part) => [Math.min(...part), Math.max(...part)])).toEqual([
    [178, 180],
    [-180, -176],
  ])
})

test('a table of places, with commas or semicolons, quotes and broken lines', async () => {
  const table = 'name;Latitude;Longitude\n"Cargo; ""A""";10.5;72\nlost;north;72\n\n\xe9t\xe9;-5;40'
  const reading = await readGeo(Buffer.from(table), options({ name: 'x.csv', only: 'any' }))
  expect(
    reading.features.map(({ line, properties, geometry }) => [
      line,
      properties['name'],
      geometry.coordinates,
    ]),
  ).toEqual([
    [2, 'Cargo; "A"', [72, 10.5]],
    [5, 'été', [40, -5]],
  ])
  expect(reading.faults).toMatchObject([{ at: 2, line: 3, why: expect.stringContaining('decimal degrees') }])
  for (const lineEnd of ['\r', '\r\n'])
    expect(
      await readGeo(Buffer.from(table.replaceAll('\n', lineEnd)), options({ name: 'x.csv', only: 'any' })),
    ).toEqual(reading)
  expect(await whyNot(Buffer.from('a,b\n1,2'), { name: 'x.csv' })).toContain('latitude and longitude')
})

test('a fault of one feature is reported with its number and line, and the others are read', async () => {
  const ring = (...at: unknown[]) => ({ type: 'Polygon', coordinates: [at] })
  const square = box(0, 0, 1, 1)
  const geometries = [
    ring(...square),
    ring([0, 0], [1, 1], [0, 0]),
    ring([0, 0], [1, 0], [1, 1], [0, 1]),
    ring([0, 0], [1, 0], [1, 95], [0, 0]),
    ring([0, 0], [1, 'x'], [1, 1], [0, 0]),
    ring([0, 0], [1, null], [1, 1], [0, 0]),
    ring([-180, 80], [-60, 80], [60, 80], [-180, 80]),
    { type: 'Point', coordinates: [0, 0] },
    null,
    { type: 'Polygon', coordinates: 7 },
  ]
  const lines = geometries.map((geometry) => JSON.stringify({ type: 'Feature', properties: {}, geometry }))
  lines.push('{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[NaN]]}}')
  const text = `{"type":"FeatureCollection","name":"a \\"[{","features":[\n${lines.join(',\n')}\n]}`
  const reading = await readGeo(Buffer.from(text), options())
  expect(reading.features.map(({ at }) => at)).toEqual([1])
  expect(reading.faults.map(({ at, line, why }) => [at, line, why])).toEqual([
    [2, 3, 'has a ring of fewer than four positions'],
    [3, 4, 'has a ring whose last position differs from its first'],
    [4, 5, expect.stringContaining('off the globe')],
    [5, 6, expect.stringContaining('not a pair of numbers')],
    [6, 7, expect.stringContaining('not a pair of numbers')],
    [7, 8, 'the ring goes round a pole'],
    [8, 9, 'has a Point, not an area'],
    [9, 10, 'has no geometry'],
    [10, 11, expect.stringContaining('not a list')],
    [11, 12, 'is not JSON'],
  ])
})

test('a coast of many corners is simplified, and a file with too much in it is refused', async () => {
  const wavy = Array.from({ length: 20_000 }, (_, i): [number, number] => {
    const angle = (i / 20_000) * 2 * Math.PI
    return [70 + 3 * Math.cos(angle), 10 + 3 * Math.sin(angle) + 0.001 * (i % 2)]
  })
  const file = geoJsonOf([{ rings: [[...wavy, wavy[0]!]], properties: {} }])
  const simple = await readGeo(file, options({ tolerance: 0.005 }))
  expect((simple.features[0]!.geometry.coordinates as number[][][])[0]!.length).toBeLessThan(300)
  expect(await whyNot(file, { mostPositions: 1000 })).toContain('Simplify more')
  expect(await whyNot(geoJsonOf([AREAS[0]!, AREAS[0]!]), { mostFeatures: 1 })).toContain('Split the file')
})

test('files made to hurt are refused with a reason', async () => {
  const shp = Buffer.alloc(400)
  expect(await whyNot(zipOf({ 'a.shp': Buffer.alloc(600 * 1024 * 1024) }))).toContain('larger than 512 MB')
  expect(await whyNot(zipOf({ 'a.shp': Buffer.alloc(50_000_000) }, 1000))).toContain('cannot be unpacked')
  expect(await whyNot(zipOf({ 'a.txt': shp }))).toContain('no shapefile')
  expect(await whyNot(Buffer.from('PK\u0005\u0006'))).toContain('damaged')
  const xxe = '<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>'
  expect(await whyNot(Buffer.from(xxe))).toContain('its own types or entities')
  expect(await whyNot(Buffer.from(`<kml>${'<Folder>'.repeat(5000)}`))).toContain('nested too deeply')
  expect(await whyNot(Buffer.from('<svg/>'))).toContain('not KML')
  expect(await whyNot(Buffer.from(`{"features":[${'['.repeat(100_000)}`))).toContain('nested too deeply')
  expect(await whyNot(Buffer.from('{"features":[{"type":"Feature"'))).toContain('before it is complete')
  expect(await whyNot(Buffer.from('MZ\0\0'))).toContain('not a supported file')
  expect(await whyNot(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(100)]))).toContain(
    'not a GeoPackage',
  )
  expect(await whyNot(await geoPackageOf(AREAS, 3857))).toContain('EPSG:3857')
  expect(await whyNot(shapefileOf(AREAS, 'PROJCS["WGS_1984_Web_Mercator"]'))).toContain(
    'another coordinate system',
  )
})

test('any bytes are read as a whole file or refused', async () => {
  const whole = [geoJsonOf(AREAS), kmlOf(AREAS), await geoPackageOf(AREAS), shapefileOf(AREAS)]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (file, changes, cut) => {
        const bytes = Buffer.from(file.subarray(0, Math.ceil(file.length * Math.max(cut, 0.3))))
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        const reading = await readGeo(bytes, options()).catch((error: unknown) => error)
        if (reading instanceof Error) return
        for (const { geometry } of (reading as Awaited<ReturnType<typeof readGeo>>).features)
          expect(JSON.stringify(geometry)).not.toContain('null')
      },
    ),
    { numRuns: 150 },
  )
})

test('a reader process gives the same result, and its end is an operation error', async () => {
  const readers = new Readers()
  const reading = await readGeoFile(readers, 'u', [shapefileOf(AREAS)], options())
  expect(reading).toEqual(await readGeo(shapefileOf(AREAS), options()))
  await expect(readGeoFile(readers, 'u', [Buffer.from('<svg/>')], options())).rejects.toMatchObject({
    code: 'BAD_FORMAT',
  })
})
