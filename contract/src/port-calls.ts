import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { Country, queryCountries } from './countries.ts'
import { AROUND_NOW, SHIP } from './example.ts'
import { ShipTypeGroup } from './filter.ts'
import {
  Id,
  Instant,
  listOf,
  MmsiText,
  op,
  paging,
  push,
  queryListOf,
  queryNumber,
  SplitId,
  typedName,
} from './kernel.ts'
import type { Field } from './kind.ts'

/**
 * States (D7): EXPECTED, ANCHORED, BERTHED, DEPARTED in this order; MISSED 12 h after the ETA. CANCELLED by a person
 * or by later data.
 */
export const CALL_STATES = ['EXPECTED', 'ANCHORED', 'BERTHED', 'DEPARTED', 'MISSED', 'CANCELLED'] as const
export const CallState = z.enum(CALL_STATES)
export type CallState = z.output<typeof CallState>

export const PortCall = z.object({
  id: z.string(),
  version: z.number(),
  port_id: z.string(),
  port_name: z.string().nullable(),
  mmsi: MmsiText,
  split_id: z.number(),
  ship_name: z.string().nullable(),
  /** Current name, where none was known at the time of the call; null as of an instant. */
  ship_name_now: z.string().nullable(),
  ship_type: ShipTypeGroup,
  country: z.string().nullable(),
  state: CallState,
  expected_at: Instant.nullable(),
  expected_by: z.enum(['AIS_ETA', 'NOTICE', 'MANUAL']).nullable(),
  /** Declared destination, as reported. */
  expected_text: z.string().nullable(),
  entered_at: Instant.nullable(),
  anchored_at: Instant.nullable(),
  berthed_at: Instant.nullable(),
  departed_at: Instant.nullable(),
  berth: z.string().nullable(),
  /**
   * 4: seen coming in, lying and going out; 3: lying and one of both; 2: lying alone, or both about a silence; 1: one of both
   * and a silence. Null of what is only expected.
   */
  confidence: z.number().nullable(),
  /** True when the vessel lay there at its first position: the times of arrival are then no arrival. */
  already_there: z.boolean(),
  evidence_fix_ids: z.array(z.string()),
  previous_port_id: z.string().nullable(),
  next_port: z.string().nullable(),
  next_text: z.string().nullable(),
  /** Metres. */
  draught_in: z.number().nullable(),
  draught_out: z.number().nullable(),
  computed_from: z.enum(['LIVE', 'BACKFILL', 'MANUAL']),
  /** User who corrected the call, and the reason; null for values from fixes. */
  changed_by: z.string().nullable(),
  reason: z.string().nullable(),
  updated_at: Instant,
})
export type PortCall = z.output<typeof PortCall>

const period = { from: Instant.optional(), to: Instant.optional() }
const asOf = { as_of: Instant.optional() }

/** Calls that lie in a period at least in part, the latest first. */
export const CALL_MOMENTS = ['arrival', 'departure'] as const
export type CallMoment = (typeof CALL_MOMENTS)[number]
export const getPortOfCalls = op({
  name: 'getPortOfCalls',
  route: 'GET /v1/port-calls',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: {},
  input: z.object({
    port_id: Id.optional(),
    state: CallState.optional(),
    ...period,
    /** With `from` and `to`: calls that arrived or departed between them, as figures count them. */
    moment: z.enum(CALL_MOMENTS).optional(),
    ship_type: ShipTypeGroup.optional(),
    ship_types: queryListOf(SHIP_GROUPS).optional(),
    /** Countries of the flag. */
    countries: queryCountries.optional(),
    country: Country.optional(),
    min_confidence: queryNumber.int().min(1).max(4).optional(),
    ...asOf,
    ...paging,
  }),
  output: listOf(PortCall),
})

