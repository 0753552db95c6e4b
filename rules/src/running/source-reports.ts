import type { RuleNode } from '@samudra/contract/rules'
import { numberTest } from '../values/attr.ts'
import type { NumberReader } from '../values/fields.ts'
import type { Moment } from './moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000
type Agg = Extract<RuleNode, { k: 'agg' }>

/** Reports of a source up to a moment. */
export type SourceReports = {
  /** Number of positions, or of vessels, in the last minutes. */
  number(fn: 'count' | 'distinct', minutes: number): number
  /** Returns whether all its reports of the last minutes are known. */
  isKnown(minutes: number): boolean
  /** Average delay of its reports of the last minute; NaN without reports. */
  readonly latency: NumberReader
}

/**
 * Subjects of an evaluation: single vessels, or at whole minutes pairs, vessels with those around them, or sources
 * (`reports`).
 */
export type PlanOf = {
  of?: 'ONE' | 'PAIRS' | 'AROUND'
  reports?: SourceReports | null
  isOfAircraft?: boolean
}

/** Compares the recent number of positions of a source, or of its vessels. */
export class SourceReportsNode extends Node {
  readonly #agg: Agg
  readonly #reports: SourceReports
  readonly #minutes: number
  readonly #test: (found: number) => Verdict

  constructor(key: string, agg: Agg, sourceReports: SourceReports) {
    super(key)
    this.#agg = agg
    this.#reports = sourceReports
    this.#minutes = Math.ceil(agg.window_min)
    this.#test = numberTest(agg.cmp, agg.value)
  }

  get #value() {
    return this.#reports.number(this.#agg.fn === 'count' ? 'count' : 'distinct', this.#minutes)
  }
  /** True when the known number suffices, because at least that many were reported. */
  get #isSure() {
    return this.#agg.cmp === 'gt' || this.#agg.cmp === 'gte'
  }

  protected evaluate(): Verdict {
    const verdict = this.#test(this.#value)
    if (this.#reports.isKnown(this.#minutes)) return verdict
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
