import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { RuleFault } from './rule-fault.ts'

/** Whether another ship is asked of. */
export function asksOfPairs(node: RuleNode): boolean {
  if ('op' in node) return node.of.some(asksOfPairs)
  if (node.k === 'seq') return !node.same_vessel || node.steps.some(asksOfPairs)
  return node.k === 'cpa' || (node.k === 'near' && !('point' in node.to || 'infrastructure' in node.to))
}

/** Whether a rule is gone through with all ships at once: it compares them, or counts them. */
export const asksOfSeveral = ({ subject, when }: Pick<EvaluatedRule, 'subject' | 'when'>): boolean =>
  subject === 'PAIR' || subject === 'AREA' || asksOfPairs(when)

/** Throws RuleFault for what is asked of a subject, or of another ship, where it is not evaluated. */
export function refuseParts({ subject, unless, clear, scope, besides = [] }: EvaluatedRule): void {
  if (subject !== 'VESSEL' && subject !== 'PAIR')
    throw new RuleFault(`subject ${subject} is not evaluated; write the rule of VESSEL, PAIR or AREA`)
  if ([unless, clear, scope, ...besides].some((asked) => asked !== undefined && asksOfPairs(asked)))
    throw new RuleFault('near and cpa of other ships belong into when; write the exception of one ship')
}

/** Why what a rule finds cannot be counted as one by its key; null when it can. What is told is named by its subject. */
export function faultOfKey({ subject, when, dedupe: { key } }: EvaluatedRule): string | null {
  const own = subject === 'PAIR' ? 'pair' : subject === 'AREA' ? 'aoi' : 'mmsi'
  const isOfOthers = subject === 'VESSEL' && asksOfPairs(when)
  const strange = key.find((one) => one !== own && !(isOfOthers && one === 'pair'))
  if (strange === undefined) return null
  return `dedupe key ${strange} makes no sense of what is told of a ${subject}; use ${own}`
}

/** Of how many minutes a comparison is; throws RuleFault for what is none. */
export function minutesIn({ field, cmp, value }: Extract<RuleNode, { k: 'attr' }>): number {
  const minutes = Number(value)
  if (Array.isArray(value) || !(minutes > 0)) throw new RuleFault(`${field} ${cmp} takes minutes`)
  return minutes
}
/** Whether it asks by how much something changed. */
export const isDelta = (asked: RuleNode) => 'k' in asked && asked.k === 'change' && asked.delta !== undefined
/** What is asked without how long and how often, its fields in one order. */
export function keyOf(asked: RuleNode): string {
  const { for_min: _for, within_min: _within, times: _times, ...rest } = asked as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))))
}