const ofVessel = z.object({
  mmsi: MmsiText,
  /** Vessel of a shared MMSI; all of its vessels by default. */
  split_id: SplitId.optional(),
  ...period,
  ...asOf,
  ...paging,
})
export const getPortOfCallsForVessel = op({
  name: 'getPortOfCallsForVessel',
  route: 'GET /v1/port-calls/by-vessel/{mmsi}',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: ofVessel,
  output: listOf(PortCall),
})
/** Returns the ports the vessel was in: the same without calls only expected, missed or cancelled. */
export const portHistoryByVessel = op({
  name: 'port history by vessel',
  route: 'GET /v1/vessels/{mmsi}/port-history',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: ofVessel,
  output: listOf(PortCall),
})

export const getPortCallVersions = op({
  name: 'getPortCallVersions',
  route: 'GET /v2/port-calls/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'release',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.array(PortCall),
})

/**
 * Which port a destination means, as crews write them: a UN/LOCODE, a name, short for one, or misspelt. Of ports by one name
 * the one that is plainly nearest to where the ship is, degrees.
 */
export const getDeclaredPort = op({
  name: 'getDeclaredPort',
  route: 'GET /v2/port-calls/declared-port',
  bounded: 'ONE',
  who: 'user',
  past: 'NOW',
  example: { text: 'LK CMB' },
  input: z
    .object({
      text: z.string().max(40),
      lat: queryNumber.min(-90).max(90).optional(),
      lon: queryNumber.min(-180).max(180).optional(),
    })
    .superRefine(({ lat, lon }, { addIssue }) => {
      if ((lat === undefined) !== (lon === undefined))
        addIssue({
          code: 'custom',
          path: [lat === undefined ? 'lat' : 'lon'],
          message: 'is missing. Give both or none',
        })
    }),
  output: z.object({
    /** Null where no port is meant that we know. */
    port_id: z.string().nullable(),
    port_name: z.string().nullable(),
    by: z.enum(['LOCODE', 'NAME', 'ABBREVIATION', 'TYPO']).nullable(),
    why: z.enum(['NOTHING', 'UNKNOWN', 'AMBIGUOUS']).nullable(),
  }),
})

/** The most declared texts that are listed. */
export const MOST_UNMATCHED = 200
/** Counts vessels on the picture whose destination names a known port, and lists the other destinations. */
export const getDeclaredDestinations = op({
  name: 'getDeclaredDestinations',
  route: 'GET /v2/port-calls/declared-destinations',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({
    /** Ships that declare something, and those of them whose text names a port we know. */
    declared: z.number(),
    matched: z.number(),
    /** Texts as sent, those of the most ships first; a text may be matched of one ship and of another not, by where they are. */
    unmatched: z.array(
      z.object({ text: z.string(), ships: z.number(), why: z.enum(['UNKNOWN', 'AMBIGUOUS']) }),
    ),
    /** There are more than are listed. */
    truncated: z.boolean(),
    as_of: Instant,
  }),
})

const Reason = z.string().trim().min(1).max(500)

/** Corrects a call by hand; what is not given stays. Null takes an instant back. */
export const correctPortCall = op({
  name: 'correctPortCall',
  route: 'POST /v2/port-calls/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Corrected a port call',
  example: { id: 'none', expected_version: 1, reason: 'x' },
  input: z.object({
    id: Id,
    expected_version: z.number().int().min(1),
    reason: Reason,
    port_id: Id.optional(),
    anchored_at: Instant.nullable().optional(),
    berthed_at: Instant.nullable().optional(),
    departed_at: Instant.nullable().optional(),
    berth: typedName(80).nullable().optional(),
    /** True to cancel the call: the vessel was not there. */
    cancel: z.boolean().optional(),
  }),
  output: PortCall,
})

/** Makes one call of two of one ship at one port. */
export const mergePortCalls = op({
  name: 'mergePortCalls',
  route: 'POST /v2/port-calls/merge',
  bounded: 'BATCH',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Merged port calls',
  example: { ids: ['none', 'other'], reason: 'x' },
  input: z.object({ ids: z.array(Id).length(2), reason: Reason }),
  output: PortCall,
})

