import { isCondition } from './rule-tree.ts'
import { ANOMALY_WORDS, CMP_WORDS, FIELD_WORDS } from './filter-match.ts'
import type {
  EvaluatedRule,
  RuleComparison,
  RuleField,
  RuleGroup,
  RuleNode,
  RulePredicate,
  RuleZone,
} from './rules.ts'

/** Fields of rules as they stand in a sentence. */
export const RULE_FIELD_WORDS: Record<RuleField, string> = {
  ...FIELD_WORDS,
  age_min: 'time since the last fix',
  gap_min: 'time since the fix before',
  turn_rate: 'rate of turn',
  acceleration: 'acceleration',
  required_speed_kn: 'speed from fix to fix',
  run_nm: 'way since the fix before',
  reckoning_miss_nm: 'distance from the reckoned place',
  reckoning_ratio: 'distance from the reckoned place in predicted errors',
  speed_misfit_kn: 'difference of SOG and way made good',
  distance_to_port_nm: 'distance to the nearest port',
  distance_to_shore_nm: 'distance to the shore',
  depth_m: 'depth',
  in_port: 'in a port',
  in_tss: 'in a traffic separation scheme',
  night: 'night',
  days_since_last_call: 'time since the last port call',
  last_port: 'last port',
  flag_changes_12m: 'changes of flag in 12 months',
  name_changes_12m: 'changes of name in 12 months',
  list_count: 'number of lists',
  risk_level: 'risk level',
  station_nm: 'distance to the nearest station',
  station_class: 'class of station',
  imo_valid: 'valid IMO number',
}
/** What numbers of a field are counted in; of the others there is nothing to say. */
export const RULE_FIELD_UNITS: Partial<Record<RuleField, string>> = {
  sog: 'kn',
  cog: '°',
  true_heading: '°',
  latitude: '°',
  longitude: '°',
  length: 'm',
  beam: 'm',
  draught: 'm',
  age_min: 'min',
  gap_min: 'min',
  turn_rate: '°/min',
  acceleration: 'kn/min',
  required_speed_kn: 'kn',
  run_nm: 'NM',
  reckoning_miss_nm: 'NM',
  speed_misfit_kn: 'kn',
  distance_to_port_nm: 'NM',
  distance_to_shore_nm: 'NM',
  depth_m: 'm',
  days_since_last_call: 'days',
  station_nm: 'NM',
}
/** Yes or no, counted as 1 and 0. */
const YES_OR_NO: ReadonlySet<RuleField> = new Set(['in_port', 'in_tss', 'night', 'imo_valid'])
const COMPARED: Record<RuleComparison, string> = {
  ...CMP_WORDS,
  matches: 'matches',
  older_than: 'is older than',
  stale: 'is stale',
}
const JOINED = { ALL: ' and ', ANY: ' or ', NONE: ' nor ', AT_LEAST: ', ' } as const

/** What a thing that a rule names by its id is called; undefined where nobody says. */
export type NameOf = (
  kind: 'aoi' | 'eez' | 'port' | 'list' | 'infrastructure',
  id: string,
) => string | undefined
const UNNAMED: NameOf = () => undefined

/** How long something lasts, as people say it: seconds, minutes up to two hours, hours up to two days, days. */
export function minutesText(minutes: number): string {
  const of = (count: number, unit: string) => `${Number(count.toFixed(1))} ${unit}`
  if (minutes < 1) return of(minutes * 60, 's')
  if (minutes < 120) return of(minutes, 'min')
  return minutes < 2880 ? of(minutes / 60, 'h') : of(minutes / 1440, 'days')
}

