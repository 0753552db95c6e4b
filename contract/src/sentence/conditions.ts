import type { RuleComparison, RuleField, RuleGroup, RuleNode } from '../rules.ts'
import { WEATHER_UNITS, type WeatherLayerId } from '../weather.ts'
import type { Cursor } from './cursor.ts'
import {
  field,
  fieldOrShips,
  minutes,
  named,
  number,
  oneOf,
  place,
  quoted,
  several,
  text,
  values,
  zone,
  type Names,
  type Words,
} from './values.ts'
import { NO, Phrases, type Held, type Wording } from './wording.ts'

/** Comparisons of numbers, texts and codes; equality needs no word. */
const COMPARED = {
  ne: 'other than',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  between: 'between',
  in: 'one of',
  nin: 'none of',
  contains: 'containing',
  starts: 'starting with',
  matches: 'matching',
  older_than: 'older than',
  stale: 'stale for',
} satisfies Partial<Record<RuleComparison, string>>
const ONE_NUMBER = { ...COMPARED, eq: 'equal to', exists: 'known as' } satisfies Record<
  RuleComparison,
  string
>
/** Fields whose 1 is yes and whose 0 is no. */
const YES_OR_NO = {
  in_port: ['is in a port', 'is not in a port'],
  in_tss: ['is in a traffic separation scheme', 'is not in a traffic separation scheme'],
  night: ['is where it is night', 'is where it is day'],
  imo_valid: ['has a valid IMO number', 'has no valid IMO number'],
  heard_elsewhere: [
    'was later received elsewhere under the same MMSI',
    'was not later received elsewhere under the same MMSI',
  ],
} satisfies Partial<Record<RuleField, [string, string]>>
const MANY = { in: 'many', nin: 'many', between: 'both' } as const

const ATTR: Wording[] = [
  ...Object.entries(YES_OR_NO).flatMap(([field, words]) =>
    words.map((say, i) => ({ is: { field, cmp: 'eq', value: 1 - i }, say })),
  ),
  { is: { cmp: 'exists', value: false }, say: 'has {field} unknown' },
  ...Object.entries(COMPARED).flatMap(([cmp, words]): Wording[] => [
    { is: { cmp }, say: `has {field} ${words} {value:${MANY[cmp as keyof typeof MANY] ?? 'values'}}` },
    { is: { cmp }, say: `has {field} ${words} nothing` },
  ]),
  { is: { cmp: 'exists' }, say: 'has {field} known as {value:values}' },
  { is: { cmp: 'exists' }, say: 'has {field} known' },
  { is: { cmp: 'stale' }, say: 'has {field} stale' },
  { is: { cmp: 'eq' }, say: 'has {field} {value:values}' },
  { is: { cmp: 'eq' }, say: 'has {field} nothing' },
]
const ZONE: Wording[] = Object.entries({
  INSIDE: 'is inside',
  OUTSIDE: 'is outside',
  ENTER: 'enters',
  EXIT: 'leaves',
  CROSS: 'crosses',
  DWELL: 'stays inside',
  NEAR: 'is near',
  HEADING_TO: 'is heading to',
  REACHABLE: 'can reach',
}).map(([rel, words]) => ({
  is: { rel },
  say: `${words} {zone} [within {nm:number} NM] [for {min:minutes}] [in {eta_min:minutes}] [to {side}]`,
}))
const PORT: Wording[] = Object.entries({
  EXPECTED: 'is expected at',
  ARRIVED: 'arrives at',
  DEPARTED: 'departs from',
  MISSED: 'misses',
}).flatMap(([rel, words]) => [
  { is: { rel }, say: `${words} {port}` },
  { is: { rel }, say: `${words} any port` },
])

/** Words for weather at the vessel, before its strength. */
const IN_WEATHER: Record<WeatherLayerId, string> = {
  CLOUDS: 'is under cloud cover',
  PRECIPITATION: 'is in precipitation',
  PRESSURE: 'is in sea level pressure',
  WIND: 'is in wind',
  TEMPERATURE: 'is in temperatures',
}

const CIRCLE = '[within {nm:number} NM of one of them]'

