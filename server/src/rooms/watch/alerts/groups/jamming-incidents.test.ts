import { createAlertDefinition } from '@samudra/contract/alert-definitions'
import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getNotices } from '@samudra/contract/notifications'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { aHit, found } from '../../../../../testing/seas/alerts.ts'
import { aJammingIncident, misled, type Spot } from '../../../../../testing/seas/misled.ts'

const MINUTE = 60_000
const GHOST = { lat: 12, lon: 70 }
const ELSEWHERE = { lat: 5, lon: 65 }
/** Fifteen miles beside it: of no jam there. */
const BESIDE = { lat: 12, lon: 70.25 }

let desk: Desk
beforeEach(async () => {
  desk = await Desk.withSources()
})
afterEach(() => desk.close())

const misledAll = async (mmsis: readonly number[], there: Spot, more: Parameters<typeof misled>[4] = {}) =>
  Promise.all(mmsis.map((mmsi) => misled(desk.database.db, desk.clock.now(), mmsi, there, more)))
/** The jam itself, half an hour ago. */
const aJamAt = (there: Spot) => aJammingIncident(desk.clock.now() - 30 * MINUTE, there)

type Caller = Pick<TestServer, 'call'>
const groupsSeen = async (by: Caller = desk) => (await by.call(getAlerts, { limit: 1 })).groups
const keysOf = (alerts: readonly Alert[]) =>
  new Map(alerts.map(({ mmsi, group_key }) => [mmsi === null ? 0 : Number(mmsi), group_key]))
const allOf =
  (count: number) =>
  (alerts: readonly Alert[]): boolean =>
    alerts.length === count

test('misled vessels, also earlier ones, form one group with their jamming incident', async () => {
  await found(desk, await misledAll([419000001, 419000002], GHOST), allOf(2))
  expect(await groupsSeen()).toEqual([])
  const before = desk.iso(0)
  desk.tick(1000)
  await found(desk, [aJamAt(GHOST), ...(await misledAll([419000003], ELSEWHERE))], allOf(4))
  const alerts = await found(desk, await misledAll([419000004], GHOST), allOf(5))
  const keys = keysOf(alerts)
  expect(keys.get(419000003)).toBeNull()
  const jam = alerts.find(({ mmsi }) => mmsi === null)!
  const group_key = jam.group_key!
  expect([1, 2, 4].map((ship) => keys.get(419000000 + ship))).toEqual([group_key, group_key, group_key])
  const group = { group_key, kind: 'JAM', head_id: jam.id, title: 'Spoofing: jamming', alerts: 4, open: 4 }
  expect(await groupsSeen()).toEqual([expect.objectContaining(group)])
  expect((await desk.call(getAlerts, { group: group_key })).total).toBe(4)
  expect((await desk.call(getAlerts, { group: '' })).items.map(({ mmsi }) => mmsi)).toEqual(['419000003'])
  const then = await desk.call(getAlerts, { as_of: before })
  expect(then).toMatchObject({ total: 2, groups: [] })

  // One by one they are still what they are.
  const { id } = alerts.find(({ mmsi }) => mmsi === '419000001')!
  await desk.call(acknowledgeAlerts, { ids: [id], action: 'DISMISS', disposition: 'EXPECTED' })
  expect(await groupsSeen()).toMatchObject([{ ...group, open: 3 }])
})

test('three vessels at one position form a group without an incident; two or distant ones do not', async () => {
  await found(
    desk,
    [
      ...(await misledAll([419000001, 419000002], GHOST)),
      ...(await misledAll([419000003], BESIDE)),
      ...(await misledAll([419000004], GHOST, { agoMin: 100 })),
      // A hit without a jump has no false position.
      aHit(desk.clock.now(), { mmsi: 419000005 }),
    ],
    allOf(5),
  )
  expect(await groupsSeen()).toEqual([])
  await found(desk, await misledAll([419000006], GHOST), allOf(6))
  expect(await groupsSeen()).toMatchObject([{ kind: 'JAM', head_id: null, title: 'Spoofing', alerts: 3 }])
})

