import { CMP_WORDS } from '@samudra/contract/filter-match'
import { BASELINE_METRICS, type BaselineMetric } from '@samudra/contract/patterns'
import { DETECTED_TYPES, EVENT_TYPES, eventTypeOf } from '@samudra/contract/event-types'
import type { WeatherLayerId } from '@samudra/contract/weather'
import {
  RULE_FIELDS,
  type RuleDraft,
  type RuleGroup,
  type RuleNode,
  type RulePredicate,
} from '@samudra/contract/rules'
import { attrOf, fieldLabel, FIELDS, FIELDS_OF_AIRCRAFT } from '../fields/fields.ts'

export type Op = RuleGroup['op']
export type Of<K extends RulePredicate['k']> = Extract<RulePredicate, { k: K }>

export const OPS: readonly { value: Op; label: string }[] = [
  { value: 'ALL', label: 'all of' },
  { value: 'ANY', label: 'any of' },
  { value: 'NONE', label: 'none of' },
  { value: 'AT_LEAST', label: 'at least' },
]
export const OP_WORDS = Object.fromEntries(OPS.map(({ value, label }) => [value, label])) as Record<
  Op,
  string
>

/** The box with another way of counting; AT LEAST begins with one. */
export function withOp({ n, ...box }: RuleGroup, op: Op): RuleGroup {
  return op === 'AT_LEAST' ? { ...box, op, n: n ?? 1 } : { ...box, op }
}

/** Conditions besides the fields of a vessel, with their initial values. */
const KINDS = {
  zone: [
    'Where: inside, enters, leaves, crosses, stays, near, heading to an area or zone',
    { k: 'zone', rel: 'INSIDE', zone: {} },
  ],
  near: [
    'Near another vessel, a place or an infrastructure',
    { k: 'near', to: { op: 'ALL', of: [] }, nm: 1 },
  ],
  cpa: [
    'About to pass another vessel closely',
    { k: 'cpa', to: { op: 'ALL', of: [] }, nm: 0.5, tcpa_min: 20 },
  ],
  list: ['On a vessel list, or not', { k: 'list', in: true, list: '' }],
  event: ['An event was detected or reported', { k: 'event', types: [] }],
  silence: ['Silence: nothing is received', { k: 'silence', min: 60 }],
  appear: ['Received again after a silence', { k: 'appear', after_min: 60 }],
  change: ['A value changes', { k: 'change', field: 'destination' }],
  seq: ['A sequence of conditions', { k: 'seq', steps: [], within_min: 60, same_vessel: true }],
  source: ['Received by which sources', { k: 'source', min_independent: 2 }],
  port: ['Expected at, arrived in or left a port', { k: 'port', rel: 'ARRIVED' }],
  agg: [
    'Average, sum or count over a period',
    { k: 'agg', fn: 'avg', of: 'sog', window_min: 60, cmp: 'lt', value: 2 },
  ],
  weather: [
    'The weather at its position: wind, precipitation, pressure, clouds, temperature',
    { k: 'weather', layer: 'WIND', cmp: 'gt', value: 30 },
  ],
  baseline: ['Differs from baseline', { k: 'baseline', metric: 'speed', z: 3, days: 30, of: 'SELF' }],
  expr: ['Written as a formula', { k: 'expr', text: '' }],
} as const satisfies Record<string, readonly [string, RulePredicate]>
type Kind = keyof typeof KINDS

/** Additions to a box: a field of the vessel, another condition, another box. */
const ADDED: Added = [
  ...FIELDS.map(({ group, items }) => ({
    group,
    items: items.map(({ value, label }) => ({ value: `field ${value}`, label })),
  })),
  {
    group: 'Other conditions',
    items: Object.entries(KINDS).map(([kind, [label]]) => ({ value: `kind ${kind}`, label })),
  },
  {
    group: 'Group of conditions',
    items: OPS.map(({ value, label }) => ({ value: `box ${value}`, label: `Group: ${label}` })),
  },
]

