import { updateAdminSettings, getAdminSettings } from '@samudra/contract/settings'
import { addAoi, updateAoi } from '@samudra/contract/areas'
import { getJobs, retryJob } from '@samudra/contract/jobs'
import { getUsers, updateUser } from '@samudra/contract/identity'
import {
  getNoticeDeliveries,
  getNotices,
  notificationPush,
  readNotices,
} from '@samudra/contract/notifications'
import {
  addSubscription,
  deleteSubscription,
  getSubscriptionFigures,
  getSubscriptions,
  getVesselNotifications,
  MOST_SUBSCRIPTIONS,
  updateSubscription,
  type VesselUpdate,
  type TargetKind,
} from '@samudra/contract/subscriptions'
import { getVesselData } from '@samudra/contract/picture'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { getAoiLogs } from '@samudra/contract/visits'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'
import { inTransaction } from '../../../platform/needs/query.ts'
import { storeVesselUpdates, type VesselUpdateRow as Happened } from '../../../sea/vessel-updates.sql.ts'
import { identitiesAt } from '../../../sea/identities.sql.ts'
import { NOTIFY_JOB } from './room.ts'

const MINUTE = 60_000
const [SHIP, BESIDE, FAR, TUG, ALONGSIDE] = [419000001, 419000002, 419000003, 419000004, 419000005]
const LIST = { kind: 'STATIC' as const, color: '#1565c0', visibility: 'PRIVATE' as const }
/** The server's clock is ahead by so much. */
let ahead = 0
const now = () => Date.now() + ahead

let server: TestServer
let shore: Receiver
let satellite: Receiver
type Asking = Pick<TestServer, 'call'>
type Pushed = { quiet: boolean; sound: boolean; notice: { severity: string; text: string } }

const fix = (mmsi: number, lat: number, lon: number, sog = 12, cog = 90) =>
  encodePosition({ mmsi, lat, lon, sog, cog, navStatus: 0, second: 60 })
const named = (mmsi: number, name: string) =>
  encodeStaticVoyage({ mmsi, name, callSign: 'VTXY', shipType: 70, destination: '' })

beforeAll(async () => {
  shore = await Receiver.listen()
  satellite = await Receiver.listen()
  server = await aServer([shore.feed('MSIS'), satellite.feed('SATX')], undefined, {
    clock: { now: () => now() as never },
  })
  const { version } = await server.call(getAdminSettings, {})
  // Hours pass, and no session may expire.
  const changes = { 'ais.feed_delay_min': 5, 'session.timeout_min': 1440 }
  await server.call(updateAdminSettings, { changes, expected_version: version })
  await shore.send([...fix(SHIP, 10, 70), ...named(SHIP, 'MATSYA'), ...fix(FAR, -10, 60)])
})
afterAll(async () => {
  await server.close()
  await shore.close()
  await satellite.close()
})

/** Runs the notification job, once a run in progress has ended. */
async function notify(desk: Pick<TestServer, 'call' | 'raw'> = server) {
  const job = async () => (await desk.call(getJobs, {})).items.find(({ name }) => name === NOTIFY_JOB)!
  const before = (await job()).started_at
  await until(async () => {
    const { id, state, started_at } = await job()
    if (state !== 'RUNNING' && started_at !== null && started_at !== before) return true
    if (state !== 'RUNNING') await desk.raw(retryJob, { id })
    return false
  }, 'subscribers are told')
}
const follow = (
  by: Asking,
  kind: TargetKind,
  id: string,
  happenings: VesselUpdate[],
  more: { near_nm?: number; severity?: 'CRITICAL' } = {},
) => by.call(addSubscription, { target: { kind, id }, happenings, near_nm: null, severity: null, ...more })
const notifications = async (by: Asking, more: object = {}) =>
  (await by.call(getVesselNotifications, more)).items
const texts = async (by: Asking, more: object = {}) => (await notifications(by, more)).map(({ text }) => text)

let occasions = 0
const arrival = (mmsi: number, more: Partial<Happened> = {}): Happened => ({
  mmsi,
  split: 0,
  occasion: `ARRIVAL ${++occasions}`,
  type: 'ARRIVAL',
  at: now(),
  facts: { port: 'LKCMB', lies: 'berth' },
  sources: [[1]],
  places: [[79.848, 6.951]],
  ...more,
})
const happen = (...happened: Happened[]) =>
  inTransaction(server.database.db, (client) => storeVesselUpdates(client, happened, now()))

