import type { RuleNode } from '@samudra/contract/rules'
import type { Moment } from '../running/moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

/** What must be so of the ships counted. */
export type Bound = {
  fn: Extract<RuleNode, { k: 'agg' }>['fn']
  threshold: number
  unit: string | null
  /** Whether it may be otherwise when all ships were heard: few of them, or their average. */
  needsAll: boolean
  /** Nothing holds of a value that nobody has. */
  holds: (value: number) => boolean
}

/** That so many ships are counted just now, or no more than so many; or what they come to. */
export class AreaNode extends Node {
  /** How many, or what they come to, and who; set by the area. */
  value = Number.NaN
  names: (at: number) => Explained[] = () => []
  /** Before this nobody knows of all that would be counted, epoch ms; asked where all are needed. */
  knownFrom = Infinity
  override asked: string
  readonly bound: Bound
  readonly #ms: number
  constructor({ bound, ms, asked: query }: { bound: Bound; ms: number; asked: string }) {
    super('number of ships')
    this.bound = bound
    this.#ms = ms
    this.asked = query
  }
  protected evaluate(m: Moment): Verdict {
    if (this.bound.needsAll && m.at < this.knownFrom) return UNKNOWN
    return isTrue(this.bound.holds(this.value))
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: Number.isNaN(this.value) ? null : Math.round(this.value * 1000) / 1000,
      threshold: this.bound.threshold,
      unit: this.bound.unit,
      window: { from: m.at - this.#ms, to: m.at },
      of: this.names(m.at),
    }
  }
}

/** That an exception is not true: one that is unknown keeps nobody from being counted. */
export class UnlessNode extends Node {
  override readonly parts: readonly Node[]
  override asked = 'unless'
  constructor(of: Node) {
    super(`unless(${of.key})`)
    this.parts = [of]
  }
  protected evaluate(m: Moment): Verdict {
    return this.parts[0]!.verdict(m) === TRUE ? FALSE : TRUE
  }
}
