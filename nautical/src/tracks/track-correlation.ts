import { metresBetween } from '../geodesy.ts'
import { motionOf, placeAt, type AtInstant, type TimedPlace } from './timed-track.ts'
import { METRES_PER_NM } from '../units.ts'

/**
 * Similarity of two tracks, as if one vessel had made both. Everything is compared at the instants of the fixes of
 * either, with the other one read off between its fixes.
 */
export type Correlation = {
  /** 0 to 1: the weighted geometric mean of the components that are known. */
  score: number
  verdict: 'MATCH' | 'POSSIBLE' | 'NO'
  components: Record<ComponentName, Component>
  /** One sentence for what decided. */
  why: string
  /** Where each instant that could be compared found the two. */
  series: Compared[]
  /** Constant difference of clocks that would bring the tracks much nearer together; reported, never applied. */
  offset: { seconds: number; distance_nm: number } | null
}
export type ComponentName = 'time' | 'distance' | 'course' | 'speed' | 'identity'
/**
 * Component of a score; a null score means that nothing could be compared. `measured` gives in words what was
 * measured.
 */
export type Component = { score: number | null; weight: number; measured: string }
/** One instant (epoch ms): nautical miles between the two, degrees and knots of difference where both are known. */
export type Compared = {
  t: number
  distance_nm: number
  course_diff: number | null
  speed_diff: number | null
}

/**
 * Weights of the components: place is the best evidence of who made a track. Course and speed follow from place, and
 * only distinguish what place cannot, so they weigh less. Identity weighs least, because the search is for a vessel
 * that changed its name.
 */
const WEIGHTS: Record<ComponentName, number> = {
  time: 0.2,
  distance: 0.4,
  course: 0.15,
  speed: 0.1,
  identity: 0.15,
}
/** No component counts for less than this, so that one can spoil the score but never hides the others. */
const FLOOR: Record<ComponentName, number> = {
  time: 0.01,
  distance: 0.01,
  course: 0.05,
  speed: 0.05,
  identity: 0.2,
}
/**
 * Scores of a match and of a possible match. From 0.8 on a match: all components at 0.8. Perfect ones with one
 * contradicting identity are just below it (0.2 to the power of 0.15 is 0.79), so that a person judges two names on
 * one track. From 0.4 on possible: below it place disagrees by more than course, speed and name together can make
 * good.
 */
export const MATCH_FROM = 0.8
export const POSSIBLE_FROM = 0.4
/** Fewer instants, or a shorter time, is never a match: ships that pass close are alike for some minutes. */
export const LEAST_INSTANTS = 5
export const LEAST_MINUTES = 10
/** Time in company that is full evidence: vessels that cross or overtake have parted by then. */
const ENOUGH_MINUTES = 30
/** Below this, a ship lies still and its course means nothing. */
const UNDER_WAY_KN = 1
/** Differences at which nothing of course and speed agrees: on another heading, at another pace. */
const COURSE_NONE = 45
const SPEED_NONE_KN = 5
/** Clocks of receivers are wrong by seconds or by minutes, in steps that matter to place. */
const OFFSETS_S = [15, 30, 45, 60, 90, 120, 180, 240, 300]
/** Instants looked at for each difference of clocks, of all there are. */
const OFFSET_SAMPLES = 300

export type Limits = {
  /** Fixes further apart in time than this are not compared. */
  withinMs: number
  /** The distance from which on nothing of the place agrees. */
  noneNm: number
}
/** Comparison of what is known of both identities; `score` null when nothing can be compared. */
export type Likeness = { score: number | null; measured: string }