test('a subscriber to an area is notified once of an entry, on the screen, with a link', async () => {
  const officer = await aUser(server, 'officer')
  const area = await server.call(addAoi, {
    ...PLAIN_AREA,
    name: 'Ground',
    visibility: 'CENTRE',
    geometry: boxOf(70.002, 9.9, 71, 10.1),
  })
  const isWatched = async () => (await server.call(getAoiLogs, { id: area.id })).log.state === 'WATCHED'
  await until(isWatched, 'the area is watched')
  await follow(officer, 'AREA', area.id, ['ENTRY'])
  await follow(officer, 'VESSEL', String(SHIP), ['ENTRY', 'ARRIVAL'])
  const screen = new Watcher(server.base, officer.token)
  await until(() => screen.socket.connected, 'the screen is open')
  // Two minutes at twelve knots.
  ahead += 2 * MINUTE
  await shore.send(fix(SHIP, 10, 70.006))
  await until(
    async () => (await server.call(getAoiLogs, { id: area.id, kind: 'ENTRY' })).items.length > 0,
    'the log has the entry',
  )
  await notify()
  await notify()
  expect(await notifications(officer)).toMatchObject([
    {
      mmsi: String(SHIP),
      type: 'ENTRY',
      severity: 'INFO',
      text: 'MATSYA entered Ground.',
      count: 1,
      read_at: null,
      link: { type: 'VESSEL', id: String(SHIP) },
    },
  ])
  const pushed = () => screen.events.filter(({ name }) => name === notificationPush.wire)
  await until(() => pushed().length > 0, 'the screen is told')
  expect(pushed().map(({ payload }) => payload)).toMatchObject([
    { quiet: false, sound: false, notice: { kind: 'VESSEL', link: { kind: 'vessel', mmsi: String(SHIP) } } },
  ])
  const figures = await officer.call(getSubscriptionFigures, {})
  expect(figures.map((one) => [one.told, one.state])).toEqual([
    [1, 'WATCHED'],
    [1, 'WATCHED'],
  ])
  screen.close()
  // A notification that names the area is hidden once the area is hidden.
  await server.call(updateAoi, { id: area.id, expected_version: area.version, visibility: 'PRIVATE' })
  await until(async () => (await notifications(officer)).length === 0, 'the area is named to him no more')
  expect((await officer.call(getNotices, {})).items).toEqual([])
  const states = (await officer.call(getSubscriptionFigures, {})).map(({ state }) => state)
  expect(states.sort()).toEqual(['GONE', 'WATCHED'])
})

test('no user is notified of a hidden vessel, place or source, nor after losing access', async () => {
  const [sees, partner] = [await aUser(server, 'sees'), await aUser(server, 'partner', ['SATX'])]
  for (const who of [sees, partner]) await follow(who, 'VESSEL', '419000055', ['ARRIVAL'])
  for (const who of [sees, partner]) await follow(who, 'PORT', 'LKCMB', ['ARRIVAL'])
  await happen(arrival(419000055, { sources: [[1]] }))
  await notify()
  expect(await texts(sees)).toEqual(['MMSI 419000055 arrived at Colombo.'])
  expect(await texts(partner)).toEqual([])
  const user = (await server.call(getUsers, {})).items.find(({ username }) => username === 'sees')!
  await server.call(updateUser, { id: user.id, expected_version: user.version, sources: ['SATX'] })
  await until(async () => (await texts(sees)).length === 0, 'his notices follow his rights')
})

