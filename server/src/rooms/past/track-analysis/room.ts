import type { TrackRef } from '@samudra/contract/correlation'
import { room } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { allOf, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { manualTracks } from '../../watch/manual-tracks/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { replay } from '../replay/room.ts'
import { correlationOps } from './correlation.ops.ts'
import { openDecisions } from './decisions.ts'
import { eventOps } from './track-events.ops.ts'
import { HeatHours, type Leaving } from './heat-hours.ts'
import { heatOps } from './heat.ops.ts'

const COUNT_MS = 60_000

/** Analyses of stored fixes: similarity of tracks and traffic density. */
export const trackAnalysis = room({
  name: 'track-analysis',
  uses: { sources, history, reference, filterInputs, replay, picture, manualTracks },
  open: async (ground, { sources, history, reference, filterInputs, replay, picture, manualTracks }) => {
    const needs = {
      ...ground,
      names: sources.names,
      flush: history.flush,
      fixes: history.reader,
      areasOf: filterInputs.areasThen,
      watersOf: reference.watersSince,
      plottedOf: manualTracks.plottedOf,
      shipOf: (caller: Caller, mmsi: number, split: number | undefined) =>
        picture.shipsOf(caller).find(mmsi, split),
      filterOf: picture.savedFilter,
      testOf: replay.testOf,
    }
    const seersOf = (ref: TrackRef): Audience => {
      if ('manual_track_id' in ref) return manualTracks.seersOfPlotted(ref.manual_track_id)
      const ofShip: Audience = { to: 'ship', mmsi: Number(ref.mmsi) }
      return ref.source === undefined ? ofShip : allOf(ofShip, { to: 'source', code: ref.source })
    }
    const decisions = await openDecisions({ ...needs, mayKnow: picture.mayKnow, seersOf })
    const hours = new HeatHours(needs)
    const door = {
      /** Runs `act`, which deletes fixes of a feed, and subtracts them from the counts. */
      forgetting: (leaving: Leaving, act: () => Promise<void>) => hours.forgetting(leaving, act),
    }
    return {
      door,
      ops: [...correlationOps({ ...needs, decisions }), ...heatOps({ ...needs, hours }), ...eventOps(needs)],
      jobs: [
        {
          name: 'tracks.heat',
          does: 'Compute heat-map hours',
          when: { everyMs: COUNT_MS },
          work: ({ signal }) => hours.catchUp(signal),
        },
      ],
      stop: () => hours.stop(),
    }
  },
})
