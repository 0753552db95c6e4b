/**
 * Measures live rules: different rules of all condition kinds across 20,000 vessels that send 400 fixes a second over
 * a socket to the built product, beside all its other work. Measures the time from writing a sentence to the stored
 * hit, the cost, and how long the server's event loop stood still. Needs a build. `npm run bench -- lag [--rules=500]
 * [--ships=20000] [--seconds=180] [--node=--cpu-prof]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedServer } from '@samudra/sim/tcp'
import { sql } from 'kysely'
import { foldersOf } from '../server/src/compose.ts'
import { joinEmbedded } from '../server/src/platform/engines/embedded/embedded-postgres.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { root } from './engines.ts'
import { cpuSecondsBelow, cpuSecondsOf, residentMb } from './processes.ts'
import { startProduct } from './product.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'
import { listenFeed, makeRules, RuleSea } from './rule-sea.ts'

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
const LOOK_MS = 20
const { migrationsFolder } = foldersOf(root)
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
const data = path.join(folder, 'data')

// Two more vessels show that rules are at work before anything is measured.
const sea = new RuleSea(SHIPS)

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

/** A ship comes to be faster than any. */
function mark(feed: FeedServer, lags: Lags, n: number): void {
  const at = Date.now()
  const { mmsi, lines } = sea.mark(n, at)
  feed.send(lines)
  lags.note(mmsi, at)
}

/** Writes the fleet for so long, with a ship that comes to be too fast now and then. */
async function sendAll(feed: FeedServer, lags: Lags): Promise<void> {
  const began = performance.now()
  for (let sent = 0, marks = 0; ; await sleep(WRITE_MS)) {
    const ms = performance.now() - began
    const at = Date.now()
    const lines: string[] = []
    for (; sent < (ms / 1000) * FIXES_PER_S; sent++) lines.push(...sea.next(at))
    if (lines.length > 0) feed.send(lines)
    for (; marks < Math.min(MARKED, ms / MARK_MS); marks++) mark(feed, lags, marks + 2)
    if (ms >= SECONDS * 1000) return
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 900_000; Date.now() < end; await sleep(200)) if (await holds()) return
  throw new Error(`${what} did not come to be`)
}

async function measure(ruleId: string) {
  const { feed, address, isConnected } = await listenFeed()
  const probe = path.join(import.meta.dirname, 'loop-delay.mjs')
  const product = await startProduct(data, ['--feed', address], ['--import', probe, ...NODE])
  const joined = (await joinEmbedded({ dataFolder: data, migrationsFolder }))!
  try {
    await until('a connection', isConnected)
    const lags = new Lags(joined.db, ruleId)
    const isFound = async (n: number) => {
      mark(feed, lags, n)
      await until('a hit', async () => {
        // A feed that sends nothing for long is treated as dead.
        feed.send(sea.next(Date.now()))
        await lags.look()
        return lags.waiting === 0
      })
    }
    // Rules are at work, and later what they find of ships they meet is stored, before anything is measured.
    await isFound(0)
    // Twenty minutes apart: each vessel is due to be saved, and is within the measured period.
    for (const at of [Date.now() - 20 * 60_000, Date.now()]) await sea.meet(feed, at)
    await isFound(1)
    lags.lags.length = 0
    await product.query('SIGUSR2', /loop delay: (.*)/)
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
    const loop = JSON.parse(await product.query('SIGUSR2', /loop delay: (.*)/)) as Loop
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
  const { lags, lost, share, mb, loop, rules, hits, states } = await measure(
    await makeRules({ data, migrationsFolder }, RULES),
  )
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
