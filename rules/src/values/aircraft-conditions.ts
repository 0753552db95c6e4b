import { nodesIn } from '@samudra/contract/rule-tree'
import {
  AIRCRAFT_FIELDS,
  RULE_FIELDS,
  type EvaluatedRule,
  type RuleField,
  type RuleNode,
} from '@samudra/contract/rules'
import { atCondition, RuleFault } from '../plans/rule-fault.ts'

/** Vessel fields that an aircraft also reports, or that follow from its position. */
const SHARED: ReadonlySet<RuleField> = new Set([
  'sog',
  'cog',
  'latitude',
  'longitude',
  'call_sign',
  'country',
  'source',
  'source_count',
  'age_min',
  'gap_min',
  'distance_to_shore_nm',
  'distance_to_port_nm',
  'night',
])
const AIRCRAFT_ONLY: ReadonlySet<RuleField> = new Set(AIRCRAFT_FIELDS)
const isOfAircraft = (field: RuleField) => AIRCRAFT_ONLY.has(field) || SHARED.has(field)
const OF_SHIPS = new Set<string>(['cpa', 'list', 'event', 'port', 'baseline', 'weather'])
/** Time without reports after which an aircraft is forgotten, minutes. */
export const LONGEST_SILENCE_MIN = 1440

const nodesOf = ({ when, scope, unless, clear, besides = [] }: EvaluatedRule): RuleNode[] =>
  [when, scope, unless, clear, ...besides].flatMap((part) => (part === undefined ? [] : [...nodesIn(part)]))

function fieldsIn(node: RuleNode): RuleField[] {
  if ('op' in node) return []
  if (node.k === 'attr' || node.k === 'change') return [node.field]
  if (node.k === 'agg') return node.of === 'vessels' ? [] : [node.of]
  return node.k === 'expr' ? RULE_FIELDS.filter((field) => new RegExp(`\\b${field}\\b`).test(node.text)) : []
}

/** Throws RuleFault for fields that only aircraft report in a rule on vessels. */
export function refuseAircraftConditions(rule: EvaluatedRule): void {
  for (const node of nodesOf(rule)) {
    const strange = fieldsIn(node).find((field) => AIRCRAFT_ONLY.has(field))
    if (strange !== undefined)
      atCondition(node, () => {
        throw new RuleFault(
          `${strange} is a field of aircraft; set the subject AIRCRAFT, or use a field of vessels`,
        )
      })
  }
}

/** Throws RuleFault for conditions on an aircraft that apply to a vessel only. */
export function refuseOfAircraft(rule: EvaluatedRule): void {
  if (rule.exclude_in_port)
    throw new RuleFault('exclude_in_port is not allowed for an AIRCRAFT; leave it out', 'exclude_in_port')
  if (rule.require_coverage)
    throw new RuleFault('require_coverage is not allowed for an AIRCRAFT; leave it out', 'require_coverage')
  for (const node of nodesOf(rule)) atCondition(node, () => refuse(node))
}

function refuse(node: RuleNode): void {
  for (const field of fieldsIn(node))
    if (!isOfAircraft(field))
      throw new RuleFault(
        `${field} is for vessels; an AIRCRAFT takes ${AIRCRAFT_CONDITION_FIELDS.join(', ')}`,
      )
  const { for_min = 0, within_min = 0 } = node as { for_min?: number; within_min?: number }
  refuseLong(for_min, 'for_min')
  refuseLong(within_min, 'within_min')
  if ('op' in node) return
  if (OF_SHIPS.has(node.k))
    throw new RuleFault(
      `${node.k} is for vessels; an AIRCRAFT takes attr, zone, near, silence, appear, change, seq, agg, source and expr`,
    )
  switch (node.k) {
    case 'silence':
      return refuseLong(node.min, 'silence')
    case 'appear':
      return refuseLong(node.after_min, 'appear')
    case 'near':
      if ('point' in node.to || 'infrastructure' in node.to) return
      throw new RuleFault('near of an AIRCRAFT needs a point or an infrastructure, not vessels')
    case 'seq':
      if (!node.same_vessel) throw new RuleFault('seq of an AIRCRAFT needs same_vessel; set it')
      return
    case 'agg':
      refuseLong(node.window_min, 'agg')
      if (node.of === 'vessels' || node.over !== undefined)
        throw new RuleFault('of vessels needs the subject AREA or SOURCE; use a field for an AIRCRAFT')
      return
    case 'source':
      if (node.max_latency_s === undefined) return
      throw new RuleFault('max_latency_s is for vessels; for an AIRCRAFT compare age_min')
  }
}
function refuseLong(min: number, what: string) {
  if (min > LONGEST_SILENCE_MIN)
    throw new RuleFault(`${what} of an AIRCRAFT is at most ${LONGEST_SILENCE_MIN} minutes, not ${min}`)
}
const AIRCRAFT_CONDITION_FIELDS = RULE_FIELDS.filter(isOfAircraft)
