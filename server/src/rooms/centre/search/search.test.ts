import { addAoi } from '@samudra/contract/areas'
import { addUser, changePassword } from '@samudra/contract/identity'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { saveAisFilter } from '@samudra/contract/filter'
import { insertUpdateManualTrack } from '@samudra/contract/manual-tracks'
import { createVesselList } from '@samudra/contract/vessel-lists'
import { quickSearch } from '@samudra/contract/search'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

const SHIPS = [
  [419000001, 'MATSYA', 'VTAB', '9074729', 'INCOK'],
  [419000002, 'SAGAR KANYA', 'ATJZ', '8129204', 'COLOMBO'],
  [563000003, 'EVER LUCKY', '9VXY', '', 'COLOMBO'],
  [636000004, 'MATSYA II', 'D5AA', '', ''],
] as const
let sea: TestServer
const receivers: Receiver[] = []

beforeAll(async () => {
  receivers.push(await Receiver.listen(), await Receiver.listen())
  sea = await aServer([receivers[0]!.feed('MSIS'), receivers[1]!.feed('SAT')])
  for (const [mmsi, name, callSign, imo, destination] of SHIPS)
    await receivers[0]!.send([
      ...encodePosition({ mmsi, lat: 9, lon: 75, sog: 5, cog: 90, navStatus: 0, second: 5 }),
      ...encodeStaticVoyage({
        mmsi,
        name,
        callSign,
        destination,
        shipType: 70,
        ...(imo === '' ? {} : { imo }),
      }),
    ])
  await receivers[1]!.send(
    encodePosition({ mmsi: 419000001, lat: 9, lon: 75.001, sog: 5, cog: 90, navStatus: 0, second: 6 }),
  )
  await until(async () => (await labels('ever lucky')).includes('EVER LUCKY'), 'the ships are named')
  await until(async () => (await labels('matsya')).includes('MATSYA II'), 'both are there')
})
afterAll(async () => {
  await sea.close()
  for (const receiver of receivers) await receiver.close()
})
const find = (q: string) => sea.call(quickSearch, { q })
const labels = async (q: string) => (await find(q)).map(({ label }) => label)

test.each([
  ['matsya', 'MATSYA'],
  ['419000002', 'SAGAR KANYA'],
  ['9074729', 'MATSYA'],
  ['vtab', 'MATSYA'],
  ['kanya', 'SAGAR KANYA'],
  ['matsia', 'MATSYA'],
  ['sagr kanya', 'SAGAR KANYA'],
  ['evre lucky', 'EVER LUCKY'],
  ['mv sagar kanya', 'SAGAR KANYA'],
  ['M.V. Sagar Kanya', 'SAGAR KANYA'],
  ['kan sag', 'SAGAR KANYA'],
  ['IMO 9074729', 'MATSYA'],
  ['imo9074729', 'MATSYA'],
  ['MMSI 419000002', 'SAGAR KANYA'],
  ['call sign vtab', 'MATSYA'],
])('the query %s finds %s first', async (typed, name) => {
  expect((await find(typed))[0]).toMatchObject({ kind: 'vessel', label: name, latitude: 9 })
})

test('destinations, ports and areas are found beside vessels, each with its kind', async () => {
  await sea.call(addAoi, {
    name: 'Colombo approaches',
    visibility: 'PRIVATE',
    type: 'GENERAL',
    recur: 'NONE',
    color: '#1565c0',
    notes: '',
    valid_from: null,
    valid_to: null,
    shape: { shape: 'circle', center: [79.8, 6.9], radius_nm: 20 },
  })
  const found = await find('colombo')
  expect(found.find(({ kind }) => kind === 'port')).toMatchObject({ label: 'Colombo', locode: 'LKCMB' })
  expect(found.find(({ kind }) => kind === 'destination')).toMatchObject({ value: 'COLOMBO', count: 2 })
  const area = found.find(({ kind }) => kind === 'area')
  expect(area).toMatchObject({ label: 'Colombo approaches' })
  expect((await find('inmun'))[0]).toMatchObject({ kind: 'port', locode: 'INMUN' })
  expect(await find('zzqx')).toEqual([])
})

test('a number given as IMO number is not searched among the MMSI', async () => {
  expect(await find('IMO 419000002')).toEqual([])
  expect(await find('MMSI 9074729')).toEqual([])
})

