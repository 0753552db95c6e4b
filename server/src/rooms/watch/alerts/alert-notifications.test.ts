import { getAlertNotices } from '@samudra/contract/alert-notifications'
import { acknowledgeAlerts } from '@samudra/contract/alerts'
import { assignDuty } from '@samudra/contract/duties'
import { getNotices, readNotices } from '@samudra/contract/notifications'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desk } from '../../../../testing/servers/a-desk.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { addGroup } from '@samudra/contract/roster'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, found } from '../../../../testing/seas/alerts.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.open()
})
afterEach(() => desk.close())

test('an alert lists the recipients of its notifications, and each notification links to it', async () => {
  await aUser(desk.server, 'sita')
  const ravi = await aUser(desk.server, 'ravi')
  const time = { from: desk.iso(-1), to: desk.iso(600) }
  await desk.call(assignDuty, { user_id: 'test-sita', role: 'SUPERVISOR', ...time })
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  const { id } = alert!
  expect(await desk.call(getAlertNotices, { id })).toEqual({ items: [] })
  await desk.call(acknowledgeAlerts, { ids: [id], action: 'COMMENT', comment: 'Is she yours, @ravi?' })
  const notifications = async () => (await desk.call(getAlertNotices, { id })).items
  await until(async () => (await notifications()).length === 1, 'who was named is told')
  expect(await notifications()).toMatchObject([
    { username: 'ravi', arrived_at: null, read_at: null, quiet: false },
  ])
  const [notice] = (await ravi.call(getNotices, {})).items
  expect(notice!.link).toEqual({ kind: 'alert', id })
  await ravi.call(readNotices, { ids: [notice!.id] })
  const now = desk.iso(0)
  expect(await notifications()).toMatchObject([{ username: 'ravi', arrived_at: now, read_at: now }])
  await desk.putOn(5, async () => (await notifications()).length === 2)
  expect((await notifications()).map(({ username, arrived_at }) => [username, arrived_at])).toEqual([
    ['sita', null],
    ['ravi', now],
  ])
})

test('a comment that mentions a group and a duty notifies their members, and not its author', async () => {
  for (const name of ['sita', 'ravi', 'anil']) await aUser(desk.server, name)
  await desk.call(addGroup, { name: 'Coast desk', color: '#2e7d32', members: ['test-ravi'] })
  const time = { from: desk.iso(-1), to: desk.iso(600) }
  await desk.call(assignDuty, { user_id: 'test-sita', role: 'DUTY_OFFICER', ...time })
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  const { id } = alert!
  const comment = 'For @coast-desk and the @duty-officer.'
  await desk.call(acknowledgeAlerts, { ids: [id], action: 'COMMENT', comment })
  const names = async () =>
    (await desk.call(getAlertNotices, { id })).items.map(({ username }) => username).toSorted()
  await until(async () => (await names()).length === 2, 'both are notified')
  expect(await names()).toEqual(['ravi', 'sita'])
})

test('a user who cannot see an alert cannot see its notifications', async () => {
  const far = await aUser(desk.server, 'far', ['OTHER'])
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  expect(await far.raw(getAlertNotices, { id: alert!.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await far.raw(getAlertNotices, { id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
})
