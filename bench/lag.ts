/**
 * Rules live: different rules of all kinds of conditions over 20,000 ships that send 400 fixes a second to the product as it is
 * built, over a socket, beside everything else it does; from the writing of a sentence to the hit that is stored. With what
 * it costs, and for how long the event loop of the server stood still. Needs a build.
 * `npm run bench -- lag [--rules=500] [--ships=20000] [--seconds=180] [--node=--cpu-prof]`
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRule } from '@samudra/contract/rule-keeping'
import type { RuleNode } from '@samudra/contract/rules'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { asksOfPairs } from '@samudra/rules/asked'
import { Dice } from '@samudra/sim/dice'
import { sql } from 'kysely'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres, joinEmbedded } from '../server/src/engines/embedded/postgres.ts'
import type { Db } from '../server/src/needs/database.ts'
import { query } from '../server/src/needs/query.ts'
import { root } from './engines.ts'
import { cpuSecondsBelow, cpuSecondsOf, residentMb } from './processes.ts'
import { callerOf, startProduct } from './product.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'
import { drawWays, rareConditions, sailOn, type Way } from './rule-fleet.ts'

const RULES = Number(option('rules', sized('500', '20')))
const SHIPS = Number(option('ships', sized('20000', '200')))
const SECONDS = Number(option('seconds', sized('180', '3')))
const NODE = option('node', '')
  .split(',')
  .filter((one) => one !== '')
const FIXES_PER_S = sized(400, 100)
const WRITE_MS = 50
/** A ship that comes to be faster than any other, so often. */
const MARK_MS = 250
const MARKED = Math.ceil((SECONDS * 1000) / MARK_MS)
const FAST_KN = 55
const FIRST_MARKED = 538_000_000
const LOOK_MS = 20
/** A tenth of the ships is where the zones of the rules are, the others off India. */
const CROWDED = { south: 7.3, north: 8.7, west: 75.3, east: 76.7 }
const WIDE = { south: -5, north: 22, west: 55, east: 92 }
const { migrationsFolder } = foldersOf(root)
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
const data = path.join(folder, 'data')

const draft = (name: string, when: RuleNode) => ({
  name,
  description: '',
  severity: 'HIGH' as const,
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE' as const,
  subject: asksOfPairs(when) ? ('PAIR' as const) : ('VESSEL' as const),
  when,
  dedupe: { key: [asksOfPairs(when) ? ('pair' as const) : ('mmsi' as const)], window_min: 0 },
  limits: { max_hits_per_hour: 100_000 },
  allowed_lateness_min: 15,
  exclude_in_port: false,
  require_coverage: false,
})

