import type { Change } from './differences.ts'
import type { Moment } from './moment.ts'
import type { Plan } from './plan.ts'
import { concerns, StaticClass } from './static-class.ts'

/** Who is told, and how late what comes may be; `areZonesLater`: whoever makes the evaluator has `putZones` done. */
export type Hearing = { hear: (change: Change) => void; keepMs?: number; areZonesLater?: boolean }

/** Goes through what of a plan can have to do with a moment. */
export class Runner {
  readonly #plan: Plan
  readonly #classes = new Map<string, StaticClass>()
  readonly #stamps: Float64Array
  readonly #todo: Int32Array
  #count = 0
  #epoch = 0

  constructor(plan: Plan) {
    this.#plan = plan
    this.#stamps = new Float64Array(plan.units.length).fill(-1)
    this.#todo = new Int32Array(plan.units.length)
  }

  /** Which units can concern the ship of a moment by what she is; ships that are alike have one class. */
  classOf(m: Moment): StaticClass {
    m.epoch++
    const units = this.#plan.units.filter((unit) => concerns(unit, m))
    const key = units.map(({ number }) => number).join()
    const known = this.#classes.get(key) ?? new StaticClass(units)
    this.#classes.set(key, known)
    return known
  }

  run(m: Moment, staticClass: StaticClass): void {
    const { units, unitOfSlot, unitOfRule } = this.#plan
    const { states, hits } = m.memory
    this.#epoch = ++m.epoch
    this.#count = 0
    staticClass.each(m, this.#put)
    for (const slot of states.keys()) this.#put(unitOfSlot[slot]!)
    for (const rule of hits.keys()) this.#put(unitOfRule[rule]!)
    for (let i = 0; i < this.#count; i++) units[this.#todo[i]!]!.step(m)
  }

  readonly #put = (unit: number) => {
    if (unit < 0 || this.#stamps[unit] === this.#epoch) return
    this.#stamps[unit] = this.#epoch
    this.#todo[this.#count++] = unit
  }
}
