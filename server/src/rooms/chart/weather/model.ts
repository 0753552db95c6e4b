import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import { fetched } from '../../../platform/kernel/http/download.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import { removeKnown } from '../../../platform/kernel/files/remove-known.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { Grid, Held, WeatherRead } from './weather-fields.ts'
import { STALE_MS } from './forecasts.ts'

/** NOAA's filter: the five fields of the one-degree GFS, about 0.5 MB an instant, United States public domain. */
export const NOMADS =
  'https://nomads.ncep.noaa.gov/cgi-bin/filter_gfs_1p00.pl?dir=%2Fgfs.{date}%2F{run}%2Fatmos&file=gfs.t{run}z.pgrb2.1p00.f{hour}' +
  '&var_TCDC=on&var_PRATE=on&var_PRMSL=on&var_UGRD=on&var_VGRD=on&var_TMP=on' +
  '&lev_entire_atmosphere=on&lev_surface=on&lev_mean_sea_level=on&lev_10_m_above_ground=on&lev_2_m_above_ground=on'

const HOUR_MS = 3_600_000
const RUN_EVERY_MS = 6 * HOUR_MS
/** A run is complete about four hours after its time. */
const READY_MS = 4 * HOUR_MS
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
/** Names in the folder: one folder per run, one file per hour. */
const RUN = /^\d+(\.new)?$/
const FIELD = /^\d+\.grb2$/
/** Bounds of a run against the clock and reach of its forecasts, ms; GFS forecasts 16 days. */
const RUN_BOUNDS = { ahead: 2 * HOUR_MS, age: 240 * HOUR_MS, reach: 384 * HOUR_MS }
const FETCH_MS = 60_000
const LARGEST = 40_000_000

/**
 * Newest run of a weather model: fetched hour by hour and stored on disk, so that the last one is available without a
 * network.
 */
export class WeatherModel {
  /** Run as the fields themselves state it, whatever was requested. */
  run: number | null = null
  /** Run that was requested last and is held. */
  #query = -Infinity
  /** Why the newest run could not be had; empty when it was. */
  trouble = ''
  readonly #fields = new Map<number, Map<Held, Grid>>()
  readonly #needs: { url: string; folder: string; clock: Clock; log: Log; readers: Readers }

  constructor(needs: { url: string; folder: string; clock: Clock; log: Log; readers: Readers }) {
    this.#needs = needs
  }

