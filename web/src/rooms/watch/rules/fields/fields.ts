import { ANOMALY_LABELS } from '@samudra/contract/labels'
import { CMP_WORDS } from '@samudra/contract/filter-match'
import { SHIP_TYPES } from '@samudra/contract/picture'
import { NUMBER_FIELDS } from '@samudra/contract/filter'
import { AIRCRAFT_FIELD_WORDS, RULE_FIELD_UNITS, RULE_FIELD_WORDS } from '@samudra/contract/rule-fields'
import {
  AIRCRAFT_FIELDS,
  DERIVED_FIELDS,
  RULE_FIELDS,
  type RuleField,
  type RuleNode,
} from '@samudra/contract/rules'
import { countryNames } from '@samudra/nautical/mid'
import type { StationClass } from '@samudra/nautical/mmsi'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'

export type Attr = Extract<RuleNode, { k: 'attr' }>
export type Cmp = Attr['cmp']
/** Type of a field's condition: numbers, yes or no, known words, ports, or any text. */
export type FieldKind = 'number' | 'flag' | 'choice' | 'port' | 'text'
type Choice = { value: string; label: string }

const FLAGS: ReadonlySet<RuleField> = new Set([
  'in_port',
  'in_tss',
  'night',
  'imo_valid',
  'heard_elsewhere',
  'on_ground',
])
/** Fields without any data source: rules that query them are rejected. */
const NEVER_KNOWN: ReadonlySet<RuleField> = new Set(['depth_m', 'risk_level'])
const TEXT_OF_DERIVED: ReadonlySet<RuleField> = new Set([
  'last_port',
  'station_class',
  'icao24',
  'squawk',
  'emitter_category',
  'source_type',
])
const NUMBERS: ReadonlySet<RuleField> = new Set<RuleField>([
  ...NUMBER_FIELDS,
  ...DERIVED_FIELDS.filter((field) => !FLAGS.has(field) && !TEXT_OF_DERIVED.has(field)),
])
/** Marks of a vessel; what detectors find of it is queried as an event. */
const MARKS = ['BLACKLIST', 'IMO_MISMATCH', 'MMSI_DUPLICATE', 'ILLEGAL_MMSI', 'NAME_MISMATCH'] as const
const plain = (value: string): Choice => ({ value, label: value })

const STATION_CLASSES = {
  ship: 'Ship',
  coast: 'Coast station',
  group: 'Group of vessels',
  'sar-aircraft': 'Search and rescue aircraft',
  handheld: 'Handheld radio',
  craft: 'Craft of a parent vessel',
  aton: 'Aid to navigation',
  sart: 'Search and rescue transmitter',
  mob: 'Man-overboard device',
  epirb: 'Emergency beacon',
  amrd: 'Autonomous radio device',
  illegal: 'Number never assigned',
} satisfies Record<StationClass, string>
/** As aircraft say what they are (ICAO Doc 9871, table A-2-8). */
const EMITTER_CATEGORIES: readonly Choice[] = [
  ['A1', 'Light'],
  ['A2', 'Small'],
  ['A3', 'Large'],
  ['A4', 'High vortex large'],
  ['A5', 'Heavy'],
  ['A6', 'High performance'],
  ['A7', 'Rotorcraft'],
  ['B1', 'Glider'],
  ['B2', 'Lighter than air'],
  ['B3', 'Parachutist'],
  ['B4', 'Ultralight'],
  ['B6', 'Unmanned'],
  ['B7', 'Space vehicle'],
  ['C1', 'Emergency vehicle on the ground'],
  ['C2', 'Service vehicle on the ground'],
  ['C3', 'Obstacle'],
].map(([value, label]) => ({ value: value!, label: `${label} (${value})` }))
const REPORTS: readonly Choice[] = [
  { value: 'ADSB', label: 'Own report (ADS-B)' },
  { value: 'MLAT', label: 'Multilateration' },
  { value: 'TISB', label: 'Ground radar (TIS-B)' },
  { value: 'MODES', label: 'Mode S without position' },
]
/** Fields whose values are known: they are chosen, never typed. */
const CHOICES: Partial<Record<RuleField, readonly Choice[]>> = {
  anomaly: MARKS.map((value) => ({ value, label: ANOMALY_LABELS[value] })),
  ship_type: SHIP_TYPES.map(plain),
  nav_status: [...NAV_STATUS_LABELS].slice(0, 15).map(plain),
  country: countryNames().map(plain),
  emitter_category: EMITTER_CATEGORIES,
  source_type: REPORTS,
  station_class: Object.entries(STATION_CLASSES).map(([value, label]) => ({ value, label })),
}
export const choicesOf = (field: RuleField): readonly Choice[] => CHOICES[field] ?? []

