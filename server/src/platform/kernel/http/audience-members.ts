import { users, type Audience } from './audience.ts'
import type { Pushed } from './send.ts'

/** Returns ids of the users who are members of a thing now: of a channel, a group, a mailbox. */
export type MembersOf = (of: string, id: string) => Promise<readonly string[]>

/** Returns whether an audience names members, whom only a table knows. */
export const hasMembers = (audience: Audience): boolean =>
  audience.to === 'members' ||
  ((audience.to === 'any' || audience.to === 'all') && audience.of.some(hasMembers)) ||
  (audience.to === 'not' && hasMembers(audience.those))

/** Returns an audience with the members of the moment in place of their names. */
export async function withMembers(audience: Audience, membersOf: MembersOf): Promise<Audience> {
  if (!hasMembers(audience)) return audience
  switch (audience.to) {
    case 'members':
      return users(...(await membersOf(audience.of, audience.id)))
    case 'any':
    case 'all':
      return {
        to: audience.to,
        of: await Promise.all(audience.of.map((one) => withMembers(one, membersOf))),
      }
    case 'not':
      return { to: 'not', those: await withMembers(audience.those, membersOf) }
    default:
      return audience
  }
}

/** Returns the same that reads each table once. */
export function oncePerThing(membersOf: MembersOf): MembersOf {
  const known = new Map<string, Promise<readonly string[]>>()
  return (of, id) => {
    const key = `${of} ${id}`
    const found = known.get(key) ?? membersOf(of, id)
    known.set(key, found)
    return found
  }
}

const namesMembers = ({ audience, cuts = [] }: Pushed) =>
  hasMembers(audience) || cuts.some(({ to }) => hasMembers(to))

/** Resolves members of pushes as they are delivered, and keeps the order of pushes. */
export class MemberPushes {
  readonly #membersOf: MembersOf
  readonly #deliver: (pushed: Pushed) => void
  readonly #failed: (error: unknown) => void
  #last: Promise<void> | null = null

  constructor(membersOf: MembersOf, deliver: (pushed: Pushed) => void, failed: (error: unknown) => void) {
    this.#membersOf = membersOf
    this.#deliver = deliver
    this.#failed = failed
  }

  push(pushed: Pushed): void {
    if (this.#last === null && !namesMembers(pushed)) return this.#deliver(pushed)
    const mine: Promise<void> = (this.#last ?? Promise.resolve())
      .then(async () => this.#deliver(await this.#resolved(pushed)))
      .catch(this.#failed)
      .then(() => {
        if (this.#last === mine) this.#last = null
      })
    this.#last = mine
  }

  async #resolved(pushed: Pushed): Promise<Pushed> {
    const membersOf = oncePerThing(this.#membersOf)
    const audience = await withMembers(pushed.audience, membersOf)
    if (pushed.cuts === undefined) return { ...pushed, audience }
    const cuts = await Promise.all(
      pushed.cuts.map(async (cut) => ({ ...cut, to: await withMembers(cut.to, membersOf) })),
    )
    return { ...pushed, audience, cuts }
  }
}
