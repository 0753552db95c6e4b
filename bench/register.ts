/**
 * The register of ships: a table of half a million looked into, stored and searched, and a busy sea that says who it is.
 * `npm run bench -- register [--ships=500000]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { imoOf } from '../nautical/src/imo.ts'
import { DiskFiles } from '../server/src/engines/files/disk.ts'
import { PostgresJobs } from '../server/src/engines/jobs/runner.ts'
import { NOBODY, type Caller } from '../server/src/kernel/caller.ts'
import { FileStore } from '../server/src/kernel/files.ts'
import { silentLog } from '../server/src/kernel/log.ts'
import { Readers } from '../server/src/kernel/readers.ts'
import { sightOf } from '../server/src/kernel/sight.ts'
import { systemClock } from '../server/src/needs/clock.ts'
import { query } from '../server/src/needs/query.ts'
import { ClaimLog } from '../server/src/register/claim-log.ts'
import { REGISTER_FILES, RegisterImports } from '../server/src/register/import/imports.ts'
import { pageInOrder, searchPage, sortOf } from '../server/src/register/list.ts'
import { Register } from '../server/src/register/register.ts'
import type { VesselSort } from '../contract/src/register.ts'
import type { IdentitySaid } from '../server/src/sea/topics.ts'
import { embedded } from './engines.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const SHIPS = Number(option('ships', sized('500000', '4000')))
const ROUNDS = sized(150, 5)
const PARTS =
  'AL,MATSYA,OCEAN,STAR,EVER,LUCKY,SAGAR,PEARL,NOOR,KING,BAY,QUEEN,GLORY,WAN,HAI,BLUE,NORTH,MAERSK,ATLANTIC,CORAL'.split(
    ',',
  )
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

let seed = 7
const dice = (sides: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return (seed >>> 8) % sides
}
const word = () => Array.from({ length: 5 + dice(4) }, () => LETTERS[dice(26)]).join('')
/** Half of the names are of words that many ships bear. */
const nameOf = (n: number) =>
  n % 2 === 0 ? `${PARTS[dice(20)]} ${PARTS[dice(20)]} ${n % 997}` : `${PARTS[dice(20)]} ${word()}`
const names: string[] = []
function* table() {
  yield Buffer.from('imo,mmsi,ship_name,call_sign,flag,ship_type,length,beam,owner\n')
  let lines: string[] = []
  for (let n = 0; n < SHIPS; n++) {
    const name = nameOf(n)
    if (names.length < 20_000) names.push(name)
    lines.push(
      `${imoOf(100_000 + n)},${419_000_000 + n},${name},VT${n.toString(36).toUpperCase()},${n % 49 === 0 ? 'MT' : 'IN'},${n % 20 === 0 ? 'Tanker' : 'Bulk Carrier'},${100 + (n % 250)},30,Owner ${n % 5000}\n`,
    )
    if (lines.length === 1000 || n === SHIPS - 1) {
      yield Buffer.from(lines.join(''))
      lines = []
    }
  }
}

const engine = await embedded()
const { db } = engine.database
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-register-'))
const readers = new Readers()
const store = new FileStore({ db, clock: systemClock, files: new DiskFiles(folder), readers })
const jobs = new PostgresJobs({ db, clock: systemClock, log: silentLog })
const imports = new RegisterImports({
  db,
  clock: systemClock,
  log: silentLog,
  jobs,
  readers,
  files: store.kind(REGISTER_FILES),
  sourceNumber: async () => 1,
})
for (const kind of imports.jobs) jobs.define(kind)
await jobs.start()

let mostMb = 0
const watch = setInterval(() => (mostMb = Math.max(mostMb, process.memoryUsage.rss() / 2 ** 20)), 50)
const startMb = process.memoryUsage.rss() / 2 ** 20
const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const by = { userId: 'bench', username: 'bench' }
let id = ''
const checking = await seconds(async () => {
  id = (await imports.check({ name: 'ships.csv', source: 'BENCH' }, by, toAsync(table()))).id
})
async function* toAsync(parts: Iterable<Uint8Array>) {
  yield* parts
}
const storing = await seconds(async () => {
  await imports.commit(id, 'bench')
  for (let row = await imports.find(id); row.state === 'STORING'; row = await imports.find(id))
    await new Promise((resolve) => setTimeout(resolve, 50))
})
clearInterval(watch)
const { state, claims } = await imports.find(id)
if (state !== 'STORED' || claims !== SHIPS) throw new Error(`the table is ${state} with ${claims} claims`)
await sql`analyze`.execute(query(db))

