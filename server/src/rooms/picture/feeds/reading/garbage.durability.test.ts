// Rooms: feeds, history, picture, sea
import dgram from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { getFeeds, type FeedCounters } from '@samudra/contract/feeds'
import { login } from '@samudra/contract/identity'
import { filterAisData } from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { Program } from '../../../../../testing/servers/a-process.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import {
  PASSWORD,
  Receiver,
  aServer,
  callRaw,
  until,
  type TestServer,
} from '../../../../../testing/servers/a-server.ts'
import {
  ODD_FRAMES,
  ODD_JSON,
  ENDLESS,
  good,
  write,
  halves,
  heldMb,
  heldNowMb,
  heldReady,
  noise,
} from '../../../../../testing/seas/garbage.ts'
import { size } from '../../../../../testing/servers/durability-size.ts'
import { freePort, listening } from '../../../../../testing/seas/ports.ts'
import { rulesAtWork } from '../../../../../testing/seas/rules.ts'
import { getEezHistoryByVessel } from '@samudra/contract/visits'
import { readFeedUrl } from '../feed-url.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const MB = 1024 * 1024
/** Rounds of a storm: lines of ten megabytes. */
const ROUNDS = size(5, 10)
/** Maximum that stays in memory after a storm. */
const STORED_MB = 20

const [ONE, OTHER] = [419000123, 419000124]

async function aSeaFed(url: string, environment: Record<string, string> = {}) {
  const sea = await aServer([readFeedUrl(url, environment)])
  open.push(sea)
  await until(async () => (await counters(sea)).connections > 0, 'the feed is open')
  return sea
}
/** Ends it before the test does. */
async function closed(sea: TestServer) {
  open.splice(open.indexOf(sea), 1)
  await sea.close()
}
async function counters(sea: Pick<TestServer, 'call'>): Promise<FeedCounters> {
  return (await sea.call(getFeeds, {})).items[0]!.counters
}
async function isShown(sea: Pick<TestServer, 'call'>, mmsi: number): Promise<boolean> {
  return (await sea.call(filterAisData, { filter: {} })).ais.some((one) => one.mmsi === String(mmsi))
}
/** Sends until it shows, as a ship does; datagrams may be lost. */
const comesThrough = (sea: Pick<TestServer, 'call'>, mmsi: number, send: () => unknown) =>
  until(async () => {
    await send()
    await new Promise((resolve) => setTimeout(resolve, 50))
    return isShown(sea, mmsi)
  }, `${mmsi} shows`)

/** Everything bad for a stream of bytes, one after another. */
async function storm(send: (bytes: Uint8Array) => unknown) {
  await send(noise(MB))
  for (let n = 0; n < ROUNDS; n++) {
    await send(ENDLESS)
    await send(Buffer.from('\r\n'))
    await send(Buffer.from(halves()))
  }
}
/** Checks the counters after the storm. */
function expectCounted(before: FeedCounters, after: FeedCounters) {
  expect(after.overflow - before.overflow).toBeGreaterThanOrEqual(ROUNDS)
  expect(after.malformed - before.malformed).toBeGreaterThan(10 * ROUNDS)
  expect(after.bad_checksum - before.bad_checksum).toBeGreaterThanOrEqual(50 * ROUNDS)
  expect(after.incomplete - before.incomplete).toBeGreaterThan(10 * ROUNDS)
  expect(after.bytes - before.bytes).toBeGreaterThan(10 * ROUNDS * MB)
}

async function standsTheStorm(sea: TestServer, send: (bytes: Uint8Array) => unknown) {
  await comesThrough(sea, ONE, () => send(Buffer.from(good(ONE))))
  const before = await counters(sea)
  const held = await heldReady(sea)
  await storm(send)
  await comesThrough(sea, OTHER, () => send(Buffer.from(good(OTHER))))
  expectCounted(before, await counters(sea))
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
}

test('nmea-tcp goes on after noise, lines without end and half sentences, and has counted them', async () => {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const sea = await aSeaFed(`nmea-tcp://127.0.0.1:${receiver.port}`)
  await standsTheStorm(sea, (bytes) => receiver.send(bytes))
})

test('nmea-tcp-server survives noise, endless lines and half sentences, and counts them', async () => {
  const port = await freePort()
  const sea = await aSeaFed(`nmea-tcp-server://127.0.0.1:${port}`)
  const sender = net.connect(port, '127.0.0.1')
  open.push({ close: () => sender.destroy() })
  await standsTheStorm(sea, (bytes) => write(sender, bytes))
})