/** Wordings of each kind of condition on a vessel; earlier ones are tried first. */
const WORDINGS: Record<Exclude<RuleNode, { op: unknown }>['k'], Wording[]> = {
  zone: ZONE,
  near: [{ say: 'is within {nm:number} NM of {to} [at {max_sog:number} kn or less]' }],
  cpa: [{ say: 'will pass within {nm:number} NM in {tcpa_min:minutes} of a vessel that {to:inner}' }],
  silence: [{ say: 'is silent for {min:minutes}' }],
  appear: [{ say: 'is received again after {after_min:minutes}' }],
  source: [
    {
      say: 'is received [by {any:sources}] [by at least {min_independent:number} sources] [within {max_latency_s:number} s of the fix]',
    },
  ],
  list: [
    { is: { in: true }, say: 'is on {list}' },
    { is: { in: false }, say: 'is not on {list}' },
  ],
  port: PORT,
  event: [{ say: 'is reported or detected as {types} [with confidence {min_confidence:number} or more]' }],
  change: [
    {
      say: 'changes {field} by {delta:amount} [from {from:values}] [to {to:values}] [within {within_min:minutes}]',
    },
    { say: 'changes {field} [from {from:values}] [to {to:values}]' },
  ],
  agg: [
    {
      is: { of: 'vessels', fn: 'distinct', against: 'BASELINE' },
      say: 'has number of vessels in {window_min:minutes} {cmp} the baseline of the hour of the week by {value:number} deviations',
    },
    ...(['distinct', 'count'] as const).map((fn) => ({
      is: { of: 'vessels', fn },
      say: `has number of ${fn === 'count' ? 'vessel entries' : 'vessels'} ${CIRCLE} in {window_min:minutes} {cmp} [{against}] {value:number}`,
    })),
    {
      is: { over: 'vessels' },
      say: `has {fn} over vessels of {of} ${CIRCLE} in {window_min:minutes} {cmp} [{against}] {value:number}`,
    },
    { say: `has {fn} of {of} ${CIRCLE} in {window_min:minutes} {cmp} [{against}] {value:number}` },
  ],
  baseline: [
    {
      say: 'differs in {metric:text} by more than {z:number} deviations from the baseline of {of:usual} over {days:number} days',
    },
  ],
  weather: [
    ...Object.entries(IN_WEATHER).map(([layer, words]) => ({
      is: { layer },
      say: `${words} {cmp} {value:number} ${WEATHER_UNITS[layer as WeatherLayerId]}`,
    })),
    { say: 'has weather {layer:text} {cmp} {value:number}' },
  ],
  expr: [{ say: 'satisfies {text:quoted}' }],
  seq: [
    { is: { same_vessel: true }, say: 'does in turn {steps} within {within_min:minutes}' },
    {
      is: { same_vessel: false },
      say: 'does in turn with the other vessel {steps} within {within_min:minutes}',
    },
  ],
  attr: ATTR,
}

const inner: Words = {
  write: (node, names) => `(${writeList(node as RuleNode, names)})`,
  read: (cursor, names) => bracketed(cursor, names) ?? NO,
}
const NEAR_TO: [string, string, Words][] = [
  ['point', 'the position', place],
  ['infrastructure', '', named('infrastructure')],
  ['list', 'a vessel on', named('list')],
]
const to: Words = {
  write: (what, names, of) => {
    for (const [key, words, one] of NEAR_TO) {
      const found = (what as Held)[key]
      if (found !== undefined && !('op' in (what as object)) && !('k' in (what as object)))
        return `${words} ${one.write(found, names, of)}`.trimStart()
    }
    return `a vessel that ${inner.write(what, names, of)}`
  },
  read: (cursor, names, of) => {
    for (const [key, words, one] of [...NEAR_TO, ['', 'a vessel that', inner] as const]) {
      const from = cursor.at
      const isThere = words === '' || words.split(' ').every((word) => cursor.take(word))
      const found = isThere ? one.read(cursor, names, of) : NO
      if (found !== NO) return key === '' ? found : { [key]: found }
      cursor.at = from
    }
    return NO
  },
}
const steps: Words = {
  write: (all, names) => `(${(all as RuleNode[]).map((one) => writeList(one, names)).join('; then ')})`,
  read: (cursor, names) => {
    if (!cursor.take('(')) return NO
    const found = [readList(cursor, names)]
    while (cursor.take(';') && cursor.take('then')) found.push(readList(cursor, names))
    return found.includes(null) || !cursor.take(')') ? NO : found
  },
}
const CODECS = {
  field,
  number,
  minutes,
  text,
  quoted,
  zone,
  to,
  inner,
  steps,
  values: values(',', false),
  many: values(',', true),
  both: values('and', true),
  amount: values(',', false),
  types: several(text, 'or'),
  sources: several(text, 'or'),
  list: named('list'),
  port: named('port'),
  side: oneOf({ LEFT: 'port', RIGHT: 'starboard' }),
  cmp: oneOf(ONE_NUMBER),
  usual: oneOf({ SELF: 'the vessel', TYPE: 'its type', CELL: 'the location' }),
  against: oneOf({ BASELINE: 'the baseline by deviations of' }),
  of: fieldOrShips,
  fn: oneOf({
    count: 'count',
    distinct: 'number',
    avg: 'average',
    min: 'minimum',
    max: 'maximum',
    sum: 'sum',
  }),
}
const PHRASES = Object.entries(WORDINGS).map(([k, wordings]) => ({
  k,
  phrases: new Phrases<Names>(wordings, CODECS),
}))
const TIMING = new Phrases<Names>(
  [{ say: '[throughout {for_min:minutes}] [{times:number} times] [in the last {within_min:minutes}]' }],
  CODECS,
)
const TIMED = ['for_min', 'times', 'within_min'] as const
type Timing = { [Each in (typeof TIMED)[number]]?: number | undefined }

