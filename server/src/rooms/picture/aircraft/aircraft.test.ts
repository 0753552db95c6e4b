import { AIRCRAFT_DELTA, WATCH_AIRCRAFT, getAdsbData, type WatchAircraft } from '@samudra/contract/aircraft'
import { addFeed, getFeeds } from '@samudra/contract/feeds'
import { addUser, changePassword, login } from '@samudra/contract/identity'
import { addZone } from '@samudra/contract/zones'
import {
  decodeAircraftFrame,
  type AircraftFrame,
  type AircraftRow,
} from '@samudra/contract/wire/aircraft-frame'
import { encodeAvr, encodeSbs } from '@samudra/nautical/adsb/adsb-encode'
import { epochMs } from '@samudra/nautical/units'
import http from 'node:http'
import net from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import {
  PASSWORD,
  Receiver,
  aServer,
  callRaw,
  until,
  type TestServer,
} from '../../../../testing/servers/a-server.ts'
import { ADDRESS, beastOf, isSeen, messagesOf, sbsLine, seen } from '../../../../testing/seas/aircraft.ts'
import { noise, ODD_JSON } from '../../../../testing/seas/garbage.ts'
import { freePort, listening } from '../../../../testing/seas/ports.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { readFeedUrl } from '../feeds/feed-url.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function aSky(kind: 'beast-tcp' | 'avr-tcp' | 'sbs-tcp', more: { name?: string } = {}) {
  const receiver = await Receiver.listen()
  const sky = await aServer([receiver.feed('ADSB', { kind, ...more })])
  open.push(receiver, sky)
  return { receiver, sky }
}
const WHOLE = {
  icao24: '800abc',
  callsign: 'AIC101',
  country: 'India',
  alt_ft: 35_000,
  gs_kn: 480,
  track: 90,
  vrate: -640,
  squawk: '2345',
  on_ground: false,
  category: 'A5',
  source_type: 'ADSB',
  source: 'ADSB',
  stale: false,
}

