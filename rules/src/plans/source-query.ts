import { nodesIn } from '@samudra/contract/rule-tree'
import { RULE_FIELDS, type EvaluatedRule, type RuleField, type RuleNode } from '@samudra/contract/rules'
import { atCondition, RuleFault } from './rule-fault.ts'

/** Fields that describe a source and not a vessel. */
const FIELDS: readonly RuleField[] = ['source', 'age_min', 'gap_min', 'latency_s']
/** Maximum time for which reports of a source are remembered, minutes. */
export const LONGEST_REPORT_WINDOW_MIN = 60

/** Throws RuleFault for conditions on a source that apply to a vessel only. */
export function refuseOfSource(rule: EvaluatedRule): void {
  const { when, scope, unless, clear, besides = [], exclude_in_port, require_coverage, schedule } = rule
  if (exclude_in_port)
    throw new RuleFault('exclude_in_port is not allowed for a SOURCE; leave it out', 'exclude_in_port')
  if (require_coverage)
    throw new RuleFault('require_coverage is not allowed for a SOURCE; leave it out', 'require_coverage')
  if (schedule?.light !== undefined)
    throw new RuleFault('a SOURCE has no day and night; leave light out of the schedule', 'schedule.light')
  for (const part of [when, scope, unless, clear, ...besides])
    if (part !== undefined) for (const node of nodesIn(part)) atCondition(node, () => refuse(node))
}

function refuse(node: RuleNode): void {
  if ('op' in node) return
  switch (node.k) {
    case 'attr':
    case 'change':
      return refuseField(node.field)
    case 'silence':
      return refuseShort(node.min, 'silence')
    case 'appear':
      return refuseShort(node.after_min, 'appear')
    case 'source':
      return refuseHeardBy(node)
    case 'agg':
      return refuseAgg(node)
    case 'expr':
      for (const field of RULE_FIELDS) if (namesField(node.text, field)) refuseField(field)
      return
    case 'seq':
      if (!node.same_vessel) throw new RuleFault('seq of a SOURCE needs same_vessel; set it')
      return
    default:
      throw new RuleFault(
        `${node.k} is for vessels; a SOURCE takes silence, appear, source, agg, change and seq`,
      )
  }
}

const namesField = (text: string, field: RuleField) => new RegExp(`\\b${field}\\b`).test(text)
function refuseField(field: RuleField) {
  if (!FIELDS.includes(field))
    throw new RuleFault(`${field} is for vessels; a SOURCE takes ${FIELDS.join(', ')}`)
}
/** Throws RuleFault for less than a minute: a source is evaluated once a minute. */
function refuseShort(min: number, what: string) {
  if (min < 1) throw new RuleFault(`${what} of a SOURCE is at least 1 minute, not ${min}`)
}
function refuseHeardBy({ min_independent, max_latency_s }: Extract<RuleNode, { k: 'source' }>) {
  if (min_independent !== undefined)
    throw new RuleFault('min_independent is for vessels; leave it out for a SOURCE')
  if (max_latency_s !== undefined)
    throw new RuleFault('max_latency_s is for vessels; for a SOURCE compare latency_s')
}
function refuseAgg({ fn, of, over, window_min }: Extract<RuleNode, { k: 'agg' }>) {
  if (window_min < 1 || window_min > LONGEST_REPORT_WINDOW_MIN)
    throw new RuleFault(`window_min of a SOURCE is 1 to ${LONGEST_REPORT_WINDOW_MIN}, not ${window_min}`)
  if (over !== undefined) throw new RuleFault('over vessels is for an AREA; leave it out for a SOURCE')
  if (of !== 'vessels') return refuseField(of)
  if (fn !== 'count' && fn !== 'distinct')
    throw new RuleFault(`vessels have no ${fn}; for a SOURCE use distinct (vessels) or count (positions)`)
}
