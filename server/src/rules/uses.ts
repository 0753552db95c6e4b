import type { Objects } from '../kernel/objects.ts'
import type { Answer } from '../kernel/uses.ts'
import { evaluatedOf, isEvaluated, namedBy, type RuleBody } from './rule.ts'

const SETS = { area: 'areas', list: 'lists', port: 'ports' } as const

/** Rules at work that name an area, a list or a port; those a caller does not see without their names. */
export const usesOf =
  (rules: Objects<RuleBody>): Answer =>
  ({ kind, ids }, caller) => {
    const asked = new Set(ids)
    const named = new Map<string, string[]>()
    for (const rule of rules.all()) {
      if (!isEvaluated(rule)) continue
      const name = rules.isSeenBy(rule, caller) ? `Rule: ${rule.body.name}` : 'A rule of somebody else'
      for (const id of namedBy(evaluatedOf(rule))[SETS[kind]])
        if (asked.has(id)) named.set(id, [...(named.get(id) ?? []), name])
    }
    return named
  }
