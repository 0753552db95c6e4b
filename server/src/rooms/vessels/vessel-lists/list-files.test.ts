import {
  addVesselToList,
  checkVesselListImport,
  commitVesselListImport,
  createVesselList,
  deleteVesselList,
  exportVesselList,
  getVesselList,
  getVesselListHistory,
  getVesselsByVesselList,
  type VesselListImport,
} from '@samudra/contract/vessel-lists'
import { WATERS } from '@samudra/contract/example'
import { getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'

let server: TestServer
let receiver: Receiver
type Session = Pick<TestServer, 'call' | 'raw' | 'token'>
const [NEAR, FAR, AWAY] = ['419000001', '419000002', '419000009']
const LIST = { name: 'Suspects', kind: 'STATIC', color: '#c62828', visibility: 'PRIVATE' } as const

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  const heard = [
    { mmsi: Number(NEAR), lat: 10, lon: 72 },
    { mmsi: Number(FAR), lat: -10, lon: 90 },
  ]
  await receiver.send(
    heard.flatMap(({ mmsi, lat, lon }) => [
      ...encodePosition({ mmsi, lat, lon, sog: 0, cog: 0, navStatus: 1 }),
      ...encodeStaticVoyage({ mmsi, name: `SHIP ${mmsi % 10}` }),
    ]),
  )
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 2, 'ships are seen')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const send = (id: string, text: string, who: Session = server) =>
  upload(
    server.base,
    who.token,
    checkVesselListImport,
    { id, name: 'ships.csv', reason: 'From a partner' },
    Buffer.from(text),
  )
const check = async (id: string, text: string): Promise<VesselListImport> => {
  const answer = await send(id, text)
  if (!answer.Status) throw new Error(`${answer.Code}: ${answer.Message}`)
  return answer.Data
}
const onIt = async (id: string) =>
  (await server.call(getVesselsByVesselList, { id })).items.map(({ mmsi, reason, expires_at }) => [
    mmsi,
    reason,
    expires_at,
  ])
const saved = async (id: string, format: 'csv' | 'geojson', who: Session = server) => {
  return (await download(server.base, who.token, exportVesselList, { id, format })).bytes.toString()
}

test('a file of members is checked line by line in a dry run, and imported at once', async () => {
  const { id } = await server.call(createVesselList, LIST)
  await server.call(addVesselToList, { id, mmsis: [FAR], reason: 'seen' })
  const dry = await check(
    id,
    [
      'MMSI;Reason;Until;Colour',
      `${NEAR};fished, twice;2099-01-01`,
      '12345;short;',
      `${NEAR};again;`,
      `${FAR};;`,
      '419000003;late;2020-01-01',
      '419000004;never;next week',
      `'${AWAY};;2099-06-01T12:00Z`,
      '',
    ].join('\r\n'),
  )
  expect(dry).toMatchObject({ counts: { add: 2, change: 0, skip: 1, errors: 5 }, state: 'CHECKED' })
  expect(dry.rows).toMatchObject([
    { line: 2, mmsi: NEAR, ship_name: 'SHIP 1', action: 'add' },
    { line: 8, mmsi: AWAY, ship_name: null, action: 'add' },
    { line: 5, mmsi: FAR, action: 'skip', why: 'it is on this list already' },
  ])
  expect(dry.errors.map(({ line, why }) => [line, why])).toEqual([
    [1, 'has the unknown column “colour”'],
    [3, 'has the MMSI “12345”; an MMSI has nine digits'],
    [4, `repeats MMSI ${NEAR} of line 2`],
    [6, 'ends at 2020-01-01T23:59:59.999Z, which is in the past'],
    [7, 'ends at “next week”; use a date like 2026-12-31 or 2026-12-31T12:00Z'],
  ])
  expect(await onIt(id)).toEqual([[FAR, 'seen', null]])
  const done = await server.call(commitVesselListImport, { id: dry.id })
  expect(done).toEqual({ id: dry.id, added: 2, changed: 0, skipped: 1 })
  expect(await onIt(id)).toEqual([
    [FAR, 'seen', null],
    [NEAR, 'fished, twice', '2099-01-01T23:59:59.999Z'],
    [AWAY, 'From a partner', '2099-06-01T12:00:00.000Z'],
  ])
  expect(await server.raw(commitVesselListImport, { id: dry.id })).toMatchObject({ Status: false })
  // A saved file can be imported again, and changes nothing.
  const again = await check(id, await saved(id, 'csv'))
  expect(again.counts).toEqual({ add: 0, change: 0, skip: 3, errors: 0 })
  const other = await check(id, `mmsi,reason\n${NEAR},cleared`)
  expect(other.rows).toMatchObject([{ mmsi: NEAR, action: 'change' }])
  await server.call(commitVesselListImport, { id: other.id })
  const stays = (await server.call(getVesselListHistory, { id, mmsi: NEAR })).items
  expect(stays.sort((a, b) => (a.joined_at < b.joined_at ? 1 : -1))).toMatchObject([
    { joined_why: 'cleared', left_at: null },
    { joined_why: 'fished, twice', left_why: 'Import of ships.csv', left_by: 'admin' },
  ])
  await server.call(deleteVesselList, { id })
})

