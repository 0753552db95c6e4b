import { LaneLookup, type Lane } from '@samudra/nautical/density/lanes'
import {
  courseDeviation,
  PATTERN_COUNTERS,
  hourOf,
  intervalDeviation,
  LEAST_DAYS,
  rareness,
  speedDeviation,
  weekHourOf,
} from '@samudra/nautical/usual-value'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { CounterRows, narrow, wide, type RowsData } from './counters.ts'
import { RECEIVED_FROM, receptionShare } from './coverage.ts'
import { CELLS_OF_A_SOURCE, DAYS_AT, weekKeyOfType, type SumKind } from './sum-places.ts'
import { lanePointsOf } from './way-points.ts'

/** Vessel position at an instant (epoch ms): degrees, knots, ms since the last fix; NaN for unknown values. */
export type PatternQuery = {
  ship: number
  at: number
  lat: number
  lon: number
  sog: number
  cog: number
  gapMs: number
}
export type Of = 'SELF' | 'TYPE' | 'CELL'
/** Key of the vessel (MMSI × 256 + split) and index of its type in SHIP_GROUPS. */
export type Who = { key: number; group: number }

/** Minimum number of weeks learned for an hour of the week. */
const LEAST_WEEKS = 4
const LEAST_KNOTS = 1
/** Delay after which a noted feed state counts, because live watchers reload feed states only later. */
export const NOTED_MS = 2 * 60_000

/** Sum of the data learned on some days. */
export type Added = {
  readonly days: readonly number[]
  readonly rows: Readonly<Record<SumKind, CounterRows>>
  readonly weeks: CounterRows<Uint8Array>
}
/** Knowledge valid between two instants. */
export type Known = {
  from: number
  until: number
  windows: ReadonlyMap<number, Added>
  coverage: Added
  lanes: ReadonlyMap<number, LaneLookup>
}
/** When the feeds of a source began to be up, and not. */
export type FeedTimes = { source: number; at: number[]; isUp: boolean[] }
/** Lanes of a type as they are stored. */
export type LaneBody = { group: number; lanes: readonly Lane[]; body: Uint8Array }

type AddedData = {
  days: readonly number[]
  rows: Record<SumKind, RowsData<Uint32Array>>
  weeks: RowsData<Uint8Array>
}
/** The same, as it is handed to another thread. */
export type AnswersData = {
  known: {
    from: number
    until: number
    windows: [number, AddedData][]
    coverage: AddedData
    lanes: readonly LaneBody[]
  }[]
  feeds: FeedTimes[]
  upTo: number
}

export const lookupsOf = (lanes: readonly LaneBody[]): Map<number, LaneLookup> =>
  new Map(
    lanes
      .filter((one) => one.lanes.length > 0)
      .map(({ group, lanes: own, body }) => {
        const { points, laneOf } = lanePointsOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
        return [group, new LaneLookup(points, { lanes: own, laneOf })]
      }),
  )

const dataOf = ({ days, rows, weeks }: Added): AddedData => ({
  days,
  rows: {
    SHIPS: rows.SHIPS.data(),
    CELLS: rows.CELLS.data(),
    TYPES: rows.TYPES.data(),
    COVERAGE: rows.COVERAGE.data(),
  },
  weeks: weeks.data(),
})
const addedOf = ({ days, rows, weeks }: AddedData): Added => ({
  days,
  rows: {
    SHIPS: CounterRows.from(rows.SHIPS, wide),
    CELLS: CounterRows.from(rows.CELLS, wide),
    TYPES: CounterRows.from(rows.TYPES, wide),
    COVERAGE: CounterRows.from(rows.COVERAGE, wide),
  },
  weeks: CounterRows.from(weeks, narrow),
})

/** Answers of what was known at the instants of a time, without reading anything: what two threads know alike. */
export class Answers {
  readonly #versions: readonly Known[]
  readonly #feeds: readonly FeedTimes[]
  readonly #upTo: number
  readonly #who: (ship: number) => Who | null

  constructor(
    known: readonly Known[],
    feeds: readonly FeedTimes[],
    upTo: number,
    who: (ship: number) => Who | null,
  ) {
    this.#versions = known
    this.#feeds = feeds
    this.#upTo = upTo
    this.#who = who
  }

  static from({ known, feeds, upTo }: AnswersData, who: (ship: number) => Who | null): Answers {
    const versions = known.map(({ windows, coverage, lanes, ...period }) => ({
      ...period,
      windows: new Map(windows.map(([days, added]) => [days, addedOf(added)])),
      coverage: addedOf(coverage),
      lanes: lookupsOf(lanes),
    }))
    return new Answers(versions, feeds, upTo, who)
  }