test('hours-old updates are marked and silent unless critical; imports of last month notify none', async () => {
  const late = await aUser(server, 'late')
  await follow(late, 'PORT', 'INMUN', ['ARRIVAL'])
  await follow(late, 'VESSEL', '419000058', ['ARRIVAL'], { severity: 'CRITICAL' })
  const screen = new Watcher(server.base, late.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const facts = { port: 'INMUN', lies: 'anchor' as const }
  ahead += 4 * 60 * MINUTE
  try {
    await happen(
      arrival(419000056, { facts, at: now() - 3 * 60 * MINUTE }),
      arrival(419000057, { facts, at: now() - 30 * 86_400_000 }),
      arrival(419000058, { facts: { port: 'LKHBA' }, at: now() - 3 * 60 * MINUTE }),
    )
    await notify(await server.logIn('admin', PASSWORD))
  } finally {
    ahead -= 4 * 60 * MINUTE
  }
  const pushed = () =>
    screen.events.flatMap(({ name, payload }) => (name === notificationPush.wire ? [payload as Pushed] : []))
  await until(() => pushed().length === 2, 'the screen counts them')
  expect(pushed().find(({ notice }) => notice.severity === 'INFO')).toMatchObject({
    quiet: true,
    sound: false,
    notice: { text: 'MMSI 419000056 arrived at Mundra, at anchor (3 h ago).' },
  })
  expect(pushed().find(({ notice }) => notice.severity === 'CRITICAL')).toMatchObject({
    quiet: false,
    sound: true,
  })
  expect(await texts(late)).toHaveLength(2)
  screen.close()
})

test('5,000 ships that arrive at once are one notice with their number, found by each of them', async () => {
  const flooded = await aUser(server, 'flooded')
  await follow(flooded, 'PORT', 'OMSLL', ['ARRIVAL'])
  const ships = Array.from({ length: 5000 }, (_, i) => 538_000_000 + i)
  await happen(...ships.map((mmsi) => arrival(mmsi, { facts: { port: 'OMSLL' } })))
  await notify()
  const notices = await notifications(flooded)
  expect(notices).toMatchObject([{ mmsi: null, count: 5000, type: 'ARRIVAL' }])
  expect(notices[0]!.text).toBe(
    '5000 vessels arrived at Salalah: MMSI 538000000, MMSI 538000001, MMSI 538000002 and 4997 more.',
  )
  expect(await notifications(flooded, { mmsi: '538004711' })).toHaveLength(1)
  expect(await notifications(flooded, { mmsi: '538009999' })).toHaveLength(0)
})

test('notifications are filtered by type, severity and time, paged, and marked read one by one', async () => {
  const reader = await aUser(server, 'reader')
  await follow(reader, 'VESSEL', '419000060', ['ARRIVAL', 'DEPARTURE'], { severity: 'CRITICAL' })
  await follow(reader, 'VESSEL', '419000061', ['ARRIVAL'])
  await happen(
    arrival(419000060),
    arrival(419000061),
    arrival(419000060, { type: 'DEPARTURE', occasion: 'DEPARTURE 1', at: now() + 1 }),
  )
  await notify()
  expect(await notifications(reader)).toHaveLength(3)
  expect(await notifications(reader, { type: 'DEPARTURE' })).toMatchObject([
    { severity: 'CRITICAL', count: 1 },
  ])
  expect(await notifications(reader, { severity: 'INFO' })).toMatchObject([{ mmsi: '419000061' }])
  expect(await notifications(reader, { from: new Date(now() + MINUTE).toISOString() })).toEqual([])
  expect(await notifications(reader, { to: new Date(now() - MINUTE).toISOString() })).toEqual([])
  const first = await reader.call(getVesselNotifications, { limit: 2 })
  const rest = await reader.call(getVesselNotifications, { limit: 2, cursor: first.next! })
  expect([first.items.length, rest.items.length, rest.next, first.unread]).toEqual([2, 1, null, 3])
  await reader.call(readNotices, { ids: [first.items[0]!.id] })
  expect((await reader.call(getVesselNotifications, { unread: true })).total).toBe(2)
  await reader.call(readNotices, { upto: first.items[0]!.id, kind: 'EVENT' })
  expect((await reader.call(getVesselNotifications, {})).unread).toBe(2)
  await reader.call(readNotices, { upto: first.items[0]!.id, kind: 'VESSEL' })
  expect((await reader.call(getVesselNotifications, {})).unread).toBe(0)
  const { items } = await server.call(getNoticeDeliveries, { id: first.items[0]!.id })
  expect(items).toMatchObject([{ username: 'reader', read_at: expect.any(String) }])
})

test('a list is followed by users who see it, and stands for its present members', async () => {
  const mate = await aUser(server, 'mate')
  const list = await server.call(createVesselList, { ...LIST, name: 'Watched', visibility: 'CENTRE' })
  const own = await server.call(createVesselList, { ...LIST, name: 'Mine' })
  await follow(mate, 'LIST', list.id, ['ARRIVAL'])
  expect(
    await mate.raw(addSubscription, {
      target: { kind: 'LIST', id: own.id },
      happenings: ['ARRIVAL'],
      near_nm: null,
      severity: null,
    }),
  ).toMatchObject({ Code: 'NOT_FOUND' })
  await server.call(addVesselToList, { id: list.id, mmsis: ['419000062'], reason: 'seen' })
  await happen(arrival(419000062), arrival(419000063))
  await notify()
  expect(await texts(mate)).toEqual(['MMSI 419000062 arrived at Colombo.'])
})

test('subscriptions are private, unique and limited, and changing an old version conflicts', async () => {
  const [asha, ravi] = [await aUser(server, 'asha'), await aUser(server, 'ravi')]
  const made = await follow(asha, 'VESSEL', String(SHIP), ['DARK', 'NEAR'])
  expect(made).toMatchObject({ name: 'MATSYA', near_nm: 0.5, happenings: ['DARK', 'NEAR'] })
  const target = { kind: 'VESSEL' as const, id: String(SHIP) }
  const wish = { happenings: ['ARRIVAL' as const], near_nm: null, severity: null }
  expect(await asha.raw(addSubscription, { target, ...wish })).toMatchObject({ Code: 'DUPLICATE' })
  expect(
    await asha.raw(addSubscription, { target: { kind: 'PORT', id: 'LKCMB' }, ...wish, happenings: ['DARK'] }),
  ).toMatchObject({ Code: 'VALIDATION' })
  for (const [wrong, field] of [
    [{ kind: 'SHIP', id: String(SHIP) }, 'target.kind'],
    [{ kind: 'VESSEL', id: 'MATSYA' }, 'target.id'],
  ])
    expect(await asha.raw(addSubscription, { target: wrong as never, ...wish })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field }],
    })
  expect((await ravi.call(getSubscriptions, {})).items).toEqual([])
  expect((await server.call(getSubscriptions, {})).items).toEqual([])
  expect(await server.raw(deleteSubscription, { id: made.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const after = await asha.call(updateSubscription, { id: made.id, expected_version: 1, ...wish })
  expect(after).toMatchObject({ version: 2, happenings: ['ARRIVAL'], near_nm: null })
  expect(await asha.raw(updateSubscription, { id: made.id, expected_version: 1, ...wish })).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
  await asha.call(deleteSubscription, { id: made.id })
  for (let from = 0; from < MOST_SUBSCRIPTIONS; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        follow(asha, 'VESSEL', String(538_100_000 + from + i), ['ARRIVAL']),
      ),
    )
  expect(await asha.raw(addSubscription, { target, ...wish })).toMatchObject({ Code: 'TOO_LARGE' })
})

