/**
 * A month of the simulated sea through the product as it is built, on the engine it brings: fixes stored as they would have
 * been, then the server started over them; how long until it has looked through all of them, and how right the port calls
 * are that it tells, beside what the ships sailed. Needs a build.
 * `npm run bench -- month [--days=30] [--every=60] [--data=folder that is kept]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJobs } from '@samudra/contract/jobs'
import { getPortOfCalls, type PortCall } from '@samudra/contract/port-calls'
import { chanceOf, Dice } from '@samudra/sim/dice'
import { anInstant, stateAt } from '@samudra/sim/motion'
import { trueCalls, type TrueCall } from '@samudra/sim/port-days'
import { isSilent } from '@samudra/sim/reports'
import { createSea } from '@samudra/sim/sea'
import { sql } from 'kysely'
import { foldersOf } from '../server/src/compose.ts'
import { embeddedPostgres } from '../server/src/engines/embedded/postgres.ts'
import { Compactor } from '../server/src/history/chunks/compactor.ts'
import { deriveFrom } from '../server/src/history/derived/derive.sql.ts'
import { ensurePartitions } from '../server/src/history/record/partitions.sql.ts'
import { storePortion } from '../server/src/history/record/record.sql.ts'
import { Recorder } from '../server/src/history/record/recorder.ts'
import { silentLog } from '../server/src/kernel/log.ts'
import type { Db } from '../server/src/needs/database.ts'
import { query } from '../server/src/needs/query.ts'
import { fixBatch, NONE16 } from '../server/src/sea/fix-batch.ts'
import { root } from './engines.ts'
import { callerOf, startProduct, type Call } from './product.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'

const DAYS = Number(option('days', String(sized(30, 1))))
const EVERY_MS = Number(option('every', sized('60', '900'))) * 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const end = Math.floor(Date.now() / HOUR) * HOUR
const from = end - DAYS * DAY
const fleet = createSea({ scenario: 'port-calls', seed: 3, startAt: from }).ships.filter(
  ({ kind }) => kind === 'A' || kind === 'B',
)
const lost = Number(option('lost', '0'))

const here = anInstant()
const dice = new Dice(9)
const batch = fixBatch(8192)
let lastId = 0

/** One fix of a ship as a receiver hears it: places scatter, a ship that lies shows some speed, every fifth crew never touches the status. */
function write(ship: (typeof fleet)[number], at: number) {
  stateAt(ship.motion, at, here)
  const scatter = () => (dice.next() + dice.next() + dice.next() - 1.5) * 0.0003
  const isLying = here.sog < 0.5
  const sog = isLying ? dice.next() * (here.navStatus === 5 ? 0.4 : 0.95) : here.sog
  const i = batch.count++
  batch.fixId[i] = lastId = Math.max(lastId + 1, (at + 300) * 1024)
  batch.mmsi[i] = ship.mmsi
  batch.recTime[i] = at + 300
  batch.observedAt[i] = at
  batch.lat[i] = Math.round((here.lat + scatter()) * 1e6)
  batch.lon[i] = Math.round((here.lon + scatter()) * 1e6)
  batch.sog[i] = Math.round(sog * 10)
  batch.cog[i] = isLying ? NONE16 : Math.round(here.cog * 10) % 3600
  batch.heading[i] = NONE16
  batch.rot[i] = -128
  batch.navStatus[i] = ship.index % 5 === 0 ? 0 : here.navStatus
  batch.type[i] = 1
  batch.bits[i] = 16
  batch.feed[i] = batch.source[i] = 1
  batch.station[i] = 1
}

