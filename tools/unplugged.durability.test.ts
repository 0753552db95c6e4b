// Rooms: all
import type { WatchPicture } from '@samudra/contract/socket'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { noRedis } from '../server/testing/servers/a-redis.ts'
import { until } from '../server/testing/servers/a-server.ts'
import { aUser } from '../server/testing/servers/a-user.ts'
import { Watcher } from '../server/testing/servers/a-watcher.ts'
import { size } from '../server/testing/servers/durability-size.ts'
import { TwoServers } from '../server/testing/servers/two-servers.ts'
import { expectHeldEqualsFresh, kindsAt, Screen, WATCHER, type Made } from './held-kinds.ts'

/** Minutes of a simulated day: in each, one socket is disconnected and an object of one kind is changed meanwhile. */
const MINUTES = size(13, 24 * 60)
/** Time a socket stays disconnected, ms: all screens read what changed, and an address has 600 calls a minute. */
const AWAY_MS = size(0, 3000)
/** A minute of that day lasts no longer, on a machine with much other work too. */
const MINUTE_MOST_MS = 6000
/** A token is over in 15 minutes. */
const RENEW_MS = 5 * 60_000
const SCREENS = 10
const SEA = ['--sim', 'dark-vessel']
const AT: WatchPicture = { bbox: [40, -30, 110, 30], zoom: 6 }

let two: TwoServers
beforeAll(async () => {
  if (noRedis === null) two = await TwoServers.open(SEA)
})
afterAll(() => two?.close())

test.skipIf(noRedis !== null)(
  'ten screens on two servers, one offline each minute of a day, hold what a query returns',
  async () => {
    const [one, other] = [await two.start(), await two.start()]
    const desk = lasting(await two.logIn(one), () => two.logIn(one))
    const hers = (name: string) => two.logIn(other, name)
    const binu = lasting(await aUser({ logIn: hers, database: two.database }, WATCHER), () => hers(WATCHER))
    const rows = kindsAt({ ...desk, logIn: async () => binu })
    const screens = Array.from(
      { length: SCREENS },
      (_, i) => new Screen(rows, i % 2 === 0 ? one.base : other.base, binu),
    )
    for (const { socket, picture } of screens) socket.on('connect', () => picture.watch(AT))
    await until(() => screens.every(({ socket }) => socket.connected), 'all screens are connected')
    const made: Made[][] = rows.map(() => [])
    for (let minute = 0; minute < MINUTES; minute++) {
      await Promise.all([desk.renew(), binu.renew()])
      const { socket } = screens[minute % SCREENS]!
      socket.disconnect()
      const i = minute % rows.length
      const { add, change, remove } = rows[i]!
      const old = made[i]!.length > 3 ? made[i]!.shift() : undefined
      if (old !== undefined) await remove?.(old)
      const last = made[i]!.at(-1)
      if (last !== undefined)
        made[i]![made[i]!.length - 1] = { ...last, ...((await change?.(last)) as Made | undefined) }
      const fresh = await add?.(`Minute ${minute}`, 'CENTRE')
      if (fresh !== undefined) made[i]!.push(fresh)
      await sleep(AWAY_MS)
      socket.connect()
      await until(() => socket.connected, 'the screen is connected again')
    }
    for (const screen of screens) await expectHeldEqualsFresh(screen)
    for (const { base } of [one, other]) await expectSameSea(screens, base, binu.token)
    for (const { socket } of screens) socket.close()
  },
  MINUTES * MINUTE_MOST_MS + 120_000,
)

/** Returns a session that is renewed in time, as a page renews its own. */
function lasting(begun: Session, again: () => Promise<Session>) {
  let [now, at] = [begun, performance.now()]
  return {
    get token() {
      return now.token
    },
    raw: ((op, input) => now.raw(op, input)) as Session['raw'],
    call: ((op, input) => now.call(op, input)) as Session['call'],
    renew: async () => {
      if (performance.now() - at > RENEW_MS) [now, at] = [await again(), performance.now()]
    },
  }
}
type Session = Awaited<ReturnType<TwoServers['logIn']>>

/** Ships go on meanwhile: each screen comes to hold all that a fresh one was given, and a fresh one then all of theirs. */
async function expectSameSea(screens: Screen[], base: string, token: string) {
  const before = await aFreshOne(base, token)
  const held = screens.map(({ picture }) => picture)
  await until(() => held.every((one) => holdsAll(one, before)), 'all hold what a fresh one is given', 30)
  const then = held.map(({ contacts, names }) => ({ contacts: new Map(contacts), names: new Map(names) }))
  await until(
    async () => {
      const fresh = await aFreshOne(base, token)
      return then.every((one) => holdsAll(fresh, one))
    },
    'a fresh one is given what all hold',
    30,
  )
}

async function aFreshOne(base: string, token: string): Promise<Watcher> {
  const fresh = new Watcher(base, token)
  fresh.socket.on('connect', () => fresh.watch(AT))
  await until(() => fresh.contacts.size > 0, 'a fresh screen is served')
  fresh.close()
  return fresh
}

type Sea = Pick<Watcher, 'contacts' | 'names'>
/** By the number of the ship: each server numbers its contacts for itself. */
const byShip = ({ contacts, names }: Sea) =>
  new Map([...contacts].map(([id, contact]) => [`${names.get(id)?.mmsi} ${names.get(id)?.split}`, contact]))
/** Every ship of another, where it was then or later. */
function holdsAll(one: Sea, other: Sea): boolean {
  const held = byShip(one)
  return [...byShip(other)].every(([ship, { observedAt, lat, lon }]) => {
    const mine = held.get(ship)
    if (mine === undefined || mine.observedAt < observedAt - 100) return false
    return mine.observedAt > observedAt + 100 || (mine.lat === lat && mine.lon === lon)
  })
}
