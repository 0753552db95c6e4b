import path from 'node:path'
import {
  getWeather,
  getWeatherGrid,
  getWeatherPoint,
  WEATHER_LAYERS,
  type Weather,
  type WeatherLayerId,
} from '@samudra/contract/weather'
import { room, type Ground, type Opened } from '../../../platform/ground.ts'
import type { Beat } from '../../../platform/kernel/cluster/beats.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { handle } from '../../../platform/kernel/http/handle.ts'
import { UpstreamTiles } from '../../../platform/kernel/http/upstream-tiles.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { settings, type SettingsInterface } from '../../centre/settings/room.ts'
import { valueAt, type Held } from './weather-fields.ts'
import { Forecasts } from './forecasts.ts'
import { StoredForecasts, type ForecastsQuery } from './stored-forecasts.ts'
import { NOMADS, WeatherModel } from './model.ts'

export type { Forecast, Forecasts } from './forecasts.ts'

const LOOK_MS = 20 * 60_000
/** Interval at which runs stored by other servers are looked for. */
const REFRESH_MS = 60_000
const DAY_MS = 86_400_000
/** Topic between processes. */
const LOOKED = 'weather'
/** Pictures of weather grow old fast. */
const TILE_FRESH_MS = 10 * 60_000
const NOTHING = 'No weather source. To use the free NOAA forecast, start Samudra with --weather gfs.'
const SIMULATED = 'SIMULATED weather, not real. For the NOAA forecast, start Samudra with --weather gfs'
/** Names of the layers with tile servers of the usual kind. */
const TILE_NAMES: Record<WeatherLayerId, string> = {
  CLOUDS: 'clouds_new',
  PRECIPITATION: 'precipitation_new',
  PRESSURE: 'pressure_new',
  WIND: 'wind_new',
  TEMPERATURE: 'temp_new',
}

export type WeatherInterface = {
  /** Returns the forecasts for a time, as known at each of its instants. */
  forecasts(query: ForecastsQuery): Promise<Forecasts>
  /** Reason why the weather of a position is not available here, and what to do; empty where a model is set up. */
  readonly whyNone: string
  /** Why it is not known how the weather is now; empty when it is. */
  whyUnknown(): string
}
function noDoor(why: string): WeatherInterface {
  const whyNone = `the weather is unknown here: ${why}. Start Samudra with --weather gfs, or remove the condition`
  return { forecasts: async () => new Forecasts([]), whyNone, whyUnknown: () => whyNone }
}

/** Weather over the chart, of the operator's provider; without one nothing is fetched from anywhere. */
export const weather = room({
  name: 'weather',
  uses: { settings },
  open: async (ground, { settings: { values } }): Promise<Opened<WeatherInterface>> => {
    // `gfs`, an address with {date}, {run} and {hour}, or one with {layer}, {z}, {x} and {y}; undefined for none.
    const { weather, isWeatherSimulated = false } = ground.assembly
    const saved = new StoredForecasts({ ...ground, isSimulated: isWeatherSimulated })
    const jobs = [forgetting(ground, { stored: saved, values })]
    if (weather?.includes('{layer}') === true) return { ...tiled(ground, weather), jobs }
    if (weather === undefined) return { ...absent(), jobs }
    return modelled(ground, { url: weather === 'gfs' ? NOMADS : weather, stored: saved, jobs })
  },
})

/**
 * Returns the job that deletes forecasts of days whose tracks are gone, which no query needs; also where there is no
 * model any more.
 */
const forgetting = (
  { clock }: Ground,
  { stored: saved, values }: { stored: StoredForecasts; values: SettingsInterface['values'] },
): JobKind => ({
  name: 'weather.forget',
  does: 'Weather forecast retention',
  when: { cron: '50 4 * * *', zone: 'UTC' },
  work: async () => {
    if (clock.report?.().isDoubted === true) return
    await saved.forget(clock.now() - values.number('ais.retention_thin_days') * DAY_MS)
  },
})

/** Fields of a model, read by ourselves. */
function modelled(
  ground: Ground,
  { url, stored: saved, jobs }: { url: string; stored: StoredForecasts; jobs: JobKind[] },
): Opened<WeatherInterface> {
  const { others, log } = ground
  const { isWeatherSimulated = false, cacheFolder } = ground.assembly
  const provider = isWeatherSimulated ? SIMULATED : 'NOAA GFS 1°'
  const model = new WeatherModel({
    ...ground,
    url,
    // What is made up is never taken for what was fetched before.
    folder: path.join(cacheFolder, isWeatherSimulated ? 'weather-simulated' : 'weather'),
  })
  const ends = new AbortController()
  // Each server holds the fields itself; one of them looks for new ones, and notifies the others.
  const lookToo = () =>
    void model
      .look({ signal: ends.signal, progress: () => undefined })
      .catch(() => log.warn('weather could not be fetched', { why: model.trouble }))
  others.follow(LOOKED, { changed: lookToo })
  const refresh: Beat = { everyMs: REFRESH_MS, work: () => saved.refresh() }
  return {
    door: {
      forecasts: (query) => saved.forecasts(query),
      whyNone: '',
      whyUnknown: () => saved.whyUnknown(model.trouble),
    },
    ops: [
      handle(getWeather, async () => stateOf(model, provider)),
      grid(ground, model),
      point(model, provider),
    ],
    jobs: [
      ...jobs,
      {
        name: 'weather.fetch',
        does: 'Download the newest weather forecast',
        when: { everyMs: LOOK_MS, atStart: true },
        backOff: { firstMs: 30_000, longestMs: LOOK_MS },
        work: async (run) => {
          try {
            await model.look(run)
          } finally {
            // Data fetched before is stored, too, when nothing new is available.
            await saved.keep(model)
          }
          others.publish(LOOKED, null)
        },
      },
    ],
    beats: [refresh],
    start: async () => {
      await model.readStored()
      await saved.refresh()
      if (others.isThere) lookToo()
    },
    stop: async () => ends.abort(),
  }
}

