import {
  addVesselToList,
  BLACKLIST,
  createVesselList,
  deleteVesselList,
  getListedVessels,
  getVesselList,
  getVesselListByMmsi,
  getVesselListHistory,
  getVesselsByVesselList,
  listKind,
  MOST_MEMBERS,
  removeVesselFromList,
  updateVesselList,
} from '@samudra/contract/vessel-lists'
import type { AisFilter } from '@samudra/contract/filter'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import {
  byName,
  pageOfObjects,
  pushObject,
  type Listed,
} from '../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Uses } from '../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type {
  List,
  ListBody,
  Member,
  Membership,
  FilterInputsInterface,
} from '../../chart/filter-inputs/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { readDynamicStays, readStaticStays } from './stays.sql.ts'
import { checkConditions } from './list-limits.ts'
import {
  isInForce,
  isOwn,
  membershipOf,
  visibleMembers,
  presentList,
  presentMember,
  sortedMembers,
  type Ships,
} from './vessel-list.ts'

export type ListNeeds = {
  db: Db
  lists: Objects<ListBody>
  membership: Membership
  clock: Clock
  send: Send
  shipsOf: (caller: Caller) => Ships
  editMembers: FilterInputsInterface['editMembers']
  /** Throws VALIDATION for a filter that cannot be applied to vessels. */
  checkFilter: (query: AisFilter, caller: Caller) => void
  /** Reports each change, for screens that filter by lists. */
  changed: (list: string) => void
  uses: Uses
}

export const listOps = (needs: ListNeeds): Handled[] =>
  [create, update, lists, add, byMmsi, members, listed, came, remove, removeMember].map((make) => make(needs))

const show = (needs: ListNeeds, list: List, caller: Caller) =>
  presentList(needs, list, caller, needs.shipsOf(caller), needs.clock.now())

const create = (needs: ListNeeds) =>
  handle(createVesselList, async ({ input, caller, record }) => {
    const { name, kind, color, visibility } = input
    record({ objectType: 'vessel_list' })
    const body = { name, color, ...kindOf(needs, kind, input.query, caller) }
    checkConditions(needs.lists, caller.userId, { body })
    const list = await needs.lists.add(caller, { body, visibility })
    const shown = show(needs, list, caller)
    record({ objectId: list.id, after: shown })
    pushChange(needs, 'add', list)
    return shown
  })

const update = (needs: ListNeeds) =>
  handle(updateVesselList, async ({ input, caller, record }) => {
    const { id, expected_version, name, color, visibility, query, reason = '' } = input
    record({ objectType: 'vessel_list', objectId: id, reason })
    const before = needs.lists.get(id, caller)
    record({ before: show(needs, before, caller) })
    if (!isOwn(before, caller))
      throw new OperationError('FORBIDDEN', 'Only its owner or an administrator may change this vessel list.')
    if (id === BLACKLIST && visibility !== undefined && visibility !== before.visibility) {
      const why = 'the blacklist is visible to the whole centre'
      throw new OperationError('VALIDATION', `Check visibility: ${why}.`, {
        fields: [{ field: 'visibility', why }],
      })
    }
    const { body } = before
    const request = query ?? (body.kind === 'DYNAMIC' ? body.query : undefined)
    const next = {
      name: name ?? body.name,
      color: color ?? body.color,
      ...kindOf(needs, body.kind, request, caller, id),
    }
    if (query !== undefined) checkConditions(needs.lists, before.owner_id, { id, body: next })
    const change = { body: next, reason, ...(visibility === undefined ? {} : { visibility }) }
    const showNow = (now: List) => show(needs, now, caller)
    const after = await needs.lists.change(caller, { id, expected_version }, change, showNow, {
      also: sql``,
      held: (now) => needs.membership.sameOn(now),
    })
    const shown = show(needs, after, caller)
    record({ after: shown })
    pushChange(needs, 'update', after, before)
    return shown
  })

