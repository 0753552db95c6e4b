import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { SHIP } from './example.ts'
import { AisFilter, AnomalyFilter, Clause, ShipTypeGroup } from './filter.ts'
import { Bbox, Id, Instant, listOf, MmsiText, op, paging, queryList, queryNumber, SplitId } from './kernel.ts'
import type { Kind as StoredKind } from './kind.ts'
import { KNOWLEDGE } from './wire/replay-chunk.ts'

/** The nine groups of the specification, in its order; their index travels in live frames. */
export const SHIP_TYPES = SHIP_GROUPS

/** Kinds of contacts, by station class and report; the index is used in live frames. */
export const KINDS = [
  'CLASS_A',
  'CLASS_B',
  'BASE_STATION',
  'ATON',
  'SAR_AIRCRAFT',
  'LOCATING_DEVICE',
] as const
export const Kind = z.enum(KINDS)

/** The five flags of a contact; the index is its bit in live frames. */
export const FLAGS = ['ILLEGAL_MMSI', 'DUPLICATE_FLAG', 'BLACKLIST', 'IMO_MISMATCH', 'NAME_MISMATCH'] as const
/** FRESH up to 30 minutes, OLD up to 24 hours, LOST beyond. */
export const AgeState = z.enum(['FRESH', 'OLD', 'LOST'])

const nullableText = z.string().nullable()
const nullableNumber = z.number().nullable()

/**
 * Inputs of reads of the past: the picture at an instant, as known then, unless the version corrected since is
 * requested.
 */
const past = { as_of: Instant.optional(), knowledge: z.enum(KNOWLEDGE).optional() }

/** A contact as the vessel card and every list show it. */
export const AisRecord = z.object({
  /** Names this contact: its MMSI and split as one number. */
  contact_id: z.number(),
  mmsi: MmsiText,
  /** 0 unless two ships use one MMSI. */
  split_id: z.number(),
  kind: Kind,
  ship_name: nullableText,
  country: nullableText,
  imo: nullableText,
  call_sign: nullableText,
  ship_type: ShipTypeGroup,
  ship_type_code: nullableNumber,
  length: nullableNumber,
  beam: nullableNumber,
  draught: nullableNumber,
  nav_status: nullableText,
  destination: nullableText,
  eta: nullableText,
  latitude: z.number(),
  longitude: z.number(),
  sog: nullableNumber,
  cog: nullableNumber,
  true_heading: nullableNumber,
  rot: nullableNumber,
  rec_time: Instant,
  observed_at: Instant,
  source: z.string(),
  illegal_mmsi_flag: z.boolean(),
  dup_flag: z.boolean(),
  blacklist: z.boolean(),
  imo_mismatch_flag: z.boolean(),
  name_mismatch_flag: z.boolean(),
  /** The anomaly filters it passes now. */
  marks: z.array(AnomalyFilter),
  /** Detections of the last 5760 minutes, with the last time of each; null while it is active. */
  found: z.array(z.object({ code: AnomalyFilter, last_at: Instant.nullable() })),
  /** Ids of the vessel lists it is on, of those the caller sees. */
  lists: z.array(z.string()),
  age_state: AgeState,
  /** The rule that chose the shown fix, as a sentence. */
  chosen_because: z.string(),
  sources_seen: z.array(z.string()),
})
export type AisRecord = z.output<typeof AisRecord>

/** The latest fix of one source for a contact, with its provenance. */
export const SourceFix = z.object({
  fix_id: z.string(),
  source: z.string(),
  station: nullableText,
  feed: nullableText,
  latitude: z.number(),
  longitude: z.number(),
  sog: nullableNumber,
  cog: nullableNumber,
  true_heading: nullableNumber,
  msg_type: z.number(),
  observed_at: Instant,
  rec_time: Instant,
  latency_s: z.number(),
  quality: z.enum(['OK', 'SUSPECT', 'QUARANTINED']),
  priority: z.number(),
  trust: z.number(),
  shown: z.boolean(),
})
export type SourceFix = z.output<typeof SourceFix>

