import { epochMs } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { fixReader } from '../../past/history/read/reader.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { readCalls } from './call-query.sql.ts'
import { CallsJob } from './calls-job.ts'
import { ReadyPorts } from './ready-ports.ts'

const MINUTE = 60_000
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
const SHIP = 419000001
const square = (lat: number, lon: number, half: number) => [
  [
    [
      [lon - half, lat - half],
      [lon + half, lat - half],
      [lon + half, lat + half],
      [lon - half, lat + half],
      [lon - half, lat - half],
    ] as [number, number][],
  ],
]
const PORT = {
  id: 'LKCMB',
  locode: 'LKCMB',
  name: 'Colombo',
  alias: [],
  country: 'LK',
  lat: 7,
  lon: 80,
  harbour: square(7, 80, 0.02),
  radius_nm: 1,
  anchorages: [],
}
const PORTS = [PORT]

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** Returns a vessel that comes in, stays between two ages in minutes, and leaves; received every two minutes. */
function call(oldest: number, from: number, to: number, newest: number): PlainFix[] {
  return Array.from({ length: (oldest - newest) / 2 + 1 }, (_, i) => {
    const age = oldest - i * 2
    const away = age > from ? (age - from) / 60 : age < to ? (to - age) / 60 : 0
    const observedAt = NOW - age * MINUTE
    return aFix({
      mmsi: SHIP,
      recTime: observedAt + 500,
      observedAt,
      lat: 7e6,
      lon: 80e6 + Math.round(away * 300_000),
      sog: away > 0 ? 180 : 0,
      navStatus: away > 0 ? 0 : 5,
    })
  })
}
const aRun = (input: unknown = null): JobRun => ({
  input,
  tries: 1,
  mark: null,
  signal: new AbortController().signal,
  progress: () => undefined,
  step: () => Promise.resolve(),
})

/** A job whose clock shows so many minutes before now. */
function aJob(fixes: FixReader, minutesAgo: () => number) {
  const query: object[] = []
  const job = new CallsJob({
    db: database.db,
    clock: { now: () => epochMs(NOW - minutesAgo() * MINUTE) },
    jobs: { enqueue: async (_, input) => (query.push(input), 'job') },
    fixes,
    flush: async () => undefined,
    ports: new ReadyPorts(() => PORTS),
    changed: () => undefined,
  })
  return { job, query }
}
const calls = async () => {
  const rows = await readCalls(database.db, { mmsi: SHIP, sources: null, box: null }, { limit: 10 })
  const age = (at: number | null) => (at === null ? null : Math.round((NOW - at) / MINUTE))
  return rows.map((row) => [row.state, age(row.berthed_at), age(row.departed_at), row.confidence])
}

test('a run interrupted in the middle loses no call, and another process resumes it', async () => {
  const { db } = database
  await storeFixes(db, call(70, 50, 20, 0))
  const reader = fixReader(db)
  let now = 60
  let looks = 0
  // The job reads the clock once at the beginning, and again where it stores its findings.
  const { job } = aJob(reader, () => {
    if (++looks === 4) throw new Error('the database is away')
    return now
  })
  await job.follow(aRun())
  now = 30
  await expect(job.follow(aRun())).rejects.toThrow('the database is away')
  expect(await calls()).toEqual([])
  await job.follow(aRun())
  expect(await calls()).toEqual([['BERTHED', 50, null, 3]])
  now = 0
  await aJob(reader, () => now).job.follow(aRun())
  expect(await calls()).toEqual([['DEPARTED', 50, 16, 4]])
})

test('late data is re-evaluated, and a call not supported by the fixes is revoked', async () => {
  const { db } = database
  const { job, query } = aJob(fixReader(db), () => -2)
  await job.follow(aRun())
  // A receiver that was away delivers fixes that show constant movement of the vessel.
  const late = Array.from({ length: 16 }, (_, i) => {
    const observedAt = NOW - (49 - i * 2) * MINUTE
    return aFix({
      mmsi: SHIP,
      recTime: NOW + MINUTE + i,
      observedAt,
      lat: 7e6 + (i % 2 === 0 ? 9000 : -9000),
      lon: 80e6,
      sog: 80,
      source: 2,
    })
  })
  await storeFixes(db, late)
  await aJob(fixReader(db), () => -2).job.follow(aRun())
  await job.follow(aRun())
  expect(query.length).toBeLessThanOrEqual(1)
  const input = { ships: [{ mmsi: SHIP, from: NOW - 50 * MINUTE, to: NOW - 18 * MINUTE }] }
  await job.again(aRun(input))
  expect((await calls()).map(([state]) => state)).toEqual(['CANCELLED'])
})