test('of a hundred thousand bad lines all are counted and 500 named, and nothing is changed', async () => {
  const { id, version } = await server.call(createVesselList, LIST)
  const dry = await check(id, `mmsi,reason\n${'not a number,x\n'.repeat(100_000)}`)
  expect(dry.counts).toEqual({ add: 0, change: 0, skip: 0, errors: 100_000 })
  expect(dry.errors).toHaveLength(500)
  expect(await server.raw(commitVesselListImport, { id: dry.id })).toMatchObject({ Code: 'VALIDATION' })
  expect((await server.call(getVesselList, { ids: [id] })).items[0]!.version).toBe(version)
  expect(await send(id, 'name,port\nA,B\n')).toMatchObject({
    Status: false,
    Message: expect.stringContaining('MMSI among them'),
  })
  await server.call(deleteVesselList, { id })
})

test('a file of thirty thousand vessels fills a list with twenty thousand and names the excess', async () => {
  const { id } = await server.call(createVesselList, LIST)
  const lines = Array.from({ length: 30_000 }, (_, i) => String(300_000_000 + i))
  const dry = await check(id, lines.join('\n'))
  expect(dry.counts).toMatchObject({ add: 20_000, errors: 10_000 })
  expect(dry.errors[0]).toMatchObject({ line: 20_001, why: expect.stringContaining('20000 vessels') })
  expect((await server.call(commitVesselListImport, { id: dry.id })).added).toBe(20_000)
  expect((await server.call(getVesselsByVesselList, { id, limit: 1 })).total).toBe(20_000)
  await server.call(deleteVesselList, { id })
})

test('a list is saved as a table and as a map with last positions, as far as visible', async () => {
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: WATERS })
  const asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  const dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id], group_ids: ['navy'] })
  const { id } = await asha.call(createVesselList, { ...LIST, name: 'My list', visibility: 'GROUP' })
  await asha.call(addVesselToList, { id, mmsis: [NEAR, FAR, AWAY], reason: '=1+1' })
  const rows = (await saved(id, 'csv', asha)).trim().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows[1]).toContain(`"${NEAR}","SHIP 1"`)
  // No spreadsheet takes it for a formula.
  expect(rows[1]).toContain(`"'=1+1"`)
  const map = JSON.parse(await saved(id, 'geojson', asha))
  expect(map.features.map((one: { geometry: unknown }) => one.geometry)).toEqual([
    { type: 'Point', coordinates: [72, 10] },
    { type: 'Point', coordinates: [90, -10] },
    null,
  ])
  const his = JSON.parse(await saved(id, 'geojson', dev))
  expect(his.features.map((one: { id: string }) => one.id)).toEqual([NEAR, AWAY])
})