const register = new Register({
  db,
  clock: systemClock,
  names: { sources: () => [{ number: 1, code: 'BENCH', name: 'BENCH' }], sourceCode: () => 'BENCH' },
})
const all: Caller = { ...NOBODY, sight: sightOf(['*'], '*') }
const slip = (text: string) => {
  const at = 1 + dice(text.length - 2)
  return text.slice(0, at) + text.slice(at + 1)
}
const aName = () => names[dice(names.length)]!
const QUERIES: Record<string, () => Promise<unknown>> = {
  'a whole name': () => find(aName()),
  'its beginning': () => find(aName().slice(0, 3 + dice(5))),
  'a word of many': () => find(PARTS[dice(20)]!),
  'two letters': () => find(LETTERS[dice(26)]! + LETTERS[dice(26)]!),
  'a word within': () => find(aName().split(' ')[1]!),
  misspelt: () => find(slip(aName())),
  'an IMO number': () => find(String(imoOf(100_000 + dice(SHIPS)))),
  'the beginning of an MMSI': () => find(String(419_000_000 + dice(SHIPS)).slice(0, 3 + dice(6))),
  'a call sign': () => find(`VT${dice(SHIPS).toString(36).toUpperCase()}`),
}
const find = (q: string) => searchPage(register, all, q, {}, null, { limit: 50 })
const rows: string[][] = []
const p95s: [string, number][] = []
async function measure(what: string, work: () => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < ROUNDS; n++) took.push((await seconds(work)) * 1000)
  const sorted = took.toSorted((a, b) => a - b)
  const p95 = quantile(sorted, 0.95)
  rows.push([what, quantile(sorted, 0.5).toFixed(1), p95.toFixed(1), sorted.at(-1)!.toFixed(1)])
  p95s.push([what, p95])
}
for (const [what, work] of Object.entries(QUERIES)) await measure(what, work)
const pageBy = (sort: VesselSort, wanted = {}) =>
  pageInOrder(register, all, wanted, sortOf(sort), { limit: 100 })
const PAGES: Record<string, () => Promise<unknown>> = {
  'first page by name': () => pageBy('name'),
  'first page of a flag': () => pageBy('name', { country: 'India' }),
  'first page of a rare flag': () => pageBy('name', { country: 'Malta' }),
  'first page of a type': () => pageBy('name', { shipTypes: [80] }),
  'first page by flag': () => pageBy('country'),
  'the longest': () => pageBy('-length'),
  'the longest of a rare flag': () => pageBy('-length', { country: 'Malta' }),
  'last heard': () => pageBy('-heard'),
  'by IMO number': () => pageBy('imo'),
  'by MMSI': () => pageBy('-mmsi'),
  'by call sign': () => pageBy('call_sign'),
}
for (const [what, work] of Object.entries(PAGES)) await measure(what, work)
printTable(`register of ${whole(SHIPS)} ships, milliseconds`, ['search', 'p50', 'p95', 'worst'], rows)

const log = new ClaimLog()
const said: IdentitySaid = {
  mmsi: 0,
  split: 0,
  source: 1,
  recTime: 1,
  observedAt: 1,
  latUdeg: 1,
  lonUdeg: 1,
  report: null,
}
const REPORTS = sized(5_000_000, 50_000)
const sea = Array.from({ length: 20_000 }, (_, n) => ({
  mmsi: 419_000_000 + n,
  type: 5,
  source: 1,
  recTime: 1,
  observedAt: 1,
  name: aName(),
  callSign: 'VTAB',
  imo: imoOf(100_000 + n),
  shipType: 70,
  aidType: null,
  toBow: 1,
  toStern: 2,
  toPort: 3,
  toStarboard: 4,
  eta: null,
  draught: 1,
  destination: 'X',
}))
const hear = (n: number) => {
  const report = sea[n % sea.length]!
  said.mmsi = report.mmsi
  said.report = report
  log.take(said)
}
for (let n = 0; n < sea.length; n++) hear(n)
const fresh = log.next(1e6).length
const heard = await seconds(async () => {
  for (let n = 0; n < REPORTS; n++) hear(n)
})
const again = log.next(1e6).length
console.log(
  `${whole(REPORTS / heard)} static reports a second that say nothing new; ${whole(again)} of ${whole(fresh)} ships were stored again`,
)
console.log(
  `looked into in ${checking.toFixed(1)} s, stored in ${storing.toFixed(1)} s: ${whole(SHIPS / storing)} rows a second`,
)
console.log(`memory ${whole(startMb)} MB before, ${whole(mostMb)} MB at most`)
printTarget('a table of ships, looked into and stored, seconds', checking + storing, { below: 60 })
printTarget('memory the import took, MB', mostMb - startMb, { below: 150 })
for (const [what, p95] of p95s) printTarget(`p95 of ${what}, ms`, p95, { below: 150 })
await jobs.stop()
readers.stop()
await engine.close()
rmSync(folder, { recursive: true, force: true })