describe('feeds of aircraft', () => {
  test('a Beast receiver that the server connects to delivers every aircraft report', async () => {
    const { receiver, sky } = await aSky('beast-tcp')
    await receiver.send(beastOf(ADDRESS))
    await until(isSeen(sky, ADDRESS), 'the aircraft is seen')
    const [one] = await seen(sky)
    expect(one).toMatchObject(WHOLE)
    expect(one!.lat).toBeCloseTo(12.5, 4)
    expect(one!.lon).toBeCloseTo(72.25, 4)
    expect((await sky.call(getFeeds, {})).items[0]).toMatchObject({ state: 'UP', counters: { sentences: 5 } })
  })

  test('an AVR receiver we call', async () => {
    const { receiver, sky } = await aSky('avr-tcp')
    await receiver.send(messagesOf(ADDRESS, 12.5, 72.25).map(encodeAvr))
    await until(isSeen(sky, ADDRESS), 'the aircraft is seen')
    expect(await seen(sky)).toMatchObject([WHOLE])
  })

  test('SBS-1 from a receiver we call and from one that calls us, which an administrator added', async () => {
    const { receiver, sky } = await aSky('sbs-tcp')
    await receiver.send([sbsLine(ADDRESS, 12.5, 72.25)])
    await until(isSeen(sky, ADDRESS), 'the first is seen')
    const port = await freePort()
    await sky.call(addFeed, {
      name: 'Roof',
      kind: 'sbs-tcp-server',
      address: `127.0.0.1:${port}`,
      source: 'ROOF',
      priority: 5,
      trust: 0.5,
      expected_interval_s: 10,
      options: {},
    })
    const sender = await until2(() => connected(port))
    open.push({ close: () => sender.destroy() })
    // The last line of a sender that closes may lack its end.
    sender.end(sbsLine(0x4ca2d6, 1, 2))
    await until(isSeen(sky, 0x4ca2d6), 'the second is seen')
    expect((await seen(sky)).find((one) => one.icao24 === '4ca2d6')).toMatchObject({
      source: 'ROOF',
      country: 'Ireland',
    })
  })

  test('aircraft.json is fetched every second with a key, and again after the server returns', async () => {
    let answer = { status: 200, body: jsonOf(12.5) }
    const query: (string | undefined)[] = []
    const host = http.createServer((request, response) => {
      query.push(request.headers.authorization)
      response.writeHead(answer.status).end(answer.body)
    })
    const port = await listening(host)
    open.push({ close: () => host.close() })
    const feed = readFeedUrl(
      `aircraft-json://127.0.0.1:${port}/data/aircraft.json?every=0.2&secret_env=KEY`,
      {
        KEY: 'k-1',
      },
    )
    const sky = await aServer([feed])
    open.push(sky)
    await until(isSeen(sky, ADDRESS), 'the aircraft is seen')
    expect(query[0]).toBe('Bearer k-1')
    expect(JSON.stringify(await sky.call(getFeeds, {}))).not.toContain('k-1')
    const report = async () => (await sky.call(getFeeds, {})).items[0]!
    for (const odd of [...ODD_JSON, '<html>', noise(1000).toString('latin1')]) {
      answer = { status: 200, body: odd }
      const before = query.length
      await until(() => query.length > before + 1, 'it was asked for twice')
    }
    expect((await report()).counters.malformed).toBeGreaterThan(ODD_JSON.length)
    expect((await report()).last_error).toMatch(/check the address/)
    answer = { status: 500, body: '' }
    await until(
      async () => (await report()).last_error?.includes('answers 500') === true,
      'the reason stands',
    )
    answer = { status: 200, body: jsonOf(13.5) }
    await until(async () => (await seen(sky)).some((one) => one.lat === 13.5), 'it goes on')
    expect((await report()).counters.reconnects).toBeGreaterThan(0)
    // Oversized input is read in pieces, and one oversized aircraft does not break the feed.
    const many = Array.from({ length: 5000 }, (_, n) => ({
      hex: (0x700000 + n).toString(16),
      lat: 10 + n / 1000,
      lon: 72,
      type: 'adsb_icao',
      more: 'x'.repeat(n === 0 ? 100_000 : 60),
    }))
    answer = { status: 200, body: JSON.stringify({ now: Date.now() / 1000, aircraft: many }) }
    await until(
      async () => (await seen(sky)).length === many.length,
      'all but one are seen, and the first one',
    )
  })

  test('an invalid address fails with advice', async () => {
    const { sky } = await aSky('beast-tcp')
    const order = { name: 'x', source: 'X', priority: 1, trust: 1, expected_interval_s: 1, options: {} }
    for (const wrong of [
      { kind: 'beast-tcp' as const, address: 'nowhere' },
      { kind: 'aircraft-json' as const, address: 'ftp://host/x' },
      { kind: 'aircraft-json' as const, address: 'http://' },
    ])
      expect(await sky.raw(addFeed, { ...order, ...wrong })).toMatchObject({
        Code: 'VALIDATION',
        fields: [{ field: 'address' }],
      })
  })
})

