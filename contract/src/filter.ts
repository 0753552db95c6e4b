import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { z } from 'zod'
import { MOST_CORNERS } from './areas.ts'
import { reportNever, reportNeverCompared, withFlagNames } from './closed-values.ts'
import { FlagNames } from './countries.ts'
import { Id, listOf, MmsiText, op, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { listing, objectColumns, Visibility } from './objects.ts'

export const ShipTypeGroup = z.enum(SHIP_GROUPS)
/** Which event of a detector an anomaly is, in the order screens show them. */
const EVENT_OF_ANOMALY = {
  TWELVE_NM: 'TWELVE_NM',
  TWENTY_FOUR_NM: 'TWENTY_FOUR_NM',
  LOITERING: 'LOITERING_EVENT',
  ENCOUNTER_EVENT: 'ENCOUNTER_EVENT',
  SPOOFING_EVENT: 'SPOOFING_EVENT',
  ABNORMAL_TIME: 'ABNORMAL_TIME',
  ILLEGAL_IMO: 'ILLEGAL_IMO',
  SPEED_CHANGE: 'SPEED_CHANGE',
  COURSE_CHANGE: 'COURSE_CHANGE',
  HDB_SCAN: 'HDB_SCAN',
  DEAD_REACON: 'DEAD_REACON',
  FEED_DELAY: 'FEED_DELAY',
} as const
/**
 * Anomalies that filters name, in the order of the specification, then its marks and event types without a filter
 * name. An anomaly of EVENT_OF_ANOMALY holds while a detector's event lies within the requested time. The others hold
 * as marks and areas hold now.
 */
export const ANOMALIES = [
  'TWELVE_NM',
  'TWENTY_FOUR_NM',
  'BLACKLIST',
  'IMO_MISMATCH',
  'MMSI_DUPLICATE',
  'AREA_OF_INTEREST',
  'LOITERING',
  'ILLEGAL_MMSI',
  'NAME_MISMATCH',
  'ENCOUNTER_EVENT',
  'SPOOFING_EVENT',
  'ABNORMAL_TIME',
  'ILLEGAL_IMO',
  'SPEED_CHANGE',
  'COURSE_CHANGE',
  'HDB_SCAN',
  'DEAD_REACON',
  'FEED_DELAY',
] as const
export type FoundAnomaly = keyof typeof EVENT_OF_ANOMALY
/** The code of the event an anomaly is found as; undefined of one that is none. */
export const eventOfAnomaly = (anomaly: string): (typeof EVENT_OF_ANOMALY)[FoundAnomaly] | undefined =>
  (EVENT_OF_ANOMALY as Record<string, (typeof EVENT_OF_ANOMALY)[FoundAnomaly]>)[anomaly]
export const FOUND_ANOMALIES = ANOMALIES.filter((one): one is FoundAnomaly => one in EVENT_OF_ANOMALY)
/** Maximum minutes for which an ended event counts: the time a contact is stored (specification: 5760). */
export const MOST_FOUND_MIN = 5760
export const AnomalyFilter = z.enum(ANOMALIES)

export const Comparison = z.enum([
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
/** Fields of a filter that are text, and that are numbers. */
export const TEXT_FIELDS = [
  'mmsi',
  'imo',
  'ship_name',
  'call_sign',
  'country',
  'ship_type',
  'destination',
  'nav_status',
  'source',
] as const
export const NUMBER_FIELDS = [
  'sog',
  'cog',
  'true_heading',
  'length',
  'beam',
  'draught',
  'latitude',
  'longitude',
  'age_min',
  'source_count',
] as const
/** Fields a filter may name; every other name is refused. */
export const FilterField = z.enum([...TEXT_FIELDS, ...NUMBER_FIELDS, 'anomaly'])
const Scalar = z.union([z.string().max(200), z.number(), z.boolean()])
const Attribute = z
  .object({
    k: z.literal('attr'),
    field: FilterField,
    cmp: Comparison,
    value: z.union([Scalar, z.array(Scalar).max(500)]).optional(),
  })
  .superRefine((condition, { addIssue }) =>
    reportNeverCompared(condition, (path, message) => addIssue({ code: 'custom', path, message })),
  )
  .overwrite(withFlagNames)
/** Conditions and groups of one filter, values in all of them, and groups within groups. */
export const MOST_CONDITIONS = 200
const MOST_VALUES = 2000
export const DEEPEST_FILTER = 8
/** Ages at which a filter changes its mind; each is looked for in every stretch of a replay. */
const MOST_AGES = 20

/** Returns which limit raw conditions exceed; null when they may be read. Walks without recursion. */
function excessIn(raw: unknown): string | null {
  let [count, values, ages] = [0, 0, 0]
  let level = [raw]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST_FILTER) return `is nested deeper than ${DEEPEST_FILTER} groups; flatten it`
    count += level.length
    if (count > MOST_CONDITIONS)
      return `has more than ${MOST_CONDITIONS} conditions; use lists of values or of vessels instead`
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue
      const { of, value, field } = node as { of?: unknown; value?: unknown; field?: unknown }
      const length = Array.isArray(value) ? value.length : 1
      values += length
      if (field === 'age_min') ages += length
      if (Array.isArray(of)) for (const one of of.slice(0, MOST_CONDITIONS + 1)) next.push(one)
    }
    level = next
  }
  if (values > MOST_VALUES) return `names more than ${MOST_VALUES} values; use a vessel list instead`
  return ages > MOST_AGES ? `names more than ${MOST_AGES} ages; leave some out` : null
}