/** Returns the simplest condition that is evaluated alike, so that it is worded alike. */
function plainly(node: Held): Held {
  const { k, cmp, field: query, value } = node
  if (k !== 'attr') return node
  if (cmp === 'exists' && value === true) return { ...node, value: undefined }
  const isFlag = cmp === 'eq' && Object.hasOwn(YES_OR_NO, query as string)
  return isFlag && typeof value === 'boolean' ? { ...node, value: Number(value) } : node
}

/** A predicate and those of its times that its own words say. */
function phraseFor(node: RuleNode, names: Names): { text: string; rest: Timing } | null {
  const { k, ...all } = plainly(node)
  const { for_min, times, within_min, ...bare } = all as Timing & Held
  const { phrases } = PHRASES.find((one) => one.k === k)!
  const own = within_min === undefined ? null : phrases.write({ ...bare, within_min }, names)
  if (own !== null) return { text: own, rest: { for_min, times } }
  const stated = phrases.write(bare, names)
  return stated === null ? null : { text: stated, rest: { for_min, times, within_min } }
}

/** Error for a condition without a sentence, such as a shape with too many corners. */
export class Unsayable extends RangeError {}
const tooMuch = (node: RuleNode) =>
  new Unsayable(
    'zone' in node && (node.zone.area ?? node.zone.line) !== undefined
      ? 'the shape has too many corners for a sentence; save it as an area and use its name'
      : `this condition cannot be written as a sentence: ${JSON.stringify(node).slice(0, 80)}`,
  )

/** Text of an unfinished condition, where the sentence is not read back. */
const UNWRITTEN = 'meets an incomplete condition'

/** Writes a condition as evaluated at one moment. Throws Unsayable. */
export function writeBare(node: RuleNode, names: Names): string {
  if ('op' in node) return groupOf(node, names)
  const found = phraseFor(node, names)
  if (found !== null) return found.text
  if (names.drawn === 'WORD') return UNWRITTEN
  throw tooMuch(node)
}

/** Writes a condition with its duration and frequency. Throws Unsayable. */
export function writeNode(node: RuleNode, names: Names): string {
  const found = 'op' in node ? { text: groupOf(node, names), rest: timingOf(node) } : phraseFor(node, names)
  if (found === null && names.drawn === 'WHOLE') throw tooMuch(node)
  if (found === null) return UNWRITTEN
  const times = writeTimes(found.rest, names)
  return times === '' ? found.text : `${found.text} ${times}`
}
/** Writes duration and frequency of a condition; empty without either. */
export const writeTimes = (node: Timing, names: Names): string => TIMING.write(timingOf(node), names) ?? ''
const timingOf = ({ for_min, times, within_min }: Timing) => ({ for_min, times, within_min })

