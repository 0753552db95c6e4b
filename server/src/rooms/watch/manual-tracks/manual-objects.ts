import { exerciseSecond } from '@samudra/contract/exercises'
import {
  EVERYONE,
  ownerAndAdministrators,
  EMPTY_AUDIENCE,
  audienceOf,
  type MayKnow,
} from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { isDue, isOn, leadsOf, membersOf, type ExerciseBody } from './exercise.ts'
import { placeOf, type Powers, type Track, type TrackBody } from './track.ts'

/** Objects and services for the operations of this room. */
export type Manual = {
  tracks: Objects<TrackBody>
  exercises: Objects<ExerciseBody>
  clock: Clock
  send: Send
  mayKnow: MayKnow
  /** Returns true if a user with this id exists and is not deleted. */
  isUser: (id: string) => Promise<boolean>
}
export async function openManual(needs: {
  db: Db
  clock: Clock
  others: Others
  send: Send
  mayKnow: MayKnow
  isUser: Manual['isUser']
}): Promise<Manual> {
  const exercises = await openObjects<ExerciseBody>(needs, {
    type: 'exercise',
    noun: 'exercise',
    seers: membersOf,
    changers: leadsOf,
  })
  const exerciseOf = ({ body }: Track) =>
    body.exercise_id === null ? undefined : exercises.find(body.exercise_id)
  const tracks = await openObjects<TrackBody>(needs, {
    type: 'manual_track',
    noun: 'manual track',
    // Everybody on watch plots for everybody, and corrects what they see.
    everybodyShares: true,
    // Tracks in waters of the caller, and own tracks; those of an exercise up to its clock.
    seers: (track) => {
      if (track.domain === 'REAL') return audienceOf(track, placeOf(track.body))
      const exercise = exerciseOf(track)
      if (exercise === undefined) return EMPTY_AUDIENCE
      const { body } = exercise
      const isUp = isOn(body) && isDue(track, exerciseSecond(body.clock, needs.clock.now()))
      return isUp ? membersOf(exercise) : leadsOf(exercise)
    },
    changers: (track) => {
      if (track.domain === 'REAL')
        return track.visibility === 'RELEASED' ? ownerAndAdministrators(track) : EVERYONE
      const exercise = exerciseOf(track)
      return exercise === undefined ? EMPTY_AUDIENCE : leadsOf(exercise)
    },
  })
  return { ...needs, tracks, exercises }
}

const isOwn = (track: Track, { userId }: Caller) => track.owner_id === userId

/**
 * Returns a user's rights: the author, an administrator or a lead of the exercise may delete it. The name of its
 * vessel goes to users who see the vessel.
 */
export function powersOver({ tracks, mayKnow }: Manual, track: Track, caller: Caller): Powers {
  const mine = tracks.isChangedBy(track, caller)
  const may_delete = mine && (caller.isAdmin || isOwn(track, caller) || track.domain === 'EXERCISE')
  const { linked_mmsi: ship } = track.body
  const knowsShip = ship === null || isOwn(track, caller) || mayKnow(Number(ship), caller)
  return { mine, may_delete, knowsShip }
}

/** Returns true for the owner and administrators, who set the visibility of a real track. */
export const mayShow = (track: Track, caller: Caller): boolean =>
  caller.isAdmin || isOwn(track, caller) || track.domain === 'EXERCISE'

/** All objects of an exercise, also those still to come; the first made first. */
export const tracksOf = ({ tracks }: Manual, exerciseId: string): Track[] =>
  [...tracks.all()].filter(({ body }) => body.exercise_id === exerciseId)