/** Where a static field came from and when. */
export const FieldOrigin = z.object({
  field: z.string(),
  value: z.union([z.string(), z.number()]),
  source: z.string(),
  at: Instant,
})
export type FieldOrigin = z.output<typeof FieldOrigin>

export const AisDetails = AisRecord.extend({
  alternatives: z.array(SourceFix),
  static_origins: z.array(FieldOrigin),
  anomalies: z.array(z.object({ code: z.string(), text: z.string(), why: z.string() })),
})
export type AisDetails = z.output<typeof AisDetails>

export const getAisDetailsByVessel = op({
  name: 'getAisDetailsByVessel',
  route: 'GET /v1/ais/vessels/{mmsi}',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: z.object({ mmsi: MmsiText, split_id: SplitId.optional(), ...past }),
  output: AisDetails,
})

export const getVesselData = op({
  name: 'getVesselData',
  route: 'GET /v2/ais/vessels',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: {},
  input: z.object({
    mmsi: MmsiText.optional(),
    imo: z
      .string()
      .regex(/^\d{7}$/, 'must be seven digits')
      .optional(),
    bbox: Bbox.optional(),
    /** Cursor of an earlier answer: only contacts changed since come back. */
    since: z.string().max(40).optional(),
    ...past,
    ...paging,
  }),
  output: listOf(AisRecord).extend({ since: z.string() }),
})

export const filterAisData = op({
  name: 'filterAisData',
  route: 'POST /v2/ais/filter',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { filter: {} },
  input: z.object({ filter: AisFilter, bbox: Bbox.optional(), ...past, ...paging }),
  output: z.object({
    ais: z.array(AisRecord),
    count: z.number(),
    total: z.number(),
    truncated: z.boolean(),
    next: z.string().nullable(),
    as_of: Instant,
  }),
})

/** Returns whether a filter hides a contact, and which of its clauses do. */
export const explainHidden = op({
  name: 'explainHidden',
  route: 'POST /v2/explain/hidden',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: { mmsi: SHIP, filter: { speed: { min: 5 } } },
  input: z.object({
    mmsi: MmsiText,
    split_id: z.number().int().min(0).optional(),
    filter: AisFilter,
    ...past,
  }),
  output: z.object({
    mmsi: MmsiText,
    ship_name: nullableText,
    hidden: z.boolean(),
    clauses: z.array(Clause),
  }),
})

export const getVesselStats = op({
  name: 'getVesselStats',
  route: 'GET /v2/ais/stats',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: { by: 'source' },
  input: z.object({
    by: z.enum(['ship_type', 'country', 'nav_status', 'source']),
    bbox: Bbox.optional(),
    ...past,
  }),
  output: z.object({
    total: z.number(),
    groups: z.array(z.object({ key: z.string(), count: z.number() })),
    as_of: Instant,
  }),
})

export const aisFieldsAutocomplete = op({
  name: 'aisFieldsAutocomplete',
  route: 'GET /v2/ais/autocomplete',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  example: { field: 'any', q: '4190' },
  input: z.object({
    field: z.enum(['any', 'ship_name', 'mmsi', 'imo', 'call_sign', 'destination', 'country']),
    q: z.string().trim().min(2).max(60),
    limit: queryNumber.int().min(1).max(50).optional(),
  }),
  output: z.array(
    z.object({ value: z.string(), label: z.string(), mmsi: MmsiText.optional(), count: z.number() }),
  ),
})

export const getAisIndicative = op({
  name: 'getAisIndicative',
  route: 'GET /v2/ais/indicative',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: { bbox: [30, -40, 120, 30], zoom: 7 },
  input: z.object({ bbox: Bbox, zoom: queryNumber.min(0).max(24), ...past }),
  output: z.object({
    cells: z.array(
      z.object({
        lon: z.number(),
        lat: z.number(),
        count: z.number(),
        rep_mmsi: MmsiText,
        types: z.record(z.string(), z.number()),
      }),
    ),
    /** True from zoom 6 on, where every contact is its own cell. */
    exact: z.boolean(),
    total: z.number(),
  }),
})

