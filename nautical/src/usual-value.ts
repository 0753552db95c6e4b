/**
 * Habits as counters: of how many hours, intervals, speeds and courses something was seen in. A set of counters is `WIDTH`
 * numbers; sets are added to make those of more days.
 */
export const PATTERN_COUNTERS = {
  /** By hour of the UTC day. */
  hour: { from: 0, size: 24 },
  /** Seconds between two fixes, below 1, 2, 4 … 2^19. */
  interval: { from: 24, size: 20 },
  /** Whole knots, 31 and more in the last. */
  speed: { from: 44, size: 32 },
  /** Sixteenths of the compass, the first about north. */
  course: { from: 76, size: 16 },
} as const
export type PatternCounter = keyof typeof PATTERN_COUNTERS
export const PATTERN_WIDTH = 92

const HOUR_MS = 3_600_000
export const hourOf = (at: number) => Math.floor(at / HOUR_MS) % 24
/** The hour of the week, 0 on Sundays at 00:00 UTC; the epoch was a Thursday. */
export const weekHourOf = (at: number) => (Math.floor(at / HOUR_MS) + 4 * 24) % 168
const last = (counter: PatternCounter) => PATTERN_COUNTERS[counter].size - 1

/** The places of what was seen among the counters. Seconds, knots and degrees. */
export const hourPlace = (at: number) => PATTERN_COUNTERS.hour.from + hourOf(at)
export const intervalPlace = (seconds: number) =>
  PATTERN_COUNTERS.interval.from +
  (seconds < 1 ? 0 : Math.min(last('interval'), Math.floor(Math.log2(seconds)) + 1))
export const speedPlace = (knots: number) =>
  PATTERN_COUNTERS.speed.from + Math.min(last('speed'), Math.floor(knots))
export const coursePlace = (degrees: number) =>
  PATTERN_COUNTERS.course.from + (Math.round(degrees / 22.5) & 15)

/** Minimum counts; values seen in fewer are unknown. */
export const LEAST_SEEN = 30
export const LEAST_DAYS = 5

/**
 * Returns how far a value is from the mean of counted ones, in their standard deviations. Each counts as the middle of
 * its bucket, and as spread over it (Sheppard 1898). NaN where fewer than `LEAST_SEEN` were counted.
 */
function fromMean(counts: ArrayLike<number>, counter: PatternCounter, value: number): number {
  const { from, size } = PATTERN_COUNTERS[counter]
  let [sum, of, squares] = [0, 0, 0]
  for (let i = 0; i < size; i++) {
    const count = counts[from + i]!
    const middle = counter === 'interval' ? i - 0.5 : i + 0.5
    of += count
    sum += count * middle
    squares += count * middle * middle
  }
  if (of < LEAST_SEEN) return Number.NaN
  const mean = sum / of
  const variance = Math.max(0, squares / of - mean * mean) + 1 / 12
  return (value - mean) / Math.sqrt(variance)
}

/** An interval beside the usual ones, by its logarithm: intervals differ by factors. */
export const intervalDeviation = (counts: ArrayLike<number>, seconds: number) =>
  fromMean(counts, 'interval', Math.log2(Math.max(0.5, seconds)))
export const speedDeviation = (counts: ArrayLike<number>, knots: number) => fromMean(counts, 'speed', knots)

/**
 * Returns how unusual an event is that happened `times` of `of` times. Its occurrence is 1, its absence is 0, of mean
 * p and standard deviation √(p(1 - p)). Here p is (times + ½) / (of + 1) (Krichevsky & Trofimov 1981). 1 for every
 * other time, 4 for one in 17.
 */
export function rareness(times: number, of: number): number {
  const p = (times + 0.5) / (of + 1)
  return Math.sqrt(Math.max(0, 1 - p) / p)
}

/** Returns how rare a course is: within a sixteenth and those beside it. */
export function courseDeviation(counts: ArrayLike<number>, degrees: number): number {
  const { from, size } = PATTERN_COUNTERS.course
  const middle = coursePlace(degrees) - from
  let of = 0
  for (let i = 0; i < size; i++) of += counts[from + i]!
  if (of < LEAST_SEEN) return Number.NaN
  let near = 0
  for (let i = -1; i <= 1; i++) near += counts[from + ((middle + i + size) % size)]!
  return rareness(near, of)
}
