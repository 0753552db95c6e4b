import {
  exerciseSecond,
  type EXERCISE_ACTIONS,
  type Exercise,
  type ExerciseClock,
  type ExerciseState,
  type Inject,
} from '@samudra/contract/exercises'
import {
  ADMINISTRATORS,
  anyOf,
  isAddressed,
  users,
  type Audience,
} from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Track } from './track.ts'

/** Part of an exercise that is stored as its body; injected objects are separate manual tracks. */
export type ExerciseBody = Pick<Exercise, 'name' | 'clock' | 'players' | 'leads' | 'scoring'> & {
  messages: { id: string; t_plus: number; text: string }[]
}
export type HeldExercise = Held<ExerciseBody>
type Action = (typeof EXERCISE_ACTIONS)[number]

export const leadsOf = ({ body }: HeldExercise): Audience => anyOf(ADMINISTRATORS, users(...body.leads))
export const membersOf = (exercise: HeldExercise): Audience =>
  anyOf(leadsOf(exercise), users(...exercise.body.players))
export const isLead = (exercise: HeldExercise, caller: Caller): boolean =>
  isAddressed(leadsOf(exercise), caller)

/** While it is on, and only then, players have its objects on their screens. */
export const isOn = ({ clock }: ExerciseBody): boolean =>
  clock.state === 'RUNNING' || clock.state === 'PAUSED'

const MAY: Record<Action, readonly ExerciseState[]> = {
  START: ['PLANNED', 'PAUSED'],
  PAUSE: ['RUNNING'],
  REWIND: ['RUNNING', 'PAUSED'],
  INJECT: ['PLANNED', 'RUNNING', 'PAUSED'],
  CLEAR: ['PLANNED', 'RUNNING', 'PAUSED'],
  END: ['RUNNING', 'PAUSED'],
  REVIEW: ['ENDED'],
}

/** The clock after an action. Throws VALIDATION for one that its state does not allow. */
export function clockAfter(
  clock: ExerciseClock,
  action: Action,
  now: number,
  at: number | undefined,
): ExerciseClock {
  if (!MAY[action].includes(clock.state))
    throw new OperationError(
      'VALIDATION',
      `An exercise that is ${clock.state.toLowerCase()} cannot be changed to ${action.toLowerCase()}.`,
      { fields: [{ field: 'action', why: `does not fit ${clock.state}` }] },
    )
  const second = exerciseSecond(clock, now)
  const anchored_at = new Date(now).toISOString()
  const anchored = { ...clock, elapsed_s: second, anchored_at }
  if (action === 'START')
    return { ...anchored, state: 'RUNNING', real_start: clock.real_start ?? anchored_at }
  if (action === 'PAUSE') return { ...anchored, state: 'PAUSED' }
  if (action === 'END') return { ...anchored, state: 'ENDED' }
  if (action === 'REVIEW') return { ...clock, state: 'REVIEWED' }
  if (action !== 'REWIND') return clock
  if (at === undefined || at > second)
    throw new OperationError('VALIDATION', `Check at: use a second before ${Math.floor(second)}.`, {
      fields: [{ field: 'at', why: 'is not in the past of the exercise' }],
    })
  return { ...anchored, elapsed_s: at }
}

/** Another factor counts from now on. */
export const clockWith = (clock: ExerciseClock, factor: number, now: number): ExerciseClock => ({
  ...clock,
  elapsed_s: exerciseSecond(clock, now),
  anchored_at: clock.anchored_at === null ? null : new Date(now).toISOString(),
  factor,
})

export const isDue = (track: Track, second: number): boolean => (track.body.t_plus ?? 0) <= second

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
/** Returns injected objects and messages in order of time, done up to a second or waiting after it. */
export function injectsOf(body: ExerciseBody, tracks: readonly Track[], second: number): Inject[] {
  const objects = tracks.map((track) => ({
    id: track.id,
    t_plus: track.body.t_plus ?? 0,
    kind: 'OBJECT' as const,
    payload: { track_id: track.id, text: track.body.name },
  }))
  const messages = body.messages.map(({ id, t_plus, text }) => ({
    id,
    t_plus,
    kind: 'MESSAGE' as const,
    payload: { text },
  }))
  // Within one second objects come before messages about them; ids made in one moment give no order.
  return [...objects.sort(byId), ...messages.sort(byId)]
    .sort((a, b) => a.t_plus - b.t_plus)
    .map((one) => ({
      ...one,
      state:
        body.clock.state !== 'PLANNED' && one.t_plus <= second ? ('DONE' as const) : ('WAITING' as const),
    }))
}

export function presentExercise(
  exercise: HeldExercise,
  tracks: readonly Track[],
  caller: Caller,
  now: number,
): Exercise {
  const { body } = exercise
  const leading = isLead(exercise, caller)
  const injects = injectsOf(body, tracks, exerciseSecond(body.clock, now))
  return {
    ...columnsOf(exercise, leading),
    name: body.name,
    clock: body.clock,
    players: body.players,
    leads: body.leads,
    injects: leading ? injects : injects.filter(({ state }) => state === 'DONE' && isOn(body)),
    scoring: leading ? body.scoring : [],
    leading,
  }
}
