import type { Db } from '../../../platform/needs/database.ts'
import {
  Answers,
  NOTED_MS,
  lookupsOf,
  type AnswersData,
  type FeedTimes,
  type PatternQuery,
  type Known,
  type LaneBody,
  type Of,
  type Who,
} from './answers.ts'
import { feedTimes } from './feed-times.sql.ts'
import { learnedDays, type LearnedRow } from './patterns.sql.ts'
import { laneTimes, lanesAt } from './lanes.sql.ts'
import { DAY_MS, dayOf } from './learn.ts'
import { readResets, type Reset } from './resets.sql.ts'
import { CELLS_OF_A_SOURCE, type SumKind } from './sum-places.ts'
import { Sums, type Counting } from './sums.ts'

/** Number of days from which coverage is learned. */
export const COVERAGE_DAYS = 30
const OF_SUBJECT = { SHIPS: 'VESSEL', CELLS: 'CELL', TYPES: 'TYPE', COVERAGE: 'SOURCE' } as const
const HABITS = ['SHIPS', 'CELLS', 'TYPES'] as const

type Version = Omit<Known, 'windows' | 'coverage'> & {
  /** Resets up to that time, and the learning time of each day that counts. */
  resets: string
  learned: ReadonlyMap<number, number>
  windows: ReadonlyMap<number, Sums>
  coverage: Sums
  lanesMark: string
  laneBodies: readonly LaneBody[]
}

/**
 * Baseline as known at each instant of the loaded period. Each answer uses the days usable at its instant
 * (`usable_from`), and the resets and lanes made until then. The answer therefore never changes. Outside the loaded
 * period nothing is known: a historical run calls `hold` first.
 */
export class Knowledge {
  readonly #db: Db
  readonly #who: (ship: number) => Who | null
  readonly #mmsis: readonly number[] | null
  #versions: Version[] = []
  #answers: Answers

  /**
   * Creates empty knowledge. `who` identifies the queried vessel, or returns null for an unknown one. Only vessels of
   * `mmsis` are known, or all if null.
   */
  constructor(db: Db, who: (ship: number) => Who | null, mmsis: readonly number[] | null = null) {
    this.#db = db
    this.#mmsis = mmsis
    this.#who = who
    this.#answers = new Answers([], [], 0, who)
  }

  /**
   * Loads exactly the knowledge from one instant to another, epoch ms. `windows` lists the numbers of days that
   * queries will use. Loaded data is not read again, but feeds are, so a live period calls this repeatedly.
   */
  async hold(from: number, to: number, windows: readonly number[]): Promise<void> {
    const db = this.#db
    const [days, resets, times] = await Promise.all([
      learnedDays(db),
      readResets(db),
      laneTimes(db, from, to),
    ])
    const feeds = feedsOf(await feedTimes(db, new Date(from - NOTED_MS), new Date(to)))
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
    this.#answers = new Answers(versions, feeds, to, this.#who)
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
    // The sums alone do not reveal a relearned day or a reset.
    const marks = {
      resets: reset.map(({ id }) => id).join(),
      learned: new Map(usable.map(({ day, learnedAt }) => [day, learnedAt])),
    }
    const isKin = before !== undefined && isMadeAlike(before, marks)
    const daysOf = (window: number) =>
      usable.filter(({ day }) => day >= today - window * DAY_MS).map(({ day }) => day)
    const sums = async (of: Sums | undefined, window: number, kinds: readonly SumKind[]) => {
      const wanted = daysOf(window)
      const base = isKin && of !== undefined ? of : Sums.NONE(this.#mmsis)
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
      laneBodies: builds,
      lanes: before?.lanesMark === lanesMark ? before.lanes : lookupsOf(builds),
    }
  }

  /** Delegates to `Answers`. */
  deviation(metric: string, of: Of, days: number, where: PatternQuery): number {
    return this.#answers.deviation(metric, of, days, where)
  }
  isHeardThere(where: Pick<PatternQuery, 'at' | 'lat' | 'lon'>): boolean | null {
    return this.#answers.isHeardThere(where)
  }
  receivedShare(source: number, where: Pick<PatternQuery, 'at' | 'lat' | 'lon'>): number | null {
    return this.#answers.receivedShare(source, where)
  }
  coverageDays(at: number): number {
    return this.#answers.coverageDays(at)
  }

  /** Returns the loaded data for transfer to a separate thread, which creates `Answers` from it. */
  data(): AnswersData {
    return this.#answers.data(this.#versions.map(({ laneBodies }) => laneBodies))
  }
}

/** Returns a test that excludes the days before the reset of a subject. */
function countingOf(resets: readonly Reset[]): Counting {
  const since = new Map<string, number>()
  for (const { subject, key, at } of resets) since.set(`${subject} ${key}`, at)
  if (since.size === 0) return () => true
  return (kind, key, day) => {
    const own = kind === 'COVERAGE' ? Math.floor(key / CELLS_OF_A_SOURCE) : key
    return day >= (since.get(`${OF_SUBJECT[kind]} ${own}`) ?? -Infinity)
  }
}

/** Returns true if one version can be derived from another by adding and removing days. */
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