export function kindOf(field: RuleField): FieldKind {
  if (FLAGS.has(field)) return 'flag'
  if (CHOICES[field] !== undefined) return 'choice'
  if (field === 'last_port') return 'port'
  return NUMBERS.has(field) ? 'number' : 'text'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const fieldLabel = (field: RuleField, words: Partial<Record<RuleField, string>> = {}): string => {
  const unit = RULE_FIELD_UNITS[field]
  return `${capital(words[field] ?? RULE_FIELD_WORDS[field])}${unit === undefined ? '' : `, ${unit}`}`
}
/** Labels spelt out, so that a search for the full words finds a field. */
const SPELT: Partial<Record<RuleField, string>> = {
  sog: 'SOG (speed over ground)',
  cog: 'COG (course over ground)',
}
const asOption = (field: RuleField) => ({ value: field, label: fieldLabel(field, SPELT) })
const asOptionOfAircraft = (field: RuleField) => ({
  value: field,
  label: fieldLabel(field, AIRCRAFT_FIELD_WORDS),
})
const OF_AIRCRAFT: ReadonlySet<RuleField> = new Set(AIRCRAFT_FIELDS)
const offered = RULE_FIELDS.filter((field) => !NEVER_KNOWN.has(field) && !OF_AIRCRAFT.has(field))
const IDENTITY: ReadonlySet<RuleField> = new Set([
  'mmsi',
  'imo',
  'ship_name',
  'call_sign',
  'country',
  'ship_type',
  'destination',
  'length',
  'beam',
  'draught',
  'anomaly',
  'imo_valid',
  'number_rank',
  'heard_elsewhere',
  'flag_changes_12m',
  'name_changes_12m',
  'list_count',
  'station_class',
])
const PLACE: ReadonlySet<RuleField> = new Set([
  'latitude',
  'longitude',
  'in_port',
  'in_tss',
  'night',
  'distance_to_port_nm',
  'distance_to_shore_nm',
  'days_since_last_call',
  'last_port',
])
const HEARD: ReadonlySet<RuleField> = new Set([
  'age_min',
  'gap_min',
  'latency_s',
  'source',
  'source_count',
  'station_nm',
])
const groupOf = (field: RuleField) =>
  IDENTITY.has(field)
    ? 'Identity'
    : PLACE.has(field)
      ? 'Position'
      : HEARD.has(field)
        ? 'Reception'
        : 'Movement'

/** Fields to choose from, in groups. */
export const FIELDS = ['Identity', 'Movement', 'Position', 'Reception'].map((group) => ({
  group,
  items: offered.filter((field) => groupOf(field) === group).map(asOption),
}))
/** The same of an aircraft. */
export const FIELDS_OF_AIRCRAFT = (
  [
    ['Identity', ['icao24', 'call_sign', 'country', 'emitter_category', 'squawk']],
    ['How it flies', ['altitude_ft', 'sog', 'cog', 'vertical_rate_fpm', 'on_ground']],
    ['Where it is', ['latitude', 'longitude', 'distance_to_shore_nm', 'distance_to_port_nm', 'night']],
    ['Reception', ['age_min', 'gap_min', 'source', 'source_count', 'source_type']],
  ] as const
).map(([group, fields]) => ({ group, items: fields.map(asOptionOfAircraft) }))
/** Fields that are numbers: of these there are sums and averages. */
export const NUMBER_OPTIONS = offered.filter((field) => kindOf(field) === 'number').map(asOption)

export const NUMBERS_OF_AIRCRAFT = FIELDS_OF_AIRCRAFT.flatMap(({ items }) =>
  items.filter(({ value }) => kindOf(value) === 'number'),
)

/** Fields stored with the time of their last report. */
const AGED: ReadonlySet<RuleField> = new Set([
  'sog',
  'cog',
  'true_heading',
  'latitude',
  'longitude',
  'nav_status',
])
const COMPARISONS: Record<FieldKind, readonly Cmp[]> = {
  number: ['lt', 'lte', 'gt', 'gte', 'between', 'eq', 'ne', 'exists'],
  flag: ['eq', 'exists'],
  choice: ['in', 'nin', 'exists'],
  port: ['in', 'nin', 'exists'],
  text: ['eq', 'ne', 'contains', 'starts', 'matches', 'in', 'nin', 'exists'],
}
export const NUMBER_CMPS = COMPARISONS.number.slice(0, -1)
const WORDS: Record<Cmp, string> = {
  ...CMP_WORDS,
  matches: 'fits the pattern',
  older_than: 'is older than, min',
  stale: 'is stale',
}
const asCmp = (value: Cmp) => ({ value, label: WORDS[value] })
export const cmpOptions = (cmps: readonly Cmp[]) => cmps.map(asCmp)
/** Comparisons a field takes; the one that stands is among them. */
export function cmpsOf(field: RuleField, now: Cmp) {
  const ages: readonly Cmp[] = AGED.has(field) ? ['older_than', 'stale'] : []
  return cmpOptions([...new Set([...COMPARISONS[kindOf(field)], ...ages, now])])
}

const IS_MANY: ReadonlySet<Cmp> = new Set(['in', 'nin', 'between'])
/** Returns true for a comparison without a value. */
const isBare = (cmp: Cmp) => cmp === 'exists' || cmp === 'stale'

/** A condition on a field begins so. */
export function attrOf(field: RuleField): Attr {
  switch (kindOf(field)) {
    case 'flag':
      return { k: 'attr', field, cmp: 'eq', value: true }
    case 'choice':
    case 'port':
      return { k: 'attr', field, cmp: 'in', value: [] }
    case 'number':
      return { k: 'attr', field, cmp: 'lt' }
    default:
      return { k: 'attr', field, cmp: 'contains', value: '' }
  }
}

const timingOf = ({ for_min, within_min, times }: Attr) => ({
  ...(for_min === undefined ? {} : { for_min }),
  ...(within_min === undefined ? {} : { within_min }),
  ...(times === undefined ? {} : { times }),
})

/** The condition on another field; what it is compared with stays where the field is of the same kind. */
export function withField(attr: Attr, field: RuleField): Attr {
  const kind = kindOf(field)
  const isAlike = kind === kindOf(attr.field) && kind !== 'choice' && kind !== 'port'
  return isAlike ? { ...attr, field } : { ...attrOf(field), ...timingOf(attr) }
}

/** The condition with another comparison, and of its values what that takes. */
export function withCmp(attr: Attr, cmp: Cmp): Attr {
  const { value: _value, ...rest } = attr
  if (isBare(cmp)) return { ...rest, cmp }
  const values = [attr.value ?? []].flat()
  if (IS_MANY.has(cmp)) return { ...rest, cmp, value: cmp === 'between' ? values.slice(0, 2) : values }
  const [first] = values
  return first === undefined ? { ...rest, cmp } : { ...rest, cmp, value: first }
}
