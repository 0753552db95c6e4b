import { partsOf, RULE_PARTS } from '@samudra/contract/rule-tree'
import type { RuleBox } from '@samudra/contract/rule-boxes'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import { faultsOfConditions, isOfShips, pruned, ruleOf, type Draft } from '../builder/rule-draft.ts'
import { keyOf } from '../builder/tree.ts'

export type Counted = Pick<RuleBox, 'holds' | 'unknown' | 'about'>
/** Function that returns how many vessels a condition matches now; undefined until counted. */
export type CountOf = (node: RuleNode) => Counted | undefined

/** Count query for a draft, with the condition at each of its paths. */
export type Query = { rule: RuleDraft; keys: ReadonlyMap<string, number> }

/** Null while something is missing from a condition, and of what is no ship. Boxes stand as they are drawn, also those around one condition. */
export function requestOf(draft: Draft): Query | null {
  if (!isOfShips(draft.subject) || faultsOfConditions(draft).length > 0) return null
  const rule: RuleDraft = { ...ruleOf(draft), name: draft.name.trim() === '' ? 'Not named yet' : draft.name }
  const keys = new Map<string, number>()
  for (const part of RULE_PARTS) {
    const node = pruned(draft[part])
    if (node === null) continue
    rule[part] = node
    note(node, part, keys)
  }
  return { rule, keys }
}

function note(node: RuleNode, path: string, keys: Map<string, number>): void {
  keys.set(path, keyOf(node))
  for (const [name, part] of partsOf(node)) note(part, `${path}.${name}`, keys)
}

/** Numbers by the key of the condition they are of. */
export const byKey = ({ keys }: Query, boxes: readonly RuleBox[]): ReadonlyMap<number, Counted> =>
  new Map(
    boxes.flatMap((box) => {
      const key = keys.get(box.path)
      return key === undefined ? [] : [[key, box] as const]
    }),
  )
