import type { RuleExplanation } from '@samudra/contract/rule-results'

const PART = /^(when|scope|unless|besides): (.*)$/s
export type Part = 'when' | 'scope' | 'unless' | 'besides'

/** Returns the rule part of a top condition of an explanation, and its query. */
export function partOf({ asked: request }: RuleExplanation): { part: Part; query: string } {
  const [, part, bare] = PART.exec(request) ?? []
  return part === undefined || bare === undefined
    ? { part: 'when', query: request }
    : { part: part as Part, query: bare }
}

const isPlainGroup = ({ of, value, window }: RuleExplanation) =>
  of.length > 0 && value === null && window === null

/** Returns what decided a condition: for any of several, those that held, without their groups. */
function deciding(node: RuleExplanation): RuleExplanation[] {
  if (node.of.length === 0) return [node]
  const same = node.of.filter(({ verdict }) => verdict === node.verdict)
  const isNone = partOf(node).query.startsWith('none of')
  const of = (same.length === 0 || isNone ? node.of : same).flatMap(deciding)
  return isPlainGroup(node) && !isNone ? of : [{ ...node, of }]
}

/**
 * Returns the short explanation of a matched rule: what made it match, and unknown conditions that would have
 * prevented it. The scope and the exceptions that did not apply are left out.
 */
export function decisive({ of }: RuleExplanation): RuleExplanation[] {
  return of.flatMap((node) => {
    const { part } = partOf(node)
    if (part === 'when' || (part === 'besides' && node.verdict === 'TRUE')) return deciding(node)
    return part === 'unless' && node.verdict === 'UNKNOWN' ? [node] : []
  })
}
