import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { countRuleBoxes } from '@samudra/contract/rule-boxes'
import { tableUpdate } from '@samudra/contract/kind'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import { readSentence } from '@samudra/contract/sentence/rule-sentence'
import type { RuleNode } from '@samudra/contract/rules'
import { getWeather, getWeatherGrid, WEATHER_LAYERS } from '@samudra/contract/weather'
import { epochMs } from '@samudra/nautical/units'
import { serveWeather, WEATHER_PATH } from '@samudra/sim/weather'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import {
  aServer,
  PASSWORD,
  Receiver,
  until,
  type TestServer,
} from '../../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { listening } from '../../../../../testing/seas/ports.ts'
import { receivedAt, previewOf, runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { aFix, storeFixes } from '../../../../../testing/seas/fixes.ts'
import { aModelRun } from '../../../../../testing/seas/weather.ts'
import { systemClock } from '../../../../platform/needs/clock.ts'
import { valueAt } from '../../../chart/weather/weather-fields.ts'
import { StoredForecasts } from '../../../chart/weather/stored-forecasts.ts'
import { readWatch } from '../evaluation/states.sql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** All over the region: the wind is not the same everywhere. */
const SHIPS = [
  { mmsi: 419000701, lat: 12.4, lon: 86.3 },
  { mmsi: 419000702, lat: -34.6, lon: 20.4 },
  { mmsi: 419000703, lat: 1.2, lon: 65.7 },
  { mmsi: 419000704, lat: -42.1, lon: 110.6 },
  { mmsi: 419000705, lat: 15.8, lon: 62.3 },
]
type Ship = (typeof SHIPS)[number]

const open: { halt(): Promise<unknown> }[] = []
const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-weather-'))
let ahead = 0
const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
let database: Awaited<ReturnType<typeof aDatabase>>
let receiver: Receiver
let provider: ReturnType<typeof serveWeather>
let address = ''
beforeAll(async () => {
  database = await aDatabase()
  receiver = await Receiver.listen()
  provider = serveWeather()
  address = `http://127.0.0.1:${await listening(provider)}${WEATHER_PATH}`
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.halt()
})
afterAll(async () => {
  await database.drop()
  await receiver.close()
  provider.close()
  rmSync(cacheFolder, { recursive: true, force: true })
})

/** A server of the centre whose weather is the simulated one, or none. */
async function begin(weather: string | undefined, isWeatherSimulated = true, on = database) {
  const more = { clock, cacheFolder, weather, isWeatherSimulated }
  const server = await aServer([receiver.feed('COAST')], on, more)
  open.push(server)
  return server
}
/** Stops the server that was begun last. */
const halt = () => open.pop()!.halt()
const sails = (at: number, { mmsi, lat, lon }: Ship) =>
  receiver.send(receivedAt(at, { mmsi, lat, lon, sog: 9, cog: 45 }))
type Desk = Pick<TestServer, 'call'>
const found = async (server: Desk, id: string, run_id?: string) =>
  (await server.call(getRuleResults, { id, ...(run_id === undefined ? {} : { run_id }) })).items
const rule = async (server: Desk, id: string) => (await server.call(getRules, { ids: [id] })).items[0]!

/** The wind at an instant as the map shows it, between its steps. */
async function windAt(server: TestServer, at: number): Promise<(ship: Ship) => number> {
  const { valid_at } = await server.call(getWeather, {})
  const after = valid_at.map((one) => Date.parse(one)).find((one) => one > at)!
  const share = (at - after + 3 * HOUR) / (3 * HOUR)
  const [before, next] = await Promise.all(
    [after - 3 * HOUR, after].map(async (step) => {
      const query = { layer: 'WIND' as const, at: new Date(step).toISOString() }
      const { values, valid_at: at, ...shape } = await server.call(getWeatherGrid, query)
      expect(Date.parse(at)).toBe(step)
      return { ...shape, values: new Int16Array(Uint8Array.from(Buffer.from(values, 'base64')).buffer) }
    }),
  )
  return ({ lat, lon }) => valueAt(before!, lat, lon) * (1 - share) + valueAt(next!, lat, lon) * share
}

test('a rule uses weather at a vessel live, historical, in boxes, explanations, after restarts', async () => {
  const server = await begin(address)
  await until(async () => (await server.call(getWeather, {})).state === 'GRID', 'the weather is there')
  const run = Date.parse((await server.call(getWeather, {})).run!)
  const now = Math.floor(clock.now() / 1000) * 1000 + 20 * MINUTE
  const wind = await windAt(server, now)
  const byWind = SHIPS.toSorted((a, b) => wind(b) - wind(a))
  const [strong, weak] = [byWind[0]!, byWind.at(-1)!]
  const value = Math.round(((wind(strong) + wind(weak)) / 2) * 10) / 10
  const when: RuleNode = { k: 'weather', layer: 'WIND', cmp: 'gt', value }
  const draft = { ...SLOW, name: 'In a storm', when }
  const { id, validation, sentence } = await server.call(createRule, draft)
  expect(validation).toEqual({ errors: [], warnings: [] })
  expect(sentence).toContain(`When a vessel is in wind above ${value} kn`)
  expect(readSentence(sentence, { nameOf: () => undefined, drawn: 'WHOLE' })).toMatchObject({ when })
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  // Fetched data are not read for some minutes, and the rule states so for that time.
  await until(
    async () => / starts at \d\d:\d0 UTC$/.test((await rule(server, id)).error_reason),
    'the rule says from when on it knows the weather',
  )
  const uncounted = await server.call(countRuleBoxes, { draft })
  expect(uncounted.boxes).toMatchObject([{ holds: null, about: expect.stringMatching(/ UTC\.$/) }])
  await until(async () => (await readWatch(database.db)) !== null, 'rules are at work')
  const watcher = new Watcher(server.base, server.token)
  await until(() => watcher.socket.connected, 'a screen is connected')
  ahead += 20 * MINUTE
  const desk = await server.logIn('admin', PASSWORD)
  await until(async () => (await rule(desk, id)).error_reason === '', 'the weather is known')
  const received = () => watcher.events.some(({ name }) => name === tableUpdate.wire)
  await until(received, 'the screen is told to read the rule again')
  watcher.close()

  await sails(now, strong)
  await sails(now, weak)
  await until(async () => (await found(desk, id)).length > 0, 'she is found')
  const [hit, ...more] = await found(desk, id)
  expect(more).toEqual([])
  expect(hit).toMatchObject({ mmsis: [String(strong.mmsi)], first_at: new Date(now).toISOString() })
  const readable = new Date(run).toISOString().slice(0, 16).replace('T', ' ')
  expect(hit!.explanation!.of[0]).toMatchObject({
    verdict: 'TRUE',
    value: expect.closeTo(wind(strong), 1),
    threshold: value,
    unit: 'kn',
    of: [{ asked: `forecast by the SIMULATED model run of ${readable} UTC`, verdict: 'TRUE' }],
  })
  const { recomputed } = await desk.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })

  const period = { from: new Date(now - HOUR).toISOString(), to: new Date(now + MINUTE).toISOString() }
  for (const query of [
    { id, knowledge: 'AS_KNOWN' as const },
    { id, knowledge: 'CORRECTED' as const },
    { id: 'draft', knowledge: 'CORRECTED' as const, draft },
  ]) {
    const { run_id } = await desk.call(runRule, { ...period, ...query, dry_run: true })
    expect((await runOver(desk, query.id, run_id)).state).toBe('SUCCEEDED')
    const back = await found(desk, query.id, run_id)
    expect(back.map(({ mmsis, first_at, explanation }) => ({ mmsis, first_at, explanation }))).toEqual([
      { mmsis: hit!.mmsis, first_at: hit!.first_at, explanation: hit!.explanation },
    ])
  }
  const { boxes } = await desk.call(countRuleBoxes, { draft })
  expect(boxes).toEqual([{ path: 'when', holds: 1, unknown: 0, about: '' }])

  // The provider is gone; its forecasts are stored.
  await halt()
  provider.close()
  provider.closeAllConnections()
  const again = await begin(address)
  const other = { ...strong, mmsi: 419000711 }
  await sails(Math.floor(clock.now() / 1000) * 1000, other)
  const ofOther = async () => (await found(again, id)).filter(({ mmsis }) => mmsis[0] === String(other.mmsi))
  await until(async () => (await ofOther()).length > 0, 'another ship is found there')
})

