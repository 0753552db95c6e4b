import { LaneLookup } from '@samudra/nautical/density/lanes'
import {
  courseDeviation,
  HABIT_COUNTERS,
  hourOf,
  intervalDeviation,
  LEAST_DAYS,
  rareness,
  speedDeviation,
  weekHourOf,
} from '@samudra/nautical/habit'
import type { Db } from '../needs/database.ts'
import { cellOf } from '../sea/quarter-cells.ts'
import { HEARD_FROM, heardShare } from './coverage.ts'
import { feedTimes } from './feed-times.sql.ts'
import { learnedDays, type LearnedRow } from './habits.sql.ts'
import { laneTimes, lanesAt } from './lanes.sql.ts'
import { DAY_MS, dayOf } from './learn.ts'
import { readResets, type Reset } from './resets.sql.ts'
import { DAYS_AT, Sums, weekKeyOfType, type Counting, type SumKind } from './sums.ts'
import { lanePointsOf } from './way-points.ts'

/** A ship somewhere at an instant, epoch ms; degrees, knots, ms since she was heard; NaN where it is not known. */
export type HabitAsked = {
  ship: number
  at: number
  lat: number
  lon: number
  sog: number
  cog: number
  gapMs: number
}
export type Of = 'SELF' | 'TYPE' | 'CELL'
/** Her MMSI × 256 + split, and the place of her type in SHIP_GROUPS. */
export type Who = { key: number; group: number }

/** What sources hear is learned of so many days. */
export const COVERAGE_DAYS = 30
/** Of an hour of the week so many must have been learned. */
const LEAST_WEEKS = 4
const LEAST_KNOTS = 1
const CELLS_OF_A_SOURCE = 2 ** 21
const OF_SUBJECT = { SHIPS: 'VESSEL', CELLS: 'CELL', TYPES: 'TYPE', COVERAGE: 'SOURCE' } as const
const HABITS = ['SHIPS', 'CELLS', 'TYPES'] as const

/** What was known between two instants. */
type Version = {
  from: number
  until: number
  /** What was reset until then, and when each day that counts was learned. */
  resets: string
  learned: ReadonlyMap<number, number>
  windows: ReadonlyMap<number, Sums>
  coverage: Sums
  lanes: ReadonlyMap<number, LaneLookup>
  lanesMark: string
}
type FeedTimes = { source: number; at: number[]; isUp: boolean[] }

/**
 * What is usual, as it was known at each instant of a time that is held. An answer comes of days that counted at the instant it
 * is asked about (`usable_from`), of what people had reset and of lanes made until then, so that it is the same whenever it
 * is asked. Outside the time that is held nothing is known: who looks back holds first.
 */
export class Knowledge {
  readonly #db: Db
  readonly #who: (ship: number) => Who | null
  #versions: Version[] = []
  #feeds: FeedTimes[] = []
  #upTo = -Infinity

  /** `who` tells who a ship is that is asked about; null of one that is not known. */
  constructor(db: Db, who: (ship: number) => Who | null) {
    this.#db = db
    this.#who = who
  }

  /** Bytes of what is held. */
  get bytes(): number {
    const sums = new Set(this.#versions.flatMap(({ windows, coverage }) => [...windows.values(), coverage]))
    let bytes = 0
    for (const { rows, weeks } of sums)
      for (const one of [...Object.values(rows), weeks]) bytes += one.counts.byteLength + one.size * 30
    return bytes
  }

  /**
   * Holds what was known from one instant up to another, and no more; epoch ms. `windows` are the numbers of days that will
   * be asked. What is held already is not read again; feeds are, so that this is called again and again of a time that
   * goes on.
   */
  async hold(from: number, to: number, windows: readonly number[]): Promise<void> {
    const db = this.#db
    const [days, resets, times] = await Promise.all([
      learnedDays(db),
      readResets(db),
      laneTimes(db, from, to),
    ])
    this.#feeds = feedsOf(await feedTimes(db, new Date(from), new Date(to)))
    const cuts = [
      ...days.map(({ usableFrom }) => usableFrom),
      ...resets.map(({ at }) => at),
      ...times,
      ...midnights(from, to),
    ].filter((at) => at > from && at < to)
    const starts = [from, ...new Set(cuts)].toSorted((a, b) => a - b)
    const versions: Version[] = []
    for (const [i, start] of starts.entries())
      versions.push(
        await this.#versionAt(
          { from: start, until: starts[i + 1] ?? to },
          { days, resets, windows },
          versions.at(-1) ?? this.#versions[0],
        ),
      )
    this.#versions = versions
    this.#upTo = to
  }

