/**
 * Habits and lanes of 20,000 ships: what it takes to learn a day of 8 million fixes, to hold what 30 days taught, to ask; to
 * make lanes of 60,000 points and to ask how far a ship is from them. `npm run bench -- habits [--ships=20000] [--every=200]`
 */
import { findLanes, LaneLookup } from '@samudra/nautical/density/lanes'
import { sql } from 'kysely'
import { joinedFixes, pickedFixes } from '../server/src/history/read/fix-columns.ts'
import { sortedPlaces } from '../server/src/history/read/fix-order.ts'
import { fixReader } from '../server/src/history/read/reader.ts'
import { replaceHour } from '../server/src/history/tiers/storage.sql.ts'
import { keyOf } from '../server/src/habits/day-learner.ts'
import { Knowledge } from '../server/src/habits/knowledge.ts'
import { DAY_MS, learn } from '../server/src/habits/learn.ts'
import { wayPointsOf } from '../server/src/habits/way-points.ts'
import type { Db } from '../server/src/needs/database.ts'
import type { JobRun } from '../server/src/needs/jobs.ts'
import { query } from '../server/src/needs/query.ts'
import type { FixBatch } from '../server/src/sea/fix-batch.ts'
import { embedded } from './engines.ts'
import { HistorySea } from './history-sea.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'

const SHIPS = Number(option('ships', String(sized(20_000, 200))))
const EVERY_S = Number(option('every', '200'))
const FROM = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const DAYS = 30
const ASKED = sized(1_000_000, 10_000)

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const nothing = () => undefined
const aRun: JobRun = {
  input: {},
  tries: 1,
  mark: null,
  signal: new AbortController().signal,
  progress: nothing,
  step: async () => undefined,
}

async function store(db: Db): Promise<number> {
  const sea = new HistorySea({ ships: SHIPS, everyS: EVERY_S, from: FROM })
  let stored = 0
  for (let hour = FROM; hour < FROM + DAY_MS; hour += HOUR) {
    const parts: FixBatch[] = []
    for (const batch of sea.until(hour + HOUR))
      parts.push(
        pickedFixes(
          batch,
          Int32Array.from({ length: batch.count }, (_, i) => i),
        ),
      )
    const fixes = joinedFixes(parts)
    stored += fixes.count
    const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'observedAt', 'fixId'])
    await replaceHour(db, hour, pickedFixes(fixes, places))
  }
  await sql`insert into source_hours (source_id, hour, fixes, quarantined, latency_buckets)
    values (1, ${new Date(FROM)}, 1, 0, '{}')`.execute(query(db))
  return stored
}

/** As if every day of a month had been like the first. */
async function repeat(db: Db) {
  for (let n = 1; n < DAYS; n++) {
    const day = new Date(FROM + n * DAY_MS)
    const first = new Date(FROM)
    await sql`insert into habit_ships select mmsi, split, ${day}, body, cells from habit_ships where day = ${first}`.execute(
      query(db),
    )
    await sql`insert into habit_cells select ${day}, cell, body from habit_cells where day = ${first}`.execute(
      query(db),
    )
    await sql`insert into habit_types select ${day}, ship_group, body from habit_types where day = ${first}`.execute(
      query(db),
    )
    await sql`insert into habit_days select ${day}::timestamptz, usable_from + (${day}::timestamptz - day), learned_at, fixes, ships
      from habit_days where day = ${first}`.execute(query(db))
  }
}

