import { assignDuty, endDuty, WATCH_EMPTY, type DutyRole } from '@samudra/contract/duties'
import { acknowledgeAlerts, getAlerts } from '@samudra/contract/alerts'
import { blockOrUnblockUser } from '@samudra/contract/identity'
import { getNotices } from '@samudra/contract/notifications'
import { getSystemUtils } from '@samudra/contract/system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { PASSWORD, until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aHit, found } from '../../../../../testing/seas/alerts.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.open()
  await aUser(desk.server, 'sita')
})
afterEach(() => desk.close())

const EMPTY =
  'The watch is empty: alerts are open, and no watch officer or supervisor is on duty. Assign a duty.'
const staffedBy = (who: string, as: string) => `The watch is staffed again: ${who} is on duty as ${as}.`
/** Returns the watch notifications of administrators, oldest first. */
const answer = async (by: Pick<Desk, 'call'> = desk) =>
  (await by.call(getNotices, { limit: 500 })).items
    .map(({ text }) => text)
    .filter((text) => text.startsWith('The watch'))
    .toReversed()
const isNotified =
  (...texts: string[]) =>
  async () =>
    JSON.stringify(await answer()) === JSON.stringify(texts)
let ship = 0
const anAlert = async () => {
  const mmsi = 419_400_000 + ++ship
  const alerts = await found(desk, [aHit(desk.clock.now(), { mmsi })], (all) =>
    all.some((alert) => alert.mmsi === String(mmsi)),
  )
  return alerts.find((alert) => alert.mmsi === String(mmsi))!
}
const onDuty = (role: DutyRole, from: number, to: number) =>
  desk.call(assignDuty, { user_id: 'test-sita', role, from: desk.iso(from), to: desk.iso(to) })

const OFF = 'OFF no watch officer or supervisor is on duty'
const STAFFED = 'OK on duty: sita'
const UNSTAFFED = 'DEGRADED alerts are open, and no watch officer or supervisor is on duty'
/** Returns the state of the watch as every screen shows it. */
async function overScreens(of: Pick<Desk, 'call'>): Promise<string> {
  const { components } = await of.call(getSystemUtils, {})
  const { state, words } = components.find(({ name }) => name === 'Watch')!
  return `${state} ${words}`
}

test('administrators are notified once of an alert on an empty watch and once when it is staffed', async () => {
  const sita = await desk.server.logIn('sita', PASSWORD)
  expect(await overScreens(sita)).toBe(OFF)
  await anAlert()
  await desk.putOn(0, isNotified(EMPTY))
  await anAlert()
  // Notices of one moment have no order, and what is due is also done by itself.
  desk.tick(1000)
  const duty = await onDuty('WATCH_OFFICER', 0, 60)
  await desk.putOn(1, isNotified(EMPTY, staffedBy('sita', 'watch officer')))
  await until(async () => (await overScreens(sita)) === STAFFED, 'nothing stands over screens')
  desk.tick(1000)
  await desk.call(endDuty, { id: duty.id, reason: 'ill' })
  await desk.putOn(1, isNotified(EMPTY, staffedBy('sita', 'watch officer'), EMPTY))
  await until(async () => (await overScreens(sita)) === UNSTAFFED, 'it stands over every screen')
  desk.tick(1000)
  await onDuty('SUPERVISOR', 0, 60)
  await desk.putOn(
    1,
    isNotified(EMPTY, staffedBy('sita', 'watch officer'), EMPTY, staffedBy('sita', 'supervisor')),
  )
  expect(await answer(sita)).toEqual([])
})

test('no user is notified while one is on watch, until that duty ends', async () => {
  await onDuty('WATCH_OFFICER', -1, 60)
  await anAlert()
  await desk.later(59)
  // A duty officer is called when no user took an alert, and does not staff the watch.
  await onDuty('DUTY_OFFICER', 0, 600)
  expect(await answer()).toEqual([])
  await desk.putOn(1, isNotified(EMPTY))
})

test('an empty watch notifies no user while no alert waits', async () => {
  const { id } = await anAlert()
  await desk.call(acknowledgeAlerts, { ids: [id], action: 'ACK' })
  await onDuty('WATCH_OFFICER', -1, 5)
  await desk.later(10)
  // A duty begins and ends, so that due work ran in between.
  await anAlert()
  await desk.putOn(0, isNotified(EMPTY))
})

/** Returns the alerts of an empty watch that a user may know. */
const watchAlerts = async (by: Pick<Desk, 'call'> = desk) =>
  (await by.call(getAlerts, { type: WATCH_EMPTY })).items

test('with duties in use an empty watch is an alert to administrators until a user is on duty', async () => {
  await aUser(desk.server, 'partner', ['COAST'])
  await onDuty('WATCH_OFFICER', -1, 5)
  await anAlert()
  await desk.putOn(1, async () => (await watchAlerts()).length === 0, 'somebody is on watch')
  await desk.putOn(5, async () => (await watchAlerts()).length === 1, 'it is raised')
  expect(await watchAlerts()).toMatchObject([
    {
      title: 'Empty watch',
      severity: 'HIGH',
      state: 'NEW',
      condition: 'ACTIVE',
      mmsi: null,
      position: null,
    },
  ])
  const sita = await desk.server.logIn('sita', PASSWORD)
  const partner = await desk.server.logIn('partner', PASSWORD)
  expect(await watchAlerts(sita)).toHaveLength(1)
  expect((await partner.call(getAlerts, {})).counts).toEqual({ state: {}, severity: {} })
  const unstaffed =
    /^2 unacknowledged alerts, oldest \d+ min\. No one is on duty as (duty officer or )?supervisor\.$/
  const texts = async () => (await desk.call(getNotices, { limit: 500 })).items.map(({ text }) => text)
  await desk.putOn(
    6,
    async () => (await texts()).some((text) => unstaffed.test(text)),
    'administrators are told next',
  )

  const again = await onDuty('SUPERVISOR', 0, 60)
  const stands = (claim: object) => async () => {
    const [alert] = await watchAlerts()
    return Object.entries(claim).every(([name, value]) => alert![name as keyof typeof alert] === value)
  }
  const over = { condition: 'CLEARED', state: 'NEW', next_escalation_at: null, count: 1 }
  await desk.putOn(1, stands(over), 'it is over')
  await desk.call(endDuty, { id: again.id, reason: 'ill' })
  await desk.putOn(1, stands({ condition: 'ACTIVE', count: 2 }), 'it is the same again')
  const id = (await watchAlerts())[0]!.id
  await desk.call(acknowledgeAlerts, { ids: [id], action: 'DISMISS', disposition: 'EXPECTED' })
  await onDuty('SUPERVISOR', 0, 5)
  await desk.putOn(1, stands({ condition: 'CLEARED', state: 'DISMISSED' }), 'it is over again')
  await desk.putOn(
    10,
    async () => (await watchAlerts()).length === 2,
    'what was dismissed hides no later one',
  )
})

test('a user who may no longer log in does not staff the watch', async () => {
  await onDuty('WATCH_OFFICER', -1, 600)
  await desk.call(blockOrUnblockUser, { id: 'test-sita', blocked: true, reason: 'left' })
  await anAlert()
  await desk.putOn(0, isNotified(EMPTY))
})
