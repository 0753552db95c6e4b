import type { ListMember, VesselList } from '@samudra/contract/vessel-lists'
import type { AisRecord } from '@samudra/contract/picture'
import type { Caller } from '../kernel/caller.ts'
import { columnsOf, isVisible, type Held, type Objects } from '../kernel/objects.ts'

type Member = {
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

/** What a caller may know of ships on the picture. */
export type Ships = {
  /** False for a ship on the picture that the caller may not see. */
  mayKnow(mmsi: number): boolean
  /** The ship as the caller sees it; null when it is not on the picture. */
  find(mmsi: number): AisRecord | null
}

/** Members of a group put ships on its lists and take them off; the list itself is its owner's. */
export const mayAdd = (list: List, caller: Caller) =>
  caller.isAdmin ||
  list.owner_id === caller.userId ||
  (list.visibility === 'GROUP' && isVisible(list, caller))
export const isOwn = (list: List, caller: Caller) => caller.isAdmin || list.owner_id === caller.userId

export const isInForce = ({ expires_at }: Pick<Member, 'expires_at'>, at: number) =>
  expires_at === null || Date.parse(expires_at) > at

/** Who put a ship there knows it; others as far as they may know the ship. */
const mayTell = (member: Member, caller: Caller, ships: Ships) =>
  member.added_by_id === caller.userId || ships.mayKnow(Number(member.mmsi))

export const membersTold = ({ body }: List, caller: Caller, ships: Ships, at: number) =>
  body.members.filter((one) => isInForce(one, at) && mayTell(one, caller, ships))

export const presentList = (list: List, caller: Caller, ships: Ships, at: number): VesselList => ({
  ...columnsOf(list, isOwn(list, caller)),
  name: list.body.name,
  kind: list.body.kind,
  color: list.body.color,
  query: null,
  count: membersTold(list, caller, ships, at).length,
  reason_required: true,
  may_add: mayAdd(list, caller),
})

export const membershipOf = ({ reason, added_by, added_at, expires_at }: Member) => ({
  reason,
  added_by,
  added_at,
  expires_at,
})

export function presentMember(member: Member, ship: AisRecord | null): ListMember {
  const columns = { mmsi: member.mmsi, ...membershipOf(member) }
  if (ship === null) return { ...columns, vessel: null }
  const { split_id, ship_name, country, ship_type, latitude, longitude, observed_at } = ship
  return {
    ...columns,
    vessel: { split_id, ship_name, country, ship_type, latitude, longitude, observed_at },
  }
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
