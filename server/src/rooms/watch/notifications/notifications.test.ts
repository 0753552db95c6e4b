import { addAoi, deleteAoi, updateAoi, type Aoi } from '@samudra/contract/areas'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import {
  channelsFor,
  getNoticeDeliveries,
  getNotices,
  getNoticeSettings,
  noticesRead,
  notificationPush,
  readNotices,
  testNotice,
  updateNoticeSettings,
  type NotificationSettings,
} from '@samudra/contract/notifications'
import { getJobs, retryJob } from '@samudra/contract/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { query } from '../../../platform/needs/query.ts'
import { isDigestDue, isQuietAt, USUAL } from './quiet.ts'

let server: TestServer
let watch: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  server = await aServer()
  watch = await aUser(server, 'watch', ['*'], { group_ids: ['night'] })
})
afterAll(() => server.close())

const notifications = async (to: Pick<TestServer, 'call'>) => (await to.call(getNotices, {})).items
const texts = async (to: Pick<TestServer, 'call'>) => (await notifications(to)).map(({ text }) => text)
const reaches = (to: Pick<TestServer, 'call'>, text: string) =>
  until(async () => (await texts(to)).includes(text), `it is told: ${text}`)
const draft = (name: string, visibility: 'PRIVATE' | 'GROUP' | 'CENTRE') => ({
  name,
  type: 'GENERAL' as const,
  visibility,
  recur: 'NONE' as const,
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
  geometry: boxOf(71, 9, 72.5, 10.5),
})
const share = (name: string) => server.call(addAoi, draft(name, 'CENTRE'))
const report = (title: string) =>
  server.call(addVesselEventsAndDisasters, {
    type: 'ATTACK',
    category: 'PIRACY_ARMED_ROBBERY',
    title,
    text: '',
    severity: 'HIGH',
    start_at: new Date().toISOString(),
    end_at: null,
    geometry: { type: 'Point', coordinates: [72, 10] },
    mmsis: [],
    confidence: null,
    evidence_fix_ids: [],
    status: 'DETECTED',
    visibility: 'CENTRE',
    file_ids: [],
  })

test('reports and shares of others are there at the next login; their author is not notified', async () => {
  await report('Fishing boat on fire')
  await share('Exercise ground')
  await server.call(addAoi, draft('Mine alone', 'PRIVATE'))
  await reaches(watch, 'New area: Exercise ground (admin)')
  const again = await server.logIn('watch', PASSWORD)
  const { items, unread, total } = await again.call(getNotices, {})
  expect({ unread, total }).toEqual({ unread: 2, total: 2 })
  expect(items).toMatchObject([
    { kind: 'AREA', severity: 'INFO', read_at: null, link: { kind: 'area', label: 'Exercise ground' } },
    {
      kind: 'EVENT',
      text: expect.stringMatching(/: Fishing boat on fire \(admin\)$/),
      link: { kind: 'event' },
    },
  ])
  expect(await texts(server)).toEqual([])
  const first = await again.call(getNotices, { limit: 1 })
  const second = await again.call(getNotices, { limit: 1, cursor: first.next! })
  expect([...first.items, ...second.items]).toEqual(items)
})

test('a notification read on one screen is read on all, singly or all that were shown', async () => {
  const screens = [new Watcher(server.base, watch.token), new Watcher(server.base, watch.token)]
  await until(() => screens.every(({ socket }) => socket.connected), 'both screens are open')
  await share('North')
  await share('South')
  await reaches(watch, 'New area: South (admin)')
  const pushed = (screen: Watcher) => screen.events.filter(({ name }) => name === notificationPush.wire)
  await until(() => screens.every((screen) => pushed(screen).length === 2), 'both screens are told both')
  expect(pushed(screens[0]!)[0]!.payload).toMatchObject({
    quiet: false,
    notice: { text: 'New area: North (admin)' },
  })
  const { items, unread: before } = await watch.call(getNotices, {})
  const read = () =>
    screens[1]!.events.filter(({ name }) => name === noticesRead.wire).map(({ payload }) => payload)
  expect(await watch.call(readNotices, { ids: [items[1]!.id] })).toEqual({ unread: before - 1 })
  await until(() => read().length === 1, 'the other screen knows')
  expect(read()).toEqual([{ ids: [items[1]!.id], upto: null, kind: null, unread: before - 1 }])
  expect((await watch.call(getNotices, { unread: true })).total).toBe(before - 1)
  await share('East')
  await reaches(watch, 'New area: East (admin)')
  // Later notifications stay unread.
  expect(await watch.call(readNotices, { upto: items[0]!.id })).toEqual({ unread: 1 })
  expect(
    (await notifications(watch)).map(({ text, read_at }) => [text, read_at !== null]).slice(0, 3),
  ).toEqual([
    ['New area: East (admin)', false],
    ['New area: South (admin)', true],
    ['New area: North (admin)', true],
  ])
  for (const screen of screens) screen.close()
})

