import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { Instant, listOf, MmsiText, op, paging } from './kernel.ts'
import { objectColumns, Visibility } from './objects.ts'

export const ShipTypeGroup = z.enum(SHIP_GROUPS)
/** The anomaly filters of the specification, in its order. */
export const ANOMALIES = [
  'TWELVE_NM',
  'TWENTY_FOUR_NM',
  'BLACKLIST',
  'IMO_MISMATCH',
  'MMSI_DUPLICATE',
  'AREA_OF_INTEREST',
  'LOITERING',
] as const
export const AnomalyFilter = z.enum(ANOMALIES)

const Comparison = z.enum([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'nin',
  'contains',
  'starts',
  'exists',
])
/** Fields a filter may name; every other name is refused. */
export const FilterField = z.enum([
  'mmsi',
  'imo',
  'ship_name',
  'call_sign',
  'country',
  'ship_type',
  'destination',
  'nav_status',
  'sog',
  'cog',
  'true_heading',
  'length',
  'beam',
  'draught',
  'latitude',
  'longitude',
  'age_min',
  'source',
  'source_count',
])
const Scalar = z.union([z.string().max(200), z.number(), z.boolean()])
const Attribute = z.object({
  k: z.literal('attr'),
  field: FilterField,
  cmp: Comparison,
  value: z.union([Scalar, z.array(Scalar).max(500)]).optional(),
})
export type FilterNode = { op: 'ALL' | 'ANY' | 'NONE'; of: FilterNode[] } | z.output<typeof Attribute>
/** Nested conditions; a missing value makes a condition unknown, and unknown never matches. */
export const FilterNode: z.ZodType<FilterNode> = z.lazy(() =>
  z.union([z.object({ op: z.enum(['ALL', 'ANY', 'NONE']), of: z.array(FilterNode).max(100) }), Attribute]),
)

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export const AreaGeometry = z.object({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(Position).min(4).max(10_000)).min(1).max(100),
})

/** Both ends count; one of them may be open. */
const Span = z.object({ min: z.number().optional(), max: z.number().optional() })
export type Span = z.output<typeof Span>
const Words = z.array(z.string().max(80)).max(300)

/**
 * Which contacts are shown. Every clause given must hold; within a list one value is enough. A missing value of the
 * contact never passes a clause that asks for it.
 */
export const AisFilter = z.object({
  expr: FilterNode.optional(),
  /** Minutes a contact's last fix may be old. */
  time_filter: z.number().int().positive().max(525_600).optional(),
  ship_types: z.array(ShipTypeGroup).optional(),
  anomalies: z.array(AnomalyFilter).optional(),
  /** Names of countries and labels of navigational statuses, as records carry them. */
  countries: Words.optional(),
  nav_status: Words.optional(),
  sources: z.array(z.string().max(40)).max(200).optional(),
  /** Knots, then metres. */
  speed: Span.optional(),
  length: Span.optional(),
  beam: Span.optional(),
  draught: Span.optional(),
  /** Part of the destination as it was keyed in, in any case. */
  destination: z.string().max(60).optional(),
  area: AreaGeometry.optional(),
  mmsis: z.array(MmsiText).max(5000).optional(),
  /** Ids of vessel lists; a list the one who asks does not see holds nobody. */
  lists: z.array(z.string().max(40)).max(50).optional(),
})
export type AisFilter = z.output<typeof AisFilter>

/** One clause of a filter as a contact stands to it. */
export const Clause = z.object({
  clause: z.string(),
  /** What it asks, and what the contact has, in words. */
  wants: z.string(),
  has: z.string(),
})
export type Clause = z.output<typeof Clause>

export const SavedFilter = z.object({ ...objectColumns, name: z.string(), filter: AisFilter })
export type SavedFilter = z.output<typeof SavedFilter>
const Name = z.string().trim().min(1).max(80)

export const getAisFilters = op({
  name: 'getAisFilters',
  route: 'GET /v2/ais/filters',
  input: z.object({ as_of: Instant.optional(), ...paging }),
  output: listOf(SavedFilter),
})
/** Adds one, or changes the one of `id`. */
export const saveAisFilter = op({
  name: 'saveAisFilter',
  route: 'POST /v2/ais/filters',
  input: z.object({
    id: z.string().optional(),
    expected_version: z.number().optional(),
    name: Name,
    visibility: Visibility,
    filter: AisFilter,
  }),
  output: SavedFilter,
})
export const deleteAisFilter = op({
  name: 'deleteAisFilter',
  route: 'DELETE /v2/ais/filters/{id}',
  input: z.object({ id: z.string(), reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})