export type FilterNode = { op: 'ALL' | 'ANY' | 'NONE'; of: FilterNode[] } | z.output<typeof Attribute>
/** Nested conditions; a missing value makes a condition unknown, and unknown never matches. */
const FilterNode: z.ZodType<FilterNode> = z.lazy(() =>
  z.union([z.object({ op: z.enum(['ALL', 'ANY', 'NONE']), of: z.array(FilterNode).max(100) }), Attribute]),
)
/** A contact has none, one or several anomalies: they can be looked for, not put in order. */
export const ANOMALY_COMPARISONS = ['eq', 'ne', 'in', 'nin', 'exists'] as const
const isAnomaly = (value: unknown) => ANOMALIES.some((one) => one === value)

function senselessOfAnomaly({ cmp, value }: z.output<typeof Attribute>): string | null {
  if (!ANOMALY_COMPARISONS.some((one) => one === cmp))
    return `compares anomaly with ${cmp}; use one of ${ANOMALY_COMPARISONS.join(', ')}`
  if (cmp === 'exists') return null
  const unknown = [value].flat().find((one) => !isAnomaly(one))
  return unknown === undefined ? null : `names the anomaly ${unknown}; use one of ${ANOMALIES.join(', ')}`
}

/** Returns the condition whose value does not fit its comparison; null when all fit. */
function senselessIn(node: FilterNode): string | null {
  if ('op' in node) return node.of.map(senselessIn).find((one) => one !== null) ?? null
  const { field, cmp, value } = node
  const fault = field === 'anomaly' && value !== undefined ? senselessOfAnomaly(node) : null
  if (fault !== null) return fault
  if (cmp === 'exists') return null
  if (value === undefined) return `compares ${field} with nothing; give a value`
  if (cmp === 'in' || cmp === 'nin') return null
  if (cmp !== 'between') return Array.isArray(value) ? `compares ${field} with a list; give one value` : null
  const [least, most, ...more] = [value].flat().map(Number)
  if (most === undefined || more.length > 0 || !Number.isFinite(least) || !Number.isFinite(most))
    return `needs two numbers that ${field} lies between`
  return least! > most ? `needs ${field} between ${least} and ${most}; the smaller comes first` : null
}

