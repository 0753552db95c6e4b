// Rooms: engines, feeds, history, kernel, picture
import { addFeed, getFeeds, updateFeed } from '@samudra/contract/feeds'
import { filterAisData } from '@samudra/contract/picture'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRedis } from '../../../../../testing/servers/a-redis.ts'
import { Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { freePort } from '../../../../../testing/seas/ports.ts'
import { TwoServers, type Started } from '../../../../../testing/servers/two-servers.ts'
import { query } from '../../../../platform/needs/query.ts'

type Health = { feeds_here: boolean; feeds: { name: string; state: string }[]; fixes: { waiting: number } }

type Session = Awaited<ReturnType<TwoServers['logIn']>>

/** One of the two, with an administrator logged in. */
class OneOfTwo {
  readonly started: Started
  readonly session: Session
  private constructor(started: Started, session: Session) {
    this.started = started
    this.session = session
  }
  static async of(two: TwoServers, feeds: string[] = []) {
    const started = await two.start(feeds.map((feed) => `--feed=${feed}`))
    return new OneOfTwo(started, await two.logIn(started))
  }
  async health(): Promise<Health> {
    return (await (await fetch(`${this.started.base}/healthz`)).json()) as Health
  }
  signal(signal: NodeJS.Signals) {
    this.started.program.child.kill(signal)
  }
  /** A screen of the whole world. */
  screen(): Watcher {
    const watcher = new Watcher(this.started.base, this.session.token)
    watcher.socket.on('connect', () => watcher.watch({ bbox: [-180, -90, 180, 90], zoom: 3 }))
    return watcher
  }
}

/** Returns the vessels on a screen; contact ids differ between servers. */
function shownOn(screen: Watcher) {
  const shown = [...screen.contacts].map(([id, held]) => {
    const { id: _, ...named } = screen.names.get(id)!
    return { ...held, ...named }
  })
  return shown.sort((a, b) => a.mmsi - b.mmsi || a.split - b.split)
}
type Shown = ReturnType<typeof shownOn>

/** Frames carry the age of a fix to a tenth of a second, each before its own tick. */
const isSame = (here: Shown, there: Shown) =>
  here.length === there.length &&
  here.every(({ observedAt, ...of }, i) => {
    const { observedAt: alsoAt, ...also } = there[i]!
    return Math.abs(observedAt - alsoAt) <= 100 && JSON.stringify(of) === JSON.stringify(also)
  })

/** Posts one vessel after another, each until any server acknowledges it. */
class Sender {
  readonly acknowledged: number[] = []
  #isStopped = false
  readonly #done: Promise<void>
  constructor(address: string, firstShip: number) {
    this.#done = this.#send(`http://${address}/`, firstShip)
  }
  async #send(url: string, firstShip: number) {
    for (let mmsi = firstShip; !this.#isStopped; mmsi++) {
      const body = encodePosition({ mmsi, lat: 10, lon: 70, sog: 1, cog: 0 }).join('\n')
      while (!(await posted(url, body))) await pause()
      this.acknowledged.push(mmsi)
      await pause()
    }
  }
  more = (count: number) => {
    const upto = this.acknowledged.length + count
    return until(() => this.acknowledged.length >= upto, `${count} more posts are acknowledged`)
  }
  async stop() {
    this.#isStopped = true
    await this.#done
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
const posted = async (url: string, body: string) => {
  try {
    return (await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(2000) })).status === 200
  } catch {
    return false
  }
}

if (noRedis !== null) process.stdout.write(`Two servers are not tested: ${noRedis}.\n`)

