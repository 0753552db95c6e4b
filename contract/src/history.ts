import { z } from 'zod'
import { AROUND_NOW, SHIP } from './example.ts'
import { Instant, listOf, MmsiText, op, paging, queryNumber, SplitId } from './kernel.ts'

/** Reasons to exclude a fix from the picture; it is stored all the same. */
export const REJECT_REASONS = [
  'OUT_OF_RANGE',
  'SENTINEL',
  'JUMP',
  'DUPLICATE',
  'FUTURE',
  'OUT_OF_ORDER',
  'TOO_OLD',
] as const
export const RejectReason = z.enum(REJECT_REASONS)
export type RejectReason = z.output<typeof RejectReason>

export const Fix = z.object({
  id: z.string(),
  mmsi: MmsiText,
  split_id: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  sog: z.number().nullable(),
  cog: z.number().nullable(),
  true_heading: z.number().nullable(),
  rot: z.number().nullable(),
  nav_status: z.number().nullable(),
  observed_at: Instant,
  rec_time: Instant,
  latency_s: z.number(),
  source: z.string(),
  station: z.string().nullable(),
  channel: z.string().nullable(),
  msg_type: z.number(),
  accuracy: z.boolean(),
  raim: z.boolean(),
  quality: z.enum(['OK', 'SUSPECT', 'QUARANTINED']),
  reject_reasons: z.array(RejectReason),
  /** Other sources and stations that received the same transmission. */
  receivers: z.array(z.object({ source: z.string(), station: z.string().nullable(), rec_time: Instant })),
})
export type Fix = z.output<typeof Fix>

export const TrackPoint = z.object({
  t: Instant,
  lat: z.number(),
  lon: z.number(),
  sog: z.number().nullable(),
  cog: z.number().nullable(),
  hdg: z.number().nullable(),
  source: z.string(),
  quality: z.enum(['OK', 'SUSPECT']),
  fix_id: z.string(),
})
export type TrackPoint = z.output<typeof TrackPoint>

/** Distance and least speed of a leg that no vessel can sail; null of any other. Such a leg belongs to no track. */
const OutOfReach = z.object({ nm: z.number(), knots: z.number() }).nullable()

export const getTrackForMmsi = op({
  name: 'getTrackForMmsi',
  route: 'GET /v1/ais/tracks/{mmsi}',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { mmsi: SHIP, ...AROUND_NOW },
  input: z
    .object({
      mmsi: MmsiText,
      split_id: SplitId.optional(),
      from: Instant.optional(),
      to: Instant.optional(),
      /** Back from `to`, where `from` is not given; the setting `ais.interval`, `'5760 minutes'`, by default. */
      interval: z
        .string()
        .regex(/^\d{1,7} minutes$/, "must be written like '5760 minutes'")
        .optional(),
      max_points: queryNumber.int().min(2).max(50_000).optional(),
      as_of: Instant.optional(),
    })
    .refine(({ interval, from }) => interval === undefined || from === undefined, {
      path: ['interval'],
      message: 'cannot be combined with from. Remove one',
    }),
  output: z.object({
    mmsi: MmsiText,
    points: z.array(TrackPoint),
    gaps: z.array(
      z.object({
        from: Instant,
        to: Instant,
        minutes: z.number(),
        expected_coverage: z.enum(['yes', 'no', 'unknown']),
        out_of_reach: OutOfReach,
      }),
    ),
    simplified: z.boolean(),
    dropped: z.number(),
    sources: z.array(z.string()),
  }),
})

/**
 * Returns the fixes of a track in an interval. `by` selects the time of a fix that counts: its observation by default,
 * or its arrival.
 */
export const getAisHistoryForTrackBtwInterval = op({
  name: 'getAisHistoryForTrackBtwInterval',
  route: 'GET /v2/ais/history',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { mmsi: SHIP, ...AROUND_NOW },
  input: z.object({
    mmsi: MmsiText,
    from: Instant,
    to: Instant,
    by: z.enum(['OBSERVED', 'ARRIVAL']).optional(),
    as_of: Instant.optional(),
    ...paging,
  }),
  output: listOf(Fix),
})