const nothing = (why: string): Weather => ({
  state: 'NONE',
  provider: '',
  why,
  run: null,
  valid_at: [],
  stale: false,
  layers: [],
})
const refuse = (why: string) => async () => {
  throw new OperationError('NOT_FOUND', why)
}

const absent = (): Opened<WeatherInterface> => ({
  door: noDoor('no weather source is set up'),
  ops: [
    handle(getWeather, async () => nothing(NOTHING)),
    handle(getWeatherGrid, refuse(NOTHING)),
    handle(getWeatherPoint, refuse(NOTHING)),
  ],
})

/** An operator's tile server, fetched through us: its key stays here. */
function tiled({ http, log, assembly: { cacheFolder } }: Ground, url: string): Opened<WeatherInterface> {
  const tiles = new Map(
    WEATHER_LAYERS.map((layer) => [
      layer.toLowerCase(),
      new UpstreamTiles(
        {
          id: layer,
          url: url.replaceAll('{layer}', TILE_NAMES[layer]),
          tileSize: 256,
          maxZoom: 12,
          attribution: '',
        },
        path.join(cacheFolder, 'weather-tiles'),
        TILE_FRESH_MS,
      ),
    ]),
  )
  http.get<{ Params: { layer: string; z: string; y: string; x: string } }>(
    '/weather/:layer/:z/:y/:x',
    async (request, reply) => {
      const source = tiles.get(request.params.layer)
      const [z, y, x] = [request.params.z, request.params.y, request.params.x].map(Number)
      const isTile =
        [z, y, x].every((one) => Number.isInteger(one) && one! >= 0) &&
        z! <= 12 &&
        x! < 2 ** z! &&
        y! < 2 ** z!
      if (source === undefined || !isTile) return reply.code(404).send('This weather tile does not exist.')
      try {
        const tile = await source.tile(z!, x!, y!)
        void reply.header('Cache-Control', 'public, max-age=600')
        return tile === null ? reply.code(204).send() : reply.type(tile.type).send(Buffer.from(tile.bytes))
      } catch (error) {
        log.warn('a weather tile could not be had', { layer: request.params.layer, error: sentenceOf(error) })
        return reply.code(502).header('Cache-Control', 'no-store').send()
      }
    },
  )
  const why = 'The weather provider sends pictures without values.'
  const state: Weather = {
    ...nothing(''),
    state: 'TILES',
    provider: new URL(url).host,
    layers: [...WEATHER_LAYERS],
  }
  return {
    door: noDoor('the weather provider sends pictures without values'),
    ops: [
      handle(getWeather, async () => state),
      handle(getWeatherGrid, refuse(why)),
      handle(getWeatherPoint, refuse(why)),
    ],
  }
}

const iso = (at: number) => new Date(at).toISOString()

function stateOf(model: WeatherModel, provider: string): Weather {
  const { run, trouble, instants } = model
  if (run === null)
    return nothing(trouble === '' ? 'The weather forecast is loading. Try again in a minute.' : trouble)
  const now = instants[0] ?? run
  return {
    state: 'GRID',
    provider,
    why: trouble,
    run: iso(run),
    valid_at: instants.map(iso),
    stale: model.isStale,
    layers: WEATHER_LAYERS.filter((layer) => model.nearest(layer, now) !== null),
  }
}

const grid = ({ clock }: Ground, model: WeatherModel) =>
  handle(getWeatherGrid, async ({ input }) => {
    const at = input.at === undefined ? clock.now() : Date.parse(input.at)
    const found = model.nearest(input.layer, at)
    if (found === null) throw new OperationError('NOT_FOUND', model.trouble || 'No data for this layer yet.')
    const { values, ...shape } = found.grid
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
    return { layer: input.layer, valid_at: iso(found.validAt), ...shape, values: bytes.toString('base64') }
  })

const point = (model: WeatherModel, provider: string) =>
  handle(getWeatherPoint, async ({ input: { lat, lon } }) => {
    const { run } = model
    if (run === null) throw new OperationError('NOT_FOUND', model.trouble || 'No forecast yet.')
    const series = model.instants.map((validAt) => {
      const value = (held: Held) => {
        const field = model.at(validAt, held)
        const found = field === null ? Number.NaN : valueAt(field, lat, lon)
        return Number.isNaN(found) ? null : found
      }
      const [u, v] = [value('EASTWARD'), value('NORTHWARD')]
      return {
        valid_at: iso(validAt),
        clouds_pct: value('CLOUDS'),
        precipitation_mm_h: value('PRECIPITATION'),
        pressure_hpa: value('PRESSURE'),
        wind_kn: u === null || v === null ? null : Math.hypot(u, v),
        wind_from: u === null || v === null ? null : ((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360,
        temperature_c: value('TEMPERATURE'),
      }
    })
    return { provider, run: iso(run), series }
  })
