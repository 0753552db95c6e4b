import type { Caller } from '../http/caller.ts'
import { OperationError } from '../http/errors.ts'

/** Something that others may need as long as it is there. */
type Needs = { kind: 'area' | 'boundary' | 'list' | 'port' | 'escalation policy'; ids: readonly string[] }
/** By its id, what needs each of them: "Saved filter: tankers". */
export type Named = ReadonlyMap<string, string[]>
/** Names what needs them, of what a caller may know; requested for many at once. */
export type ReferenceAnswer = (needed: Needs, caller: Caller) => Named | Promise<Named>

const MOST_NAMED = 5

/** References between objects, requested of the rooms that use them, so that the owning room knows none of those. */
export class Uses {
  readonly #request: (needed: Needs, caller: Caller) => Promise<Named[]>

  constructor(request: (needed: Needs, caller: Caller) => Promise<Named[]>) {
    this.#request = request
  }
  async of(needed: Needs, caller: Caller): Promise<Named> {
    const all = new Map<string, string[]>()
    for (const named of await this.#request(needed, caller))
      for (const [id, names] of named) all.set(id, [...(all.get(id) ?? []), ...names])
    return all
  }
  /** Throws IN_USE with the names under `field` while something needs it. */
  async refuseUsed(
    { kind, id }: { kind: Needs['kind']; id: string },
    caller: Caller,
    field: string,
  ): Promise<void> {
    const names = (await this.of({ kind, ids: [id] }, caller)).get(id) ?? []
    if (names.length === 0) return
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
    throw new OperationError('IN_USE', `This ${kind} is used by ${named}; end that first.`, {
      data: { [field]: names },
    })
  }
}
