import type { RuleNode } from '@samudra/contract/rules'
import type { Moment } from '../running/moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'
import type { UsualBound } from './usual-bound.ts'

/** What must be so of the ships counted. */
export type Bound = {
  fn: Extract<RuleNode, { k: 'agg' }>['fn']
  threshold: number
  unit: string | null
  /** Bound by the baseline of the hour of the week; null for a number of its own. */
  usual: UsualBound | null
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
  constructor({ bound, ms, asked }: { bound: Bound; ms: number; asked: string }) {
    super('number of ships')
    this.bound = bound
    this.#ms = ms
    this.asked = asked
  }
  protected tell(m: Moment): Verdict {
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

/** That an exception is not true: one that is unknown keeps nobody from being counted. */
export class UnlessNode extends Node {
  override readonly parts: readonly Node[]
  override asked = 'unless'
  constructor(of: Node) {
    super(`unless(${of.key})`)
    this.parts = [of]
  }
  protected tell(m: Moment): Verdict {
    return this.parts[0]!.verdict(m) === TRUE ? FALSE : TRUE
  }
}
