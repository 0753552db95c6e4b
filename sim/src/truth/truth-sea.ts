import { SCENARIOS } from '../scenarios.ts'
import { Sea, type Arrival, type Disorder } from '../sea.ts'
import { Fleet } from '../fleet.ts'
import type { Ship } from '../ship.ts'
import { HOUR, Stage, type Played, type Player, type Truth } from './story.ts'
import { passingsOf } from './lines.ts'
import { LATER_STORIES, STORIES, type Story } from './stories.ts'

export const CLEAN: Disorder = { lost: 0, jitterS: 0, isDisputed: false }
/** A fifth of all fixes lost, clocks wrong by half a minute, and two sources that do not agree. */
export const DISTURBED: Disorder = { lost: 0.2, jitterS: 30, isDisputed: true }

export const DAY_HOURS = 14
const START = Date.UTC(2026, 2, 1)
/** Ships report no oftener than this, so that a day of hundreds is seconds of work. */
const LEAST_INTERVAL_S = 60
const MOST_TRIES = 40

export type TruthSea = {
  seed: number
  startAt: number
  endAt: number
  played: readonly Played[]
  players: readonly Player[]
  truth: readonly Truth[]
  blacklist: ReadonlySet<number>
  /** Sentences as they reach the feeds, in order of time; to the end of the day and some hours on. */
  arrivals: (disorder: Disorder) => Iterable<Arrival>
}
export type SeaSize = {
  /** Number of times each story is played, with true events in it and without. */
  positives: number
  lookAlikes: number
  /** Each detector is misled so often at least, whatever of look-alikes there are for it. */
  negatives?: number
  /** Ships that only make up the traffic. */
  traffic: number
}
/** The pack, and what a fresh sea is. */
export const PACK: SeaSize = { positives: 5, lookAlikes: 2, negatives: 10, traffic: 80 }
export const FRESH: SeaSize = { positives: 2, lookAlikes: 1, traffic: 40 }

/** Returns each story as often as required; then look-alikes, until all detectors are misled as often as required. */
function playsOf(stories: readonly Story[], { positives, lookAlikes, negatives = 0 }: SeaSize): Story[] {
  const plays = stories.flatMap((story) =>
    Array.from({ length: story.looksLike.length === 0 ? positives : lookAlikes }, () => story),
  )
  const misleading = (code: string) => stories.filter(({ looksLike }) => looksLike.includes(code))
  for (const story of stories) {
    const wanted = story.looksLike.map((code) => Math.ceil(negatives / misleading(code).length))
    for (let more = Math.max(0, ...wanted) - lookAlikes; more > 0; more--) plays.push(story)
  }
  return plays
}

/** Draws a sea: every story so many times, each in other waters at another hour, among traffic; it begins at a midnight. */
export function drawSea(seed: number, size: SeaSize, startAt: number = START): TruthSea {
  const endAt = startAt + DAY_HOURS * HOUR
  const players: Player[] = new Fleet({ ...SCENARIOS.quiet, ships: size.traffic, aids: 6 }, seed).ships.map(
    (ship) => ({
      ship,
      usualHours: null,
    }),
  )
  const played: Played[] = []
  let nth = 0
  for (const { name, looksLike, play } of [...playsOf(STORIES, size), ...playsOf(LATER_STORIES, size)]) {
    const one = tryPlaying(
      name,
      () => {
        const first = players.length
        let next = first
        return new Stage(name, looksLike, { seed, nth: nth++, startAt, endAt, nextIndex: () => next++ })
      },
      play,
    )
    played.push(one)
    players.push(...one.players)
  }
  const ships: Ship[] = players.map(({ ship }) => ship)
  const skew = new Map(played.flatMap(({ skewMs }) => [...skewMs]))
  const outages = played.flatMap((one) => one.outages)
  return {
    seed,
    startAt,
    endAt,
    played,
    players,
    truth: [...played.flatMap(({ truth }) => truth), ...passingsOf(ships, startAt, endAt)],
    blacklist: new Set(played.flatMap(({ blacklisted }) => blacklisted)),
    arrivals: (disorder) =>
      new Sea(
        { scenario: 'quiet', seed, startAt },
        {
          ships,
          leastIntervalS: LEAST_INTERVAL_S,
          receivers: 1,
          disorder,
          isDown: (source, at) =>
            outages.some((one) => one.source === source && at >= one.from && at < one.to),
          skewMs: (mmsi) => skew.get(mmsi) ?? 0,
        },
      ).advance(endAt),
  }
}

/** A story is drawn again where its waters turn out too narrow. */
function tryPlaying(name: string, aStage: () => Stage, play: (stage: Stage) => void): Played {
  let why: unknown
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const stage = aStage()
    try {
      play(stage)
      return stage.played
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      why = error
    }
  }
  throw new Error(`${name} was not played in ${MOST_TRIES} tries`, { cause: why })
}
