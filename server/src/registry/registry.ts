import type { Db } from '../needs/database.ts'
import type { Names, Source } from '../sea/names.ts'
import { RankedFeeds } from './ranks.ts'
import {
  addFirstVersions,
  insertSource,
  insertStations,
  readFeedVersions,
  readSources,
  readStations,
} from './registry.sql.ts'

/** Stations a server will ever number; a feed that invents names cannot make it grow without end. */
const MAX_STATIONS = 1_000_000

/**
 * The numbers that fixes carry for sources, feeds and stations, and what stands behind them. Sources and
 * stations keep their number for good; new stations are stored before the first fix that names them.
 */
export class Registry {
  readonly #db: Db
  readonly #ranked = new RankedFeeds()
  readonly #sources: Source[] = []
  readonly #stationCode: string[] = []
  readonly #stationNumber = new Map<string, number>()
  readonly #tell: () => void
  #unsavedFrom = 0

  /** What stands behind the numbers, for whoever asks nothing else. */
  readonly names: Names = {
    sources: () => this.sources(),
    sourceCode: (number) => this.sourceCode(number),
    stationCode: (number) => this.stationCode(number),
    feedName: (number) => this.#ranked.name(number),
    priority: (number) => this.#ranked.priority(number),
    trust: (number) => this.#ranked.trust(number),
    rankedThen: (period) => this.#ranked.during(period),
  }

  /** `tell` hears that feeds rank otherwise. */
  constructor(db: Db, tell: () => void = () => undefined) {
    this.#db = db
    this.#tell = tell
  }

  async load(): Promise<void> {
    for (const row of await readSources(this.#db))
      this.#sources[row.id] = { number: row.id, code: row.code, name: row.name }
    for (const row of await readStations(this.#db)) {
      this.#stationCode[row.id] = row.code
      this.#stationNumber.set(row.code, row.id)
    }
    this.#unsavedFrom = this.#stationCode.length
    await addFirstVersions(this.#db)
    await this.#loadRanks()
  }

  async #loadRanks() {
    this.#ranked.take(await readFeedVersions(this.#db))
  }

  /** Names and ranks of feeds have changed in the database: those who choose by them hear of it. */
  async ranksChanged(): Promise<void> {
    await this.#loadRanks()
    this.#tell()
  }

  sources(): Source[] {
    return this.#sources.filter((source) => source !== undefined)
  }
  sourceCode(number: number): string {
    return this.#sources[number]?.code ?? 'UNKNOWN'
  }
  sourceOf(code: string): Source | undefined {
    return this.#sources.find((source) => source?.code === code)
  }
  /** The source of a code, made when it is new. */
  async sourceNamed(code: string, kind: 'AIS_T' | 'ADSB'): Promise<Source> {
    const known = this.sourceOf(code)
    if (known !== undefined) return known
    const row = await insertSource(this.#db, code, kind)
    return (this.#sources[row.id] = { number: row.id, code: row.code, name: row.name })
  }

  stationCode(number: number): string | null {
    return number < 0 ? null : (this.#stationCode[number] ?? null)
  }
  stationNumber(code: string): number {
    const known = this.#stationNumber.get(code)
    if (known !== undefined) return known
    if (this.#stationCode.length >= MAX_STATIONS) return -1
    const number = this.#stationCode.length
    this.#stationCode.push(code)
    this.#stationNumber.set(code, number)
    return number
  }

  /** Stores stations that are new since the last call. */
  async saveStations(at: Date): Promise<void> {
    const upto = this.#stationCode.length
    if (upto === this.#unsavedFrom) return
    const rows = this.#stationCode
      .slice(this.#unsavedFrom, upto)
      .map((code, i) => ({ id: this.#unsavedFrom + i, code }))
    await insertStations(this.#db, rows, at)
    this.#unsavedFrom = upto
  }
}
