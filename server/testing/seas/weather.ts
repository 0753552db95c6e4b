import { WEATHER_LAYERS, type WeatherLayerId } from '@samudra/contract/weather'
import type { Grid } from '../../src/rooms/chart/weather/weather-fields.ts'
import type { StoredForecasts } from '../../src/rooms/chart/weather/stored-forecasts.ts'

const HOUR_MS = 3_600_000
const [STEP, COLUMNS, ROWS] = [1, 360, 181]
/** Mean, maximum deviation, and numbers per unit. */
const LAYERS: Record<WeatherLayerId, [mean: number, amplitude: number, scale: number]> = {
  CLOUDS: [50, 50, 100],
  PRECIPITATION: [1.5, 1.5, 100],
  PRESSURE: [1010, 8, 20],
  WIND: [15, 14, 100],
  TEMPERATURE: [27, 3, 100],
}

export type ModelRun = Parameters<StoredForecasts['keep']>[0] & {
  grid(layer: WeatherLayerId, validAt: number): Grid
}

/** Waves that travel round the world; one run takes them for `phase` farther than another. */
function gridOf(layer: WeatherLayerId, validAt: number, phase: number): Grid {
  const [mean, amplitude, scale] = LAYERS[layer]
  const values = new Int16Array(COLUMNS * ROWS)
  for (let i = 0; i < values.length; i++) {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS]
    const wave = Math.sin(column * 0.7 + row * 0.4 + validAt / (4 * HOUR_MS) + phase + mean)
    values[i] = Math.round((mean + amplitude * wave) * scale)
  }
  return { values, scale, step: STEP, west: 0, north: 90, columns: COLUMNS, rows: ROWS }
}

/** A run of a model as it is held, three hours from step to step for a day. */
export function aModelRun(run: number, phase = 0): ModelRun {
  const instants = [0, 3, 6, 9, 12, 15, 18, 21, 24].map((hours) => run + hours * HOUR_MS)
  const grids = new Map(
    instants.flatMap((at) => WEATHER_LAYERS.map((layer) => [`${layer} ${at}`, gridOf(layer, at, phase)])),
  )
  return {
    run,
    instants,
    at: (validAt, layer) => grids.get(`${layer} ${validAt}`) ?? null,
    grid: (layer, validAt) => grids.get(`${layer} ${validAt}`)!,
  }
}
