/** A sea of ships that send through a socket, and rules of all kinds over them, as people make them. */
import { once } from 'node:events'
import net from 'node:net'
import { createRule } from '@samudra/contract/rule-keeping'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { asksOfPairs } from '@samudra/rules/asked'
import { Dice } from '@samudra/sim/dice'
import { sql } from 'kysely'
import { embeddedPostgres } from '../server/src/engines/embedded/postgres.ts'
import { query } from '../server/src/needs/query.ts'
import { callerOf, startProduct } from './product.ts'
import { drawWays, rareConditions, sailOn, type Way } from './rule-fleet.ts'

const FAST_KN = 55
const FIRST_SHIP = 419_000_000
const FIRST_MARKED = 538_000_000
/** A tenth of the ships is where the zones of the rules are, the others off India. */
const CROWDED = { south: 7.3, north: 8.7, west: 75.3, east: 76.7 }
const WIDE = { south: -5, north: 22, west: 55, east: 92 }

function draft(name: string, when: RuleNode, actions?: RuleDraft['actions']) {
  const isOfPairs = asksOfPairs(when)
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

const mmsiOf = (ship: number) => FIRST_SHIP + ship
const markedOf = (n: number) => FIRST_MARKED + n

/** Ships that sail on from fix to fix, and some that come to be faster than any other when they are marked. */
export class RuleSea {
  readonly ships: number
  readonly marked: number
  readonly #dice = new Dice(3)
  readonly #ways: Way[]
  readonly #marked: Way[]
  readonly #sentAt: Float64Array
  #next = 0

  constructor(ships: number, marked: number) {
    this.ships = ships
    this.marked = marked
    const crowded = drawWays(this.#dice, Math.ceil(ships / 10), CROWDED)
    this.#ways = [...crowded, ...drawWays(this.#dice, ships, WIDE)].slice(0, ships)
    this.#marked = drawWays(this.#dice, marked, WIDE)
    this.#sentAt = new Float64Array(ships)
  }

  /** The next fix of the next ship. */
  next(at: number): string[] {
    const ship = this.#next++ % this.ships
    if (this.#sentAt[ship]! > 0) sailOn(this.#dice, this.#ways[ship]!, at - this.#sentAt[ship]!)
    this.#sentAt[ship] = at
    return sentence(mmsiOf(ship), this.#ways[ship]!, at)
  }

  /** A fix of every ship, also of those that will be marked. */
  *all(at: number): Iterable<string[]> {
    for (let n = 0; n < this.ships; n++) yield this.next(at)
    for (let n = 0; n < this.marked; n++) yield sentence(markedOf(n), this.#marked[n]!, at)
  }

  /** A ship comes to be faster than any. */
  mark(n: number, at: number): { mmsi: number; lines: string[] } {
    return { mmsi: markedOf(n), lines: sentence(markedOf(n), { ...this.#marked[n]!, sog: FAST_KN }, at) }
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

/** A feed: whoever connected last hears what is written. */
export class Feed {
  #socket: net.Socket | null = null
  readonly #server = net.createServer((socket) => {
    this.#socket = socket
    socket.on('error', () => undefined)
  })
  /** Its address, as a product is told it. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `nmea-tcp://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}?source=BENCH`
  }
  get isConnected(): boolean {
    return this.#socket !== null
  }
  write(lines: readonly string[]): void {
    this.#socket!.write(`${lines.join('\r\n')}\r\n`)
  }
  close(): void {
    this.#server.close()
  }
}
