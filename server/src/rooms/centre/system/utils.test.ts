import { createSocket } from 'node:dgram'
import { updateAdminSettings } from '@samudra/contract/settings'
import { getSystemTime, getSystemUtils, systemUtilization } from '@samudra/contract/system'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, callRaw, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { Ring } from './ring.ts'
import { offsetOf } from './time.ts'

let server: TestServer
let coast: Receiver
let port: Receiver
let user: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  coast = await Receiver.listen()
  port = await Receiver.listen()
  server = await aServer([coast.feed('COAST'), port.feed('PORT')], undefined, { version: '3.2.1' })
  user = await aUser(server, 'operator', ['COAST'])
})
afterAll(async () => {
  await server.close()
  await coast.close()
  await port.close()
})

test('an administrator sees machine, database, queues, sockets and samples as they are measured', async () => {
  const all = await server.call(getSystemUtils, {})
  expect(all.version).toBe('3.2.1')
  expect(all.host!.mem_total).toBeGreaterThan(all.host!.mem_used)
  expect(all.host!.mem_used).toBeGreaterThan(0)
  expect(all.host!.disks[0]!.total).toBeGreaterThan(all.host!.disks[0]!.used)
  const { rss_mb, heap_mb, heap_limit_mb, external_mb } = all.process!
  expect(rss_mb).toBeGreaterThan(heap_mb)
  expect(heap_limit_mb).toBeGreaterThan(heap_mb)
  expect(external_mb).toBeGreaterThan(0)
  expect(all.samples!.at(-1)!.rss_mb).toBeGreaterThan(heap_mb)
  expect(all.db!.engine).toMatch(/^PostgreSQL \d+\.\d+, external$/)
  expect(all.db!.size).toBeGreaterThan(1e6)
  expect(all.db!.connections).toBeGreaterThan(0)
  expect(all.limits).toMatchObject({ cpu_pct: 90, db_waiting: 50_000 })
  expect(all.queues).toMatchObject([{ name: 'recorder' }])
  expect(all.samples!.length).toBeGreaterThan(0)
  expect(all.components.map(({ name }) => name)).toEqual([
    'Database',
    'Recorder',
    'Clock',
    'Detectors',
    'Watch',
    'COAST',
    'PORT',
  ])
})

test('a state of a part dates from its beginning, not from the first query', async () => {
  const started = Date.now()
  const sea = await aServer()
  const readyAt = Date.now()
  const [sample] = (await sea.call(getSystemUtils, {})).samples!
  await until(() => Date.now() > readyAt + 5, 'a moment has gone by')
  const { components } = await sea.call(getSystemUtils, {})
  for (const { since } of components) {
    expect(Date.parse(since)).toBeGreaterThanOrEqual(started)
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(sample!.at))
  }
  await sea.close()
})

test('a changed limit is in the next answer', async () => {
  const answer = await server.raw(updateAdminSettings, {
    changes: { 'limits.cpu_pct': 70 },
    expected_version: 1,
  })
  expect(answer.Status).toBe(true)
  expect((await server.call(getSystemUtils, {})).limits!['cpu_pct']).toBe(70)
})

test('an operator gets the summary of their own sources and nothing of the machine', async () => {
  const summary = await user.call(getSystemUtils, {})
  expect(summary.components.map(({ name }) => name)).toEqual([
    'Database',
    'Recorder',
    'Clock',
    'Detectors',
    'Watch',
    'COAST',
  ])
  expect(summary.ingest.map(({ source }) => source)).toEqual(['COAST'])
  expect(Object.keys(summary).sort()).toEqual(
    ['components', 'ingest', 'status', 'ts', 'uptime_s', 'version'].sort(),
  )
  expect(await callRaw(server.base, '', getSystemUtils, {})).toMatchObject({ Code: 'SESSION_EXPIRED' })
})

test('a feed that hangs up is down since then, and the system degraded for users who may see it', async () => {
  const stateOf = async (who: typeof user) => {
    const { status, components } = await who.call(getSystemUtils, {})
    return { status, port: components.find(({ name }) => name === 'PORT') }
  }
  for (const [i, receiver] of [coast, port].entries())
    await receiver.send(encodePosition({ mmsi: 419000001 + i, lat: 5, lon: 75 }))
  await until(async () => (await stateOf(server)).status === 'OK', 'both feeds are up')
  const before = (await stateOf(server)).port!.since
  await port.close()
  await until(async () => (await stateOf(server)).port!.state === 'DOWN', 'the feed is down')
  const after = await stateOf(server)
  expect(after.status).toBe('DEGRADED')
  expect(Date.parse(after.port!.since)).toBeGreaterThan(Date.parse(before))
  expect(await stateOf(user)).toEqual({ status: 'OK', port: undefined })
})

