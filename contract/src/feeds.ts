import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { Id, recordOf, Instant, listOf, op, paging, queryNumber, typedName } from './kernel.ts'
import { FeedState } from './socket.ts'

/** Kinds of feeds; each is a real connection. */
export const FEED_KINDS = [
  'nmea-tcp',
  'nmea-tcp-server',
  'nmea-udp',
  'nmea-stdin',
  'nmea-file',
  'aiscatcher-http',
  'aiscatcher-udp',
  'aisstream',
  'mqtt',
  'sbs-tcp',
  'sbs-tcp-server',
  'beast-tcp',
  'avr-tcp',
  'aircraft-json',
] as const
export const FeedKind = z.enum(FEED_KINDS)
export type FeedKind = z.output<typeof FeedKind>

/** Where a receiver on land stands, in degrees. */
export const FeedStation = z.object({
  name: typedName(100),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
})
export type FeedStation = z.output<typeof FeedStation>
export const MOST_FEED_STATIONS = 50
const Stations = z
  .array(FeedStation)
  .max(MOST_FEED_STATIONS)
  .refine(
    (stations) => new Set(stations.map(({ name }) => name)).size === stations.length,
    'two have the same name. Give each its own name',
  )

/** Settings of a feed; its state is reported separately. */
const FeedFields = {
  name: z.string().trim().min(1).max(100),
  kind: FeedKind,
  /** `host:port`, a file path, or an address with a scheme; what fits is decided by the kind. */
  address: z.string().max(500),
  source: z.string().trim().min(1).max(40),
  /** Lower wins when sources disagree. */
  priority: z.number().int().min(1).max(100),
  /** 0 to 1: how far this feed is believed when priorities are equal. */
  trust: z.number().min(0).max(1),
  expected_interval_s: z.number().positive().max(86_400),
  options: recordOf(z.union([z.string().max(2000), z.number(), z.boolean()]), 50),
  /** Its receivers on land; none of satellites, of what others pass on, and of aircraft. */
  stations: Stations,
}
export const Feed = z.object({
  id: z.string(),
  version: z.number(),
  enabled: z.boolean(),
  ...FeedFields,
  /** True when an access key is stored; the key itself is never sent back. */
  has_secret: z.boolean(),
  /** 'config' feeds come from the command line and cannot be edited on a screen. */
  origin: z.enum(['config', 'operator']),
})
export type Feed = z.output<typeof Feed>

export const FeedCounters = z.object({
  connections: z.number(),
  reconnects: z.number(),
  bytes: z.number(),
  sentences: z.number(),
  messages: z.number(),
  fixes: z.number(),
  statics: z.number(),
  duplicates: z.number(),
  quarantined: z.number(),
  bad_checksum: z.number(),
  bad_tag_checksum: z.number(),
  malformed: z.number(),
  /** Lines that are no AIS sentence: other NMEA, or noise. */
  not_ais: z.number(),
  incomplete: z.number(),
  overflow: z.number(),
})
export type FeedCounters = z.output<typeof FeedCounters>

export const FeedReport = Feed.extend({
  state: FeedState,
  since: Instant,
  last_message_at: Instant.nullable(),
  last_error: z.string().nullable(),
  rate_per_min: z.number(),
  counters: FeedCounters,
})
export type FeedReport = z.output<typeof FeedReport>

export const getFeeds = op({
  name: 'getFeeds',
  route: 'GET /v2/feeds',
  bounded: 'PAGE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({ ...paging }),
  output: listOf(FeedReport),
})
export const addFeed = op({
  name: 'addFeed',
  route: 'POST /v2/feeds',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a feed',
  example: {
    name: 'Roof',
    kind: 'aiscatcher-http',
    address: '127.0.0.1:8100',
    enabled: false,
    source: 'ROOF',
    priority: 3,
    trust: 0.5,
    expected_interval_s: 10,
    options: {},
  },
  input: z.object({
    ...FeedFields,
    name: typedName(100),
    stations: FeedFields.stations.optional(),
    secret: z.string().max(500).optional(),
    enabled: z.boolean().optional(),
  }),
  output: Feed,
})
export const updateFeed = op({
  name: 'updateFeed',
  route: 'POST /v2/feeds/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a feed',
  example: { id: 'none', expected_version: 1 },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    ...z.object(FeedFields).partial().shape,
    name: typedName(100).optional(),
    secret: z.string().max(500).optional(),
    enabled: z.boolean().optional(),
  }),
  output: Feed,
})
export const deleteFeed = op({
  name: 'deleteFeed',
  route: 'DELETE /v2/feeds/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a feed',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string() }),
})

