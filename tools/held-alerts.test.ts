import { alertDefinitionKind, createAlertDefinition } from '@samudra/contract/alert-definitions'
import { acknowledgeAlerts, alertsChanged, getAlerts, laterOf, type Alert } from '@samudra/contract/alerts'
import { resync } from '@samudra/contract/socket'
import { addZone } from '@samudra/contract/zones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../server/testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../server/testing/servers/a-server.ts'
import { aUser } from '../server/testing/servers/a-user.ts'
import { Watcher } from '../server/testing/servers/a-watcher.ts'
import { aHit, alertsOnce, coastAndSatelliteIn, hurry, leftToRaise } from '../server/testing/seas/alerts.ts'
import { storedResults } from '../server/testing/seas/results.ts'
import { boxOf } from '../server/testing/seas/drawn-shapes.ts'
import type { ResultRow } from '../server/src/rooms/watch/rules/findings/results.sql.ts'
import { Position } from '../web/src/wire/position.ts'
import * as kinds from './held-kinds.ts'

type Who = Pick<TestServer, 'call' | 'token'>
const SEED = 18

let server: TestServer
/** Instant at which the server was open, epoch ms. */
let openedAt = 0
beforeAll(async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  server = await aServer([], database)
  openedAt = Date.now()
})
afterAll(() => server.close())

/** Numbers below one, by a seed: the same every time. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Screen that holds pushed alerts by id, and reads all only where necessary. */
class Screen {
  readonly held = new Map<string, Alert>()
  readonly who: Who
  readonly socket: Watcher['socket']
  reads = 0
  // A position from before the server started causes a full read.
  readonly #position = new Position(Math.max(openedAt, Date.now() - 250))

  constructor(who: Who) {
    this.who = who
    this.socket = new Watcher(server.base, who.token).socket
    this.socket.auth = (authenticate: (auth: object) => void) =>
      authenticate({ token: who.token, resume: this.#position.resume })
    this.socket.onAny((wire: string, payload: unknown, beside: unknown) => {
      this.#position.heard(wire, payload, beside)
      if (wire === resync.wire) void this.read()
      if (wire !== alertsChanged.wire) return
      const found = alertsChanged.payload(payload)
      if (!found.ok) throw new Error(`told against the contract: ${JSON.stringify(found.fields)}`)
      this.#take(found.value)
    })
  }
  fresh = async () => (await this.who.call(getAlerts, { limit: 500 })).items
  async read() {
    this.reads++
    this.#take(await this.fresh())
  }
  /** Holds the latest version of each: a push of the raising job may arrive after that of a later action. */
  #take(alerts: readonly Alert[]) {
    for (const alert of alerts) this.held.set(alert.id, laterOf(this.held.get(alert.id), alert))
  }
}
const sorted = (alerts: Iterable<Alert>) => [...alerts].sort((a, b) => (a.id < b.id ? -1 : 1))

async function expectHeldEqualsFresh({ held, fresh }: Screen) {
  const isSame = async () => JSON.stringify(sorted(held.values())) === JSON.stringify(sorted(await fresh()))
  await until(isSame, 'the alerts held are the fresh ones', 10).catch(() => undefined)
  expect(sorted(held.values())).toEqual(sorted(await fresh()))
}

test('a screen holds just the alerts of a new query, for any rights and after any disconnection', async () => {
  const zone = await server.call(addZone, { name: 'West', geometry: boxOf(70, 8, 73, 12) })
  const people = [
    server,
    await aUser(server, 'coast', ['COAST']),
    await aUser(server, 'satellite', ['SATX']),
    await aUser(server, 'west', ['*'], { zone_access: [zone.id] }),
    await aUser(server, 'nobody', []),
  ]
  for (const builtin of ['SPOOFING_EVENT', 'BLACKLIST'])
    await kinds.setAt(server)(createAlertDefinition, {
      name: builtin,
      trigger: { builtin },
      visibility: 'CENTRE',
    })
  const ofDefinitions = kinds.kindsAt(server).filter(({ kind }) => kind.table === alertDefinitionKind.table)
  const definitions = people.map((who) => new kinds.Screen(ofDefinitions, server.base, who))
  const screens = people.map((who) => new Screen(who))
  await until(
    () => [...screens, ...definitions].every(({ socket }) => socket.connected),
    'all screens are open',
  )
  const draw = numbers(SEED)
  const any = <One>(of: readonly One[]): One => of[Math.floor(draw() * of.length)]!
  const began = Date.now() - 3_600_000
  const stored: ResultRow[] = []
  for (let round = 0; round < 12; round++) {
    const away = round % 3 === 1 ? any(people.map((_, i) => i)) : null
    const cut = away === null ? [] : [screens[away]!, definitions[away]!]
    for (const { socket } of cut) socket.disconnect()
    const drawn = Array.from({ length: 8 }, (_, i): ResultRow => {
      const at = began + round * 240_000 + i * 1000
      if (stored.length > 0 && draw() < 0.4) {
        const before = any(stored)
        return { ...before, last_at: at, again: before.again + 1, status: any(['HIT', 'CLEARED', 'REVISED']) }
      }
      return aHit(at, {
        mmsi: 419_000_000 + Math.floor(draw() * 5),
        rule_id: any(['SPOOFING_EVENT', 'BLACKLIST', 'TWELVE_NM']),
        severity: any(['LOW', 'HIGH', 'CRITICAL']),
        lon_udeg: any([72e6, 75e6]),
        sources: any([[[1]], [[2]], [[1, 2]], [[1], [2]]]),
        of_past: draw() < 0.1,
        known_at: Date.now(),
      })
    })
    const rows = [...new Map(drawn.map((row) => [row.id, row])).values()]
    await storedResults(server.database.db, rows)
    stored.push(...rows)
    await hurry(server, 'alerts.raise')
    const who = any(people)
    const ids = (await who.call(getAlerts, { limit: 500 })).items
      .filter(() => draw() < 0.2)
      .map(({ id }) => id)
    if (ids.length > 0)
      await who.call(acknowledgeAlerts, {
        ids,
        comment: 'Seen',
        ...any([
          { action: 'ACK' },
          { action: 'START' },
          { action: 'UNSHELVE' },
          { action: 'DISMISS', disposition: 'EXPECTED' },
          { action: 'RESOLVE', disposition: 'TRUE_POSITIVE' },
          { action: 'REOPEN' },
        ] as const),
      })
    for (const { socket } of cut) socket.connect()
    await until(() => screens.every(({ socket }) => socket.connected), 'all screens are open again')
  }
  await alertsOnce(server, () => true)
  await until(
    async () => (await hurry(server, 'alerts.raise'), (await leftToRaise(server.database.db)) === 0),
    'all is raised',
  )
  for (const screen of screens) await expectHeldEqualsFresh(screen)
  for (const screen of definitions) await kinds.expectHeldEqualsFresh(screen)
  expect(screens.map(({ reads }) => reads)).toEqual(screens.map(() => 0))
  // Each of the cuts matters.
  const counts = screens.map(({ held }) => held.size)
  expect(counts[0]).toBeGreaterThan(20)
  expect(counts.slice(1, 4).every((one) => one > 0 && one < counts[0]!)).toBe(true)
  expect(counts[4]).toBe(0)
  for (const { socket } of [...screens, ...definitions]) socket.close()
}, 120_000)
