import { getHabits, getLanes, getUsual, rebuildHabits, resetHabits } from '@samudra/contract/patterns'
import { PATTERN_WIDTH, hourPlace } from '@samudra/nautical/usual-value'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { deriveFrom } from '../history/derived/derive.sql.ts'
import { fixReader } from '../history/read/reader.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import { query } from '../../../platform/needs/query.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { packed } from './counters.ts'
import { keyOf } from './day-learner.ts'
import { forgetDays, storeDay } from './patterns.sql.ts'
import { Answers, type PatternQuery } from './answers.ts'
import { Knowledge } from './pattern-knowledge.ts'
import { DAY_MS, learn } from './learn.ts'
import { makeLanes } from './make-lanes.ts'
import { lanesOf } from './way-points.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Midnight of a day, ten days of which before it are full of ships. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS
const DAYS = 10
const SHIP = 419000001
const CARGO = 7
/** The number of a satellite. */
const SAT = 2
/** Where they are at noon. */
const UP = { at: 10.1, lon: 73.2 }

let database: Awaited<ReturnType<typeof aDatabase>>
let server: TestServer

/**
 * Returns three vessels going east along 10° N by day, received every ten minutes. One more, far off, is received by a
 * satellite every six hours.
 */
function aDay(day: number): PlainFix[] {
  const fixes: PlainFix[] = []
  for (let ship = 0; ship < 3; ship++)
    for (let minute = 6 * 60; minute < 18 * 60; minute += 10)
      fixes.push(
        aFix({
          mmsi: SHIP + ship,
          recTime: day + minute * MINUTE + ship * 1000,
          observedAt: day + minute * MINUTE + ship * 1000 - 500,
          lat: Math.round(10.1e6 + ship * 5000),
          lon: Math.round(72e6 + (minute - 360) * 3400),
          sog: 115 + ship * 5,
          cog: 900,
        }),
      )
  for (let hour = 1; hour < 24; hour += 6)
    for (let i = 0; i < 20; i++)
      fixes.push(
        aFix({
          mmsi: 419000009,
          recTime: day + hour * HOUR + i * 20_000 + 700,
          observedAt: day + hour * HOUR + i * 20_000,
          lat: -20e6,
          lon: 60e6,
          sog: 100,
          cog: 1800,
          source: SAT,
          feed: SAT,
        }),
      )
  return fixes.sort((a, b) => a.recTime - b.recTime)
}

const aRun = (input: unknown = null): JobRun => ({
  input,
  tries: 1,
  mark: null,
  signal: new AbortController().signal,
  progress: () => undefined,
  step: async (_mark, work) => work?.(null as never),
})
const needs = (now: number) => ({
  db: database.db,
  clock: { now: () => epochMs(now) },
  fixes: fixReader(database.db),
  refresh: () => deriveFrom(database.db, Number.MAX_SAFE_INTEGER),
})
const request = (at: number, more: Partial<PatternQuery> = {}): PatternQuery => ({
  ship: SHIP,
  at,
  lat: UP.at,
  lon: UP.lon,
  sog: 12,
  cog: 90,
  gapMs: 10 * MINUTE,
  ...more,
})
const aKnowledge = () => new Knowledge(database.db, (ship) => ({ key: keyOf(ship, 0), group: CARGO }))
async function known(from: number, to = from + 1): Promise<Knowledge> {
  const knowledge = aKnowledge()
  await knowledge.hold(from, to, [30])
  return knowledge
}

beforeAll(async () => {
  database = await aDatabase()
  for (const number of [1, SAT])
    await sql`insert into sources (id, code, name) values (${number}, ${`S${number}`}, '')
      on conflict do nothing`.execute(query(database.db))
  server = await aServer([], database)
  // Inserted afterwards, so that no connection to the feeds is attempted.
  for (const number of [1, SAT])
    await sql`insert into feeds (id, number, name, kind, address, source_id, priority, trust, expected_interval_s, created_at, updated_at)
      values (${`f${number}`}, ${number}, ${`f${number}`}, 'nmea-tcp', '', ${number}, 1, 1, 10, now(), now())`.execute(
      query(database.db),
    )
  for (let day = TODAY - DAYS * DAY_MS; day < TODAY; day += DAY_MS) await storeFixes(database.db, aDay(day))
  await sql`delete from feed_states`.execute(query(database.db))
  for (const number of [1, SAT])
    await sql`insert into feed_states (number, at, state) values (${number}, ${new Date(TODAY - 20 * DAY_MS)}, 'UP')`.execute(
      query(database.db),
    )
  for (let ship = 0; ship < 3; ship++) {
    await sql`insert into statics (mmsi, split, fields, marks, updated_at)
      values (${SHIP + ship}, 0, '{}', 0, now())`.execute(query(database.db))
    await sql`insert into static_versions (mmsi, split, known_from, fields, marks)
      values (${SHIP + ship}, 0, ${new Date(TODAY - 20 * DAY_MS)}, ${JSON.stringify({ shipType: { value: 70, source: 1, at: 0 } })}, 0)`.execute(
      query(database.db),
    )
  }
  await learn(needs(TODAY + HOUR), aRun())
})
afterAll(() => server.close())

