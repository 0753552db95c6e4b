import type { RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { aRule, facts, fix } from '../testing/a-sea.ts'
import { Evaluator } from './evaluator.ts'
import type { VerdictWord } from './plans/verdict.ts'
import { NO_WORLD } from './world.ts'

/** Condition for each verdict, for a vessel at 10 knots with unknown draught. */
const LEAVES: Record<VerdictWord, RuleNode> = {
  TRUE: { k: 'attr', field: 'sog', cmp: 'gt', value: 5 },
  FALSE: { k: 'attr', field: 'sog', cmp: 'gt', value: 50 },
  UNKNOWN: { k: 'attr', field: 'draught', cmp: 'gt', value: 5 },
}
type Tree = VerdictWord | { op: 'ALL' | 'ANY' | 'NONE' | 'AT_LEAST'; n?: number; of: readonly Tree[] }
const nodeOf = (tree: Tree): RuleNode =>
  typeof tree === 'string' ? LEAVES[tree] : { ...tree, of: tree.of.map(nodeOf) }
const nameOf = (tree: Tree): string =>
  typeof tree === 'string' ? tree : `${tree.op} ${tree.n ?? ''}(${tree.of.map(nameOf).join(', ')})`

/** Returns the results of a tree with each unknown taken both ways, in every combination. */
function outcomesOf(tree: Tree): Set<boolean> {
  if (tree === 'UNKNOWN') return new Set([true, false])
  if (typeof tree === 'string') return new Set([tree === 'TRUE'])
  let counts = new Set([0])
  for (const part of tree.of) {
    const outcomes = [...outcomesOf(part)]
    counts = new Set([...counts].flatMap((count) => outcomes.map((holds) => count + Number(holds))))
  }
  const needed = { ALL: tree.of.length, ANY: 1, NONE: 1, AT_LEAST: tree.n ?? 0 }[tree.op]
  return new Set([...counts].map((count) => count >= needed !== (tree.op === 'NONE')))
}
const verdictOf = (tree: Tree): VerdictWord => {
  const outcomes = outcomesOf(tree)
  return outcomes.size === 2 ? 'UNKNOWN' : outcomes.has(true) ? 'TRUE' : 'FALSE'
}

const WORDS = ['TRUE', 'FALSE', 'UNKNOWN'] as const
const groupsOf = (of: readonly Tree[]): Tree[] => [
  ...(['ALL', 'ANY', 'NONE'] as const).map((op) => ({ op, of })),
  ...of.map((_, i) => ({ op: 'AT_LEAST' as const, n: i + 1, of })),
]
const triples = WORDS.flatMap((a) => WORDS.flatMap((b) => WORDS.map((c) => [a, b, c] as const)))
const trees: Tree[] = [
  ...WORDS,
  ...triples.flatMap((three) => groupsOf(three)),
  ...triples.flatMap(([a, b, c]) => groupsOf([a, b]).flatMap((inner) => groupsOf([inner, c]))),
]

test('a group returns what all outcomes of its unknown parts agree on, also within a group', () => {
  // An unknown condition fires neither by itself nor inside of NONE.
  const rules = trees.flatMap((tree, i) => [
    aRule(nodeOf(tree), { id: `${i} holds` }),
    aRule({ op: 'NONE', of: [nodeOf(tree)] }, { id: `${i} holds not` }),
  ])
  const text = new Set<string>()
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: ({ rule }) => void text.add(rule) })
  evaluator.meet(1, facts({ draught: null }))
  evaluator.takeFix(1, fix(0))
  const found = trees.map((tree, i): [string, VerdictWord] => [
    nameOf(tree),
    text.has(`${i} holds`) ? 'TRUE' : text.has(`${i} holds not`) ? 'FALSE' : 'UNKNOWN',
  ])
  expect(found).toEqual(trees.map((tree) => [nameOf(tree), verdictOf(tree)]))
  for (const word of WORDS) expect(found.filter(([, one]) => one === word).length).toBeGreaterThan(100)
})
