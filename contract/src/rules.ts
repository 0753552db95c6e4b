import { z } from 'zod'
import { reportNever, reportNeverCompared, withChangedFlags, withFlagNames } from './closed-values.ts'
import { SEVERITIES } from './event-types.ts'
import { AreaGeometry, Comparison, FilterField } from './filter.ts'
import { Id, Instant, typedName } from './kernel.ts'
import { Visibility } from './objects.ts'
import { RuleActions } from './rule-actions.ts'

/** Fields of aircraft only. */
export const AIRCRAFT_FIELDS = [
  'icao24',
  'altitude_ft',
  'vertical_rate_fpm',
  'squawk',
  'on_ground',
  'emitter_category',
  'source_type',
] as const
/**
 * Fields of rules beyond those of filters: derived from a vessel's fixes, past and position, or reported by aircraft.
 */
export const DERIVED_FIELDS = [
  'gap_min',
  'turn_rate',
  'acceleration',
  'required_speed_kn',
  'run_nm',
  'reckoning_miss_nm',
  'reckoning_ratio',
  'speed_misfit_kn',
  'distance_to_port_nm',
  'distance_to_shore_nm',
  'depth_m',
  'in_port',
  'in_tss',
  'night',
  'days_since_last_call',
  'last_port',
  'flag_changes_12m',
  'name_changes_12m',
  'list_count',
  'risk_level',
  'station_nm',
  'station_class',
  'imo_valid',
  'number_rank',
  'heard_elsewhere',
  'latency_s',
  ...AIRCRAFT_FIELDS,
] as const
export const RULE_FIELDS = [...FilterField.options, ...DERIVED_FIELDS] as const
export const RuleField = z.enum(RULE_FIELDS)
export type RuleField = z.output<typeof RuleField>

/** Comparisons of a filter, and three for rules only: a pattern with * and ?, and the age of a value, minutes. */
export const RULE_COMPARISONS = [...Comparison.options, 'matches', 'older_than', 'stale'] as const
const RuleComparison = z.enum(RULE_COMPARISONS)
export type RuleComparison = z.output<typeof RuleComparison>

export const ZONE_RELATIONS = [
  'INSIDE',
  'OUTSIDE',
  'ENTER',
  'EXIT',
  'CROSS',
  'DWELL',
  'NEAR',
  'HEADING_TO',
  'REACHABLE',
] as const

const Scalar = z.union([z.string().max(200), z.number(), z.boolean()])
const Values = z.union([Scalar, z.array(Scalar).max(500)])
const Nm = z.number().positive().max(1000)
/** Up to the 30 days that are looked back. */
const Minutes = z.number().positive().max(43_200)
const Lat = z.number().min(-90).max(90)
const Lon = z.number().min(-180).max(180)

/**
 * Timing of a condition: throughout some minutes, at some time in the last minutes, or a number of times in them.
 * Duration is evaluated before frequency.
 */
const timing = {
  for_min: Minutes.optional(),
  within_min: Minutes.optional(),
  times: z.number().int().min(1).max(1000).optional(),
}

const Line = z.object({
  type: z.literal('LineString'),
  coordinates: z
    .array(z.tuple([Lon, Lat]))
    .min(2)
    .max(1000),
})
const Zone = z
  .object({
    aoi: Id.optional(),
    eez: Id.optional(),
    port: Id.optional(),
    boundary: z.enum(['12NM', '24NM']).optional(),
    line: Line.optional(),
    area: AreaGeometry.optional(),
    tag: z.string().max(80).optional(),
  })
  .refine((zone) => Object.values(zone).filter((one) => one !== undefined).length === 1, {
    message: 'must have exactly one of aoi, eez, port, boundary, line, area and tag',
  })
export type RuleZone = z.output<typeof Zone>

