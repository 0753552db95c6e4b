import {
  addVesselEventsAndDisasters,
  getEventCategory,
  getEventType,
  getVesselEventsAndDisasters,
  removeVesselEventsAndDisasters,
} from '@samudra/contract/events'
import { CATEGORY_LOOKS, EVENT_CATEGORIES, EVENT_TYPES } from '@samudra/contract/event-types'
import { EMPTY_AUDIENCE } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pageOfObjects } from '../../../platform/kernel/objects/object-calls.ts'
import { handle, type Call, type Handled } from '../../../platform/kernel/http/handle.ts'
import { checkPeriod, settledShape, statusAfter, type EventBody, type StoredEvent } from './event.ts'
import { isRequest } from './event-search.ts'
import { checkedFiles } from './files.ops.ts'
import { isOwn, show, type EventNeeds } from './event-objects.ts'
import { announce, pushAdded, pushRemoved } from './event-push.ts'

export const eventOps = (needs: EventNeeds): Handled[] => [
  save(needs),
  list(needs),
  remove(needs),
  handle(getEventType, async () => EVENT_TYPES.map((one) => ({ ...one }))),
  handle(getEventCategory, async () =>
    EVENT_CATEGORIES.map((code) => ({ code, ...CATEGORY_LOOKS[code], checklist_id: null })),
  ),
]

type Input = Extract<ReturnType<typeof addVesselEventsAndDisasters.input>, { ok: true }>['value']

const save = (needs: EventNeeds) =>
  handle(addVesselEventsAndDisasters, async (call) => {
    call.record({ objectType: 'vessel_event', objectId: call.input.id ?? '' })
    checkPeriod(call.input)
    return call.input.id === undefined ? add(needs, call) : change(needs, call, call.input.id)
  })

async function add(needs: EventNeeds, { input, caller, record }: Call<Input>) {
  const { visibility } = input
  if (input.status === 'REVISED') statusAfter('DETECTED', 'REVISED', false)
  if (input.revision !== undefined) {
    const why = 'a new event has no revision; leave it out'
    throw new OperationError('VALIDATION', `Check revision: ${why}.`, {
      fields: [{ field: 'revision', why }],
    })
  }
  const files = await checkedFiles(needs, input.file_ids, caller, null)
  await checkEvidence(needs, input, caller, [])
  const body: EventBody = {
    ...fieldsOf(input),
    files,
    status: input.status,
    detector: null,
    params: {},
    explanation: null,
    case_id: null,
    revisions: [],
    removed_reason: null,
  }
  const event = await needs.events.add(caller, { body, visibility })
  await needs.files.hang(input.file_ids, event.id)
  record({ objectId: event.id, after: show(needs, event, caller) })
  pushAdded(needs, event)
  announce(needs, event)
  return show(needs, event, caller)
}

const fieldsOf = (input: Input) => ({
  type: input.type,
  category: input.category,
  title: input.title,
  text: input.text,
  severity: input.severity,
  start_at: new Date(input.start_at).toISOString(),
  end_at: input.end_at === null ? null : new Date(input.end_at).toISOString(),
  geometry: settledShape(input.geometry),
  mmsis: [...new Set(input.mmsis)],
  confidence: input.confidence,
  evidence_fix_ids: input.evidence_fix_ids,
})

async function change(needs: EventNeeds, { input, caller, record }: Call<Input>, id: string) {
  const { events, clock } = needs
  const before = events.get(id, caller)
  record({ before: show(needs, before, caller) })
  if (input.expected_version === undefined) {
    const why = 'give the version that was changed'
    throw new OperationError('VALIDATION', `Check expected_version: ${why}.`, {
      fields: [{ field: 'expected_version', why }],
    })
  }
  // Before anything else is found wrong with what was made of an older version.
  if (before.version !== input.expected_version)
    throw new OperationError('VERSION_CONFLICT', 'Another user changed this event. Reload it.', {
      data: show(needs, before, caller),
    })
  const { revision, reason = '' } = input
  const status = statusAfter(before.body.status, input.status, revision !== undefined)
  const files = await checkedFiles(needs, input.file_ids, caller, before)
  await checkEvidence(needs, input, caller, before.body.evidence_fix_ids)
  // Ships the caller does not know of stay; they were not shown, so they were not given back.
  const unknown = before.body.mmsis.filter((mmsi) => !needs.mayKnow(Number(mmsi), caller))
  const fields = fieldsOf(input)
  const body: EventBody = {
    ...before.body,
    ...fields,
    files,
    mmsis: [...new Set([...fields.mmsis, ...unknown])],
    status,
    revisions: [
      ...before.body.revisions,
      ...(revision === undefined
        ? []
        : [{ ...revision, at: new Date(clock.now()).toISOString(), by: caller.username }]),
    ],
  }
  checkPowers(before, body, input, caller)
  const after = await events.change(
    caller,
    { id, expected_version: input.expected_version },
    { body, visibility: input.visibility, reason },
    (current) => show(needs, current, caller),
  )
  await needs.files.hang(input.file_ids, id)
  record({ after: show(needs, after, caller), ...(reason === '' ? {} : { reason }) })
  pushAdded(needs, after)
  needs.bus.publish('noticeSeers', { kind: 'event', id, audience: events.audience(after) })
  if (after.body.status !== 'REMOVED') announce(needs, after, before)
  pushRemoved(needs, before, after, 'You may no longer see it.')
  return show(needs, after, caller)
}