/** A rule in one sentence, as people say it. */
export function sentenceOfRule(
  { subject, scope, when, unless, severity, name }: EvaluatedRule,
  nameOf: NameOf = UNNAMED,
): string {
  const who = subject === 'PAIR' ? 'two ships' : subject === 'AREA' ? 'an area' : 'a ship'
  const parts = [
    `When of ${who} ${phraseOf(when, nameOf)}`,
    scope === undefined ? '' : `for which ${phraseOf(scope, nameOf)}`,
    unless === undefined ? '' : `unless ${phraseOf(unless, nameOf)}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}: ${severity} ${name}`
}

/** A condition with how long and how often it is to hold. */
export function phraseOf(node: RuleNode, nameOf: NameOf = UNNAMED): string {
  const { for_min, within_min, times } = node as { for_min?: number; within_min?: number; times?: number }
  const held = for_min === undefined ? '' : ` for ${minutesText(for_min)}`
  const often = times === undefined ? '' : ` ${times} times`
  const within = within_min === undefined ? '' : ` within ${minutesText(within_min)}`
  return `${'op' in node ? groupPhrase(node, nameOf) : conditionPhrase(node, nameOf)}${held}${often}${within}`
}

function groupPhrase({ op, n, of }: RuleGroup, nameOf: NameOf): string {
  const parts = of.map((one) => phraseOf(one, nameOf)).join(JOINED[op])
  if (op === 'AT_LEAST') return `at least ${n} of (${parts})`
  if (op === 'NONE') return of.length === 1 ? `not (${parts})` : `neither (${parts})`
  return of.length === 1 ? parts : `(${parts})`
}

/** A condition as it stands at a moment, without how long it is to hold. */
export function conditionPhrase(node: RulePredicate, nameOf: NameOf = UNNAMED): string {
  switch (node.k) {
    case 'attr':
      return attrPhrase(node)
    case 'zone':
      return zonePhrase(node, nameOf)
    case 'near':
      return `within ${node.nm} NM of ${nearPhrase(node, nameOf)}`
    case 'cpa':
      return `to pass within ${node.nm} NM in ${minutesText(node.tcpa_min)} of one of which ${phraseOf(node.to, nameOf)}`
    case 'event':
      return eventPhrase(node)
    case 'silence':
      return `nothing is heard for ${minutesText(node.min)}`
    case 'appear':
      return `she is heard again after ${minutesText(node.after_min)}`
    case 'change':
      return `${RULE_FIELD_WORDS[node.field]} changes${changeWords(node)}`
    case 'list':
      return `${node.in ? 'on' : 'not on'} list ${nameOf('list', node.list) ?? node.list}`
    case 'source':
      return sourcePhrase(node)
    case 'weather':
      return `${asWords(node.layer)} ${COMPARED[node.cmp]} ${node.value}`
    case 'port':
      return `${asWords(node.rel)} at ${node.port === undefined ? 'a port' : (nameOf('port', node.port) ?? node.port)}`
    case 'agg': {
      if (node.of === 'vessels') return countPhrase(node)
      const what = RULE_FIELD_WORDS[node.of]
      return `${node.fn} of ${what} in ${minutesText(node.window_min)} ${COMPARED[node.cmp]} ${node.value}`
    }
    case 'baseline':
      return `${node.metric} is more than ${node.z} standard deviations from what is usual of ${USUAL_OF[node.of]}`
    case 'expr':
      return node.text
    case 'seq':
      return seqPhrase(node, nameOf)
  }
}

/** Of two ships the steps are those of one and of the other by turns. */
const seqPhrase = ({ steps, same_vessel }: Of<'seq'>, nameOf: NameOf) =>
  steps
    .map(
      (step, i) =>
        `${same_vessel ? '' : `of ${i % 2 === 0 ? 'one' : 'the other'} `}${phraseOf(step, nameOf)}`,
    )
    .join(', then ')

const eventPhrase = ({ types, min_confidence }: Of<'event'>) =>
  `${types.map(asWords).join(' or ')} is found or told${min_confidence === undefined ? '' : ` with confidence ${min_confidence} or more`}`

const USUAL_OF = { SELF: 'her', TYPE: 'her type', CELL: 'the place' } as const
const asWords = (code: string) => code.toLowerCase().replaceAll('_', ' ')
type Of<K extends RulePredicate['k']> = Extract<RulePredicate, { k: K }>

function attrPhrase({ field, cmp, value }: Of<'attr'>): string {
  const what = RULE_FIELD_WORDS[field]
  if (YES_OR_NO.has(field) && cmp === 'eq') return `${Number(value) === 0 ? 'not ' : ''}${what}`
  if (cmp === 'exists') return `${what} is ${value === false ? 'not ' : ''}known`
  const unit = RULE_FIELD_UNITS[field]
  const values = [value ?? []].flat().map((one) => valueText(field, one))
  return [what, COMPARED[cmp], values.join(cmp === 'between' ? ' and ' : ', '), unit]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}
const valueText = (field: RuleField, value: string | number | boolean) =>
  field === 'anomaly' && Object.hasOwn(ANOMALY_WORDS, String(value))
    ? ANOMALY_WORDS[value as keyof typeof ANOMALY_WORDS]
    : String(value)

function changeWords({ field, delta, from, to }: Of<'change'>): string {
  const unit = RULE_FIELD_UNITS[field] ?? ''
  return [
    delta === undefined ? '' : ` by ${delta} ${unit}`.trimEnd(),
    from === undefined ? '' : ` from ${[from].flat().join(', ')}`,
    to === undefined ? '' : ` to ${[to].flat().join(', ')}`,
  ].join('')
}

/** Of an area: how many ships there were, or how often they came. */
const countPhrase = ({ fn, window_min, cmp, value }: Of<'agg'>) =>
  `number of ${fn === 'count' ? 'times ships came' : 'ships'} in ${minutesText(window_min)} ${COMPARED[cmp]} ${value}`

const sourcePhrase = ({ any, min_independent, max_latency_s }: Of<'source'>) =>
  [
    any === undefined ? '' : `heard by ${any.join(' or ')}`,
    min_independent === undefined ? '' : `heard by ${min_independent} sources`,
    max_latency_s === undefined ? '' : `told within ${max_latency_s} s`,
  ]
    .filter((part) => part !== '')
    .join(', ')

function nearPhrase({ to }: Of<'near'>, nameOf: NameOf): string {
  if (isCondition(to)) return `one of which ${phraseOf(to, nameOf)}`
  if ('point' in to) return `${to.point.lat}° ${to.point.lon}°`
  if ('list' in to) return `a ship on list ${nameOf('list', to.list) ?? to.list}`
  return nameOf('infrastructure', to.infrastructure) ?? to.infrastructure
}

const RELATION_WORDS: Record<Of<'zone'>['rel'], string> = {
  INSIDE: 'inside',
  OUTSIDE: 'outside',
  ENTER: 'enters',
  EXIT: 'leaves',
  CROSS: 'crosses',
  DWELL: 'stays in',
  NEAR: 'near',
  HEADING_TO: 'heading to',
  REACHABLE: 'able to reach',
}
function zonePhrase({ rel, zone, nm, min, eta_min, side }: Of<'zone'>, nameOf: NameOf): string {
  const more = [
    nm === undefined ? '' : ` within ${nm} NM`,
    min === undefined ? '' : ` for ${minutesText(min)}`,
    eta_min === undefined ? '' : ` in ${minutesText(eta_min)}`,
    side === undefined ? '' : ` to ${side === 'LEFT' ? 'port' : 'starboard'}`,
  ]
  return `${RELATION_WORDS[rel]} ${zoneWords(zone, nameOf)}${more.join('')}`
}
function zoneWords({ aoi, eez, port, boundary, tag, line }: RuleZone, nameOf: NameOf): string {
  if (aoi !== undefined) return nameOf('aoi', aoi) ?? `area ${aoi}`
  if (eez !== undefined) return nameOf('eez', eez) ?? `boundary ${eez}`
  if (port !== undefined) return nameOf('port', port) ?? `port ${port}`
  if (boundary !== undefined) return boundary === '12NM' ? 'a 12 NM boundary' : 'a 24 NM boundary'
  if (tag !== undefined) return `an area of kind ${asWords(tag)}`
  return line === undefined ? 'the area drawn' : 'the line drawn'
}