export function correlate(
  a: readonly TimedPlace[],
  b: readonly TimedPlace[],
  limits: Limits,
  identity: Likeness,
): Correlation {
  const series = comparedOf(a, b, limits.withinMs)
  const minutes = minutesOf(series, limits.withinMs)
  const components = {
    time: timeOf(a, b, series, minutes),
    distance: distanceOf(series, limits.noneNm),
    course: courseOf(series),
    speed: speedOf(series),
    identity: { ...identity, weight: WEIGHTS.identity },
  }
  const score = series.length === 0 ? 0 : meanOf(components)
  const isLongEnough = series.length >= LEAST_INSTANTS && minutes >= LEAST_MINUTES
  const verdict = score >= MATCH_FROM && isLongEnough ? 'MATCH' : score >= POSSIBLE_FROM ? 'POSSIBLE' : 'NO'
  const why = whyOf(components, series.length, score, isLongEnough)
  return { score, verdict, components, why, series, offset: offsetOf(a, b, limits.withinMs, series) }
}

/** At every fix of either: where the other one was. */
function comparedOf(a: readonly TimedPlace[], b: readonly TimedPlace[], withinMs: number): Compared[] {
  const series: Compared[] = []
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const [i, at] of own.entries()) {
      const there = placeAt(other, at.t, withinMs)
      if (there === null) continue
      series.push({ t: at.t, ...differenceOf(at, motionOf(own, i), there) })
    }
  series.sort((one, two) => one.t - two.t)
  return series.filter((one, i) => one.t !== series[i - 1]?.t)
}

function differenceOf(at: TimedPlace, own: Omit<AtInstant, 'place'>, there: AtInstant) {
  const metres = metresBetween(at.lat, at.lon, there.place.lat, there.place.lon)
  const isUnderWay = (own.sog ?? 0) > UNDER_WAY_KN && (there.sog ?? 0) > UNDER_WAY_KN
  return {
    distance_nm: metres / METRES_PER_NM,
    course_diff:
      !isUnderWay || own.cog === null || there.cog === null ? null : turnBetween(own.cog, there.cog),
    speed_diff: own.sog === null || there.sog === null ? null : Math.abs(own.sog - there.sog),
  }
}

/** Degrees between two courses, 0 to 180. */
export const turnBetween = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

/** Returns the minutes in which both were received; stretches without either for long are not counted. */
function minutesOf(series: readonly Compared[], withinMs: number): number {
  let ms = 0
  for (let i = 1; i < series.length; i++) {
    const step = series[i]!.t - series[i - 1]!.t
    if (step <= 2 * withinMs) ms += step
  }
  return ms / 60_000
}

const spanMinutes = (track: readonly TimedPlace[]) =>
  track.length === 0 ? 0 : (track.at(-1)!.t - track[0]!.t) / 60_000

function timeOf(
  a: readonly TimedPlace[],
  b: readonly TimedPlace[],
  series: readonly Compared[],
  minutes: number,
): Component {
  const shorter = Math.min(spanMinutes(a), spanMinutes(b))
  const share = series.length === 0 ? 0 : shorter <= 0 ? 1 : Math.min(1, minutes / shorter)
  const enough = Math.min(1, minutes / ENOUGH_MINUTES)
  return {
    // The root: half of the time together is much, if it is long.
    score: Math.sqrt(share) * enough,
    weight: WEIGHTS.time,
    measured:
      series.length === 0
        ? 'never heard at the same time'
        : `${Math.round(minutes)} min together, ${Math.round(share * 100)} % of the shorter track`,
  }
}

/** Nine of ten instants lie at least this near: crossing ships are near for a moment only. */
function distanceOf(series: readonly Compared[], noneNm: number): Component {
  const sorted = series.map((one) => one.distance_nm).sort((one, two) => one - two)
  const [middle, most] = [quantile(sorted, 0.5), quantile(sorted, 0.9)]
  if (middle === null || most === null)
    return { score: null, weight: WEIGHTS.distance, measured: 'nothing to compare' }
  // A bell that has all but ended at the limit: GPS error and reading off between fixes cost next to nothing.
  const score = most >= noneNm ? 0 : Math.exp(-((most / (noneNm / 3)) ** 2))
  const measured = `${middle.toFixed(2)} NM in the middle, within ${most.toFixed(2)} NM nine times of ten`
  return { score, weight: WEIGHTS.distance, measured }
}

