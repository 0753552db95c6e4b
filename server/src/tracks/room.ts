import type { TrackRef } from '@samudra/contract/correlation'
import type { Caller } from '../kernel/caller.ts'
import type { Room } from '../kernel/room.ts'
import type { Send } from '../kernel/send.ts'
import { correlationOps } from './correlation.ops.ts'
import { openDecisions } from './decisions.ts'
import { eventOps, type EventNeeds } from './events.ops.ts'
import { HeatHours, type HeatNeeds, type Leaving } from './heat-hours.ts'
import { heatOps, type HeatOpNeeds } from './heat.ops.ts'
import type { SubjectNeeds } from './subjects.ts'

export type TracksRoom = Room & {
  /** Does what takes away the fixes of a feed that arrived in a period, and takes them out of what they were counted in. */
  forgetting(leaving: Leaving, act: () => Promise<void>): Promise<void>
}

/** What is worked out from stored fixes: how alike tracks are, and how much goes on where. */
export async function tracksRoom(
  needs: SubjectNeeds &
    HeatNeeds &
    EventNeeds &
    Pick<HeatOpNeeds, 'filterOf' | 'testOf'> & {
      send: Send
      mayKnow: (mmsi: number, caller: Caller) => boolean
    },
): Promise<TracksRoom> {
  const maySee = (caller: Caller, ref: TrackRef) =>
    'mmsi' in ref
      ? needs.mayKnow(Number(ref.mmsi), caller) &&
        (ref.source === undefined || caller.sight.source(ref.source))
      : needs.plottedOf(caller, ref.manual_track_id) !== null
  const decisions = await openDecisions({ ...needs, maySee })
  const hours = new HeatHours(needs)
  return {
    name: 'tracks',
    ops: [...correlationOps({ ...needs, decisions }), ...heatOps({ ...needs, hours }), ...eventOps(needs)],
    forgetting: (leaving, act) => hours.forgetting(leaving, act),
    start: async () => hours.start(),
    stop: () => hours.stop(),
  }
}