test('a ship that does as ever is not unlike herself, and one that is early, fast or silent is', async () => {
  const knowledge = await known(TODAY, TODAY + DAY_MS)
  const at = TODAY + 12 * HOUR
  const self = (metric: string, more: Partial<PatternQuery> = {}) =>
    Math.abs(knowledge.deviation(metric, 'SELF', 30, request(at, more)))
  for (const metric of ['interval', 'hour', 'speed', 'course']) expect(self(metric)).toBeLessThan(2)
  expect(self('hour', { at: TODAY + 3 * HOUR + 30 * MINUTE })).toBeGreaterThan(4)
  expect(self('speed', { sog: 22 })).toBeGreaterThan(4)
  expect(self('interval', { gapMs: 5 * HOUR })).toBeGreaterThan(4)
  expect(self('course', { cog: 270 })).toBeGreaterThan(4)
  expect(self('course', { cog: 270, sog: 0.1 })).toBeNaN()
  expect(self('depth')).toBeNaN()
  const of = (whose: 'TYPE' | 'CELL', metric: string, more: Partial<PatternQuery> = {}) =>
    Math.abs(knowledge.deviation(metric, whose, 30, request(at, more)))
  expect(of('CELL', 'speed')).toBeLessThan(2)
  expect(of('CELL', 'course', { cog: 180 })).toBeGreaterThan(4)
  expect(of('CELL', 'speed', { lat: 40 })).toBeNaN()
})

test('unknown vessels, unloaded day windows and unloaded periods have no answer', async () => {
  const knowledge = await known(TODAY + 5 * HOUR, TODAY + 6 * HOUR)
  const at = TODAY + 5 * HOUR
  const other = request(at, { ship: 419999999 })
  expect(knowledge.deviation('speed', 'SELF', 30, other)).toBeNaN()
  expect(knowledge.deviation('speed', 'SELF', 7, request(at))).toBeNaN()
  expect(knowledge.deviation('speed', 'SELF', 30, request(at + 2 * HOUR))).toBeNaN()
  expect(knowledge.isHeardThere(request(at - HOUR))).toBeNull()
})

test('reception is expected from land receivers that are up, not from a six-hourly satellite', async () => {
  const noon = TODAY + 12 * HOUR
  const up = await known(TODAY, TODAY + DAY_MS)
  expect(up.isHeardThere(request(noon))).toBe(true)
  const far = { lat: -19.9, lon: 60.1 }
  expect(up.isHeardThere(request(TODAY + 13 * HOUR, far))).toBe(false)
  expect(up.isHeardThere(request(noon, { lat: 40 }))).toBeNull()
  await sql`insert into feed_states (number, at, state) values (1, ${new Date(TODAY + 11 * HOUR)}, 'DOWN')`.execute(
    query(database.db),
  )
  const down = await known(TODAY, TODAY + DAY_MS)
  expect(down.isHeardThere(request(noon))).toBeNull()
  expect(down.isHeardThere(request(TODAY + 10 * HOUR))).toBe(true)
  await sql`delete from feed_states where state = 'DOWN'`.execute(query(database.db))
})

test('an answer for an instant stays the same however much is learned later', async () => {
  const instants = [TODAY + HOUR, TODAY + 4 * HOUR, TODAY + 23 * HOUR]
  const answers = async () => {
    const knowledge = await known(TODAY, TODAY + DAY_MS)
    return instants.map((at) => [
      knowledge.deviation('hour', 'SELF', 30, request(at)),
      knowledge.deviation('speed', 'SELF', 30, request(at, { sog: 14 })),
      knowledge.deviation('interval', 'TYPE', 30, request(at)),
      knowledge.isHeardThere(request(at)),
    ])
  }
  const before = await answers()
  // The day before counts only from three in the morning on.
  expect(before[0]).not.toEqual(before[1])
  await storeFixes(
    database.db,
    aDay(TODAY).map((fix) => ({ ...fix, sog: 200 })),
  )
  await learn(needs(TODAY + DAY_MS + HOUR), aRun())
  expect(await answers()).toEqual(before)
  const next = await known(TODAY + DAY_MS + 4 * HOUR)
  const later = next.deviation('speed', 'SELF', 30, request(TODAY + DAY_MS + 4 * HOUR, { sog: 14 }))
  expect(later).not.toBe(before[1]![1])
})

