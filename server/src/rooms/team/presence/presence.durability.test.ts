// Rooms: presence, socket
import { getPresence, setPresence } from '@samudra/contract/presence'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { TwoServers, type Started } from '../../../../testing/servers/two-servers.ts'

describe.skipIf(noRedis !== null)('presence with two servers', () => {
  let two: TwoServers
  let one: Started
  let other: Started
  beforeAll(async () => {
    two = await TwoServers.open()
    one = await two.start()
    other = await two.start()
    await aUser({ logIn: (name: string) => two.logIn(one, name), database: two.database }, 'officer')
  })
  afterAll(() => two.close())

  const page = async ({ base }: Started, { token }: { token: string }) => {
    const watcher = new Watcher(base, token)
    await until(() => watcher.socket.connected, 'the socket is open')
    return watcher
  }
  const changes = ({ events }: Watcher) =>
    events.flatMap(({ name, payload }) => {
      const { user_id, presence } = payload as { user_id: string; presence: string }
      return name === 'custom_status_change' && user_id === 'test-officer' ? [presence] : []
    })

  test('a user of a killed server is offline within the beat, but online with a tab elsewhere', async () => {
    const [admin, officer] = [await two.logIn(other), await two.logIn(one, 'officer')]
    const watching = await page(other, admin)
    await page(one, officer)
    await until(() => changes(watching).at(-1) === 'online', 'the other server pushes who came')
    await officer.call(setPresence, { presence: 'dnd' })
    await officer.call(setPresence, { presence: 'online' })
    await until(
      () => changes(watching).length === 3,
      () => `choices are pushed in order: ${changes(watching).join()}`,
    )

    const second = await page(other, officer)
    await two.kill(one)
    const killedAt = Date.now()
    // The clock of the database decides: the beat of the killed server has ended when its row is gone.
    const presence = async () =>
      (await admin.call(getPresence, {})).items.find(({ username }) => username === 'officer')!.presence
    expect(await presence()).toBe('online')
    one = await two.start()
    expect(await presence()).toBe('online')
    second.close()
    await until(async () => (await presence()) === 'offline', 'the user is offline')
    await until(() => changes(watching).at(-1) === 'offline', 'the other server pushes that the user left')
    expect(changes(watching)).toEqual(['online', 'dnd', 'online', 'offline'])
    expect(Date.now() - killedAt).toBeLessThan(30_000)
    watching.close()
  })

  test('a user whose only server is killed goes offline once, within twenty seconds', async () => {
    const [admin, officer] = [await two.logIn(other), await two.logIn(one, 'officer')]
    const watching = await page(other, admin)
    await page(one, officer)
    await until(() => changes(watching).at(-1) === 'online', 'the user is online')
    await two.kill(one)
    const killedAt = Date.now()
    await until(() => changes(watching).at(-1) === 'offline', 'the user is offline')
    expect(changes(watching)).toEqual(['online', 'offline'])
    expect(Date.now() - killedAt).toBeLessThan(20_000)
    watching.close()
  })
})
