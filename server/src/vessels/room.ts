import { room } from '../ground.ts'
import { identity } from '../identity/room.ts'
import type { Caller } from '../kernel/caller.ts'
import { picture } from '../picture/room.ts'
import { places } from '../places/room.ts'
import { registry } from '../registry/room.ts'
import { findObjects, type Find } from '../sea/name-search.ts'
import { listExportOps } from './export.ops.ts'
import { LIST_FILES, listImportOps } from './imports.ops.ts'
import { listOps } from './lists.ops.ts'
import { MemberFinder } from './member-finder.ts'

/** Whom dynamic lists find is looked at so often. */
const TURN_MS = 1000
const DAY_MS = 86_400_000
const KEPT_MS = 400 * DAY_MS

export type VesselsDoor = { find: Find }

/** Lists of vessels as people keep them, and what may be known of the ships on them. */
export const vessels = room({
  name: 'vessels',
  uses: { identity, registry, places, picture },
  open: async (ground, { identity, registry, places, picture }) => {
    const { lists, membership } = places
    const finder = new MemberFinder({ ...ground, ...places, picture, everyone: identity.everyone })
    identity.onRightsChanged(() => finder.rightsChanged())
    const needs = {
      ...ground,
      ...places,
      shipsOf: (caller: Caller) => picture.shipsOf(caller),
      checkFilter: picture.checkFilter,
      changed: (list: string) => ground.bus.publish('lists', [list]),
    }
    const door: VesselsDoor = {
      find: findObjects(lists, {
        kind: 'list',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({ label: body.name, detail: 'Vessel list', bbox: null }),
      }),
    }
    return {
      door,
      ops: [
        ...listOps(needs),
        ...listImportOps({ ...needs, files: ground.files.kind(LIST_FILES) }),
        ...listExportOps({ ...needs, names: registry.names }),
      ],
      jobs: [
        {
          name: 'lists.forget',
          does: 'Forgets who dynamic vessel lists found more than 400 days ago',
          when: { everyMs: DAY_MS },
          work: () => membership.found.forgetBefore(ground.clock.now() - KEPT_MS),
        },
      ],
      beats: [{ everyMs: TURN_MS, work: () => finder.turn() }],
      stop: () => finder.stop(),
    }
  },
})
