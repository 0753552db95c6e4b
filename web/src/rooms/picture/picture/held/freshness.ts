import type { AisDetails } from '@samudra/contract/picture'
import { reportingInterval } from '@samudra/nautical/ais/reporting-interval'

const MINUTE = 60
/** So many reports in a row may be missed before a fix counts as late, and a minute whatever the station. */
const MISSED = 3

/** Returns the name of a fix's age: by the station's reporting interval, then by the steps of the picture. */
export function freshness(
  seconds: number,
  { kind, nav_status, sog }: Pick<AisDetails, 'kind' | 'nav_status' | 'sog'>,
): { state: 'FRESH' | 'LATE' | 'OLD' | 'LOST'; word: string; everyS: number } {
  const everyS = reportingInterval(kind, nav_status, sog)
  if (seconds <= Math.max(MINUTE, MISSED * everyS)) return { state: 'FRESH', word: 'Fresh', everyS }
  if (seconds <= 30 * MINUTE) return { state: 'LATE', word: 'Late', everyS }
  return seconds <= 1440 * MINUTE
    ? { state: 'OLD', word: 'Older than 30 min', everyS }
    : { state: 'LOST', word: 'Older than 24 h', everyS }
}
