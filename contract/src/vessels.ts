import { z } from 'zod'
import { Flag } from './countries.ts'
import { SHIP } from './example.ts'
import { AnomalyFilter, ShipTypeGroup } from './filter.ts'
import { Id, Instant, listOf, MmsiText, op, paging } from './kernel.ts'

/** Maximum number of vessels in a search answer; a more specific search finds others. */
export const MOST_FOUND = 1000
/** Maximum number of vessels counted in a list. */
export const MOST_COUNTED = 10_000

const STORED_ORDERS = ['name', 'imo', 'mmsi', 'call_sign', 'country', 'length', 'heard'] as const
/** Orders by values that only the picture has. */
export const PICTURE_ORDERS = ['position', 'received', 'place', 'status', 'risk'] as const
const ORDERS = [...STORED_ORDERS, ...PICTURE_ORDERS] as const
export type StoredOrder = (typeof STORED_ORDERS)[number]
export type PictureOrder = (typeof PICTURE_ORDERS)[number]
/** Orders of the list of vessels. Types and sources have no order: filter by one instead. */
export type VesselOrder = (typeof ORDERS)[number]
export const VesselSort = z.enum(
  ORDERS.flatMap((by) => [by, `-${by}`] as const),
  {
    error: `must be one of ${ORDERS.join(', ')}, with an optional minus before it. Or choose a type or a source`,
  },
)
export type VesselSort = z.output<typeof VesselSort>

const text = z.string().nullable()
const number = z.number().nullable()

/** Vessel of the register, by the last claims of the sources the caller sees. */
export const Vessel = z.object({
  id: z.string(),
  /** MMSI under which the vessel is received now, or was last. */
  mmsi: MmsiText.nullable(),
  split_id: number,
  imo: text,
  ship_name: text,
  call_sign: text,
  country: text,
  ship_type: ShipTypeGroup,
  length: number,
  beam: number,
  owner: text,
  /** Time the vessel last reported its identity; null where only registers know it. */
  heard_at: Instant.nullable(),
  sources: z.array(z.string()),
  /** Reason a search found the vessel under another name or number than its present one. */
  found_by: text,
})
export type Vessel = z.output<typeof Vessel>

export const RISK_LEVELS = ['NONE', 'LOW', 'MEDIUM', 'HIGH'] as const
/** A vessel in the list: with its last position, or null if it is not on the picture. */
export const ListedVessel = Vessel.extend({
  latest: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      /** Time at which the last position was received. */
      rec_time: Instant,
      nav_status: text,
      /** Areas of interest around it, or the nearest port with its distance; null if none is within 600 NM. */
      place: text,
    })
    .nullable(),
  risk_level: z.enum(RISK_LEVELS),
})
export type ListedVessel = z.output<typeof ListedVessel>

/** Ships by the alphabet; of a search the best first, forgiving slips of the finger where nothing is right, also by names and numbers they had. */
export const getVessels = op({
  name: 'getVessels',
  route: 'GET /v1/vessels',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  example: {},
  input: z.object({
    q: z.string().trim().min(2).max(60).optional(),
    ship_type: ShipTypeGroup.optional(),
    country: Flag.optional(),
    /** Ships on the picture that carry it now. */
    anomaly: AnomalyFilter.optional(),
    /** Ships that are on it now. */
    list_id: Id.optional(),
    /**
     * Vessels that sent a position in the hours of a period, the end left out; without an end until now. Refused for
     * users who are limited to some waters.
     */
    heard_from: Instant.optional(),
    heard_to: Instant.optional(),
    /**
     * Order: by name without a search, else the best first; a minus reverses it. Vessels without the value come last.
     * Orders that only the picture has list the vessels on the picture alone where there are more than are counted.
     */
    sort: VesselSort.optional(),
    ...paging,
  }),
  /** AT_LEAST where there are more than are counted. */
  output: listOf(ListedVessel).extend({ total_is: z.enum(['EXACT', 'AT_LEAST']) }),
})

/** Claim of one source about one field. */
const FieldClaim = z.object({
  field: z.string(),
  value: z.string(),
  from: Instant,
  /** End; null while it is the current claim of the source. */
  to: Instant.nullable(),
  source: z.string(),
})
export type FieldClaim = z.output<typeof FieldClaim>
const Conflict = z.object({
  field: z.string(),
  values: z.array(z.object({ value: z.string(), source: z.string(), at: Instant })),
})
export type Conflict = z.output<typeof Conflict>