function groupOf({ op, n, of }: RuleGroup, names: Names): string {
  const isJoined = of.length > 1 && (op === 'ALL' || op === 'ANY')
  const all = of.map((one) => (isJoined ? writeNode(one, names) : writeList(one, names)))
  if (op === 'AT_LEAST') return `at least ${n} of (${all.join('; ')})`
  if (op === 'NONE') return of.length === 1 ? `not (${all[0]})` : `none of (${all.join('; ')})`
  if (of.length === 1) return `${op === 'ALL' ? 'all' : 'any'} of (${all[0]})`
  return `(${all.join(op === 'ALL' ? ' and ' : ' or ')})`
}

/** Writes a condition without redundant outer brackets. */
export function writeList(node: RuleNode, names: Names): string {
  const isBare =
    'op' in node && (node.op === 'ALL' || node.op === 'ANY') && node.of.length > 1 && !isTimed(node)
  const stated = writeNode(node, names)
  return isBare ? stated.slice(1, -1) : stated
}
const isTimed = (node: Timing) => TIMED.some((one) => node[one] !== undefined)

/** Maximum nesting of conditions in a rule. */
const DEEPEST = 32

/** Reads conditions joined by one word; null without a condition. Throws SentenceFault. */
export function readList(cursor: Cursor, names: Names): RuleNode | null {
  const first = readNode(cursor, names)
  if (first === null) return null
  const of = [first]
  const word = (['and', 'or'] as const).find((one) => cursor.take(one))
  if (word === undefined) return first
  do {
    const next = readNode(cursor, names)
    if (next === null) return null
    of.push(next)
  } while (cursor.take(word))
  const from = cursor.at
  if (cursor.take(word === 'and' ? 'or' : 'and'))
    throw cursor.faultAt(from, '“and” and “or” are mixed; put brackets around one of them')
  return { op: word === 'and' ? 'ALL' : 'ANY', of }
}

const GROUPS = [
  { words: ['not'], op: 'NONE' },
  { words: ['none', 'of'], op: 'NONE' },
  { words: ['all', 'of'], op: 'ALL' },
  { words: ['any', 'of'], op: 'ANY' },
] as const

function readNode(cursor: Cursor, names: Names): RuleNode | null {
  if (++cursor.depth > DEEPEST)
    throw cursor.faultAt(cursor.at, `brackets are nested deeper than ${DEEPEST} levels; use fewer levels`)
  const group = readGroup(cursor, names)
  const node = group ?? readPredicate(cursor, names)
  cursor.depth--
  if (node === null) return null
  const times = TIMING.read(cursor, names)
  if (times === NO || Object.keys(times).length === 0) return node
  // Brackets that say nothing else hold what has times of its own.
  const isOwn = group !== null && isTimed(group)
  return isOwn ? { op: 'ALL', of: [group], ...times } : { ...node, ...times }
}

function readGroup(cursor: Cursor, names: Names): RuleNode | null {
  const from = cursor.at
  const inBrackets = bracketed(cursor, names)
  if (inBrackets !== null) return inBrackets
  cursor.at = from
  if (cursor.take('at') && cursor.take('least')) {
    const n = number.read(cursor, names, {})
    const of = n !== NO && cursor.take('of') ? readEach(cursor, names) : null
    if (of !== null) return { op: 'AT_LEAST', n: n as number, of }
  }
  for (const { words, op } of GROUPS) {
    cursor.at = from
    const of = words.every((word) => cursor.take(word)) ? readEach(cursor, names) : null
    if (of !== null) return { op, of }
  }
  cursor.at = from
  return null
}
function bracketed(cursor: Cursor, names: Names): RuleNode | null {
  const found = cursor.take('(') ? readList(cursor, names) : null
  return found !== null && cursor.take(')') ? found : null
}
function readEach(cursor: Cursor, names: Names): RuleNode[] | null {
  if (!cursor.take('(')) return null
  const of: RuleNode[] = []
  do {
    const one = readList(cursor, names)
    if (one === null) return null
    of.push(one)
  } while (cursor.take(';'))
  return cursor.take(')') ? of : null
}

function readPredicate(cursor: Cursor, names: Names): RuleNode | null {
  for (const { k, phrases } of PHRASES) {
    const held = phrases.read(cursor, names)
    if (held !== NO) return { k, ...held } as RuleNode
  }
  return null
}