/** Returns the body of a list by its kind. Throws VALIDATION for an invalid query. */
function kindOf(
  { lists: all, checkFilter }: ListNeeds,
  kind: ListBody['kind'],
  query: AisFilter | undefined,
  caller: Caller,
  id?: string,
) {
  const refuse = (why: string) =>
    new OperationError('VALIDATION', `Check query: ${why}.`, {
      fields: ['query', 'kind'].map((field) => ({ field, why })),
    })
  if (kind === 'STATIC') {
    if (query !== undefined) throw refuse('a static list has no query; create a dynamic list')
    return { kind }
  }
  if (query === undefined || Object.values(query).every((request) => request === undefined))
    throw refuse('a dynamic list needs a query; add a condition')
  for (const other of query.lists ?? []) {
    const list = all.find(other)
    if (other === id || (list?.body.kind === 'DYNAMIC' && all.isSeenBy(list, caller)))
      throw refuse('it uses a dynamic list; a dynamic list may use static ones')
  }
  checkFilter(query, caller)
  return { kind, query }
}

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
        isQuery: ({ body }) =>
          (input.kind === undefined || body.kind === input.kind) && body.name.toLowerCase().includes(words),
        order: byName,
        show: (ones, at) => ones.map((list) => presentList(needs, list, caller, ships, at)),
      },
    )
  })

/** The lists a caller sees now, or saw then. */
export async function asKnown(
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
      throw new OperationError('VALIDATION', `Check the end: ${why}.`, {
        fields: [{ field: 'expires_at', why }],
      })
    }
    const membership = {
      reason,
      added_by: caller.username,
      added_by_id: caller.userId,
      added_at: new Date(now).toISOString(),
      expires_at,
    }
    let sorted = { added: [] as string[], rejected: [] as { mmsi: string; why: string }[] }
    await needs.editMembers(caller, id, reason, (list) => {
      refuseDynamic(list)
      const { fresh, ...answer } = sortOut(needs, list, caller, input.mmsis)
      sorted = answer
      if (fresh.length === 0) return null
      // An expired membership of the vessel ends as well.
      return { come: fresh.map((mmsi) => ({ mmsi, ...membership })), go: fresh }
    })
    record({ after: { ...sorted, expires_at } })
    return sorted
  })

export function refuseDynamic(list: List) {
  if (list.body.kind === 'DYNAMIC')
    throw new OperationError(
      'VALIDATION',
      'Vessels are on a dynamic list by its query; change the query, or create a static list.',
    )
}

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
  const visible = new Set(
    visibleMembers(membership, list, caller, shipsOf(caller), now).map(({ mmsi }) => mmsi),
  )
  const added: string[] = []
  const fresh: string[] = []
  const rejected: { mmsi: string; why: string }[] = []
  for (const mmsi of new Set(mmsis))
    if (!/^\d{9}$/.test(mmsi)) rejected.push({ mmsi, why: 'an MMSI has nine digits' })
    else if (visible.has(mmsi)) rejected.push({ mmsi, why: 'it is on this list already' })
    else if (inForce.has(mmsi)) added.push(mmsi)
    else if (inForce.size + fresh.length >= MOST_MEMBERS)
      rejected.push({ mmsi, why: `a list has at most ${MOST_MEMBERS} vessels; create another` })
    else {
      added.push(mmsi)
      fresh.push(mmsi)
    }
  return { added, fresh, rejected }
}

const byMmsi = (needs: ListNeeds) =>
  handle(getVesselListByMmsi, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const ships = needs.shipsOf(caller)
    const on = seen.filter((list) => needs.membership.holds(list, Number(input.mmsi), at)).sort(byName)
    const stays = await Promise.all(
      on.map(async (list) => {
        const members = visibleMembers(needs.membership, list, caller, ships, at, input.mmsi)
        const reasons = await reasonsOf(needs, list, members)
        return members.map((member) => ({
          list_id: list.id,
          name: list.body.name,
          color: list.body.color,
          ...membershipOf(member),
          reason: reasons?.get(Number(member.mmsi)) ?? member.reason,
        }))
      }),
    )
    return stays.flat()
  })

/** Why a dynamic list found some of its members; of others their reasons are held. */
export const reasonsOf = async ({ membership }: ListNeeds, { id, body }: List, members: Member[]) =>
  body.kind === 'DYNAMIC' ? membership.found.whyOf(id, members) : null

