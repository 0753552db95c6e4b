import {
  deleteManualTrack,
  getManualTracks,
  insertUpdateManualTrack,
  manualTrackUpdate,
} from '@samudra/contract/manual-tracks'
import {
  allOf,
  anyOf,
  except,
  EVERYONE,
  ownerAndAdministrators,
  EMPTY_AUDIENCE,
  users,
} from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pageOfObjects } from '../../../platform/kernel/objects/object-calls.ts'
import { handle, type Call, type Entry, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Cut } from '../../../platform/kernel/http/send.ts'
import { pushExercise } from './exercises.ops.ts'
import { mayShow, powersOver, type Manual } from './manual-objects.ts'
import { bodyOf, isIn, presentTrack, type Track } from './track.ts'

export const trackOps = (manual: Manual): Handled[] => [list(manual), save(manual), remove(manual)]

const show = (manual: Manual, track: Track, caller: Caller) =>
  presentTrack(track, powersOver(manual, track, caller))

const list = (manual: Manual) =>
  handle(getManualTracks, async ({ input, caller }) => {
    const { domain, exercise_id } = input
    return pageOfObjects(
      { ...manual, objects: manual.tracks },
      { input, caller },
      {
        domain,
        isQuery: (track) =>
          (exercise_id === undefined || track.body.exercise_id === exercise_id) && isIn(track, input),
        show: (tracks) => tracks.map((track) => show(manual, track, caller)),
      },
    )
  })

type Input = Parameters<Parameters<typeof handle<Saved, unknown>>[1]>[0]['input']
type Saved = Extract<ReturnType<typeof insertUpdateManualTrack.input>, { ok: true }>['value']

/** Returns the audit entry of a track; for an exercise it holds only that the track changed. */
const entryOf = (manual: Manual, track: Track, caller: Caller): unknown =>
  track.domain === 'REAL' ? show(manual, track, caller) : { id: track.id, version: track.version }

const save = (manual: Manual) =>
  handle(insertUpdateManualTrack, async (call) => {
    call.record({ objectType: 'manual_track', objectId: call.input.id ?? '' })
    return call.input.id === undefined ? add(manual, call) : change(manual, call, call.input.id)
  })

/** Rejects fields that a track of this domain and exercise does not take or cannot change. */
function checkDomain(input: Input, domain: Track['domain'], exercise_id: string | null) {
  const refuse = (field: string, why: string) =>
    new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
  const stays = 'a track stays real or of its exercise; plot a new one'
  if (input.domain === 'EXERCISE' && domain === 'REAL') throw refuse('domain', stays)
  if (domain === 'REAL' && input.exercise_id !== null)
    throw refuse('exercise_id', 'a real track is of no exercise; leave it out')
  if (input.exercise_id !== null && input.exercise_id !== exercise_id) throw refuse('exercise_id', stays)
  if (domain === 'REAL' && input.t_plus !== null)
    throw refuse('t_plus', 'a real track comes up at no second of an exercise; leave it out')
}

async function add(manual: Manual, { input, caller, record }: Call<Input>) {
  const { visibility, domain } = input
  checkDomain(input, domain, input.exercise_id)
  if (domain === 'EXERCISE') manual.exercises.writable(input.exercise_id ?? '', caller)
  const body = bodyOf(input, {
    state: input.state,
    exercise_id: domain === 'EXERCISE' ? input.exercise_id : null,
    t_plus: domain === 'EXERCISE' ? (input.t_plus ?? 0) : null,
  })
  const added = await manual.tracks.add(caller, { body, visibility, domain })
  record({ objectId: added.id, after: entryOf(manual, added, caller) })
  pushChange(manual, added)
  return show(manual, added, caller)
}

async function change(manual: Manual, { input, caller, record }: Call<Input>, id: string) {
  const { tracks } = manual
  const before = tracks.writable(id, caller)
  record({ before: entryOf(manual, before, caller), ...reasonOf(input.reason) })
  if (input.expected_version === undefined) {
    const why = 'give the version that was changed'
    throw new OperationError('VALIDATION', `Check expected_version: ${why}.`, {
      fields: [{ field: 'expected_version', why }],
    })
  }
  const { visibility, reason = '' } = input
  if (visibility !== before.visibility && !mayShow(before, caller))
    throw new OperationError(
      'FORBIDDEN',
      'Only its owner or an administrator may change who sees this manual track.',
    )
  const { exercise_id } = before.body
  checkDomain(input, before.domain, exercise_id)
  const t_plus = exercise_id === null ? null : (input.t_plus ?? before.body.t_plus)
  const given = bodyOf(input, { state: input.state, exercise_id, t_plus })
  // A user who may not see the linked vessel cannot have removed the link.
  const isHidden = given.linked_mmsi === null && !powersOver(manual, before, caller).knowsShip
  const body = isHidden ? { ...given, linked_mmsi: before.body.linked_mmsi } : given
  const at = { id, expected_version: input.expected_version }
  const after = await tracks.change(caller, at, { body, visibility, reason }, (current) =>
    show(manual, current, caller),
  )
  record({ after: entryOf(manual, after, caller) })
  pushChange(manual, after, before)
  return show(manual, after, caller)
}

const reasonOf = (reason: string | undefined): Entry => (reason === undefined ? {} : { reason })

const remove = (manual: Manual) =>
  handle(deleteManualTrack, async ({ input, caller, record }) => {
    const { tracks } = manual
    record({ objectType: 'manual_track', objectId: input.id, ...reasonOf(input.reason) })
    const before = tracks.writable(input.id, caller)
    record({ before: entryOf(manual, before, caller) })
    if (!powersOver(manual, before, caller).may_delete)
      throw new OperationError(
        'FORBIDDEN',
        'Only its owner or an administrator may delete this manual track; close it instead.',
      )
    const last = await tracks.remove(caller, input.id, input.reason ?? '')
    pushChange(manual, last, before)
    return { id: input.id }
  })

/**
 * Pushes a track to each screen as its user may see and change it, and its removal to users who no longer see it.
 * Objects of an exercise are not pushed here: its members receive that the exercise changed.
 */
function pushChange(manual: Manual, track: Track, before?: Track) {
  const { tracks, exercises, send } = manual
  if (track.body.exercise_id !== null) {
    const exercise = exercises.find(track.body.exercise_id)
    if (exercise !== undefined) pushExercise(manual, exercise)
    return
  }
  const about = `${track.type} ${track.id}`
  const see = track.removed ? EMPTY_AUDIENCE : tracks.audience(track)
  const whole = presentTrack(track, { mine: true, may_delete: true, knowsShip: true })
  if (!track.removed) send(manualTrackUpdate, whole, see, { about, cuts: cutsOf(manual, track) })
  if (before === undefined) return
  send(manualTrackUpdate, { id: track.id, removed: true }, except(tracks.audience(before), see), { about })
}

/** Returns the rights of `powersOver` for all users at once. */
function cutsOf({ tracks }: Manual, track: Track): Cut[] {
  const mine = tracks.changers(track)
  const { linked_mmsi: ship } = track.body
  const known = ship === null ? EVERYONE : anyOf(users(track.owner_id), { to: 'ship', mmsi: Number(ship) })
  return [
    { field: 'mine', to: mine, otherwise: false },
    { field: 'may_delete', to: allOf(mine, ownerAndAdministrators(track)), otherwise: false },
    { field: 'linked_mmsi', to: known, otherwise: null },
  ]
}
