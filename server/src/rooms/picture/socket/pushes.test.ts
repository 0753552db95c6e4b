import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Mark, Resume } from '@samudra/contract/socket'
import type { EpochMs } from '@samudra/nautical/units'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../../../testing/servers/a-server.ts'
import { EVERYONE, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import { ANONYMOUS, type Caller } from '../../../platform/kernel/http/caller.ts'
import { PushLog } from './push-log.ts'
import { Pushes, type Screen } from './pushes.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const NOTE = 'note'

/** Returns a server that only pushes, to the user named in the handshake. */
async function aHub(limits: ConstructorParameters<typeof PushLog>[1] = {}) {
  let now = Date.UTC(2026, 0, 1)
  const clock = { now: () => now as EpochMs }
  const log = new PushLog(now, limits)
  const pushes = new Pushes({ clock, mayKnow: () => true }, log)
  const screens = new Set<Screen>()
  const http = createServer()
  const server = new Server(http)
  server.on('connection', (socket) => {
    const { user, groups = [] } = socket.handshake.auth as { user: string; groups?: string[] }
    const caller: Caller = { ...ANONYMOUS, userId: user, groups }
    const screen: Screen = { socket, caller, published: 0, epoch: '' }
    screens.add(screen)
    pushes.welcome(screen)
    socket.on('disconnect', () => screens.delete(screen))
  })
  closers.push(() => server.close())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const send = (text: string, audience: Audience = EVERYONE, more: { about?: string } = {}) =>
    pushes.push({ wire: NOTE, payload: { text }, audience, ...more }, screens)
  return {
    log,
    pushes,
    screens,
    send,
    later: (ms: number) => (now += ms),
    open: (user: string, more: object = {}) => new Page(base, user, more),
  }
}

/** Page that records its pushes and sends its last number on the next connection. */
class Page {
  readonly received: string[] = []
  readonly texts: string[] = []
  readonly seqs: number[] = []
  resume: Resume | undefined
  readonly socket: Socket
  constructor(base: string, user: string, more: object) {
    this.socket = io(base, {
      transports: ['websocket'],
      reconnection: false,
      auth: (authenticate) => authenticate({ user, ...more, resume: this.resume }),
    })
    this.socket.onAny((wire: string, payload: { text: string; epoch: string }, mark: Mark) => {
      this.received.push(wire)
      if (wire === NOTE) {
        this.texts.push(payload.text)
        this.seqs.push(mark.seq)
      }
      const epoch = wire === NOTE ? (this.resume?.epoch ?? null) : payload.epoch
      this.resume = { epoch, last_seq: mark.seq }
    })
    closers.push(() => this.socket.close())
  }
  get standing() {
    return this.received.filter((wire) => wire !== NOTE)
  }
  opened = () => until(() => this.standing.length > 0, 'the page is told where it stands')
  cut() {
    this.socket.disconnect()
  }
  async comeBack() {
    const before = this.standing.length
    this.socket.connect()
    await until(() => this.standing.length > before, 'the page is told where it stands')
    return this.standing.at(-1)
  }
}

test('a page that was away gets missed pushes in order, none twice and none for others', async () => {
  const hub = await aHub()
  const [asha, binu] = [hub.open('asha'), hub.open('binu')]
  await Promise.all([asha.opened(), binu.opened()])
  hub.send('one')
  await until(() => asha.texts.length === 1, 'asha is told')
  for (let outage = 0; outage < 3; outage++) {
    asha.cut()
    await until(() => hub.screens.size === 1, 'the server knows that she is away')
    hub.send(`missed ${outage}`)
    hub.send('of binu', users('binu'))
    hub.send(`hers ${outage}`, users('asha'))
    hub.later(60_000)
    expect(await asha.comeBack()).toBe('resumed')
    hub.send(`after ${outage}`)
    await until(() => asha.texts.at(-1) === `after ${outage}`, 'she hears what comes')
  }
  expect(asha.texts).toEqual([
    'one',
    ...[0, 1, 2].flatMap((outage) => [`missed ${outage}`, `hers ${outage}`, `after ${outage}`]),
  ])
  expect(asha.seqs).toEqual([...new Set(asha.seqs)].sort((one, other) => one - other))
  await until(() => binu.texts.length === 10, 'who was there heard all of his')
  expect(binu.standing).toEqual(['resumed'])
})

test('of full states of one object only the last for the user is pushed, none in between', async () => {
  const hub = await aHub()
  const asha = hub.open('asha')
  await asha.opened()
  asha.cut()
  await until(() => hub.screens.size === 0, 'she is away')
  hub.send('shown to all', EVERYONE, { about: 'event 1' })
  hub.send('hers', EVERYONE, { about: 'event 2' })
  hub.send('now for binu alone', users('binu'), { about: 'event 1' })
  hub.send('gone for the others', users('asha'), { about: 'event 1' })
  expect(await asha.comeBack()).toBe('resumed')
  expect(asha.texts).toEqual(['hers', 'gone for the others'])
})

test('five minutes of missed pushes are sent; a page away beyond retention reads again', async () => {
  const hub = await aHub()
  const [asha, binu] = [hub.open('asha'), hub.open('binu')]
  await Promise.all([asha.opened(), binu.opened()])
  for (const one of [asha, binu]) one.cut()
  await until(() => hub.screens.size === 0, 'both are away')
  hub.send('missed')
  hub.later(5 * 60_000)
  hub.send('and this')
  expect(await asha.comeBack()).toBe('resumed')
  expect(asha.texts).toEqual(['missed', 'and this'])
  hub.later(10 * 60_000 + 1)
  expect(hub.log.size.rows).toBe(2)
  hub.pushes.goOn(hub.screens)
  expect(hub.log.size).toEqual({ rows: 0, bytes: 0 })
  expect(await binu.comeBack()).toBe('resync')
  expect(binu.texts).toEqual([])
  hub.send('new')
  await until(() => binu.texts.length === 1, 'he hears what comes')
})

test('a user with changed rights or from another server reads again', async () => {
  const [hub, other] = [await aHub(), await aHub()]
  const asha = hub.open('asha', { groups: ['navy'] })
  await asha.opened()
  const promoted = hub.open('asha', { groups: ['navy', 'coast'] })
  promoted.resume = asha.resume
  await promoted.opened()
  expect(promoted.standing).toEqual(['resync'])
  const moved = other.open('asha', { groups: ['navy'] })
  moved.resume = asha.resume
  await moved.opened()
  expect(moved.standing).toEqual(['resync'])
  const [screen] = hub.screens
  screen!.caller = { ...screen!.caller, groups: [] }
  hub.pushes.rightsChanged(screen!)
  await until(() => asha.standing.length === 2, 'her open page is told')
  expect(asha.standing).toEqual(['resumed', 'resync'])
})

test('a page that read its data just before its socket opened gets the changes between', async () => {
  const hub = await aHub()
  hub.later(1000)
  hub.send('before')
  hub.later(1000)
  const since = Date.UTC(2026, 0, 1) + 1500
  hub.send('between')
  const asha = hub.open('asha')
  asha.resume = { epoch: null, last_seq: since * 1000 }
  await asha.opened()
  expect([asha.texts, asha.standing]).toEqual([['between'], ['resumed']])
  const early = hub.open('asha')
  early.resume = { epoch: null, last_seq: (since - 60_000) * 1000 }
  await early.opened()
  expect(early.standing).toEqual(['resync'])
})

test('the log is limited in rows and bytes, and an invalid resume position counts as none', async () => {
  const hub = await aHub({ rows: 100, bytes: 20_000 })
  const asha = hub.open('asha')
  await asha.opened()
  asha.cut()
  await until(() => hub.screens.size === 0, 'she is away')
  for (let i = 0; i < 1000; i++) hub.send(`note ${i}`)
  expect(hub.log.size.rows).toBe(100)
  for (let i = 0; i < 50; i++) hub.send('x'.repeat(1000))
  expect(hub.log.size.rows).toBeLessThan(20)
  expect(hub.log.size.bytes).toBeLessThanOrEqual(20_000)
  expect(await asha.comeBack()).toBe('resync')
  for (const resume of [
    'x',
    {},
    { epoch: 5, last_seq: 1 },
    { epoch: null, last_seq: '9' },
    { epoch: 'x'.repeat(201), last_seq: 0 },
  ]) {
    const odd = hub.open('asha')
    odd.resume = resume as Resume
    await odd.opened()
    expect(odd.standing).toEqual(['resumed'])
  }
})

test('a page that accepts nothing delays no one and queues nothing, then gets missed pushes', async () => {
  const hub = await aHub({ rows: 5000 })
  const [slow, quick] = [hub.open('slow'), hub.open('quick')]
  await Promise.all([slow.opened(), quick.opened()])
  const pipe = (
    slow.socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } }
  ).ws._socket
  pipe.pause()
  const large = 'x'.repeat(20_000)
  for (let i = 0; i < 900; i++) {
    hub.send(`${i} ${large}`)
    if (i % 50 === 49) await until(() => quick.texts.length === i + 1, 'the other is told at once', 5)
  }
  const waiting = [...hub.screens].map(
    ({ socket }) => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length,
  )
  expect(Math.max(...waiting)).toBeLessThan(300)
  expect(slow.texts.length).toBeLessThan(900)
  pipe.resume()
  await until(() => {
    hub.pushes.goOn(hub.screens)
    return slow.texts.length >= 900 || slow.standing.includes('resync')
  }, 'it has caught up')
  expect(slow.standing).toEqual(['resumed'])
  expect(slow.texts.map((text) => Number(text.split(' ')[0]))).toEqual(
    Array.from({ length: 900 }, (_, i) => i),
  )
})
