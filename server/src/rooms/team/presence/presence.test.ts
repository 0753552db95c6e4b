import {
  customStatusChange,
  getPresence,
  setPresence,
  USER_UPDATE_ACTIVE_STATUS,
  type StatusChange,
} from '@samudra/contract/presence'
import { assignDuty } from '@samudra/contract/duties'
import type { EpochMs } from '@samudra/nautical/units'
import { afterEach, expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A server with a clock of its own, an operator, and a screen of the administrator that watches the operator. */
async function aFloor() {
  let ahead = 0
  const server = await aServer([], undefined, { clock: { now: () => (Date.now() + ahead) as EpochMs } })
  open.push(server)
  const operator = await aUser(server, 'officer')
  const page = async ({ token }: { token: string }) => {
    const watcher = new Watcher(server.base, token)
    open.push(watcher)
    await until(() => watcher.socket.connected, 'the socket is open')
    return watcher
  }
  const admin = await page(server)
  const pushed = () =>
    admin.events.flatMap(({ name, payload }) => {
      const change = payload as StatusChange
      return name === customStatusChange.wire && change.user_id === 'test-officer'
        ? [`${change.status} ${change.presence}`]
        : []
    })
  const last = (wanted: string) =>
    until(
      () => pushed().at(-1) === wanted,
      () => `it is ${wanted}, not ${pushed().join()}`,
    )
  const listed = async () =>
    (await server.call(getPresence, {})).items.find(({ username }) => username === 'officer')!
  return { server, operator, page, pushed, last, listed, putOn: (ms: number) => (ahead += ms) }
}

test('a user with two tabs stays online when one closes, and is offline after the last', async () => {
  const { server, operator, page, pushed, last, listed, putOn } = await aFloor()
  const other = await aUser(server, 'other')
  expect(await listed()).toMatchObject({ status: 'offline', presence: 'offline', last_activity_at: null })
  const [one, two] = [await page(operator), await page(operator)]
  await last('online online')
  one.close()
  putOn(13_000)
  await page(other)
  expect(pushed()).toEqual(['online online'])
  two.close()
  await until(() => {
    putOn(1000)
    return pushed().at(-1) === 'offline offline'
  }, 'the operator is offline')
  expect(pushed()).toEqual(['online online', 'offline offline'])
  expect((await listed()).last_activity_at).not.toBeNull()
})

test('a user is away after ten minutes without input, and online with the next', async () => {
  const { operator, page, last, putOn } = await aFloor()
  const { socket } = await page(operator)
  await last('online online')
  putOn(11 * 60_000)
  await last('online away')
  socket.emit(USER_UPDATE_ACTIVE_STATUS, { user_is_active: true })
  await last('online online')
  socket.emit(USER_UPDATE_ACTIVE_STATUS, { user_is_active: false })
  await last('online away')
  socket.emit(USER_UPDATE_ACTIVE_STATUS, 'nonsense')
  socket.emit(USER_UPDATE_ACTIVE_STATUS, { user_is_active: true })
  await last('online online')
})

test('a chosen status wins over activity until it is removed, and do not disturb ends by itself', async () => {
  const { operator, page, last, putOn, listed } = await aFloor()
  const { socket } = await page(operator)
  await last('online online')
  expect(await operator.call(setPresence, { presence: 'away' })).toMatchObject({ presence: 'away' })
  await last('online away')
  await operator.call(setPresence, { presence: 'dnd' })
  await last('online dnd')
  socket.emit(USER_UPDATE_ACTIVE_STATUS, { user_is_active: true })
  await operator.call(setPresence, { presence: 'offline' })
  await last('offline offline')
  await operator.call(setPresence, { presence: 'online' })
  await last('online online')
  const wrong = { presence: 'dnd' as const, dnd_ends_at: '2020-01-01T00:00:00.000Z' }
  expect(await operator.raw(setPresence, wrong)).toMatchObject({ Code: 'VALIDATION' })
  const dnd_ends_at = new Date(Date.now() + 5 * 60_000).toISOString()
  await operator.call(setPresence, { presence: 'dnd', dnd_ends_at })
  await last('online dnd')
  putOn(6 * 60_000)
  await last('online online')
  expect(await listed()).toMatchObject({ status: 'online', presence: 'online' })
})

test('the list of presence names the duty of a user and since when', async () => {
  const { server, operator, page, listed } = await aFloor()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  await server.call(assignDuty, { user_id: 'test-officer', role: 'WATCH_OFFICER', from, to })
  await page(operator)
  expect(await listed()).toMatchObject({
    duty_role: 'WATCH_OFFICER',
    duties: [{ role: 'WATCH_OFFICER', since: from, until: to }],
  })
})
