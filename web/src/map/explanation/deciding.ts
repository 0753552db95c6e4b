import type { RuleExplanation } from '@samudra/contract/rule-results'

const PART = /^(when|scope|unless|besides): (.*)$/s
export type Part = 'when' | 'scope' | 'unless' | 'besides'

/** Which part of a rule a condition at the top of an explanation is, and what it asks. */
export function partOf({ asked: request }: RuleExplanation): { part: Part; query: string } {
  const [, part, bare] = PART.exec(request) ?? []
  return part === undefined || bare === undefined
    ? { part: 'when', query: request }
    : { part: part as Part, query: bare }
}

const isPlainGroup = ({ of, value, window }: RuleExplanation) =>
  of.length > 0 && value === null && window === null

/** What decided a condition: of any of several those that held, without the groups they stand in. */
function deciding(node: RuleExplanation): RuleExplanation[] {
  if (node.of.length === 0) return [node]
  const same = node.of.filter(({ verdict }) => verdict === node.verdict)
  const isNone = partOf(node).query.startsWith('none of')
  const of = (same.length === 0 || isNone ? node.of : same).flatMap(deciding)
  return isPlainGroup(node) && !isNone ? of : [{ ...node, of }]
}

/**
 * The short form of why a rule held: what made it hold, and what nobody knew of what would have kept it back. Whom it is
 * asked of and the exceptions that were none are left out.
 */
export function decisive({ of }: RuleExplanation): RuleExplanation[] {
  return of.flatMap((node) => {
    const { part } = partOf(node)
    if (part === 'when' || (part === 'besides' && node.verdict === 'TRUE')) return deciding(node)
    return part === 'unless' && node.verdict === 'UNKNOWN' ? [node] : []
  })
}
