import { Believed, believedIn, type Period } from '../kernel/believed.ts'
import type { Caller } from '../kernel/caller.ts'
import { Objects } from '../kernel/objects.ts'
import { findObjects } from '../kernel/named.ts'
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
  /** The lists as they stood at each instant of a period, of some ids or all, and when a ship came on or off. */
  listsThen(caller: Caller, period: Period, ids: readonly string[] | null): Promise<ListsThen>
}
type ListsThen = {
  isInList(id: string, mmsi: number, at: number): boolean
  listsOf(mmsi: number, at: number): string[]
  changes: number[]
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
    find: [
      findObjects(lists, {
        kind: 'list',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({ label: body.name, detail: 'Vessel list', bbox: null }),
      }),
    ],
    isInList: (caller, id, mmsi, at) => membership.isIn(caller, id, mmsi, at),
    listsOf: (caller, mmsi, at) => membership.listsOf(caller, mmsi, at).map(({ id }) => id),
    listsThen: async (caller, period, ids) => {
      const { from, to } = period
      const versions = (await lists.during(...believedIn(period), caller)).filter(
        ({ id }) => ids === null || ids.includes(id),
      )
      const believed = new Believed(versions, period, (some) => new Map(some.map((list) => [list.id, list])))
      const ends = versions.flatMap(({ body }) => body.members.flatMap(({ expires_at }) => expires_at ?? []))
      return {
        isInList: (id, mmsi, at) => {
          const list = believed.at(at).get(id)
          return list !== undefined && membership.holds(list, mmsi, at)
        },
        listsOf: (mmsi, at) =>
          [...believed.at(at).values()].flatMap((list) =>
            membership.holds(list, mmsi, at) ? [list.id] : [],
          ),
        changes: [
          ...believed.changes,
          ...ends.map((end) => Date.parse(end)).filter((end) => end > from && end <= to),
        ],
      }
    },
  }
}