/** Counted before it is read: what is too much costs nothing but the counting. */
const Expression = z
  .unknown()
  .superRefine((raw, { addIssue }) => {
    const message = excessIn(raw)
    if (message !== null) addIssue({ code: 'custom', message })
  })
  .pipe(FilterNode)
  .superRefine((node, { addIssue }) => {
    const message = senselessIn(node)
    if (message !== null) addIssue({ code: 'custom', message })
  })

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const tooMany = `has more than ${MOST_CORNERS} corners. Simplify it`
const cornersIn = (rings: readonly unknown[][]) => rings.reduce((sum, ring) => sum + ring.length, 0)
const Rings = z.array(z.array(Position).min(4).max(MOST_CORNERS)).min(1).max(100)
export const AreaGeometry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Polygon'),
    coordinates: Rings.refine((rings) => cornersIn(rings) <= MOST_CORNERS, tooMany),
  }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z
      .array(Rings)
      .min(1)
      .max(100)
      .refine((polygons) => cornersIn(polygons.flat()) <= MOST_CORNERS, tooMany),
  }),
])

/** Both ends count; one of them may be open. */
const Span = z
  .object({ min: z.number().optional(), max: z.number().optional() })
  .refine((span) => !isBackwards(span), 'ends before it begins; min must not be above max')
export type Span = z.output<typeof Span>
/** Nothing lies in such a span. */
export const isBackwards = ({ min, max }: { min?: number | undefined; max?: number | undefined }) =>
  min !== undefined && max !== undefined && min > max

const NavStatuses = z
  .array(z.string().max(80))
  .max(300)
  .superRefine((labels, { addIssue }) =>
    reportNever('nav_status', labels, [], (path, message) => addIssue({ code: 'custom', path, message })),
  )

/**
 * Filter of the contacts that are shown. Every given clause must hold; within a list one value is enough. A missing
 * value of the contact never passes a clause that requires it.
 */
export const AisFilter = z.object({
  expr: Expression.optional(),
  /** Minutes a contact's last fix may be old. */
  time_filter: z.number().int().positive().max(525_600).optional(),
  ship_types: z.array(ShipTypeGroup).max(SHIP_GROUPS.length).optional(),
  anomalies: z.array(AnomalyFilter).max(ANOMALIES.length).optional(),
  /** Countries, read as the names that records carry. */
  countries: FlagNames.optional(),
  /** Labels of navigational statuses, as records carry them. */
  nav_status: NavStatuses.optional(),
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
  /** Ids of vessel lists; a list that the caller does not see has no members. */
  lists: z.array(z.string().max(40)).max(50).optional(),
})
export type AisFilter = z.output<typeof AisFilter>

/** One clause of a filter as a contact stands to it. */
export const Clause = z.object({
  clause: z.string(),
  /** Required and actual value, in words. */
  wants: z.string(),
  has: z.string(),
})
export type Clause = z.output<typeof Clause>

export const SavedFilter = z.object({ ...objectColumns, name: z.string(), filter: AisFilter })
export type SavedFilter = z.output<typeof SavedFilter>
const Name = typedName(80)

export const getAisFilters = op({
  name: 'getAisFilters',
  route: 'GET /v2/ais/filters',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object(listing),
  output: listOf(SavedFilter),
})
/** Adds one, or changes the one of `id`. */
export const saveAisFilter = op({
  name: 'saveAisFilter',
  route: 'POST /v2/ais/filters',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Saved a filter',
  example: { name: 'x', visibility: 'PRIVATE', filter: {} },
  input: z.object({
    id: Id.optional(),
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
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a filter',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})

/** Filters saved under a name, as screens hold them. */
export const filterKind = kind<SavedFilter>({
  type: 'ais_filter',
  table: 'ais_filters',
  noun: 'filter',
  list: getAisFilters,
  order: byName,
  fields: [
    { label: 'Name', text: ({ name }) => name },
    seenBy,
    { label: 'Requires', text: ({ filter }) => Object.keys(filter).sort().join(', ').replaceAll('_', ' ') },
  ],
})
