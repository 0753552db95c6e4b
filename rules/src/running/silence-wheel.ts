import type { SilenceNode } from '../values/predicates.ts'
import type { Ship } from './ship.ts'

const TURN_MS = 10_000

/** When ships will have been silent long enough to be asked again; each stands in it once, and is looked at when it is time. */
export class SilenceWheel {
  readonly #silences: readonly SilenceNode[]
  readonly #turns = new Map<number, number[]>()
  readonly #isNoted = new Set<number>()
  /** How far it was turned; what was due before is looked at with the next turn. */
  #turned = -Infinity

  constructor(silences: readonly SilenceNode[]) {
    this.#silences = silences
  }

  /** When the next silence of a ship may be said, Infinity when all were. */
  #dueOf({ memory }: Ship): number {
    const next = this.#silences[memory.silences]
    return next === undefined || memory.fix.at === 0 ? Infinity : memory.fix.at + next.ms + next.waitMs
  }

  /** Sees to it that a ship is looked at in time. */
  note(number: number, ship: Ship): void {
    if (this.#isNoted.has(number)) return
    const due = this.#dueOf(ship)
    if (due === Infinity) return
    this.#isNoted.add(number)
    const turn = Math.max(Math.ceil(due / TURN_MS), this.#turned + 1)
    const there = this.#turns.get(turn)
    if (there === undefined) this.#turns.set(turn, [number])
    else there.push(number)
  }

  /** Turns up to an instant; whoever may have been silent long enough is gone through, and noted again. */
  turn(now: number, run: (number: number) => Ship): void {
    const last = Math.floor(now / TURN_MS)
    if (last <= this.#turned) return
    this.#turned = last
    const due = [...this.#turns.keys()].filter((turn) => turn <= last).sort((a, b) => a - b)
    for (const turn of due) {
      const numbers = this.#turns.get(turn)!
      this.#turns.delete(turn)
      for (const number of numbers) {
        this.#isNoted.delete(number)
        this.note(number, run(number))
      }
    }
  }
}
