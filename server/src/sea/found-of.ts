import { FOUND_ANOMALIES, MOST_FOUND_MIN, type FoundAnomaly } from '@samudra/contract/filter'
import type { AisRecord } from '@samudra/contract/picture'

/**
 * Returns the recent detections of a subject at an instant, epoch ms, with the last time of each: null while active.
 * `lastFound` as that of `Places`.
 */
export const foundOf = (lastFound: (which: FoundAnomaly) => number, at: number): AisRecord['found'] =>
  FOUND_ANOMALIES.flatMap((code) => {
    const last = lastFound(code)
    if (at - last > MOST_FOUND_MIN * 60_000) return []
    return [{ code, last_at: last > at ? null : new Date(last).toISOString() }]
  })
