/** The one search box over 200,000 named contacts: each key of a query, right and misspelt, while names keep changing. */
import { performance } from 'node:perf_hooks'
import { sightOf } from '../server/src/kernel/sight.ts'
import { fixBatch } from '../server/src/sea/fix-batch.ts'
import type { StaticReport } from '../server/src/sea/topics.ts'
import type { Caller } from '../server/src/kernel/caller.ts'
import { queryOf } from '../server/src/sea/name-search.ts'
import { finder } from '../server/src/picture/finds.ts'
import { Picture } from '../server/src/picture/picture.ts'
import { ONE_SOURCE } from './made.ts'
import { printTable, printTarget, quantile, sized } from './report.ts'

const CONTACTS = sized(200_000, 2000)
const QUERIES = sized(600, 20)
const PARTS = [
  'AL',
  'MATSYA',
  'OCEAN',
  'STAR',
  'EVER',
  'LUCKY',
  'SAGAR',
  'PEARL',
  'NOOR',
  'KING',
  'BAY',
  'QUEEN',
  'GLORY',
  'WAN',
  'HAI',
]
const PORTS = ['INCOK', 'COLOMBO', 'SGSIN', 'JEBEL ALI', 'MOMBASA', 'MVMLE', 'FUJAIRAH']

let seed = 7
const dice = (sides: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return (seed >>> 8) % sides
}

function report(mmsi: number): StaticReport {
  const name = `${PARTS[dice(PARTS.length)]} ${PARTS[dice(PARTS.length)]} ${dice(999)}`
  return {
    mmsi,
    type: 5,
    source: 0,
    recTime: Date.now(),
    observedAt: Date.now(),
    name,
    callSign: `VT${dice(9999)}`,
    imo: 9_000_000 + dice(900_000),
    shipType: dice(99),
    aidType: null,
    toBow: 100,
    toStern: 20,
    toPort: 10,
    toStarboard: 10,
    eta: null,
    draught: 80,
    destination: PORTS[dice(PORTS.length)]!,
  }
}

const picture = new Picture(ONE_SOURCE)
const batch = fixBatch(1)
batch.count = 1
for (let n = 0; n < CONTACTS; n++) {
  batch.mmsi[0] = 200_000_000 + n * 2551
  batch.observedAt[0] = batch.recTime[0] = Date.now()
  batch.lat[0] = (dice(100) - 50) * 1e6
  batch.lon[0] = (dice(300) - 150) * 1e6
  batch.fixId[0] = n + 1
  batch.type[0] = 1
  picture.apply(batch)
  picture.applyStatic(report(200_000_000 + n * 2551))
}
const caller = { sight: sightOf(['*'], '*') } as unknown as Caller
const { vessels, destinations } = finder({ picture, names: ONE_SOURCE })
/** The search of a chart: of what answers as well, the nearest first. */
const HERE = { lat: 10, lon: 75 }
const held = vessels(queryOf('MATSYA'), caller, 10, HERE)

/** What the index replaces: every contact's texts held against the query. */
function plainScan(query: string): number {
  let found = 0
  for (let id = 0; id < picture.store.used; id++)
    for (const field of ['name', 'callSign', 'destination'] as const)
      if (picture.statics.text(id, field)?.toUpperCase().includes(query) === true) found++
  return found
}

const slip = (text: string) => {
  const at = 1 + dice(text.length - 2)
  return text.slice(0, at) + text.slice(at + 1)
}
const times: Record<string, number[]> = { right: [], misspelt: [], number: [], scan: [] }
const timed = (kind: keyof typeof times, work: () => unknown) => {
  const from = performance.now()
  work()
  times[kind]!.push(performance.now() - from)
}
for (let n = 0; n < QUERIES; n++) {
  // A full sea renames a few ships between any two keys.
  for (let i = 0; i < 20; i++) picture.applyStatic(report(200_000_000 + dice(CONTACTS) * 2551))
  const name = `${PARTS[dice(PARTS.length)]} ${PARTS[dice(PARTS.length)]}`
  const search = (q: string) => {
    const query = queryOf(q)
    vessels(query, caller, 12, HERE)
    destinations(query, caller, 3)
  }
  timed('right', () => search(name.slice(0, 2 + dice(name.length - 1))))
  timed('misspelt', () => search(slip(`${name} ${dice(999)}`)))
  timed('number', () => search(String(200_000_000 + dice(CONTACTS) * 2551).slice(0, 3 + dice(7))))
  if (n % 10 === 0) timed('scan', () => plainScan(name))
}
printTable(
  `search over ${CONTACTS.toLocaleString('en')} contacts (${held.length} found for MATSYA), milliseconds`,
  ['query', 'p50', 'p95', 'worst'],
  Object.entries(times).map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    return [
      kind,
      quantile(sorted, 0.5).toFixed(1),
      quantile(sorted, 0.95).toFixed(1),
      sorted.at(-1)!.toFixed(1),
    ]
  }),
)
const everything = [...times['right']!, ...times['misspelt']!, ...times['number']!].toSorted((a, b) => a - b)
printTarget('search p95, ms', quantile(everything, 0.95), { below: 150 })