/** Vessel as the picture shows it now. */
const OnPicture = z.object({
  /** Time the last fix was sent, and time it was received: a satellite's comes hours later. */
  observed_at: Instant,
  rec_time: Instant,
  latitude: z.number(),
  longitude: z.number(),
  sog: number,
  true_heading: number,
  cog: number,
  draught: number,
  nav_status: text,
  destination: text,
  eta: text,
  source: z.string(),
})

/** One row of the register that is, or was, taken for this ship. */
const VesselJoin = z.object({
  id: z.string(),
  /** Vessel before the join: its id and its name. */
  vessel_id: z.string(),
  label: z.string(),
  at: Instant,
  /** User who made the join; empty where the number decided it and no person. */
  by: z.string(),
  reason: z.string(),
  ended_at: Instant.nullable(),
  ended_by: text,
  end_reason: text,
})
export type VesselJoin = z.output<typeof VesselJoin>

const Named = z.object({ id: z.string(), label: z.string() })

export const VesselDetails = Vessel.extend({
  class: z.enum(['A', 'B', 'OTHER']),
  ship_type_code: number,
  /** State on the picture; null when the vessel is on no picture, and in answers about the past. */
  now: OnPicture.nullable(),
  dimensions: z.array(z.object({ length: number, beam: number, source: z.string(), at: Instant })),
  images_count: z.number(),
})
export type VesselDetails = z.output<typeof VesselDetails>

export const WholeVessel = VesselDetails.extend({
  identity_history: z.array(FieldClaim),
  conflicts: z.array(Conflict),
  flag_history: z.array(z.object({ country: z.string(), from: Instant, to: Instant.nullable() })),
  /** Numbers under which the vessel was received, newest first. */
  contacts: z.array(
    z.object({ mmsi: MmsiText, split_id: z.number(), since: Instant, heard_at: Instant, shown: z.boolean() }),
  ),
  anomalies: z.array(z.object({ code: z.string(), text: z.string() })),
  lists: z.array(z.object({ list_id: z.string(), name: z.string(), color: z.string() })),
  cases: z.array(z.string()),
  risk: z.object({ level: z.enum(['NONE', 'LOW', 'MEDIUM', 'HIGH']), reasons: z.array(z.string()) }),
  possibly_same: z.array(Named.extend({ reasons: z.array(z.string()) })),
  /** Other vessels that were received under one of its numbers. */
  shares_mmsi: z.array(Named.extend({ mmsi: MmsiText })),
  joins: z.array(VesselJoin),
  as_of: Instant,
})
export type WholeVessel = z.output<typeof WholeVessel>

/** Returns the identity of a vessel, by its id or MMSI. */
export const getVesselDetails = op({
  name: 'getVesselDetails',
  route: 'GET /v1/vessels/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: { id: SHIP },
  input: z.object({ id: Id }),
  output: VesselDetails,
})
/**
 * Returns the same with all that is known of the vessel: under each name and number, by every source, now or as known
 * then.
 */
export const getVesselDetailsV2 = op({
  name: 'getVesselDetails v2',
  route: 'GET /v2/vessels/{mmsi}',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  /**
   * Identifier: nine digits, with a point and a split for one vessel of a shared MMSI, or the id in the register. A
   * vessel that was never received has no MMSI.
   */
  input: z.object({ mmsi: Id, as_of: Instant.optional() }),
  output: WholeVessel,
})

const Reason = z.string().trim().min(1).max(500)
/** Joins two vessels of the register that are one. The data of each stay, and can be separated again. */
export const joinVessels = op({
  name: 'joinVessels',
  route: 'POST /v2/vessels/{id}/joins',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Merged two vessels',
  example: { id: 'none', other_id: 'none', reason: 'x' },
  input: z.object({ id: Id, other_id: Id, reason: Reason }),
  output: WholeVessel,
})
/** Parts what was joined, by a person or by a number; or joins again what was parted. */
export const undoVesselJoin = op({
  name: 'undoVesselJoin',
  route: 'POST /v2/vessels/joins/{id}/undo',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Split or merged two vessels again',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: Reason }),
  output: WholeVessel,
})

/** All of it on paper, or its timeline as a table; the file follows the answer. */
export const getVesselReport = op({
  name: 'getVesselReport',
  route: 'GET /v2/vessels/{mmsi}/report',
  who: 'user',
  cut: 'release',
  stream: 'down',
  costly: 'always',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: z.object({ mmsi: Id, format: z.enum(['pdf', 'csv']).optional(), as_of: Instant.optional() }),
  output: z.object({ name: z.string(), content_type: z.string() }),
})
