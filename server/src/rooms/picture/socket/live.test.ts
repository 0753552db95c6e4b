import { logout } from '@samudra/contract/identity'
import { heartbeat, pictureStatus, sessionRevoked } from '@samudra/contract/socket'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD, Receiver, aServer, until } from '../../../../testing/servers/a-server.ts'
import { Watcher, expectHeldEqualsFresh } from '../../../../testing/servers/a-watcher.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const MMSI = 419000000
const aShip = (n: number, move = 0, second = 0) =>
  encodePosition({
    mmsi: MMSI + n,
    lat: 5 + (n % 20) * 0.5 + move,
    lon: 70 + Math.floor(n / 20) * 0.5,
    sog: 10,
    cog: 0,
    second,
  })

async function aSea() {
  const receiver = await Receiver.listen()
  const sea = await aServer([receiver.feed('MSIS')])
  open.push(sea, receiver)
  return { receiver, sea }
}
async function aWatcher(sea: { base: string; token: string }, at: Parameters<Watcher['watch']>[0]) {
  const watcher = new Watcher(sea.base, sea.token)
  open.push(watcher)
  await until(() => watcher.socket.connected, 'the socket is open')
  watcher.watch(at)
  return watcher
}
const EVERYWHERE = { bbox: [-180, -90, 180, 90] as [number, number, number, number], zoom: 2 }

test('a screen holds what a fresh one receives, through moves, names, arrivals and filters', async () => {
  const { receiver, sea } = await aSea()
  await receiver.send(Array.from({ length: 200 }, (_, n) => aShip(n)).flat())
  const view = { bbox: [70, 5, 74, 12] as [number, number, number, number], zoom: 6 }
  const watcher = await aWatcher(sea, view)
  await until(() => watcher.contacts.size > 50, 'the first view is there')
  for (let step = 1; step <= 3; step++) {
    await receiver.send(Array.from({ length: 200 }, (_, n) => aShip(n, step * 0.004, step)).flat())
    await receiver.send(encodeStaticVoyage({ mmsi: MMSI + step, name: `SHIP ${step}`, shipType: 70 + step }))
    await receiver.send(aShip(300 + step))
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  await expectHeldEqualsFresh(watcher, sea.base, sea.token, view)
  const moved = {
    bbox: [72, 3, 79, 9] as [number, number, number, number],
    zoom: 6,
    filter: { ship_types: ['UNKNOWN' as const] },
  }
  watcher.watch(moved)
  await receiver.send(encodeStaticVoyage({ mmsi: MMSI + 81, name: 'LEAVES THE FILTER', shipType: 80 }))
  await expectHeldEqualsFresh(watcher, sea.base, sea.token, moved)
})

test('a ship that sails out of the view leaves the screen', async () => {
  const { receiver, sea } = await aSea()
  await receiver.send(encodePosition({ mmsi: MMSI, lat: 9.999, lon: 75, sog: 20, cog: 0, second: 1 }))
  const watcher = await aWatcher(sea, { bbox: [70, 5, 80, 10], zoom: 6 })
  await until(() => watcher.contacts.size === 1, 'it is in view')
  await receiver.send(encodePosition({ mmsi: MMSI, lat: 10.002, lon: 75, sog: 20, cog: 0, second: 50 }))
  await until(() => watcher.contacts.size === 0, 'it has left')
  expect(watcher.names.size).toBe(0)
})

test('a screen without acknowledgements gets two frames, then only the latest of each vessel', async () => {
  const { receiver, sea } = await aSea()
  await receiver.send(aShip(1))
  const watcher = new Watcher(sea.base, sea.token)
  open.push(watcher)
  const waiting: (() => void)[] = []
  watcher.acknowledge = (done) => waiting.push(done)
  await until(() => watcher.socket.connected, 'the socket is open')
  watcher.watch(EVERYWHERE)
  for (let second = 1; second <= 5; second++) {
    await receiver.send(aShip(1, second * 0.001, second))
    await new Promise((resolve) => setTimeout(resolve, 1050))
  }
  expect(watcher.frames.length).toBe(2)
  for (const done of waiting.splice(0)) done()
  await until(() => watcher.frames.length === 3, 'it catches up')
  expect([...watcher.contacts.values()][0]!.lat).toBe(5_505_000)
})

test('a user without login gets no socket, and an ended session closes its own', async () => {
  const { sea } = await aSea()
  const stranger = new Watcher(sea.base, 'a.b.c')
  open.push(stranger)
  await until(() => stranger.refused === 'UNAUTHORIZED', 'the stranger is refused')
  const other = await sea.logIn('admin', PASSWORD)
  const watcher = await aWatcher({ base: sea.base, token: other.token }, EVERYWHERE)
  await other.call(logout, {})
  await until(() => !watcher.socket.connected, 'the socket closes')
  expect(watcher.events.map((event) => event.name)).toContain(sessionRevoked.wire)
})

test('every second a screen receives the state of the picture feeds', async () => {
  const { receiver, sea } = await aSea()
  await receiver.send([...aShip(1), ...aShip(2)])
  const watcher = await aWatcher(sea, EVERYWHERE)
  const status = () => watcher.events.findLast((event) => event.name === pictureStatus.wire)?.payload
  await until(() => (status() as { contacts?: number } | undefined)?.contacts === 2, 'the status counts both')
  const read = pictureStatus.payload(status())
  expect(read.ok).toBe(true)
  expect(status()).toMatchObject({ delays: [{ source: 'MSIS' }] })
  if (read.ok) expect(read.value.feeds).toMatchObject([{ source: 'MSIS', state: 'UP' }])
})

test('a screen with an invalid request is refused, and the others are served', async () => {
  const server = await aServer()
  const nonsense = new Watcher(server.base, server.token)
  await until(() => nonsense.socket.connected, 'the socket opens')
  let expr: object = { k: 'attr', field: 'sog', cmp: 'gt', value: 1 }
  for (let depth = 0; depth < 300; depth++) expr = { op: 'ALL', of: [expr] }
  nonsense.socket.emit('watch_picture', { bbox: [-180, -90, 180, 90], zoom: 3, filter: { expr } })
  await until(() => nonsense.events.some((event) => event.name === 'refused'), 'it is told why')
  const other = new Watcher(server.base, server.token)
  await until(() => other.events.some((event) => event.name === 'picture_status'), 'others are served')
  nonsense.close()
  other.close()
  await server.close()
})

test('a thin-line screen gets few frames, one at once for a new view, and heartbeats between', async () => {
  const { receiver, sea } = await aSea()
  await receiver.send(aShip(1))
  const watcher = await aWatcher(sea, { ...EVERYWHERE, every_s: 60 })
  await until(() => watcher.contacts.size === 1, 'the first view is there')
  const frames = watcher.frames.length
  const full = await aWatcher(sea, EVERYWHERE)
  await until(() => full.contacts.size === 1, 'another screen is there')
  await receiver.send(aShip(2))
  await until(() => full.contacts.size === 2, 'who has a full line sees the ship')
  const beats = () => watcher.events.filter(({ name }) => name === heartbeat.wire).length
  const before = beats()
  await until(() => beats() > before, 'it hears that the server lives')
  expect(watcher.frames.length).toBe(frames)
  watcher.watch({ ...EVERYWHERE, every_s: 60, zoom: 3 })
  await until(() => watcher.contacts.size === 2, 'it looked elsewhere and sees the ship')
  watcher.watch(EVERYWHERE)
  await expectHeldEqualsFresh(watcher, sea.base, sea.token, EVERYWHERE)
})
