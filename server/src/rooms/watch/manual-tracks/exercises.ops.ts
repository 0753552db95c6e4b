import {
  exerciseKind,
  exerciseSecond,
  getExercises,
  saveExercise,
  ttxOverlay,
  ttxOverlayWrite,
  type Exercise,
} from '@samudra/contract/exercises'
import { tableUpdate } from '@samudra/contract/kind'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Call, type Handled } from '../../../platform/kernel/http/handle.ts'
import {
  clockAfter,
  clockWith,
  isDue,
  isOn,
  presentExercise,
  type ExerciseBody,
  type HeldExercise,
} from './exercise.ts'
import { powersOver, tracksOf, type Manual } from './manual-objects.ts'
import { bodyOf, presentTrack } from './track.ts'

export const exerciseOps = (manual: Manual): Handled[] => [
  list(manual),
  save(manual),
  overlay(manual),
  act(manual),
]

const show = (manual: Manual, exercise: HeldExercise, caller: Caller) =>
  presentExercise(exercise, tracksOf(manual, exercise.id), caller, manual.clock.now())

/** The exercises and what is plotted for them as a caller sees them now, or as they stood at an instant. */
async function stateAt(manual: Manual, caller: Caller, as_of: string | undefined) {
  const now = manual.clock.now() as number
  const { exercises, tracks } = manual
  if (as_of === undefined)
    return {
      at: now,
      exercises: exercises.list(caller, 'EXERCISE'),
      tracksOf: (id: string) => tracksOf(manual, id),
      show: (exercise: HeldExercise) => show(manual, exercise, caller),
    }
  const at = Math.min(now, Date.parse(as_of))
  const plotted = await tracks.asOf(new Date(at), caller, 'EXERCISE')
  return {
    at,
    exercises: await exercises.asOf(new Date(at), caller, 'EXERCISE'),
    tracksOf: (id: string) => plotted.filter(({ body }) => body.exercise_id === id),
    show: (exercise: HeldExercise) => {
      const tracks = plotted.filter(({ body }) => body.exercise_id === exercise.id)
      return shownThen(manual, presentExercise(exercise, tracks, caller, at), caller)
    },
  }
}

/** Removes from a past view what players may not see now. */
function shownThen(manual: Manual, then: Exercise, caller: Caller): Exercise {
  const current = manual.exercises.find(then.id)
  const now = current === undefined ? undefined : show(manual, current, caller)
  if (now?.leading === true) return then
  const reported = new Set(now?.injects.map(({ id }) => id))
  const injects = then.injects.filter(({ id, state }) => state === 'DONE' && reported.has(id))
  return { ...then, injects, scoring: [], leading: false, mine: false }
}

/** Pushes to members only that an exercise changed. */
export const pushExercise = ({ exercises, send }: Manual, now: HeldExercise, before = now) =>
  send(
    tableUpdate,
    { table: exerciseKind.table, op: 'update', ids: [now.id], version: now.version },
    exercises.audience(now, before),
  )

const list = (manual: Manual) =>
  handle(getExercises, async ({ input, caller }) => {
    const { at, exercises, show } = await stateAt(manual, caller, input.as_of)
    const query = exercises.filter(({ id }) => input.ids?.includes(id) !== false)
    const page = pageOf(query.reverse(), input, at)
    return {
      ...page,
      items: page.items.map(show),
    }
  })

type Saved = Extract<ReturnType<typeof saveExercise.input>, { ok: true }>['value']

const save = (manual: Manual) =>
  handle(saveExercise, async (call) => {
    call.record({ objectType: 'exercise', objectId: call.input.id ?? '' })
    return call.input.id === undefined ? add(manual, call) : change(manual, call, call.input.id)
  })

async function add(manual: Manual, { input, caller, record }: Call<Saved>) {
  if (!caller.isAdmin)
    throw new OperationError(
      'FORBIDDEN',
      'Only an administrator may create an exercise and assign its leads.',
    )
  const { name, factor, players, leads, scoring } = input
  await checkMembers(manual, input, null)
  const clock = { state: 'PLANNED' as const, real_start: null, factor, elapsed_s: 0, anchored_at: null }
  const body: ExerciseBody = { name, players, leads, scoring, clock, messages: [] }
  const added = await manual.exercises.add(caller, { body, visibility: 'CENTRE', domain: 'EXERCISE' })
  record({ objectId: added.id, after: { id: added.id, version: added.version } })
  pushExercise(manual, added)
  return show(manual, added, caller)
}