/** Lets all users who see an event judge it or add late data; other changes need its owner or an administrator. */
function checkPowers(before: StoredEvent, after: EventBody, input: Input, caller: Caller) {
  if (isOwn(before, caller)) return
  // Not what everybody may do, and lists in whatever order.
  const rest = ({ status: _status, revisions: _revisions, files, mmsis, ...body }: EventBody) =>
    JSON.stringify([
      files.map(({ id }) => id).toSorted(),
      mmsis.toSorted(),
      Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)),
    ])
  if (rest(before.body) !== rest(after) || input.visibility !== before.visibility)
    throw new OperationError(
      'FORBIDDEN',
      'Only its owner or an administrator may change this event; you may confirm or dispute it, or add late information.',
    )
}

/** Checks that evidence is a stored fix of a vessel of the event, visible to the user; earlier evidence may stay. */
async function checkEvidence({ seesFix }: EventNeeds, input: Input, caller: Caller, before: string[]) {
  const mmsis = input.mmsis.map(Number)
  const isFix = async (id: string) => mmsis.length > 0 && seesFix(mmsis, id, caller)
  const refuse = (field: string, id: string) => {
    const why = `${id} is not a stored fix of a vessel of this event`
    return new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
  }
  for (const id of new Set(input.evidence_fix_ids))
    if (!before.includes(id) && !(await isFix(id))) throw refuse('evidence_fix_ids', id)
  const late = input.revision?.late_fix_id
  if (typeof late === 'string' && !(await isFix(late))) throw refuse('revision.late_fix_id', late)
}

const list = (needs: EventNeeds) =>
  handle(getVesselEventsAndDisasters, async ({ input, caller }) => {
    const { mmsi } = input
    const isKnown = mmsi === undefined || needs.mayKnow(Number(mmsi), caller)
    return pageOfObjects(
      { ...needs, objects: needs.events },
      { input, caller },
      {
        isQuery: (event) => isKnown && isRequest(event, input),
        order: byStart,
        show: (events) => events.map((event) => show(needs, event, caller)),
      },
    )
  })
/** The newest first. */
const byStart = (a: StoredEvent, b: StoredEvent) =>
  Date.parse(b.body.start_at) - Date.parse(a.body.start_at) || (a.id < b.id ? 1 : -1)

const remove = (needs: EventNeeds) =>
  handle(removeVesselEventsAndDisasters, async ({ input, caller, record }) => {
    const { events } = needs
    const { id, reason } = input
    record({ objectType: 'vessel_event', objectId: id, reason })
    for (;;) {
      const before = events.get(id, caller)
      record({ before: show(needs, before, caller) })
      if (!isOwn(before, caller))
        throw new OperationError('FORBIDDEN', 'Only its owner or an administrator may remove this event.')
      if (before.body.status === 'REMOVED')
        throw new OperationError('NOT_FOUND', 'This event was removed already.')
      const body: EventBody = { ...before.body, status: 'REMOVED', removed_reason: reason }
      const at = { id, expected_version: before.version }
      const after = await events
        .change(caller, at, { body, reason }, (current) => show(needs, current, caller))
        .catch((error: unknown) => {
          // A concurrent change changed a removed event.
          if (error instanceof OperationError && error.code === 'VERSION_CONFLICT') return null
          throw error
        })
      if (after === null) continue
      pushRemoved(needs, before, null, reason)
      needs.bus.publish('noticeSeers', { kind: 'event', id: before.id, audience: EMPTY_AUDIENCE })
      return { id, removed_at: after.known_from.toISOString() }
    }
  })
