import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { getWeather, getWeatherGrid, getWeatherPoint, WEATHER_LAYERS } from '@samudra/contract/weather'
import { afterEach, expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { hurry } from '../../../../testing/seas/alerts.ts'
import { eachSection, fileOfRun, OLD_RUN, RECORDED as FILE } from '../../../../testing/seas/gfs-file.ts'
import { listening } from '../../../../testing/seas/ports.ts'
import { gridsOf, valueAt } from './weather-fields.ts'
import { readGrib2 } from './grib2.ts'

const iso = (at: number) => new Date(at).toISOString()
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Starts a server of the model's files, or of tiles; it records its requests. */
async function aProvider(answer: (url: string) => { status: number; body?: Uint8Array | string }) {
  const query: string[] = []
  const server = http.createServer((request, reply) => {
    query.push(request.url ?? '')
    const { status, body = '' } = answer(request.url ?? '')
    reply.writeHead(status).end(body)
  })
  const port = await listening(server)
  const provider = {
    base: `http://127.0.0.1:${port}`,
    query,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  open.push(provider)
  return provider
}

test('a recorded model run reads as its values were: warm seas, cold poles, southern storms', () => {
  const fields = readGrib2(FILE)
  expect(fields.map(({ columns, rows, step }) => [columns, rows, step])).toEqual(
    fields.map(() => [144, 73, 2.5]),
  )
  const grids = gridsOf(fields)
  const at = (held: string, lat: number, lon: number) =>
    valueAt(grids.find((one) => one.held === held)!.grid, lat, lon)
  expect(at('TEMPERATURE', 5, 75)).toBeGreaterThan(24)
  expect(at('TEMPERATURE', 5, 75)).toBeLessThan(32)
  expect(at('TEMPERATURE', -85, 0)).toBeLessThan(-30)
  expect(at('PRESSURE', 5, 75)).toBeGreaterThan(1004)
  expect(at('PRESSURE', 5, 75)).toBeLessThan(1016)
  expect(at('WIND', 10, 60)).toBeGreaterThanOrEqual(0)
  for (const held of ['CLOUDS', 'PRECIPITATION']) expect(at(held, 0, 100)).toBeGreaterThanOrEqual(0)
  expect(at('TEMPERATURE', 5, -180)).toBeCloseTo(at('TEMPERATURE', 5, 180), 5)
  expect(new Date(fields[0]!.validAt).toISOString()).toBe('2011-10-11T00:00:00.000Z')
})

test('a file that breaks off, or is none, is refused and never read beyond its end', () => {
  expect(() => readGrib2(Buffer.from('no grib at all, and long'))).toThrow(/not a GRIB/)
  for (const length of [20, 200, 5000, FILE.length - 5])
    expect(() => readGrib2(FILE.subarray(0, length))).toThrow(RangeError)
  for (let i = 0; i < 200; i++) {
    const broken = Buffer.from(FILE.subarray(0, 8540))
    broken[(i * 37) % 200] = (i * 91) % 256
    try {
      readGrib2(broken)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
})

test('the absence of a provider is reported, and no request is sent', async () => {
  const sea = await aServer()
  open.push(sea)
  expect(await sea.call(getWeather, {})).toMatchObject({ state: 'NONE', layers: [] })
  expect((await sea.call(getWeather, {})).why).toMatch(/--weather/)
  expect(await sea.raw(getWeatherPoint, { lat: 5, lon: 75 })).toMatchObject({
    Status: false,
    Code: 'NOT_FOUND',
  })
})

test('a model is fetched, named by its run, read at a position, and there after an offline start', async () => {
  let isOut = false
  const provider = await aProvider((url) =>
    isOut
      ? { status: 500 }
      : url.includes('/000')
        ? { status: 200, body: fileOfRun(OLD_RUN) }
        : { status: 404 },
  )
  const weather = `${provider.base}/{date}/{run}/{hour}`
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-weather-'))
  open.push({ close: () => rmSync(cacheFolder, { recursive: true, force: true }) })
  const sea = await aServer([], undefined, { weather, cacheFolder })
  open.push(sea)
  await until(async () => (await sea.call(getWeather, {})).state === 'GRID', 'the model is there')
  const state = await sea.call(getWeather, {})
  expect(state.layers).toEqual([...WEATHER_LAYERS])
  expect(state).toMatchObject({ run: iso(OLD_RUN), stale: true })
  expect(state.valid_at).toContain(iso(OLD_RUN + 72 * 3_600_000))
  expect(provider.query[0]).toMatch(/^\/\d{8}\/(00|06|12|18)\/000$/)
  const grid = await sea.call(getWeatherGrid, { layer: 'WIND' })
  expect(Buffer.from(grid.values, 'base64').length).toBe(grid.columns * grid.rows * 2)
  const { series } = await sea.call(getWeatherPoint, { lat: 5, lon: 75 })
  expect(series[0]!.wind_from).toBeGreaterThanOrEqual(0)
  expect(series[0]!.temperature_c).toBeGreaterThan(20)
  isOut = true
  const again = await aServer([], undefined, { weather: `${weather}?again`, cacheFolder })
  open.push(again)
  expect(await again.call(getWeather, {})).toMatchObject({
    state: 'GRID',
    run: state.run,
    valid_at: state.valid_at,
  })
})

test('a run dated in the future is refused by name, and a later run of today is taken', async () => {
  let body = fileOfRun(OLD_RUN, 65_535)
  const provider = await aProvider((url) => (url.includes('/000') ? { status: 200, body } : { status: 404 }))
  const sea = await aServer([], undefined, { weather: `${provider.base}/{date}/{run}/{hour}` })
  open.push(sea)
  const why = async () => (await sea.call(getWeather, {})).why
  await until(
    async () => (await why()).includes('allowed: up to 10 days old or 2 hours ahead'),
    'it is refused',
  )
  expect((await sea.call(getWeather, {})).state).toBe('NONE')
  body = fileOfRun(OLD_RUN)
  await until(async () => {
    await hurry(sea, 'weather.fetch')
    return (await sea.call(getWeather, {})).state === 'GRID'
  }, 'the run of today is taken')
  expect((await sea.call(getWeather, {})).run).toBe(iso(OLD_RUN))
})

test('a field for an invalid time is refused, and reads of the weather still answer', async () => {
  const body = fileOfRun(OLD_RUN)
  eachSection(body, (number, at) => {
    if (number === 4) body.writeUInt32BE(0xffffffff, at + 18)
  })
  const provider = await aProvider((url) => (url.includes('/000') ? { status: 200, body } : { status: 404 }))
  const sea = await aServer([], undefined, { weather: `${provider.base}/{date}/{run}/{hour}` })
  open.push(sea)
  await until(
    async () => (await sea.call(getWeather, {})).why.includes('allowed: up to 16 days'),
    'it is refused',
  )
  expect((await sea.call(getWeather, {})).state).toBe('NONE')
})

test('a provider that fails is reported with its failure', async () => {
  const provider = await aProvider(() => ({ status: 503 }))
  const sea = await aServer([], undefined, { weather: `${provider.base}/{date}/{run}/{hour}` })
  open.push(sea)
  await until(async () => (await sea.call(getWeather, {})).why.includes('503'), 'the failure is told')
  expect((await sea.call(getWeather, {})).state).toBe('NONE')
})

test('pictures of a tile server come through us, and its key does not', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
  const provider = await aProvider(() => ({ status: 200, body: png }))
  const sea = await aServer([], undefined, {
    weather: `${provider.base}/{layer}/{z}/{x}/{y}.png?appid=SECRETKEY`,
  })
  open.push(sea)
  const state = await sea.call(getWeather, {})
  expect(state).toMatchObject({ state: 'TILES', layers: [...WEATHER_LAYERS] })
  expect(JSON.stringify(state)).not.toContain('SECRETKEY')
  const answer = await fetch(`${sea.base}/weather/clouds/3/2/5`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  expect(provider.query).toEqual(['/clouds_new/3/5/2.png?appid=SECRETKEY'])
  expect((await fetch(`${sea.base}/weather/clouds/3/9/5`)).status).toBe(404)
  expect((await fetch(`${sea.base}/weather/fog/3/2/5`)).status).toBe(404)
})

test('foreign files beside or in the stored weather stay when an older run is removed', async () => {
  const provider = await aProvider((url) =>
    url.includes('/000') ? { status: 200, body: fileOfRun(OLD_RUN) } : { status: 404 },
  )
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-weather-'))
  open.push({ close: () => rmSync(cacheFolder, { recursive: true, force: true }) })
  const at = (...parts: string[]) => path.join(cacheFolder, 'weather', ...parts)
  for (const name of ['1300000000000', '1400000000000', 'notes']) mkdirSync(at(name), { recursive: true })
  for (const file of [at('1300000000000', '0.grb2'), at('1400000000000', 'mine.txt'), at('notes', '0.grb2')])
    writeFileSync(file, FILE)
  symlinkSync(at('notes'), at('1200000000000'))
  const sea = await aServer([], undefined, { weather: `${provider.base}/{date}/{run}/{hour}`, cacheFolder })
  open.push(sea)
  await until(() => !existsSync(at('1300000000000')), 'the older run is removed')
  expect(existsSync(at('1400000000000', 'mine.txt'))).toBe(true)
  expect(existsSync(at('notes', '0.grb2'))).toBe(true)
})
