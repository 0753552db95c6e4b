import { updateAdminSettings, getAdminSettings } from '@samudra/contract/settings'
import { epochMs } from '@samudra/nautical/units'
import { systemClock } from '../../src/platform/needs/clock.ts'
import { aDatabase } from './a-database.ts'
import { aServer, PASSWORD, until, type TestServer } from './a-server.ts'
import { coastAndSatelliteIn, hurry } from '../seas/alerts.ts'
import { rulesAtWork } from '../seas/rules.ts'

const MINUTE_MS = 60_000

/** The administrator of a server whose clock stands still but when it is put on. */
export class Desk {
  readonly server: TestServer
  readonly clock: { now: () => ReturnType<typeof epochMs> }
  #ahead: { ms: number }
  #hand: Pick<TestServer, 'call' | 'raw'>

  private constructor(server: TestServer, clock: Desk['clock'], ahead: { ms: number }) {
    this.server = server
    this.clock = clock
    this.#ahead = ahead
    this.#hand = server
  }

  static async open(database?: Parameters<typeof aServer>[1]): Promise<Desk> {
    const began = systemClock.now()
    const ahead = { ms: 0 }
    const clock = { ...systemClock, now: () => epochMs(began + ahead.ms) }
    const desk = new Desk(await aServer([], database, { clock }), clock, ahead)
    await desk.set({ 'session.timeout_min': 1440 })
    // Hits of a test come later.
    await rulesAtWork(desk.database.db)
    return desk
  }

  /** One that knows the sources COAST and SATX. */
  static async withSources(): Promise<Desk> {
    const database = await aDatabase()
    await coastAndSatelliteIn(database.db)
    return Desk.open(database)
  }

  get call(): TestServer['call'] {
    return this.#hand.call
  }
  get raw(): TestServer['raw'] {
    return this.#hand.raw
  }
  get database(): TestServer['database'] {
    return this.server.database
  }

  async set(changes: Record<string, number>) {
    const { version } = await this.call(getAdminSettings, {})
    await this.call(updateAdminSettings, { changes, reason: 'few hands', expected_version: version })
  }

  iso = (minutes: number) => new Date(this.clock.now() + minutes * MINUTE_MS).toISOString()

  /** The clock goes on by less than a session lasts. */
  tick(ms: number) {
    this.#ahead.ms += ms
  }
  /** Advances the clock; a session older than its proof is renewed. */
  async later(minutes: number) {
    this.tick(minutes * MINUTE_MS)
    this.#hand = await this.server.logIn('admin', PASSWORD)
  }
  /** Advances the clock and waits until due work is done, as a condition shows. */
  async putOn(minutes: number, claim: () => Promise<boolean>, what = 'what is due is done') {
    await this.later(minutes)
    await until(async () => {
      await hurry(this, 'alerts.clock')
      return claim()
    }, what)
  }

  close = () => this.server.close()
}
