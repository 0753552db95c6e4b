import {
  addVesselToList,
  createVesselList,
  deleteVesselList,
  getVesselList,
  getVesselListByMmsi,
  getVesselsByVesselList,
  listKind,
  MOST_MEMBERS,
  removeVesselFromList,
} from '@samudra/contract/vessel-lists'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { byName, pageOfObjects, tellObject, type Listed } from '../kernel/object-calls.ts'
import type { Objects } from '../kernel/objects.ts'
import { pageOf } from '../kernel/pages.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Send } from '../kernel/send.ts'
import type { Uses } from '../kernel/uses.ts'
import type { Clock } from '../needs/clock.ts'
import type { List, ListBody, Member, Membership } from '../places/room.ts'
import {
  isInForce,
  isOwn,
  membershipOf,
  membersTold,
  presentList,
  presentMember,
  type Ships,
} from './list.ts'

type ListNeeds = {
  lists: Objects<ListBody>
  membership: Membership
  clock: Clock
  send: Send
  shipsOf: (caller: Caller) => Ships
  /** Called after each change, for whoever shows by lists. */
  changed: () => void
  uses: Uses
}

export const listOps = (needs: ListNeeds): Handled[] =>
  [create, lists, add, byMmsi, members, remove, removeMember].map((make) => make(needs))

const show = (needs: ListNeeds, list: List, caller: Caller) =>
  presentList(needs, list, caller, needs.shipsOf(caller), needs.clock.now())

const create = (needs: ListNeeds) =>
  handle(createVesselList, async ({ input, caller, record }) => {
    const { name, kind, color, visibility } = input
    record({ objectType: 'vessel_list' })
    if (kind === 'DYNAMIC' || input.query !== undefined) {
      const why = 'lists that find their members by a question are not offered yet'
      const field = kind === 'DYNAMIC' ? 'kind' : 'query'
      throw new Refusal('VALIDATION', `Make a static list: ${why}.`, { fields: [{ field, why }] })
    }
    const list = await needs.lists.add(caller, { body: { name, kind, color }, visibility })
    const shown = show(needs, list, caller)
    record({ objectId: list.id, after: shown })
    tell(needs, 'add', list)
    return shown
  })

const lists = (needs: ListNeeds) =>
  handle(getVesselList, async ({ input, caller }) => {
    const words = input.q?.trim().toLowerCase() ?? ''
    const ships = needs.shipsOf(caller)
    const { lists: all, membership } = needs
    const objects: Listed<ListBody> = {
      list: (who) => all.list(who),
      asOf: (at, who) => membership.during(at, at, who),
    }
    return pageOfObjects(
      { ...needs, objects },
      { input, caller },
      {
        isAsked: ({ body }) =>
          (input.kind === undefined || body.kind === input.kind) && body.name.toLowerCase().includes(words),
        order: byName,
        show: (ones, at) => ones.map((list) => presentList(needs, list, caller, ships, at)),
      },
    )
  })

/** The lists a caller sees now, or saw then. */
async function asKnown(
  { lists: all, membership, clock }: ListNeeds,
  as_of: string | undefined,
  caller: Caller,
) {
  if (as_of === undefined) return { at: clock.now() as number, seen: all.list(caller) }
  const at = Date.parse(as_of)
  return { at, seen: await membership.during(new Date(at), new Date(at), caller) }
}

const add = (needs: ListNeeds) =>
  handle(addVesselToList, async ({ input, caller, record }) => {
    const { id, reason } = input
    const now = needs.clock.now()
    const expires_at = input.expires_at == null ? null : new Date(input.expires_at).toISOString()
    record({ objectType: 'vessel_list', objectId: id, reason })
    if (!isInForce({ expires_at }, now)) {
      const why = 'it must be in the future'
      throw new Refusal('VALIDATION', `Check the end: ${why}.`, { fields: [{ field: 'expires_at', why }] })
    }
    const membership = {
      reason,
      added_by: caller.username,
      added_by_id: caller.userId,
      added_at: new Date(now).toISOString(),
      expires_at,
    }
    let sorted = { added: [] as string[], rejected: [] as { mmsi: string; why: string }[] }
    await edit(needs, caller, id, reason, (list) => {
      const { fresh, ...answer } = sortOut(needs, list, caller, input.mmsis)
      sorted = answer
      if (fresh.length === 0) return null
      // Of a ship whose time had run out the old stay ends as well.
      return { come: fresh.map((mmsi) => ({ mmsi, ...membership })), go: fresh }
    })
    record({ after: { ...sorted, expires_at } })
    return sorted
  })

