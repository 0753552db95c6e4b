/**
 * What a source hears in a cell, by hour of the day: how many fixes, how many minutes lay between two of a ship while she was
 * heard within the hour (quarters of a minute), and how often she was not.
 */
export const COVERAGE_WIDTH = 24 * 3

/** Minutes a gap of each bucket of coverage_hours lasts, about; the last is of 64 and more. */
const MINUTES = [0.25, 1.5, 3, 6, 12, 24, 48, 128]
const LONG = 7

export function noteCoverage(
  counts: Uint32Array,
  hour: number,
  fixes: number,
  gapBuckets: readonly number[],
): void {
  counts[hour * 3]! += fixes
  let quarters = 0
  for (let bucket = 0; bucket < LONG; bucket++) quarters += gapBuckets[bucket]! * MINUTES[bucket]! * 4
  counts[hour * 3 + 1]! += Math.round(quarters)
  counts[hour * 3 + 2]! += gapBuckets[LONG]!
}

/** With fewer fixes nothing is known. */
const LEAST_FIXES = 30

export type ReceptionShare = {
  fixes: number
  /** Of the time ships were there, the share in which they were heard within the hour; null where few were heard. */
  share: number | null
}

/**
 * How well ships are heard at an hour of the day, and those before and after. Time is counted, not fixes: a satellite that
 * hears a ship forty times in its ten minutes and then not for two orbits does not hear her for the most part.
 */
export function receptionShare(counts: Uint32Array, from: number, hour: number): ReceptionShare {
  let [fixes, near, far] = [0, 0, 0]
  for (let i = -1; i <= 1; i++) {
    const at = from + ((hour + i + 24) % 24) * 3
    fixes += counts[at]!
    near += counts[at + 1]! / 4
    far += counts[at + 2]! * MINUTES[LONG]!
  }
  return { fixes, share: fixes < LEAST_FIXES || near + far === 0 ? null : near / (near + far) }
}

/** From this share on a ship is expected to be heard. */
export const RECEIVED_FROM = 0.5
