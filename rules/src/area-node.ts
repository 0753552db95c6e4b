import type { Moment } from './moment.ts'
import { Node, type Explained } from './node.ts'
import { isTrue, type Verdict } from './verdict.ts'

/** That so many ships are counted just now. */
export class AreaNode extends Node {
  /** How many, and who; set by the area. */
  count = 0
  names: (at: number) => Explained[] = () => []
  override asked: string
  readonly #least: number
  readonly #ms: number
  constructor({ least, ms, asked }: { least: number; ms: number; asked: string }) {
    super('number of ships')
    this.#least = least
    this.#ms = ms
    this.asked = asked
  }
  holds(count: number): boolean {
    return count >= this.#least
  }
  protected tell(): Verdict {
    return isTrue(this.holds(this.count))
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: this.count,
      threshold: this.#least,
      window: { from: m.at - this.#ms, to: m.at },
      of: this.names(m.at),
    }
  }
}
