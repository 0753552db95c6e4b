import { fixesOf, type Moment, type Other } from '../running/moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { metresApart } from './pair-nodes.ts'
import { FALSE, TRUE, type Verdict } from '../plans/verdict.ts'

/** Condition that some vessel, of all received near this one at a minute, matches a condition of two vessels. */
export class SomeNode extends Node {
  override asked = 'for another vessel'
  readonly #of: Node
  /** Other vessel that decided it, or the nearest. */
  #other: Other | null = null

  constructor(key: string, of: Node) {
    super(key)
    this.#of = of
  }

  protected evaluate(m: Moment): Verdict {
    let most: Verdict = FALSE
    let nearest = Infinity
    this.#other = null
    m.around((other) => {
      const verdict = this.#with(m, other, () => this.#of.verdict(m))
      const metres = this.#with(m, other, () => metresApart(m))
      if (verdict < most || (verdict === most && metres >= nearest)) return
      most = verdict
      nearest = metres
      this.#other = other
    })
    return most
  }

  /** Evaluates for another vessel as a moment of its own; cached values of this vessel stay. */
  #with<T>(m: Moment, other: Other, ask: () => T): T {
    const { epoch } = m
    m.other = other
    m.epoch = m.asides--
    try {
      return ask()
    } finally {
      m.other = null
      m.epoch = epoch
    }
  }

  protected override found(m: Moment): Partial<Explained> {
    const verdict = this.evaluate(m)
    const other = this.#other
    if (other === null) return { value: 'no vessel was received nearby' }
    const one = this.#with(m, other, () => this.#of.explain(m))
    const { ship_name, mmsi } = other.facts
    return {
      ...one,
      value: `${ship_name ?? 'a vessel'}, MMSI ${mmsi}${one.value === null ? '' : `: ${one.value} ${one.unit ?? ''}`.trimEnd()}`,
      fix_ids: verdict === TRUE ? one.fix_ids : this.#with(m, other, () => fixesOf(m)),
      unit: null,
    }
  }
}