/** Splits one call into two: the vessel left at one instant, and came in again at another. */
export const splitPortCall = op({
  name: 'splitPortCall',
  route: 'POST /v2/port-calls/{id}/split',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Split a port call',
  example: { id: 'none', expected_version: 1, left_at: AROUND_NOW.from, back_at: AROUND_NOW.to, reason: 'x' },
  input: z.object({
    id: Id,
    expected_version: z.number().int().min(1),
    left_at: Instant,
    back_at: Instant,
    reason: Reason,
  }),
  output: z.array(PortCall),
})

/** The most calls that one push names. */
export const MOST_CALLS_PUSHED = 100
/**
 * Push of calls that were created, changed or withdrawn, as far as the recipient may know of them. Screens that show
 * calls of the port or the vessel query again. A call that moved to another port is named with both.
 */
export const portCallsChanged = push({
  wire: 'port_calls_changed',
  payload: z.object({
    calls: z.array(z.object({ id: z.string(), port_id: z.string(), mmsi: MmsiText })).max(MOST_CALLS_PUSHED),
  }),
})

const PORT_BUCKETS = ['hour', 'day', 'week'] as const

/** Calls at a port in a period, counted: by type of ship, flag, state or the port they come from. */
export const getVesselsStatsForPort = op({
  name: 'getVesselsStatsForPort',
  route: 'GET /v1/ports/{id}/vessel-stats',
  costly: 'always',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: { id: 'LKCMB', ...AROUND_NOW },
  input: z.object({
    id: Id,
    from: Instant,
    to: Instant,
    by: z.enum(['ship_type', 'country', 'state', 'previous_port']).default('ship_type'),
  }),
  output: z.object({
    total: z.number(),
    /** The most first; the key of what is not known is empty. */
    groups: z.array(z.object({ key: z.string(), count: z.number() })),
  }),
})

const Bucket = z.object({ at: Instant, count: z.number(), by_type: z.record(z.string(), z.number()) })
const Share = z.object({ port_id: z.string(), name: z.string().nullable(), count: z.number() })

/** Returns the figures of a port for a period, against the eight weeks before it. */
export const getPortAnalytics = op({
  name: 'getPortAnalytics',
  route: 'GET /v1/ports/{id}/analytics',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  costly: 'always',
  example: { id: 'LKCMB', ...AROUND_NOW },
  input: z.object({ id: Id, from: Instant, to: Instant, bucket: z.enum(PORT_BUCKETS).default('day') }),
  output: z.object({
    arrivals: z.array(Bucket),
    departures: z.array(Bucket),
    /** Hours at the berth, and from anchoring to the berth, of calls that ended in the period; null without any. */
    median_stay_h: z.number().nullable(),
    waiting_h: z.number().nullable(),
    top_previous: z.array(Share),
    top_next: z.array(Share),
    /** Share of the declared destinations of ships in the period that name a port we know; null without any. */
    matched_share: z.number().nullable(),
    /** Arrivals of a bucket in the eight weeks before: tenth, fiftieth and ninetieth per cent; null where less than a week is known. */
    baseline: z
      .object({ buckets: z.number(), low: z.number(), median: z.number(), high: z.number() })
      .nullable(),
  }),
})

/** Fields of a call that users correct, as a conflict shows them. */
export const CORRECTED: readonly Field<PortCall>[] = [
  { label: 'State', text: ({ state }) => state },
  { label: 'At anchor', text: ({ anchored_at }, { time }) => time(anchored_at) },
  { label: 'At the berth', text: ({ berthed_at }, { time }) => time(berthed_at) },
  { label: 'Departed', text: ({ departed_at }, { time }) => time(departed_at) },
  { label: 'Berth', text: ({ berth }) => berth ?? '' },
]
