import { WATERS } from '@samudra/contract/example'
import { addUser, blockOrUnblockUser, deleteUser, updateUser } from '@samudra/contract/identity'
import { tableUpdate } from '@samudra/contract/kind'
import { addZone, deleteZone, updateZone } from '@samudra/contract/zones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('a change of a zone is pushed with its id, and with the ids of the users confined to it', async () => {
  const screen = new Watcher(server.base, server.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const pushed = async (table: string) => {
    const found = () =>
      screen.events.flatMap(({ name, payload }) => {
        const push = payload as { table: string; op: string; ids: string[] }
        return name === tableUpdate.wire && push.table === table ? [[push.op, push.ids]] : []
      })
    await until(() => found().length > 0, `a change of ${table} is pushed`)
    return found()
  }
  const { id, version } = await server.call(addZone, { name: 'West', geometry: WATERS })
  expect(await pushed('zones')).toEqual([['add', [id]]])
  await aUser(server, 'west', ['*'], { zone_access: [id] })
  await aUser(server, 'everywhere', ['*'], { zone_access: ['*'] })
  screen.events.length = 0
  await server.call(updateZone, { id, expected_version: version, name: 'West coast' })
  expect(await pushed('zones')).toEqual([['update', [id]]])
  expect(await pushed('users')).toEqual([['update', ['test-west']]])
  const { id: empty } = await server.call(addZone, { name: 'East', geometry: WATERS })
  screen.events.length = 0
  await server.call(deleteZone, { id: empty })
  expect(await pushed('zones')).toEqual([['delete', [empty]]])
  screen.close()
})

test('a user who is added, renamed, blocked or deleted is pushed to the screens of every user', async () => {
  const other = await aUser(server, 'ravi', ['*'], { zone_access: ['*'] })
  const screen = new Watcher(server.base, other.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const rights = { role: '2' as const, sources: ['*'], zone_access: ['*'] }
  const { user } = await server.call(addUser, { username: 'newest', ...rights })
  const { id, version: expected_version } = user
  await server.call(updateUser, { id, expected_version, username: 'newer' })
  await server.call(blockOrUnblockUser, { id, blocked: true, reason: 'left' })
  await server.call(deleteUser, { id })
  const pushed = () =>
    screen.events.flatMap(({ name, payload }) => {
      const { table, op, ids } = payload as { table: string; op: string; ids: string[] }
      return name === tableUpdate.wire && table === 'users' && ids[0] === id ? [op] : []
    })
  await until(() => pushed().length === 4, 'each change is pushed')
  expect(pushed()).toEqual(['add', 'update', 'update', 'delete'])
  screen.close()
})
