import { addStanding, differences, type Change, type Standing } from '../pairs/differences.ts'
import type { Memory } from './memory.ts'
import type { HitEvent } from '../plans/rule-unit.ts'

/** Between being put back and having taken all that was stored since: what is said then was said before, but for what is not. */
export class CatchUp {
  #before: HitEvent[] | null = null
  #meanwhile: HitEvent[] = []
  #stood: Standing = new Map()

  /** How hits stood when it ended, as far as they stand on what will be taken again; and the memories that are put back. */
  expect(events: readonly HitEvent[], ...memories: readonly Memory[]): void {
    this.#before ??= []
    this.#before.push(...events)
    for (const memory of memories) addStanding(this.#stood, memory)
  }

  /** Whether a change was taken in here, and is not to be told now. */
  takes(change: Change): boolean {
    if (this.#before === null) return false
    const { what, id } = change
    // Of what is revised meanwhile nothing stands.
    if (what === 'REVISED') this.#meanwhile = this.#meanwhile.filter((one) => one.id !== id)
    else this.#meanwhile.push({ ...change, what })
    return true
  }

  /** What is said now and was not, and what was said and is not so. */
  end(): Change[] {
    const changes = differences(this.#before ?? [], this.#meanwhile, this.#stood)
    this.#before = null
    this.#meanwhile = []
    this.#stood = new Map()
    return changes
  }
}
