import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { SHIP } from './example.ts'
import { Instant, MmsiText, op, queryNumber, SplitId } from './kernel.ts'

/** Metrics of a vessel that may deviate from its baseline, in standard deviations. */
export const BASELINE_METRICS = ['interval', 'hour', 'speed', 'course', 'lane'] as const
export type BaselineMetric = (typeof BASELINE_METRICS)[number]

const Lat = queryNumber.min(-90).max(90)
const Lon = queryNumber.min(-180).max(180)
const Days = queryNumber.int().min(1).max(365)
const Group = z.enum(SHIP_GROUPS)

const Reset = z.object({ at: Instant, reason: z.string(), by: z.string() })
const counts = z.array(z.number())
/** Count per value. */
const CountedValue = z.object({
  /** By hour of the UTC day: days of a ship, ships of a cell or a type. */
  hours: counts,
  /** By the time between two fixes: below 1, 2, 4 … s. */
  intervals: counts,
  /** By whole knots under way, 31 and more in the last. */
  speeds: counts,
  /** By sixteenths of the compass under way, the first about north. */
  courses: counts,
})
export type CountedValue = z.output<typeof CountedValue>
const period = {
  /** The first day learned from and the first after the last. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** On how many days there was something. */
  days: z.number(),
  /** When the last of them was learned. */
  learned_at: Instant.nullable(),
  as_of: Instant,
}

/** Returns the baseline of a vessel as known at an instant. */
export const getHabits = op({
  name: 'getHabits',
  route: 'GET /v2/habits/vessel/{mmsi}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: z.object({
    mmsi: MmsiText,
    split_id: SplitId.optional(),
    days: Days.optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    mmsi: z.string(),
    ...period,
    /** Null where the caller does not see everything it is made of. */
    usual: CountedValue.nullable(),
    /**
     * Cells of a quarter degree by their south-western corner, and the number of days the vessel was there; most days
     * first.
     */
    places: z.array(z.object({ latitude: z.number(), longitude: z.number(), days: z.number() })),
    resets: z.array(Reset),
  }),
})

/** Returns the baseline of the quarter degree around a position, and the receivers there. */
export const getUsual = op({
  name: 'getUsual',
  route: 'GET /v2/habits/place',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { latitude: 10, longitude: 72 },
  input: z.object({
    latitude: Lat,
    longitude: Lon,
    days: Days.optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    west: z.number(),
    south: z.number(),
    east: z.number(),
    north: z.number(),
    ...period,
    usual: CountedValue.nullable(),
    /** On how many days ships were there, by hour of the week from Sunday 00:00 UTC. */
    week: counts.nullable(),
    coverage: z.array(
      z.object({
        source: z.string(),
        /** By hour of the UTC day, hours beside it counted in. */
        fixes: counts,
        /** Share of time in which vessels there were received within the hour; null where few were received. */
        share: z.array(z.number().nullable()),
      }),
    ),
    resets: z.array(Reset),
  }),
})

/** Lanes by type of ship as they were at an instant: places of them that the caller sees. */
export const getLanes = op({
  name: 'getLanes',
  route: 'GET /v2/lanes',
  costly: 'always',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: {},
  input: z.object({ ship_type: Group.optional(), as_of: Instant.optional() }),
  output: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({
          type: z.literal('MultiPoint'),
          coordinates: z.array(z.tuple([z.number(), z.number()])),
        }),
        properties: z.object({
          ship_type: Group,
          lane: z.number(),
          ships: z.number(),
          points: z.number(),
          /** Distance of the tenth nearest fix from one of the lane: NM, with courses and speeds included. */
          spread_nm: z.number(),
          /** Courses at the positions, degrees. */
          courses: counts,
          made_at: Instant,
          from: Instant,
          to: Instant,
        }),
      }),
    ),
    as_of: Instant,
  }),
})

const reason = z.string().trim().min(3).max(500)
/** Ignores a learned baseline from `at` on, some minutes from now; answers about earlier times stay. */
export const resetHabits = op({
  name: 'resetHabits',
  route: 'POST /v2/habits/reset',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Reset the baseline of a vessel, place, type or source',
  example: { mmsi: SHIP, reason: 'Sold to another owner' },
  input: z
    .object({
      mmsi: MmsiText.optional(),
      split_id: z.number().int().min(0).max(255).optional(),
      latitude: z.number().min(-90).max(90).optional(),
      longitude: z.number().min(-180).max(180).optional(),
      ship_type: Group.optional(),
      source: z.string().max(40).optional(),
      reason,
    })
    .superRefine((query, context) => {
      const refuse = (fields: readonly (keyof typeof query)[], message: string) => {
        for (const field of fields)
          if (query[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message })
      }
      const { mmsi, latitude, longitude, ship_type, source } = query
      const place = latitude ?? longitude
      if ([mmsi, place, ship_type, source].filter((one) => one !== undefined).length !== 1)
        refuse(
          ['reason', 'mmsi', 'latitude', 'longitude', 'ship_type', 'source'],
          'needs exactly one of mmsi, latitude and longitude, ship_type and source',
        )
      if ((latitude === undefined) !== (longitude === undefined))
        refuse(['latitude', 'longitude'], 'needs both latitude and longitude')
      if (mmsi === undefined) refuse(['split_id'], 'needs mmsi; leave it out')
    }),
  output: z.object({ id: z.string(), at: Instant }),
})

/** Learns days again from their stored data, and rebuilds lanes. */
export const rebuildHabits = op({
  name: 'rebuildHabits',
  route: 'POST /v2/habits/rebuild',
  bounded: 'JOB',
  who: 'admin',
  leaves: 'change',
  did: 'Rebuilt patterns of life and lanes',
  example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', reason: 'A feed was wrong' },
  input: z.object({ from: Instant, to: Instant, reason }),
  /** Days that are learned again, from the first and up to the one after the last. */
  output: z.object({ job: z.string(), from: Instant, to: Instant, days: z.number() }),
})
