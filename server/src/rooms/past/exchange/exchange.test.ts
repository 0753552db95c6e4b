import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  cancelImport,
  checkImport,
  createExport,
  getExport,
  getImport,
  getImports,
  startImport,
  undoImport,
  uploadImportPart,
  type TrackFormat,
} from '@samudra/contract/exchange'
import { getAisHistoryForTrackBtwInterval, getTrackForMmsi, type Fix } from '@samudra/contract/history'
import { encodeClassBPosition, encodePosition, encodeSarAircraft } from '@samudra/nautical/ais/encode'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { hourOf } from '../history/read/fix-test.ts'
import { compactHour } from '../history/chunks/compaction.sql.ts'
import { brought, committed as commit, ended } from '../../../../testing/seas/stored-imports.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const MINUTE = 60_000
const [ALPHA, BRAVO, RESCUE] = [419000001, 563000002, 111419003]
const range = () => ({
  from: new Date(Date.now() - 90 * MINUTE).toISOString(),
  to: new Date(Date.now() + MINUTE).toISOString(),
})

/** Server for tests that change nothing of it, with the two ships and the rescue aircraft. */
let unchanged: TestServer
const openForAll: typeof open = []
beforeAll(async () => {
  unchanged = await aSea(true, openForAll)
})
afterAll(async () => {
  for (const one of openForAll.reverse()) await one.close()
})

/** A server that received two ships for forty minutes, with times to the millisecond; and a rescue aircraft on request. */
async function aSea(withAircraft = false, closedWith = open) {
  const receiver = await Receiver.listen()
  const sea = await aServer([receiver.feed('MSIS')])
  closedWith.push(receiver, sea)
  const begin = Date.now() - 40 * MINUTE
  const lines: string[] = []
  for (let n = 0; n < 40; n++) {
    const at = begin + n * MINUTE + 137
    const second = new Date(at).getUTCSeconds()
    lines.push(
      ...encodePosition(
        {
          mmsi: ALPHA,
          lat: 8 + n * 0.003,
          lon: 76.123457,
          sog: 11.3,
          cog: 359.9,
          trueHeading: 1,
          rot: -4.2,
          navStatus: 0,
          second,
          accuracy: true,
        },
        { tagBlock: { c: at, s: 'COL1' }, radioChannel: n % 2 === 0 ? 'A' : 'B' },
      ),
      ...encodeClassBPosition(
        { mmsi: BRAVO, lat: -5.5, lon: 80 + n * 0.004, sog: n === 7 ? null : 9.9, cog: 90, second },
        { tagBlock: { c: at + 2000 } },
      ),
    )
    if (withAircraft)
      lines.push(
        ...encodeSarAircraft(
          { mmsi: RESCUE, lat: 9, lon: 75 + n * 0.03, sog: 142, cog: 88.7, second, altitude: 300 },
          { tagBlock: { c: at + 4000, s: 'AIR1' } },
        ),
      )
  }
  await receiver.send(lines)
  await until(async () => {
    const ships = withAircraft ? [ALPHA, BRAVO, RESCUE] : [ALPHA, BRAVO]
    for (const mmsi of ships) if ((await stored(sea, mmsi)).length !== 40) return false
    return true
  }, 'all is stored')
  return sea
}
const stored = async (sea: TestServer, mmsi: number): Promise<Fix[]> =>
  (await sea.call(getAisHistoryForTrackBtwInterval, { mmsi: String(mmsi), ...range(), limit: 500 })).items

async function exported(
  sea: TestServer,
  format: TrackFormat,
  more: object = { mmsis: [String(ALPHA), String(BRAVO)] },
): Promise<Buffer> {
  const { id } = await sea.call(createExport, { format, ...range(), ...more })
  return (await download(sea.base, sea.token, getExport, { id })).bytes
}

/** Returns the content of a fix, without how and when it arrived here. */
const essence = (fix: Fix) => ({
  observed_at: fix.observed_at,
  lat: fix.latitude,
  lon: fix.longitude,
  sog: fix.sog,
  cog: fix.cog,
  heading: fix.true_heading,
  rot: fix.rot,
  nav: fix.nav_status,
  type: fix.msg_type,
  source: fix.source,
  station: fix.station,
  channel: fix.channel,
  accuracy: fix.accuracy,
})

test.each(['CSV', 'GEOJSON', 'NMEA'] as const)(
  'tracks written as %s and read into an empty centre are the same fixes',
  async (format) => {
    const ships = [ALPHA, BRAVO, RESCUE]
    const file = await exported(unchanged, format, { mmsis: ships.map(String) })
    const other = await aServer()
    open.push(other)
    const checked = await brought(other, `tracks.${format.toLowerCase()}`, file)
    expect(checked).toMatchObject({
      state: 'CHECKED',
      format,
      fixes: 120,
      ships: 3,
      duplicates: 0,
      error_count: 0,
    })
    expect((await stored(other, ALPHA)).length).toBe(0)
    expect(await commit(other, checked.id)).toMatchObject({ state: 'COMMITTED', fixes: 120 })
    for (const mmsi of ships)
      expect((await stored(other, mmsi)).map(essence)).toEqual((await stored(unchanged, mmsi)).map(essence))
  },
)

