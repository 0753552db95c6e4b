import type { RuleNode } from '@samudra/contract/rules'
import { numberTest } from '../values/attr.ts'
import type { NumberReader } from '../values/fields.ts'
import type { Moment } from './moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000
type Agg = Extract<RuleNode, { k: 'agg' }>

/** What the source of a moment told by then. */
export type Told = {
  /** How many positions, or ships, in the last so many minutes. */
  number(fn: 'count' | 'distinct', minutes: number): number
  /** Whether all that it told in the last so many minutes is known. */
  isKnown(minutes: number): boolean
  /** How long what it told in the last minute was on its way, on average; NaN where it told nothing. */
  readonly latency: NumberReader
}

/** Whether ships are gone through by themselves, or, at whole minutes, two and two, each with those around her, or sources: `told`. */
export type PlanOf = { of?: 'ONE' | 'PAIRS' | 'AROUND'; told?: Told | null; isOfAircraft?: boolean }

/** How many positions a source told of late, or of how many ships. */
export class ToldNode extends Node {
  readonly #agg: Agg
  readonly #told: Told
  readonly #minutes: number
  readonly #test: (found: number) => Verdict

  constructor(key: string, agg: Agg, told: Told) {
    super(key)
    this.#agg = agg
    this.#told = told
    this.#minutes = Math.ceil(agg.window_min)
    this.#test = numberTest(agg.cmp, agg.value)
  }

  get #value() {
    return this.#told.number(this.#agg.fn === 'count' ? 'count' : 'distinct', this.#minutes)
  }
  /** More were told than are known at least. */
  get #isSure() {
    return this.#agg.cmp === 'gt' || this.#agg.cmp === 'gte'
  }

  protected tell(): Verdict {
    const verdict = this.#test(this.#value)
    if (this.#told.isKnown(this.#minutes)) return verdict
    return verdict === TRUE && this.#isSure ? TRUE : UNKNOWN
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: this.#value,
      threshold: this.#agg.value,
      unit: this.#agg.fn === 'count' ? 'positions' : 'ships',
      window: { from: m.at - this.#minutes * MINUTE_MS, to: m.at },
    }
  }
}