/** Conditions that make sense for a source, with their initial values. */
const KINDS_OF_SOURCES: Partial<Record<string, readonly [string, RulePredicate]>> = {
  silence: ['Silence: nothing is received', { k: 'silence', min: 30 }],
  appear: KINDS.appear,
  agg: [
    'Number of vessels or positions it reports, or an average',
    { k: 'agg', fn: 'distinct', of: 'vessels', window_min: 10, cmp: 'lt', value: 10 },
  ],
  source: ['Which source it is', { k: 'source' }],
  change: ['Its latency changes', { k: 'change', field: 'latency_s', delta: 60, within_min: 10 }],
  seq: KINDS.seq,
  expr: KINDS.expr,
}
const ADDED_OF_SOURCES: Added = [
  {
    group: 'Reception',
    items: (['latency_s', 'age_min', 'gap_min'] as const).map((field) => ({
      value: `field ${field}`,
      label: fieldLabel(field),
    })),
  },
  {
    group: 'Other conditions',
    items: Object.entries(KINDS_OF_SOURCES).map(([kind, query]) => ({
      value: `kind ${kind}`,
      label: query![0],
    })),
  },
  ADDED.at(-1)!,
]
/** Conditions that make sense for an aircraft, with their initial values. */
const KINDS_OF_AIRCRAFT: Partial<Record<string, readonly [string, RulePredicate]>> = {
  zone: KINDS.zone,
  near: ['Near a place or an infrastructure', { k: 'near', to: { point: { lat: 0, lon: 0 } }, nm: 10 }],
  silence: ['Silence: nothing is received', { k: 'silence', min: 15 }],
  appear: ['Received again after a silence', { k: 'appear', after_min: 15 }],
  change: ['A value changes', { k: 'change', field: 'squawk' }],
  seq: KINDS.seq,
  source: KINDS.source,
  agg: [
    'Average or sum over a period',
    { k: 'agg', fn: 'avg', of: 'altitude_ft', window_min: 10, cmp: 'lt', value: 1000 },
  ],
  expr: KINDS.expr,
}
const ADDED_OF_AIRCRAFT: Added = [
  ...FIELDS_OF_AIRCRAFT.map(({ group, items }) => ({
    group,
    items: items.map(({ value, label }) => ({ value: `field ${value}`, label })),
  })),
  {
    group: 'Other conditions',
    items: Object.entries(KINDS_OF_AIRCRAFT).map(([kind, query]) => ({
      value: `kind ${kind}`,
      label: query![0],
    })),
  },
  ADDED.at(-1)!,
]
/** Returns the additions possible in a rule of a subject. */
export const addedTo = (subject: RuleDraft['subject']): Added =>
  subject === 'SOURCE' ? ADDED_OF_SOURCES : subject === 'AIRCRAFT' ? ADDED_OF_AIRCRAFT : ADDED
const KINDS_OF: Partial<Record<RuleDraft['subject'], typeof KINDS_OF_SOURCES>> = {
  SOURCE: KINDS_OF_SOURCES,
  AIRCRAFT: KINDS_OF_AIRCRAFT,
}
export type Added = readonly {
  group: string
  items: readonly { value: string; label: string }[]
}[]

/** Returns the node that a choice adds to a rule of a subject; null if it is none. */
export function added(choice: string, subject: RuleDraft['subject']): RuleNode | null {
  const [what, name = ''] = choice.split(' ')
  if (what === 'box') return withOp({ op: 'ALL', of: [] }, name as Op)
  if (what === 'field') {
    const field = RULE_FIELDS.find((one) => one === name)
    return field === undefined ? null : attrOf(field)
  }
  const kind = KINDS_OF[subject]?.[name] ?? KINDS[name as Kind]
  return kind === undefined ? null : structuredClone(kind[1])
}

export const RELATIONS: readonly { value: Of<'zone'>['rel']; label: string }[] = [
  { value: 'INSIDE', label: 'is inside' },
  { value: 'OUTSIDE', label: 'is outside' },
  { value: 'ENTER', label: 'enters' },
  { value: 'EXIT', label: 'leaves' },
  { value: 'CROSS', label: 'crosses' },
  { value: 'DWELL', label: 'stays in' },
  { value: 'NEAR', label: 'is near' },
  { value: 'HEADING_TO', label: 'is heading to' },
  { value: 'REACHABLE', label: 'could reach' },
]