test('nmea-udp goes on after datagrams of noise and of lines without end, and has counted them', async () => {
  const port = await freePort()
  const sea = await aSeaFed(`nmea-udp://127.0.0.1:${port}`)
  const socket = dgram.createSocket('udp4')
  open.push({ close: () => socket.close() })
  const send = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => setTimeout(resolve, 1)))
  await comesThrough(sea, ONE, () => send(Buffer.from(good(ONE))))
  const before = await counters(sea)
  const held = await heldReady(sea)
  for (let n = 0; n < 20 * ROUNDS; n++) {
    await send(noise(60_000, n))
    await send(ENDLESS.subarray(0, 60_000))
    await send(Buffer.from(halves()))
    await send(Buffer.alloc(0))
  }
  await comesThrough(sea, OTHER, () => send(Buffer.from(good(OTHER))))
  const after = await counters(sea)
  // Of what a datagram socket cannot take some is lost before it reaches us.
  expect(after.overflow - before.overflow).toBeGreaterThan(2 * ROUNDS)
  expect(after.malformed - before.malformed).toBeGreaterThan(100 * ROUNDS)
  expect(after.bad_checksum - before.bad_checksum).toBeGreaterThan(100 * ROUNDS)
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

/** Returns the memory of a server after playing a file in order, MB; a separate function, so that it is released. */
async function heldAfter(file: string): Promise<number> {
  const sea = await aSeaFed(`nmea-file://${file}?speed=0`)
  await until(() => isShown(sea, OTHER), 'the last sentence of the file shows')
  // What is made ready once is no part of what a file costs.
  await until(
    async () => (await sea.call(getEezHistoryByVessel, { mmsi: String(OTHER) })).total > 0,
    'her waters are noted',
  )
  const held = await heldReady(sea)
  await closed(sea)
  return held
}

test('nmea-file plays a file of noise and lines without end to the good sentence at its end', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-garbage-'))
  open.push({ close: () => rmSync(folder, { recursive: true }) })
  const file = path.join(folder, 'recording.nmea')
  writeFileSync(file, `${good(ONE)}${good(OTHER)}`)
  const held = await heldAfter(file)
  const pieces: Uint8Array[] = [Buffer.from(good(ONE))]
  await storm((bytes) => pieces.push(bytes))
  writeFileSync(file, Buffer.concat(pieces))
  writeFileSync(file, `\r\n${good(OTHER)}`, { flag: 'a' })
  pieces.length = 0
  const sea = await aSeaFed(`nmea-file://${file}?speed=0`)
  await until(() => isShown(sea, OTHER), 'the last sentence of the file shows')
  const after = await counters(sea)
  expectCounted({ ...after, bytes: 0, overflow: 0, malformed: 0, bad_checksum: 0, incomplete: 0 }, after)
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

test('nmea-stdin goes on after noise, lines without end and half sentences, and has counted them', async () => {
  const database = await aDatabase()
  open.push({ close: () => database.drop() })
  const args = ['--database', database.url, '--port', '0', '--host', '127.0.0.1', '--feed', 'nmea-stdin://']
  const program = new Program(args, { ADMIN_PASSWORD: PASSWORD })
  open.push({ close: () => program.stop() })
  const base = await program.ready()
  const session = await callRaw(base, '', login, { username: 'admin', password: PASSWORD })
  const { token } = session.Data as { token: string }
  const sea = {
    call: (async (op, input) => (await callRaw(base, token, op, input)).Data) as TestServer['call'],
  }
  const send = (bytes: string | Uint8Array) => write(program.child.stdin!, bytes)
  const residentMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))?.[1]) / 1024
  await comesThrough(sea, ONE, () => send(good(ONE)))
  const before = await counters(sea)
  await rulesAtWork(database.db)
  const resident = process.platform === 'linux' ? residentMb() : 0
  await storm(send)
  await comesThrough(sea, OTHER, () => send(good(OTHER)))
  expectCounted(before, await counters(sea))
  // A test cannot trigger garbage collection in another process, and all garbage would exceed 100 MB.
  if (process.platform === 'linux') expect(residentMb() - resident).toBeLessThan(60)
})