/** Returns the choices of lists and forms; a client that names the current version receives only a confirmation. */
export const getAisUtils = op({
  name: 'getAisUtils',
  route: 'GET /v1/utils/ais',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: {},
  input: z.object({ since_version: z.string().max(100).optional() }),
  output: z.object({
    version: z.string(),
    /** True when `since_version` is the version there is: then the lists are empty. */
    unchanged: z.boolean(),
    nav_status: z.array(z.object({ code: z.number(), label: z.string() })),
    ship_type: z.array(z.object({ code: z.number(), label: z.string(), group: ShipTypeGroup })),
    sources: z.array(z.object({ code: z.string(), name: z.string() })),
    ports: z.array(z.object({ id: z.string(), locode: z.string(), name: z.string() })),
    eez: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

const Blacklisted = z.object({
  mmsi: MmsiText,
  reason: z.string(),
  added_by: z.string(),
  added_at: Instant,
  expires_at: Instant.nullable(),
})
type Blacklisted = z.output<typeof Blacklisted>

/** The vessels whose contacts carry the BLACKLIST mark. */
export const getBlacklist = op({
  name: 'getBlacklist',
  route: 'GET /v2/blacklist',
  bounded: 'CENTRE',
  who: 'user',
  past: 'AS_OF',
  example: {},
  input: z.object({ ids: queryList.optional(), as_of: Instant.optional() }),
  output: z.array(Blacklisted),
})

/** Marks a vessel on every screen at once; of two who add the same, the first stands. */
export const addToBlacklist = op({
  name: 'addToBlacklist',
  route: 'POST /v2/blacklist',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a vessel to the blacklist',
  example: { mmsi: '419000099', reason: 'x' },
  input: z.object({
    mmsi: MmsiText,
    reason: z.string().trim().min(1).max(500),
    expires_at: Instant.nullable().optional(),
  }),
  output: Blacklisted,
})

export const removeFromBlacklist = op({
  name: 'removeFromBlacklist',
  route: 'DELETE /v2/blacklist/{mmsi}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Removed a vessel from the blacklist',
  example: { mmsi: '419000099' },
  input: z.object({ mmsi: MmsiText }),
  output: z.object({ mmsi: MmsiText }),
})

/** The blacklist, as screens would keep it; an entry is known by its MMSI. */
export const blacklistKind: StoredKind<Blacklisted> = {
  type: 'blacklisted_vessel',
  table: 'blacklist',
  noun: 'entry of the blacklist',
  idOf: ({ mmsi }) => mmsi,
  versionOf: () => 0,
  list: null,
  order: (a, b) => (a.mmsi < b.mmsi ? -1 : 1),
  brings: [],
  fields: [
    { label: 'MMSI', text: ({ mmsi }) => mmsi },
    { label: 'Reason', text: ({ reason }) => reason },
  ],
}

/**
 * Returns what a user would see now, for the administrator who sets the rights: counts, and contacts up to a limit.
 */
export const getSightOfUser = op({
  name: 'getSightOfUser',
  route: 'GET /v2/users/{id}/sight',
  flat: 'positions',
  who: 'admin',
  leaves: 'read',
  did: 'Previewed the view of a user',
  costly: 'always',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id, limit: queryNumber.int().min(1).max(5000).optional() }),
  output: z.object({
    contacts: z.number(),
    /** Contacts of the whole picture. */
    of: z.number(),
    by_source: z.array(z.object({ source: z.string(), contacts: z.number() })),
    /** Positions as [longitude, latitude, MMSI]. */
    positions: z.array(z.tuple([z.number(), z.number(), z.number()])),
    as_of: Instant,
  }),
})
