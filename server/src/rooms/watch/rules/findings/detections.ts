import type { EventStatus, VesselEvent } from '@samudra/contract/events'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { checkCounted, isPlaceSeen, MOST_COUNTED } from '../../../../sea/page-seen.ts'
import { detectorOfRule, type Detectors } from '../detectors/detectors.ts'
import { cutFor, shipsOf, type SeenNeeds } from '../rule-visibility.ts'
import { foundBetween } from './detections.sql.ts'
import { asKnown, statusOf } from './result-then.ts'

/** An event that a detector found, as it is counted. */
export type Detection = {
  /** Instant of the data at which it was found: it never changes. */
  at: number
  type: string
  severity: VesselEvent['severity']
  status: EventStatus
  mmsis: number[]
  /** Degrees. */
  lat: number
  lon: number
}

/** Returns what detectors found in a period, as far as it was known at an instant and a caller may know of it. Throws TOO_LARGE. */
export async function detectionsOf(
  needs: SeenNeeds & { detectors: Detectors },
  { asOf, ...period }: { from: number; to: number; asOf: number },
  caller: Caller,
): Promise<Detection[]> {
  const { visibility } = caller
  const ruleIds = needs.detectors.ruleIds(caller)
  if (ruleIds.length === 0) return []
  const query = { runId: '', ruleIds, knownBy: asOf, ...cutFor(needs, visibility) }
  const rows = await foundBetween(needs.db, query, period, MOST_COUNTED + 1)
  checkCounted(rows, 'anomalies')
  return rows.flatMap((row) => {
    if (!isPlaceSeen(row, visibility) || row.lat_udeg === null || row.lon_udeg === null) return []
    return [
      {
        at: row.first_at,
        type: detectorOfRule(row.rule_id)!.code,
        severity: row.severity,
        status: statusOf(asKnown(row, asOf)),
        mmsis: shipsOf(row).map(([mmsi]) => mmsi),
        lat: row.lat_udeg / 1e6,
        lon: row.lon_udeg / 1e6,
      },
    ]
  })
}
