import {
  deleteRecording,
  getRecordings,
  recordingKind,
  saveRecording,
  type Recording,
} from '@samudra/contract/replay'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import {
  pageOfObjects,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { RecordingBody } from './replay-objects.ts'

type Needs = {
  recordings: Objects<RecordingBody>
  clock: Clock
  send: Send
  /** Reports that the protected periods changed. */
  changed: () => void
}
type Given = {
  name: string
  note?: string | undefined
  from?: string | undefined
  to?: string | null | undefined
  bbox?: RecordingBody['bbox'] | undefined
}

/** Returns the operations for named periods that are stored beyond the retention of fixes. */
export function recordingOps({ recordings, clock, send, changed }: Needs): Handled[] {
  const show = (one: Held<RecordingBody>, caller: Caller): Recording => ({
    ...columnsOf(one, recordings.isChangedBy(one, caller)),
    ...one.body,
  })
  const pushed: PushedObjects<RecordingBody> = { objects: recordings, kind: recordingKind, send, show }
  return [
    handle(getRecordings, ({ input, caller }) =>
      pageOfObjects(
        { objects: recordings, clock },
        { input, caller },
        {
          order: (a, b) => Date.parse(b.body.from) - Date.parse(a.body.from),
          show: (ones) => ones.map((one) => show(one, caller)),
        },
      ),
    ),
    handle(saveRecording, async ({ input, caller, record }) => {
      const bodyOf = (before: RecordingBody | undefined) => bodyAfter(before, input, clock.now())
      const draft = { visibility: input.visibility, bodyOf }
      const saved = await saveObject(pushed, { caller, record }, input, draft)
      changed()
      return show(saved, caller)
    }),
    handle(deleteRecording, async ({ input, caller, record }) => {
      const removed = await removeObject(pushed, { caller, record }, input)
      changed()
      return removed
    }),
  ]
}

/** Returns the new body: omitted fields stay the same, and a new recording begins now and runs on. */
function bodyAfter(before: RecordingBody | undefined, given: Given, now: number): RecordingBody {
  const iso = (text: string) => new Date(text).toISOString()
  const from = given.from === undefined ? (before?.from ?? new Date(now).toISOString()) : iso(given.from)
  const to = given.to === undefined ? (before?.to ?? null) : given.to === null ? null : iso(given.to)
  if (Date.parse(from) > now || (to !== null && to <= from)) {
    const why = Date.parse(from) > now ? 'must not be in the future' : 'must be before the end'
    throw new OperationError('VALIDATION', `Check from: ${why}.`, { fields: [{ field: 'from', why }] })
  }
  return {
    name: given.name,
    note: given.note ?? before?.note ?? '',
    from,
    to,
    bbox: given.bbox === undefined ? (before?.bbox ?? null) : given.bbox,
  }
}
