import { conditionPhrase } from '@samudra/contract/rule-words'
import type { RuleNode } from '@samudra/contract/rules'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { SomeNode } from '../pairs/around-node.ts'
import { remembers } from './condition-needs.ts'
import type { Node } from './node.ts'
import { CpaNode, FARTHEST_NM, MEETING_KN, NearNode } from '../pairs/pair-nodes.ts'
import type { Once } from '../areas/plan-zones.ts'
import { RuleFault } from './rule-fault.ts'

type Of<K extends string> = Extract<RuleNode, { k: K }>
type Making = { once: Once; node: (condition: RuleNode) => Node }

/** Conditions of a plan that ask of another ship. */
export class PlanOthers {
  /** Prefix of the keys of conditions on the other vessel. */
  whose = ''
  /** Maximum distance between vessels that any condition evaluates together, metres. */
  widestMetres = 0
  /** Same distance for the rule in preparation; 0 when it has no such condition. */
  partingMetres = 0
  readonly #making: Making
  /** True when all vessels around one are evaluated, instead of two vessels of a pair. */
  readonly #isAround: boolean

  constructor(making: Making, isAround: boolean) {
    this.#making = making
    this.#isAround = isAround
  }

  beginRule(when: RuleNode): void {
    this.partingMetres = reachNm(when) * METRES_PER_NM
  }

  /** Returns the node of a near condition; `of` is the condition on the other vessel. */
  near(condition: Of<'near'>, of: RuleNode): Node {
    const other = this.ofOther(of)
    this.#reach(condition)
    const key = `near(${condition.nm},${condition.max_sog ?? ''},${other.key})`
    return this.#some(
      this.#making.once(key, (whole) => new NearNode(whole, condition, other)),
      condition,
    )
  }

  cpa(condition: Of<'cpa'>): Node {
    const other = this.ofOther(condition.to)
    this.#reach(condition)
    const key = `cpa(${condition.nm},${condition.tcpa_min},${other.key})`
    return this.#some(
      this.#making.once(key, (whole) => new CpaNode(whole, condition, other)),
      condition,
    )
  }

  #some(node: Node, condition: Of<'near' | 'cpa'>): Node {
    if (!this.#isAround) return node
    return this.#making.once(`some ${node.key}`, (key) => {
      node.asked = conditionPhrase(condition)
      return new SomeNode(key, node)
    })
  }

  ofOther(condition: RuleNode): Node {
    if (this.#isAround && remembers(condition))
      throw new RuleFault('conditions on nearby vessels apply to one minute; leave out durations and counts')
    if (this.whose !== '')
      throw new RuleFault('near and cpa are not allowed inside the condition of the other vessel')
    this.whose = 'other '
    try {
      return this.#making.node(condition)
    } finally {
      this.whose = ''
    }
  }

  #reach(condition: Of<'near' | 'cpa'>) {
    const nm = reachNm(condition)
    if (nm > FARTHEST_NM) throw new RuleFault(`nm between vessels is at most ${FARTHEST_NM}, not ${nm}`, 'nm')
    this.widestMetres = Math.max(this.widestMetres, nm * METRES_PER_NM)
  }
}

/** Returns the maximum distance between two vessels that a condition allows, NM; 0 when it names none. */
function reachNm(node: RuleNode): number {
  if ('op' in node) return Math.max(...node.of.map(reachNm))
  if (node.k === 'seq') return Math.max(...node.steps.map(reachNm))
  if (node.k === 'cpa') return node.nm + (MEETING_KN * node.tcpa_min) / 60
  return node.k === 'near' && !('point' in node.to || 'infrastructure' in node.to) ? node.nm : 0
}
