import type { SilenceNode } from '../values/predicates.ts'
import type { Ship } from './ship.ts'

const TURN_MS = 10_000

/**
 * Schedule of the vessels that will have been silent long enough for the next evaluation; each has one entry,
 * evaluated when due.
 */
export class SilenceWheel {
  readonly #silences: readonly SilenceNode[]
  readonly #turns = new Map<number, number[]>()
  readonly #isNoted = new Set<number>()
  /** Position of the wheel; entries due before it are evaluated with the next turn. */
  #turned = -Infinity

  constructor(silences: readonly SilenceNode[]) {
    this.#silences = silences
  }

  /** Returns when the next silence of a vessel may be reported, Infinity when all were. */
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

  /** Turns up to an instant; evaluates and reschedules each vessel that may have been silent long enough. */
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
