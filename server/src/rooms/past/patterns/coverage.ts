/**
 * Number of coverage counters per source and cell. For each hour of the day: fixes, time between fixes received within
 * the hour (quarters of a minute), and longer gaps.
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
  /** Share of the time vessels were present in which they were received within the hour; null with too few fixes. */
  share: number | null
}

/**
 * Returns reception for an hour of the day and its neighbouring hours. It counts time, not fixes. A satellite that
 * receives forty fixes in its ten minutes, then none for two orbits, has a low share.
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

/** Minimum share from which reception of a vessel is expected. */
export const RECEIVED_FROM = 0.5
