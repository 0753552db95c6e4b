import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Names, Source } from '../../../sea/names.ts'
import { RankedFeeds } from './ranks.ts'
import {
  addFirstVersions,
  insertSource,
  insertStations,
  lendStationNumbers,
  readFeedVersions,
  readSources,
  readStations,
  type FeedVersion,
} from './registry.sql.ts'

/** Stations a server will ever number; a feed that invents names cannot make it grow without end. */
const MAX_STATIONS = 1_000_000

type Station = { id: number; code: string }
/** Numbers of stations a process is lent at once: more new ones than a busy feed names between two batches. */
const LENT = 2000
/** Topics between processes. */
const [SOURCES, STATIONS, RANKING] = ['sources', 'stations', 'ranking'] as const

/**
 * The numbers that fixes carry for sources, feeds and stations, and what stands behind them. Sources and
 * stations keep their number for good; new stations are stored before the first fix that names them.
 */
export class Registry {
  readonly #db: Db
  readonly #ranked = new RankedFeeds()
  #feedVersions: readonly FeedVersion[] = []
  readonly #sources: Source[] = []
  readonly #stationCode: string[] = []
  readonly #stationNumber = new Map<string, number>()
  readonly #publish: () => void
  readonly #others: Others | undefined
  /** Stations that are not stored yet. */
  #unsaved: Station[] = []
  /** Stations numbered by this process since its start, in order. */
  readonly numbered: Station[] = []
  /** Numbers this process may give to stations, where there are others that give some too; the next is the last. */
  #lent: number[] | null = null

  /** Names behind the numbers, for callers that need nothing else. */
  readonly names: Names = {
    sources: () => this.sources(),
    sourceCode: (number) => this.sourceCode(number),
    stationCode: (number) => this.stationCode(number),
    feedName: (number) => this.#ranked.name(number),
    priority: (number) => this.#ranked.priority(number),
    trust: (number) => this.#ranked.trust(number),
    rankedThen: (period) => this.#ranked.during(period),
  }

  /** Creates a registry; `onChange` reports a changed ranking of feeds. */
  constructor(db: Db, onChange: () => void = () => undefined, others?: Others) {
    this.#db = db
    this.#publish = onChange
    this.#others = others
    others?.follow<Station[]>(STATIONS, { changed: (stations) => this.#know(stations) })
    others?.follow(SOURCES, { changed: () => this.#loadSources() })
    others?.follow(RANKING, {
      changed: () => this.#rankAgain(),
      afresh: async () => {
        await this.#loadNames()
        await this.#rankAgain()
        return false
      },
    })
  }

  async load(): Promise<void> {
    await this.#loadNames()
    if (this.#others?.isThere === true) this.#lent = []
    await this.#lendMore()
    await addFirstVersions(this.#db)
    await this.#loadRanks()
  }

  async #loadNames() {
    await this.#loadSources()
    this.#know(await readStations(this.#db))
  }
  async #loadSources() {
    for (const row of await readSources(this.#db))
      this.#sources[row.id] = { number: row.id, code: row.code, name: row.name }
  }
  #know(stations: readonly Station[]) {
    for (const { id, code } of stations) {
      this.#stationCode[id] = code
      this.#stationNumber.set(code, id)
    }
  }
  async #lendMore() {
    if (this.#lent !== null && this.#lent.length < LENT / 2)
      this.#lent = [...(await lendStationNumbers(this.#db, LENT)).toReversed(), ...this.#lent]
  }

  async #loadRanks() {
    this.#feedVersions = await readFeedVersions(this.#db)
    this.#ranked.take(this.#feedVersions)
  }

  /** Returns the versions of feeds, by number and time. */
  feedVersions(): readonly FeedVersion[] {
    return this.#feedVersions
  }

  /** Returns true for a source whose present feeds all play recordings. */
  isRecorded(source: number): boolean {
    const feeds = this.#feedVersions.filter((one) => one.source_id === source && one.known_to === null)
    return feeds.length > 0 && feeds.every(({ kind }) => kind === 'nmea-file')
  }

  /** Reloads changed names and ranks of feeds from the database and publishes the change. */
  async ranksChanged(): Promise<void> {
    await this.#rankAgain()
    this.#others?.publish(RANKING, null)
  }
  async #rankAgain() {
    await this.#loadRanks()
    this.#publish()
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
  async sourceNamed(code: string, kind: 'AIS_T' | 'ADSB' | 'PARTNER'): Promise<Source> {
    const known = this.sourceOf(code)
    if (known !== undefined) return known
    const row = await insertSource(this.#db, code, kind)
    this.#others?.publish(SOURCES, null)
    return (this.#sources[row.id] = { number: row.id, code: row.code, name: row.name })
  }

  stationCode(number: number): string | null {
    return number < 0 ? null : (this.#stationCode[number] ?? null)
  }
  stationNumber(code: string): number {
    const known = this.#stationNumber.get(code)
    if (known !== undefined) return known
    if (this.#stationCode.length >= MAX_STATIONS) return -1
    const number = this.#lent === null ? this.#stationCode.length : this.#lent.pop()
    if (number === undefined) return -1
    const station = { id: number, code }
    this.#know([station])
    this.#unsaved.push(station)
    this.numbered.push(station)
    return number
  }
  /** Takes a station numbered by another process, which may not be stored yet. */
  learnStation(station: Station): void {
    if (this.#stationNumber.has(station.code)) return
    this.#know([station])
    this.#unsaved.push(station)
  }

  /** Stores stations that are new since the last call. */
  async saveStations(at: Date): Promise<void> {
    if (this.#unsaved.length === 0) return
    const rows = [...this.#unsaved]
    await insertStations(this.#db, rows, at)
    this.#unsaved.splice(0, rows.length)
    this.#others?.publish(STATIONS, rows)
    await this.#lendMore()
  }
}
