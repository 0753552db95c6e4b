import { WEATHER_LAYERS } from '@samudra/contract/weather'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aModelRun } from '../../../../testing/seas/weather.ts'
import { query } from '../../../platform/needs/query.ts'
import { valueAt } from './weather-fields.ts'
import { Forecasts } from './forecasts.ts'
import { StoredForecasts } from './stored-forecasts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const RUN = Date.parse('2026-11-22T06:00Z')
const NEXT = RUN + 6 * HOUR
const OFF_KOCHI = [9.37, 74.81] as const

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

let now = 0
const server = (isSimulated = false) =>
  new StoredForecasts({ db: database.db, clock: { now: () => epochMs(now) }, isSimulated })
const rows = async () =>
  (
    await sql<{ n: number; bytes: number }>`
      select count(*)::int as n, sum(octet_length(body))::int as bytes from weather_forecasts`.execute(
      query(database.db),
    )
  ).rows[0]!
const request = (from: number, to: number) => ({ layers: WEATHER_LAYERS, from, to })
const wind = (forecasts: Forecasts, at: number, [lat, lon]: readonly [number, number] = OFF_KOCHI) =>
  forecasts.value('WIND', lat, lon, at)

test('a run is stored once for all servers, and read from full ten minutes on, always the same', async () => {
  const [first, next] = [aModelRun(RUN), aModelRun(NEXT, 2)]
  const [one, other] = [server(), server()]
  now = RUN + 4 * HOUR + 17 * MINUTE
  await one.keep(first)
  now += MINUTE
  await other.keep(first)
  await one.keep(first)
  const stored = await rows()
  // The step before, and those until it is stale.
  expect(stored.n).toBe(6 * WEATHER_LAYERS.length)
  const counts = RUN + 4 * HOUR + 30 * MINUTE
  expect(one.whyUnknown('')).toContain('starts at 10:30 UTC')
  const live = await other.forecasts(request(now, now))
  expect(wind(live, counts - 1)).toBeNaN()

  // Between the steps of the run and the nodes of its grid.
  const at = RUN + 4.75 * HOUR
  const step = (hours: number) => valueAt(first.grid('WIND', RUN + hours * HOUR), ...OFF_KOCHI)
  const share = 1.75 / 3
  expect(wind(live, at)).toBeCloseTo(step(3) * (1 - share) + step(6) * share, 6)
  expect(wind(live, RUN + 6 * HOUR)).toBeCloseTo(step(6), 6)
  expect(live.runAt('WIND', at)).toMatchObject({ run: RUN })
  now = counts
  expect(one.whyUnknown('')).toBe('')

  now = NEXT + 4 * HOUR + 17 * MINUTE
  await other.keep(next)
  // An older run that arrives after it is not read.
  await server().keep(aModelRun(RUN + 3 * HOUR))
  expect((await rows()).n).toBe(2 * stored.n)
  const nextCounts = counts + 6 * HOUR
  const later = await one.forecasts(request(now, now))
  const nextStep = valueAt(next.grid('WIND', NEXT + 6 * HOUR), ...OFF_KOCHI)
  expect(wind(later, NEXT + 6 * HOUR)).toBeCloseTo(nextStep, 6)
  expect(nextStep).not.toBeCloseTo(step(12), 0)
  expect(later.runAt('WIND', nextCounts - 1)).toMatchObject({ run: RUN })
  expect(later.runAt('WIND', nextCounts)).toMatchObject({ run: NEXT })

  // Weeks later, in another thread, for the time before and after the next run.
  now += 40 * 24 * HOUR
  const back = await server().forecasts(request(counts - HOUR, nextCounts + 2 * HOUR))
  const beside = new Forecasts(structuredClone(back.data))
  for (const instant of [counts - 1, at, nextCounts - 1]) {
    expect(wind(back, instant)).toEqual(wind(live, instant))
    expect(wind(beside, instant)).toEqual(wind(live, instant))
  }
  for (const instant of [nextCounts, nextCounts + HOUR])
    expect(wind(beside, instant)).toEqual(wind(later, instant))
  expect(one.whyUnknown('The weather model cannot be had: the server answers 503.')).toMatch(
    /: the weather model cannot be had: the server answers 503$/,
  )
})

test('weather is unknown outside the region, with a stale last run, and beyond the reach of runs', async () => {
  const run = RUN + 30 * 24 * HOUR
  now = run + 4 * HOUR
  const stored = server()
  await stored.keep(aModelRun(run))
  const text = await stored.forecasts(request(now, now))
  const at = run + 12 * HOUR
  for (const place of [
    [-45, 20],
    [32, 124.9],
    [0, 80],
  ] as const)
    expect(wind(text, at, place)).toBeGreaterThanOrEqual(0)
  for (const place of [
    [33, 80],
    [-46, 80],
    [0, 19.9],
    [0, 126],
    [0, -80],
    [Number.NaN, Number.NaN],
  ] as const)
    expect(wind(text, at, place)).toBeNaN()
  expect(wind(text, run + 18 * HOUR)).toBeGreaterThanOrEqual(0)
  expect(wind(text, run + 18 * HOUR + 1)).toBeNaN()
  expect(text.value('FOG', 0, 80, at)).toBeNaN()
  for (const layer of WEATHER_LAYERS) expect(text.value(layer, 0, 80, at)).not.toBeNaN()

  // A newer run of which only the first steps were out leaves the rest to the one before.
  const short = aModelRun(run + 6 * HOUR, 2)
  now = run + 10 * HOUR
  await stored.keep({ ...short, instants: short.instants.slice(0, 3) })
  const both = await stored.forecasts(request(now, now))
  expect(both.runAt('WIND', run + 11 * HOUR)).toMatchObject({ run: run + 6 * HOUR })
  expect(both.runAt('WIND', run + 13 * HOUR)).toMatchObject({ run })
})

test('simulated weather and forecasts are never mixed, and simulated weather goes with its days', async () => {
  const run = RUN + 60 * 24 * HOUR
  now = run + 4 * HOUR
  const [simulated, real] = [server(true), server()]
  await simulated.keep(aModelRun(run))
  const at = run + 5 * HOUR
  expect(wind(await simulated.forecasts(request(now, at)), at)).toBeGreaterThanOrEqual(0)
  expect(wind(await real.forecasts(request(now, at)), at)).toBeNaN()
  expect(real.whyUnknown('')).toContain('the stored forecast is too old')
  // A run that is stale on arrival is not stored.
  now = run + 25 * HOUR
  const before = await rows()
  await real.keep(aModelRun(run + 6 * HOUR))
  expect(await rows()).toEqual(before)
  await real.forget(now)
  expect((await rows()).n).toBe(0)
})