/** Lines behind one fix, in the sender's own words, for as long as administrators store them. */
export const RawMessages = z.object({
  fix_id: z.string(),
  mmsi: MmsiText,
  source: z.string(),
  received_at: Instant,
  /** False when they are not stored, or nothing was received; `why` gives the reason. */
  kept: z.boolean(),
  /** Form: NMEA or JSON exactly as received, or sentences taken out of a JSON text that contained more. */
  form: z.enum(['NMEA', 'JSON', 'TAKEN_OUT']).nullable(),
  lines: z.array(z.string()),
  /** Decoded fields. */
  decoded: z.array(z.record(z.string(), z.unknown())),
  why: z.string(),
})
export type RawMessages = z.output<typeof RawMessages>

export const getRawMessages = op({
  name: 'getRawMessages',
  route: 'GET /v2/ais/raw',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: { mmsi: SHIP, fix_id: '1' },
  input: z.object({
    fix_id: z.string().regex(/^\d{1,16}$/, 'must be the number of a fix'),
    /** MMSI of the sender, where known. */
    mmsi: MmsiText.optional(),
  }),
  output: RawMessages,
})

/** The defaults of the specification. */
export const TRAIL_DEFAULTS = { length: '1 days', dr_hour: '1', trail_type: 'length' } as const
export const MOST_TRAILS = 200

/**
 * Values drawn for one fix: epoch ms, degrees, knots, degrees; the source as an index into `sources` of its trail.
 */
export const TrailPoint = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
  z.number(),
])
export type TrailPoint = z.output<typeof TrailPoint>

export const Trail = z.object({
  mmsi: MmsiText,
  /** 0 unless two ships use one MMSI. */
  split_id: z.number(),
  points: z.array(TrailPoint),
  /** Stretches without a fix, epoch ms, and legs out of reach; whether others were received there meanwhile. */
  gaps: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      expected_coverage: z.enum(['yes', 'no', 'unknown']),
      out_of_reach: OutOfReach,
    }),
  ),
  sources: z.array(z.string()),
  /** True when fixes were left out; every gap keeps its ends. */
  simplified: z.boolean(),
  dropped: z.number(),
  /** Navigational status of the last fix, 15 when not available. */
  nav_status: z.number(),
  /** Median error of dead reckoning to each next fix; null without a reckoned fix. */
  reckoning: z
    .object({ median_error_m: z.number(), median_ahead_s: z.number(), predictions: z.number() })
    .nullable(),
})
export type Trail = z.output<typeof Trail>

export const getTrailData = op({
  name: 'getTrailData',
  route: 'POST /v2/ais/trails',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { mmsis: [SHIP] },
  input: z.object({
    mmsis: z.array(MmsiText).min(1).max(MOST_TRAILS),
    /** The last stretch of a length, or an interval. */
    trail_type: z.enum(['length', 'interval']).optional(),
    length: z
      .string()
      .regex(/^\d{1,5} (minutes?|hours?|days?)$/, "must be written like '1 days'")
      .optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    /** As known then; a length counts from it. */
    as_of: Instant.optional(),
  }),
  output: z.array(Trail),
})

/**
 * Returns the days of arrival in a period (YYYY-MM-DD, ascending) whose positions are in files. These positions are
 * not available until they are read back.
 */
export const getDaysInFiles = op({
  name: 'getDaysInFiles',
  route: 'GET /v2/ais/days-in-files',
  bounded: 'CENTRE',
  who: 'user',
  past: 'PERIOD',
  example: AROUND_NOW,
  input: z.object({ from: Instant, to: Instant }),
  output: z.object({ days: z.array(z.string()) }),
})