  async #versionAt(
    { from, until }: { from: number; until: number },
    { days, resets, windows }: { days: LearnedRow[]; resets: Reset[]; windows: readonly number[] },
    before: Version | undefined,
  ): Promise<Version> {
    const today = dayOf(from)
    const reset = resets.filter(({ at }) => at <= from)
    const usable = days.filter(({ day, usableFrom }) => usableFrom <= from && day < today)
    const counting = countingOf(reset)
    // A day that was learned anew, or something that was reset, is not to be told from what was added up.
    const marks = {
      resets: reset.map(({ id }) => id).join(),
      learned: new Map(usable.map(({ day, learnedAt }) => [day, learnedAt])),
    }
    const isKin = before !== undefined && isMadeAlike(before, marks)
    const daysOf = (window: number) =>
      usable.filter(({ day }) => day >= today - window * DAY_MS).map(({ day }) => day)
    const sums = async (of: Sums | undefined, window: number, kinds: readonly SumKind[]) => {
      const wanted = daysOf(window)
      const base = isKin && of !== undefined ? of : Sums.NONE()
      return base.days.join() === wanted.join() ? base : base.of(this.#db, wanted, counting, kinds)
    }
    const made = new Map<number, Sums>()
    for (const window of new Set(windows))
      made.set(window, await sums(before?.windows.get(window), window, HABITS))
    const builds = await lanesAt(this.#db, from)
    const lanesMark = builds.map(({ id }) => id).join()
    return {
      from,
      until,
      ...marks,
      windows: made,
      coverage: await sums(before?.coverage, COVERAGE_DAYS, ['COVERAGE']),
      lanesMark,
      lanes:
        before?.lanesMark === lanesMark
          ? before.lanes
          : new Map(
              builds
                .filter(({ lanes }) => lanes.length > 0)
                .map(({ group, lanes, body }) => {
                  const { points, laneOf } = lanePointsOf(body)
                  return [group, new LaneLookup(points, { lanes, laneOf })]
                }),
            ),
    }
  }

  #at(at: number): Version | null {
    for (let i = this.#versions.length - 1; i >= 0; i--) {
      const version = this.#versions[i]!
      if (at >= version.from) return at < version.until ? version : null
    }
    return null
  }

  /**
   * How far a metric of HABIT_METRICS is from what is usual of the ship, her type or the cell she is in, in standard
   * deviations; NaN where too little is known.
   */
  deviation(metric: string, of: Of, days: number, where: HabitAsked): number {
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

  /** Whether ships there are heard within the hour for the most part, by sources that were up then; null where few were heard. */
  isHeardThere({ at, lat, lon }: Pick<HabitAsked, 'at' | 'lat' | 'lon'>): boolean | null {
    const version = this.#at(at)
    if (version === null || !(Math.abs(lat) <= 90)) return null
    const { counts } = version.coverage.rows.COVERAGE
    let heard: boolean | null = null
    for (const source of this.#sourcesUp(at)) {
      const place = version.coverage.rows.COVERAGE.find(source * CELLS_OF_A_SOURCE + cellOf(lat, lon))
      if (place < 0) continue
      const { share } = heardShare(counts, place, hourOf(at))
      if (share === null) continue
      if (share >= HEARD_FROM) return true
      heard = false
    }
    return heard
  }

  #sourcesUp(at: number): Set<number> {
    const up = new Set<number>()
    for (const feed of this.#feeds) {
      let i = feed.at.length - 1
      while (i >= 0 && feed.at[i]! > Math.min(at, this.#upTo)) i--
      if (i >= 0 && feed.isUp[i]!) up.add(feed.source)
    }
    return up
  }
}

function ofLane({ lanes }: Version, { group }: Who, { lat, lon, sog, cog }: HabitAsked): number {
  if (!(sog >= LEAST_KNOTS && cog >= 0 && Math.abs(lat) <= 90)) return Number.NaN
  return lanes.get(group)?.deviation(lat, lon, sog, cog) ?? Number.NaN
}

const ofHour = (counts: Uint32Array, at: number) =>
  rareness(counts[HABIT_COUNTERS.hour.from + hourOf(at)]!, counts[DAYS_AT]!)

function ofWeekHour({ weeks, days }: Sums, key: number, at: number): number {
  const hour = weekHourOf(at)
  const weekday = Math.floor(hour / 24)
  const of = days.filter((day) => Math.floor(weekHourOf(day) / 24) === weekday).length
  const place = weeks.find(key)
  return of < LEAST_WEEKS || place < 0 ? Number.NaN : rareness(weeks.counts[place + hour]!, of)
}

/** Days before somebody reset something do not count for it. */
function countingOf(resets: readonly Reset[]): Counting {
  const since = new Map<string, number>()
  for (const { subject, key, at } of resets) since.set(`${subject} ${key}`, at)
  if (since.size === 0) return () => true
  return (kind, key, day) => {
    const own = kind === 'COVERAGE' ? Math.floor(key / CELLS_OF_A_SOURCE) : key
    return day >= (since.get(`${OF_SUBJECT[kind]} ${own}`) ?? -Infinity)
  }
}

/** Whether one can be made of another by adding days and taking some away. */
const isMadeAlike = (before: Pick<Version, 'resets' | 'learned'>, after: typeof before) =>
  before.resets === after.resets &&
  [...after.learned].every(([day, at]) => (before.learned.get(day) ?? at) === at)

function feedsOf(times: Awaited<ReturnType<typeof feedTimes>>): FeedTimes[] {
  const feeds = new Map<number, FeedTimes>()
  for (const { number, source, at, state } of times) {
    const feed = feeds.get(number) ?? { source, at: [], isUp: [] }
    feeds.set(number, feed)
    feed.at.push(at.getTime())
    feed.isUp.push(state === 'UP' || state === 'SLOW')
  }
  return [...feeds.values()]
}

function midnights(from: number, to: number): number[] {
  const all: number[] = []
  for (let day = dayOf(from) + DAY_MS; day < to; day += DAY_MS) all.push(day)
  return all
}
