import { Area } from './area.ts'
import { eventsSince } from '../pairs/differences.ts'
import { WORTH_COUNTING } from '../running/guard.ts'
import type { Memory } from '../running/memory.ts'
import type { Plan } from '../plans/plan.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { EvaluatorOptions, Runner } from '../running/runner.ts'
import { memoryFrom, saveMemory, type SavedArea } from '../running/saved.ts'

/** Rules of areas: how many ships there are of which a condition holds, as all ships together make it. */
export class Areas {
  readonly #plan: Plan
  readonly #runner: Runner
  readonly #areas: Area[]
  /** Instant before which nothing is to be reported without new data. */
  #dueAt = Infinity
  #since = Infinity

  constructor(
    plan: Plan,
    runner: Runner,
    { hear, keepMs, knownFrom }: Pick<EvaluatorOptions, 'hear' | 'knownFrom'> & { keepMs: number },
  ) {
    this.#plan = plan
    this.#runner = runner
    this.#areas = plan.areas.map((area) => new Area(area, { hear, keepMs }))
    if (knownFrom !== undefined) for (const area of this.#areas) area.knowFrom(knownFrom)
  }

  /** Records a reception at an instant. */
  begin(at: number): void {
    if (at >= this.#since) return
    this.#since = at
    for (const area of this.#areas) {
      area.begin(at)
      this.#dueAt = Math.min(this.#dueAt, area.dueAt)
    }
  }

  /** Processes new data of a vessel where it is counted differently. */
  look(ship: number, memory: Memory): void {
    const { touched } = this.#plan
    if (touched.length === 0) return
    for (const area of this.#areas) if (touched.includes(area.counted)) this.#look(area, ship, memory)
    touched.length = 0
  }

  /** A ship was gone through again, or put back. */
  again(ship: number, memory: Memory): void {
    this.#plan.touched.length = 0
    for (const area of this.#areas) this.#look(area, ship, memory)
  }

  /** Advances to an instant by received reports, or by the clock. */
  advance(now: number): void {
    if (now < this.#dueAt) return
    this.#dueAt = Infinity
    for (const area of this.#areas) {
      if (this.#isEnded(area)) continue
      try {
        area.advance(now)
      } catch (error) {
        this.#failed(area, error)
      }
      this.#count(area)
    }
  }

  #look(area: Area, ship: number, memory: Memory) {
    if (this.#isEnded(area)) return
    try {
      area.look(ship, memory)
    } catch (error) {
      this.#failed(area, error)
    }
    this.#count(area)
  }
  #failed({ key, moment }: Area, error: unknown) {
    this.#runner.guard.ruleFailed(key, moment, error)
  }

  /** Charges the work to its rule. */
  #count(area: Area) {
    this.#dueAt = Math.min(this.#dueAt, area.dueAt)
    const work = area.takeWork()
    if (work < WORTH_COUNTING) return
    this.#runner.guard.worked(this.#plan.unitOfSlot[area.counted.slot]!, area.moment, work)
  }
  #isEnded = ({ rule }: Area) => this.#runner.guard.isRuleEnded({ rule: rule.id, version: rule.version })

  saved(): SavedArea[] {
    return this.#areas.flatMap((area) => area.saved((memory) => saveMemory(memory, this.#plan.keys)) ?? [])
  }

  /** Ships are put back one after another: until `resumed` nothing is gone through. */
  wait(): void {
    for (const area of this.#areas) area.wait()
    this.#dueAt = -Infinity
  }

  /**
   * Restores areas. Returns those of their earlier events that will be reported again or are not true, and their
   * memories.
   */
  resume(
    saved: readonly SavedArea[],
    events: readonly HitEvent[],
  ): { since: HitEvent[]; memories: Memory[] } {
    const memories: Memory[] = []
    const since = this.#areas.flatMap((area) => {
      const mine = events.filter(({ rule, version }) => `${rule}.${version}` === area.key)
      const stored = saved.find(({ key }) => key === area.key)
      if (stored === undefined) return mine
      memories.push(...area.putBack(stored, (memory) => memoryFrom(memory, this.#plan.keys)))
      return eventsSince(mine, stored.at)
    })
    return { since, memories }
  }

  resumed(): void {
    for (const area of this.#areas) area.goOn()
    this.#dueAt = -Infinity
  }
}
