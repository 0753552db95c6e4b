import type { TrackRef } from '@samudra/contract/correlation'
import type { Caller } from '../kernel/caller.ts'
import type { Room } from '../kernel/room.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { correlationOps } from './correlation.ops.ts'
import { openDecisions } from './decisions.ts'
import type { SubjectNeeds } from './subjects.ts'

/** What is found by comparing stored tracks, and what people decided about it. */
export async function tracksRoom(
  needs: SubjectNeeds & {
    db: Db
    clock: Clock
    send: Send
    flush: () => Promise<void>
    mayKnow: (mmsi: number, caller: Caller) => boolean
  },
): Promise<Room> {
  const maySee = (caller: Caller, ref: TrackRef) =>
    'mmsi' in ref
      ? needs.mayKnow(Number(ref.mmsi), caller) &&
        (ref.source === undefined || caller.sight.source(ref.source))
      : needs.plottedOf(caller, ref.manual_track_id) !== null
  const decisions = await openDecisions({ ...needs, maySee })
  return { name: 'tracks', ops: correlationOps({ ...needs, decisions }) }
}
