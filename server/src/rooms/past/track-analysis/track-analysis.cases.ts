import {
  decideTrackCorrelation,
  getTrackCorrelation,
  getTrackCorrelationDecisions,
  getTrackCorrelationVersions,
} from '@samudra/contract/correlation'
import { getHeatmapData } from '@samudra/contract/heat'
import { getTrackEvents } from '@samudra/contract/track-events'
import { copied, PERIOD, WIDE } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

let made = 0
/** Two vessels without a decision. */
const undecided = () => ({
  a: { mmsi: SHIP, split_id: 0 },
  b: { mmsi: String(419100000 + ++made) },
  from: noon(-40),
  to: noon(40),
  decision: 'REJECTED',
  reason: 'seen apart',
})
/** A track is of a vessel or plotted: an input with both is refused. */
const PLOTTED = { 'a.manual_track_id': 'none', 'b.manual_track_id': 'none' }
const pair = { a: { mmsi: SHIP }, b: { mmsi: OTHER }, ...PERIOD }

export const CASES = [
  parameterCase(getTrackCorrelationDecisions, {
    base: async ({ call }) => (
      await call(decideTrackCorrelation, copied(undecided())),
      await call(decideTrackCorrelation, copied(undecided())),
      {}
    ),
  }),
  parameterCase(getTrackCorrelationVersions, {
    base: async ({ call }) => ({ id: (await call(decideTrackCorrelation, copied(undecided()))).id }),
  }),
  parameterCase(decideTrackCorrelation, { base: undecided, other: { ...PLOTTED, to: noon(10) } }),
  parameterCase(getHeatmapData, {
    base: () => ({ bbox: WIDE, ...PERIOD }),
    other: { filter_id: ({ filter }: Sea) => filter.id },
  }),
  parameterCase(getTrackEvents, { base: () => ({ mmsi: SHIP, from: noon(-60), to: noon(60) }) }),
  parameterCase(getTrackCorrelation, { base: () => pair, other: PLOTTED }),
]
