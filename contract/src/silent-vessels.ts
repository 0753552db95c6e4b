import { z } from 'zod'
import { ShipTypeGroup } from './filter.ts'
import { Bbox, Instant, listOf, MmsiText, op, paging, queryFlag, queryNumber } from './kernel.ts'

/** Minutes without a report from which a vessel is listed unless the caller chooses otherwise. */
export const SILENT_FROM_MIN = 20
/** Minutes a contact stays on the picture, so no vessel is silent for longer. */
export const SILENT_UP_TO_MIN = 5760

/**
 * Confidence that a vessel stopped transmitting and was not only out of reach of the receivers. NOT_JUDGED where its
 * sources did not receive, or did so too briefly since.
 */
export const SILENCE_CONFIDENCES = ['HIGH', 'MEDIUM', 'LOW', 'NOT_JUDGED'] as const
export const SilenceConfidence = z.enum(SILENCE_CONFIDENCES)
export type SilenceConfidence = z.output<typeof SilenceConfidence>

const SORTS = ['silent', 'name', 'sog', 'missed', 'confidence'] as const
export const SilenceSort = z.enum(
  SORTS.flatMap((by) => [by, `-${by}`] as const),
  { error: `must be one of ${SORTS.join(', ')}, or one of them after a minus` },
)
export type SilenceSort = z.output<typeof SilenceSort>

const nullableNumber = z.number().nullable()

/** A vessel that no source of the caller has received for a while. */
export const SilentVessel = z.object({
  /** MMSI and split as one number. */
  contact_id: z.number(),
  mmsi: MmsiText,
  split_id: z.number(),
  ship_name: z.string().nullable(),
  country: z.string().nullable(),
  ship_type: ShipTypeGroup,
  nav_status: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  sog: nullableNumber,
  cog: nullableNumber,
  true_heading: nullableNumber,
  /** Time of the last position, by the vessel or its station. */
  observed_at: Instant,
  /** Time at which it was received. */
  rec_time: Instant,
  source: z.string(),
  silent_min: z.number(),
  /** Interval that ITU-R M.1371 requires of its class, status and speed. */
  nominal_interval_s: z.number(),
  /** Average interval at which it was received before; null with fewer than two reports since the server started. */
  received_interval_s: nullableNumber,
  /** Reports expected since the last one and not received, by the longer of the two intervals. */
  missed_reports: z.number(),
  confidence: SilenceConfidence,
  basis: z.object({
    /** Share of the time in which vessels at the last position are received, learned from past days; null if not learned. */
    learned_share: nullableNumber,
    learned_days: z.number(),
    /** Other vessels last received within about 20 NM of it by the same source. */
    near_total: z.number(),
    /** Vessels that are still received. */
    near_received: z.number(),
    /** Start of reception by its sources without an interruption; null while none receives. */
    receiving_since: Instant.nullable(),
    /** Sources that received it and receive nothing now. */
    down_sources: z.array(z.string()),
  }),
  /** Reachable area since the last position, without regard to land. */
  reach: z.object({
    /** Radius at the speed of the last report; null if it reported none. */
    last_speed_nm: nullableNumber,
    max_speed_kn: z.number(),
    max_speed_nm: z.number(),
    /** Position if course and speed did not change; null if they are unknown. */
    expected: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  }),
})
export type SilentVessel = z.output<typeof SilentVessel>

/** Vessels that are not received any more, from the first hour on, each with the confidence that it went silent. */
export const getSilentVessels = op({
  name: 'getSilentVessels',
  route: 'GET /v2/ais/silent-vessels',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: {},
  input: z.object({
    min_silent_min: queryNumber.int().min(1).max(SILENT_UP_TO_MIN).optional(),
    max_silent_min: queryNumber.int().min(1).max(SILENT_UP_TO_MIN).optional(),
    bbox: Bbox.optional(),
    mmsi: MmsiText.optional(),
    ship_type: ShipTypeGroup.optional(),
    source: z.string().max(40).optional(),
    confidence: SilenceConfidence.optional(),
    /** Only vessels that moved at 1 knot or more at the last report. */
    under_way: queryFlag.optional(),
    sort: SilenceSort.optional(),
    ...paging,
  }),
  output: listOf(SilentVessel).extend({
    /** Vessels of the picture that were examined. */
    examined: z.number(),
    counts: z.record(SilenceConfidence, z.number()),
    /** Sources of the caller that receive nothing now: vessels that only they received are not judged. */
    down_sources: z.array(z.object({ source: z.string(), last_message_at: Instant.nullable() })),
    /** Days from which coverage is learned; 0 while none is over. */
    learned_days: z.number(),
  }),
})