function courseOf(series: readonly Compared[]): Component {
  const turns = series.flatMap((one) => (one.course_diff === null ? [] : [one.course_diff]))
  const middle = quantile(
    turns.sort((one, two) => one - two),
    0.5,
  )
  return middle === null
    ? { score: null, weight: WEIGHTS.course, measured: 'not both under way with a course' }
    : {
        score: Math.max(0, 1 - middle / COURSE_NONE),
        weight: WEIGHTS.course,
        measured: `${middle.toFixed(0)}° apart in the middle`,
      }
}

function speedOf(series: readonly Compared[]): Component {
  const all = series.flatMap((one) => (one.speed_diff === null ? [] : [one.speed_diff]))
  const middle = quantile(
    all.sort((one, two) => one - two),
    0.5,
  )
  return middle === null
    ? { score: null, weight: WEIGHTS.speed, measured: 'no speeds to compare' }
    : {
        score: Math.max(0, 1 - middle / SPEED_NONE_KN),
        weight: WEIGHTS.speed,
        measured: `${middle.toFixed(1)} kn apart in the middle`,
      }
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted.length === 0 ? null : sorted[Math.floor(part * (sorted.length - 1))]!

/** The weighted geometric mean: what contradicts in one way is not made good by agreeing in the others. */
function meanOf(components: Record<ComponentName, Component>): number {
  let sum = 0
  let weights = 0
  for (const [name, { score, weight }] of Object.entries(components) as [ComponentName, Component][]) {
    if (score === null) continue
    sum += weight * Math.log(Math.max(FLOOR[name], score))
    weights += weight
  }
  return weights === 0 ? 0 : Math.exp(sum / weights)
}

const WORDS: Record<ComponentName, string> = {
  time: 'the time together',
  distance: 'the distance',
  course: 'the course',
  speed: 'the speed',
  identity: 'who they say they are',
}

function whyOf(
  components: Record<ComponentName, Component>,
  instants: number,
  score: number,
  isLongEnough: boolean,
): string {
  if (instants === 0) return 'They were never heard at the same time, so nothing can be compared.'
  if (score >= MATCH_FROM && !isLongEnough)
    return `They are alike, but only ${instants === 1 ? 'one instant' : `${instants} instants`} could be compared; a match needs ${LEAST_INSTANTS} over ${LEAST_MINUTES} minutes.`
  const known = (Object.entries(components) as [ComponentName, Component][]).filter(
    ([, { score: one }]) => one !== null,
  )
  const [name, worst] = known.reduce((one, two) =>
    two[1].weight * Math.log(Math.max(FLOOR[two[0]], two[1].score!)) <
    one[1].weight * Math.log(Math.max(FLOOR[one[0]], one[1].score!))
      ? two
      : one,
  )
  return score >= MATCH_FROM
    ? `Time, place and motion agree; least of all ${WORDS[name]}: ${worst.measured}.`
    : `What speaks against it most is ${WORDS[name]}: ${worst.measured}.`
}

/** The difference of clocks that brings the tracks much nearer, when there is one. */
function offsetOf(
  a: readonly TimedPlace[],
  b: readonly TimedPlace[],
  withinMs: number,
  series: readonly Compared[],
): Correlation['offset'] {
  const own = quantile(
    series.map((one) => one.distance_nm).sort((one, two) => one - two),
    0.5,
  )
  if (own === null || own < 0.05) return null
  const every = Math.max(1, Math.floor(a.length / OFFSET_SAMPLES))
  const some = a.filter((_, i) => i % every === 0)
  let best: Correlation['offset'] = null
  for (const seconds of OFFSETS_S.flatMap((one) => [one, -one])) {
    const distances = some.flatMap((at) => {
      const there = placeAt(b, at.t + seconds * 1000, withinMs)
      return there === null
        ? []
        : [metresBetween(at.lat, at.lon, there.place.lat, there.place.lon) / METRES_PER_NM]
    })
    const middle = quantile(
      distances.sort((one, two) => one - two),
      0.5,
    )
    if (middle === null || distances.length < LEAST_INSTANTS || middle > own / 3) continue
    if (best === null || middle < best.distance_nm) best = { seconds, distance_nm: middle }
  }
  return best
}
