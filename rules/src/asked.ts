import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { RuleFault } from './rule-fault.ts'

/** Whether another ship is asked of. */
export function asksOfPairs(node: RuleNode): boolean {
  if ('op' in node) return node.of.some(asksOfPairs)
  if (node.k === 'seq') return node.steps.some(asksOfPairs)
  return node.k === 'cpa' || (node.k === 'near' && !('point' in node.to || 'infrastructure' in node.to))
}

/** Whether a rule is gone through with all ships at once: it compares them, or counts them. */
export const asksOfSeveral = ({ subject, when }: Pick<EvaluatedRule, 'subject' | 'when'>): boolean =>
  subject === 'PAIR' || subject === 'AREA' || asksOfPairs(when)

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
