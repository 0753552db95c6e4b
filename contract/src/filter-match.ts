import { ANOMALY_LABELS } from './labels.ts'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import {
  ANOMALIES,
  eventOfAnomaly,
  FOUND_ANOMALIES,
  MOST_FOUND_MIN,
  type AisFilter,
  type Clause,
  type FilterNode,
  type FoundAnomaly,
  type Span,
} from './filter.ts'

/** True, false, or null: unknown, since the contact has no such value. Unknown never matches. */
export type Verdict = boolean | null
type Value = string | number | null
type Attribute = Extract<FilterNode, { k: 'attr' }>
/** Fields with at most one value; anomalies are queried one by one. */
type ValueField = Exclude<Attribute['field'], 'anomaly'>
export type FieldOf = (field: ValueField) => Value
type Anomaly = NonNullable<AisFilter['anomalies']>[number]

/** Values of a contact that a filter may compare: its fields, and knowledge about its position. */
export type Matchable = {
  value: FieldOf
  /** Returns the verdict on an anomaly, of the last minutes where it is found as an event; null where unknown. */
  anomaly: (which: Anomaly, withinMin: number) => Verdict
  /** Returns whether the contact is on a vessel list visible to the caller. */
  inList: (id: string) => boolean
}

/** Condition or group, prepared once instead of for every contact. */
type Asking = (value: FieldOf, anomaly: Matchable['anomaly']) => Verdict

/** An event that is over counts for so many minutes. */
export const foundWithin = ({ time_filter }: AisFilter): number =>
  Math.min(time_filter ?? MOST_FOUND_MIN, MOST_FOUND_MIN)

/** Three-valued: ALL fails by one that fails, ANY passes by one that passes, else one unknown makes it unknown. */
function asking(node: FilterNode, withinMin: number): Asking {
  if (!('op' in node)) {
    const { field } = node
    if (field === 'anomaly') return anomalyAsking(node, withinMin)
    const comparing = comparison(node)
    return (value) => comparing(value(field))
  }
  const { op } = node
  const parts = node.of.map((one) => asking(one, withinMin))
  return (value, anomaly) => {
    let isUnknown = false
    for (const part of parts) {
      const verdict = part(value, anomaly)
      if (verdict === null) isUnknown = true
      else if (op === 'ALL' && !verdict) return false
      else if (op === 'ANY' && verdict) return true
      else if (op === 'NONE' && verdict) return false
    }
    return isUnknown ? null : op !== 'ANY'
  }
}

/** Tests whether a contact has one of the named anomalies; an unknown anomaly counts as absent, as in records. */
function anomalyAsking({ cmp, value }: Attribute, withinMin: number): Asking {
  const codes = cmp === 'exists' ? ANOMALIES : anomaliesIn(value)
  const isDenied = cmp === 'ne' || cmp === 'nin' || (cmp === 'exists' && value === false)
  return (_, anomaly) => codes.some((code) => anomaly(code, withinMin) === true) !== isDenied
}

const anomaliesIn = (value: Attribute['value']) =>
  ANOMALIES.filter((code) => [value].flat().some((one) => one === code))

/** Prepares the comparison of one value; null is unknown. */
export function comparison({
  cmp,
  value: wanted,
}: Pick<Attribute, 'cmp' | 'value'>): (value: Value) => Verdict {
  if (cmp === 'exists') return (value) => (value !== null) === (wanted !== false)
  if (wanted === undefined) return () => null
  const list = Array.isArray(wanted) ? wanted : [wanted]
  const first = list[0]
  if (first === undefined) return (value) => (value === null ? null : cmp === 'nin')
  const text = String(first).toUpperCase()
  const order = (value: string | number) =>
    typeof value === 'number' ? value - Number(first) : compareTexts(value, text)
  const numbers = new Set(list.map(Number))
  const texts = new Set(list.map((one) => String(one).toUpperCase()))
  const isAmong = (value: string | number) =>
    typeof value === 'number' ? numbers.has(value) : texts.has(value.toUpperCase())
  const isFirst = (value: string | number) =>
    typeof value === 'number' ? value === Number(first) : value.toUpperCase() === text
  const tests: Record<Exclude<Attribute['cmp'], 'exists'>, (value: string | number) => Verdict> = {
    eq: isFirst,
    ne: (value) => !isFirst(value),
    gt: (value) => order(value) > 0,
    gte: (value) => order(value) >= 0,
    lt: (value) => order(value) < 0,
    lte: (value) => order(value) <= 0,
    between: (value) => (list.length < 2 ? null : order(value) >= 0 && Number(value) <= Number(list[1])),
    in: isAmong,
    nin: (value) => !isAmong(value),
    contains: (value) => String(value).toUpperCase().includes(text),
    starts: (value) => String(value).toUpperCase().startsWith(text),
  }
  const test = tests[cmp]
  return (value) => (value === null ? null : test(value))
}

