import type { RuleNode } from '@samudra/contract/rules'
import { WEATHER_LAYERS, type WeatherLayerId } from '@samudra/contract/weather'
import { epochMs } from '@samudra/nautical/units'
import type { Change } from '@samudra/rules/pairs/differences'
import { Evaluator } from '@samudra/rules/evaluator'
import type { Fix } from '@samudra/rules/running/fix-log'
import { NO_WORLD, type World } from '@samudra/rules/world'
import { Dice } from '@samudra/sim/dice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRule, facts, MINUTE, standing, T0 } from '../../../../../../rules/testing/a-sea.ts'
import { disordered, LAST, randomCondition, randomWay } from '../../../../../../rules/testing/random-rules.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aModelRun } from '../../../../../testing/seas/weather.ts'
import { Forecasts } from '../../../chart/weather/forecasts.ts'
import { StoredForecasts } from '../../../chart/weather/stored-forecasts.ts'

const HOURS = 12
const HOUR = 60 * MINUTE
const dice = new Dice(11)
const ships = Array.from({ length: 3 }, () => randomWay(dice, HOURS))
const runs = [-6, 0, 6].map((hours, i) => aModelRun(T0 + hours * HOUR, i * 2))

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** Bounds that the weather where the ships sail passes now and then. */
const BOUNDS: Record<WeatherLayerId, [number, number]> = {
  CLOUDS: [20, 80],
  PRECIPITATION: [0, 3],
  PRESSURE: [1005, 1015],
  WIND: [5, 25],
  TEMPERATURE: [26, 29],
}
function randomWeather(): RuleNode {
  const layer = dice.pick(WEATHER_LAYERS)
  const cmp = dice.pick(['gt', 'gte', 'lt', 'lte'] as const)
  const held = dice.between(0, 1) < 0.3 ? { for_min: 5 + dice.between(0, 60) } : {}
  return { k: 'weather', layer, cmp, value: dice.between(...BOUNDS[layer]), ...held }
}
const rules = Array.from({ length: 100 }, (_, i) => {
  const of = [randomWeather(), ...(i % 2 === 0 ? [randomCondition(dice, 2)] : [])]
  return aRule({ op: dice.pick(['ALL', 'ANY', 'NONE'] as const), of }, { id: `r${i}` })
})

/** Takes fixes as they arrive, the clock going on beside; `read` what is known of the weather as of a minute. */
async function forecasts(order: (fixes: Fix[]) => Fix[], read: (at: number) => Promise<Forecasts>) {
  let known = new Forecasts([])
  const world: World = {
    ...NO_WORLD,
    weather: (layer, lat, lon, at) => known.value(layer, lat, lon, at),
    weatherRun: (layer, at) => known.runAt(layer, at),
  }
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, world, { hear: (change) => void changes.push(change) })
  for (const ship of ships.keys()) evaluator.meet(ship, facts({ mmsi: String(419000001 + ship) }))
  const coming = ships
    .flatMap((fixes, ship) => order(fixes).map((fix) => ({ ship, fix })))
    .sort((a, b) => a.fix.receivedAt - b.fix.receivedAt)
  known = await read(T0)
  let clock = T0
  for (const { ship, fix } of coming) {
    for (; clock + MINUTE <= fix.receivedAt; clock += MINUTE) {
      known = await read(clock + MINUTE)
      evaluator.advance(clock + MINUTE)
    }
    evaluator.takeFix(ship, fix)
  }
  evaluator.advance(Math.max(...ships.map(LAST)) + 6 * HOUR)
  return changes
}

test('random weather rules find the same live, with runs of another server, and historically', async () => {
  let now = T0 - 2 * HOUR
  const needs = { db: database.db, clock: { now: () => epochMs(now) }, isSimulated: true }
  const [fetching, watching] = [new StoredForecasts(needs), new StoredForecasts(needs)]
  await fetching.keep(runs[0]!)
  const coming = [4.3, 10.2].map((hours, i) => ({ at: T0 + hours * HOUR, run: runs[i + 1]! }))
  const live = await forecasts(
    (fixes) => fixes,
    async (at) => {
      now = at
      while (coming.length > 0 && coming[0]!.at <= at) await fetching.keep(coming.shift()!.run)
      return watching.forecasts({ layers: WEATHER_LAYERS, from: at, to: at })
    },
  )
  expect(coming).toEqual([])
  const stands = standing(live)
  expect(new Set(live.map(({ rule }) => rule)).size).toBeGreaterThan(50)
  expect(stands.length).toBeGreaterThan(200)
  const runsRead = new Set(JSON.stringify(live).match(/forecast by the SIMULATED model run of [^"]+/g))
  expect(runsRead.size).toBe(3)

  // Long after, by what is handed to another thread.
  now = T0 + 1000 * HOUR
  const period = { layers: WEATHER_LAYERS, from: T0, to: T0 + (HOURS + 6) * HOUR }
  const handed = structuredClone((await new StoredForecasts(needs).forecasts(period)).data)
  const back = new Forecasts(handed)
  const inOrder = await forecasts(
    (fixes) => fixes,
    async () => back,
  )
  expect(inOrder.map(({ explanation }) => explanation)).toEqual(live.map(({ explanation }) => explanation))
  expect(standing(inOrder)).toEqual(stands)
  const late = await forecasts(
    (fixes) => disordered(new Dice(3), fixes, 15),
    async () => back,
  )
  expect(standing(late)).toEqual(stands)
})
