import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { atOnce } from '../../../platform/kernel/cluster/at-once.ts'
import type { Lease } from '../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { bringsAircraft } from './reading/aircraft-line.ts'
import { CONNECTORS } from './connectors/all.ts'
import type { Site } from './reading/connector.ts'
import type { ConfiguredFeed } from './feed-url.ts'
import { RunningFeed } from './feed.ts'
import {
  changeFeed,
  insertFeed,
  lockClearSecrets,
  readFeeds,
  removeFeed,
  type FeedRow,
  type Lock,
} from './feeds.sql.ts'
import type { Ingest } from './ingest.ts'
import { FREE } from '../../../platform/kernel/http/allowed-addresses.ts'
import type { SourcesInterface } from '../sources/room.ts'

/** Feed settings that an operator decides. */
export type FeedOrder = ConfiguredFeed & { enabled: boolean }

type Needs = {
  lease: Pick<Lease, 'isOurs'>
  db: Db
  clock: Clock
  log: Log
  ingest: Ingest
  sources: SourcesInterface
  lock: Lock
  site: Site
  /** True while fixes arrive faster than they are stored, or it is not known whose they are. */
  isPressed: () => boolean
  /** Feeds have changed in the database: other processes read them again. */
  changed: () => void
}

/** Starts, stops and changes the feeds, and makes them wait while the server cannot keep up. */
export class FeedManager {
  readonly #needs: Needs
  readonly #running = new Map<string, RunningFeed>()
  readonly #byNumber: (RunningFeed | undefined)[] = []
  #isHeld = false
  #isPaused = false
  /** Two who change feeds at once are served one after the other: each new feed and source takes the next number. */
  readonly #inTurn = atOnce(1)

  constructor(needs: Needs) {
    this.#needs = needs
  }

