import { room } from '../../../platform/ground.ts'
import type { Find } from '../../../sea/name-search.ts'
import { ADMINISTRATORS, EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { KnownVersions, versionsFor, type Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Held } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { Boundaries, type Boundary } from './boundaries.ts'
import { boundaryOps } from './boundaries.ops.ts'
import { readComputed } from './computed.ts'
import type { EezBody } from './eez.ts'
import { eezOps } from './eez.ops.ts'
import { BOUNDARY_FILES, importOps } from './imports.ops.ts'

export type { Boundary } from './boundaries.ts'

export type ReferenceDoor = {
  readonly find: Find
  /** The waters a place lies in, the surest first; null where nothing is known. Cheap enough for every fix. */
  watersAt: Boundaries['watersAt']
  /** The boundaries as they stood at each instant of a period, and when they changed; those brought later as they were brought first. */
  watersSince(caller: Caller, period: Period): Promise<KnownVersions<Held<EezBody>, Boundaries>>
  /** Every boundary that holds now, with its outline. */
  boundaries: () => readonly Boundary[]
  /** Rises or differs whenever they do. */
  boundariesVersion: () => string
  /** Exclusive economic zones by name, and the version of the list. */
  zoneNames: Boundaries['zoneNames']
}

/** What the sea is divided into: computed from the coastline, and what administrators bring in its place. */
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
    own.whenFollowed(() => boundaries.changed())
    const all = { ...ground, boundaries }
    const door: ReferenceDoor = {
      find: (query) => boundaries.find(query),
      watersAt: (lat, lon) => boundaries.watersAt(lat, lon),
      zoneNames: () => boundaries.zoneNames(),
      boundaries: () => boundaries.present(),
      boundariesVersion: () => boundaries.version,
      watersSince: async (caller, period) =>
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
