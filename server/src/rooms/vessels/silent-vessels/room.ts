import { feeds } from '../../picture/feeds/room.ts'
import { room } from '../../../platform/ground.ts'
import { patterns } from '../../past/patterns/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { silentVesselOps } from './silent-vessels.ops.ts'

/** Vessels that are not received any more, with the confidence that they and not their receivers are silent. */
export const silentVessels = room({
  name: 'silent-vessels',
  uses: { sources, patterns, picture, feeds },
  open: async ({ db, clock }, { sources, patterns, picture, feeds }) => ({
    door: {},
    ops: silentVesselOps({
      db,
      clock,
      names: sources.names,
      sailing: picture.sailing,
      coverage: patterns.coverage,
      sources: feeds.sources,
    }),
  }),
})
