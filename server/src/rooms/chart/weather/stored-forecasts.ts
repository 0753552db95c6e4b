import { WEATHER_LAYERS } from '@samudra/contract/weather'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { Forecasts, inRegion, STALE_MS, type Forecast } from './forecasts.ts'
import { forgetForecasts, keepForecasts, storedRuns, readForecasts } from './forecasts.sql.ts'
import type { WeatherModel } from './model.ts'

const HOUR_MS = 3_600_000
/** Maximum age of the beginning of a period that is answered from memory. */
const RECENT_MS = 12 * HOUR_MS
/** Time after which all servers know a stored run, because live queries read what is stored once a minute. */
const KNOWN_AFTER_MS = 5 * 60_000
/** A run counts from full ten minutes. */
const FULL_MS = 10 * 60_000

const utc = (at: number) => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** Query of forecasts for a time, epoch ms. */
export type ForecastsQuery = { layers: readonly string[]; from: number; to: number }
type Needs = { db: Db; clock: Clock; isSimulated: boolean }

/** Forecasts of runs of the model, stored so that later reads find what rules read. */
export class StoredForecasts {
  readonly #needs: Needs
  #recent = new Forecasts([])
  #runs = ''

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Keeps of the run that a model holds what is read from now on until it is stale. */
  async keep(model: Pick<WeatherModel, 'run' | 'instants' | 'at'>): Promise<void> {
    const { db, clock, isSimulated } = this.#needs
    const { run, instants } = model
    const now = clock.now()
    if (run === null || now - run > STALE_MS || (await storedRuns(db, isSimulated, run)).length > 0) return
    const first = instants.findLast((at) => at <= now) ?? now
    const countsFrom = Math.ceil((now + KNOWN_AFTER_MS) / FULL_MS) * FULL_MS
    const fields = instants
      .filter((at) => at >= first && at <= run + STALE_MS)
      .flatMap((validAt) =>
        WEATHER_LAYERS.flatMap((layer): Pick<Forecast, 'layer' | 'validAt' | 'scale' | 'values'>[] => {
          const grid = model.at(validAt, layer)
          return grid === null ? [] : [{ layer, validAt, scale: grid.scale, values: inRegion(grid) }]
        }),
      )
    await keepForecasts(db, isSimulated, { run, countsFrom }, fields)
    await this.refresh()
  }

  /** Reads recent runs that any server stored since. */
  async refresh(): Promise<void> {
    const { db, clock, isSimulated } = this.#needs
    const from = clock.now() - RECENT_MS
    const runs = (await storedRuns(db, isSimulated, from - STALE_MS)).join()
    if (runs === this.#runs) return
    const query = { layers: null, from, to: clock.now() + STALE_MS }
    this.#recent = new Forecasts(await readForecasts(db, isSimulated, query))
    this.#runs = runs
  }

  /** Returns the forecasts of some layers in a time. */
  async forecasts({ layers, from, to }: ForecastsQuery): Promise<Forecasts> {
    const { db, clock, isSimulated } = this.#needs
    if (from < clock.now() - RECENT_MS)
      return new Forecasts(await readForecasts(db, isSimulated, { layers, from, to }))
    await this.refresh()
    return this.#recent
  }

  /** Returns why no forecast exists for now, with the trouble of the model; empty when one exists. */
  whyUnknown(trouble: string): string {
    const now = this.#needs.clock.now()
    if (WEATHER_LAYERS.some((layer) => this.#recent.runAt(layer, now) !== null)) return ''
    const from = this.#recent.newestCountsFrom
    const why =
      trouble !== ''
        ? `${trouble[0]!.toLowerCase()}${trouble.slice(1).replace(/\.$/, '')}`
        : from > now
          ? `the downloaded forecast starts at ${utc(from)}`
          : 'the stored forecast is too old'
    return `the weather is unknown now, so weather conditions are unknown: ${why}`
  }

  forget(before: number): Promise<void> {
    return forgetForecasts(this.#needs.db, before)
  }
}
