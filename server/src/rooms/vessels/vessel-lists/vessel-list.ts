import type { ListMember, MemberSort, VesselList } from '@samudra/contract/vessel-lists'
import type { AisRecord } from '@samudra/contract/picture'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { columnsOf } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { List, ListBody, Member, Membership } from '../../chart/filter-inputs/room.ts'
import type { KnownShips } from '../../../sea/known-ships.ts'

/** Visibility of vessels on the picture to a caller. */
export type Ships = KnownShips & {
  /** Returns the name of a vessel on the picture; null if absent or unnamed. */
  nameOf(mmsi: number): string | null
  /** The ship as the caller sees it; null when it is not on the picture. */
  find(mmsi: number): AisRecord | null
}

/** The list itself is its owner's. */
export const isOwn = (list: List, caller: Caller) => caller.isAdmin || list.owner_id === caller.userId

export const isInForce = ({ expires_at }: Pick<Member, 'expires_at'>, at: number) =>
  expires_at === null || Date.parse(expires_at) > at

/** Members of a list, or one of them, that a caller may know: those the caller added and vessels that the caller may see. */
export const visibleMembers = (
  membership: Membership,
  list: List,
  caller: Caller,
  ships: Ships,
  at: number,
  mmsi?: string,
): Member[] =>
  membership
    .membersOf(list)
    .filter(
      (one) =>
        (mmsi === undefined || one.mmsi === mmsi) &&
        isInForce(one, at) &&
        (one.added_by_id === caller.userId ||
          membership.isVisibleMember(list, Number(one.mmsi), caller, ships)),
    )

export const presentList = (
  { lists, membership }: { lists: Objects<ListBody>; membership: Membership },
  list: List,
  caller: Caller,
  ships: Ships,
  at: number,
): VesselList => ({
  ...columnsOf(list, isOwn(list, caller)),
  name: list.body.name,
  kind: list.body.kind,
  color: list.body.color,
  query: list.body.kind === 'DYNAMIC' ? list.body.query : null,
  count: visibleMembers(membership, list, caller, ships, at).length,
  reason_required: list.body.kind === 'STATIC',
  may_add: list.body.kind === 'STATIC' && lists.isChangedBy(list, caller),
})

export const membershipOf = ({ reason, added_by, added_at, expires_at }: Member) => ({
  reason,
  added_by,
  added_at,
  expires_at,
})

type Wanted = { q?: string | undefined; sort?: MemberSort | undefined }

/** Returns members that match some words, sorted; only vessels on the map have names. */
export function sortedMembers(members: Member[], { q = '', sort }: Wanted, ships: Ships | null): Member[] {
  const words = q.trim().toLowerCase()
  const by = sort?.replace(/^-/, '') as Exclude<MemberSort, `-${string}`> | undefined
  const names = new Map<string, string>()
  if (ships !== null && (words !== '' || by === 'ship_name'))
    for (const { mmsi } of members) names.set(mmsi, ships.nameOf(Number(mmsi)) ?? '')
  const textOf = (one: Member) =>
    `${one.mmsi} ${one.reason} ${one.added_by} ${names.get(one.mmsi) ?? ''}`.toLowerCase()
  const found = words === '' ? members : members.filter((one) => textOf(one).includes(words))
  if (by === undefined) return found
  // Members without a value come last.
  const keyOf = (one: Member) => (by === 'ship_name' ? names.get(one.mmsi) : one[by]) || null
  const way = sort!.startsWith('-') ? -1 : 1
  return found.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return way * (one < other ? -1 : Number(one > other))
  })
}

export function presentMember(member: Member, ship: AisRecord | null): ListMember {
  const columns = { mmsi: member.mmsi, ...membershipOf(member) }
  if (ship === null) return { ...columns, vessel: null }
  const { split_id, ship_name, country, ship_type, latitude, longitude, observed_at } = ship
  return {
    ...columns,
    vessel: { split_id, ship_name, country, ship_type, latitude, longitude, observed_at },
  }
}
