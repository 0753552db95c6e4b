import type { Caller } from '../kernel/caller.ts'
import { Objects } from '../kernel/objects.ts'
import type { Room } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { Membership, mayAdd, type ListBody } from './list.ts'
import { listOps, type ListNeeds } from './lists.ops.ts'

export type VesselsRoom = Room & {
  /** Whether a ship is on a list the caller sees, at an instant. */
  isInList(caller: Caller, id: string, mmsi: number, at: number): boolean
  /** Ids of the lists of a ship that the caller sees. */
  listsOf(caller: Caller, mmsi: number, at: number): string[]
}

/** Lists of vessels that users keep, for themselves and for their group. */
export async function vesselsRoom(
  needs: Omit<ListNeeds, 'lists' | 'membership'> & { db: Db; clock: Clock },
): Promise<VesselsRoom> {
  const lists = new Objects<ListBody>(needs, {
    type: 'vessel_list',
    noun: 'vessel list',
    mayChange: mayAdd,
  })
  await lists.load()
  const membership = new Membership(lists)
  return {
    name: 'vessels',
    ops: listOps({ ...needs, lists, membership }),
    isInList: (caller, id, mmsi, at) => membership.isIn(caller, id, mmsi, at),
    listsOf: (caller, mmsi, at) => membership.listsOf(caller, mmsi, at).map(({ id }) => id),
  }
}