test('without a weather model a rule on it cannot be enabled, and an active one states why', async () => {
  for (const [weather, why] of [
    [undefined, 'no weather source is set up'],
    ['http://127.0.0.1:1/{layer}/{z}/{x}/{y}.png', 'the weather provider sends pictures without values'],
  ] as const) {
    const server = await begin(weather, false)
    const received = `the weather is unknown here: ${why}. Start Samudra with --weather gfs, or remove the condition`
    const [standing] = (await server.call(getRules, { q: 'In a storm' })).items
    expect(standing).toMatchObject({ status: 'ENABLED', error_reason: received })
    const when: RuleNode = { k: 'weather', layer: 'PRESSURE', cmp: 'lt', value: 990 }
    const draft = { ...SLOW, name: 'Low', when }
    const { id, validation } = await server.call(createRule, draft)
    expect(validation.errors).toEqual([received])
    expect(await server.raw(enableOrDisableRule, { id, enabled: true })).toMatchObject({
      Code: 'RULE_INVALID',
      fields: [{ field: 'when', why: received }],
      Message: `This rule cannot be enabled: ${received}.`,
    })
    const { boxes } = await server.call(countRuleBoxes, { draft })
    expect(boxes).toMatchObject([{ holds: null, about: `T${received.slice(1)}.` }])
    await halt()
  }
})