test('a user who left a group no longer sees notifications to the group', async () => {
  const mate = await aUser(server, 'mate', ['*'], { group_ids: ['night'] })
  await mate.call(addAoi, draft('Of the night watch', 'GROUP'))
  const text = 'New area: Of the night watch (mate)'
  await reaches(watch, text)
  const { unread } = await watch.call(getNotices, {})
  await sql`update users set group_ids = '{}' where username = 'watch'`.execute(query(server.database.db))
  await until(async () => !(await texts(watch)).includes(text), 'it is not shown any more')
  expect((await watch.call(getNotices, {})).unread).toBe(unread - 1)
})

test('a notification of an unshared or removed object is no longer shown', async () => {
  const reader = await aUser(server, 'reader')
  const made = [await share('Hidden soon'), await share('Removed soon')]
  await reaches(reader, 'New area: Removed soon (admin)')
  const [hidden, removed] = made as [Aoi, Aoi]
  await server.call(updateAoi, { id: hidden.id, expected_version: hidden.version, visibility: 'PRIVATE' })
  await server.call(deleteAoi, { id: removed.id })
  await until(async () => (await texts(reader)).length === 0, 'neither is shown any more')
})

test('in quiet hours a notification is stored silently, and an unknown channel is rejected', async () => {
  const quiet = await aUser(server, 'sleeper')
  expect(await quiet.call(getNoticeSettings, {})).toEqual(USUAL)
  // Whatever the time is in the zone of who has chosen none.
  const inHours = (hours: number) =>
    new Date(Date.now() + (hours + 5.5) * 3_600_000).toISOString().slice(11, 16)
  const wishes = {
    channels: {},
    quiet: { from: inHours(-6), to: inHours(6) },
    breaks: 'CRITICAL' as const,
    digest: null,
  }
  expect(await quiet.call(updateNoticeSettings, { ...wishes, expected_version: 0 })).toEqual({
    ...wishes,
    version: 1,
  })
  expect(await quiet.raw(updateNoticeSettings, { ...wishes, expected_version: 0 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: 1 },
  })
  expect(
    await quiet.raw(updateNoticeSettings, {
      ...wishes,
      channels: { AREA: { INFO: ['WEBHOOK'] } },
      expected_version: 1,
    }),
  ).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('other programs are not available; choose PAGE'),
  })
  const screen = new Watcher(server.base, quiet.token)
  await until(() => screen.socket.connected, 'the screen is open')
  await share('By night')
  await reaches(quiet, 'New area: By night (admin)')
  const pushed = () => screen.events.filter(({ name }) => name === notificationPush.wire)
  await until(() => pushed().length > 0, 'the screen counts it')
  expect(pushed()[0]!.payload).toMatchObject({ quiet: true })
  await quiet.call(updateNoticeSettings, { ...wishes, channels: { AREA: { INFO: [] } }, expected_version: 1 })
  await share('Unwanted')
  await reaches(watch, 'New area: Unwanted (admin)')
  expect(await texts(quiet)).toEqual(['New area: By night (admin)'])
  screen.close()
})

test('quiet hours follow the user zone, also past midnight, and grave severities break them', () => {
  const night = { ...USUAL, quiet: { from: '22:00', to: '06:00' } }
  const at = (time: string, zone: 'UTC' | 'IST' | 'PST' = 'UTC') => ({
    at: Date.parse(`2026-11-22T${time}Z`),
    zone,
  })
  expect(
    ['21:59', '22:00', '23:59', '00:00', '05:59', '06:00'].map((time) => isQuietAt(night, 'INFO', at(time))),
  ).toEqual([false, true, true, true, true, false])
  // 17:00 by UTC is half past ten in the evening in India, and nine in the morning on the west coast.
  expect(isQuietAt(night, 'INFO', at('17:00', 'IST'))).toBe(true)
  expect(isQuietAt(night, 'INFO', at('17:00', 'PST'))).toBe(false)
  const noon = { ...USUAL, quiet: { from: '12:00', to: '13:00' } }
  expect(['11:59', '12:30', '13:00'].map((time) => isQuietAt(noon, 'WARNING', at(time)))).toEqual([
    false,
    true,
    false,
  ])
  expect(isQuietAt(noon, 'CRITICAL', at('12:30'))).toBe(false)
  expect(isQuietAt({ ...noon, breaks: 'WARNING' }, 'WARNING', at('12:30'))).toBe(false)
  expect(channelsFor({ ...USUAL, channels: { JOB: { INFO: [] } } }, 'JOB', 'INFO')).toEqual([])
})