/** By code, not by a locale: server and browser must agree. */
function compareTexts(value: string, wanted: string): number {
  const upper = value.toUpperCase()
  return upper < wanted ? -1 : upper > wanted ? 1 : 0
}

const within = ({ min, max }: Span, value: Value): Verdict =>
  typeof value !== 'number'
    ? null
    : (min === undefined || value >= min) && (max === undefined || value <= max)

/**
 * Returns the ages of a fix, in minutes and ascending, at which a contact may begin or cease to pass without new data.
 */
export function agesNeeded({ time_filter, expr }: AisFilter): number[] {
  const found = new Set<number>(time_filter === undefined ? [] : [time_filter])
  const walk = (node: FilterNode) => {
    if ('op' in node) node.of.forEach(walk)
    else if (node.field === 'age_min')
      for (const value of [node.value].flat())
        if (Number.isFinite(Number(value ?? Number.NaN))) found.add(Number(value))
  }
  if (expr !== undefined) walk(expr)
  return [...found].sort((a, b) => a - b)
}

/** Returns whether a filter mentions an anomaly. */
export function needsAnomaly({ anomalies, expr }: AisFilter, code: Anomaly): boolean {
  const isIn = (node: FilterNode): boolean => {
    if ('op' in node) return node.of.some(isIn)
    return node.field === 'anomaly' && (node.cmp === 'exists' || anomaliesIn(node.value).includes(code))
  }
  return anomalies?.includes(code) === true || (expr !== undefined && isIn(expr))
}

/** Which of its anomalies are found as events. */
export const anomaliesNeeded = (filter: AisFilter): FoundAnomaly[] =>
  FOUND_ANOMALIES.filter((code) => needsAnomaly(filter, code))

/** One clause of a filter: whether a contact passes, and how to say it. */
type Test = {
  clause: string
  passes: (contact: Matchable) => Verdict
  wants: string
  has: (contact: Matchable) => string
}

/**
 * Returns the clauses of a filter, prepared once for many contacts; cheap ones first. Throws RangeError for an invalid
 * area.
 */
export function clausesOf(filter: AisFilter): Test[] {
  const tests: Test[] = []
  const field = (clause: string, name: ValueField, wants: string, passes: (value: Value) => Verdict) =>
    tests.push({
      clause,
      wants,
      passes: ({ value }) => passes(value(name)),
      has: ({ value }) => textOf(value(name)),
    })
  const oneOf = (clause: string, name: ValueField, wanted: readonly string[] | undefined) => {
    if (wanted === undefined) return
    const set = new Set(wanted)
    field(clause, name, `one of ${listText(wanted)}`, (value) =>
      value === null ? null : set.has(String(value)),
    )
  }
  const span = (clause: string, name: ValueField, wanted: Span | undefined, unit: string) => {
    if (wanted === undefined || (wanted.min === undefined && wanted.max === undefined)) return
    field(clause, name, spanText(wanted, unit), (value) => within(wanted, value))
  }
  const { time_filter: oldest, destination } = filter
  if (oldest !== undefined)
    field(
      'Time',
      'age_min',
      `a position within the last ${oldest} minutes`,
      (age) => typeof age === 'number' && age <= oldest,
    )
  oneOf('Ship type', 'ship_type', filter.ship_types)
  oneOf('Source', 'source', filter.sources)
  oneOf('Vessels', 'mmsi', filter.mmsis)
  oneOf('Country', 'country', filter.countries)
  oneOf('Nav status', 'nav_status', filter.nav_status)
  span('Speed', 'sog', filter.speed, 'kn')
  span('Length', 'length', filter.length, 'm')
  span('Beam', 'beam', filter.beam, 'm')
  span('Draught', 'draught', filter.draught, 'm')
  if (destination !== undefined && destination !== '')
    field(
      'Destination',
      'destination',
      `with “${destination}” in it`,
      comparison({ cmp: 'contains', value: destination }),
    )
  if (filter.anomalies !== undefined) tests.push(anomalyTest(filter.anomalies, foundWithin(filter)))
  if (filter.lists !== undefined) tests.push(listsTest(filter.lists))
  if (filter.area !== undefined) tests.push(areaTest(filter.area))
  if (filter.expr !== undefined) tests.push(expressionTest(filter.expr, foundWithin(filter)))
  return tests
}

