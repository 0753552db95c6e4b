import { RULE_PARTS, type RulePart } from '@samudra/contract/rule-tree'
import { phraseOf, timesPhrase } from '@samudra/contract/rule-words'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import type { NameOf } from '@samudra/contract/sentence/values'
import { aligned, type Aligned } from './aligned.ts'
import { textOf } from '../builder/rule-draft.ts'
import { OP_WORDS } from '../builder/kinds.ts'

/** A box or a condition as one line of a comparison. */
export type BoxLine = { depth: number; text: string; key: string }
type Conditions = Partial<Record<RulePart, RuleNode | undefined>> & { subject?: RuleDraft['subject'] }

type Saying = { nameOf: NameOf; isOfAircraft: boolean }
/** The boxes of a part, outermost first, each with what stands in it below. */
function linesOf(node: RuleNode, stated: Saying, depth = 0): BoxLine[] {
  if (!('op' in node))
    return [
      { depth, text: phraseOf(node, stated.nameOf, stated.isOfAircraft), key: `${depth} ${textOf(node)}` },
    ]
  const { of, ...box } = node
  const words = node.op === 'AT_LEAST' ? `${OP_WORDS[node.op]} ${node.n} of` : OP_WORDS[node.op]
  return [
    { depth, text: `${words} ${timesPhrase(node)}`.trim(), key: `${depth} ${textOf(box)}` },
    ...of.flatMap((one) => linesOf(one, stated, depth + 1)),
  ]
}

/** The boxes of two rules beside each other, part by part; parts that neither has are left out. */
export const comparedBoxes = (left: Conditions, right: Conditions, nameOf: NameOf) =>
  RULE_PARTS.flatMap((part) => {
    const of = (rule: Conditions) =>
      rule[part] === undefined
        ? []
        : linesOf(rule[part], { nameOf, isOfAircraft: rule.subject === 'AIRCRAFT' })
    const rows = aligned(of(left), of(right), ({ key }) => key)
    return rows.length === 0 ? [] : [{ part, rows: rows.map(withDifferences) }]
  })

/** Marks a difference in drawing or settings whose text is the same. */
function withDifferences(row: Aligned<BoxLine>): Aligned<BoxLine> {
  const { left, right, isSame } = row
  if (isSame || left?.text !== right?.text || right === null) return row
  return { ...row, right: { ...right, text: `${right.text} (changed shape or setting)` } }
}

/** Consecutive words, and whether the other text differs there. */
export type ComparedText = { text: string; differs: boolean }
const wordsOf = (text: string) => text.match(/\s*(?:[,:;()]|[^\s,:;()]+)/g) ?? []
/** Splits two sentences into pieces common to both and pieces of one only. */
export function comparedWords(left: string, right: string): { left: ComparedText[]; right: ComparedText[] } {
  const rows = aligned(wordsOf(left), wordsOf(right), (word) => word)
  const side = (which: 'left' | 'right') => {
    const stated: { words: string[]; differs: boolean }[] = []
    for (const row of rows) {
      const word = row[which]
      if (word === null) continue
      const last = stated.at(-1)
      if (last?.differs === !row.isSame) last.words.push(word)
      else stated.push({ words: [word], differs: !row.isSame })
    }
    return stated.map(({ words, differs }) => ({ text: words.join(''), differs }))
  }
  return { left: side('left'), right: side('right') }
}
