import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getWeather, getWeatherPoint, WEATHER_LAYERS } from '@samudra/contract/weather'
import { serveWeather, weatherFile, WEATHER_PATH } from '@samudra/sim/weather'
import { afterEach, expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { listening } from '../../../../testing/seas/ports.ts'
import { readWeather, valueAt } from './weather-fields.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

test('simulated weather is plausible: five layers, winds round lows, warm seas and a cold south', () => {
  const run = new Date('2026-11-22T06:00Z')
  const { run: found, fields } = readWeather([weatherFile(run, 0), weatherFile(run, 24)])
  expect(found).toBe(run.getTime())
  for (const layer of WEATHER_LAYERS) expect(fields.filter(({ held }) => held === layer).length).toBe(2)
  const field = (held: string) => fields.find((one) => one.held === held)!.grid
  const at = (held: string, lat: number, lon: number) => valueAt(field(held), lat, lon)
  expect(at('TEMPERATURE', 5, 75)).toBeGreaterThan(22)
  expect(at('TEMPERATURE', -80, 75)).toBeLessThan(-10)
  const spread = (held: string) => {
    const { values, scale } = field(held)
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)]
    return [least / scale, most / scale]
  }
  expect(spread('PRESSURE')[0]).toBeGreaterThan(960)
  expect(spread('PRESSURE')[1]).toBeLessThan(1045)
  expect(spread('WIND')[1]).toBeGreaterThan(25)
  expect(spread('WIND')[1]).toBeLessThan(90)
  expect(spread('CLOUDS')[0]).toBeGreaterThanOrEqual(0)
  expect(spread('CLOUDS')[1]).toBeLessThanOrEqual(100)
  expect(spread('PRECIPITATION')[1]).toBeGreaterThan(2)
  // A day later the lows have gone on.
  const later = fields.filter(({ held }) => held === 'PRESSURE')[1]!.grid
  const changes = later.values.map((value, i) => Math.abs(value - field('PRESSURE').values[i]!))
  expect(Math.max(...changes) / later.scale).toBeGreaterThan(5)
})

test('a fresh machine with the simulated sea has weather for hours ahead, marked as simulated', async () => {
  const server = serveWeather()
  const base = `http://127.0.0.1:${await listening(server)}`
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-weather-'))
  open.push(
    { close: () => rmSync(cacheFolder, { recursive: true, force: true }) },
    { close: () => new Promise((resolve) => server.close(resolve)) },
  )
  const weather = `${base}${WEATHER_PATH}`
  const sea = await aServer([], undefined, { weather, isWeatherSimulated: true, cacheFolder })
  open.push(sea)
  await until(async () => (await sea.call(getWeather, {})).state === 'GRID', 'the weather is there')
  const answer = await sea.call(getWeather, {})
  expect(answer).toMatchObject({ stale: false, layers: [...WEATHER_LAYERS], why: '' })
  expect(answer.provider).toMatch(/^SIMULATED weather/)
  expect(answer.valid_at.length).toBe(9)
  expect(Date.parse(answer.valid_at.at(-1)!)).toBeGreaterThan(Date.now() + 6 * 3_600_000)
  expect((await sea.call(getWeatherPoint, { lat: 5, lon: 75 })).provider).toMatch(/^SIMULATED/)
})