function anomalyTest(wanted: NonNullable<AisFilter['anomalies']>, withinMin: number): Test {
  const has = (contact: Matchable) => wanted.some((one) => contact.anomaly(one, withinMin) === true)
  return {
    clause: 'Anomalies',
    wants: `one of ${listText(wanted.map((one) => ANOMALY_LABELS[one]))}`,
    passes: has,
    has: (contact) => (has(contact) ? 'yes' : 'none'),
  }
}

function listsTest(wanted: readonly string[]): Test {
  const has = ({ inList }: Matchable) => wanted.some((id) => inList(id))
  return {
    clause: 'Vessel lists',
    wants: wanted.length === 1 ? 'on the chosen list' : `on one of the ${wanted.length} chosen lists`,
    passes: has,
    has: (contact) => (has(contact) ? 'on it' : 'not on it'),
  }
}

function areaTest({ type, coordinates }: NonNullable<AisFilter['area']>): Test {
  const area = new PolygonLookup([['area', type === 'Polygon' ? [coordinates] : coordinates]] as const)
  const isInside = ({ value }: Matchable) => {
    const [lat, lon] = [value('latitude'), value('longitude')]
    if (typeof lat !== 'number' || typeof lon !== 'number') return false
    return area.at(lat, lon) > 0
  }
  return {
    clause: 'Area',
    wants: 'inside the area',
    passes: isInside,
    has: (contact) => (isInside(contact) ? 'inside' : 'outside'),
  }
}

function expressionTest(expr: FilterNode, withinMin: number): Test {
  const ask = asking(expr, withinMin)
  const fields = fieldsOf(expr)
  return {
    clause: 'Conditions',
    wants: sentenceOf(expr),
    passes: eachFieldOnce(fields, ask),
    has: (contact) =>
      fields.map((field) => `${FIELD_WORDS[field]} ${hasText(contact, field, withinMin)}`).join(', '),
  }
}

function hasText({ value, anomaly }: Matchable, field: Attribute['field'], withinMin: number): string {
  if (field !== 'anomaly') return textOf(value(field))
  const had = ANOMALIES.filter((code) => anomaly(code, withinMin) === true)
  return had.length === 0 ? 'none' : listText(had.map((code) => ANOMALY_LABELS[code]))
}

/** A field that many conditions name is worked out once a contact. Nothing is built per contact. */
function eachFieldOnce(fields: readonly Attribute['field'][], ask: Asking): (contact: Matchable) => Verdict {
  const known: Partial<Record<ValueField, Value | undefined>> = {}
  const valued = fields.filter((field) => field !== 'anomaly')
  for (const field of valued) known[field] = undefined
  let valueOf: FieldOf = () => null
  const value: FieldOf = (field) => {
    const held = known[field]
    return held === undefined ? (known[field] = valueOf(field)) : held
  }
  return (contact) => {
    for (const field of valued) known[field] = undefined
    valueOf = contact.value
    return ask(value, contact.anomaly)
  }
}

/** Returns whether a contact passes every clause. */
export const passes = (tests: readonly Test[], contact: Matchable): boolean =>
  tests.every((test) => test.passes(contact) === true)

