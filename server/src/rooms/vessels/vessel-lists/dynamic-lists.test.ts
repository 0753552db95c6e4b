import type { AisFilter } from '@samudra/contract/filter'
import {
  addVesselToList,
  createVesselList,
  deleteVesselList,
  getVesselList,
  getVesselListByMmsi,
  getVesselListHistory,
  getVesselsByVesselList,
  updateVesselList,
} from '@samudra/contract/vessel-lists'
import { WATERS } from '@samudra/contract/example'
import { filterAisData, getVesselStats } from '@samudra/contract/picture'
import { getVesselDetailsV2, getVessels } from '@samudra/contract/vessels'
import { addZone } from '@samudra/contract/zones'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

let server: TestServer
let receiver: Receiver
const [ONE, TWO] = ['419000001', '419000002']

const fix = (mmsi: string, sog: number) =>
  encodePosition({
    mmsi: Number(mmsi),
    lat: mmsi === ONE ? 10 : -10,
    lon: mmsi === ONE ? 72 : 90,
    sog,
    cog: 45,
    navStatus: 0,
    second: new Date().getUTCSeconds(),
  })
const bound = (mmsi: string, destination: string) =>
  encodeStaticVoyage({ mmsi: Number(mmsi), name: `SHIP ${mmsi.at(-1)}`, shipType: 70, destination })
const onList = async (id: string, who: Pick<TestServer, 'call'> = server) =>
  (await who.call(getVesselsByVesselList, { id })).items.map(({ mmsi }) => mmsi).sort()
const untilOn = (id: string, mmsis: string[]) =>
  until(
    async () => JSON.stringify(await onList(id)) === JSON.stringify(mmsis),
    `the list holds ${mmsis.join(' and ') || 'nobody'}`,
  )
const LIST = { name: 'Found', kind: 'DYNAMIC', color: '#c62828', visibility: 'PRIVATE' } as const
const aDynamic = (query: AisFilter) => server.call(createVesselList, { ...LIST, query })
const aStatic = () => server.call(createVesselList, { ...LIST, kind: 'STATIC' })

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send([ONE, TWO].flatMap((mmsi) => [...fix(mmsi, 1), ...bound(mmsi, 'KOCHI')]))
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 2, 'ships are seen')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

test('a dynamic list has the vessels its query finds, with times of joining, leaving and reason', async () => {
  const list = await aDynamic({ destination: 'SALALAH' })
  expect(list).toMatchObject({ kind: 'DYNAMIC', count: 0, query: { destination: 'SALALAH' }, may_add: false })
  await receiver.send(bound(ONE, 'OM SALALAH'))
  await untilOn(list.id, [ONE])
  const then = (await server.call(getVesselsByVesselList, { id: list.id })).as_of
  expect(await server.call(getVesselListByMmsi, { mmsi: ONE })).toMatchObject([
    { list_id: list.id, reason: 'Destination: OM SALALAH' },
  ])
  const [member] = (await server.call(getVesselsByVesselList, { id: list.id })).items
  expect(member).toMatchObject({
    reason: 'Destination: OM SALALAH',
    added_by: '',
    vessel: { ship_name: 'SHIP 1' },
  })
  await receiver.send(bound(ONE, 'MUNDRA'))
  await untilOn(list.id, [])
  const { items } = await server.call(getVesselListHistory, { id: list.id })
  expect(items).toMatchObject([
    {
      mmsi: ONE,
      ship_name: 'SHIP 1',
      joined_at: member!.added_at,
      joined_why: 'Destination: OM SALALAH',
      left_why: 'Destination: MUNDRA',
      left_by: '',
    },
  ])
  // As known while the vessel was on the list.
  const known = await server.call(getVesselsByVesselList, { id: list.id, as_of: then })
  expect(known.items).toMatchObject([{ mmsi: ONE, reason: 'Destination: OM SALALAH' }])
  expect(await server.call(getVesselListByMmsi, { mmsi: ONE, as_of: then })).toMatchObject([
    { list_id: list.id },
  ])
  await server.call(deleteVesselList, { id: list.id })
})

test('the map filters by a dynamic list, and the query of a list can change', async () => {
  const list = await aDynamic({ speed: { min: 5 } })
  await receiver.send(fix(TWO, 9))
  await untilOn(list.id, [TWO])
  const shown = await server.call(filterAisData, { filter: { lists: [list.id] } })
  expect(shown.ais.map(({ mmsi }) => mmsi)).toEqual([TWO])
  const changed = await server.call(updateVesselList, {
    id: list.id,
    expected_version: list.version,
    query: { mmsis: [ONE, TWO] },
    name: 'Both',
  })
  expect(changed).toMatchObject({ name: 'Both', version: 2 })
  await untilOn(list.id, [ONE, TWO])
  await server.call(deleteVesselList, { id: list.id })
  expect(await server.call(getVesselListByMmsi, { mmsi: TWO })).toEqual([])
})

