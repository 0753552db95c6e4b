import type { Moment } from './moment.ts'
import { Node, type Explained } from './node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from './verdict.ts'

/** How many ships there must be, or may be at most. */
export type Bound = { isFewer: boolean; count: number }

/** That so many ships are counted just now, or no more than so many. */
export class AreaNode extends Node {
  /** How many, and who; set by the area. */
  count = 0
  names: (at: number) => Explained[] = () => []
  /** Before this nobody knows of all that would be counted, epoch ms; asked where there may be few. */
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
  holds(count: number): boolean {
    return this.bound.isFewer ? count <= this.bound.count : count >= this.bound.count
  }
  protected tell(m: Moment): Verdict {
    if (this.bound.isFewer && m.at < this.knownFrom) return UNKNOWN
    return isTrue(this.holds(this.count))
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: this.count,
      threshold: this.bound.count,
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
  protected tell(m: Moment): Verdict {
    return this.parts[0]!.verdict(m) === TRUE ? FALSE : TRUE
  }
}