const plain = {
  attr: z
    .object({
      k: z.literal('attr'),
      field: RuleField,
      cmp: RuleComparison,
      value: Values.optional(),
      ...timing,
    })
    .superRefine((condition, { addIssue }) =>
      reportNeverCompared(condition, (path, message) => addIssue({ code: 'custom', path, message })),
    )
    .overwrite(withFlagNames),
  zone: z.object({
    k: z.literal('zone'),
    rel: z.enum(ZONE_RELATIONS),
    zone: Zone,
    nm: Nm.optional(),
    min: Minutes.optional(),
    eta_min: Minutes.optional(),
    side: z.enum(['LEFT', 'RIGHT']).optional(),
    ...timing,
  }),
  event: z.object({
    k: z.literal('event'),
    types: z.array(z.string().max(80)).min(1).max(50),
    min_confidence: z.number().min(0).max(4).optional(),
    ...timing,
  }),
  silence: z.object({ k: z.literal('silence'), min: Minutes, ...timing }),
  appear: z.object({ k: z.literal('appear'), after_min: Minutes, ...timing }),
  change: z
    .object({
      k: z.literal('change'),
      field: RuleField,
      from: Values.optional(),
      to: Values.optional(),
      delta: z.number().positive().optional(),
      ...timing,
    })
    .superRefine(({ field, from, to }, { addIssue }) => {
      const report = (path: PropertyKey[], message: string) => addIssue({ code: 'custom', path, message })
      reportNever(field, from, ['from'], report)
      reportNever(field, to, ['to'], report)
    })
    .overwrite(withChangedFlags),
  list: z.object({ k: z.literal('list'), in: z.boolean(), list: Id, ...timing }),
  source: z.object({
    k: z.literal('source'),
    any: z.array(z.string().max(40)).min(1).max(200).optional(),
    min_independent: z.number().int().min(1).max(20).optional(),
    max_latency_s: z.number().positive().max(86_400).optional(),
    ...timing,
  }),
  weather: z.object({
    k: z.literal('weather'),
    layer: z.string().max(40),
    cmp: RuleComparison,
    value: z.number(),
    ...timing,
  }),
  port: z.object({
    k: z.literal('port'),
    rel: z.enum(['EXPECTED', 'ARRIVED', 'DEPARTED', 'MISSED']),
    port: Id.optional(),
    ...timing,
  }),
  agg: z.object({
    k: z.literal('agg'),
    fn: z.enum(['count', 'distinct', 'avg', 'min', 'max', 'sum']),
    of: z.union([RuleField, z.literal('vessels')]),
    /** Aggregate over the last values of the vessels of an area, instead of the fixes of one vessel. */
    over: z.literal('vessels').optional(),
    /** Radius around each vessel, anywhere; each such place is a finding. */
    nm: Nm.optional(),
    /** Comparison with the baseline of the area at this hour of the week; `value` counts deviations from it. */
    against: z.literal('BASELINE').optional(),
    window_min: Minutes,
    cmp: RuleComparison,
    value: z.number(),
    ...timing,
  }),
  baseline: z.object({
    k: z.literal('baseline'),
    metric: z.string().max(40),
    z: z.number().positive().max(20),
    days: z.number().int().min(1).max(365),
    of: z.enum(['SELF', 'TYPE', 'CELL']),
    ...timing,
  }),
  expr: z.object({ k: z.literal('expr'), text: z.string().min(1).max(1000), ...timing }),
}

/** Minutes through which, or within which how often, a condition must hold. */
export type Timing = {
  for_min?: number | undefined
  within_min?: number | undefined
  times?: number | undefined
}
type Point = { point: { lat: number; lon: number } }
type NearTo = RuleNode | Point | { list: string } | { infrastructure: string }
type Near = { k: 'near'; to: NearTo; nm: number; max_sog?: number | undefined } & Timing
type Cpa = { k: 'cpa'; to: RuleNode; nm: number; tcpa_min: number } & Timing
type Seq = { k: 'seq'; steps: RuleNode[]; within_min: number; same_vessel: boolean }
export type RulePredicate =
  | { [K in keyof typeof plain]: z.output<(typeof plain)[K]> }[keyof typeof plain]
  | Near
  | Cpa
  | Seq
export type RuleGroup = {
  op: 'ALL' | 'ANY' | 'NONE' | 'AT_LEAST'
  n?: number | undefined
  of: RuleNode[]
} & Timing
/** Conditions nested as deep as they are needed; what is missing makes a condition unknown, and unknown never fires. */
export type RuleNode = RuleGroup | RulePredicate

const Node: z.ZodType<RuleNode> = z.lazy(() => z.union([Group, Predicate]))
const Group = z
  .object({
    op: z.enum(['ALL', 'ANY', 'NONE', 'AT_LEAST']),
    n: z.number().int().min(1).optional(),
    of: z.array(Node).min(1).max(100),
    ...timing,
  })
  .refine(({ op, n, of }) => (op === 'AT_LEAST' ? n !== undefined && n <= of.length : n === undefined), {
    message: 'needs n only with AT_LEAST, at most the number of conditions',
    path: ['n'],
  })