test('an unknown layer is rejected with the valid ones, and a meaningless comparison in words', async () => {
  const server = await begin(address)
  const queries = (layer: string, cmp: 'gt' | 'matches') => ({
    ...SLOW,
    name: 'Asks',
    when: { k: 'weather' as const, layer, cmp, value: 20 },
  })
  const answer = await server.raw(createRule, queries('wind', 'gt'))
  expect(answer).toMatchObject({ Code: 'RULE_INVALID', fields: [{ field: 'when.layer' }] })
  expect(answer.Message).toBe(
    `Check when.layer: wind is not a weather layer; use one of ${WEATHER_LAYERS.join(', ')}.`,
  )
  const { validation } = await server.call(createRule, queries('WIND', 'matches'))
  expect(validation.errors).toEqual([
    'weather cannot be compared with matches; use one of gt, gte, lt, lte, eq, ne',
  ])
})

test('a weather condition that held for hours is recomputed with the runs read at that time', async () => {
  const now = Math.floor(clock.now() / 1000) * 1000 - 24 * HOUR
  const run = Math.floor((now - 20 * HOUR) / (6 * HOUR)) * 6 * HOUR
  const own = await aDatabase()
  const simulated = { db: own.db, isSimulated: true }
  for (const [at, number] of [
    [now - 12 * HOUR, run],
    [now - 10 * HOUR, run + 6 * HOUR],
  ] as const)
    await new StoredForecasts({ ...simulated, clock: { now: () => epochMs(at) } }).keep(aModelRun(number))
  const mmsi = 419000721
  const fixes = Array.from({ length: 102 }, (_, i) => {
    const recTime = now - 11.5 * HOUR + i * 5 * MINUTE
    return aFix({ recTime, mmsi, lat: 10e6, lon: Math.round(70e6 + i * 1e4), sog: 90, cog: 900 })
  })
  await storeFixes(own.db, fixes)
  const server = await begin(address, true, own)
  const when: RuleNode = { k: 'weather', layer: 'PRESSURE', cmp: 'gt', value: 900, for_min: 480 }
  const { id } = await server.call(createRule, { ...SLOW, name: 'All day', when })
  const period = { from: new Date(now - 12 * HOUR).toISOString(), to: new Date(now).toISOString() }
  const query = { id, ...period, mmsis: [String(mmsi)], knowledge: 'CORRECTED' as const, dry_run: true }
  const { run_id } = await server.call(runRule, query)
  expect(await runOver(server, id, run_id)).toMatchObject({ state: 'SUCCEEDED', hits: 1 })
  const [hit] = await found(server, id, run_id)
  expect((Date.parse(hit!.first_at) - (now - 11.5 * HOUR)) / MINUTE).toBeCloseTo(480, -1)
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id, run_id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  await halt()
  await own.drop()
})