async function store(db: Db): Promise<number> {
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'Coast')`.execute(query(db))
  const recorder = new Recorder((portion) => storePortion(db, portion), silentLog)
  const compactor = new Compactor(db, silentLog)
  for (let hour = from; hour < end; hour += HOUR) {
    await ensurePartitions(db, hour)
    for (let at = hour; at < hour + HOUR; at += EVERY_MS)
      for (const ship of fleet) {
        if (isSilent(ship, at) || chanceOf(9, ship.index, at) < lost) continue
        if (batch.count === batch.capacity) {
          recorder.record(batch)
          batch.count = 0
        }
        write(ship, at + ship.index * 50)
      }
    recorder.record(batch)
    batch.count = 0
    await recorder.flush()
    await deriveFrom(db, (hour + HOUR - 1) * 1024)
    if ((hour - from) % DAY === DAY - HOUR) await compactor.run(hour - 6 * HOUR)
  }
  await sql`vacuum (analyze) fixes, fix_chunks, fix_keyframes`.execute(query(db))
  return recorder.stored
}

async function load(data: string) {
  const database = await embeddedPostgres({
    dataFolder: data,
    migrationsFolder: foldersOf(root).migrationsFolder,
  })
  try {
    await database.migrate()
    return await store(database.db)
  } finally {
    await database.close()
  }
}

async function allCalls(call: Call): Promise<PortCall[]> {
  const calls: PortCall[] = []
  let cursor: string | undefined
  do {
    const page = await call(getPortOfCalls, { limit: 200, ...(cursor === undefined ? {} : { cursor }) })
    calls.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return calls.filter(({ state }) => state === 'ANCHORED' || state === 'BERTHED' || state === 'DEPARTED')
}

const at = (instant: string | null) => (instant === null ? Infinity : Date.parse(instant))
const isOf = (found: PortCall, mmsi: string, real: TrueCall) =>
  found.mmsi === mmsi &&
  found.port_id === real.code &&
  Math.min(at(found.berthed_at), at(found.anchored_at)) < real.to + HOUR &&
  at(found.departed_at) > real.from

/** Of the ships that call at ports by a plan; who lies in one all the time is there rightly, and no call of theirs. */
function judge(calls: readonly PortCall[]) {
  let [real, told, met, right] = [0, 0, 0, 0]
  for (const ship of fleet) {
    if (ship.motion.kind !== 'plan') continue
    const mmsi = String(ship.mmsi)
    const mine = calls.filter((call) => call.mmsi === mmsi)
    const sailed = trueCalls(ship.motion, from + 12 * HOUR, end - 12 * HOUR)
    const edges = trueCalls(ship.motion, from - 100 * HOUR, end + 100 * HOUR)
    real += sailed.length
    told += mine.length
    met += sailed.filter((one) => mine.filter((call) => isOf(call, mmsi, one)).length === 1).length
    right += mine.filter((call) => edges.some((one) => isOf(call, mmsi, one))).length
  }
  return { real, told, precision: right / told, recall: met / real }
}

const kept = option('data', '')
const data =
  kept === '' ? path.join(mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-')), 'data') : path.resolve(kept)
try {
  let began = performance.now()
  const stored = await load(data)
  const loadS = (performance.now() - began) / 1000
  began = performance.now()
  const product = await startProduct(data)
  const startS = (performance.now() - began) / 1000
  try {
    const call = await callerOf(product.base)
    let longest = 0
    for (let isDone = false; !isDone; await sleep(500)) {
      const asked = performance.now()
      const { items } = await call(getJobs, {})
      longest = Math.max(longest, performance.now() - asked)
      const follow = items.find(({ name }) => name === 'port-calls.follow')
      isDone = follow?.ended_at != null && follow.state !== 'RUNNING'
    }
    const throughS = (performance.now() - began) / 1000
    const calls = await allCalls(call)
    const { real, told, precision, recall } = judge(calls)
    printTable(
      `${DAYS} days, ${fleet.length} ships, ${whole(stored)} fixes`,
      ['', 'figure'],
      [
        ['stored in, s', loadS.toFixed(0)],
        ['ready after, s', startS.toFixed(1)],
        ['looked through after, s', throughS.toFixed(1)],
        ['slowest answer meanwhile, ms', longest.toFixed(0)],
        ['calls told', whole(calls.length)],
        ['of ships that sail by a plan', whole(told)],
        ['calls sailed', whole(real)],
        ['precision', precision.toFixed(3)],
        ['recall', recall.toFixed(3)],
      ],
    )
    if (DAYS > 2) {
      printTarget('precision of port calls', precision, { atLeast: 0.98 })
      printTarget('recall of port calls', recall, { atLeast: 0.98 })
    }
  } finally {
    await product.stop()
  }
} finally {
  if (kept === '') rmSync(path.dirname(data), { recursive: true, force: true })
}