test('each kind and severity has its channels, critical always the page, and a digest its time', async () => {
  const picky = await aUser(server, 'picky')
  const wishes = { quiet: null, breaks: 'CRITICAL' as const, digest: null, expected_version: 0 }
  const refused = (channels: NotificationSettings['channels']) =>
    picky.raw(updateNoticeSettings, { ...wishes, channels })
  expect(await refused({ VESSEL: { CRITICAL: ['SOUND'] } })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'channels.VESSEL.CRITICAL', why: expect.stringContaining('always use PAGE') }],
  })
  expect(await refused({ MAIL: { INFO: ['EMAIL'] } })).toMatchObject({
    fields: [{ field: 'channels.MAIL.INFO', why: expect.stringContaining('would lead to the next one') }],
  })
  expect(await refused({ AREA: { INFO: ['DIGEST'] } })).toMatchObject({
    fields: [{ why: expect.stringContaining('the digest time') }],
  })
  // With `digest.every_h` alone the first digest comes at once.
  const channels = { AREA: { INFO: ['DIGEST' as const], CRITICAL: ['PAGE' as const, 'SOUND' as const] } }
  await picky.call(updateNoticeSettings, { ...wishes, channels, digest: { every_h: 1 } })
  const screen = new Watcher(server.base, picky.token)
  await until(() => screen.socket.connected, 'the screen is open')
  await share('Summed up')
  await reaches(picky, 'New area: Summed up (admin)')
  const pushed = () =>
    screen.events.filter(({ name }) => name === notificationPush.wire).map(({ payload }) => payload)
  await until(() => pushed().length > 0, 'the screen counts it')
  expect(pushed()[0]).toMatchObject({ quiet: true })
  const jobs = (await server.call(getJobs, {})).items
  await server.raw(retryJob, { id: jobs.find(({ name }) => name === 'notices.digest')!.id })
  await reaches(picky, 'Digest of 1 notice. Areas: 1.')
  expect(pushed()).toMatchObject([{}, { quiet: false, notice: { kind: 'DIGEST' } }])
  screen.close()
})

test('a digest comes every so many hours, or when the clocks of the user show a time, once', () => {
  const at = (text: string) => ({ at: Date.parse(`2026-11-22T${text}Z`), zone: 'IST' as const })
  const last = (text: string) => at(text).at
  expect(isDigestDue(null, null, at('02:30'))).toBe(false)
  expect(isDigestDue({ every_h: 6 }, last('00:00'), at('05:59'))).toBe(false)
  expect(isDigestDue({ every_h: 6 }, last('00:00'), at('06:00'))).toBe(true)
  // Eight in the morning in India is half past two by UTC.
  expect(isDigestDue({ at: '08:00' }, last('02:00'), at('02:29'))).toBe(false)
  expect(isDigestDue({ at: '08:00' }, last('02:00'), at('02:31'))).toBe(true)
  expect(isDigestDue({ at: '08:00' }, last('02:31'), at('02:32'))).toBe(false)
  expect(isDigestDue({ at: '08:00' }, null, at('01:00'))).toBe(false)
})

test('a test message uses all channels in quiet hours and reports each outcome to its sender', async () => {
  const tester = await aUser(server, 'tester')
  const { id, channels } = await tester.call(testNotice, { severity: 'INFO' })
  expect(channels.map(({ channel, state }) => `${channel} ${state}`)).toEqual([
    'PAGE KEPT',
    'SOUND KEPT',
    'DIGEST KEPT',
    'EMAIL KEPT',
    'WEBHOOK NOT_THERE',
  ])
  const screen = new Watcher(server.base, tester.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const again = await tester.call(testNotice, { severity: 'CRITICAL' })
  expect(again.channels[0]).toMatchObject({ channel: 'PAGE', state: 'SENT' })
  await until(
    () => screen.events.some(({ name }) => name === notificationPush.wire),
    'it comes to the screen',
  )
  expect(screen.events.find(({ name }) => name === notificationPush.wire)!.payload).toMatchObject({
    quiet: false,
    sound: true,
    notice: { severity: 'CRITICAL' },
  })
  const one = async (by: Pick<TestServer, 'call'>) => (await by.call(getNoticeDeliveries, { id })).items
  expect(await one(tester)).toMatchObject([{ username: 'tester', arrived_at: null, awaits_digest: true }])
  await notifications(tester)
  expect(await one(server)).toMatchObject([{ arrived_at: expect.any(String), read_at: null }])
  const other = await aUser(server, 'other')
  expect(await other.raw(getNoticeDeliveries, { id })).toMatchObject({ Code: 'NOT_FOUND' })
  screen.close()
})
