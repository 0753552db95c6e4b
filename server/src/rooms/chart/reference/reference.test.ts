import {
  COMPUTED_LABEL,
  addEez,
  checkEezImport,
  commitEezImport,
  deleteEez,
  getEez,
  getMarineBoundaries,
  getWatersAt,
  updateEez,
  type EezImport,
} from '@samudra/contract/reference'
import { getAudit } from '@samudra/contract/audit'
import { getAisUtils } from '@samudra/contract/picture'
import { tableUpdate } from '@samudra/contract/kind'
import { metresBetween } from '@samudra/nautical/geodesy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import {
  box,
  geoJsonOf,
  geoPackageOf,
  kmlOf,
  shapefileOf,
  type Area,
} from '../../../../testing/samples/geo-files.ts'
import { upload } from '../../../../testing/samples/uploads.ts'

let server: TestServer
let user: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  server = await aServer()
  user = await aUser(server, 'operator')
})
afterAll(() => server.close())

const whose = async (lat: number, lon: number) => {
  const { covered, waters } = await user.call(getWatersAt, { lat, lon })
  return covered ? waters.map(({ kind, country }) => `${kind} ${country}`).sort() : null
}
const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [box(west, south, east, north)],
})
const draft = (more: object = {}) => ({
  name: 'Own line',
  country: 'IND',
  kind: 'EEZ' as const,
  geometry: square(68, 5, 76, 20),
  source: 'Gazette 2026',
  edition: '1',
  disputed: false,
  claimants: [],
  ...more,
})

test('places at sea lie in the waters of the country whose coast is nearest', async () => {
  const expected: [string, number, number, string[] | null][] = [
    ['off Mumbai', 18.9, 72.7, ['12NM IND', '24NM IND', 'EEZ IND']],
    ['in the harbour of Kochi', 9.967, 76.26, ['12NM IND', '24NM IND', 'EEZ IND']],
    ['100 NM west of Goa', 15.4, 72.1, ['EEZ IND']],
    ['off Galle', 5.95, 80.2, ['12NM LKA', '24NM LKA', 'EEZ LKA']],
    ['18 NM off Colombo', 6.93, 79.53, ['24NM LKA', 'EEZ LKA']],
    ['south of Malé', 3.9, 73.5, ['12NM MDV', '24NM MDV', 'EEZ MDV']],
    ['off Christmas Island, not Australia', -10.7, 105.4, ['24NM CXR', 'EEZ CXR']],
    ['off the Cocos Islands', -12.5, 97.2, ['EEZ CCK']],
    ['off Mayotte, not France', -12.9, 45.4, ['12NM MYT', '24NM MYT', 'EEZ MYT']],
    ['in the middle of the Arabian Sea', 13, 64, []],
    ['in the southern ocean', -35, 75, []],
    ['in the Pacific, of which nothing is known', 0, -170, null],
    ['in the Atlantic', 10, -30, null],
    ['inland', 23, 79, []],
  ]
  for (const [where, lat, lon, waters] of expected)
    expect([where, await whose(lat, lon)]).toEqual([where, waters])
})

test('boundaries state what they are, where they end and which data is missing', async () => {
  const all = await user.call(getMarineBoundaries, {})
  expect(all.label).toBe('Approximate, computed from coastline; no legal standing')
  expect(all.notes.map(({ kind }) => kind)).toEqual(['HIGH_SEAS', 'IMO_TSS'])
  for (const { properties } of all.features) {
    expect(properties).toMatchObject({ approx: true, source: 'OpenStreetMap coastlines' })
    expect(properties.country).toMatch(/^[A-Z]{3}$/)
  }
  const twelve = await user.call(getMarineBoundaries, {
    kinds: ['12NM'],
    part: 'limit',
    bbox: [79, 5, 83, 10],
  })
  expect(new Set(twelve.features.map(({ properties }) => properties.kind))).toEqual(new Set(['12NM']))
  const lines = twelve.features.find(({ properties }) => properties.country === 'LKA')!.geometry
    .coordinates as [number, number][][]
  // Dondra Head, the south end of Sri Lanka: the limit lies twelve miles off.
  const off = lines.flat().map(([lon, lat]) => metresBetween(5.9216, 80.5889, lat, lon) / 1852)
  expect(Math.min(...off)).toBeGreaterThan(11.5)
  expect(Math.min(...off)).toBeLessThan(12.6)
  const coarse = await user.call(getMarineBoundaries, { kinds: ['12NM'], part: 'limit', simplify: 0.05 })
  const fine = await user.call(getMarineBoundaries, { kinds: ['12NM'], part: 'limit' })
  expect(JSON.stringify(coarse).length).toBeLessThan(JSON.stringify(fine).length / 2)
  expect((await user.call(getMarineBoundaries, { bbox: [-170, 0, -160, 10] })).features).toEqual([])
})

