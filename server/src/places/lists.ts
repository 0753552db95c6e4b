import { anyOf, keepersOf } from '../kernel/audience.ts'
import { Believed, believedIn, type Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'
import { Objects, type Held } from '../kernel/objects.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'

export type Member = {
  mmsi: string
  reason: string
  added_by: string
  added_by_id: string
  added_at: string
  expires_at: string | null
}
/** What of a list is kept as its body. */
export type ListBody = { name: string; kind: 'STATIC'; color: string; members: Member[] }
export type List = Held<ListBody>

/** Members of a group put ships on its lists and take them off. */
const changers = (list: List) =>
  list.visibility === 'GROUP'
    ? anyOf(keepersOf(list), { to: 'groups', ids: list.group_ids })
    : keepersOf(list)

/** Lists of vessels that users keep, for themselves and for their group. */
export async function openLists(needs: { db: Db; clock: Clock }): Promise<Objects<ListBody>> {
  const lists = new Objects<ListBody>(needs, { type: 'vessel_list', noun: 'vessel list', changers })
  await lists.load()
  return lists
}

/** Who is on which list until when; asked for every contact, so it is made once a version. */
export class Membership {
  readonly #lists: Objects<ListBody>
  readonly #ends = new WeakMap<ListBody, Map<number, number>>()

  constructor(lists: Objects<ListBody>) {
    this.#lists = lists
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
  holds({ body }: List, mmsi: number, at: number): boolean {
    let ends = this.#ends.get(body)
    if (ends === undefined) {
      ends = new Map(
        body.members.map((one) => [
          Number(one.mmsi),
          one.expires_at === null ? Infinity : Date.parse(one.expires_at),
        ]),
      )
      this.#ends.set(body, ends)
    }
    return (ends.get(mmsi) ?? 0) > at
  }
}

/** The lists as they stood at each instant of a period, of some ids or all, and when a ship came on or off. */
export async function listsThen(
  { lists, membership }: { lists: Objects<ListBody>; membership: Membership },
  caller: Caller,
  period: Period,
  ids: readonly string[] | null,
) {
  const { from, to } = period
  const versions = (await lists.during(...believedIn(period), caller)).filter(
    ({ id }) => ids === null || ids.includes(id),
  )
  const believed = new Believed(versions, period, (some) => new Map(some.map((list) => [list.id, list])))
  const ends = versions.flatMap(({ body }) => body.members.flatMap(({ expires_at }) => expires_at ?? []))
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