/** Rules as people make them; as if each had been looked at and enabled. Answers the one whose hits are timed. */
async function makeRules(): Promise<string> {
  const product = await startProduct(data)
  let timed: { id: string }
  try {
    const call = await callerOf(product.base)
    for (const [n, when] of rareConditions(RULES - 1).entries())
      await call(createRule, draft(`rule ${n}`, when))
    timed = await call(createRule, draft('timed', { k: 'attr', field: 'sog', cmp: 'gt', value: FAST_KN - 5 }))
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

const dice = new Dice(3)
const ways = [...drawWays(dice, Math.ceil(SHIPS / 10), CROWDED), ...drawWays(dice, SHIPS, WIDE)].slice(
  0,
  SHIPS,
)
const marked = drawWays(dice, MARKED + 2, WIDE)
const sentAt = new Float64Array(SHIPS)
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
let next = 0
function nextSentence(at: number): string[] {
  const ship = next++ % SHIPS
  if (sentAt[ship]! > 0) sailOn(dice, ways[ship]!, at - sentAt[ship]!)
  sentAt[ship] = at
  return sentence(419_000_000 + ship, ways[ship]!, at)
}

/** From the writing of a sentence to its hit as another connection reads it, ms. */
class Lags {
  readonly lags: number[] = []
  readonly #written = new Map<number, number>()
  readonly #db: Db
  readonly #ruleId: string
  constructor(db: Db, ruleId: string) {
    this.#db = db
    this.#ruleId = ruleId
  }
  note(mmsi: number, at: number): void {
    this.#written.set(mmsi, at)
  }
  get waiting(): number {
    return this.#written.size
  }
  async look(): Promise<void> {
    if (this.#written.size === 0) return
    const { rows } = await sql<{ mmsi: number }>`select mmsi from rule_results where rule_id = ${this.#ruleId}
      and mmsi = any(${[...this.#written.keys()]}::int[])`.execute(query(this.#db))
    for (const { mmsi } of rows) {
      this.lags.push(Date.now() - this.#written.get(mmsi)!)
      this.#written.delete(mmsi)
    }
  }
}

/** Whoever connected last hears what is written. */
class Feed {
  #socket: net.Socket | null = null
  readonly #server = net.createServer((socket) => {
    this.#socket = socket
    socket.on('error', () => undefined)
  })
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as net.AddressInfo).port
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

/** A ship comes to be faster than any. */
function mark(feed: Feed, lags: Lags, n: number): void {
  const at = Date.now()
  feed.write(sentence(FIRST_MARKED + n, { ...marked[n]!, sog: FAST_KN }, at))
  lags.note(FIRST_MARKED + n, at)
}

/** Writes the fleet for so long, with a ship that comes to be too fast now and then. */
async function sendAll(feed: Feed, lags: Lags): Promise<void> {
  const began = performance.now()
  for (let sent = 0, marks = 0; ; await sleep(WRITE_MS)) {
    const ms = performance.now() - began
    const at = Date.now()
    const lines: string[] = []
    for (; sent < (ms / 1000) * FIXES_PER_S; sent++) lines.push(...nextSentence(at))
    if (lines.length > 0) feed.write(lines)
    for (; marks < Math.min(MARKED, ms / MARK_MS); marks++) mark(feed, lags, marks + 2)
    if (ms >= SECONDS * 1000) return
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 900_000; Date.now() < end; await sleep(200)) if (await holds()) return
  throw new Error(`${what} did not come to be`)
}

async function measure(ruleId: string) {
  const feed = new Feed()
  const port = await feed.listen()
  const probe = path.join(import.meta.dirname, 'loop-delay.mjs')
  const product = await startProduct(
    data,
    ['--feed', `nmea-tcp://127.0.0.1:${port}?source=BENCH`],
    ['--import', probe, ...NODE],
  )
  const joined = (await joinEmbedded({ dataFolder: data, migrationsFolder }))!
  try {
    await until('a connection', async () => feed.isConnected)
    const lags = new Lags(joined.db, ruleId)
    const isFound = async (n: number) => {
      mark(feed, lags, n)
      await until('a hit', async () => {
        // A feed that says nothing for long is taken for a dead one.
        feed.write(nextSentence(Date.now()))
        await lags.look()
        return lags.waiting === 0
      })
    }
    // Rules are at work, and later what they find of ships they meet is stored, before anything is measured.
    await isFound(0)
    // Twenty minutes apart: each ship is due to be kept, and is within what is measured.
    for (const at of [Date.now() - 20 * 60_000, Date.now()]) {
      for (let n = 0; n < SHIPS; n++) feed.write(nextSentence(at))
      for (let n = 0; n < MARKED + 2; n++) feed.write(sentence(FIRST_MARKED + n, marked[n]!, at))
    }
    await isFound(1)
    lags.lags.length = 0
    await product.asked('SIGUSR2', /loop delay: (.*)/)
    const cpu = () => [cpuSecondsOf(product.pid), cpuSecondsBelow(product.pid)]
    const before = cpu()
    const sendingAt = performance.now()
    let isOver = false
    const looking = (async () => {
      for (; !isOver || lags.waiting > 0; await sleep(LOOK_MS)) await lags.look()
    })()
    await sendAll(feed, lags)
    isOver = true
    const after = cpu()
    const share = after.map((seconds, n) => ((seconds - before[n]!) * 1000) / (performance.now() - sendingAt))
    const mb = residentMb(product.pid)
    const loop = JSON.parse(await product.asked('SIGUSR2', /loop delay: (.*)/)) as Loop
    await Promise.race([looking, sleep(60_000, undefined, { ref: false })])
    const { rows } = await sql<{ rules: number; hits: number; states: number }>`
      select (select count(*)::int from objects where type = 'rule' and body ->> 'status' = 'ENABLED') as rules,
        (select count(*)::int from rule_results) as hits, (select count(*)::int from rule_states) as states`.execute(
      query(joined.db),
    )
    return { lags: lags.lags.sort((a, b) => a - b), lost: lags.waiting, share, mb, loop, ...rows[0]! }
  } finally {
    await joined.close()
    await product.stop()
    feed.close()
  }
}
type Loop = { p50: number; p99: number; most: number; utilization: number }

try {
  const { lags, lost, share, mb, loop, rules, hits, states } = await measure(await makeRules())
  const load = os.loadavg()[0]!.toFixed(1)
  printTable(
    `${whole(rules)} rules, ${whole(SHIPS)} ships, ${FIXES_PER_S} fixes a second for ${SECONDS} s (load ${load})`,
    ['', 'figure'],
    [
      ['sentence to stored hit, p50, ms', whole(quantile(lags, 0.5))],
      ['p95, ms', whole(quantile(lags, 0.95))],
      ['p99, ms', whole(quantile(lags, 0.99))],
      ['most, ms', whole(lags.at(-1) ?? Number.NaN)],
      ['hits timed, and not found', `${lags.length}, ${lost}`],
      ['the event loop stood still, p50, ms', loop.p50.toFixed(1)],
      ['p99, ms', loop.p99.toFixed(1)],
      ['most, ms', loop.most.toFixed(1)],
      ['of the time it was busy, %', (loop.utilization * 100).toFixed(1)],
      ['server, % of a core', (share[0]! * 100).toFixed(1)],
      ['database, % of a core', (share[1]! * 100).toFixed(1)],
      ['memory of the server, MB', whole(mb)],
      ['results stored, ships kept', `${whole(hits)}, ${whole(states)}`],
    ],
  )
  printTarget('sentence to stored hit, p99 seconds', quantile(lags, 0.99) / 1000, { below: 2 })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
