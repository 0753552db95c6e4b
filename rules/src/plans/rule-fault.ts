import { partsOf, RULE_PARTS } from '@samudra/contract/rule-tree'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'

type Parts = Pick<RuleDraft, (typeof RULE_PARTS)[number]>

/**
 * Fault of a rule that cannot be evaluated; the message states what to change. `part` is the field at fault, of the
 * condition or of the rule; empty for the whole condition.
 */
export class RuleFault extends RangeError {
  readonly part: string
  /** Conditions in which it was found, the innermost first. */
  readonly within: RuleNode[] = []

  constructor(message: string, part = '') {
    super(message)
    this.part = part
  }

  /** Returns the path of the fault in its rule, as `when.of.1.value`. */
  pathIn(rule: Parts): string {
    for (const [depth, node] of this.within.entries()) {
      const path = pathOf(rule, node)
      // The part is one of the innermost condition, which may stand for another.
      if (path !== null) return this.part === '' || depth > 0 ? path : `${path}.${this.part}`
    }
    return this.part === '' || this.within.length > 0 ? 'when' : this.part
  }
}

/** Runs work on a condition; a fault of it names the condition. */
export function atCondition<T>(node: RuleNode, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RuleFault) error.within.push(node)
    throw error
  }
}

function pathOf(rule: Parts, sought: RuleNode): string | null {
  for (const part of RULE_PARTS) {
    const node = rule[part]
    const path = node === undefined ? null : pathIn(node, part, sought)
    if (path !== null) return path
  }
  return null
}
function pathIn(node: RuleNode, path: string, sought: RuleNode): string | null {
  if (node === sought) return path
  for (const [at, part] of partsOf(node)) {
    const found = pathIn(part, `${path}.${at}`, sought)
    if (found !== null) return found
  }
  return null
}
