import { getUserActivity } from '@samudra/contract/audit'
import { filterAisData, getBlacklist, getVesselStats } from '@samudra/contract/picture'
import { deleteAisFilter, saveAisFilter } from '@samudra/contract/filter'
import { tableUpdate } from '@samudra/contract/kind'
import {
  addVesselToList,
  BLACKLIST,
  createVesselList,
  deleteVesselList,
  getVesselList,
  getVesselListByMmsi,
  getVesselListHistory,
  getVesselsByVesselList,
  removeVesselFromList,
} from '@samudra/contract/vessel-lists'
import { addZone } from '@samudra/contract/zones'
import { WATERS } from '@samudra/contract/example'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let receiver: Receiver
let asha: Session
let binu: Session
let chan: Session
/** User of the group, confined to waters that exclude one of the vessels. */
let dev: Session

const NEAR = '419000001'
const FAR = '419000002'
const UNHEARD = '419000009'
const SHIPS = [
  { mmsi: Number(NEAR), name: 'NEAR ONE', lat: 10, lon: 72 },
  { mmsi: Number(FAR), name: 'FAR TWO', lat: -10, lon: 90 },
]

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send(
    SHIPS.flatMap(({ mmsi, name, lat, lon }) => [
      ...encodePosition({
        mmsi,
        lat,
        lon,
        sog: 10,
        cog: 45,
        navStatus: 0,
        second: new Date().getUTCSeconds(),
      }),
      ...encodeStaticVoyage({ mmsi, name }),
    ]),
  )
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 2, 'ships are seen')
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: WATERS })
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu', ['*'], { group_ids: ['navy'] })
  chan = await aUser(server, 'chan')
  dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id], group_ids: ['navy'] })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const aList = (who: Session, visibility: 'PRIVATE' | 'GROUP' = 'GROUP') =>
  who.call(createVesselList, { name: 'Suspects', kind: 'STATIC', color: '#c62828', visibility })
const add = (who: Session, id: string, mmsis: string[], expires_at?: string) =>
  who.call(addVesselToList, { id, mmsis, reason: 'seen near the cable', expires_at })
const membersOf = async (who: Session, id: string, as_of?: string) =>
  (await who.call(getVesselsByVesselList, { id, as_of })).items
/** Returns the lists visible to a user, except the blacklist, which all users see. */
const listsOf = async (who: Pick<TestServer, 'call'>) =>
  (await who.call(getVesselList, {})).items.filter(({ id }) => id !== BLACKLIST)
const codeOf = async (answer: Promise<{ Status: boolean; Code?: string }>) => (await answer).Code

test('a ship is put on a list with a reason, and shown with where it is now', async () => {
  const { id } = await aList(asha)
  const { added, rejected } = await add(asha, id, [NEAR, UNHEARD, '12', NEAR])
  expect(added).toEqual([NEAR, UNHEARD])
  expect(rejected).toEqual([{ mmsi: '12', why: 'an MMSI has nine digits' }])
  const [near, unheard] = await membersOf(asha, id)
  expect(near).toMatchObject({
    mmsi: NEAR,
    reason: 'seen near the cable',
    added_by: 'asha',
    expires_at: null,
    vessel: { ship_name: 'NEAR ONE', latitude: 10, longitude: 72 },
  })
  expect(unheard).toMatchObject({ mmsi: UNHEARD, vessel: null })
  expect((await add(asha, id, [NEAR])).rejected).toEqual([{ mmsi: NEAR, why: 'it is on this list already' }])
  expect(await asha.call(getVesselListByMmsi, { mmsi: NEAR })).toMatchObject([
    { list_id: id, name: 'Suspects', color: '#c62828', reason: 'seen near the cable' },
  ])
  await asha.call(deleteVesselList, { id, reason: 'test' })
})

test('group members add and remove vessels, others find no list, and only the owner deletes it', async () => {
  const { id } = await aList(asha)
  await add(binu, id, [NEAR])
  expect((await membersOf(asha, id))[0]!.added_by).toBe('binu')
  expect(await listsOf(binu)).toMatchObject([{ id, mine: false, may_add: true, count: 1, version: 2 }])
  expect(await listsOf(chan)).toEqual([])
  expect(await codeOf(chan.raw(getVesselsByVesselList, { id }))).toBe('NOT_FOUND')
  expect(await codeOf(chan.raw(addVesselToList, { id, mmsis: [FAR], reason: 'x' }))).toBe('NOT_FOUND')
  expect(await chan.call(getVesselListByMmsi, { mmsi: NEAR })).toEqual([])
  expect(await codeOf(binu.raw(deleteVesselList, { id, reason: 'x' }))).toBe('FORBIDDEN')
  await binu.call(removeVesselFromList, { id, mmsi: NEAR, reason: 'cleared' })
  expect(await codeOf(binu.raw(removeVesselFromList, { id, mmsi: NEAR }))).toBe('NOT_FOUND')
  expect(await asha.call(deleteVesselList, { id, reason: 'done' })).toEqual({ id, used_by_rules: [] })
  expect(await listsOf(asha)).toEqual([])
})