test('sums that slide from day to day equal sums computed fresh', async () => {
  const slid = aKnowledge()
  for (let at = TODAY - 4 * DAY_MS; at <= TODAY + 12 * HOUR; at += 12 * HOUR)
    await slid.hold(at - HOUR, at + HOUR, [3])
  const fresh = aKnowledge()
  await fresh.hold(TODAY + 11 * HOUR, TODAY + 13 * HOUR, [3])
  const at = TODAY + 12 * HOUR
  for (const whose of ['SELF', 'TYPE', 'CELL'] as const)
    for (const metric of ['interval', 'hour', 'speed', 'course'])
      expect(slid.deviation(metric, whose, 3, request(at, { sog: 14 }))).toEqual(
        fresh.deviation(metric, whose, 3, request(at, { sog: 14 })),
      )
  expect(slid.isHeardThere(request(at))).toBe(true)
})

test('a vessel at an hour of the week without any earlier vessel in that place is unusual', async () => {
  const { db } = database
  const first = TODAY - 70 * DAY_MS
  const counts = new Uint32Array(PATTERN_WIDTH)
  counts[hourPlace(first + 12 * HOUR)] = 2
  const none = { ships: [], lanePoints: [], fixes: 0 }
  const rows = [{ key: cellOf(UP.at, UP.lon), body: packed(counts) }]
  const days = Array.from({ length: 35 }, (_, i) => first + i * DAY_MS)
  for (const day of days)
    await storeDay(
      db,
      day,
      { ...none, cells: rows, types: [{ ...rows[0]!, key: CARGO }] },
      { now: day + DAY_MS, usableFrom: day + DAY_MS, isNext: false },
    )
  const after = first + 35 * DAY_MS
  const knowledge = aKnowledge()
  await knowledge.hold(after, after + DAY_MS, [35])
  for (const whose of ['CELL', 'TYPE'] as const) {
    const at = (hour: number) => knowledge.deviation('hour', whose, 35, request(after + hour * HOUR))
    expect(at(12)).toBeLessThan(1)
    expect(at(3)).toBeGreaterThan(3)
  }
  await forgetDays(db, first + 35 * DAY_MS)
})