  /** To be handed to another thread; `lanes` are those of each version. */
  data(lanes: readonly (readonly LaneBody[])[]): AnswersData {
    return {
      known: this.#versions.map(({ from, until, windows, coverage }, i) => ({
        from,
        until,
        windows: [...windows].map(([days, added]) => [days, dataOf(added)]),
        coverage: dataOf(coverage),
        lanes: lanes[i]!,
      })),
      feeds: [...this.#feeds],
      upTo: this.#upTo,
    }
  }

  #at(at: number): Known | null {
    for (let i = this.#versions.length - 1; i >= 0; i--) {
      const version = this.#versions[i]!
      if (at >= version.from) return at < version.until ? version : null
    }
    return null
  }

  /**
   * Deviation of a metric of BASELINE_METRICS from the baseline of the vessel, its type or its cell, in standard
   * deviations. NaN where too little is known.
   */
  deviation(metric: string, of: Of, days: number, where: PatternQuery): number {
    const version = this.#at(where.at)
    const who = this.#who(where.ship)
    if (version === null || who === null) return Number.NaN
    if (metric === 'lane') return of === 'TYPE' ? ofLane(version, who, where) : Number.NaN
    const sums = version.windows.get(days)
    if (sums === undefined) return Number.NaN
    const rows = sums.rows[of === 'SELF' ? 'SHIPS' : of === 'TYPE' ? 'TYPES' : 'CELLS']
    if (of === 'CELL' && !(Math.abs(where.lat) <= 90)) return Number.NaN
    const key = of === 'SELF' ? who.key : of === 'TYPE' ? who.group : cellOf(where.lat, where.lon)
    const place = rows.find(key)
    if (place < 0 || rows.counts[place + DAYS_AT]! < LEAST_DAYS) return Number.NaN
    const counts = rows.counts.subarray(place, place + rows.width)
    switch (metric) {
      case 'interval':
        return where.gapMs >= 0 ? intervalDeviation(counts, where.gapMs / 1000) : Number.NaN
      case 'speed':
        return where.sog >= LEAST_KNOTS ? speedDeviation(counts, where.sog) : Number.NaN
      case 'course':
        return where.sog >= LEAST_KNOTS && where.cog >= 0 ? courseDeviation(counts, where.cog) : Number.NaN
      case 'hour':
        return of === 'SELF'
          ? ofHour(counts, where.at)
          : ofWeekHour(sums, of === 'TYPE' ? weekKeyOfType(key) : key, where.at)
      default:
        return Number.NaN
    }
  }

  /** Returns true if sources that were up usually receive vessels there within the hour; null with too few fixes. */
  isHeardThere({ at, lat, lon }: Pick<PatternQuery, 'at' | 'lat' | 'lon'>): boolean | null {
    const version = this.#at(at)
    if (version === null || !(Math.abs(lat) <= 90)) return null
    const { counts } = version.coverage.rows.COVERAGE
    let heard: boolean | null = null
    for (const source of this.#sourcesUp(at)) {
      const place = version.coverage.rows.COVERAGE.find(source * CELLS_OF_A_SOURCE + cellOf(lat, lon))
      if (place < 0) continue
      const { share } = receptionShare(counts, place, hourOf(at))
      if (share === null) continue
      if (share >= RECEIVED_FROM) return true
      heard = false
    }
    return heard
  }

  /** Share of the time in which one source receives vessels at a place within the hour; null where it is not learned. */
  receivedShare(source: number, { at, lat, lon }: Pick<PatternQuery, 'at' | 'lat' | 'lon'>): number | null {
    const version = this.#at(at)
    if (version === null || !(Math.abs(lat) <= 90)) return null
    const rows = version.coverage.rows.COVERAGE
    const place = rows.find(source * CELLS_OF_A_SOURCE + cellOf(lat, lon))
    return place < 0 ? null : receptionShare(rows.counts, place, hourOf(at)).share
  }

  /** Days from which coverage is learned at an instant. */
  coverageDays(at: number): number {
    return this.#at(at)?.coverage.days.length ?? 0
  }

  #sourcesUp(at: number): Set<number> {
    const up = new Set<number>()
    const noted = Math.min(at, this.#upTo) - NOTED_MS
    for (const feed of this.#feeds) {
      let i = feed.at.length - 1
      while (i >= 0 && feed.at[i]! > noted) i--
      if (i >= 0 && feed.isUp[i]!) up.add(feed.source)
    }
    return up
  }
}

function ofLane({ lanes }: Known, { group }: Who, { lat, lon, sog, cog }: PatternQuery): number {
  if (!(sog >= LEAST_KNOTS && cog >= 0 && Math.abs(lat) <= 90)) return Number.NaN
  return lanes.get(group)?.deviation(lat, lon, sog, cog) ?? Number.NaN
}

const ofHour = (counts: Uint32Array, at: number) =>
  rareness(counts[PATTERN_COUNTERS.hour.from + hourOf(at)]!, counts[DAYS_AT]!)

function ofWeekHour({ weeks, days }: Added, key: number, at: number): number {
  const hour = weekHourOf(at)
  const weekday = Math.floor(hour / 24)
  const of = days.filter((day) => Math.floor(weekHourOf(day) / 24) === weekday).length
  const place = weeks.find(key)
  return of < LEAST_WEEKS || place < 0 ? Number.NaN : rareness(weeks.counts[place + hour]!, of)
}
