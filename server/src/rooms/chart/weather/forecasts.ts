import { NONE, valueAt, type Grid } from './weather-fields.ts'

const HOUR_MS = 3_600_000
/** Age of a run beyond which it is not read: older than two runs means that something is wrong. */
export const STALE_MS = 18 * HOUR_MS
/** Maximum distance between steps of a run; the weather between steps farther apart is unknown. */
export const MOST_APART_MS = 6 * HOUR_MS

/** The region of the chart, degree by degree from the north west. */
const REGION = { step: 1, west: 20, north: 32, columns: 106, rows: 78 }
export const REGION_POINTS = REGION.columns * REGION.rows

/** Forecast of a run of the model for a layer of the region and an instant. Times are epoch ms; values as in a Grid. */
export type Forecast = {
  run: number
  /** True for simulated weather, which belongs to the simulated sea. */
  isSimulated: boolean
  /** Instant from which on every query reads it. */
  countsFrom: number
  layer: string
  validAt: number
  scale: number
  values: Int16Array
}

/** The values of a grid at the nodes of the region. */
export function inRegion(grid: Grid): Int16Array {
  const { step, west, north, columns } = REGION
  const values = new Int16Array(REGION_POINTS)
  for (let i = 0; i < values.length; i++) {
    const row = Math.floor(i / columns)
    const value = valueAt(grid, north - row * step, west + (i - row * columns) * step)
    values[i] = Number.isNaN(value) ? NONE : Math.round(value * grid.scale)
  }
  return values
}

/** A layer of a run, step by step. */
class Steps {
  readonly #times: readonly number[]
  readonly #grids: readonly Grid[]

  constructor(forecasts: readonly Forecast[]) {
    const inOrder = forecasts.toSorted((a, b) => a.validAt - b.validAt)
    this.#times = inOrder.map(({ validAt }) => validAt)
    this.#grids = inOrder.map(({ scale, values }) => ({ ...REGION, scale, values }))
  }

  /** The last step that is not after an instant; none where the next one is missing or too far away. */
  #before(at: number): number {
    const times = this.#times
    let i = times.length - 1
    while (i >= 0 && times[i]! > at) i--
    if (i < 0 || times[i] === at) return i
    return i + 1 < times.length && times[i + 1]! - times[i]! <= MOST_APART_MS ? i : -1
  }

  covers(at: number): boolean {
    return this.#before(at) >= 0
  }

  value(lat: number, lon: number, at: number): number {
    const i = this.#before(at)
    if (i < 0) return Number.NaN
    const from = this.#times[i]!
    const first = valueAt(this.#grids[i]!, lat, lon)
    if (from === at) return first
    const share = (at - from) / (this.#times[i + 1]! - from)
    return first * (1 - share) + valueAt(this.#grids[i + 1]!, lat, lon) * share
  }
}
type Run = Pick<Forecast, 'run' | 'isSimulated' | 'countsFrom'> & { layers: ReadonlyMap<string, Steps> }

/**
 * Forecasts of a time: for each instant from the newest run that counted then and reaches so far, between its steps
 * and the nodes of its grid. The same query has the same answer at any time; a query allocates nothing.
 */
export class Forecasts {
  /** As they are handed to another thread. */
  readonly data: readonly Forecast[]
  /** Runs, the newest last. */
  readonly #runs: readonly Run[]

  constructor(data: readonly Forecast[]) {
    this.data = data
    this.#runs = [...new Set(data.map(({ run }) => run))]
      .map((run) => {
        const all = data.filter((one) => one.run === run)
        const layers = [...new Set(all.map(({ layer }) => layer))].map(
          (layer) => [layer, new Steps(all.filter((one) => one.layer === layer))] as const,
        )
        const { isSimulated, countsFrom } = all[0]!
        return { run, isSimulated, countsFrom, layers: new Map(layers) }
      })
      .sort((a, b) => a.countsFrom - b.countsFrom || a.run - b.run)
  }

  /** Returns the value in the unit of the layer; NaN where no run that is fresh enough has it. */
  value(layer: string, lat: number, lon: number, at: number): number {
    return this.#runAt(layer, at)?.layers.get(layer)!.value(lat, lon, at) ?? Number.NaN
  }

  /** The run that is read of an instant, by when it was made; null where there is none. */
  runAt(layer: string, at: number): Pick<Forecast, 'run' | 'isSimulated'> | null {
    return this.#runAt(layer, at)
  }

  /** When the newest run counts from; NaN where there is none. */
  get newestCountsFrom(): number {
    return this.#runs.at(-1)?.countsFrom ?? Number.NaN
  }

  #runAt(layer: string, at: number): Run | null {
    for (let i = this.#countedBy(at); i >= 0; i--) {
      const one = this.#runs[i]!
      if (at - one.run > STALE_MS) return null
      if (one.layers.get(layer)?.covers(at) === true) return one
    }
    return null
  }

  /** The last run that counted at an instant, -1 for none. */
  #countedBy(at: number): number {
    const runs = this.#runs
    let low = 0
    let high = runs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (runs[middle]!.countsFrom <= at) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
