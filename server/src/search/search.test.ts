import { addAoi } from '@samudra/contract/areas'
import { addUser, changePassword } from '@samudra/contract/identity'
import { quickSearch } from '@samudra/contract/search'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, Receiver, until, type TestServer } from '../../testing/a-server.ts'

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
])('who types %s finds %s first', async (typed, name) => {
  expect((await find(typed))[0]).toMatchObject({ kind: 'vessel', label: name, latitude: 9 })
})

test('destinations, ports and areas are found beside ships, each as what it is', async () => {
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

test('who may see one source finds nothing by a name that another source told', async () => {
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
