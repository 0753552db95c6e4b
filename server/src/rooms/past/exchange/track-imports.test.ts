import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelImport,
  checkImport,
  commitImport,
  getImport,
  startImport,
  uploadImportPart,
  type ImportJob,
} from '@samudra/contract/exchange'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { CLEAR_TYPE, withRecord } from '@samudra/contract/wire/seal'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { brought, committed, ended } from '../../../../testing/seas/stored-imports.ts'
import { query } from '../../../platform/needs/query.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
async function aSea(): Promise<TestServer> {
  const sea = await aServer()
  open.push(sea)
  return sea
}

const csv = (...rows: string[]) => Buffer.from(['mmsi,time,lat,lon', ...rows].join('\n'))
const stored = async (sea: TestServer) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from fixes`.execute(query(sea.database.db))).rows[0]!.n,
  )
/** Where the database refuses something of a table, as one that is away or has a deadlock does. */
async function refusing(sea: TestServer, table: string, what: string) {
  const { db } = sea.database
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'deadlock detected'; end $$`.execute(query(db))
  await sql
    .raw(`create trigger refuse before ${what} execute function refuse()`.replace('TABLE', table))
    .execute(query(db))
  return () => sql`drop function refuse cascade`.execute(query(db))
}
const long = csv(
  ...Array.from(
    { length: 60_000 },
    (_, n) =>
      `419${String(n % 500).padStart(6, '0')},${new Date(Date.UTC(2020, 0, 1) + n * 1000).toISOString()},10,${(60 + n / 10_000).toFixed(5)}`,
  ),
)

test('a too short vessel number is an error of its line, and zeros that a table left out are not', async () => {
  const sea = await aSea()
  const row = (mmsi: string, n: number) => `${mmsi},2020-01-01T00:00:0${n}Z,10,60`
  const numbers = ['12345', '419001', '419000001', '2320717', '41900001', '002320717', '1320717', '12345678']
  const { id, fixes, error_count } = await brought(sea, 'ships.csv', csv(...numbers.map(row)))
  expect([fixes, error_count]).toEqual([4, 4])
  await committed(sea, id)
  const { rows: saved } = await sql<{ mmsi: number }>`select distinct mmsi from fixes order by mmsi`.execute(
    query(sea.database.db),
  )
  expect(saved.map(({ mmsi }) => mmsi)).toEqual([2320717, 41900001, 419000001])
})

test('lines of tables and NMEA may end with a carriage return, alone or before a line feed', async () => {
  const sea = await aSea()
  const rows = Array.from({ length: 3 }, (_, n) => `41900000${n},2020-01-01T00:00:0${n}Z,10,60`)
  const table = csv(...rows, 'wrong,2020-01-01T00:00:09Z,10,60').toString()
  const nmea = [419000001, 419000002]
    .flatMap((mmsi) => encodePosition({ mmsi, lat: 9, lon: 76, sog: 5 }, { tagBlock: { c: 1_577_836_800 } }))
    .join('\n')
  for (const lineEnd of ['\r', '\r\n', '\n']) {
    const ended = (text: string) => Buffer.from(text.replaceAll('\n', lineEnd))
    const { format, fixes, error_count, errors } = await brought(sea, 'old.csv', ended(table))
    expect([format, fixes, error_count, errors[0]!.line]).toEqual(['CSV', 3, 1, 5])
    const sentences = await brought(sea, 'old.nmea', ended(nmea))
    expect([sentences.format, sentences.fixes]).toEqual(['NMEA', 2])
  }
})

const isReceived = (job: ImportJob) => /deadlock detected.*Cancel it to retry now/.test(job.trouble)

test('an import that could not be removed is retried, by itself and by a user who cancels it', async () => {
  const sea = await aSea()
  const { id } = await brought(sea, 'long.csv', long)
  for (const again of ['cancelled', 'by itself']) {
    await sea.call(commitImport, { id })
    await until(async () => (await sea.call(getImport, { id })).progress > 0.1, 'some of it is stored')
    const mend = await refusing(sea, 'fixes', 'delete on TABLE for each row')
    const stuck = await sea.call(cancelImport, { id })
    expect(stuck.state).toBe('COMMITTING')
    expect(isReceived(stuck)).toBe(true)
    if (again === 'cancelled') expect((await sea.call(cancelImport, { id })).state).toBe('COMMITTING')
    await mend()
    if (again === 'cancelled') {
      const job = await sea.call(cancelImport, { id })
      expect(job).toMatchObject({ state: 'CHECKED', trouble: '' })
    } else expect((await ended(sea, id, 'COMMITTING')).state).toBe('CHECKED')
    expect(await stored(sea)).toBe(0)
  }
  expect(await committed(sea, id)).toMatchObject({ state: 'COMMITTED', fixes: 60_000, duplicates: 0 })
})