const members = (needs: ListNeeds) =>
  handle(getVesselsByVesselList, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const list = seen.find(({ id }) => id === input.id)
    if (list === undefined) throw new OperationError('NOT_FOUND', 'This vessel list does not exist.')
    const ships = needs.shipsOf(caller)
    const isNow = input.as_of === undefined
    const visible = visibleMembers(needs.membership, list, caller, ships, at)
    const page = pageOf(sortedMembers(visible, input, isNow ? ships : null), input, at)
    const reasons = await reasonsOf(needs, list, page.items)
    return {
      ...page,
      items: page.items.map((one) => {
        const reason = reasons?.get(Number(one.mmsi)) ?? one.reason
        return presentMember({ ...one, reason }, isNow ? ships.find(Number(one.mmsi)) : null)
      }),
    }
  })

const listed = (needs: ListNeeds) =>
  handle(getListedVessels, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const ships = needs.shipsOf(caller)
    return seen
      .filter(({ id }) => input.ids.includes(id))
      .map((list) => ({
        list_id: list.id,
        mmsis: visibleMembers(needs.membership, list, caller, ships, at).map(({ mmsi }) => mmsi),
      }))
  })

/** So many stays are gone through for one answer. */
const MOST_STAYS = 20_000

const came = (needs: ListNeeds) =>
  handle(getVesselListHistory, async ({ input, caller }) => {
    const list = needs.lists.get(input.id, caller)
    const now = needs.clock.now()
    const date = (text: string | undefined) => (text === undefined ? null : new Date(text))
    const request = {
      list: list.id,
      mmsi: input.mmsi === undefined ? null : Number(input.mmsi),
      from: date(input.from),
      to: date(input.to),
      now: new Date(now),
      most: MOST_STAYS,
    }
    const read = list.body.kind === 'DYNAMIC' ? readDynamicStays : readStaticStays
    const stays = needs.membership.isVisible(list, caller) ? await read(needs.db, request) : []
    const ships = needs.shipsOf(caller)
    const visible = stays.filter(
      ({ mmsi, joined_by }) =>
        joined_by === caller.username || needs.membership.isVisibleMember(list, mmsi, caller, ships),
    )
    const page = pageOf(visible, input, now)
    return {
      ...page,
      items: page.items.map(({ mmsi, joined_at, left_at, ...stay }) => ({
        ...stay,
        mmsi: mmsiText(mmsi),
        ship_name: ships.find(mmsi)?.ship_name ?? null,
        joined_at: joined_at.toISOString(),
        left_at: left_at?.toISOString() ?? null,
      })),
    }
  })

const remove = (needs: ListNeeds) =>
  handle(deleteVesselList, async ({ input, caller, record }) => {
    const { id, reason = '' } = input
    record({ objectType: 'vessel_list', objectId: id, reason })
    const before = needs.lists.get(id, caller)
    if (!isOwn(before, caller))
      throw new OperationError('FORBIDDEN', 'Only its owner or an administrator may delete this vessel list.')
    record({ before: show(needs, before, caller) })
    if (id === BLACKLIST)
      throw new OperationError('FORBIDDEN', 'The blacklist cannot be deleted; remove its vessels instead.')
    await needs.uses.refuseUsed({ kind: 'list', id }, caller, 'used_by_rules')
    const after = await needs.lists.remove(caller, id, reason)
    await needs.membership.end(before, after)
    pushChange(needs, 'delete', after, before)
    return { id, used_by_rules: [] }
  })

const removeMember = (needs: ListNeeds) =>
  handle(removeVesselFromList, async ({ input, caller, record }) => {
    const { id, mmsi, reason = '' } = input
    const now = needs.clock.now()
    record({ objectType: 'vessel_list', objectId: id, reason })
    await needs.editMembers(caller, id, reason, (list) => {
      refuseDynamic(list)
      const ships = needs.shipsOf(caller)
      const member = visibleMembers(needs.membership, list, caller, ships, now).find(
        (one) => one.mmsi === mmsi,
      )
      if (member === undefined)
        throw new OperationError('NOT_FOUND', `The vessel with MMSI ${mmsi} is not on this list.`)
      record({ before: { mmsi, ...membershipOf(member) } })
      return { come: [], go: [mmsi] }
    })
    return { removed_at: new Date(now).toISOString() }
  })

function pushChange(
  { lists: objects, send, changed }: ListNeeds,
  op: 'add' | 'update' | 'delete',
  now: List,
  before?: List,
) {
  changed(now.id)
  pushObject({ objects, kind: listKind, send }, op, now, before)
}
