import { room } from '../ground.ts'
import { picture } from '../picture/room.ts'
import { places } from '../places/room.ts'
import { findObjects, type Find } from '../sea/name-search.ts'
import { listOps } from './lists.ops.ts'

export type VesselsDoor = { find: Find }

/** Lists of vessels as people keep them, and what may be known of the ships on them. */
export const vessels = room({
  name: 'vessels',
  uses: { places, picture },
  open: async (ground, { places, picture }) => {
    const { lists, membership } = places
    const door: VesselsDoor = {
      find: findObjects(lists, {
        kind: 'list',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({ label: body.name, detail: 'Vessel list', bbox: null }),
      }),
    }
    return {
      door,
      ops: listOps({
        ...ground,
        lists,
        membership,
        shipsOf: (caller) => picture.shipsOf(caller),
        changed: () => ground.bus.publish('lists', null),
      }),
    }
  },
})