test.each(['KML', 'GPX'] as const)(
  'tracks written as %s keep ship, time, place, speed, course and source',
  async (format) => {
    const file = await exported(unchanged, format)
    const other = await aServer()
    open.push(other)
    const checked = await brought(other, 'tracks', file)
    expect(checked).toMatchObject({ state: 'CHECKED', format, fixes: 80, ships: 2, error_count: 0 })
    await commit(other, checked.id)
    const short = ({ observed_at, latitude, longitude, sog, cog, source }: Fix) => ({
      observed_at,
      latitude,
      longitude,
      sog,
      cog,
      source,
    })
    for (const mmsi of [ALPHA, BRAVO])
      expect((await stored(other, mmsi)).map(short)).toEqual((await stored(unchanged, mmsi)).map(short))
  },
)

test('an import states what it would bring, leaves out known fixes, and undone leaves no trace', async () => {
  const sea = await aSea()
  const file = await exported(sea, 'CSV')
  const lines = file.toString().trimEnd().split('\r\n')
  const old = (n: number) =>
    `419000009,0,2019-04-05T06:${String(10 + n)}:00.000Z,,9.5,70.${n},10,90,,,,1,0,SAT_X,,`
  const text = [
    ...lines,
    old(1),
    old(2),
    old(3),
    '41900000X,0,2019-04-05T06:20:00Z,,1,1,,,,,,1,0,,,',
    '419000009,0,yesterday,,1,1,,,,,,1,0,,,',
  ].join('\n')
  const checked = await brought(sea, 'mixed.csv', Buffer.from(text))
  expect(checked).toMatchObject({
    state: 'CHECKED',
    dialect: 'CSV of Samudra',
    rows: 85,
    fixes: 83,
    ships: 3,
    duplicates: 80,
    error_count: 2,
  })
  expect(checked.errors.map(({ line, field }) => [line, field])).toEqual([
    [85, 'mmsi'],
    [86, 'time'],
  ])
  expect(checked.errors[1]!.why).toMatch(/yesterday.*is not a time/)
  expect(checked).toMatchObject({ first_at: '2019-04-05T06:11:00.000Z' })
  const before = await stored(sea, ALPHA)
  await commit(sea, checked.id)
  const track = () =>
    sea.call(getTrackForMmsi, { mmsi: '419000009', from: '2019-04-05T00:00:00Z', to: '2019-04-06T00:00:00Z' })
  expect((await track()).points.map(({ source }) => source)).toEqual(['SAT_X', 'SAT_X', 'SAT_X'])
  expect(await stored(sea, ALPHA)).toEqual(before)
  await sea.call(undoImport, { id: checked.id, reason: 'wrong file' })
  expect((await ended(sea, checked.id, 'UNDOING')).state).toBe('UNDONE')
  expect((await track()).points).toEqual([])
  expect(await stored(sea, ALPHA)).toEqual(before)
  expect(await sea.raw(undoImport, { id: checked.id, reason: 'again' })).toMatchObject({
    Status: false,
    Code: 'VALIDATION',
  })
})

test('an import is undone in chunks as well, and other fixes in them stay', async () => {
  const sea = await aSea()
  const [alpha, bravo] = [await stored(sea, ALPHA), await stored(sea, BRAVO)]
  const rows = Array.from(
    { length: 30 },
    (_, n) => `${ALPHA},${new Date(Date.now() - (60 - n) * MINUTE).toISOString()},9,70`,
  )
  const job = await brought(sea, 'more.csv', Buffer.from(['mmsi,time,lat,lon', ...rows].join('\n')), 'IMPORT')
  await commit(sea, job.id)
  expect((await stored(sea, ALPHA)).length).toBe(70)
  await compactHour(sea.database.db, hourOf(Date.now() - 60 * MINUTE))
  await compactHour(sea.database.db, hourOf(Date.now()))
  expect((await stored(sea, ALPHA)).length).toBe(70)
  await sea.call(undoImport, { id: job.id, reason: 'a trial' })
  expect((await ended(sea, job.id, 'UNDOING')).state).toBe('UNDONE')
  expect(await stored(sea, ALPHA)).toEqual(alpha)
  expect(await stored(sea, BRAVO)).toEqual(bravo)
})

