import type { RuleNode } from '@samudra/contract/rules'
import type { Moment } from '../running/moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'
import type { UsualBound } from './usual-bound.ts'

/** Condition on the counted vessels. */
export type Bound = {
  fn: Extract<RuleNode, { k: 'agg' }>['fn']
  threshold: number
  unit: string | null
  /** Bound by the baseline of the hour of the week; null for a number of its own. */
  usual: UsualBound | null
  /** True if the result may differ once all vessels were received: for few of them, or for their average. */
  needsAll: boolean
  /** Returns true where the bound holds; never for a value that no vessel has. */
  holds: (value: number) => boolean
}

/** Condition on the vessels counted just now: so many of them, no more than so many, or their aggregate. */
export class AreaNode extends Node {
  /** Number or aggregate of the vessels, and their names; set by the area. */
  value = Number.NaN
  names: (at: number) => Explained[] = () => []
  /** Instant before which not all vessels to be counted are known, epoch ms; used where all are needed. */
  knownFrom = Infinity
  override asked: string
  readonly bound: Bound
  readonly #ms: number
  constructor({ bound, ms, asked: query }: { bound: Bound; ms: number; asked: string }) {
    super('number of vessels')
    this.bound = bound
    this.#ms = ms
    this.asked = query
  }
  protected evaluate(m: Moment): Verdict {
    if (this.bound.needsAll && m.at < this.knownFrom) return UNKNOWN
    return this.#verdictOf(this.value, m.at)
  }
  #verdictOf = (value: number, at: number): Verdict =>
    this.bound.usual?.verdict(value, at) ?? isTrue(this.bound.holds(value))
  /** Returns whether a value is within the bound at an instant, epoch ms. */
  holdsOf = (value: number, at: number): boolean => this.#verdictOf(value, at) === TRUE

  protected override found(m: Moment): Partial<Explained> {
    const { usual, threshold, unit } = this.bound
    return {
      value: Number.isNaN(this.value) ? null : Math.round(this.value * 1000) / 1000,
      threshold: usual === null ? threshold : usual.threshold(this.value, m.at),
      unit,
      window: { from: m.at - this.#ms, to: m.at },
      of: [...(usual?.explain(m.at) ?? []), ...this.names(m.at)],
    }
  }
}

/** Condition that an exception is not true: an unknown exception excludes no vessel from the count. */
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
