import type { Caller } from './caller.ts'
import { Refusal } from './errors.ts'

/** Something that others may need as long as it is there. */
export type Needed = { kind: 'area' | 'list' | 'port'; id: string }
/** Names what needs it, of what a caller may know: "Saved filter: tankers". */
export type Answer = (needed: Needed, caller: Caller) => string[] | Promise<string[]>

const MOST_NAMED = 5

/** What needs what, answered by the rooms that use it, so that the room that has it knows none of them. */
export class Uses {
  readonly #answers: Answer[] = []

  answer(answer: Answer): void {
    this.#answers.push(answer)
  }
  async of(needed: Needed, caller: Caller): Promise<string[]> {
    const named = await Promise.all(this.#answers.map(async (answer) => answer(needed, caller)))
    return named.flat()
  }
  /** Throws IN_USE with the names under `field` while something needs it. */
  async refuseUsed(needed: Needed, caller: Caller, field: string): Promise<void> {
    const names = await this.of(needed, caller)
    if (names.length === 0) return
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
    throw new Refusal('IN_USE', `This ${needed.kind} is used by ${named}; end that first.`, {
      data: { [field]: names },
    })
  }
}
