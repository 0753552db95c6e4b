import type { RuleNode } from './rules.ts'

/** The parts of a rule that are conditions, as they are named in it. */
export const RULE_PARTS = ['scope', 'when', 'unless', 'clear'] as const
export type RulePart = (typeof RULE_PARTS)[number]

export const isCondition = (to: object): to is RuleNode => 'k' in to || 'op' in to

/** Returns the parts of a condition, each with its path: `of.0`, `steps.1`, `to`. */
export function partsOf(node: RuleNode): [string, RuleNode][] {
  const listed = (name: string, all: readonly RuleNode[]) =>
    all.map((one, i): [string, RuleNode] => [`${name}.${i}`, one])
  if ('op' in node) return listed('of', node.of)
  if (node.k === 'seq') return listed('steps', node.steps)
  return (node.k === 'near' || node.k === 'cpa') && isCondition(node.to) ? [['to', node.to]] : []
}

/** A condition and every one in it, each with its path. */
export function* placedNodesIn(node: RuleNode, path: string): Generator<[string, RuleNode]> {
  yield [path, node]
  for (const [at, part] of partsOf(node)) yield* placedNodesIn(part, `${path}.${at}`)
}

/** Every condition of a rule, each with its path. */
export function* placedNodesOf(
  rule: Partial<Record<RulePart, RuleNode | undefined>>,
): Generator<[string, RuleNode]> {
  for (const part of RULE_PARTS) {
    const node = rule[part]
    if (node !== undefined) yield* placedNodesIn(node, part)
  }
}

/** A condition and every one in it. */
export function* nodesIn(node: RuleNode): Generator<RuleNode> {
  yield node
  for (const [, part] of partsOf(node)) yield* nodesIn(part)
}
