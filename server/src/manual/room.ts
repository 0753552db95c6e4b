import { exerciseSecond } from '@samudra/contract/exercises'
import { boxOf } from '@samudra/nautical/box'
import type { Caller } from '../kernel/caller.ts'
import { findObjects } from '../kernel/named.ts'
import type { Room } from '../kernel/room.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { injectsOf } from './exercise.ts'
import { exerciseOps, tellExercise } from './exercises.ops.ts'
import { openManual, powersOver, tracksOf, type Manual, type MayKnow } from './keepers.ts'
import { presentTrack, type TrackBody } from './track.ts'
import { trackOps } from './tracks.ops.ts'

const TICK_MS = 500

export type ManualRoom = Room & {
  /** A real manual track as a caller sees it; null when there is none they may see. */
  plottedOf(caller: Caller, id: string): TrackBody | null
}

/** What operators plot by hand, and exercises with what is plotted for them. */
export async function manualRoom(needs: {
  db: Db
  clock: Clock
  send: Send
  mayKnow: MayKnow
  isUser: Manual['isUser']
}): Promise<ManualRoom> {
  const manual = await openManual(needs)
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'manual',
    ops: [...trackOps(manual), ...exerciseOps(manual)],
    plottedOf: (caller, id) => {
      const track = manual.tracks.find(id)
      const isTold = track?.domain === 'REAL' && manual.tracks.isSeenBy(track, caller)
      if (!isTold) return null
      const { linked_mmsi } = presentTrack(track, powersOver(manual, track, caller))
      return { ...track.body, linked_mmsi }
    },
    find: [
      findObjects(manual.tracks, {
        kind: 'track',
        namesOf: ({ name }) => [name],
        show: ({ body }) => ({
          label: body.name,
          detail: 'Manual track',
          bbox: boxOf({ coordinates: body.points.map(({ lon, lat }) => [lon, lat]) }),
        }),
      }),
    ],
    start: async () => {
      const done = new Map<string, string>()
      timer = setInterval(() => tellWhatIsDue(manual, done), TICK_MS)
    },
    stop: async () => clearInterval(timer),
  }
}

/** Tells the members of running exercises when something planned comes up. */
function tellWhatIsDue(manual: Manual, done: Map<string, string>) {
  for (const exercise of manual.exercises.all()) {
    const { body, id } = exercise
    if (body.clock.state !== 'RUNNING') continue
    const second = exerciseSecond(body.clock, manual.clock.now())
    const up = injectsOf(body, tracksOf(manual, id), second).filter(({ state }) => state === 'DONE')
    const now = up.map((one) => one.id).join()
    const before = done.get(id)
    done.set(id, now)
    if (before !== now) tellExercise(manual, exercise)
  }
}
