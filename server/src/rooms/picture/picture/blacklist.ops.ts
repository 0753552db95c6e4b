import { tableUpdate } from '@samudra/contract/kind'
import { addToBlacklist, blacklistKind, getBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { BLACKLIST } from '@samudra/contract/vessel-lists'
import { anyOf } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { List, Member, FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { ListMove, SamudraBus } from '../../../sea/topics.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { Picture } from './picture.ts'

/** Updates the marks of vessels that join or leave the blacklist, and pushes its entries to screens. */
export function followBlacklist({ bus, send }: { bus: SamudraBus; send: Send }, picture: Picture): void {
  bus.subscribe('listMoves', ({ moves, isHere }) => {
    const own = moves.filter(({ list }) => list === BLACKLIST)
    if (own.length === 0) return
    picture.markBlacklisted()
    if (isHere) for (const move of own) pushChange(send, move)
  })
}

/**
 * Pushes only to unconfined users and the author. For others the vessel may be off the picture; where it is visible,
 * its mark shows the change.
 */
function pushChange(send: Send, { mmsi, to, at, by }: ListMove) {
  const op = to === 'JOINED' ? 'add' : 'delete'
  const audience = anyOf({ to: 'unconfined' }, { to: 'users', ids: [], names: [by] })
  send(tableUpdate, { table: blacklistKind.table, op, ids: [mmsiText(mmsi)], version: at }, audience)
}

const present = ({ mmsi, reason, added_by, added_at, expires_at }: Member) => ({
  mmsi,
  reason,
  added_by,
  added_at,
  expires_at,
})

type Needs = Pick<FilterInputsInterface, 'membership' | 'editMembers' | 'lists'> & {
  clock: Clock
  isShown: (mmsi: number, caller: Caller) => boolean
}

/** The blacklist by its old names: a vessel list whose members carry the mark. */
export function blacklistOps({ lists, membership, editMembers, clock, isShown }: Needs): Handled[] {
  // Vessels on no picture are visible only to callers who see everything; others may not see their last position.
  const isVisible = ({ mmsi, added_by_id }: Member, caller: Caller) =>
    caller.visibility.all || added_by_id === caller.userId || isShown(Number(mmsi), caller)
  const inForce = (list: List, at: number) =>
    membership.membersOf(list).filter(({ mmsi }) => membership.holds(list, Number(mmsi), at))
  const entryOf = (list: List, mmsi: string) =>
    inForce(list, clock.now()).find((one) => one.mmsi === mmsi) ?? null
  return [
    handle(getBlacklist, async ({ input, caller }) => {
      const at = input.as_of === undefined ? null : new Date(input.as_of)
      const seen = at === null ? lists.list(caller) : await membership.during(at, at, caller)
      const list = seen.find(({ id }) => id === BLACKLIST)
      const members = list === undefined ? [] : inForce(list, at?.getTime() ?? clock.now())
      const visible = members.filter((one) => isVisible(one, caller)).map(present)
      return visible.filter(({ mmsi }) => input.ids?.includes(mmsi) !== false)
    }),
    handle(addToBlacklist, async ({ input, caller, record }) => {
      const { mmsi, reason, expires_at = null } = input
      record({ objectType: 'vessel', objectId: mmsi, reason })
      const now = clock.now()
      if (expires_at !== null && Date.parse(expires_at) <= now) {
        const why = 'it must be in the future'
        throw new OperationError('VALIDATION', `Check the end: ${why}.`, {
          fields: [{ field: 'expires_at', why }],
        })
      }
      const fresh = {
        mmsi,
        reason,
        added_by: caller.username,
        added_by_id: caller.userId,
        added_at: new Date(now).toISOString(),
        expires_at,
      }
      let entry = fresh
      await editMembers(caller, BLACKLIST, reason, (list) => {
        const before = entryOf(list, mmsi)
        record({ before: before === null ? null : present(before) })
        entry = before ?? fresh
        return before === null ? { come: [fresh], go: [mmsi] } : null
      })
      record({ after: present(entry) })
      return present(entry)
    }),
    handle(removeFromBlacklist, async ({ input: { mmsi }, caller, record }) => {
      record({ objectType: 'vessel', objectId: mmsi })
      await editMembers(caller, BLACKLIST, '', (list) => {
        const before = entryOf(list, mmsi)
        if (before === null) throw new OperationError('NOT_FOUND', `MMSI ${mmsi} is not on the blacklist.`)
        record({ before: present(before) })
        return { come: [], go: [mmsi] }
      })
      return { mmsi }
    }),
  ]
}
