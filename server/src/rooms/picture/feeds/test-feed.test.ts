import { addFeed, getFeedHistory, getFeeds, testFeed, tryFeed, updateFeed } from '@samudra/contract/feeds'
import { getUserActivity } from '@samudra/contract/audit'
import { getVesselStats } from '@samudra/contract/picture'
import net from 'node:net'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer()
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const fix = (mmsi: number) => encodePosition({ mmsi, lat: 10, lon: 72, sog: 9, cog: 90, navStatus: 0 })
const order = () => ({
  kind: 'nmea-tcp' as const,
  address: `127.0.0.1:${receiver.port}`,
  options: {},
})
const ships = async () => (await server.call(getVesselStats, { by: 'source' })).total

/** Runs a query and sends reports until it ends. */
async function whileSending<Out>(query: Promise<Out>): Promise<Out> {
  let isOver = false
  void query.finally(() => (isOver = true)).catch(() => undefined)
  for (let n = 0; !isOver && n < 200; n++) {
    if (receiver.connected > 0) await receiver.send(fix(419000001 + (n % 5)))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return query
}

test('a feed test reports the input before the feed is saved, and none reaches the picture', async () => {
  const answer = await whileSending(server.call(tryFeed, { ...order(), seconds: 1 }))
  expect(answer.counters.connections).toBe(1)
  expect(answer.counters.fixes).toBeGreaterThan(0)
  expect(answer.lines[0]).toMatch(/^!AIVDM/)
  expect(await ships()).toBe(0)
  await until(() => receiver.connected === 0, 'it is let go')
})

test('an unreachable feed reports the reason', async () => {
  const answer = await server.call(tryFeed, { ...order(), address: '127.0.0.1:9', seconds: 1 })
  expect(answer).toMatchObject({ state: 'DOWN', lines: [], counters: { connections: 0 } })
  expect(answer.why).toMatch(/refused|ECONNREFUSED|not/i)
  await expect(server.call(tryFeed, { ...order(), options: { loop: true }, seconds: 1 })).rejects.toThrow(
    /has no option/,
  )
})

test('a key is sent to the peer and to no one else', async () => {
  const shown: string[] = []
  const guarded = net.createServer((socket) => socket.on('data', (bytes) => shown.push(bytes.toString())))
  await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(guarded.address() as net.AddressInfo).port}`
  const answer = await server.call(tryFeed, { ...order(), address, secret: 'open sesame', seconds: 1 })
  await new Promise((resolve) => guarded.close(resolve))
  expect(shown.join('')).toBe('open sesame\n')
  const records = await server.call(getUserActivity, { action: 'tryFeed', limit: 10 })
  expect(JSON.stringify([answer, records])).not.toContain('sesame')
})

test('a saved feed is tested while it runs, and its state is recorded', async () => {
  const more = { name: 'Roof', source: 'ROOF', priority: 3, trust: 0.5 }
  const { id } = await server.call(addFeed, { ...order(), ...more, expected_interval_s: 10 })
  await until(() => receiver.connected === 1, 'it is connected')
  const answer = await whileSending(server.call(testFeed, { id, seconds: 1 }))
  expect(answer.counters.sentences).toBeGreaterThan(0)
  expect(answer.lines.length).toBeGreaterThan(0)
  expect(await ships()).toBeGreaterThan(0)
  const states = async () => (await server.call(getFeedHistory, { id })).map(({ state }) => state)
  await until(async () => (await states()).length > 0, 'how it does is written down')
  const { version } = (await server.call(getFeeds, {})).items.find((feed) => feed.id === id)!
  await server.call(updateFeed, { id, expected_version: version, enabled: false })
  await expect(server.call(testFeed, { id, seconds: 1 })).rejects.toThrow(/paused/)
  await until(async () => (await states())[0] === 'PAUSED', 'that it is paused is written down')
})
