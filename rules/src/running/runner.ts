import type { Change } from '../pairs/differences.ts'
import { Guard, WORTH_COUNTING, type Fault } from './guard.ts'
import type { Moment } from './moment.ts'
import type { Plan } from '../plans/plan.ts'
import { concerns, StaticClass, type Unit } from '../values/static-class.ts'

/**
 * Listeners of an evaluation, and the maximum lateness of input. `fault` receives rules that fail or are too slow,
 * which are ended; without it every error is thrown.
 */
export type EvaluatorOptions = {
  hear: (change: Change) => void
  fault?: ((fault: Fault) => void) | undefined
  /** In pieces, what a rule may make of a ship at a moment. */
  mostWork?: number | undefined
  keepMs?: number
  /** Instant from which all vessels of an area are known, epoch ms: there are no others than those that arrive. */
  knownFrom?: number | undefined
}

/** Goes through what of a plan can have to do with a moment. */
export class Runner {
  readonly guard: Guard
  readonly #plan: Plan
  readonly #classes = new Map<string, StaticClass>()
  readonly #stamps: Float64Array
  readonly #todo: Int32Array
  #count = 0
  #epoch = 0
  /** Edition of the plan that the classes were built for. */
  #edition = 0

  constructor(plan: Plan, { fault, mostWork }: Pick<EvaluatorOptions, 'fault' | 'mostWork'>) {
    this.#plan = plan
    this.guard = new Guard(plan, fault ?? null, mostWork)
    this.#stamps = new Float64Array(plan.units.length).fill(-1)
    this.#todo = new Int32Array(plan.units.length)
  }

  /**
   * Returns the units that can concern the vessel of a moment by its static properties; similar vessels share one
   * class.
   */
  classOf(m: Moment): StaticClass {
    m.epoch++
    const units = this.guard.rest(this.#plan.units).filter((unit) => this.#concerns(unit, m))
    return this.#class(units)
  }

  #concerns(unit: Unit, m: Moment): boolean {
    try {
      return concerns(unit, m)
    } catch (error) {
      this.guard.failed(unit.number, m, error)
      return false
    }
  }

  #class(units: readonly Unit[]): StaticClass {
    if (this.#edition !== this.guard.edition) this.#classes.clear()
    this.#edition = this.guard.edition
    const key = units.map(({ number }) => number).join()
    const known = this.#classes.get(key) ?? new StaticClass(units, this.#edition)
    this.#classes.set(key, known)
    return known
  }

  run(m: Moment, given: StaticClass): void {
    const staticClass =
      given.edition === this.guard.edition ? given : this.#class(this.guard.rest(given.units))
    const { unitOfSlot, unitOfRule } = this.#plan
    const { states, hits } = m.memory
    this.#epoch = ++m.epoch
    this.#count = 0
    try {
      staticClass.each(m, this.#put)
    } catch (error) {
      this.#endThoseOf(staticClass, m, error)
    }
    for (const slot of states.keys()) this.#put(unitOfSlot[slot]!)
    for (const rule of hits.keys()) this.#put(unitOfRule[rule]!)
    for (let next = 0; next < this.#count; next++) next = this.#goThrough(next, m)
  }

  /** Goes through what is to be done from a place on; answers where it ended, or what failed. */
  #goThrough(from: number, m: Moment): number {
    const { units } = this.#plan
    const isOneEnded = this.guard.edition > 0
    let next = from
    try {
      for (; next < this.#count; next++) {
        const unit = units[this.#todo[next]!]!
        if (isOneEnded && this.guard.isEnded(unit.number)) continue
        if (m.cause !== null && !unit.causes.has(m.cause)) continue
        const before = m.work
        unit.step(m)
        if (m.work - before >= WORTH_COUNTING) this.guard.worked(unit.number, m, m.work - before)
      }
    } catch (error) {
      this.guard.failed(this.#todo[next]!, m, error)
    }
    return next
  }

  /** Ends the rules whose looked-up value could not be read, and evaluates all others. */
  #endThoseOf({ units }: StaticClass, m: Moment, error: unknown) {
    let isFound = false
    for (const unit of units) {
      try {
        for (const need of unit.needs) if ('read' in need) need.read(m)
        this.#put(unit.number)
      } catch (fault) {
        isFound = true
        this.guard.failed(unit.number, m, fault)
      }
    }
    if (!isFound) throw error
  }

  readonly #put = (unit: number) => {
    if (unit < 0 || this.#stamps[unit] === this.#epoch) return
    this.#stamps[unit] = this.#epoch
    this.#todo[this.#count++] = unit
  }
}
