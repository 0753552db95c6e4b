import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Query } from '../../../sea/name-search.ts'
import { ADMINISTRATORS, EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { KnownVersions, versionsFor, type Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { Boundaries } from './boundaries.ts'
import { boundaryOps } from './boundaries.ops.ts'
import { readComputed } from './computed.ts'
import type { EezBody } from './eez.ts'
import { eezOps } from './eez.ops.ts'
import { BOUNDARY_FILES, importOps } from './boundary-imports.ops.ts'

export type { Boundary } from './boundaries.ts'

/** Holds the zones of the sea: computed from the coastline, or brought by administrators in their place. */
export const reference = room({
  name: 'reference',
  uses: {},
  open: async (ground) => {
    const own = await openObjects<EezBody>(ground, {
      type: 'eez',
      noun: 'boundary',
      isImported: true,
      // Outlines of waters as administrators import them.
      mostBytes: 16 * 1024 * 1024,
      seers: () => EVERYONE,
      changers: () => ADMINISTRATORS,
    })
    const boundaries = new Boundaries(await readComputed(ground.assembly.archivesFolder), own)
    own.whenChanged(() => boundaries.changed())
    const all = { ...ground, boundaries }
    const door = {
      find: (query: Query) => boundaries.find(query),
      /** Returns the waters of a place, the most certain first; null where nothing is known. Cheap enough for every fix. */
      watersAt: (lat: number, lon: number) => boundaries.watersAt(lat, lon),
      /** Returns exclusive economic zones by name, and the version of the list. */
      zoneNames: () => boundaries.zoneNames(),
      /** Returns every valid boundary with its outline. */
      boundaries: () => boundaries.present(),
      /** Returns a version that changes with the boundaries. */
      boundariesVersion: () => boundaries.version,
      /** Calls a listener after each change of the boundaries. */
      whenChanged: (hearer: () => void) => own.whenChanged(hearer),
      /** Returns boundaries as valid at each instant of a period, with the instants of change; one imported later as imported first. */
      watersSince: async (caller: Caller, period: Period) =>
        new KnownVersions(await versionsFor(own, caller, period), period, (some) => boundaries.of(some)),
    }
    return {
      door,
      ops: [
        ...boundaryOps(boundaries),
        ...eezOps(all),
        ...importOps({ ...all, files: ground.files.kind(BOUNDARY_FILES) }),
      ],
    }
  },
})

/** Interface of the room. */
export type ReferenceInterface = RoomInterface<typeof reference>
