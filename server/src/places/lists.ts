import { anyOf, keepersOf } from '../kernel/audience.ts'
import { Believed, believedIn, type Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Held } from '../kernel/object-rules.ts'
import type { Others } from '../kernel/others.ts'
import type { Objects } from '../kernel/objects.ts'
import { openObjects } from '../kernel/open-objects.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { moveMembers, readStays, takeFromBodies, type Member, type Stay } from './members.sql.ts'

/** What of a list is kept as its body; who is on it are rows of their own. */
export type ListBody = { name: string; kind: 'STATIC'; color: string }
export type List = Held<ListBody>

/** Members of a group put ships on its lists and take them off. */
const changers = (list: List) =>
  list.visibility === 'GROUP'
    ? anyOf(keepersOf(list), { to: 'groups', ids: list.group_ids })
    : keepersOf(list)

/** Lists of vessels that users keep, for themselves and for their group. */
export async function openLists(
  needs: { db: Db; clock: Clock; others?: Others },
  changed = () => undefined as void,
) {
  await takeFromBodies(needs.db)
  const lists = await openObjects<ListBody>(needs, { type: 'vessel_list', noun: 'vessel list', changers })
  const membership = new Membership(needs.db, lists)
  await membership.load()
  lists.whenFollowed(async (ids) => {
    await membership.load(ids)
    changed()
  })
  return { lists, membership }
}

/** Who is on a version of a list, in order, and until when. */
class Roster {
  version: number
  readonly #stays = new Map<number, { member: Member; end: number }>()

  constructor(version: number, members: Iterable<Member>) {
    this.version = version
    for (const one of members) this.put(one)
  }
  get members(): Member[] {
    return Array.from(this.#stays.values(), ({ member }) => member)
  }
  /** When the stay of a ship ends; of one that is not on the list it has. */
  endOf(mmsi: number): number {
    return this.#stays.get(mmsi)?.end ?? -Infinity
  }
  put(member: Member): void {
    const end = member.expires_at === null ? Infinity : Date.parse(member.expires_at)
    this.#stays.set(Number(member.mmsi), { member, end })
  }
  takeOff(mmsi: string): void {
    this.#stays.delete(Number(mmsi))
  }
}

/** Who is on which list until when: of the current lists held, as it is asked for every contact; of the past read. */
export class Membership {
  readonly #db: Db
  readonly #lists: Objects<ListBody>
  readonly #now = new Map<string, Roster>()
  readonly #then = new WeakMap<List, Roster>()

  constructor(db: Db, lists: Objects<ListBody>) {
    this.#db = db
    this.#lists = lists
  }

