import { room } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { TrafficAreas } from './traffic-areas.ts'
import { countChanged } from './traffic-counter.ts'
import { trafficOps } from './traffic.ops.ts'

const COUNT_MS = 60_000

/** Counts vessels and their positions by hour and day, kind, country, source and area, from what is stored. */
export const traffic = room({
  name: 'traffic',
  uses: { sources, history, reference, filterInputs },
  open: async (ground, { sources, history, reference, filterInputs }) => {
    const { db, clock } = ground
    const areas = new TrafficAreas({ db, clock, areas: filterInputs.areas, reference })
    const counting = { db, clock, areas, fixes: history.reader, refresh: history.counts.refresh }
    return {
      door: {},
      ops: trafficOps({ db, clock, areas, names: sources.names }),
      jobs: [
        {
          name: 'traffic.counts',
          does: 'Counts vessels by hour and day where stored positions changed',
          when: { everyMs: COUNT_MS, atStart: true },
          work: ({ signal }) => countChanged(counting, signal),
        },
      ],
    }
  },
})
