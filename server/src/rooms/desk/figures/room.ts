import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { ports } from '../../chart/ports/room.ts'
import { traffic } from '../../past/traffic/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { portCalls } from '../../vessels/port-calls/room.ts'
import { alerts } from '../../watch/alerts/room.ts'
import { events } from '../../watch/events/room.ts'
import { rules } from '../../watch/rules/room.ts'
import { briefOps } from './brief.ops.ts'
import { countFigure, figureOps, listFigure } from './figure.ops.ts'
import type { FigureInput } from './figure-query.ts'

export type { FigureInput } from './figure-query.ts'

/** Counts measures over periods for dashboards and reports, compared with the previous period and with what is usual. */
export const figures = room({
  name: 'figures',
  uses: { sources, ports, traffic, portCalls, events, rules, alerts },
  open: async (ground, { sources, ...rooms }) => {
    const needs = { ...ground, ...rooms, names: sources }
    return {
      door: {
        /** Counts a figure as a caller may see it. Throws VALIDATION, NOT_FOUND, TOO_LARGE. */
        figure: (input: FigureInput, caller: Caller) => countFigure(needs, input, caller),
        /** Returns the events, anomalies or alerts that a figure counts, the newest first. */
        items: (input: FigureInput, caller: Caller) => listFigure(needs, input, caller),
      },
      ops: [...figureOps(needs), ...briefOps(needs)],
    }
  },
})

/** Interface of the room. */
export type FiguresInterface = RoomInterface<typeof figures>
