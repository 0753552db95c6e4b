/**
 * Entries and exits: what watching costs a fix, against all boundaries and 2,000 areas of interest; and how long the past
 * 30 days of one new area take to compute, for 20,000 vessels. `npm run bench -- visits [--ships=20000] [--every=900]`
 */
import path from 'node:path'
import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { Crossings, TAKEN } from '@samudra/nautical/crossings'
import { destinationOf } from '@samudra/nautical/geodesy'
import { circleAround } from '@samudra/nautical/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { fixReader } from '../server/src/history/read/reader.ts'
import { partsOf } from '../server/src/kernel/sight.ts'
import type { Db } from '../server/src/needs/database.ts'
import type { JobRun } from '../server/src/needs/jobs.ts'
import { inTransaction, query } from '../server/src/needs/query.ts'
import { readComputed } from '../server/src/reference/computed.ts'
import { computeBack } from '../server/src/visits/back.ts'
import type { Outline } from '../server/src/visits/outlines.ts'
import { changeZones } from '../server/src/visits/zones.sql.ts'
import { embedded } from './engines.ts'
import { HistorySea, storeOld } from './history-sea.ts'
import { diceOf } from './made.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'

const SHIPS = Number(option('ships', String(sized(20_000, 200))))
const EVERY_S = Number(option('every', '900'))
const DAYS = sized(30, 1)
const ROUNDS = sized(60, 5)
const AREAS = sized(2_000, 100)
const DAY = 86_400_000
const FROM = Date.UTC(2026, 0, 1)

const dice = diceOf(17)
const between = (least: number, most: number) => least + dice() * (most - least)

/** CPU time of this process. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function watching() {
  const computed = await readComputed(path.resolve(import.meta.dirname, '../basemap/tiles'))
  const coast = computed.areas.flatMap(({ geometry }) => partsOf(geometry).flatMap(([outline]) => outline!))
  const somewhere = () => {
    const [lon, lat] = coast[Math.floor(dice() * coast.length)]!
    return place(lat + between(-1, 1), lon + between(-1, 1))
  }
  let passed = 0
  const crossings = new Crossings(GAP_MS, () => void passed++)
  let zone = 0
  for (const { geometry } of computed.areas) crossings.putZone(zone++, partsOf(geometry))
  for (let n = 0; n < AREAS; n++)
    crossings.putZone(zone++, [[circleAround(somewhere(), between(2, 60) * METRES_PER_NM)]])
  const lats = new Float64Array(SHIPS)
  const lons = new Float64Array(SHIPS)
  const course = Float64Array.from({ length: SHIPS }, () => dice() * 360)
  for (let ship = 0; ship < SHIPS; ship++) ({ lat: lats[ship], lon: lons[ship] } = somewhere())
  const took: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    for (let ship = 0; ship < SHIPS; ship++)
      ({ lat: lats[ship], lon: lons[ship] } = destinationOf(
        place(lats[ship]!, lons[ship]!),
        course[ship]!,
        70,
      ))
    const before = cpuMs()
    for (let ship = 0; ship < SHIPS; ship++) {
      const taken = crossings.take(ship, (round + 1) * 10_000, lats[ship]!, lons[ship]!, round, 1, 120)
      if (taken !== TAKEN.YES) throw new Error(`a fix was not taken: ${taken}`)
    }
    // In the first round all of them appear; the next is for the compiler.
    if (round > 1) took.push(((cpuMs() - before) * 1e6) / SHIPS)
  }
  const perFix = median(took)
  printTable(
    `Watching ${whole(SHIPS)} ships against ${whole(computed.areas.length)} boundaries and ${whole(AREAS)} areas, a fix every ten seconds`,
    ['', 'figure'],
    [
      ['CPU ns a fix', whole(perFix)],
      ['CPU ms for 1,000 fixes', (perFix / 1000).toFixed(2)],
      ['entries and exits', whole(passed)],
      ['held, MB', (crossings.bytes / 1e6).toFixed(1)],
    ],
  )
  printTarget('CPU ms for 1,000 fixes', perFix / 1000, { below: 5 })
}

async function back(db: Db, name: string, radiusNm: number) {
  const outline: Outline = {
    kind: 'AOI',
    id: name,
    place: name,
    geometryVersion: 1,
    shape: '1',
    backDays: DAYS,
    label: { name, country: '', source: '', edition: '', approx: false, disputed: false, claimants: [] },
    polygons: [[circleAround(place(5, 65), radiusNm * METRES_PER_NM)]],
  }
  const now = FROM + DAYS * DAY
  await changeZones(db, { begun: [outline], ended: [], said: [] }, now)
  const run: JobRun = {
    input: {},
    tries: 1,
    mark: null,
    signal: new AbortController().signal,
    progress: () => undefined,
    step: (_, work) => inTransaction(db, async (client) => work?.(client)),
  }
  const [began, cpu, memory] = [performance.now(), cpuMs(), process.memoryUsage().rss]
  const needs = {
    db,
    clock: { now: () => now } as never,
    fixes: fixReader(db),
    flush: async () => undefined,
    outlines: { all: () => new Map([[`AOI ${name}`, outline]]) },
  }
  await computeBack(needs, run)
  const { rows } = await sql<{ visits: number; ships: number }>`
    select count(*)::int as visits, count(distinct mmsi)::int as ships from visits v
    join visit_zones z using (zone) where z.id = ${name}`.execute(query(db))
  const { visits, ships } = rows[0]!
  const seconds = (performance.now() - began) / 1000
  return {
    seconds,
    row: [
      `circle of ${radiusNm} NM`,
      seconds.toFixed(1),
      ((cpuMs() - cpu) / 1000).toFixed(1),
      whole(ships),
      whole(visits),
      whole((process.memoryUsage().rss - memory) / 1e6),
    ],
  }
}

await watching()
const engine = await embedded()
try {
  const { db } = engine.database
  const sea = new HistorySea({ ships: SHIPS, everyS: EVERY_S, from: FROM })
  const stored = await storeOld(db, sea, { from: FROM, to: FROM + DAYS * DAY })
  await sql`vacuum (analyze) fix_chunks`.execute(query(db))
  const runs = []
  for (const radius of [20, 120, 600]) runs.push(await back(db, `area ${radius}`, radius))
  printTable(
    `${DAYS} days of one new area, ${whole(SHIPS)} vessels, ${whole(stored)} fixes`,
    ['', 's', 'CPU s', 'ships', 'visits', 'MB more'],
    runs.map(({ row }) => row),
  )
  printTarget('seconds for an area of 120 NM', runs[1]!.seconds, { below: 60 })
} finally {
  await engine.close()
}