test('a boundary of an administrator replaces the computed one until it is deleted', async () => {
  const watcher = new Watcher(server.base, user.token)
  await until(() => watcher.socket.connected, 'the screen is connected')
  const before = await user.call(getMarineBoundaries, {})
  expect(await user.raw(addEez, draft())).toMatchObject({ Code: 'FORBIDDEN' })
  const made = await server.call(addEez, draft())
  expect(made).toMatchObject({ version: 1, approx: false, mine: true, owner: 'admin' })
  expect(await whose(15.4, 72.1)).toEqual(['EEZ IND'])
  // In the Bay of Bengal, where the new line does not reach.
  expect(await whose(14, 83)).toEqual([])
  expect(await whose(13.1, 80.5)).toEqual(['12NM IND', '24NM IND'])
  const after = await user.call(getMarineBoundaries, {})
  expect(after.version).not.toBe(before.version)
  const listed = await user.call(getEez, { country: 'IND', kind: 'EEZ', geometry: false })
  expect(listed.items.map(({ approx, replaced_by }) => [approx, replaced_by])).toEqual([
    [true, [made.id]],
    [false, []],
  ])
  expect(listed.items.every(({ geometry, mine }) => geometry === undefined && !mine)).toBe(true)
  const named = (await user.call(getAisUtils, {})).eez.map(({ name }) => name)
  expect(named).toContain('Own line')
  expect(named).toContain('Sri Lanka')
  expect(named).not.toContain('India')
  // The limit towards Sri Lanka is also Sri Lanka's; the other limits of India are no longer shown.
  const limits = after.features.filter(
    ({ properties }) => properties.part === 'limit' && properties.kind === 'EEZ',
  )
  const ofIndia = limits.map(({ properties }) => properties.name).filter((name) => name.includes('India'))
  expect(ofIndia).toContain('India – Sri Lanka')
  expect(ofIndia).not.toContain('India')
  const changed = await server.call(updateEez, {
    id: made.id,
    expected_version: 1,
    edition: '2',
    disputed: true,
  })
  expect(changed).toMatchObject({ version: 2, edition: '2', disputed: true, name: 'Own line' })
  expect(await server.raw(updateEez, { id: made.id, expected_version: 1, edition: '3' })).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: 2, edition: '2' },
  })
  const past = await user.call(getEez, { country: 'IND', kind: 'EEZ', as_of: made.created_at })
  expect(past.items.map(({ edition }) => edition)).toEqual(['computed-1', '1'])
  await server.call(deleteEez, { id: made.id, reason: 'withdrawn' })
  expect(await whose(14, 83)).toEqual(['EEZ IND'])
  expect(await user.call(getMarineBoundaries, {})).toEqual(before)
  await until(() => watcher.events.filter(({ name }) => name === tableUpdate.wire).length >= 3, 'it is told')
  const received = watcher.events
    .filter(({ name }) => name === tableUpdate.wire)
    .map(({ payload }) => payload)
  expect(received).toMatchObject([
    { table: 'eez', op: 'add', ids: [made.id] },
    { table: 'eez', op: 'update', ids: [made.id], version: 2 },
    { table: 'eez', op: 'delete', ids: [made.id] },
  ])
  watcher.close()
})

