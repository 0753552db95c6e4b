import { z } from 'zod'
import { AROUND_NOW, SHIP } from './example.ts'
import { Id, Instant, MmsiText, listOf, op, paging, push } from './kernel.ts'
import { objectColumns, versionColumns } from './objects.ts'

/** Track to compare: a vessel, from all sources or from one; or a manual track. */
export const TrackRef = z.union([
  z.object({
    mmsi: MmsiText,
    split_id: z.number().int().min(0).optional(),
    source: z.string().max(80).optional(),
  }),
  z.object({ manual_track_id: z.string().min(1).max(60) }),
])
export type TrackRef = z.output<typeof TrackRef>

/** Farther apart in time than this, in seconds, fixes are not compared: of ships, and where a manual track is one of the two. */
export const MAX_DT_S = { ships: 600, manual: 1800 } as const
/** From this many nautical miles on nothing of the place agrees. */
export const MAX_DIST_NM = { ships: 1, manual: 5 } as const
export const LONGEST_CORRELATION_DAYS = 31

const pair = {
  a: TrackRef,
  b: TrackRef,
  from: Instant,
  to: Instant,
}
const Component = z.object({
  /** 0 to 1; null when nothing could be compared. */
  score: z.number().nullable(),
  weight: z.number(),
  /** Measured values, in words. */
  measured: z.string(),
})
const Verdict = z.enum(['MATCH', 'POSSIBLE', 'NO'])

/** Decisions of users: CONFIRMED, REJECTED, or OPEN again. A decision merges nothing. */
export const DECISIONS = ['CONFIRMED', 'REJECTED', 'OPEN'] as const
export const CorrelationDecision = z.object({
  ...objectColumns,
  ...pair,
  decision: z.enum(DECISIONS),
  /** Why, in the words of who decided. */
  reason: z.string(),
  decided_by: z.string(),
  decided_at: Instant,
  /** Score of the comparison that the user saw. */
  score: z.number(),
  verdict: Verdict,
})
export type CorrelationDecision = z.output<typeof CorrelationDecision>

export const TrackCorrelation = z.object({
  score: z.number(),
  verdict: Verdict,
  /** From which score on it is a match, and possible. */
  thresholds: z.object({ match: z.number(), possible: z.number() }),
  components: z.object({
    time: Component,
    distance: Component,
    course: Component,
    speed: Component,
    identity: Component,
  }),
  /** Reason for the verdict, as a sentence. */
  why: z.string(),
  /** Distance of the two tracks at each comparable instant. */
  series: z.array(
    z.object({
      t: Instant,
      distance_nm: z.number(),
      course_diff: z.number().nullable(),
      speed_diff: z.number().nullable(),
    }),
  ),
  /** Instants compared; the series leaves some out when there are many, never the nearest. */
  compared: z.number(),
  nearest: z.object({ t: Instant, distance_nm: z.number() }).nullable(),
  /** A difference of clocks that would explain most of the distance. */
  offset: z.object({ seconds: z.number(), distance_nm: z.number() }).nullable(),
  /** Labels, as far as the caller may see them. */
  a_label: z.string().nullable(),
  b_label: z.string().nullable(),
  max_dt_s: z.number(),
  max_dist_nm: z.number(),
  /** Decision about this pair for any period; null when there is none. */
  decision: CorrelationDecision.nullable(),
  confirmed_by: z.string().nullable(),
})
export type TrackCorrelation = z.output<typeof TrackCorrelation>

export const getTrackCorrelation = op({
  name: 'getTrackCorrelation',
  route: 'POST /v2/ais/correlation',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { a: { mmsi: SHIP }, b: { mmsi: '419000002' }, ...AROUND_NOW },
  input: z.object({
    ...pair,
    max_dt_s: z.number().min(10).max(3600).optional(),
    max_dist_nm: z.number().min(0.1).max(60).optional(),
    /** Instant by which the fixes had arrived. */
    as_of: Instant.optional(),
  }),
  output: TrackCorrelation,
})

/** Without `expected_version` the first decision about the two, with it the next one. */
export const decideTrackCorrelation = op({
  name: 'decideTrackCorrelation',
  route: 'POST /v2/ais/correlation/decisions',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Decided whether two tracks are one vessel',
  example: {
    a: { mmsi: SHIP },
    b: { mmsi: '419000003' },
    ...AROUND_NOW,
    decision: 'REJECTED',
    reason: 'seen apart',
  },
  input: z.object({
    ...pair,
    decision: z.enum(DECISIONS),
    reason: z.string().trim().min(1, 'say why in a few words').max(500),
    expected_version: z.number().int().min(1).optional(),
  }),
  output: CorrelationDecision,
})

export const getTrackCorrelationDecisions = op({
  name: 'getTrackCorrelationDecisions',
  route: 'GET /v2/ais/correlation/decisions',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: {},
  input: z.object({ mmsi: MmsiText.optional(), as_of: Instant.optional(), ...paging }),
  output: listOf(CorrelationDecision),
})

/** All that was decided about two, the first decision first. */
export const getTrackCorrelationVersions = op({
  name: 'getTrackCorrelationVersions',
  route: 'GET /v2/ais/correlation/decisions/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'release',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(CorrelationDecision.extend(versionColumns)) }),
})

/** Push of a user's decision about two tracks that the recipient may see. */
export const correlationDecided = push({ wire: 'track_correlation', payload: CorrelationDecision })
