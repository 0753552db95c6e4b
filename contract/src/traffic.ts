import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { queryCountriesOrUnknown } from './countries.ts'
import { AROUND_NOW } from './example.ts'
import { Id, Instant, op, queryList, queryListOf } from './kernel.ts'

export const TRAFFIC_BUCKETS = ['hour', 'day'] as const
export const TRAFFIC_GROUPS = ['kind', 'country', 'source', 'area'] as const
/** Longest period by the length of a bucket, in days. */
export const LONGEST_TRAFFIC_DAYS = { hour: 31, day: 400 } as const
/** Groups of one answer; the smaller ones are one group OTHER. */
export const MOST_TRAFFIC_GROUPS = 40
/** Key of the group of all smaller groups. */
export const OTHER_GROUPS = 'OTHER'
/** Cells with fewer vessels are left out for users with restricted sources or zones. */
export const LEAST_TRAFFIC_CELL = 3

const counts = { vessels: z.number(), fixes: z.number() }

/**
 * Counts vessels and their positions by hour or day of observation, by kind, country, source or area. A vessel counts once in
 * each bucket and group, so the total is the sum of the groups; sources and areas may share vessels.
 */
export const getTrafficCounts = op({
  name: 'getTrafficCounts',
  route: 'GET /v2/analytics/traffic',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { ...AROUND_NOW, by: 'area' },
  input: z.object({
    /** Read to whole buckets: the first one holds `from`, the last one begins before `to`. */
    from: Instant,
    to: Instant,
    /** An hour unless given. */
    bucket: z.enum(TRAFFIC_BUCKETS).optional(),
    by: z.enum(TRAFFIC_GROUPS).optional(),
    /** Id of an exclusive economic zone, or of an area of interest that the centre shows to all. */
    area: Id.optional(),
    kinds: queryListOf(SHIP_GROUPS).optional(),
    countries: queryCountriesOrUnknown.optional(),
    sources: queryList.optional(),
    /** Version of the counts; an answer brings it, and the same one is answered the same. */
    as_of: Instant.optional(),
  }),
  output: z.object({
    total: z.object(counts),
    /** The largest first; without `by` one group with an empty key. */
    groups: z.array(z.object({ key: z.string(), label: z.string(), ...counts })),
    series: z.array(z.object({ t: Instant, key: z.string(), ...counts })),
    /** Cells of a group in a bucket that are left out, as they hold too few vessels. */
    suppressed: z.number(),
    /** Hours of the period that changed and are not counted again yet. */
    waiting: z.number(),
    /** Days whose positions lie in files: their counts stand as they were. */
    days_in_files: z.array(z.string()),
    from: Instant,
    to: Instant,
    as_of: Instant,
  }),
})