/** Which of them can be added; a ship on the list that the caller may not know of is answered like any other. */
function sortOut(
  { membership, clock, shipsOf }: ListNeeds,
  list: List,
  caller: Caller,
  mmsis: readonly string[],
) {
  const now = clock.now()
  const all = membership.membersOf(list)
  const inForce = new Set(all.filter((one) => isInForce(one, now)).map(({ mmsi }) => mmsi))
  const told = new Set(membersTold(all, caller, shipsOf(caller), now).map(({ mmsi }) => mmsi))
  const added: string[] = []
  const fresh: string[] = []
  const rejected: { mmsi: string; why: string }[] = []
  for (const mmsi of new Set(mmsis))
    if (!/^\d{9}$/.test(mmsi)) rejected.push({ mmsi, why: 'an MMSI has nine digits' })
    else if (told.has(mmsi)) rejected.push({ mmsi, why: 'it is on this list already' })
    else if (inForce.has(mmsi)) added.push(mmsi)
    else if (inForce.size + fresh.length >= MOST_MEMBERS)
      rejected.push({ mmsi, why: `a list holds ${MOST_MEMBERS} ships at most; make another` })
    else {
      added.push(mmsi)
      fresh.push(mmsi)
    }
  return { added, fresh, rejected }
}

/** Puts ships on a list and takes others off; whoever was faster is taken along. `next` answers null where nothing is to change. */
async function edit(
  needs: ListNeeds,
  caller: Caller,
  id: string,
  reason: string,
  next: (list: List) => { come: Member[]; go: string[] } | null,
): Promise<void> {
  const { membership } = needs
  for (;;) {
    const before = await membership.writable(id, caller)
    const moves = next(before)
    if (moves === null) return
    try {
      const after = await membership.move(caller, before, { ...moves, reason })
      return tell(needs, 'update', after, before)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'VERSION_CONFLICT') throw error
    }
  }
}

const byMmsi = (needs: ListNeeds) =>
  handle(getVesselListByMmsi, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const ships = needs.shipsOf(caller)
    return seen
      .filter((list) => needs.membership.holds(list, Number(input.mmsi), at))
      .sort(byName)
      .flatMap((list) =>
        membersTold(needs.membership.membersOf(list), caller, ships, at)
          .filter(({ mmsi }) => mmsi === input.mmsi)
          .map((member) => ({
            list_id: list.id,
            name: list.body.name,
            color: list.body.color,
            ...membershipOf(member),
          })),
      )
  })

const members = (needs: ListNeeds) =>
  handle(getVesselsByVesselList, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const list = seen.find(({ id }) => id === input.id)
    if (list === undefined) throw new Refusal('NOT_FOUND', 'This vessel list does not exist.')
    const ships = needs.shipsOf(caller)
    const page = pageOf(membersTold(needs.membership.membersOf(list), caller, ships, at), input, at)
    const isPast = input.as_of !== undefined
    return {
      ...page,
      items: page.items.map((one) => presentMember(one, isPast ? null : ships.find(Number(one.mmsi)))),
    }
  })

const remove = (needs: ListNeeds) =>
  handle(deleteVesselList, async ({ input, caller, record }) => {
    const { id, reason = '' } = input
    record({ objectType: 'vessel_list', objectId: id, reason })
    const before = needs.lists.get(id, caller)
    if (!isOwn(before, caller))
      throw new Refusal('FORBIDDEN', 'Only its owner or an administrator may delete this vessel list.')
    record({ before: show(needs, before, caller) })
    await needs.uses.refuseUsed({ kind: 'list', id }, caller, 'used_by_rules')
    tell(needs, 'delete', await needs.lists.remove(caller, id, reason), before)
    needs.membership.forget(id)
    return { id, used_by_rules: [] }
  })

const removeMember = (needs: ListNeeds) =>
  handle(removeVesselFromList, async ({ input, caller, record }) => {
    const { id, mmsi, reason = '' } = input
    const now = needs.clock.now()
    record({ objectType: 'vessel_list', objectId: id, reason })
    await edit(needs, caller, id, reason, (list) => {
      const members = needs.membership.membersOf(list)
      const member = membersTold(members, caller, needs.shipsOf(caller), now).find((one) => one.mmsi === mmsi)
      if (member === undefined)
        throw new Refusal('NOT_FOUND', `The ship with MMSI ${mmsi} is not on this list.`)
      record({ before: { mmsi, ...membershipOf(member) } })
      return { come: [], go: [mmsi] }
    })
    return { removed_at: new Date(now).toISOString() }
  })

function tell(
  { lists: objects, send, changed }: ListNeeds,
  op: 'add' | 'update' | 'delete',
  now: List,
  before?: List,
) {
  changed()
  tellObject({ objects, kind: listKind, send }, op, now, before)
}
