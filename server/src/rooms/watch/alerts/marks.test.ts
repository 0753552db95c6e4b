import {
  getAlertMarks,
  marksAfter,
  marksRead,
  markOf,
  NO_MARKS,
  type AlertMark,
} from '@samudra/contract/alert-marks'
import { acknowledgeAlerts, type Alert } from '@samudra/contract/alerts'
import { createAlertDefinition } from '@samudra/contract/alert-definitions'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { aHit, alertsOnce, centreOfEachTest, found } from '../../../../testing/seas/alerts.ts'
import type { Clock } from '../../../platform/needs/clock.ts'

let server: TestServer
let clock: Clock
let putOn: (ms: number) => void
centreOfEachTest((centre) => ({ server, clock, putOn } = centre))

/** The marks of a screen that was open all the time. */
const heldBy = ({ events }: Watcher) =>
  events.reduce(
    (held, { name, payload }) => (name === 'alerts' ? marksAfter(held, payload as Alert[]) : held),
    NO_MARKS,
  ).marks
const byId = (a: AlertMark, b: AlertMark) => (a.id < b.id ? -1 : 1)
const of = (alerts: readonly Alert[], mmsi: string) => alerts.find((one) => one.mmsi === mmsi)!.id

test('marks held by a screen equal those of a new query, for the desk and a user of one source', async () => {
  const coast = await aUser(server, 'coast', ['COAST'])
  const screens = [server.token, coast.token].map((token) => new Watcher(server.base, token))
  await until(() => screens.every(({ socket }) => socket.connected), 'both screens are open')
  const now = clock.now()
  const alerts = await found(
    server,
    [
      aHit(now),
      aHit(now, { mmsi: 419000002 }),
      aHit(now, { mmsi: 419000003 }),
      aHit(now, { mmsi: 419000004, sources: [[2]] }),
      aHit(now, { mmsi: 419000005 }),
    ],
    (all) => all.length === 5,
  )
  const act = (mmsi: string, more: object) =>
    server.call(acknowledgeAlerts, { ids: [of(alerts, mmsi)], action: 'ACK', ...more })
  await act('419000002', { action: 'DISMISS', disposition: 'EXPECTED', comment: 'known' })
  await act('419000003', {})
  await act('419000005', {
    action: 'SHELVE',
    comment: 'later',
    until: new Date(now + 3_600_000).toISOString(),
  })
  const [desk, partner] = screens as [Watcher, Watcher]
  for (const [screen, call, count] of [
    [desk, server.call, 3],
    [partner, coast.call, 2],
  ] as const) {
    const fresh = (await call(getAlertMarks, {})).items.toSorted(byId)
    expect(fresh).toHaveLength(count)
    const held = () => [...heldBy(screen).values()].sort(byId)
    await until(() => isDeepStrictEqual(held(), fresh), 'the held marks are the fresh ones')
    screen.close()
  }
  expect((await coast.call(getAlertMarks, {})).items.map(({ mmsi }) => mmsi)).not.toContain('419000004')
})

test('a late push changes no newer mark', () => {
  const alert = (version: number, state: Alert['state']) =>
    ({ id: 'a', version, state, position: { latitude: 1, longitude: 2 } }) as Alert
  const held = marksAfter(NO_MARKS, [alert(2, 'ACKNOWLEDGED')])
  expect(marksAfter(held, [alert(1, 'NEW')])).toBe(held)
  expect(marksAfter(held, [alert(2, 'NEW')])).toBe(held)
  const resolved = marksAfter(held, [alert(3, 'RESOLVED')])
  expect(resolved.marks.size).toBe(0)
  expect(marksAfter(resolved, [alert(2, 'NEW')])).toBe(resolved)
  // Queried before it was resolved.
  expect(marksRead(resolved, [markOf(alert(2, 'NEW'))!]).marks.size).toBe(0)
  expect(marksRead(held, [markOf(alert(1, 'NEW'))!]).marks.get('a')).toMatchObject({ version: 2 })
  expect(marksAfter(resolved, [alert(4, 'NEW')]).marks.size).toBe(1)
})

test('marks show the gravest first, as at an instant, with the sound of their definition', async () => {
  await server.call(createAlertDefinition, {
    name: 'Ours',
    trigger: { builtin: 'BLACKLIST' },
    severity: 'CRITICAL',
    sound: 'LOUD',
    visibility: 'PRIVATE',
  } as never)
  const now = clock.now()
  const both = await found(
    server,
    [aHit(now, { rule_id: 'BLACKLIST' }), aHit(now, { mmsi: 419000002 })],
    (all) => all.length === 3,
  )
  const seen = async (as_of?: number) =>
    (
      await server.call(getAlertMarks, as_of === undefined ? {} : { as_of: new Date(as_of).toISOString() })
    ).items.map(({ severity, sound }) => [severity, sound])
  expect((await seen())[0]).toEqual(['CRITICAL', 'LOUD'])
  const then = clock.now()
  putOn(60_000)
  await server.call(acknowledgeAlerts, {
    ids: both.map(({ id }) => id),
    action: 'SHELVE',
    comment: 'later',
    until: new Date(clock.now() + 3_600_000).toISOString(),
  })
  await alertsOnce(server, (all) => all.every(({ state }) => state === 'SHELVED'))
  expect(await seen()).toEqual([])
  expect(await seen(then)).toHaveLength(3)
  expect(await seen(then - 600_000)).toEqual([])
})
