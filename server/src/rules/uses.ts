import type { Objects } from '../kernel/objects.ts'
import type { Answer } from '../kernel/uses.ts'
import { evaluatedOf, isEvaluated, namedBy, type RuleBody } from './rule.ts'

const SETS = { area: 'areas', list: 'lists', port: 'ports' } as const

/** Rules at work that name an area, a list or a port; those a caller does not see without their names. */
export const usesOf =
  (rules: Objects<RuleBody>): Answer =>
  ({ kind, id }, caller) =>
    Array.from(rules.all())
      .filter((rule) => isEvaluated(rule) && namedBy(evaluatedOf(rule))[SETS[kind]].has(id))
      .map((rule) => (rules.isSeenBy(rule, caller) ? `Rule: ${rule.body.name}` : 'A rule of somebody else'))