test('an import whose next step could not be noted stays where it was, and can be stored later', async () => {
  const sea = await aSea()
  const { id } = await brought(sea, 'x.csv', csv('419000001,2021-01-01T00:00:00Z,10,60'))
  // The step is reported a moment before it is stored.
  await until(async () => {
    const noted = sql`select 1 from imports where state = 'CHECKED'`.execute(query(sea.database.db))
    return (await noted).rows.length === 1
  }, 'the last step is noted')
  const mend = await refusing(sea, 'imports', 'update on TABLE for each row')
  expect(await sea.raw(commitImport, { id })).toMatchObject({ Code: 'INTERNAL' })
  expect((await sea.call(getImport, { id })).state).toBe('CHECKED')
  await mend()
  expect(await committed(sea, id)).toMatchObject({ state: 'COMMITTED', fixes: 1 })
})

test('an import cancelled while a part of it is on its way stays cancelled', async () => {
  const sea = await aSea()
  const file = csv('419000001,2021-01-01T00:00:00Z,10,60')
  const { id } = await sea.call(startImport, { name: 'x.csv', size: file.length, sources: 'IMPORT' })
  let goOn = () => undefined as void
  const isCancelled = new Promise<void>((resolve) => (goOn = resolve))
  async function* slowly() {
    yield file.subarray(0, 10)
    await isCancelled
    yield file.subarray(10, 20)
  }
  const answer = fetch(`${sea.base}${uploadImportPart.path.replace('{id}', id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sea.token}`, 'content-type': CLEAR_TYPE },
    body: ReadableStream.from(withRecord({ offset: 0 }, slowly())),
    duplex: 'half',
  } as unknown as RequestInit)
  await sleep(300)
  expect(await sea.call(cancelImport, { id })).toMatchObject({ state: 'CANCELLED' })
  goOn()
  expect(await (await answer).json()).toMatchObject({ Code: 'VALIDATION' })
  expect(await sea.call(getImport, { id })).toMatchObject({ state: 'CANCELLED' })
  expect(await sea.raw(checkImport, { id })).toMatchObject({ Code: 'VALIDATION' })
})

test('two vessels under one number at one instant are both known when their file comes again', async () => {
  const sea = await aSea()
  const file = csv('419000001,2021-01-01T00:00:00Z,10,60', '419000001,2021-01-01T00:00:00Z,-5,80')
  const first = await brought(sea, 'two.csv', file)
  expect(await committed(sea, first.id)).toMatchObject({ fixes: 2, duplicates: 0 })
  const second = await brought(sea, 'two.csv', file)
  expect(second).toMatchObject({ fixes: 2, duplicates: 2 })
  await committed(sea, second.id)
  expect(await stored(sea)).toBe(2)
})

test.each([
  [
    'GPX',
    `<gpx><trk><name><![CDATA[MV <Asha> 419000001]]></name><trkseg>
      <trkpt lat="10" lon="60"><time>2021-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>`,
  ],
  [
    'KML',
    `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark>
      <name><![CDATA[MV <Asha> 419000001]]></name><gx:Track><when>2021-01-01T00:00:00Z</when>
      <gx:coord>60 10 0</gx:coord></gx:Track></Placemark></kml>`,
  ],
])('names of tracks in %s may stand in CDATA', async (format, text) => {
  const sea = await aSea()
  const job = await brought(sea, 'track', Buffer.from(`<?xml version="1.0"?>${text}`))
  expect(job).toMatchObject({ state: 'CHECKED', format, fixes: 1, error_count: 0 })
  expect(job.sample[0]).toMatchObject({ mmsi: '419000001', lat: 10, lon: 60 })
})

test('a rate of turn that AIS cannot say is not available', async () => {
  const sea = await aSea()
  const rows = ['127', '-127', '200', '-128', '', '-300', '12'].map(
    (rot, n) => `41900000${n},2021-01-01T00:00:00Z,10,60,${rot}`,
  )
  const job = await brought(sea, 'turns.csv', Buffer.from(['mmsi,time,lat,lon,rot_ais', ...rows].join('\n')))
  await committed(sea, job.id)
  const { rows: found } = await sql<{
    rot: number | null
  }>`select rot_ais as rot from fixes order by mmsi`.execute(query(sea.database.db))
  expect(found.map(({ rot }) => rot)).toEqual([127, -127, null, null, null, null, 12])
})
