import { exerciseSecond } from '@samudra/contract/exercises'
import type { Caller } from '../kernel/caller.ts'
import { Objects } from '../kernel/objects.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { isDue, isLead, isMember, isOn, type ExerciseBody } from './exercise.ts'
import { isRealSeen, type Powers, type Track, type TrackBody } from './track.ts'

/** What the operations of this room work with. */
export type Manual = {
  tracks: Objects<TrackBody>
  exercises: Objects<ExerciseBody>
  clock: Clock
  send: Send
  mayKnow: MayKnow
  /** Whether somebody has this id and is not deleted. */
  isUser: (id: string) => Promise<boolean>
}
/** Whether somebody may know of a ship: one on the picture that is hidden from him is not named to him. */
export type MayKnow = (mmsi: number, caller: Caller) => boolean

export async function openManual(needs: {
  db: Db
  clock: Clock
  send: Send
  mayKnow: MayKnow
  isUser: Manual['isUser']
}): Promise<Manual> {
  const exercises = new Objects<ExerciseBody>(needs, {
    type: 'exercise',
    noun: 'exercise',
    maySee: isMember,
    mayChange: isLead,
  })
  const exerciseOf = ({ body }: Track) =>
    body.exercise_id === null ? undefined : exercises.find(body.exercise_id)
  const tracks = new Objects<TrackBody>(needs, {
    type: 'manual_track',
    noun: 'manual track',
    // Everybody on watch plots for everybody, and corrects what they see.
    everybodyShares: true,
    maySee: (track, caller) => {
      if (track.domain === 'REAL') return isRealSeen(track, caller)
      const exercise = exerciseOf(track)
      if (exercise === undefined || !isMember(exercise, caller)) return false
      const { body } = exercise
      return (
        isLead(exercise, caller) ||
        (isOn(body) && isDue(track, exerciseSecond(body.clock, needs.clock.now())))
      )
    },
    mayChange: (track, caller) => {
      if (track.domain === 'REAL')
        return track.visibility !== 'RELEASED' || caller.isAdmin || isOwn(track, caller)
      const exercise = exerciseOf(track)
      return exercise !== undefined && isLead(exercise, caller)
    },
  })
  await exercises.load()
  await tracks.load()
  return { ...needs, tracks, exercises }
}

const isOwn = (track: Track, { userId }: Caller) => track.owner_id === userId

/** Who made it, an administrator, or who leads its exercise may delete it; its ship is named to whom she is shown. */
export function powersOver({ tracks, mayKnow }: Manual, track: Track, caller: Caller): Powers {
  const mine = tracks.isChangedBy(track, caller)
  const may_delete = mine && (caller.isAdmin || isOwn(track, caller) || track.domain === 'EXERCISE')
  const { linked_mmsi: ship } = track.body
  const knowsShip = ship === null || isOwn(track, caller) || mayKnow(Number(ship), caller)
  return { mine, may_delete, knowsShip }
}

/** Who sees a real one is said by its owner and administrators. */
export const mayShow = (track: Track, caller: Caller): boolean =>
  caller.isAdmin || isOwn(track, caller) || track.domain === 'EXERCISE'

/** All objects of an exercise, also those still to come; the first made first. */
export const tracksOf = ({ tracks }: Manual, exerciseId: string): Track[] =>
  [...tracks.all()].filter(({ body }) => body.exercise_id === exerciseId)