  /** Reads who is on some of the current lists, or on all. */
  async load(ids: readonly string[] | null = null): Promise<void> {
    const stays = await this.#currentStays(ids)
    for (const id of ids ?? this.#now.keys()) if (this.#lists.find(id) === undefined) this.forget(id)
    for (const { id, version } of this.#lists.all())
      if (ids?.includes(id) !== false) this.#now.set(id, new Roster(version, membersIn(stays.get(id) ?? [])))
  }

  async #currentStays(ids: readonly string[] | null) {
    const stays = await readStays(this.#db, ids)
    return byList(ids === null ? stays : stays.filter(({ to_version }) => to_version === null))
  }

  /** Who is on a list that is current or was told by `during`. */
  membersOf(list: List): Member[] {
    return this.#rosterOf(list)?.members ?? []
  }

  /** Whether a ship is on a list the caller sees. */
  isIn(caller: Caller, id: string, mmsi: number, at: number): boolean {
    const list = this.#lists.find(id)
    return list !== undefined && this.#lists.isSeenBy(list, caller) && this.holds(list, mmsi, at)
  }

  /** The lists of a ship that a caller sees. */
  listsOf(caller: Caller, mmsi: number, at: number): List[] {
    const found: List[] = []
    for (const list of this.#lists.all())
      if (this.holds(list, mmsi, at) && this.#lists.isSeenBy(list, caller)) found.push(list)
    return found
  }

  /** Whether a version of a list has a ship at an instant. */
  holds(list: List, mmsi: number, at: number): boolean {
    return (this.#rosterOf(list)?.endOf(mmsi) ?? -Infinity) > at
  }

  /** Every version of the lists a caller sees that was believed at some time of a period, with who was on it. */
  async during(from: Date, to: Date, caller: Caller): Promise<List[]> {
    const versions = await this.#lists.during(from, to, caller)
    const unknown = versions.filter((one) => this.#lists.find(one.id) !== one && !this.#then.has(one))
    if (unknown.length === 0) return versions
    const ids = [...new Set(unknown.map(({ id }) => id))]
    const stays = byList(await readStays(this.#db, ids))
    for (const one of unknown) {
      const { version } = one
      const then = (stays.get(one.id) ?? []).filter(
        ({ from_version, to_version }) => from_version <= version && (to_version ?? Infinity) > version,
      )
      this.#then.set(one, new Roster(version, membersIn(then)))
    }
    return versions
  }

  /** A list the caller may change, with those who are on this very version. Throws NOT_FOUND, FORBIDDEN. */
  async writable(id: string, caller: Caller): Promise<List> {
    for (;;) {
      const list = this.#lists.writable(id, caller)
      if (this.#now.get(id)?.version === list.version) return list
      const stays = await this.#currentStays([id])
      this.#now.set(id, new Roster(list.version, membersIn(stays.get(id) ?? [])))
    }
  }

  /** Makes the next version of a list: some ships come, others go. Throws VERSION_CONFLICT when somebody was faster. */
  move(
    caller: Caller,
    before: List,
    { come, go, reason }: { come: Member[]; go: string[]; reason: string },
  ): Promise<List> {
    const at = { id: before.id, expected_version: before.version }
    return this.#lists.change(caller, at, { reason }, () => null, {
      also: moveMembers(come, go),
      held: ({ id, version }) => {
        const roster = this.#now.get(id)
        if (roster === undefined || roster.version >= version) return
        for (const mmsi of go) roster.takeOff(mmsi)
        for (const member of come) roster.put(member)
        roster.version = version
      },
    })
  }

  /** Holds nothing any more of a list that was removed. */
  forget(id: string): void {
    this.#now.delete(id)
  }

  #rosterOf(list: List): Roster | undefined {
    return this.#then.get(list) ?? this.#now.get(list.id)
  }
}

function byList(stays: readonly Stay[]): Map<string, Stay[]> {
  const lists = new Map<string, Stay[]>()
  for (const one of stays) {
    const known = lists.get(one.list_id)
    if (known === undefined) lists.set(one.list_id, [one])
    else known.push(one)
  }
  return lists
}
const membersIn = (stays: readonly Stay[]) => stays.map(({ member }) => member)

/** The lists as they stood at each instant of a period, of some ids or all, and when a ship came on or off. */
export async function listsThen(
  membership: Membership,
  caller: Caller,
  period: Period,
  ids: readonly string[] | null,
) {
  const { from, to } = period
  const versions = (await membership.during(...believedIn(period), caller)).filter(
    ({ id }) => ids === null || ids.includes(id),
  )
  const believed = new Believed(versions, period, (some) => new Map(some.map((list) => [list.id, list])))
  const ends = versions.flatMap((list) =>
    membership.membersOf(list).flatMap(({ expires_at }) => expires_at ?? []),
  )
  return {
    isInList: (id: string, mmsi: number, at: number) => {
      const list = believed.at(at).get(id)
      return list !== undefined && membership.holds(list, mmsi, at)
    },
    listsOf: (mmsi: number, at: number) =>
      [...believed.at(at).values()].flatMap((list) => (membership.holds(list, mmsi, at) ? [list.id] : [])),
    changes: [
      ...believed.changes,
      ...ends.map((end) => Date.parse(end)).filter((end) => end > from && end <= to),
    ],
  }
}