/** Returns the same zone with another relation, with only the values that one takes. */
export function withRelation(
  { nm, min, eta_min, side: _side, ...zone }: Of<'zone'>,
  rel: Of<'zone'>['rel'],
): Of<'zone'> {
  const isTowards = rel === 'HEADING_TO' || rel === 'REACHABLE'
  return {
    ...zone,
    rel,
    ...(rel === 'NEAR' || isTowards ? { nm: nm ?? (rel === 'NEAR' ? 5 : undefined) } : {}),
    ...(rel === 'DWELL' ? { min: min ?? 60 } : {}),
    ...(isTowards ? { eta_min: eta_min ?? 120 } : {}),
  }
}

/** Ways to name a place. */
export const PLACES = [
  { value: 'aoi', label: 'Area of interest' },
  { value: 'eez', label: 'Waters (EEZ and others)' },
  { value: 'port', label: 'Port' },
  { value: 'boundary', label: '12 or 24 NM boundary' },
  { value: 'tag', label: 'Any area of a type' },
  { value: 'area', label: 'Area drawn here' },
  { value: 'line', label: 'Line drawn here' },
] as const
export type PlaceKind = (typeof PLACES)[number]['value']
export const placeKindOf = (zone: Of<'zone'>['zone']): PlaceKind =>
  PLACES.find(({ value }) => zone[value] !== undefined)?.value ?? 'aoi'

const FOUND = DETECTED_TYPES.flatMap((code) => eventTypeOf(code) ?? [])
const asOption = ({ code, label }: { code: string; label: string }) => ({ value: code, label })
/** Events found by detectors and reported by users. An area of interest is queried as a place. */
export const EVENT_OPTIONS = [
  {
    group: 'Found by detectors',
    items: FOUND.filter(({ code }) => code !== 'AREA_OF_INTEREST').map(asOption),
  },
  { group: 'Reported', items: EVENT_TYPES.filter(({ origin }) => origin !== 'DETECTED').map(asOption) },
]
export const CONFIDENCES = [
  { value: '2', label: 'found or confirmed' },
  { value: '4', label: 'confirmed' },
]

const METRIC_WORDS: Record<BaselineMetric, string> = {
  interval: 'Time between fixes',
  hour: 'Hour of the day',
  speed: 'Speed',
  course: 'Course',
  lane: 'Distance from the lanes',
}
export const METRICS = BASELINE_METRICS.map((value) => ({ value, label: METRIC_WORDS[value] }))
export const USUAL_OF = [
  { value: 'SELF', label: 'of the vessel' },
  { value: 'TYPE', label: 'of its type' },
  { value: 'CELL', label: 'of the location' },
]
export const CALLS = [
  { value: 'EXPECTED', label: 'is expected at' },
  { value: 'ARRIVED', label: 'arrived in' },
  { value: 'DEPARTED', label: 'left' },
  { value: 'MISSED', label: 'missed' },
]
const LAYER_LABELS: Record<WeatherLayerId, string> = {
  WIND: 'Wind',
  PRECIPITATION: 'Precipitation',
  PRESSURE: 'Sea level pressure',
  CLOUDS: 'Cloud cover',
  TEMPERATURE: 'Air temperature',
}
export const LAYERS = Object.entries(LAYER_LABELS).map(([value, label]) => ({ value, label }))
export const AGGREGATES = [
  { value: 'avg', label: 'average of' },
  { value: 'min', label: 'minimum of' },
  { value: 'max', label: 'maximum of' },
  { value: 'sum', label: 'sum of' },
  { value: 'count', label: 'number of values of' },
  { value: 'distinct', label: 'number of different values of' },
]
export const COUNTED_CMPS = (['gt', 'gte', 'lt', 'lte'] as const).map((value) => ({
  value,
  label: CMP_WORDS[value],
}))