test('a list used by a saved filter is not deleted; a user who sees the filter learns its name', async () => {
  const { id } = await aList(asha)
  const filter = { name: 'The suspects', visibility: 'GROUP' as const, filter: { lists: [id] } }
  const saved = await binu.call(saveAisFilter, filter)
  expect(await asha.raw(deleteVesselList, { id })).toMatchObject({
    Code: 'IN_USE',
    Message: 'This list is used by Saved filter: The suspects; end that first.',
    Data: { used_by_rules: ['Saved filter: The suspects'] },
  })
  await binu.call(deleteAisFilter, { id: saved.id })
  await asha.call(deleteVesselList, { id })
})

test('a list hides name and number of a vessel outside the waters of a caller, and its count', async () => {
  const { id } = await aList(asha)
  await add(asha, id, [NEAR, FAR])
  expect((await membersOf(dev, id)).map(({ mmsi }) => mmsi)).toEqual([NEAR])
  expect(await listsOf(dev)).toMatchObject([{ id, count: 1 }])
  expect(await dev.call(getVesselListByMmsi, { mmsi: FAR })).toEqual([])
  // Putting it there is answered as for any ship, so nothing is learned by trying.
  expect(await add(dev, id, [FAR, UNHEARD])).toEqual({ added: [FAR, UNHEARD], rejected: [] })
  expect((await membersOf(asha, id)).map(({ mmsi, added_by }) => [mmsi, added_by])).toEqual([
    [NEAR, 'asha'],
    [FAR, 'asha'],
    [UNHEARD, 'dev'],
  ])
  await asha.call(deleteVesselList, { id })
})

test('a member whose time has run out is on the list no more, and can be put there again', async () => {
  const { id } = await aList(asha, 'PRIVATE')
  expect(
    await asha.raw(addVesselToList, { id, mmsis: [NEAR], reason: 'x', expires_at: '2020-01-01T00:00:00Z' }),
  ).toMatchObject({ Code: 'VALIDATION', Message: 'Check the end: it must be in the future.' })
  await add(asha, id, [NEAR], new Date(Date.now() + 700).toISOString())
  expect(await membersOf(asha, id)).toHaveLength(1)
  await until(async () => (await membersOf(asha, id)).length === 0, 'its time has run out')
  expect(await asha.call(getVesselListByMmsi, { mmsi: NEAR })).toEqual([])
  expect((await add(asha, id, [NEAR])).added).toEqual([NEAR])
  expect(await membersOf(asha, id)).toMatchObject([{ mmsi: NEAR, expires_at: null }])
  await asha.call(deleteVesselList, { id })
})

test('two concurrent additions both succeed, and the past state of the list stays available', async () => {
  const { id } = await aList(asha)
  const mmsis = Array.from({ length: 12 }, (_, i) => String(419_100_000 + i))
  const before = (await asha.call(getVesselList, {})).as_of
  await Promise.all(mmsis.map((mmsi, i) => add(i % 2 === 0 ? asha : binu, id, [mmsi])))
  expect((await membersOf(asha, id)).map(({ mmsi }) => mmsi).sort()).toEqual(mmsis)
  expect(await membersOf(asha, id, before)).toEqual([])
  await asha.call(deleteVesselList, { id })
})

test('lists of a vessel are given as of an instant, including a list it has since left', async () => {
  const { id } = await aList(asha)
  await add(asha, id, [NEAR])
  const then = (await asha.call(getVesselList, {})).as_of
  await new Promise((resolve) => setTimeout(resolve, 5))
  await asha.call(removeVesselFromList, { id, mmsi: NEAR })
  const onThen = (who: Session, as_of?: string) => who.call(getVesselListByMmsi, { mmsi: NEAR, as_of })
  expect(await onThen(asha)).toEqual([])
  expect(await onThen(asha, then)).toMatchObject([{ list_id: id, reason: 'seen near the cable' }])
  expect(await onThen(chan, then)).toEqual([])
  await asha.call(deleteVesselList, { id })
})