/** The clauses that hide a contact, in words; none when it is shown. */
export const hiding = (tests: readonly Test[], contact: Matchable): Clause[] =>
  tests
    .filter((test) => test.passes(contact) !== true)
    .map((test) => ({ clause: test.clause, wants: test.wants, has: test.has(contact) }))

export const FIELD_WORDS: Record<Attribute['field'], string> = {
  mmsi: 'MMSI',
  imo: 'IMO',
  ship_name: 'ship name',
  call_sign: 'call sign',
  country: 'country',
  ship_type: 'ship type',
  destination: 'destination',
  nav_status: 'nav status',
  sog: 'SOG',
  cog: 'COG',
  true_heading: 'true heading',
  length: 'length',
  beam: 'beam',
  draught: 'draught',
  latitude: 'latitude',
  longitude: 'longitude',
  age_min: 'age in minutes',
  source: 'source',
  source_count: 'number of sources',
  anomaly: 'anomaly',
}
export const CMP_WORDS: Record<Attribute['cmp'], string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  between: 'is between',
  in: 'is one of',
  nin: 'is none of',
  contains: 'contains',
  starts: 'starts with',
  exists: 'is known',
}

/** Conditions read back as one sentence. */
export function sentenceOf(node: FilterNode): string {
  if ('op' in node) {
    if (node.of.length === 0) return node.op === 'ANY' ? 'nothing' : 'everything'
    const parts = node.of.map((one) => ('op' in one ? `(${sentenceOf(one)})` : sentenceOf(one)))
    const joined = parts.join(node.op === 'ALL' ? ' and ' : ' or ')
    return node.op === 'NONE' ? `not ${parts.length > 1 ? `(${joined})` : joined}` : joined
  }
  const { field, cmp, value } = node
  if (cmp === 'exists') return `${FIELD_WORDS[field]} is ${value === false ? 'not ' : ''}known`
  const named = Array.isArray(value) ? value : [value ?? '']
  const list = field === 'anomaly' ? anomaliesIn(named).map((code) => ANOMALY_LABELS[code]) : named
  return `${FIELD_WORDS[field]} ${CMP_WORDS[cmp]} ${cmp === 'between' ? list.slice(0, 2).join(' and ') : listText(list.map(String))}`
}

function fieldsOf(node: FilterNode): Attribute['field'][] {
  return 'op' in node ? [...new Set(node.of.flatMap(fieldsOf))] : [node.field]
}

const textOf = (value: Value) =>
  value === null ? 'not available' : typeof value === 'number' ? String(Math.round(value * 100) / 100) : value
/** Returns a list as text; a long list is cut, because its beginning identifies it. */
const listText = (words: readonly string[]) =>
  words.length > 6 ? `${words.slice(0, 5).join(', ')} and ${words.length - 5} more` : words.join(', ')
const spanText = ({ min, max }: Span, unit: string) =>
  min === undefined
    ? `at most ${max} ${unit}`
    : max === undefined
      ? `at least ${min} ${unit}`
      : `${min} to ${max} ${unit}`

type FilteredRecord = {
  marks: readonly string[]
  found: readonly { code: string; last_at: string | null }[]
  lists: readonly string[]
  observed_at: string
  sources_seen: readonly string[]
} & Record<Exclude<ValueField, 'age_min' | 'source_count'>, Value>

/** Returns a record as a filter queries it, at an instant (epoch ms). */
export const matchable = (record: FilteredRecord, now: number): Matchable => ({
  value: (field) => {
    if (field === 'age_min') return (now - Date.parse(record.observed_at)) / 60_000
    return field === 'source_count' ? record.sources_seen.length : record[field]
  },
  anomaly: (which, withinMin) => {
    if (eventOfAnomaly(which) === undefined) return record.marks.includes(which)
    const found = record.found.find(({ code }) => code === which)
    if (found === undefined) return false
    return found.last_at === null || now - Date.parse(found.last_at) <= withinMin * 60_000
  },
  inList: (id) => record.lists.includes(id),
})