test('of equally good results the one nearest to the chart comes first', async () => {
  const kochi = async (lat: number, lon: number) => (await sea.call(quickSearch, { q: 'kochi', lat, lon }))[0]
  expect(await kochi(10, 75)).toMatchObject({ kind: 'port', locode: 'INCOK' })
  expect(await kochi(33, 134)).toMatchObject({ kind: 'port', locode: 'JPKCZ' })
  const half = await sea.raw(quickSearch, { q: 'kochi', lat: 10 })
  expect(half).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'lon' }] })
})

test.each([
  ['lakshadweep', 'place', 'Lakshadweep'],
  ['ten degree', 'place', 'Ten Degree Channel'],
  ['port blair', 'port', 'Port Blair'],
  ['vizag', 'port', 'Visakhapatnam'],
  ['in cok', 'port', 'Kochi'],
  ['eez maldives', 'boundary', 'Maldives'],
])('the query %s finds the %s first', async (q, kind, label) => {
  expect((await find(q))[0]).toMatchObject({ kind, label })
})

test('named objects of users are found by those who may see them', async () => {
  const event = await sea.call(addVesselEventsAndDisasters, {
    type: 'ATTACK',
    category: 'PIRACY_ARMED_ROBBERY',
    title: 'Dhow adrift off Minicoy',
    text: 'Nobody aboard.',
    severity: 'LOW',
    status: 'DETECTED',
    visibility: 'CENTRE',
    start_at: '2026-01-01T00:00:00Z',
    end_at: null,
    geometry: { type: 'Point', coordinates: [73, 8] },
    mmsis: [],
    confidence: 3,
    evidence_fix_ids: [],
    file_ids: [],
  })
  const track = await sea.call(insertUpdateManualTrack, {
    name: 'Skunk seven',
    kind: 'POINT',
    affiliation: 'SUSPECT',
    symbol: 'SSSPXM---------',
    source_text: '',
    reliability: 'F',
    credibility: 6,
    linked_mmsi: null,
    visibility: 'CENTRE',
    state: 'ACTIVE',
    domain: 'REAL',
    exercise_id: null,
    t_plus: null,
    points: [{ t: null, lat: 9, lon: 74, sog: null, cog: null }],
  })
  const list = await sea.call(createVesselList, {
    name: 'Dark tankers',
    kind: 'STATIC',
    color: '#1565c0',
    visibility: 'PRIVATE',
  })
  const filter = await sea.call(saveAisFilter, { name: 'Slow fishers', visibility: 'PRIVATE', filter: {} })
  expect((await find('dhow adrift'))[0]).toMatchObject({ kind: 'event', id: event.id, bbox: [73, 8, 73, 8] })
  expect((await find('skunk'))[0]).toMatchObject({ kind: 'track', id: track.id })
  // A slip of the finger is forgiven in what people named, too.
  expect((await find('skink'))[0]).toMatchObject({ kind: 'track', id: track.id })
  expect((await find('dark tank'))[0]).toMatchObject({ kind: 'list', id: list.id, bbox: null })
  expect((await find('slow fish'))[0]).toMatchObject({ kind: 'filter', id: filter.id })
  const other = await aUser(sea, 'officer')
  const kinds = async (q: string) => (await other.call(quickSearch, { q })).map(({ kind }) => kind)
  expect(await kinds('dark tank')).toEqual([])
  expect(await kinds('slow fish')).toEqual([])
  expect(await kinds('skunk')).toEqual(['track'])
})

test('a user of one source finds nothing by a name that another source reported', async () => {
  const { temporary_password } = await sea.call(addUser, {
    username: 'satuser',
    email: 'sat@example.org',
    role: '2',
    sources: ['SAT'],
    zone_access: ['*'],
    group_ids: [],
  })
  const first = await sea.logIn('satuser', temporary_password)
  await first.call(changePassword, { old_password: temporary_password, new_password: `${PASSWORD}-2` })
  const user = await sea.logIn('satuser', `${PASSWORD}-2`)
  const vessels = async (q: string) =>
    (await user.call(quickSearch, { q })).filter(({ kind }) => kind === 'vessel')
  expect(await vessels('matsya')).toEqual([])
  expect(await user.call(quickSearch, { q: 'colombo', limit: 20 })).toMatchObject([{ kind: 'port' }])
  expect(await vessels('419000001')).toMatchObject([{ label: 'MMSI 419000001' }])
  expect(await vessels('419000002')).toEqual([])
})