test('a day interrupted in the middle is learned whole, and only once, by the next run', async () => {
  const { db } = database
  const upto = async () => {
    const { rows } = await sql<{ upto: Date }>`select upto from habit_follow`.execute(query(db))
    return rows[0]!.upto.getTime()
  }
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from habit_ships`.execute(query(db))
    return rows[0]!.n
  }
  await sql`update habit_follow set upto = ${new Date(TODAY)}`.execute(query(db))
  const [before, reader] = [await count(), fixReader(db)]
  const broken = {
    ...reader,
    async *readFixes(...request: Parameters<typeof reader.readFixes>) {
      for await (const batch of reader.readFixes(...request)) {
        yield batch
        throw new Error('the database is away')
      }
    },
  }
  const now = TODAY + DAY_MS + HOUR
  await expect(learn({ ...needs(now), fixes: broken }, aRun())).rejects.toThrow('the database is away')
  expect([await upto(), await count()]).toEqual([TODAY, before])
  await learn(needs(now), aRun())
  await learn(needs(now), aRun())
  expect([await upto(), await count()]).toEqual([TODAY + DAY_MS, before])
})

test('lanes are found where ships of a type went, and a ship beside them is off', async () => {
  const at = TODAY + DAY_MS + 2 * HOUR
  const readers = {
    read: async <T>({ bytes }: { bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }) => {
      const parts: Uint8Array[] = []
      for await (const part of bytes) parts.push(part)
      return lanesOf(Buffer.concat(parts)) as T
    },
  }
  await makeLanes({ db: database.db, clock: { now: () => epochMs(at) }, readers }, aRun())
  const knowledge = await known(at, at + 4 * HOUR)
  const then = at + HOUR
  const off = (more: Partial<PatternQuery> = {}) =>
    knowledge.deviation('lane', 'TYPE', 30, request(then, more))
  expect(off()).toBeLessThan(4)
  expect(off({ lat: 12 })).toBeGreaterThan(4)
  expect(off({ cog: 270 })).toBeGreaterThan(4)
  expect(knowledge.deviation('lane', 'SELF', 30, request(then))).toBeNaN()
  // A thread that receives the loaded data gives the same answers.
  const beside = Answers.from(structuredClone(knowledge.data()), (ship) => ({
    key: keyOf(ship, 0),
    group: CARGO,
  }))
  for (const [metric, whose] of [
    ['lane', 'TYPE'],
    ['speed', 'SELF'],
    ['course', 'CELL'],
  ] as const)
    expect(beside.deviation(metric, whose, 30, request(then, { sog: 14 }))).toBe(
      knowledge.deviation(metric, whose, 30, request(then, { sog: 14 })),
    )
  expect(beside.isHeardThere(request(then))).toBe(knowledge.isHeardThere(request(then)))
  // Not yet when they were made a moment ago.
  expect(knowledge.deviation('lane', 'TYPE', 30, request(at))).toBeNaN()
  const { features } = await server.call(getLanes, { as_of: new Date(then).toISOString() })
  const cargo = features.filter(({ properties }) => properties.ship_type === 'CARGO')
  expect(cargo.length).toBeGreaterThan(0)
  expect(cargo[0]!.properties.ships).toBe(3)
})

test('patterns are shown with their days, and a reset stops earlier days from counting', async () => {
  const { call, raw } = server
  const { db } = database
  const habits = await call(getHabits, { mmsi: String(SHIP) })
  expect(habits.days).toBeGreaterThanOrEqual(9)
  expect(habits.usual!.hours[12]).toBe(habits.days)
  expect(habits.usual!.hours[3]).toBe(0)
  expect(habits.places.length).toBeGreaterThan(3)
  const usual = await call(getUsual, { latitude: UP.at, longitude: UP.lon })
  expect(usual).toMatchObject({ west: 73, south: 10 })
  expect(usual.coverage).toHaveLength(1)
  await call(resetHabits, { mmsi: String(SHIP), reason: 'Sold' })
  expect(await raw(resetHabits, { mmsi: '419999999', reason: 'Sold' })).toMatchObject({ Code: 'NOT_FOUND' })
  const as_of = new Date(Date.now() + HOUR).toISOString()
  const after = await call(getHabits, { mmsi: String(SHIP), as_of })
  expect(after).toMatchObject({ days: 0, resets: [{ reason: 'Sold', by: 'admin' }] })
  const now = Date.now()
  const knowledge = await known(now - 2 * HOUR, now + 2 * HOUR)
  const self = (at: number, ship = SHIP) => knowledge.deviation('speed', 'SELF', 30, request(at, { ship }))
  expect(self(now - HOUR)).not.toBeNaN()
  expect(self(now + HOUR)).toBeNaN()
  expect(self(now + HOUR, SHIP + 1)).not.toBeNaN()
  await sql`delete from habit_resets`.execute(query(db))
})

test('a user who cannot see every source or place receives no data derived from all', async () => {
  const partner = await aUser(server, 'partner', ['NONE'])
  expect(await partner.call(getHabits, { mmsi: String(SHIP) })).toMatchObject({ usual: null, places: [] })
  const usual = await partner.call(getUsual, { latitude: UP.at, longitude: UP.lon })
  expect(usual).toMatchObject({ usual: null, week: null, coverage: [] })
  const { features } = await partner.call(getLanes, { as_of: new Date(TODAY + 2 * DAY_MS).toISOString() })
  expect(features).toEqual([])
})

test('relearned days include later data, stay usable from the same time, and feed the lanes', async () => {
  const { db } = database
  const when = async () => {
    const { rows } = await sql<{ at: Date }>`select usable_from as at from habit_days order by day`.execute(
      query(db),
    )
    return rows.map(({ at }) => at.getTime())
  }
  const before = await when()
  const day = TODAY - 2 * DAY_MS
  await storeFixes(db, [aFix({ mmsi: 419000077, recTime: day + HOUR, lat: 5e6, lon: 75e6 })])
  const period = { from: new Date(day).toISOString(), to: new Date(day + DAY_MS).toISOString() }
  await server.call(rebuildHabits, { ...period, reason: 'A feed was wrong' })
  const seenOn = async () => {
    const { rows } = await sql<{ day: Date }>`select day from habit_ships where mmsi = 419000077`.execute(
      query(db),
    )
    return rows.map((row) => row.day.getTime())
  }
  await until(async () => (await seenOn()).length > 0, 'the day is learned anew')
  const builds = async () => {
    const { rows } = await sql<{ ships: number }>`
      select ships from lane_builds where made_at <= now() and ship_group = ${CARGO}`.execute(query(db))
    return rows.map(({ ships }) => ships)
  }
  await until(async () => (await builds()).length > 0, 'lanes are made of it by the reader')
  expect(await builds()).toEqual([3])
  expect(await when()).toEqual(before)
  expect(await seenOn()).toEqual([day])
  const never = { from: '2001-01-01T00:00:00Z', to: '2001-01-02T00:00:00Z', reason: 'A feed was wrong' }
  expect(await server.raw(rebuildHabits, never)).toMatchObject({ Code: 'NOT_FOUND' })
})
