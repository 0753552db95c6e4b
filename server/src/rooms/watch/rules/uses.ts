import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { ReferenceAnswer } from '../../../platform/kernel/objects/references.ts'
import { evaluatedOf, isEvaluated, namedBy, type RuleBody } from './rule.ts'

const SETS = { area: 'areas', boundary: 'boundaries', list: 'lists', port: 'ports' } as const

/** Rules, enabled or not, that name an area, a boundary, a list or a port; without names where the caller sees no rule. */
export const usesOf =
  (rules: Objects<RuleBody>): ReferenceAnswer =>
  ({ kind: needed, ids }, caller) => {
    const query = new Set(ids)
    const named = new Map<string, string[]>()
    if (needed === 'escalation policy') return named
    for (const rule of rules.all()) {
      const kind = isEvaluated(rule) ? 'Rule' : 'Disabled rule'
      const name = rules.isSeenBy(rule, caller) ? `${kind}: ${rule.body.name}` : 'A rule of another user'
      for (const id of namedBy(evaluatedOf(rule))[SETS[needed]])
        if (query.has(id)) named.set(id, [...(named.get(id) ?? []), name])
    }
    return named
  }
