import type { Moment } from './moment.ts'
import type { Plan } from '../plans/plan.ts'
import type { Unit } from '../values/static-class.ts'

/**
 * Maximum work of a rule for one vessel at one moment, in pieces: an evaluated condition, or an examined outline
 * corner or window value. Work is counted and not timed, so that the same rules end on every machine. A corner took 42
 * ns on a busy core, so the limit is about the 5 ms of the contract.
 */
const MOST_WORK = 120_000
/** Less than this is not counted to its rule. */
export const WORTH_COUNTING = 64
/** The share of the moments at which it may be more, and over how many it is counted (contract D4: 95 in a hundred hold). */
const COUNTED = 200
const MOST_OVER = COUNTED / 20

/** Fault that ends a rule; `why` follows the rule's name in a sentence, and `at` is epoch ms. */
export type Fault = { rule: string; version: number; why: string; ship: number; at: number }

/**
 * Guard that isolates faulty and slow rules of a plan. A rule that throws or makes too much work is ended and reported
 * to the fault listener. Without a listener errors are thrown.
 */
export class Guard {
  readonly #plan: Plan
  readonly #hear: ((fault: Fault) => void) | null
  readonly #mostWork: number
  readonly #isEnded: Uint8Array
  readonly #endedKeys = new Set<string>()
  /** By rule: in this moment, at how many moments something was counted, and at how many of them it was too much. */
  readonly #work: Float64Array
  readonly #workOf: Float64Array
  readonly #counted: Int32Array
  readonly #over: Int32Array
  /** Number of times something was ended; data built from the plan before still contains it. */
  edition = 0

  constructor(plan: Plan, hear: ((fault: Fault) => void) | null, mostWork = MOST_WORK) {
    this.#plan = plan
    this.#mostWork = mostWork
    this.#hear = hear
    const rules = plan.unitOfRule.length
    this.#isEnded = new Uint8Array(plan.units.length)
    this.#work = new Float64Array(rules)
    this.#workOf = new Float64Array(rules).fill(-1)
    this.#counted = new Int32Array(rules)
    this.#over = new Int32Array(rules)
  }

  isEnded(unit: number): boolean {
    return this.#isEnded[unit] === 1
  }
  /** Returns whether a rule is ended: its hits stand, and it reports no more. */
  isRuleEnded({ rule, version }: { rule: string; version: number }): boolean {
    return this.#endedKeys.size > 0 && this.#endedKeys.has(`${rule}.${version}`)
  }

  /** Ends all rules that use a unit that threw. Rethrows the error when there is no fault listener. */
  failed(unit: number, m: Moment, error: unknown): void {
    if (this.#hear === null) throw error
    this.#end(unit, m, whyFailed(m, error))
  }

  /** Ends a rule that threw on the combined data of its vessels, and no other rule with the same conditions. */
  ruleFailed(key: string, m: Moment, error: unknown): void {
    if (this.#hear === null) throw error
    this.#endRule(key, m, whyFailed(m, error))
  }

  /** Records the work of a unit at a moment. */
  worked(unit: number, m: Moment, work: number): void {
    if (this.#hear === null) return
    const rules = this.#plan.rulesOfUnit[unit]!
    for (let i = 0; i < rules.length; i++) this.#count(rules[i]!, m, work)
  }

  #count(rule: number, m: Moment, work: number) {
    if (this.#workOf[rule] !== m.epoch) {
      this.#workOf[rule] = m.epoch
      this.#work[rule] = 0
      if (++this.#counted[rule]! > COUNTED) this.#counted[rule] = this.#over[rule] = 0
    }
    const before = this.#work[rule]!
    this.#work[rule] = before + work
    if (before > this.#mostWork || before + work <= this.#mostWork || ++this.#over[rule]! <= MOST_OVER) return
    const why = `it is too slow: it repeatedly exceeds ${this.#mostWork} steps for one vessel at one moment; use fewer conditions, or areas with fewer corners`
    this.#end(this.#plan.unitOfRule[rule]!, m, why)
  }

  #end(unit: number, m: Moment, why: string) {
    this.#isEnded[unit] = 1
    this.edition++
    for (const rule of this.#plan.rulesOfUnit[unit]!) {
      this.#isEnded[this.#plan.unitOfRule[rule]!] = 1
      this.#endRule(this.#plan.keys.rules[rule]!, m, why)
    }
  }
  #endRule(key: string, { ship, at }: Moment, why: string) {
    if (this.#endedKeys.has(key)) return
    this.#endedKeys.add(key)
    const dot = key.lastIndexOf('.')
    this.#hear!({ rule: key.slice(0, dot), version: Number(key.slice(dot + 1)), why, ship, at })
  }

  /** Returns the units that have not ended. */
  rest = (units: readonly Unit[]): Unit[] => units.filter(({ number }) => !this.isEnded(number))
}

function whyFailed({ memory: { facts } }: Moment, error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const { mmsi, air } = facts
  return `evaluation failed${mmsi === '' ? '' : ` for ${air === undefined ? 'MMSI' : 'aircraft'} ${mmsi}`} (${what.slice(0, 200)})`
}
