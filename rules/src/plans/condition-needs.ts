import { nodesIn } from '@samudra/contract/rule-tree'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { refuseOfAircraft, refuseAircraftConditions } from '../values/aircraft-conditions.ts'
import { atCondition, RuleFault } from './rule-fault.ts'
import { refuseOfSource } from './source-query.ts'

/** Returns true if a condition concerns another vessel. */
export function needsPairs(node: RuleNode): boolean {
  if ('op' in node) return node.of.some(needsPairs)
  if (node.k === 'seq') return !node.same_vessel || node.steps.some(needsPairs)
  return node.k === 'cpa' || (node.k === 'near' && !('point' in node.to || 'infrastructure' in node.to))
}

/** Within how many miles of one of them ships are counted wherever that is, NM; null where they are counted in a zone. */
export function circleOf(when: RuleNode): number | null {
  if ('op' in when) return when.of.reduce<number | null>((nm, part) => nm ?? circleOf(part), null)
  return when.k === 'agg' ? (when.nm ?? null) : null
}

type Parts = Pick<EvaluatedRule, 'subject' | 'when' | 'scope' | 'unless' | 'clear'>
const isExcepted = (node: RuleNode): boolean => {
  if ('op' in node) return (node.op === 'NONE' && needsPairs(node)) || node.of.some(isExcepted)
  return node.k === 'seq' && node.steps.some(isExcepted)
}
/**
 * Returns true if a rule of a vessel requires that no other is near it, or uses another vessel in its scope, exception
 * or end.
 */
export const needsNeighbours = ({ subject, when, scope, unless, clear }: Parts): boolean =>
  subject === 'VESSEL' &&
  (isExcepted(when) || [scope, unless, clear].some((one) => one !== undefined && needsPairs(one)))

/** Returns true for a rule evaluated on all vessels at once: it compares or counts them, or its subject is a source. */
export const needsSeveral = (rule: Parts): boolean =>
  ['PAIR', 'AREA', 'SOURCE', 'AIRCRAFT'].includes(rule.subject) ||
  needsPairs(rule.when) ||
  needsNeighbours(rule)

const REMEMBER = new Set(['change', 'agg', 'seq', 'silence', 'appear'])
/** Returns true when the verdict of a condition depends on earlier state. */
export function remembers(node: RuleNode): boolean {
  const { for_min, within_min } = node as { for_min?: number; within_min?: number }
  if (for_min !== undefined || within_min !== undefined) return true
  if ('op' in node) return node.of.some(remembers)
  return REMEMBER.has(node.k) || (node.k === 'attr' && (node.cmp === 'stale' || node.cmp === 'older_than'))
}

/** Throws RuleFault for conditions on a subject, or on another vessel, for which they cannot be evaluated. */
export function refuseParts(rule: EvaluatedRule): void {
  const { subject, when, unless, clear, scope, besides = [] } = rule
  refuseCircles(rule)
  if (subject === 'SOURCE') return refuseOfSource(rule)
  if (subject === 'AIRCRAFT') return refuseOfAircraft(rule)
  refuseAircraftConditions(rule)
  if (subject === 'AREA') return
  if (needsNeighbours(rule) && besides.length === 0) return
  const strange = [unless, clear, scope, ...besides].find((query) => query !== undefined && needsPairs(query))
  if (strange !== undefined)
    atCondition(strange, () => {
      throw new RuleFault('near and cpa are not allowed in exceptions of a PAIR; use the subject VESSEL')
    })
  if (isExcepted(when)) throw new RuleFault('NONE of near and cpa needs the subject VESSEL; set the subject')
}

/** Throws RuleFault when a distance between vessels stands elsewhere than in a count of vessels. */
function refuseCircles({ subject, when, unless, clear, scope }: EvaluatedRule) {
  for (const part of [when, unless, clear, scope])
    for (const node of part === undefined ? [] : nodesIn(part))
      if ('k' in node && node.k === 'agg' && node.nm !== undefined)
        if (subject !== 'AREA' || node.of !== 'vessels')
          atCondition(node, () => {
            throw new RuleFault('nm is only allowed in agg of vessels of an AREA; leave it out', 'nm')
          })
}

const OWN_KEYS = { VESSEL: 'mmsi', PAIR: 'pair', AREA: 'aoi', SOURCE: 'source', AIRCRAFT: 'icao24' } as const
/** Returns why the dedupe key of a rule cannot group its hits, or null if it can. Hits are named by their subject. */
export function faultOfKey(rule: EvaluatedRule): string | null {
  const {
    subject,
    when,
    dedupe: { key },
  } = rule
  const own = OWN_KEYS[subject]
  const isOfOthers = subject === 'VESSEL' && needsPairs(when) && !needsNeighbours(rule)
  const strange = key.find((one) => one !== own && !(isOfOthers && one === 'pair'))
  if (strange === undefined) return null
  return `dedupe key ${strange} does not fit hits of a ${subject}; use ${own}`
}

/** Returns the minutes of a comparison; throws RuleFault when there are none. */
export function minutesIn({ field, cmp, value }: Extract<RuleNode, { k: 'attr' }>): number {
  const minutes = Number(value)
  if (Array.isArray(value) || !(minutes > 0))
    throw new RuleFault(`${field} ${cmp} needs a number of minutes above 0`, 'value')
  return minutes
}
/** Near an infrastructure is near an area of interest, as a zone. */
export function nearStructure({ nm, max_sog }: Extract<RuleNode, { k: 'near' }>, aoi: string): RuleNode {
  const near: RuleNode = { k: 'zone', rel: 'NEAR', zone: { aoi }, nm }
  const slow: RuleNode[] =
    max_sog === undefined ? [] : [{ k: 'attr', field: 'sog', cmp: 'lte', value: max_sog }]
  return { op: 'ALL', of: [near, ...slow] }
}
/** Returns true for a condition on how much a value changed. */
export const isDelta = (condition: RuleNode) =>
  'k' in condition && condition.k === 'change' && condition.delta !== undefined
/** Returns the key of a condition: its fields in one order, without duration and count. */
export function keyOf(condition: RuleNode): string {
  const { for_min: _for, within_min: _within, times: _times, ...rest } = condition as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))))
}
