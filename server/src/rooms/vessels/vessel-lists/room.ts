import { room } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { findObjects } from '../../../sea/name-search.ts'
import { listExportOps } from './export.ops.ts'
import { LIST_FILES, listImportOps } from './list-imports.ops.ts'
import { listOps } from './lists.ops.ts'
import { MemberFinder } from './member-finder.ts'

/** Whom dynamic lists find is looked at so often. */
const TURN_MS = 1000
const DAY_MS = 86_400_000
const RETENTION_MS = 400 * DAY_MS

/** Lists of vessels as people keep them, and what may be known of the ships on them. */
export const vesselLists = room({
  name: 'vessel-lists',
  uses: { identity, sources, filterInputs, picture },
  open: async (ground, { identity, sources, filterInputs, picture }) => {
    const { lists, membership } = filterInputs
    const finder = new MemberFinder({ ...ground, ...filterInputs, picture, everyone: identity.everyone })
    ground.bus.subscribe('rightsChanged', () => finder.rightsChanged())
    const needs = {
      ...ground,
      ...filterInputs,
      shipsOf: (caller: Caller) => picture.shipsOf(caller),
      checkFilter: picture.checkFilter,
      changed: (list: string) => ground.bus.publish('lists', [list]),
    }
    const door = {
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
        ...listExportOps({ ...needs, names: sources.names }),
      ],
      jobs: [
        {
          name: 'lists.forget',
          does: 'Deletes dynamic list history after 400 days',
          when: { everyMs: DAY_MS },
          work: () => membership.found.forgetBefore(ground.clock.now() - RETENTION_MS),
        },
      ],
      beats: [{ everyMs: TURN_MS, work: () => finder.turn() }],
      stop: () => finder.stop(),
    }
  },
})