test('waters across 180 degrees are one, on both sides', async () => {
  const made = await server.call(
    addEez,
    draft({ name: 'Fiji', country: 'FJI', geometry: square(176, -22, 184, -14) }),
  )
  expect(made.geometry!.type).toBe('MultiPolygon')
  for (const lon of [176.5, 179.9, 180, -180, -179.9, -176.5])
    expect(await whose(-18, lon)).toEqual(['EEZ FJI'])
  for (const lon of [175.5, -175.5]) expect(await whose(-18, lon)).toBeNull()
  const both = await user.call(getMarineBoundaries, { part: 'limit', bbox: [170, -30, -170, 0] })
  const lines = both.features[0]!.geometry.coordinates as [number, number][][]
  // The cut is no boundary.
  for (const line of lines)
    for (let i = 1; i < line.length; i++)
      expect(Math.abs(line[i - 1]![0]) === 180 && Math.abs(line[i]![0]) === 180).toBe(false)
  await server.call(deleteEez, { id: made.id })
})

test('an invalid shape is refused, and no user changes a computed boundary', async () => {
  const bowtie = [
    [70, 5],
    [75, 10],
    [75, 5],
    [70, 10],
    [70, 5],
  ] as [number, number][]
  expect(
    await server.raw(addEez, draft({ geometry: { type: 'Polygon', coordinates: [bowtie] } })),
  ).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(await server.raw(addEez, draft({ country: 'Indya' }))).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'country', why: expect.stringContaining('IN (India)') }],
  })
  const id = 'computed-EEZ-IND'
  expect(await server.raw(updateEez, { id, expected_version: 1, name: 'x' })).toMatchObject({
    Code: 'VALIDATION',
  })
  expect(await server.raw(deleteEez, { id })).toMatchObject({ Code: 'VALIDATION' })
  expect(await server.raw(deleteEez, { id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
})

const marine = (more: Partial<Area['properties']>[] = []): Area[] =>
  [
    {
      MRGID: 8480,
      GEONAME: 'Indian Exclusive Economic Zone',
      POL_TYPE: '200NM',
      ISO_TER1: 'IND',
      SOVEREIGN1: 'India',
      SOVEREIGN2: '',
    },
    {
      MRGID: 50,
      GEONAME: 'Overlapping claim',
      POL_TYPE: 'Overlapping claim',
      ISO_TER1: 'KEN',
      SOVEREIGN1: 'Kenya',
      SOVEREIGN2: 'Somalia',
    },
    { MRGID: 51, GEONAME: 'High Seas', POL_TYPE: 'High Seas', ISO_TER1: '', SOVEREIGN1: '', SOVEREIGN2: '' },
    {
      MRGID: 52,
      GEONAME: 'Odd',
      POL_TYPE: 'Fishing ground',
      ISO_TER1: 'IND',
      SOVEREIGN1: 'India',
      SOVEREIGN2: '',
    },
    { MRGID: 53, GEONAME: 'No code', POL_TYPE: '200NM', ISO_TER1: '', SOVEREIGN1: '', SOVEREIGN2: '' },
  ].map((properties, i) => ({
    rings: [box(60 + i, 5, 61 + i, 6)],
    properties: { ...properties, ...more[i] } as Area['properties'],
  }))
const check = async (file: Buffer, name = 'eez_v12.gpkg', more: object = {}) => {
  const input = { name, source: 'Flanders Marine Institute', edition: 'v12', ...more }
  const answer = await upload(server.base, server.token, checkEezImport, input, file)
  if (!answer.Status) throw new Error(`${answer.Code}: ${answer.Message}`)
  return answer.Data
}
const actions = ({ rows }: EezImport) => rows.map(({ action, why }) => [action, why])

test('a file of Marine Regions gets a dry run, is committed once, and changes what it reports', async () => {
  const dry = await check(await geoPackageOf(marine()))
  expect(dry).toMatchObject({ format: 'GeoPackage', counts: { add: 3, change: 0, skip: 2, errors: 0 } })
  expect(dry.rows.map(({ kind, country, mrgid }) => [kind, country, mrgid]).slice(0, 3)).toEqual([
    ['EEZ', 'IND', 8480],
    ['EEZ', 'KEN', 50],
    ['HIGH_SEAS', 'XXX', 51],
  ])
  expect(actions(dry).slice(3)).toEqual([
    ['skip', '"Fishing ground" in POL_TYPE is not a boundary kind'],
    ['skip', 'ISO_TER1 has no country'],
  ])
  // Nothing has changed yet.
  expect((await user.call(getEez, { limit: 500 })).items.every(({ approx }) => approx)).toBe(true)
  expect(await user.raw(commitEezImport, { id: dry.id })).toMatchObject({ Code: 'FORBIDDEN' })
  const both = await Promise.all([1, 2].map(() => server.raw(commitEezImport, { id: dry.id })))
  expect(both.map(({ Status }) => Status).sort()).toEqual([false, true])
  const own = (await user.call(getEez, { limit: 500 })).items.filter(({ approx }) => !approx)
  expect(own.map(({ name, disputed, claimants }) => [name, disputed, claimants])).toEqual([
    ['High Seas', false, []],
    ['Indian Exclusive Economic Zone', false, []],
    ['Overlapping claim', true, ['Kenya', 'Somalia']],
  ])
  expect(await whose(5.5, 60.5)).toEqual(['EEZ IND'])
  expect((await user.call(getMarineBoundaries, {})).notes.map(({ kind }) => kind)).toEqual(['IMO_TSS'])

  const again = await check(await geoPackageOf(marine()))
  expect(again.counts).toEqual({ add: 0, change: 0, skip: 5, errors: 0 })
  expect(await server.raw(commitEezImport, { id: again.id })).toMatchObject({ Code: 'VALIDATION' })
  const renamed = await check(shapefileOf(marine([{ GEONAME: 'India' }])), 'eez.zip')
  expect(renamed).toMatchObject({ format: 'Shapefile', counts: { change: 1 } })
  expect(renamed.rows[0]).toMatchObject({ action: 'change', why: 'changes name' })
  const { id, version } = own.find(({ country }) => country === 'IND')!
  await server.call(updateEez, { id, expected_version: version, edition: 'v13' })
  expect(await server.raw(commitEezImport, { id: renamed.id })).toMatchObject({ Code: 'VERSION_CONFLICT' })
  const fresh = await check(kmlOf(marine([{ GEONAME: 'India' }])), 'eez.kml')
  expect(await server.call(commitEezImport, { id: fresh.id })).toMatchObject({
    added: 0,
    changed: 1,
    skipped: 4,
  })
  for (const one of (await user.call(getEez, { limit: 500 })).items)
    if (!one.approx) await server.call(deleteEez, { id: one.id })
  const audit = await server.call(getAudit, { action: 'commitEezImport' })
  expect(audit.items.filter(({ result }) => result === 'OK')).toHaveLength(2)
})

test('other columns may be named, faults have their lines, and hostile files cost nothing', async () => {
  const areas: Area[] = [
    { rings: [box(60, 5, 61, 6)], properties: { label: 'One', iso: 'ind' } },
    {
      rings: [
        [
          [0, 0],
          [1, 95],
          [1, 1],
          [0, 0],
        ],
      ],
      properties: { label: 'Two', iso: 'ind' },
    },
    { rings: [box(60, 5, 61, 6)], properties: { label: 'ONE', iso: 'IND' } },
  ]
  const dry = await check(geoJsonOf(areas), 'x.geojson', { columns: { name: 'Label', country: 'iso' } })
  expect(dry.columns).toEqual(['label', 'iso'])
  expect(dry.rows).toMatchObject([
    { at: 1, name: 'One', country: 'IND', action: 'add' },
    { at: 3, action: 'skip', why: 'repeats number 1' },
  ])
  expect(dry.errors).toMatchObject([
    { at: 2, line: expect.any(Number), why: expect.stringContaining('off the globe') },
  ])
  const input = { name: 'x.kml', source: 'x' }
  const refused = await upload(
    server.base,
    server.token,
    checkEezImport,
    input,
    Buffer.from('<!DOCTYPE kml []><kml/>'),
  )
  expect(refused).toMatchObject({ Code: 'BAD_FORMAT', Message: expect.stringContaining('plain KML') })
  expect(await upload(server.base, server.token, checkEezImport, input, Buffer.alloc(0))).toMatchObject({
    Code: 'BAD_FORMAT',
  })
  expect(await upload(server.base, user.token, checkEezImport, input, Buffer.alloc(0))).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(COMPUTED_LABEL).toContain('no legal standing')
})
