import { addStanding, differences, type Change, type Standing } from '../pairs/differences.ts'
import type { Memory } from './memory.ts'
import type { HitEvent } from '../plans/rule-unit.ts'

/**
 * Comparison of hits between a restore and the end of its replay: hits in this phase were reported before, except the
 * differences.
 */
export class CatchUp {
  #before: HitEvent[] | null = null
  #meanwhile: HitEvent[] = []
  #stood: Standing = new Map()

  /** Stores the state of hits at shutdown, as far as it depends on data to be replayed, and the restored memories. */
  expect(events: readonly HitEvent[], ...memories: readonly Memory[]): void {
    this.#before ??= []
    this.#before.push(...events)
    for (const memory of memories) addStanding(this.#stood, memory)
  }

  /** Records a change of the replay; returns true when it must not be reported now. */
  takes(change: Change): boolean {
    if (this.#before === null) return false
    const { what, id } = change
    // Results revised meanwhile are dropped.
    if (what === 'REVISED') this.#meanwhile = this.#meanwhile.filter((one) => one.id !== id)
    else this.#meanwhile.push({ ...change, what })
    return true
  }

  /** Returns changes for hits that are new and for earlier hits that no longer hold. */
  end(): Change[] {
    const changes = differences(this.#before ?? [], this.#meanwhile, this.#stood)
    this.#before = null
    this.#meanwhile = []
    this.#stood = new Map()
    return changes
  }
}