async function change(manual: Manual, { input, caller, record }: Call<Saved>, id: string) {
  const before = manual.exercises.writable(id, caller)
  const { name, factor, players, leads, scoring } = input
  await checkMembers(manual, input, before.body)
  const clock = clockWith(before.body.clock, factor, manual.clock.now())
  const body = { ...before.body, name, players, leads, scoring, clock }
  const at = { id, expected_version: input.expected_version ?? 0 }
  const after = await manual.exercises.change(caller, at, { body }, (one) => show(manual, one, caller))
  record({ after: { id, version: after.version } })
  pushExercise(manual, after, before)
  return show(manual, after, caller)
}

/** Checks that members exist; members named before may have been deleted meanwhile. */
async function checkMembers(manual: Manual, input: Saved, before: ExerciseBody | null) {
  for (const field of ['players', 'leads'] as const)
    for (const id of input[field]) {
      if (before?.[field].includes(id) === true || (await manual.isUser(id))) continue
      const why = `user ${id} does not exist; choose one from the list`
      throw new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
    }
}

const overlay = (manual: Manual) =>
  handle(ttxOverlay, async ({ input, caller }) => {
    const { at, exercises, tracksOf, show } = await stateAt(manual, caller, input.as_of)
    const exercise = exercises.find(({ id }) => id === input.exercise_id)
    if (exercise === undefined)
      throw new OperationError('NOT_FOUND', 'This exercise does not exist any more.')
    const { clock } = exercise.body
    const reached = exerciseSecond(clock, at)
    // No user sees the future of the exercise.
    const second = Math.min(input.at ?? reached, reached)
    const tracks = tracksOf(exercise.id)
    const due = isOn(exercise.body) ? tracks.filter((track) => isDue(track, second)) : []
    return {
      exercise: show(exercise),
      objects: due.map((track) => presentTrack(track, powersOver(manual, track, caller))),
      clock: { ...clock, now: new Date(at).toISOString(), second },
    }
  })

type Acting = Extract<ReturnType<typeof ttxOverlayWrite.input>, { ok: true }>['value']

const act = (manual: Manual) =>
  handle(ttxOverlayWrite, async ({ input, caller, record }) => {
    const { exercises } = manual
    const { exercise_id: id, action } = input
    record({ objectType: 'exercise', objectId: id, reason: action })
    const before = exercises.writable(id, caller)
    const now = manual.clock.now()
    const body: ExerciseBody = {
      ...before.body,
      clock: clockAfter(before.body.clock, action, now, input.at),
      messages: messagesAfter(before.body, input, now),
    }
    const drafts = action === 'INJECT' ? draftsOf(before, input, now) : []
    const at = { id, expected_version: before.version }
    const after = await exercises.change(caller, at, { body, reason: action }, (one) =>
      show(manual, one, caller),
    )
    await manual.tracks.addAll(caller, drafts)
    if (action === 'CLEAR')
      for (const track of tracksOf(manual, id)) await manual.tracks.remove(caller, track.id, 'cleared')
    record({ after: { id, version: after.version, state: after.body.clock.state } })
    pushExercise(manual, after, before)
    return show(manual, after, caller)
  })

function messagesAfter(
  body: ExerciseBody,
  { action, message, at }: Acting,
  now: number,
): ExerciseBody['messages'] {
  if (action === 'CLEAR') return []
  if (action !== 'INJECT' || message === undefined) return body.messages
  const t_plus = at ?? exerciseSecond(body.clock, now)
  return [...body.messages, { id: ulid(now), t_plus, text: message }]
}

function draftsOf(exercise: HeldExercise, { objects, message, at }: Acting, now: number) {
  if (objects.length === 0 && message === undefined)
    throw new OperationError('VALIDATION', 'Check objects: add an object or a message.', {
      fields: [{ field: 'objects', why: 'are missing' }],
    })
  const t_plus = at ?? exerciseSecond(exercise.body.clock, now)
  return objects.map((given) => ({
    body: bodyOf(given, { state: 'ACTIVE', exercise_id: exercise.id, t_plus }),
    visibility: 'CENTRE' as const,
    domain: 'EXERCISE' as const,
  }))
}