test('a user who sees some vessels of a jamming incident sees their group and no incident', async () => {
  const coast = await aUser(desk.server, 'coast', ['COAST'])
  await found(
    desk,
    [
      aJamAt(GHOST),
      ...(await misledAll([419000001, 419000002], GHOST)),
      ...(await misledAll([419000003, 419000004], GHOST, { sources: [[2]] })),
    ],
    allOf(5),
  )
  expect(await groupsSeen()).toMatchObject([{ alerts: 5, title: 'Spoofing: jamming' }])
  const [group, ...more] = await groupsSeen(coast)
  expect(more).toEqual([])
  expect(group).toMatchObject({ alerts: 2, open: 2, head_id: null, title: 'Spoofing' })
  const { items } = await coast.call(getAlerts, { group: group!.group_key })
  expect(items.map(({ mmsi }) => mmsi).sort()).toEqual(['419000001', '419000002'])
})

test('an open screen receives alerts that join a group and holds what a new query returns', async () => {
  const screen = new Watcher(desk.server.base, desk.server.token)
  await until(() => screen.socket.connected, 'it is open')
  await found(desk, await misledAll([419000001, 419000002], GHOST), allOf(2))
  const alerts = await found(desk, await misledAll([419000003], GHOST), allOf(3))
  const held = () => {
    const received = screen.events.flatMap(({ name, payload }) =>
      name === 'alerts' ? (payload as Alert[]) : [],
    )
    return new Map(received.map((alert) => [alert.id, alert]))
  }
  await until(() => alerts.every(({ id, version }) => held().get(id)?.version === version), 'all are told')
  for (const alert of alerts) {
    expect(held().get(alert.id)).toEqual(alert)
    expect(alert.group_key).toBe(alerts[0]!.group_key)
  }
  screen.close()
})

test('a named user is notified of each vessel, then once of their group, and of none that joins', async () => {
  const sita = await aUser(desk.server, 'sita')
  await desk.call(createAlertDefinition, {
    name: 'Ours',
    description: '',
    trigger: { builtin: 'SPOOFING_EVENT' },
    severity: null,
    dedupe_key: ['mmsi', 'aoi'],
    dedupe_window_min: 60,
    grace_min: 0,
    exclude_in_port: false,
    escalation_policy_id: 'STANDARD',
    sound: 'SOFT',
    audience: { users: ['test-sita'], groups: [], duty_roles: [] },
    channels: [],
    visibility: 'CENTRE',
    enabled: true,
  })
  const answer = async () =>
    (await sita.call(getNotices, { limit: 500 })).items
      .filter(({ kind }) => kind === 'ALERT')
      .map(({ text }) => text)
  // Two definitions raise an alert each.
  await found(desk, await misledAll([419000001], GHOST), allOf(2))
  await until(async () => (await answer()).length === 1, 'the first is told')
  await found(desk, await misledAll([419000002, 419000003, 419000004], GHOST), allOf(8))
  await until(async () => (await answer()).length === 2, 'the group is told')
  await found(desk, await misledAll([419000005], GHOST), allOf(10))
  await found(desk, [aJamAt(GHOST)], allOf(12))
  await until(async () => (await answer()).length === 3, 'the jam is told')
  expect((await answer()).toSorted()).toEqual([
    'Several vessels report impossible positions near one place. Their alerts form one group.',
    'Spoofing (MMSI 419000001): The vessel is suspected of false positions.',
    'Spoofing: jamming: Many vessels report one place. Satellite navigation may be jammed.',
  ])
})

test('a group without an owner notifies the next user once', async () => {
  await found(desk, await misledAll([419000001, 419000002, 419000003], GHOST), allOf(3))
  const answer = async () =>
    (await desk.call(getNotices, { limit: 500 })).items
      .map(({ text }) => text)
      .filter((text) => !text.startsWith('The watch'))
  await desk.putOn(5, async () => (await answer()).length > 0, 'administrators are told')
  expect(await answer()).toEqual(['3 unacknowledged alerts, oldest 5 min. No one is on duty as supervisor.'])
})

test('in an alert burst no incident group begins; alerts join an existing one', async () => {
  await found(desk, await misledAll([419000001, 419000002, 419000003], GHOST), allOf(3))
  await desk.set({ 'alerts.flood_limit': 2 })
  desk.tick(2 * MINUTE)
  const many = [419000011, 419000012, 419000013, 419000014]
  await found(
    desk,
    [...(await misledAll(many, ELSEWHERE)), ...(await misledAll([419000004], GHOST))],
    allOf(8),
  )
  const groups = await groupsSeen()
  expect(groups.map(({ kind, alerts }) => [kind, alerts]).toSorted()).toEqual([
    ['FLOOD', 4],
    ['JAM', 4],
  ])
})