describe('the sky', () => {
  test('answers are cut by box, filter and time', async () => {
    const { receiver, sky } = await aSky('sbs-tcp')
    const lines = [0, 1, 2, 3].map((n) =>
      encodeSbs(
        3,
        { address: ADDRESS + n, lat: n * 5, lon: 70, altitude: n * 10_000, onGround: n === 0 },
        new Date(),
      ),
    )
    await receiver.send([...lines, encodeSbs(1, { address: ADDRESS + 2, callSign: 'NAVY 7' }, new Date())])
    await until(async () => (await seen(sky)).length === 4, 'four aircraft are seen')
    await until(async () => (await seen(sky)).some((one) => one.callsign !== null), 'a name is known')
    const ask = async (input: Parameters<typeof sky.call<object, { aircraft: { icao24: string }[] }>>[1]) =>
      (await sky.call(getAdsbData, input as never)).aircraft
        .map((one) => parseInt(one.icao24, 16) - ADDRESS)
        .sort()
    expect(await ask({ bbox: '69,4,71,11' })).toEqual([1, 2])
    expect(await ask({ filter: '{"alt_from_ft":15000}' })).toEqual([2, 3])
    expect(await ask({ filter: '{"q":"navy"}' })).toEqual([2])
    expect(await ask({ filter: '{"on_ground":true}' })).toEqual([0])
    expect(await ask({ filter: '{"source_types":["MLAT"]}' })).toEqual([])
    expect(await sky.raw(getAdsbData, { filter: 'nonsense' } as never)).toMatchObject({ Code: 'VALIDATION' })
    const { as_of } = await sky.call(getAdsbData, {})
    expect(await ask({ since: as_of })).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 5))
    await receiver.send([lines[3]!])
    await until(async () => (await ask({ since: as_of })).length > 0, 'the change is told')
    expect(await ask({ since: as_of })).toEqual([3])
  })

  test('the best ranked of several sources is shown; a user limited to one source sees that one', async () => {
    const [coast, partner] = [await Receiver.listen(), await Receiver.listen()]
    const sky = await aServer([
      coast.feed('COAST', { kind: 'sbs-tcp', priority: 1 }),
      partner.feed('PARTNER', { kind: 'sbs-tcp', priority: 5 }),
    ])
    open.push(coast, partner, sky)
    await coast.send([sbsLine(ADDRESS, 10, 70)])
    await partner.send([sbsLine(ADDRESS, 10.01, 70), sbsLine(ADDRESS + 1, 20, 70)])
    await until(async () => (await seen(sky)).length === 2, 'both are seen')
    const first = async (by: Pick<TestServer, 'call'>) =>
      (await seen(by)).find((one) => one.icao24 === '800abc')
    await until(async () => (await first(sky))?.source === 'COAST', 'the coast is shown')
    const partnerOnly = await aUserWith(sky, { sources: ['PARTNER'], zone_access: ['*'] })
    expect(await first(partnerOnly)).toMatchObject({ lat: 10.01, source: 'PARTNER' })
    const zone = await sky.call(addZone, { name: 'North', geometry: boxOf(69, 15, 71, 25) })
    const northOnly = await aUserWith(sky, { sources: ['*'], zone_access: [zone.id] })
    expect(await seen(northOnly)).toMatchObject([{ icao24: '800abd' }])
    const screen = new SkyScreen(sky.base, northOnly.token, EVERYWHERE)
    await until(() => screen.held.size > 0, 'the screen is served')
    expect([...screen.held.keys()]).toEqual([ADDRESS + 1])
    expect(screen.frames.at(-1)!.total).toBe(1)
  })

  test('a screen holds what a fresh one receives, through moves, arrivals and another view', async () => {
    const { receiver, sky } = await aSky('sbs-tcp')
    const fleet = (step: number) =>
      Array.from({ length: 60 }, (_, n) => sbsLine(ADDRESS + n, 5 + (n % 10) + step * 0.3, 60 + n / 3))
    await receiver.send(fleet(0))
    const view: WatchAircraft = { bbox: [58, 4, 75, 12] }
    const screen = new SkyScreen(sky.base, sky.token, view)
    await until(() => screen.held.size > 20, 'the first view is there')
    for (let step = 1; step <= 3; step++) {
      await receiver.send([...fleet(step), sbsLine(ADDRESS + 1000 + step, 8, 62)])
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    await heldEqualsFresh(screen, sky, view)
    const other: WatchAircraft = { bbox: [70, 0, 90, 9], filter: { alt_to_ft: 20_000 } }
    screen.look(other)
    await receiver.send(fleet(4))
    await heldEqualsFresh(screen, sky, other)
    screen.look({ bbox: [0, 0, 500, 0] } as never)
    await until(() => screen.refused !== null, 'a view that does not fit is refused')
    await heldEqualsFresh(screen, sky, other)
  })

  test('an aircraft that falls silent goes stale, then leaves answers and screens', async () => {
    let now = Date.now()
    const clock = { now: () => epochMs(now) }
    const receiver = await Receiver.listen()
    const sky = await aServer([receiver.feed('ADSB', { kind: 'sbs-tcp' })], undefined, { clock })
    open.push(receiver, sky)
    await receiver.send([sbsLine(ADDRESS, 10, 70)])
    await until(isSeen(sky, ADDRESS), 'it is seen')
    now += 6 * 60_000
    expect(await seen(sky)).toMatchObject([{ stale: true }])
    now += 10 * 60_000
    const again = await sky.logIn('admin', PASSWORD)
    await until(async () => (await seen(again)).length === 0, 'it is gone', 15)
  })
})