test('tables of MarineCadastre and of the Danish Maritime Authority are read as they are', async () => {
  const sea = await aServer()
  open.push(sea)
  const american = `MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass
367596940,2022-03-31T00:00:01,29.09398,-90.20667,0.0,258.3,511.0,"MR. CAM, II",IMO9876543,WDG3586,31,0,,,,,A
338075892,2022-03-31T00:00:06,43.65322,-70.25298,102.3,360.0,511.0,PILOT BOAT,,,50,,,,,,B
`
  const us = await brought(sea, 'AIS_2022_03_31.csv', Buffer.from(american))
  expect(us).toMatchObject({ state: 'CHECKED', dialect: 'CSV of MarineCadastre', fixes: 2, error_count: 0 })
  expect(us.sample[1]).toMatchObject({
    mmsi: '338075892',
    sog: null,
    cog: null,
    observed_at: '2022-03-31T00:00:06.000Z',
  })
  const danish = `# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,Callsign,Name,Ship type
24/02/2022 00:00:00,Class A,219005068,55.473122,8.423145,Under way using engine,0.0,0.0,0.0,,Unknown,OUOD,ANNE,Undefined
24/02/2022 00:00:00,Base Station,2190068,91.000000,0.000000,Unknown value,,,,,Unknown,Unknown,,Undefined
24/02/2022 00:00:01,Class B,219010000,56.1,10.2,Unknown value,,4.4,12.3,,Unknown,,,Undefined
`
  const dk = await brought(sea, 'aisdk.csv', Buffer.from(danish), 'IMPORT')
  expect(dk).toMatchObject({
    state: 'CHECKED',
    dialect: 'CSV of the Danish Maritime Authority',
    fixes: 2,
    skipped: 1,
    error_count: 0,
  })
  await commit(sea, dk.id)
  const of = async (query: { from: string; to: string; by?: 'ARRIVAL' }) =>
    (await sea.call(getAisHistoryForTrackBtwInterval, { mmsi: '219005068', ...query })).items
  const items = await of({ from: '2022-02-24T00:00:00Z', to: '2022-02-24T00:00:01Z' })
  expect(items).toHaveLength(1)
  // It was observed years ago and arrived now.
  expect(await of(range())).toEqual([])
  expect(await of({ ...range(), by: 'ARRIVAL' })).toEqual(items)
  expect(items[0]).toMatchObject({ nav_status: 0, rot: 0, msg_type: 1, source: 'IMPORT', true_heading: null })
})

test('a file that is no track, or breaks off, is refused in words; parts must join on', async () => {
  const sea = await aServer()
  open.push(sea)
  for (const [text, why] of [
    ['%PDF-1.4 nothing', /no file of tracks/],
    ['mmsi;time;x\n1;2;3', /names no column for lat/],
    ['{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null', /ends too early/],
    ['<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>', /document type/],
    ['mmsi,time,lat,lon\n', /no position/],
  ] as const) {
    const job = await brought(sea, 'x', Buffer.from(text))
    expect(job).toMatchObject({ state: 'REJECTED' })
    expect(job.trouble).toMatch(why)
  }
  const { id } = await sea.call(startImport, { name: 'x.csv', size: 100, sources: 'IMPORT' })
  const late = await upload(sea.base, sea.token, uploadImportPart, { id, offset: 50 }, Buffer.from('x'))
  expect(late.Message).toMatch(/go on from there/)
  expect((await sea.call(getImports, {})).items).toHaveLength(6)
})

test('an export is limited to what its caller may see, and is for no other user', async () => {
  const north = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [70, 0],
        [80, 0],
        [80, 20],
        [70, 20],
        [70, 0],
      ],
    ] as [number, number][][],
  }
  const text = (await exported(unchanged, 'CSV', { area: north })).toString()
  expect(text).toContain(`\r\n${ALPHA},`)
  expect(text).not.toContain(String(BRAVO))
  expect(await unchanged.raw(createExport, { format: 'CSV', ...range() })).toMatchObject({
    Code: 'VALIDATION',
  })
})

test('an upload goes on after a restart from where it was', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-imports-'))
  open.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
  const sea = await aServer([], undefined, { cacheFolder: folder })
  open.push(sea)
  const rows = Array.from(
    { length: 500 },
    (_, n) => `419000003,${new Date(Date.UTC(2021, 0, 1) + n * MINUTE).toISOString()},10,60`,
  )
  const file = Buffer.from(['mmsi,time,lat,lon', ...rows].join('\n'))
  const half = Math.floor(file.length / 2)
  const { id } = await sea.call(startImport, { name: 'x.csv', size: file.length, sources: 'IMPORT' })
  await upload(sea.base, sea.token, uploadImportPart, { id, offset: 0 }, file.subarray(0, half))
  await sea.halt()
  const again = await aServer([], sea.database, { cacheFolder: folder })
  open.push({ close: () => again.halt() })
  const job = await again.call(getImport, { id })
  expect(job).toMatchObject({ state: 'UPLOADING', received: half })
  expect(await again.raw(checkImport, { id })).toMatchObject({ Code: 'VALIDATION' })
  await upload(again.base, again.token, uploadImportPart, { id, offset: half }, file.subarray(half))
  await again.call(checkImport, { id })
  expect(await ended(again, id, 'CHECKING')).toMatchObject({ state: 'CHECKED', fixes: 500, error_count: 0 })
  expect(await again.call(cancelImport, { id })).toMatchObject({ state: 'CANCELLED' })
})
