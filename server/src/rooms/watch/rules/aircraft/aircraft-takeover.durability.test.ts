// Rooms: aircraft, feeds, kernel, rules
import { addFeed } from '@samudra/contract/feeds'
import { describe, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { EMERGENCY, enabled, flies, found, ofAircraft } from '../../../../../testing/seas/aircraft-rules.ts'
import { twoWithCoast, type Started, type TwoServers } from '../../../../../testing/servers/two-servers.ts'

describe.skipIf(noRedis !== null)('two servers over one database', () => {
  let two: TwoServers
  let one: Started
  let other: Started
  twoWithCoast((all) => void ({ two, one, other } = all))

  test('when the server with the feeds is killed the other continues and clears aircraft hits once', async () => {
    const sky = await Receiver.listen()
    const admin = await two.logIn(one)
    await admin.call(addFeed, {
      name: 'Roof',
      kind: 'beast-tcp',
      address: `127.0.0.1:${sky.port}`,
      source: 'ROOF',
      priority: 5,
      trust: 0.5,
      expected_interval_s: 10,
      options: {},
    })
    const id = await enabled(ofAircraft(EMERGENCY), admin, admin)
    await sky.send(Buffer.concat([flies(0x800abc, 0o7700), flies(0x4b1900, 0o1200)]))
    await until(async () => (await found(id, admin)).length === 1, 'it is told of', 60)
    const there = await two.logIn(other)
    const [hit] = await found(id, there)
    expect(hit).toMatchObject({ icao24: '800abc', status: 'HIT' })
    await two.kill(one)
    await sky.send(Buffer.concat([flies(0x800abc, 0o2345), flies(0x4b1900, 0o7600)]))
    await until(async () => (await found(id, there)).length === 2, 'the other tells of the next', 90)
    const after = await found(id, there)
    expect(after.map(({ icao24, status }) => [icao24, status]).sort()).toEqual([
      ['4b1900', 'HIT'],
      ['800abc', 'CLEARED'],
    ])
    expect(after.find(({ icao24 }) => icao24 === '800abc')).toMatchObject({
      id: hit!.id,
      known_at: hit!.known_at,
    })
    await sky.close()
  })
})
