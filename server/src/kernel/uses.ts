import type { Caller } from './caller.ts'
import { Refusal } from './errors.ts'

/** Something that others may need as long as it is there. */
export type Needed = { kind: 'area' | 'list' | 'port'; id: string }
/** Names what needs it, of what a caller may know: "Saved filter: tankers". */
export type Answer = (needed: Needed, caller: Caller) => string[]

const MOST_NAMED = 5

/** What needs what, answered by the rooms that use it, so that the room that has it knows none of them. */
export class Uses {
  readonly #answers: Answer[] = []

  answer(answer: Answer): void {
    this.#answers.push(answer)
  }
  of(needed: Needed, caller: Caller): string[] {
    return this.#answers.flatMap((answer) => answer(needed, caller))
  }
  /** Throws IN_USE with the names under `field` while something needs it. */
  refuseUsed(needed: Needed, caller: Caller, field: string): void {
    const names = this.of(needed, caller)
    if (names.length === 0) return
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
    throw new Refusal('IN_USE', `This ${needed.kind} is used by ${named}; end that first.`, {
      data: { [field]: names },
    })
  }
}