describe.skipIf(noRedis !== null)('two servers over one database and one Redis', () => {
  let two: TwoServers
  let coast: Receiver
  let roof: Receiver
  let posts = ''
  let one: OneOfTwo
  let other: OneOfTwo

  beforeAll(async () => {
    two = await TwoServers.open(['--feed-hosts', '127.0.0.1'])
    ;[coast, roof] = [await Receiver.listen(), await Receiver.listen()]
    posts = `127.0.0.1:${await freePort()}`
    one = await OneOfTwo.of(two, [
      `nmea-tcp://127.0.0.1:${coast.port}?name=COAST&source=COAST&priority=1`,
      `nmea-tcp://127.0.0.1:${roof.port}?name=ROOF&source=ROOF&priority=5`,
      `aiscatcher-http://${posts}?name=POSTS&source=POSTS`,
    ])
    // The second knows of no feed.
    other = await OneOfTwo.of(two)
  })
  afterAll(async () => {
    await two.close()
    await Promise.all([coast.close(), roof.close()])
  })

  /** The one has the feeds, the other has not. */
  const handedTo = async (holder: OneOfTwo) => {
    const began = performance.now()
    await until(
      async () => {
        const { feeds_here: areHere, feeds } = await holder.health()
        const called = feeds.filter(({ name }) => name === 'COAST' || name === 'ROOF')
        return areHere && called.length === 2 && called.every(({ state }) => state !== 'DOWN')
      },
      'the feeds are connected',
      15,
    )
    return performance.now() - began
  }

  /** Screens and answers of both say the same, and there is something to say. */
  const expectOnePicture = async (ships: number) => {
    const screens = [one.screen(), other.screen()]
    const records = async (server: OneOfTwo) =>
      (await server.session.call(filterAisData, { filter: {}, limit: 500 })).ais.map((record) =>
        JSON.stringify(record),
      )
    await until(
      async () => (await records(one)).length >= ships && (await records(other)).length >= ships,
      'both show them all',
    )
    await until(async () => {
      const [here, there] = await Promise.all([records(one), records(other)])
      return JSON.stringify(here.sort()) === JSON.stringify(there.sort())
    }, 'both answer the same')
    await until(() => screens.every((screen) => screen.contacts.size >= ships), 'both screens show them all')
    await until(() => isSame(shownOn(screens[0]!), shownOn(screens[1]!)), 'both screens show the same')
    for (const screen of screens) screen.close()
  }

  /** Each ship of a sender is stored once. */
  const expectStoredOnce = async (ships: number[]) => {
    const stored = async () => {
      const { rows } = await sql<{ mmsi: number; fixes: number }>`
        select mmsi, count(*)::int as fixes from fixes where mmsi = any(${ships}::int[]) group by 1 order by 1`.execute(
        query(two.database.db),
      )
      return rows
    }
    await until(
      async () => (await stored()).length === ships.length,
      'all that was acknowledged is stored',
      10,
    )
    expect((await stored()).filter(({ fixes }) => fixes !== 1)).toEqual([])
  }

  test('both servers show the same sea, and feed changes at the one without feeds reach the other', async () => {
    const sea = (lat: number) =>
      Array.from({ length: 150 }, (_, n) => [
        ...encodePosition({ mmsi: 419000001 + n, lat: lat + n / 100, lon: 72, sog: 10, cog: 45 }),
        ...encodeStaticVoyage({ mmsi: 419000001 + n, name: `SHIP ${n}`, shipType: 70, destination: 'KOCHI' }),
      ]).flat()
    await coast.send(sea(5))
    await roof.send(sea(5.0001))
    // Two stations on one number.
    for (let n = 0; n < 5; n++) {
      await coast.send(encodePosition({ mmsi: 419000777, lat: 8 + n / 1000, lon: 70, sog: 0, cog: 0 }))
      await coast.send(encodePosition({ mmsi: 419000777, lat: -30 + n / 1000, lon: 40, sog: 0, cog: 0 }))
    }
    await expectOnePicture(152)
    const added = await other.session.call(addFeed, {
      name: 'HILL',
      kind: 'nmea-tcp',
      address: `127.0.0.1:${roof.port}`,
      source: 'HILL',
      priority: 2,
      trust: 0.5,
      expected_interval_s: 10,
      options: {},
    })
    const stateOf = async (server: OneOfTwo) =>
      (await server.session.call(getFeeds, {})).items.find(({ name }) => name === 'HILL')
    await until(async () => (await stateOf(one))?.state === 'STALE', 'the one connects it')
    await until(async () => (await stateOf(other))?.state === 'STALE', 'the other tells so')
    await other.session.call(updateFeed, { id: added.id, expected_version: added.version, enabled: false })
    await until(async () => (await stateOf(one))?.state === 'PAUSED', 'the one lets it go')
  })

  test('after a kill the other server has the feeds in ten seconds; no acknowledged fix is lost', async () => {
    const sender = new Sender(posts, 470000000)
    await sender.more(20)
    await two.kill(one.started)
    const tookMs = await handedTo(other)
    process.stdout.write(`The feeds were taken ${(tookMs / 1000).toFixed(1)} s after the kill.\n`)
    expect(tookMs).toBeLessThan(10_000)
    await sender.more(20)
    await sender.stop()
    await expectStoredOnce(sender.acknowledged)
    // The first server returns and follows; a second kill of it has no effect.
    one = await OneOfTwo.of(two)
    await coast.send(encodePosition({ mmsi: 419000888, lat: 1, lon: 60 }))
    await expectOnePicture(153 + sender.acknowledged.length)
    const again = new Sender(posts, 471000000)
    await again.more(5)
    await two.kill(one.started)
    await again.more(20)
    await again.stop()
    expect((await other.health()).feeds_here).toBe(true)
    await expectStoredOnce(again.acknowledged)
  })

  test('one that stood still while the other took the feeds follows it, and stores nothing more', async () => {
    one = await OneOfTwo.of(two)
    const ships = (first: number) => Array.from({ length: 50 }, (_, n) => first + n)
    const send = (mmsis: number[]) =>
      coast.send(mmsis.flatMap((mmsi) => encodePosition({ mmsi, lat: -10, lon: 60, sog: 0, cog: 0 })))
    await send(ships(473000000))
    await expectStoredOnce(ships(473000000))
    other.signal('SIGSTOP')
    await handedTo(one)
    // Both have a connection: what comes now waits at the sleeper, too.
    await send(ships(473000100))
    await expectStoredOnce(ships(473000100))
    other.signal('SIGCONT')
    await until(async () => !(await other.health()).feeds_here, 'the other has noticed')
    await send(ships(473000200))
    await expectOnePicture(300)
    await expectStoredOnce([473000000, 473000100, 473000200].flatMap(ships))
    expect((await one.health()).feeds_here).toBe(true)
  })

  test('data sent during a Redis outage or after Redis loses its data reaches both pictures', async () => {
    const send = (first: number) =>
      coast.send(
        Array.from({ length: 20 }, (_, n) =>
          encodePosition({ mmsi: first + n, lat: -20, lon: 60, sog: 0, cog: 0 }),
        ).flat(),
      )
    const shown = async () => (await one.session.call(filterAisData, { filter: {}, limit: 1 })).total
    const before = await shown()
    await two.redis.kill()
    await send(474000000)
    await two.redis.begin()
    await expectOnePicture(before + 20)
    await two.redis.kill({ forget: true })
    await send(474000100)
    await two.redis.begin()
    await send(474000200)
    await expectOnePicture(before + 60)
    expect([(await one.health()).feeds_here, (await other.health()).feeds_here]).toEqual([true, false])
  })
})
