import { z } from 'zod'
import { EVENT_STATUSES, VesselEvent } from './events.ts'
import { EVENT_CODES, SEVERITIES } from './event-types.ts'
import { AROUND_NOW } from './example.ts'
import { AreaGeometry } from './filter.ts'
import { Id, Instant, listOf, MmsiText, op, paging, SplitId } from './kernel.ts'

/**
 * Returns vessel events in one list: detections, latest first, and reports, latest begin first. `start_at` and
 * `end_at` are those of the behaviour, `created_at` is the detection or report. A detection stays DETECTED until a
 * user confirms or disputes it, or late data revise it. Confidence: 4 confirmed, 2 not judged, 1 disputed or revised.
 * A reported event names numbers and applies to every vessel under them.
 */
export const EVENT_ORIGINS = ['DETECTED', 'REPORTED'] as const
export const getFilteredVesselEvents = op({
  name: 'getFilteredVesselEvents',
  route: 'POST /v2/vessels/events',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { ...AROUND_NOW },
  input: z.object({
    mmsis: z.array(MmsiText).min(1).max(1000).optional(),
    /** Number of the vessel under a shared MMSI; 0 is the first. */
    split_id: SplitId.optional(),
    /** Types from getEventType or getDetectors. */
    types: z.array(z.enum(EVENT_CODES)).min(1).max(100).optional(),
    /** Events under way at some time between. */
    from: Instant.optional(),
    to: Instant.optional(),
    /** Events detected or started between two instants, as figures count them. */
    found_from: Instant.optional(),
    found_to: Instant.optional(),
    severities: z.array(z.enum(SEVERITIES)).min(1).max(5).optional(),
    statuses: z.array(z.enum(EVENT_STATUSES)).min(1).max(10).optional(),
    /** Detected or reported events only. */
    origin: z.enum(EVENT_ORIGINS).optional(),
    /** Id of an area that figures count: an exclusive economic zone or an area of interest. */
    area_id: Id.optional(),
    /** Found or reported with their place, or its middle, in it. */
    area: AreaGeometry.optional(),
    /** As was known then: what was found, judged and reported by that instant. */
    as_of: Instant.optional(),
    min_confidence: z.number().int().min(1).max(4).optional(),
    ...paging,
  }),
  output: listOf(VesselEvent),
})
