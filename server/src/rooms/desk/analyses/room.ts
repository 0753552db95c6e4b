import { room } from '../../../platform/ground.ts'
import { MOST_BYTES_OF_OUTLINES } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { history } from '../../past/history/room.ts'
import { traffic } from '../../past/traffic/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { portCalls } from '../../vessels/port-calls/room.ts'
import { rules } from '../../watch/rules/room.ts'
import { analysisOps, type AnalysisBody } from './analyses.ops.ts'

/** Analyses who was in an area, at a port or on a list, how long, from where to where, and what was unusual. */
export const analyses = room({
  name: 'analyses',
  uses: { sources, history, traffic, reference, ports, filterInputs, picture, portCalls, rules },
  open: async (ground, { sources, history, picture, ...rooms }) => {
    const objects = await openObjects<AnalysisBody>(ground, {
      type: 'analysis',
      noun: 'analysis',
      everybodyShares: true,
      mostOfUser: 200,
      mostBytes: MOST_BYTES_OF_OUTLINES,
    })
    const needs = {
      ...ground,
      ...rooms,
      names: sources.names,
      fixes: history.reader,
      flush: history.flush,
      shipsOf: picture.shipsOf,
      analyses: objects,
    }
    return { door: {}, ops: analysisOps(needs) }
  },
})