  feeds(): RunningFeed[] {
    return [...this.#running.values()]
  }
  get(id: string): RunningFeed | undefined {
    return this.#running.get(id)
  }
  byNumber(number: number): RunningFeed | undefined {
    return this.#byNumber[number]
  }

  /**
   * Brings the stored feeds of the command line in line with what was given, without connecting yet; `removes` those that
   * were not given.
   */
  load(configured: ConfiguredFeed[], { removes = true } = {}): Promise<void> {
    return this.#inTurn(async () => {
      const { db, clock, lock, changed } = this.#needs
      await lockClearSecrets(db, lock)
      const stored = (await readFeeds(db, lock)).filter((one) => one.origin === 'config')
      for (const row of removes ? stored : [])
        if (!configured.some((feed) => feed.name === row.name))
          await removeFeed(db, row.id, new Date(clock.now()))
      for (const feed of configured) {
        const row = stored.find((one) => one.name === feed.name)
        const order = { ...feed, enabled: true }
        if (row === undefined) await this.#insert(order, 'config')
        else await this.#change(row.id, row.version, order)
      }
      await this.#readAgain()
      await this.#needs.sources.ranksChanged()
      changed()
    })
  }

  /** Takes up what another process has changed. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#readAgain())
  }

  /** The feeds are ours: they are connected. */
  start(): void {
    this.#isHeld = true
    for (const feed of this.#running.values()) this.#begin(feed)
  }

  /** They are another's, or the server ends. */
  async stop(): Promise<void> {
    this.#isHeld = false
    await Promise.all(this.feeds().map((feed) => feed.stop()))
    for (const { row } of this.feeds()) this.#adopt(row)
  }

  add(order: FeedOrder): Promise<FeedRow> {
    return this.#inTurn(async () => {
      const row = await this.#insert(order, 'operator')
      // The picture ranks it before it brings anything.
      await this.#needs.sources.ranksChanged()
      this.#begin(this.#adopt(row))
      this.#needs.changed()
      return row
    })
  }

  /** Undefined when the feed changed meanwhile. */
  change(id: string, version: number, order: FeedOrder): Promise<FeedRow | undefined> {
    return this.#inTurn(async () => {
      const row = await this.#change(id, version, order)
      if (row === undefined) return undefined
      await this.#needs.sources.ranksChanged()
      await this.#replace(row)
      this.#needs.changed()
      return row
    })
  }

  async remove(id: string): Promise<boolean> {
    const removed = await removeFeed(this.#needs.db, id, new Date(this.#needs.clock.now()))
    await this.#drop(id)
    await this.#needs.sources.ranksChanged()
    this.#needs.changed()
    return removed
  }

  async #readAgain() {
    const { db, log, lock } = this.#needs
    const unreadable = ({ name }: FeedRow) =>
      log.error('the key of a feed was locked by another installation; give it again', { feed: name })
    const rows = await readFeeds(db, lock, unreadable)
    for (const { row } of this.feeds()) if (!rows.some(({ id }) => id === row.id)) await this.#drop(row.id)
    for (const row of rows)
      if (this.#running.get(row.id)?.row.version !== row.version) await this.#replace(row)
  }

  /** Updates a feed; reconnects it if its connection changed. */
  async #replace(row: FeedRow) {
    const before = this.#running.get(row.id)
    if (before !== undefined && sameConnection(before.row, row)) return Object.assign(before.row, row)
    await before?.stop()
    this.#begin(this.#adopt(row))
  }

  async #drop(id: string) {
    const feed = this.#running.get(id)
    await feed?.stop()
    this.#running.delete(id)
    if (feed !== undefined) this.#byNumber[feed.row.number] = undefined
  }

  #adopt(row: FeedRow): RunningFeed {
    const feed = new RunningFeed(row, CONNECTORS[row.kind], {
      ...this.#needs,
      site: row.origin === 'config' ? { ...this.#needs.site, reach: FREE } : this.#needs.site,
      accepting: () => !this.#isPaused,
    })
    this.#running.set(row.id, feed)
    this.#byNumber[row.number] = feed
    return feed
  }

  #begin(feed: RunningFeed) {
    if (this.#isHeld && feed.row.enabled) feed.start()
  }

  /** Pauses or resumes the transports; called often. */
  balance(): void {
    const pressed = this.#needs.isPressed()
    if (pressed === this.#isPaused) return
    this.#isPaused = pressed
    for (const feed of this.#running.values()) {
      if (pressed) feed.pause()
      else feed.resume()
    }
  }

  async #insert(order: FeedOrder, origin: FeedRow['origin']): Promise<FeedRow> {
    const { db, clock, lock } = this.#needs
    const at = new Date(clock.now())
    return insertFeed(db, lock, {
      id: ulid(clock.now()),
      version: 1,
      origin,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      ...(await this.#columns(order)),
    })
  }

  async #change(id: string, version: number, order: FeedOrder): Promise<FeedRow | undefined> {
    const { db, clock, lock } = this.#needs
    const updated_at = new Date(clock.now())
    return changeFeed(db, lock, id, version, { ...(await this.#columns(order)), updated_at })
  }

  async #columns(order: FeedOrder) {
    const source = await this.#needs.sources.sourceNamed(
      order.source,
      bringsAircraft(order.kind) ? 'ADSB' : 'AIS_T',
    )
    return {
      name: order.name,
      kind: order.kind,
      address: order.address,
      source_id: source.number,
      priority: order.priority,
      trust: order.trust,
      expected_interval_s: order.expectedIntervalS,
      options: order.options,
      stations: order.stations,
      secret: order.secret,
      enabled: order.enabled,
    }
  }
}

/** True when the connection may stay as it is: only rank, name or interval differ. */
function sameConnection(one: FeedRow, other: FeedRow): boolean {
  const connection = (row: FeedRow) =>
    JSON.stringify([row.kind, row.address, row.source_id, row.options, row.secret, row.enabled])
  return connection(one) === connection(other)
}