test('list changes are pushed to all users who see the list alone, and equal a fresh screen', async () => {
  const watchers = [asha, binu, chan].map((one) => new Watcher(server.base, one.token))
  await Promise.all(watchers.map((one) => new Promise((done) => one.socket.on('connect', () => done(null)))))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const received = (one: Watcher) =>
    one.events
      .filter(
        ({ name, payload }) => name === tableUpdate.wire && JSON.stringify(payload).includes('vessel_lists'),
      )
      .map(({ payload }) => (payload as { op: string }).op)
  const { id } = await aList(asha)
  await add(binu, id, [NEAR])
  await until(() => received(watchers[1]!).length === 2, 'the group is told')
  const held = await membersOf(binu, id)
  expect(await membersOf(asha, id)).toEqual(held)
  await asha.call(deleteVesselList, { id, reason: 'done' })
  await until(
    () => watchers.slice(0, 2).every((one) => received(one).length === 3),
    'all who saw it are told',
  )
  expect(received(watchers[0]!)).toEqual(['add', 'update', 'delete'])
  expect(received(watchers[2]!)).toEqual([])
  for (const one of watchers) one.close()
})

test('a screen that shows a list only gains and loses ships as they are added and removed', async () => {
  const { id } = await aList(asha)
  const watcher = new Watcher(server.base, asha.token)
  watcher.socket.on('connect', () =>
    watcher.watch({ bbox: [-180, -90, 180, 90], zoom: 3, filter: { lists: [id] } }),
  )
  await until(() => watcher.frames.length > 0, 'the picture comes')
  const shown = () => [...watcher.names.values()].map(({ name }) => name)
  expect(shown()).toEqual([])
  await add(binu, id, [NEAR])
  await until(() => shown().join() === 'NEAR ONE', 'the ship comes up')
  await binu.call(removeVesselFromList, { id, mmsi: NEAR })
  await until(() => shown().length === 0, 'the ship is taken away')
  watcher.close()
  await asha.call(deleteVesselList, { id })
})

test('a dynamic list without conditions fails with a reason, and 5000 vessels are added at once', async () => {
  expect(
    await asha.raw(createVesselList, { name: 'x', kind: 'DYNAMIC', color: '#c62828', visibility: 'PRIVATE' }),
  ).toMatchObject({ Code: 'VALIDATION', Message: expect.stringContaining('needs a query') })
  const { id } = await aList(asha, 'PRIVATE')
  const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => String(from + i))
  expect((await add(asha, id, many(300_000_000, 5000))).added).toHaveLength(5000)
  for (const from of [400_000_000, 500_000_000, 600_000_000]) await add(asha, id, many(from, 5000))
  expect((await add(asha, id, [NEAR])).rejected).toMatchObject([{ mmsi: NEAR }])
  expect(await codeOf(asha.raw(addVesselToList, { id, mmsis: many(500_000_000, 5001), reason: 'x' }))).toBe(
    'VALIDATION',
  )
  await asha.call(deleteVesselList, { id })
  expect(await codeOf(asha.raw(deleteVesselList, { id }))).toBe('NOT_FOUND')
  const acts = await asha.call(getUserActivity, {})
  expect(JSON.stringify(acts)).toContain('deleteVesselList')
})

test('the blacklist is a list: a member has the mark until it expires, and deletion is forbidden', async () => {
  const { id } = (await server.call(getVesselList, { q: 'blackl' })).items[0]!
  expect(id).toBe(BLACKLIST)
  const isMarked = async () =>
    (await server.call(filterAisData, { filter: { anomalies: ['BLACKLIST'] } })).ais.map(({ mmsi }) => mmsi)
  const soon = new Date(Date.parse((await server.call(getVesselList, {})).as_of) + 1500).toISOString()
  await server.call(addVesselToList, { id, mmsis: [NEAR], reason: 'fished', expires_at: soon })
  expect(await isMarked()).toEqual([NEAR])
  expect(await server.call(getBlacklist, {})).toMatchObject([
    { mmsi: NEAR, reason: 'fished', expires_at: soon },
  ])
  await until(async () => (await isMarked()).length === 0, 'the mark is gone when her time has run out')
  expect((await server.call(getVesselListHistory, { id })).items).toMatchObject([
    { mmsi: NEAR, left_why: 'Membership expired' },
  ])
  expect(await codeOf(asha.raw(addVesselToList, { id, mmsis: [NEAR], reason: 'x' }))).toBe('FORBIDDEN')
  expect(await codeOf(server.raw(deleteVesselList, { id }))).toBe('FORBIDDEN')
})