const EVERYWHERE: WatchAircraft = { bbox: [-180, -90, 180, 90] }

/** A screen's side of the push. */
class SkyScreen {
  readonly held = new Map<number, AircraftRow>()
  readonly frames: AircraftFrame[] = []
  refused: string | null = null
  readonly #socket: Socket
  constructor(base: string, token: string, view: WatchAircraft) {
    this.#socket = io(base, { auth: { token }, transports: ['websocket'], reconnection: false })
    open.push({ close: () => this.#socket.close() })
    this.#socket.on('connect', () => this.look(view))
    this.#socket.on('refused', ({ why }: { why: string }) => (this.refused = why))
    this.#socket.on(AIRCRAFT_DELTA, (bytes: Uint8Array, done: () => void) => {
      const frame = decodeAircraftFrame(new Uint8Array(bytes))
      expect(frame.seq).toBe((this.frames.at(-1)?.seq ?? -1) + 1)
      this.frames.push(frame)
      if (frame.snapshot) this.held.clear()
      for (const row of frame.rows) this.held.set(row.address, row)
      for (const address of frame.removed) this.held.delete(address)
      done()
    })
  }
  look(view: WatchAircraft) {
    this.#socket.emit(WATCH_AIRCRAFT, view)
  }
}

async function heldEqualsFresh(screen: SkyScreen, sky: TestServer, view: WatchAircraft) {
  await new Promise((resolve) => setTimeout(resolve, 2200))
  const fresh = new SkyScreen(sky.base, sky.token, view)
  await until(() => fresh.frames.length > 0, 'a fresh screen is served')
  // Ages travel to 0.1 s before their own tick.
  const sorted = (held: Map<number, AircraftRow>) =>
    [...held.values()]
      .map(({ placedAt: _placed, recTime: _heard, ...row }) => row)
      .sort((a, b) => a.address - b.address)
  expect(sorted(screen.held)).toEqual(sorted(fresh.held))
  for (const [address, row] of screen.held)
    expect(Math.abs(row.placedAt - fresh.held.get(address)!.placedAt)).toBeLessThanOrEqual(100)
  expect(screen.held.size).toBeGreaterThan(0)
}

const jsonOf = (lat: number) =>
  JSON.stringify({
    now: Date.now() / 1000,
    aircraft: [{ hex: '800abc', type: 'adsb_icao', lat, lon: 72.25 }],
  })

let users = 0
async function aUserWith(sky: TestServer, rights: { sources: string[]; zone_access: string[] }) {
  const username = `watcher${++users}`
  const made = await sky.call(addUser, { username, role: '2', ...rights })
  const first = await callRaw(sky.base, '', login, { username, password: made.temporary_password })
  const password = 'Sagar-2-Mala-Watch'
  await callRaw(sky.base, (first.Data as { token: string }).token, changePassword, {
    old_password: made.temporary_password,
    new_password: password,
  })
  return sky.logIn(username, password)
}

const connected = (port: number) =>
  new Promise<net.Socket | null>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })
async function until2<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < 100; n++) {
    const found = await attempt()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nothing listens')
}