test('a dynamic list follows the static lists in its query', async () => {
  const fixed = await aStatic()
  const slow = await aDynamic({ lists: [fixed.id], ship_types: ['CARGO'] })
  await server.call(addVesselToList, { id: fixed.id, mmsis: [ONE], reason: 'seen' })
  await untilOn(slow.id, [ONE])
  for (const id of [slow.id, fixed.id]) await server.call(deleteVesselList, { id }).catch(() => undefined)
})

test('a question that finds everybody, or another dynamic list, is refused in a sentence', async () => {
  expect(await server.raw(createVesselList, { ...LIST, query: {} })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('needs a query'),
  })
  const list = await aDynamic({ speed: { min: 50 } })
  const refused = await server.raw(createVesselList, { ...LIST, query: { lists: [list.id] } })
  expect(refused).toMatchObject({ Code: 'VALIDATION', Message: expect.stringContaining('dynamic list') })
  expect(await server.raw(addVesselToList, { id: list.id, mmsis: [ONE], reason: 'x' })).toMatchObject({
    Code: 'VALIDATION',
  })
  await server.call(deleteVesselList, { id: list.id })
})

test('a user confined to waters finds vessels there by own lists, and none by lists of others', async () => {
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: WATERS })
  const dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id], group_ids: ['navy'] })
  const asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  const query: AisFilter = { ship_types: ['CARGO'] }
  const all = { ...LIST, query, visibility: 'GROUP' as const }
  const hers = await asha.call(createVesselList, all)
  const his = await dev.call(createVesselList, all)
  await untilOn(hers.id, [ONE, TWO])
  await untilOn(his.id, [ONE])
  expect(await onList(his.id, dev)).toEqual([ONE])
  expect(await onList(hers.id, dev)).toEqual([])
  expect((await dev.call(getVesselListHistory, { id: hers.id })).items).toEqual([])
  const { items } = await dev.call(getVesselList, { kind: 'DYNAMIC' })
  expect(items.map(({ id, count }) => [id, count]).sort()).toEqual(
    [
      [his.id, 1],
      [hers.id, 0],
    ].sort(),
  )
  expect((await dev.call(filterAisData, { filter: { lists: [hers.id] } })).ais).toEqual([])
  expect((await dev.call(getVessels, { list_id: hers.id })).items).toEqual([])
  const { as_of } = await dev.call(getVesselList, {})
  const onPage = async (past: { as_of?: string }) =>
    (await dev.call(getVesselDetailsV2, { mmsi: ONE, ...past })).lists.map(({ list_id }) => list_id)
  for (const past of [{}, { as_of }]) expect(await onPage(past)).toEqual([his.id])
})

test('an expired member leaves a list automatically, and the history records it', async () => {
  const list = await aStatic()
  const soon = Date.parse((await server.call(getVesselList, {})).as_of) + 1500
  const expires_at = new Date(soon).toISOString()
  await server.call(addVesselToList, { id: list.id, mmsis: [ONE], reason: 'seen', expires_at })
  const versionOf = async () => (await server.call(getVesselList, { ids: [list.id] })).items[0]!.version
  await until(async () => (await versionOf()) === 3, 'her stay is ended')
  expect((await server.call(getVesselListHistory, { id: list.id })).items).toMatchObject([
    { mmsi: ONE, joined_by: 'admin', left_at: expires_at, left_why: 'Membership expired', left_by: '' },
  ])
})

test('after a restart a dynamic list has whom it had, since when they came, and goes on', async () => {
  const database = await aDatabase()
  const shore = await Receiver.listen()
  const first = await aServer([shore.feed('MSIS')], database)
  await shore.send([...fix(ONE, 1), ...bound(ONE, 'KOCHI')])
  const { id } = await first.call(createVesselList, { ...LIST, query: { speed: { max: 5 } } })
  await until(async () => (await onList(id, first)).length === 1, 'she is found')
  const before = (await first.call(getVesselsByVesselList, { id })).items
  await first.halt()
  const second = await aServer([shore.feed('MSIS')], database)
  expect((await second.call(getVesselsByVesselList, { id })).items).toMatchObject([
    { mmsi: ONE, added_at: before[0]!.added_at, reason: before[0]!.reason },
  ])
  await shore.send(fix(ONE, 12))
  await until(async () => (await onList(id, second)).length === 0, 'she has left')
  expect((await second.call(getVesselListHistory, { id })).items).toMatchObject([
    { joined_at: before[0]!.added_at, left_why: 'Speed: 12' },
  ])
  await second.close()
  await shore.close()
})