test('every 5 s every screen gets a push, administrators with the newest sample', async () => {
  const screens = [new Watcher(server.base, server.token), new Watcher(server.base, user.token)]
  const received = (screen: Watcher) =>
    screen.events.flatMap(({ name, payload }) => (name === systemUtilization.wire ? [payload] : []))
  await until(() => screens.every((screen) => received(screen).length >= 2), 'both are told twice', 15)
  const [admin, operator] = screens.map((screen) => {
    const read = systemUtilization.payload(received(screen).at(-1))
    if (!read.ok) throw new Error(JSON.stringify(read.fields))
    return read.value
  })
  expect(admin!.sample!.clients).toBe(2)
  expect(admin!.sample!.out_per_s).toBeGreaterThan(0)
  expect(admin!.summary.components).toHaveLength(7)
  expect(operator!.sample).toBeUndefined()
  expect(operator!.summary.components).toHaveLength(6)
  for (const screen of screens) screen.close()
})

test('a statement that runs for long is counted as slow', async () => {
  const running = sql`select pg_sleep(8)`.execute(query(server.database.db))
  await until(async () => (await server.call(getSystemUtils, {})).db!.slow === 1, 'it is counted', 8)
  await running
})

test('of twelve hours of samples the oldest make room', () => {
  const ring = new Ring(3)
  const values = {
    cpu_pct: 1,
    mem_pct: 2,
    loop_lag_ms: 3,
    fixes_per_s: 4,
    waiting: 5,
    clients: 6,
    out_per_s: 7,
    rss_mb: 8,
  }
  for (const at of [1000, 2000, 3000, 4000]) ring.add({ at, ...values })
  expect(ring.since(0).map(({ at }) => Date.parse(at))).toEqual([2000, 3000, 4000])
  expect(ring.since(3500)).toEqual([{ at: '1970-01-01T00:00:04.000Z', ...values }])
})

/** A time server whose clock is ahead; `answer` may spoil the packet. */
async function timeServer(aheadMs: number, spoil: (packet: Buffer) => void = () => undefined) {
  const socket = createSocket('udp4')
  const write = (packet: Buffer, at: number, ms: number) => {
    packet.writeUInt32BE(Math.floor(ms / 1000) + 2_208_988_800, at)
    packet.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), at + 4)
  }
  socket.on('message', (request, from) => {
    const packet = Buffer.alloc(48)
    packet[0] = 0x24
    packet[1] = 2
    request.copy(packet, 24, 40, 48)
    write(packet, 32, Date.now() + aheadMs)
    write(packet, 40, Date.now() + aheadMs)
    spoil(packet)
    socket.send(packet, from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { at: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

test('without a time server the clock is its own; with one the answer contains the offset', async () => {
  expect(await callRaw(server.base, '', getSystemTime, {})).toMatchObject({
    Data: { source: 'local', offset_ms: null },
  })
  const ahead = await timeServer(90_000)
  const timed = await aServer([], undefined, { ntpServer: ahead.at })
  await until(async () => (await timed.call(getSystemTime, {})).source === 'NTP', 'the server answered')
  const time = await timed.call(getSystemTime, {})
  expect(Math.abs(time.offset_ms! - 90_000)).toBeLessThan(200)
  expect(Math.abs(time.epoch_ms - Date.now())).toBeLessThan(2000)
  await timed.close()
  ahead.close()
})

test('a time server that is not in step itself, or answers another query, is rejected', async () => {
  const unsure = await timeServer(0, (packet) => void (packet[0] = 0xe4))
  await expect(offsetOf(unsure.at, systemClock)).rejects.toThrow('not synchronised')
  unsure.close()
  const stranger = await timeServer(0, (packet) => void packet.fill(0, 24, 32))
  await expect(offsetOf(stranger.at, systemClock)).rejects.toThrow('no answer within 5 s')
  stranger.close()
})