const near = z.object({
  k: z.literal('near'),
  to: z.union([
    z.object({ point: z.object({ lat: Lat, lon: Lon }) }),
    z.object({ list: Id }),
    z.object({ infrastructure: Id }),
    Node,
  ]),
  nm: Nm,
  max_sog: z.number().positive().max(102).optional(),
  ...timing,
})
const cpa = z.object({ k: z.literal('cpa'), to: Node, nm: Nm, tcpa_min: Minutes, ...timing })
const seq = z.object({
  k: z.literal('seq'),
  steps: z.array(Node).min(2).max(10),
  within_min: Minutes,
  same_vessel: z.boolean(),
})
const Predicate: z.ZodType<RulePredicate> = z.discriminatedUnion('k', [
  plain.attr,
  plain.zone,
  plain.event,
  plain.silence,
  plain.appear,
  plain.change,
  plain.list,
  plain.source,
  plain.weather,
  plain.port,
  plain.agg,
  plain.baseline,
  plain.expr,
  near,
  cpa,
  seq,
])

/** Conditions of one rule, values in all of them, and groups within groups. */
const MOST_CONDITIONS = 500
const DEEPEST_RULE = 16

/**
 * Returns which limit raw conditions exceed; null when they may be read. Walks without recursion, before anything is
 * read.
 */
function excessIn(raw: unknown): string | null {
  let count = 0
  let level = [raw]
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST_RULE) return `is nested deeper than ${DEEPEST_RULE} groups; flatten it`
    count += level.length
    if (count > MOST_CONDITIONS) return `has more than ${MOST_CONDITIONS} conditions; make two rules of it`
    level = level.flatMap((node) => {
      if (typeof node !== 'object' || node === null) return []
      const { of, steps, to } = node as { of?: unknown; steps?: unknown; to?: unknown }
      return [of, steps]
        .flatMap((one) => (Array.isArray(one) ? one.slice(0, MOST_CONDITIONS) : []))
        .concat(to ?? [])
    })
  }
  return null
}

/** Counted before it is read: what is too much costs nothing but the counting. */
export const RuleCondition = z
  .unknown()
  .superRefine((raw, { addIssue }) => {
    const message = excessIn(raw)
    if (message !== null) addIssue({ code: 'custom', message })
  })
  .pipe(Node)

export const RULE_STATUSES = ['DRAFT', 'ENABLED', 'DISABLED', 'ERROR', 'REVIEW_DUE', 'ARCHIVED'] as const
export const RULE_SUBJECTS = ['VESSEL', 'PAIR', 'AREA', 'SOURCE', 'AIRCRAFT'] as const

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is no time of day; write 06:30')
export const RuleSchedule = z.object({
  zone: z.enum(['UTC', 'IST', 'PST']),
  /** 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7).optional(),
  from: Clock.optional(),
  to: Clock.optional(),
  /** Day and night at the ship's place. */
  light: z.enum(['DAY', 'NIGHT']).optional(),
})
export type RuleSchedule = z.output<typeof RuleSchedule>

const Hits = z.number().int().min(1).max(100_000)
/** Fields of a rule that a user writes. */
export const ruleFields = {
  name: typedName(120),
  description: z.string().max(2000),
  severity: z.enum(SEVERITIES),
  category: z.string().max(80),
  visibility: Visibility,
  subject: z.enum(RULE_SUBJECTS),
  when: RuleCondition,
  dedupe: z.object({
    key: z
      .array(z.enum(['mmsi', 'aoi', 'pair', 'source', 'icao24']))
      .min(1)
      .max(5),
    window_min: z.number().min(0).max(43_200),
  }),
  limits: z.object({ max_hits_per_hour: Hits }),
  allowed_lateness_min: z.number().min(0).max(1440),
  exclude_in_port: z.boolean(),
  require_coverage: z.boolean(),
}
/** Optional fields of a rule. */
export const ruleOptions = {
  scope: RuleCondition,
  unless: RuleCondition,
  clear: RuleCondition,
  hysteresis_nm: z.number().min(0).max(20),
  grace_min: z.number().min(0).max(1440),
  schedule: RuleSchedule,
  valid_from: Instant,
  valid_to: Instant,
  repeat_yearly: z.boolean(),
  review_due: Instant,
  actions: RuleActions,
}

export const RuleDraft = z.object({
  ...ruleFields,
  ...z.object(ruleOptions).partial().shape,
  description: ruleFields.description.default(''),
  allowed_lateness_min: ruleFields.allowed_lateness_min.default(15),
  exclude_in_port: ruleFields.exclude_in_port.default(false),
  require_coverage: ruleFields.require_coverage.default(false),
})
export type RuleDraft = z.output<typeof RuleDraft>

/**
 * Rule as it is evaluated: the draft of its author, and its version. `besides` is of rules the product brings: other
 * appearances of the same cause. It decides nothing, and stands in the explanation.
 */
export type EvaluatedRule = RuleDraft & { id: string; version: number; besides?: readonly RuleNode[] }