/** Result of a test of some seconds: counts, and the first lines as received. */
export const FeedTest = z.object({
  seconds: z.number(),
  state: FeedState,
  why: z.string().nullable(),
  counters: FeedCounters,
  /** Lines, cut at 200 letters; a byte that is no text becomes a dot. Empty for feeds whose bytes are not readable. */
  lines: z.array(z.string()),
})
export type FeedTest = z.output<typeof FeedTest>

const Seconds = z.number().int().min(1).max(30).default(10)
const TEST = { who: 'admin', costly: 'always', leaves: 'read', past: 'NOW' } as const

/** Receives from a feed for some seconds and returns the result. */
export const testFeed = op({
  name: 'testFeed',
  route: 'POST /v2/feeds/{id}/test',
  ...TEST,
  did: 'Tested a feed',
  example: { id: 'none', seconds: 1 },
  input: z.object({ id: Id, seconds: Seconds }),
  output: FeedTest,
})
/** Tests a feed that is not saved in the same way: connects it for that time, and nothing of it reaches the picture. */
export const tryFeed = op({
  name: 'tryFeed',
  route: 'POST /v2/feeds/try',
  ...TEST,
  did: 'Tested a feed before saving it',
  example: { kind: 'nmea-tcp', address: '127.0.0.1:9', options: {}, seconds: 1 },
  input: z.object({
    kind: FeedFields.kind,
    address: FeedFields.address,
    options: FeedFields.options,
    secret: z.string().max(500).optional(),
    seconds: Seconds,
  }),
  output: FeedTest,
})

/** Returns the states of a feed at each change, latest first, for ninety days. */
export const getFeedHistory = op({
  name: 'getFeedHistory',
  route: 'GET /v2/feeds/{id}/history',
  bounded: 'VERSIONS',
  who: 'admin',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.array(z.object({ at: Instant, state: FeedState, why: z.string().nullable() })),
})

export const SourceStatus = z.object({
  source: z.string(),
  name: z.string(),
  state: FeedState,
  rate_per_min: z.number(),
  baseline_rate: z.number(),
  last_message_at: Instant.nullable(),
  p50_latency_s: z.number().nullable(),
  p95_latency_s: z.number().nullable(),
  errors_1h: z.number(),
  /** Stations whose clock is wrong, by so many seconds ahead (or behind, below 0); their times are corrected by it. */
  wrong_clocks: z.array(z.object({ station: z.string().nullable(), ahead_s: z.number() })),
  /**
   * Messages of binary data that cannot be decoded here, by designated area code and function; without these the
   * remainder.
   */
  unread_data: z.array(
    z.object({ dac: z.number().nullable(), fi: z.number().nullable(), messages: z.number() }),
  ),
  since: Instant,
  affected_detectors: z.array(z.string()),
})
export type SourceStatus = z.output<typeof SourceStatus>

export const getSourceWiseStatus = op({
  name: 'getSourceWiseStatus',
  route: 'GET /v2/ais/sources/status',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(SourceStatus),
})

export const getSourceWiseAisInfo = op({
  name: 'getSourceWiseAisInfo',
  route: 'GET /v2/ais/sources/info',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: AROUND_NOW,
  input: z.object({ from: Instant.optional(), to: Instant.optional() }),
  output: z.array(
    z.object({
      source: z.string(),
      vessels: z.number(),
      positions: z.number(),
      first_rec: Instant.nullable(),
      last_rec: Instant.nullable(),
      share_pct: z.number(),
      p50_latency_s: z.number().nullable(),
      p95_latency_s: z.number().nullable(),
    }),
  ),
})

export const getSourceCoveredRegions = op({
  name: 'getSourceCoveredRegions',
  route: 'GET /v2/ais/sources/coverage',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'PERIOD',
  example: {},
  input: z.object({
    source: z.string().max(40).optional(),
    days: queryNumber.int().min(1).max(90).optional(),
    cell_deg: queryNumber.min(0.25).max(10).optional(),
  }),
  output: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({
          type: z.literal('Polygon'),
          coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
        }),
        properties: z.object({
          source: z.string(),
          msgs_per_h: z.number(),
          p95_gap_min: z.number().nullable(),
          /** True where a vessel in this cell is expected to be received within the hour. */
          expected: z.boolean(),
        }),
      }),
    ),
  }),
})