test('a vessel silent on a live source is dark, and a near pair is notified once until it parts', async () => {
  const watch = await aUser(server, 'watch')
  const pass = async (minutes: number, lon: number) => {
    ahead += minutes * MINUTE
    await shore.send([
      ...fix(TUG, 10, 70.1, 0.5),
      ...fix(ALONGSIDE, 10.001, 70.1, 2),
      ...fix(BESIDE, 10, lon, 12, 270),
    ])
    const isHeard = async () =>
      (await server.call(getVesselData, { mmsi: String(BESIDE) })).items[0]?.longitude === lon
    await until(isHeard, 'the picture has them')
    await notify()
  }
  await pass(0, 70.137)
  await follow(watch, 'VESSEL', String(FAR), ['DARK'])
  await follow(watch, 'VESSEL', String(TUG), ['NEAR', 'IDENTITY'], { near_nm: 1 })
  await shore.send(fix(FAR, -10, 60))
  await notify()
  await notify()
  await shore.send(named(TUG, 'KAMALA'))
  for (const lon of [70.13, 70.123]) await pass(2, lon)
  expect(await texts(watch)).toEqual([])
  await pass(2, 70.116)
  expect((await texts(watch)).sort()).toEqual([
    'KAMALA is within 1 NM of MMSI 419000002.',
    'MMSI 419000003 has gone dark: nothing received for 5 min.',
  ])
  // Hardly apart, and near again.
  await pass(1, 70.1195)
  await pass(1, 70.116)
  expect(await notifications(watch)).toHaveLength(2)
  const isStored = async () =>
    (await identitiesAt(server.database.db, new Date(now()), [TUG])).some(
      ({ fields }) => fields.name?.value === 'KAMALA',
    )
  await until(isStored, 'her first name is stored')
  await shore.send(named(TUG, 'KURMA'))
  await until(async () => {
    await notify()
    return (await notifications(watch, { type: 'IDENTITY' })).length > 0
  }, 'her new name is told')
  expect((await texts(watch, { type: 'IDENTITY' }))[0]).toContain('name KAMALA, now KURMA')
})

test('when a source fails, one notification counts its vessels and none of them is dark', async () => {
  const sentry = await aUser(server, 'sentry')
  const list = await sentry.call(createVesselList, { ...LIST, name: 'Far out' })
  const ships = Array.from({ length: 30 }, (_, i) => 538_400_000 + i)
  await sentry.call(addVesselToList, { id: list.id, mmsis: ships.map(String), reason: 'far' })
  await follow(sentry, 'LIST', list.id, ['DARK'])
  await satellite.send(ships.flatMap((mmsi, i) => fix(mmsi, -5, 80 + i)))
  const isHeard = async () => (await server.call(getVesselData, { mmsi: String(ships[29]) })).items.length > 0
  await until(isHeard, 'the picture has them')
  await notify()
  for (let minute = 0; minute < 8; minute += 2) {
    ahead += 2 * MINUTE
    // Another source goes on.
    await shore.send(fix(SHIP, 10, 70.006 + minute / 1000))
    await notify(await server.logIn('admin', PASSWORD))
  }
  expect(await notifications(await server.logIn('sentry', PASSWORD))).toMatchObject([
    {
      type: 'FEED_SILENT',
      severity: 'WARNING',
      mmsi: null,
      count: 30,
      text: 'SATX has sent nothing for 5 min: 30 of the vessels you follow are silent with it.',
    },
  ])
})