const engine = await embedded()
try {
  const { db } = engine.database
  const stored = await store(db)
  let [began, cpu, memory] = [performance.now(), cpuMs(), process.memoryUsage().rss]
  const needs = {
    db,
    clock: { now: () => FROM + DAY_MS + HOUR } as never,
    fixes: fixReader(db),
    refresh: async () => undefined,
  }
  await learn(needs, aRun)
  const learned = (performance.now() - began) / 1000
  const learnedCpu = (cpuMs() - cpu) / 1000
  const more = process.memoryUsage().rss - memory
  const { rows } = await sql<{ ships: number; bytes: number; cells: number }>`
    select count(*)::int as ships, (pg_total_relation_size('habit_ships') / count(*))::int as bytes,
      (select count(*)::int from habit_cells) as cells from habit_ships`.execute(query(db))
  const { ships, bytes, cells } = rows[0]!
  printTable(
    `A day of ${whole(stored)} fixes`,
    ['', 'figure'],
    [
      ['learned in s', learned.toFixed(1)],
      ['CPU s of ours', learnedCpu.toFixed(1)],
      ['MB more', whole(more / 1e6)],
      ['ships', whole(ships)],
      ['cells', whole(cells)],
      ['bytes a ship and day on disk, indexes counted', whole(bytes)],
    ],
  )
  printTarget('million fixes learned a CPU s', stored / 1e6 / learnedCpu, { atLeast: sized(0.2, 0) })

  await repeat(db)
  const knowledge = new Knowledge(db, (ship) => ({ key: keyOf(200_000_000 + ship * 17, 0), group: 0 }))
  const at = FROM + DAYS * DAY_MS + 12 * HOUR
  ;[began, cpu] = [performance.now(), cpuMs()]
  await knowledge.hold(at - HOUR, at + HOUR, [DAYS])
  const held = (performance.now() - began) / 1000
  ;[began] = [performance.now()]
  await knowledge.hold(at + 13 * HOUR, at + 14 * HOUR, [DAYS])
  const slid = (performance.now() - began) / 1000
  const asked = { ship: 0, at: at + 13 * HOUR, lat: 0, lon: 0, sog: 12, cog: 90, gapMs: 60_000 }
  let told = 0
  const nsOf = (metric: string, of: 'SELF' | 'CELL') => {
    const start = cpuMs()
    for (let i = 0; i < ASKED; i++) {
      asked.ship = i % SHIPS
      asked.lat = (i % 100) - 50
      if (knowledge.deviation(metric, of, DAYS, asked) > 4) told++
    }
    return ((cpuMs() - start) * 1e6) / ASKED
  }
  const speed = nsOf('speed', 'SELF')
  printTable(
    `What ${DAYS} days taught of ${whole(SHIPS)} ships`,
    ['', 'figure'],
    [
      ['read in s', held.toFixed(1)],
      ['a day on, s', slid.toFixed(2)],
      ['held, MB', (knowledge.bytes / 1e6).toFixed(0)],
      ['CPU ns a question: speed of a ship', whole(speed)],
      ['interval of a ship', whole(nsOf('interval', 'SELF'))],
      ['hour of a ship', whole(nsOf('hour', 'SELF'))],
      ['course of a cell', whole(nsOf('course', 'CELL'))],
      ['more than 4 away', whole(told)],
    ],
  )
  printTarget('CPU ns a question about a speed', speed, { below: 5000 })

  const { rows: bodies } = await sql<{ body: Buffer }>`select body from lane_points`.execute(query(db))
  lanes(Buffer.concat(bodies.map(({ body }) => body)))
} finally {
  await engine.close()
}

/** Ships on twelve lanes and a tenth anywhere: the sea above has no lanes. Its points say how many there are of a type and day. */
function lanes(ofDay: Buffer) {
  const count = sized(60_000, 2000)
  let seed = 5
  const roll = () => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff) >>> 8) / 0x80_0000
  const column = () => new Float64Array(count)
  const points = {
    ship: new Uint32Array(count),
    lat: column(),
    lon: column(),
    knots: column(),
    course: column(),
  }
  for (let i = 0; i < count; i++) {
    const lane = i % 12
    const isStray = roll() < 0.1
    points.ship[i] = Math.floor(i / 40)
    points.lat[i] = isStray ? -5 + roll() * 25 : lane * 2 - 4 + (roll() + roll() + roll() - 1.5) * 0.1
    points.lon[i] = 60 + roll() * 30
    points.knots[i] = 10 + (lane % 4) * 2 + roll() * 2
    points.course[i] = isStray ? roll() * 360 : lane % 2 === 0 ? 90 + roll() * 10 : 265 + roll() * 10
  }
  const start = cpuMs()
  const found = findLanes(points)
  const made = (cpuMs() - start) / 1000
  const lookup = new LaneLookup(points, found)
  const asking = cpuMs()
  const questions = sized(100_000, 1000)
  for (let i = 0; i < questions; i++) lookup.deviation(-5 + roll() * 25, 60 + roll() * 30, 12, 90)
  const us = ((cpuMs() - asking) * 1000) / questions
  printTable(
    `Lanes of ${whole(count)} points`,
    ['', 'figure'],
    [
      ['points of a day and type that are kept', whole(wayPointsOf(ofDay).lat.length)],
      ['lanes', whole(found.lanes.length)],
      ['made in CPU s', made.toFixed(1)],
      ['CPU µs a question', us.toFixed(1)],
    ],
  )
  printTarget('CPU µs to ask how far a ship is from a lane', us, { below: 100 })
}
