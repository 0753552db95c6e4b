/** A sea of ships that send through a socket, and rules of all kinds over them, as people make them. */
import { setTimeout } from 'node:timers/promises'
import { createRule } from '@samudra/contract/rule-keeping'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { needsPairs } from '@samudra/rules/plans/condition-needs'
import { Dice } from '@samudra/sim/dice'
import { FeedServer } from '@samudra/sim/tcp'
import { sql } from 'kysely'
import { embeddedPostgres } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { startProduct } from './product.ts'
import { callerOf } from '../server/testing/servers/caller-of.ts'
import { drawWays, rareConditions, sailOn, type Way } from './rule-fleet.ts'

const FAST_KN = 55
const FIRST_SHIP = 419_000_000
/** A tenth of the ships is where the zones of the rules are, the others off India. */
const CROWDED = { south: 7.3, north: 8.7, west: 75.3, east: 76.7 }
const WIDE = { south: -5, north: 22, west: 55, east: 92 }

function draft(name: string, when: RuleNode, actions?: RuleDraft['actions']) {
  const isOfPairs = needsPairs(when)
  return {
    name,
    description: '',
    severity: 'HIGH' as const,
    category: 'AIS_BEHAVIOUR',
    visibility: 'PRIVATE' as const,
    subject: isOfPairs ? ('PAIR' as const) : ('VESSEL' as const),
    when,
    ...(actions !== undefined && { actions }),
    dedupe: { key: [isOfPairs ? ('pair' as const) : ('mmsi' as const)], window_min: 0 },
    limits: { max_hits_per_hour: 100_000 },
    allowed_lateness_min: 15,
    exclude_in_port: false,
    require_coverage: false,
  }
}

type Folders = { data: string; migrationsFolder: string }
/**
 * So many rules, as if each had been looked at and enabled, in a new data folder. Answers the one that a ship meets that is
 * marked; `actions` are what that one does.
 */
export async function makeRules(
  { data, migrationsFolder }: Folders,
  count: number,
  actions?: RuleDraft['actions'],
): Promise<string> {
  const product = await startProduct(data)
  let timed: { id: string }
  try {
    const call = await callerOf(product.base)
    for (const [n, when] of rareConditions(count - 1).entries())
      await call(createRule, draft(`rule ${n}`, when))
    const fast: RuleNode = { k: 'attr', field: 'sog', cmp: 'gt', value: FAST_KN - 5 }
    timed = await call(createRule, draft('timed', fast, actions))
  } finally {
    await product.stop()
  }
  const database = await embeddedPostgres({ dataFolder: data, migrationsFolder })
  await sql`update objects set body = jsonb_set(body, '{status}', '"ENABLED"') where type = 'rule'`.execute(
    query(database.db),
  )
  await database.close()
  return timed.id
}

/** So many fixes are sent in one go, and then a pause is made. */
const [AT_ONCE, PAUSE_MS] = [500, 10]
const mmsiOf = (ship: number) => FIRST_SHIP + ship

/** Ships that sail on from fix to fix; those that are marked say once that they are faster than any other. */
export class RuleSea {
  readonly ships: number
  readonly #dice = new Dice(3)
  readonly #ways: Way[]
  readonly #sentAt: Float64Array
  #next = 0

  constructor(ships: number) {
    this.ships = ships
    const crowded = drawWays(this.#dice, Math.ceil(ships / 10), CROWDED)
    this.#ways = [...crowded, ...drawWays(this.#dice, ships, WIDE)].slice(0, ships)
    this.#sentAt = new Float64Array(ships)
  }

  /** The next fix of the next ship. */
  next(at: number): string[] {
    const ship = this.#next++ % this.ships
    return sentence(mmsiOf(ship), this.#wayAt(ship, at), at)
  }

  /** Sends a fix of every ship; a client that is slow is waited for. */
  async meet(feed: FeedServer, at: number): Promise<void> {
    for (let n = 0; n < this.ships; n++) {
      feed.send(this.next(at))
      if (n % AT_ONCE === 0) await setTimeout(PAUSE_MS)
    }
  }

  /** Returns a report of the n-th vessel from the last, with a speed above any other vessel. */
  mark(n: number, at: number): { mmsi: number; lines: string[] } {
    const ship = this.ships - 1 - n
    if (ship < 0) throw new RangeError(`of ${this.ships} ships ${n + 1} cannot be marked`)
    const way = { ...this.#wayAt(ship, at), sog: FAST_KN }
    return { mmsi: mmsiOf(ship), lines: sentence(mmsiOf(ship), way, at) }
  }

  #wayAt(ship: number, at: number): Way {
    if (this.#sentAt[ship]! > 0) sailOn(this.#dice, this.#ways[ship]!, at - this.#sentAt[ship]!)
    this.#sentAt[ship] = at
    return this.#ways[ship]!
  }
}

const sentence = (mmsi: number, { lat, lon, sog, cog }: Way, at: number) =>
  encodePosition(
    {
      mmsi,
      lat,
      lon,
      sog,
      cog,
      trueHeading: Math.floor(cog),
      navStatus: 0,
      second: new Date(at).getUTCSeconds(),
    },
    { tagBlock: { s: 'BENCH', c: at } },
  )

/**
 * Starts a feed of such vessels; returns its address as a product takes it, and a function that is true once it is
 * connected.
 */
export async function listenFeed() {
  let isConnected = false
  const feed = new FeedServer(() => void (isConnected = true))
  const address = `nmea-tcp://127.0.0.1:${await feed.listen(0)}?source=BENCH`
  return { feed, address, isConnected: async () => isConnected }
}
