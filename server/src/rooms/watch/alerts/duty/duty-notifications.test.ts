import { assignDuty, dutyChanged, endDuty, getDuties, type Duty } from '@samudra/contract/duties'
import { expect, test } from 'vitest'
import { aServer, until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'

const HOUR_MS = 3_600_000

test('duties that a screen holds from pushes equal those of a new query', async () => {
  const server = await aServer()
  const sita = await aUser(server, 'sita')
  await aUser(server, 'ravi')
  const screen = new Watcher(server.base, sita.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const [from, to] = [Date.now(), Date.now() + 3_600_000]
  const period = { from: new Date(from - 1000).toISOString(), to: new Date(to).toISOString() }
  const fresh = async () => (await sita.call(getDuties, { ...period, limit: 500 })).items
  const held = () => {
    const byId = new Map<string, Duty>()
    for (const { name, payload } of screen.events)
      if (name === dutyChanged.wire) byId.set((payload as Duty).id, payload as Duty)
    return [...byId.values()]
  }
  const isFresh = (wanted: number) =>
    until(async () => {
      const [one, other] = [held(), await fresh()].map((all) =>
        all.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
      return one!.length === wanted && JSON.stringify(one) === JSON.stringify(other)
    }, 'the screen holds what a fresh one gets')
  const assign = (user_id: string) =>
    server.call(assignDuty, {
      user_id,
      role: 'SUPERVISOR',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })
  const first = await assign('test-sita')
  await assign('test-ravi')
  await isFresh(2)
  await server.call(endDuty, { id: first.id, reason: 'gone home' })
  await isFresh(2)
  expect(held().find(({ id }) => id === first.id)!.ended_by).toBe('admin')
  screen.close()
  await server.close()
})

test('a user is put on the same duty once within a time, and again after it ended', async () => {
  const server = await aServer()
  await aUser(server, 'sita')
  const now = Date.now()
  const duty = (fromH: number, toH: number) => ({
    user_id: 'test-sita',
    role: 'SUPERVISOR' as const,
    from: new Date(now + fromH * HOUR_MS).toISOString(),
    to: new Date(now + toH * HOUR_MS).toISOString(),
  })
  const first = await server.call(assignDuty, duty(0, 8))
  expect(await server.raw(assignDuty, duty(4, 12))).toMatchObject({
    Code: 'DUPLICATE',
    Message: 'sita has this duty within that time already; end it first.',
  })
  expect((await server.call(getDuties, {})).items.map(({ id }) => id)).toEqual([first.id])
  await server.call(assignDuty, duty(8, 16))
  await server.call(endDuty, { id: first.id, reason: 'gone home' })
  await server.call(assignDuty, duty(0, 8))
  await server.close()
})