  get instants(): number[] {
    return [...this.#fields.keys()].sort((a, b) => a - b)
  }
  get isStale(): boolean {
    return this.run === null || this.#needs.clock.now() - this.run > STALE_MS
  }

  /** The field nearest in time. */
  nearest(held: Held, at: number): { validAt: number; grid: Grid } | null {
    let best: { validAt: number; grid: Grid } | null = null
    for (const [validAt, fields] of this.#fields) {
      const grid = fields.get(held)
      if (grid === undefined) continue
      if (best === null || Math.abs(validAt - at) < Math.abs(best.validAt - at)) best = { validAt, grid }
    }
    return best
  }
  at(validAt: number, held: Held): Grid | null {
    return this.#fields.get(validAt)?.get(held) ?? null
  }

  /** Fetches the newest run that is there, unless it is held. */
  async look(job: Pick<JobRun, 'signal' | 'progress'>): Promise<void> {
    const newest = Math.floor((this.#needs.clock.now() - READY_MS) / RUN_EVERY_MS) * RUN_EVERY_MS
    try {
      for (const run of [newest, newest - RUN_EVERY_MS]) {
        if (this.#query >= run) break
        if (await this.#fetchRun(run, job)) break
      }
      if (this.#query >= newest - RUN_EVERY_MS) this.trouble = ''
      else if (this.trouble === '') this.trouble = 'The newest weather forecast is not published yet.'
    } catch (error) {
      this.trouble = `The weather forecast could not be loaded: ${sentenceOf(error)}.`
      throw error
    }
  }

  /** False when the run is not out yet. */
  async #fetchRun(run: number, { signal, progress }: Pick<JobRun, 'signal' | 'progress'>): Promise<boolean> {
    const files: Buffer[] = []
    for (const [i, hour] of HOURS.entries()) {
      const bytes = await this.#fetch(run, hour, signal)
      progress((i + 1) / (HOURS.length + 1))
      if (bytes === null) {
        if (hour === 0) return false
        break
      }
      files.push(bytes)
    }
    const read = this.#bounded(await this.#read(files, signal))
    const folder = path.join(this.#needs.folder, String(run))
    await removeKnown(`${folder}.new`, FIELD)
    await mkdir(`${folder}.new`, { recursive: true })
    for (const [i, bytes] of files.entries())
      await writeFile(path.join(`${folder}.new`, `${HOURS[i]}.grb2`), bytes)
    await removeKnown(folder, FIELD)
    await rename(`${folder}.new`, folder)
    this.#take(run, read)
    await this.#forgetOlder(run)
    return true
  }

  async #fetch(run: number, hour: number, signal: AbortSignal): Promise<Buffer | null> {
    const at = new Date(run)
    const address = this.#needs.url
      .replaceAll('{date}', at.toISOString().slice(0, 10).replaceAll('-', ''))
      .replaceAll('{run}', String(at.getUTCHours()).padStart(2, '0'))
      .replaceAll('{hour}', String(hour).padStart(3, '0'))
    const answer = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
      headers: { 'user-agent': 'Samudra' },
    })
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return fetched(answer, LARGEST, 'the file is larger than 40 MB')
  }

  /** A provider is believed no more than anybody: its files are read apart from the server. */
  #read(files: readonly Uint8Array[], signal?: AbortSignal): Promise<WeatherRead> {
    const sizes = files.map(({ length }) => length)
    const query = { reading: 'weather', who: 'weather', options: sizes, bytes: files } as const
    return this.#needs.readers.read(signal === undefined ? query : { ...query, signal })
  }

  /** Throws for dates that the clock rules out: a run dated in the future would be the newest until then. */
  #bounded(read: WeatherRead): WeatherRead {
    const now = this.#needs.clock.now()
    const { ahead, age, reach } = RUN_BOUNDS
    const { run, fields } = read
    if (run !== null && !(run <= now + ahead && run >= now - age))
      throw new Error(`a file is of the run of ${dateText(run)}; allowed: up to 10 days old or 2 hours ahead`)
    const late = fields.find(({ validAt }) => run === null || !(validAt >= run && validAt <= run + reach))
    if (late !== undefined)
      throw new Error(`a field is for ${dateText(late.validAt)}; allowed: up to 16 days after the run`)
    return read
  }

  #take(query: number, { run, fields }: WeatherRead) {
    this.#fields.clear()
    this.#query = query
    this.run = run
    for (const { held, validAt, grid } of fields) {
      const then = this.#fields.get(validAt) ?? new Map<Held, Grid>()
      this.#fields.set(validAt, then)
      if (!then.has(held)) then.set(held, grid)
    }
  }

  /** Takes up what an earlier start fetched. */
  async readStored(): Promise<void> {
    const names = await readdir(this.#needs.folder).catch(() => [])
    const runs = names.filter((name) => /^\d+$/.test(name)).map(Number)
    if (runs.length === 0) return
    const run = Math.max(...runs)
    try {
      const folder = path.join(this.#needs.folder, String(run))
      const files = await Promise.all(
        (await readdir(folder)).map((name) => readFile(path.join(folder, name))),
      )
      this.#take(run, this.#bounded(await this.#read(files)))
    } catch (error) {
      this.#needs.log.warn('the stored weather cannot be read', { error: sentenceOf(error) })
    }
  }

  async #forgetOlder(run: number) {
    for (const name of await readdir(this.#needs.folder).catch(() => []))
      if (RUN.test(name) && name !== String(run))
        await removeKnown(path.join(this.#needs.folder, name), FIELD)
  }
}

/** Largest time that a Date holds, epoch ms. */
const LAST_DATE = 8.64e15
const dateText = (at: number) => (Math.abs(at) <= LAST_DATE ? new Date(at).toISOString() : 'an invalid time')