test('aiscatcher-http rejects oversized, wrongly packed and non-JSON posts, and continues', async () => {
  const port = await freePort()
  const sea = await aSeaFed(`aiscatcher-http://127.0.0.1:${port}`)
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      // What is cut off while it sends may see the connection go before the answer, and the next post too.
      () => 0,
    )
  const wrapped = (mmsi: number) => JSON.stringify({ msgs: [{ nmea: [good(mmsi)] }] })
  await comesThrough(sea, ONE, () => post(wrapped(ONE)))
  const before = await counters(sea)
  const held = await heldReady(sea)
  for (const odd of ODD_JSON) await post(odd)
  for (let n = 0; n < ROUNDS; n++) {
    await post(noise(100_000, n))
    await post(ENDLESS)
    await post(halves())
  }
  expect([413, 0]).toContain(await post(Buffer.alloc(17 * MB, 'x')))
  const packed = { 'content-encoding': 'gzip' }
  for (const [body, status] of [
    [gzipSync(Buffer.alloc(100 * MB)), 413],
    [noise(1000), 400],
  ] as const)
    await until(
      async () => (await post(new Uint8Array(body), packed)) === status,
      'it refuses what it cannot unpack',
    )
  const raw = net.connect(port, '127.0.0.1').on('error', () => undefined)
  await write(raw, noise(10_000)).catch(() => undefined)
  raw.destroy()
  const half = net.connect(port, '127.0.0.1').on('error', () => undefined)
  await write(half, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"msgs":[')
  half.destroy()
  await comesThrough(sea, OTHER, () => post(wrapped(OTHER)))
  const after = await counters(sea)
  expect(after.malformed - before.malformed).toBeGreaterThan(ODD_JSON.length)
  expect(after.bad_checksum - before.bad_checksum).toBeGreaterThanOrEqual(50 * ROUNDS)
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

test('aiscatcher-udp goes on after JSON of every wrong shape and has counted it', async () => {
  const port = await freePort()
  const sea = await aSeaFed(`aiscatcher-udp://127.0.0.1:${port}`)
  const socket = dgram.createSocket('udp4')
  open.push({ close: () => socket.close() })
  const send = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => setTimeout(resolve, 1)))
  const wrapped = (mmsi: number) => JSON.stringify({ nmea: [good(mmsi)] })
  await comesThrough(sea, ONE, () => send(wrapped(ONE)))
  const before = await counters(sea)
  const held = await heldReady(sea)
  for (let n = 0; n < 5 * ROUNDS; n++) {
    for (const odd of ODD_JSON) await send(odd)
    await send(noise(60_000, n))
    await send(halves())
  }
  await comesThrough(sea, OTHER, () => send(wrapped(OTHER)))
  expect((await counters(sea)).malformed - before.malformed).toBeGreaterThan(50 * ROUNDS)
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

test('aisstream survives malformed frames, and reconnects after an oversized one', async () => {
  const service = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  open.push({ close: () => service.close() })
  let current: WebSocket | undefined
  service.on('connection', (socket) => (current = socket))
  await until(() => service.address() !== null, 'the service listens')
  const { port } = service.address() as net.AddressInfo
  const feed = readFeedUrl(`aisstream://127.0.0.1:${port}?secret_env=KEY`, { KEY: 'k1' })
  const sea = await aServer([{ ...feed, address: feed.address.replace('wss:', 'ws:') }])
  open.push(sea)
  await until(() => current !== undefined, 'it connects')
  const frame = (UserID: number) =>
    JSON.stringify({
      MessageType: 'PositionReport',
      Message: { PositionReport: { MessageID: 1, UserID, Valid: true, Latitude: 9.9, Longitude: 75.9 } },
    })
  await comesThrough(sea, ONE, () => current!.send(frame(ONE)))
  const before = await counters(sea)
  const held = await heldReady(sea)
  for (let n = 0; n < 2 * ROUNDS; n++) {
    for (const odd of ODD_FRAMES) current!.send(odd)
    current!.send(noise(500_000, n))
  }
  await comesThrough(sea, OTHER, () => current!.send(frame(OTHER)))
  expect((await counters(sea)).malformed - before.malformed).toBeGreaterThan(2 * ROUNDS * ODD_JSON.length)
  current!.send(Buffer.alloc(10 * MB, 'x'))
  await until(async () => (await counters(sea)).reconnects > 0, 'it has connected again')
  await comesThrough(sea, OTHER + 1, () => current!.send(frame(OTHER + 1)))
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

test('mqtt goes on after payloads of every wrong shape from many topics and has counted them', async () => {
  const broker = await Aedes.createBroker()
  const server = net.createServer(broker.handle)
  const port = await listening(server)
  open.push({
    close: () => new Promise<void>((resolve) => broker.close(() => server.close(() => resolve()))),
  })
  const sea = await aSeaFed(`mqtt://127.0.0.1:${port}`)
  const publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`)
  open.push({ close: () => publisher.endAsync() })
  const send = (payload: string | Buffer, topic = 'ais') => publisher.publishAsync(topic, payload, { qos: 1 })
  await comesThrough(sea, ONE, () => send(good(ONE)))
  const before = await counters(sea)
  const held = await heldReady(sea)
  for (let n = 0; n < ROUNDS; n++) {
    for (const [i, odd] of ODD_JSON.entries()) await send(odd, `odd/${n}/${i}`)
    await send(noise(500_000, n))
    await send(ENDLESS.subarray(0, MB - 100))
    await send(ENDLESS)
    await send(halves())
  }
  await comesThrough(sea, OTHER, () => send(good(OTHER)))
  const after = await counters(sea)
  expect(after.malformed - before.malformed).toBeGreaterThan(10 * ROUNDS)
  expect(after.bad_checksum - before.bad_checksum).toBeGreaterThanOrEqual(50 * ROUNDS)
  expect((await heldMb()) - held).toBeLessThan(STORED_MB)
})

test('mqtt survives a broker that answers with noise, and reports it to the operator', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    socket.write(noise(100_000))
  })
  const port = await listening(server)
  open.push({ close: () => server.close() })
  const sea = await aServer([readFeedUrl(`mqtt://127.0.0.1:${port}`, {})])
  open.push(sea)
  await until(
    async () => (await sea.call(getFeeds, {})).items[0]!.last_error !== null,
    'the reason stands',
    20,
  )
})

/** `count` sentences of 20,000 ships, no two the same. */
const SHIPS = 20_000
function burst(from: number, to: number): Buffer {
  const lines: string[] = []
  for (let n = from; n < to; n++) {
    const round = Math.floor(n / SHIPS)
    const mmsi = 419000000 + (n % SHIPS)
    const lat = 5 + (n % 200) / 20 + round / 10_000
    lines.push(encodePosition({ mmsi, lat, lon: 70 + (n % 97) / 20, sog: 10, cog: 0, second: round })[0]!)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

test('a burst of sentences is counted and stored to the last one while memory stays bounded', async () => {
  const COUNT = size(500_000, 1_000_000)
  const receiver = await Receiver.listen()
  open.push(receiver)
  const sea = await aSeaFed(`nmea-tcp://127.0.0.1:${receiver.port}`)
  const bytes = burst(SHIPS, COUNT)
  // What is made ready once, and what is known of each ship, is no part of what a burst costs.
  await sea.call(getEezHistoryByVessel, { mmsi: '419000001' })
  await receiver.send(burst(0, SHIPS))
  await until(async () => (await counters(sea)).fixes === SHIPS, 'the ships are known', 30)
  await sea.call(getEezHistoryByVessel, { mmsi: '419000001' })
  const held = await heldReady(sea)
  let peakMb = 0
  // Garbage stays as long as the engine likes, longer on a fast machine, so it is collected first. Measuring takes a
  // twentieth of the time, so that it does not occupy a busy machine alone.
  const look = () => {
    const began = performance.now()
    peakMb = Math.max(peakMb, heldNowMb() - held)
    watch = setTimeout(look, 20 * (performance.now() - began))
  }
  let watch = setTimeout(look)
  let mostWaiting = 0
  const stored = async () => {
    const { fixes } = (await (await fetch(`${sea.base}/healthz`)).json()) as {
      fixes: { stored: number; waiting: number }
    }
    mostWaiting = Math.max(mostWaiting, fixes.waiting)
    return fixes.stored
  }
  await receiver.send(bytes)
  await until(async () => (await stored()) === COUNT, 'all of it is stored', 120)
  clearTimeout(watch)
  expect(await counters(sea)).toMatchObject({ sentences: COUNT, fixes: COUNT, duplicates: 0, malformed: 0 })
  // The feed must wait from 150,000 rows on, and is checked ten times a second.
  expect(mostWaiting).toBeLessThan(400_000)
  expect(peakMb).toBeLessThan(200)
})
