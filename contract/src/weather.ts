import { z } from 'zod'
import { Instant, op, queryNumber } from './kernel.ts'

/** The five weather layers of the specification. */
export const WEATHER_LAYERS = ['CLOUDS', 'PRECIPITATION', 'PRESSURE', 'WIND', 'TEMPERATURE'] as const
export const WeatherLayerId = z.enum(WEATHER_LAYERS)
export type WeatherLayerId = z.output<typeof WeatherLayerId>
/** Units of weather layers; precipitation is per hour. */
export const WEATHER_UNITS = {
  CLOUDS: '%',
  PRECIPITATION: 'mm/h',
  PRESSURE: 'hPa',
  WIND: 'kn',
  TEMPERATURE: '°C',
} as const satisfies Record<WeatherLayerId, string>
/** Comparisons of rules with weather. */
export const WEATHER_COMPARISONS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const
/** Weather fields: the layers, and the wind components from the west and from the south. */
export const WeatherFieldId = z.enum([...WEATHER_LAYERS, 'EASTWARD', 'NORTHWARD'])
export type WeatherFieldId = z.output<typeof WeatherFieldId>

export const Weather = z.object({
  /** GRID: fields of a model, read by ourselves. TILES: pictures of a provider. NONE: nothing to show, and `why`. */
  state: z.enum(['GRID', 'TILES', 'NONE']),
  /** Where it comes from, to be shown with it. */
  provider: z.string(),
  /** Fault as a sentence; empty when there is none. */
  why: z.string(),
  /** When the model was run; null for tiles, which do not say. */
  run: Instant.nullable(),
  /** Instants there are fields for. */
  valid_at: z.array(Instant),
  /** The newest run is older than it should be. */
  stale: z.boolean(),
  layers: z.array(WeatherLayerId),
})
export type Weather = z.output<typeof Weather>
export const getWeather = op({
  name: 'getWeather',
  route: 'GET /v2/weather',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: Weather,
})

/** One field at one instant. Units: percent, mm/h, hPa, knots, degrees Celsius. */
export const getWeatherGrid = op({
  name: 'getWeatherGrid',
  route: 'GET /v2/weather/grid',
  bounded: 'CENTRE',
  who: 'user',
  past: 'PERIOD',
  example: { layer: 'WIND' },
  input: z.object({ layer: WeatherFieldId, at: Instant.optional() }),
  output: z.object({
    layer: WeatherFieldId,
    valid_at: Instant,
    /** Degrees between columns and rows; the first row is north, the first column at `west`. */
    step: z.number(),
    west: z.number(),
    north: z.number(),
    columns: z.number(),
    rows: z.number(),
    /** Value = number / scale; -32768 is none. Little-endian 16-bit numbers in base64. */
    scale: z.number(),
    values: z.string(),
  }),
})

/** Returns the model's values for a position, instant by instant. */
export const getWeatherPoint = op({
  name: 'getWeatherPoint',
  route: 'GET /v2/weather/point',
  bounded: 'ONE',
  who: 'user',
  past: 'PERIOD',
  example: { lat: 10, lon: 75 },
  input: z.object({ lat: queryNumber.min(-90).max(90), lon: queryNumber.min(-180).max(180) }),
  output: z.object({
    /** Where it comes from, to be shown with it. */
    provider: z.string(),
    run: Instant,
    series: z.array(
      z.object({
        valid_at: Instant,
        clouds_pct: z.number().nullable(),
        precipitation_mm_h: z.number().nullable(),
        pressure_hpa: z.number().nullable(),
        wind_kn: z.number().nullable(),
        /** Where the wind comes from, degrees true. */
        wind_from: z.number().nullable(),
        temperature_c: z.number().nullable(),
      }),
    ),
  }),
})
