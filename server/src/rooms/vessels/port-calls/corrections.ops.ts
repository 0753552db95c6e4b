import { correctPortCall, mergePortCalls, splitPortCall } from '@samudra/contract/port-calls'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { readCalls } from './call-query.sql.ts'
import { cutFor, seesCall } from './calls-seen.ts'
import type { CallRow } from './call-row.ts'
import { knownPort, noCall, shown, type CallNeeds } from './port-calls.ops.ts'
import { CallsChanged, inCalls, storeCalls } from './port-calls.sql.ts'

type Needs = CallNeeds & { changed: (calls: readonly CallRow[]) => void }

export const correctionOps = (needs: Needs): Handled[] => [correct, merge, split].map((make) => make(needs))

const correct = (needs: Needs) =>
  handle(correctPortCall, async ({ input, caller, record }) => {
    const { id, expected_version, reason, cancel, port_id, berth, ...times } = input
    const before = await callSeen(needs, caller, id)
    record({ objectType: 'port_call', objectId: id, before, reason })
    checkVersion(needs, caller, before, expected_version)
    if (port_id !== undefined) knownPort(needs, port_id)
    const change: Partial<CallRow> = { ...byHand(caller, reason) }
    if (port_id !== undefined) change.port_id = port_id
    if (berth !== undefined) change.berth = berth
    for (const field of ['anchored_at', 'berthed_at', 'departed_at'] as const) {
      const given = times[field]
      if (given !== undefined) change[field] = given === null ? null : Date.parse(given)
    }
    const row = corrected(before, needs.clock.now(), {
      ...change,
      ...settled({ ...before, ...change }, cancel === true),
    })
    return stored(needs, caller, [before], [row], record)
  })

const merge = (needs: Needs) =>
  handle(mergePortCalls, async ({ input: { ids, reason }, caller, record }) => {
    const [first, second] = await Promise.all(ids.map((id) => callSeen(needs, caller, id)))
    const [earlier, later] = first!.began_at <= second!.began_at ? [first!, second!] : [second!, first!]
    record({ objectType: 'port_call', objectId: earlier.id, before: [earlier, later], reason })
    if (earlier.id === later.id || earlier.mmsi !== later.mmsi || earlier.port_id !== later.port_id)
      throw refused('ids', 'must be two calls of one vessel at one port')
    if (earlier.state === 'CANCELLED' || later.state === 'CANCELLED')
      throw changedMeanwhile(needs, caller, earlier.state === 'CANCELLED' ? earlier : later)
    const hand = byHand(caller, reason)
    const at = needs.clock.now()
    const whole: Partial<CallRow> = {
      ...hand,
      anchored_at: earlier.anchored_at ?? later.anchored_at,
      berthed_at: earlier.berthed_at ?? later.berthed_at,
      departed_at: later.departed_at,
      draught_out: later.draught_out,
      next_port: later.next_port,
      next_text: later.next_text,
      evidence: [...new Set([...earlier.evidence, ...later.evidence])],
      sources: [...new Set([...earlier.sources, ...later.sources])],
    }
    const rows = [
      corrected(earlier, at, { ...whole, ...settled({ ...earlier, ...whole }, false) }),
      corrected(later, at, { ...hand, state: 'CANCELLED' }),
    ]
    return stored(needs, caller, [earlier, later], rows, record)
  })

const split = (needs: Needs) =>
  handle(splitPortCall, async ({ input, caller, record }) => {
    const { id, expected_version, reason } = input
    const before = await callSeen(needs, caller, id)
    record({ objectType: 'port_call', objectId: id, before, reason })
    checkVersion(needs, caller, before, expected_version)
    const [leftAt, backAt] = [Date.parse(input.left_at), Date.parse(input.back_at)]
    if (
      before.entered_at === null ||
      leftAt <= before.entered_at ||
      (before.departed_at ?? Infinity) <= backAt
    )
      throw refused('left_at', 'must be between arrival and departure, as the time of the second arrival')
    if (backAt <= leftAt) throw refused('back_at', 'must be after the departure')
    const hand = byHand(caller, reason)
    const at = needs.clock.now()
    const keep = (value: number | null, isOf: (at: number) => boolean) =>
      value !== null && isOf(value) ? value : null
    const first: Partial<CallRow> = {
      ...hand,
      anchored_at: keep(before.anchored_at, (one) => one < leftAt),
      berthed_at: keep(before.berthed_at, (one) => one < leftAt),
      departed_at: leftAt,
    }
    const second: CallRow = {
      ...before,
      ...hand,
      id: ulid(at),
      version: 0,
      began_at: backAt,
      entered_at: backAt,
      expected_at: null,
      expected_by: null,
      expected_text: null,
      anchored_at: keep(before.anchored_at, (one) => one >= backAt),
      berthed_at:
        keep(before.berthed_at, (one) => one >= backAt) ?? (before.berthed_at === null ? null : backAt),
      computed_from: 'MANUAL',
    }
    const rows = [
      corrected(before, at, { ...first, ...settled({ ...before, ...first }, false) }),
      corrected(second, at, settled(second, false)),
    ]
    await stored(needs, caller, [before], rows, record)
    return rows.map((row) => shown(needs, caller)({ ...row, before: null }))
  })

/** The next version, also where a person only confirms what is believed. */
const corrected = (before: CallRow, at: number, change: Partial<CallRow>): CallRow => ({
  ...before,
  ...change,
  version: before.version + 1,
  known_from: at,
  known_to: null,
})

const byHand = ({ username }: Caller, reason: string) => ({
  changed_by: username,
  reason,
  already_there: false,
})

const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

/** State and beginning that follow from the instants of a call. Throws VALIDATION when they contradict each other. */
function settled(row: CallRow, isCancelled: boolean): Pick<CallRow, 'state' | 'began_at'> {
  const { entered_at, anchored_at, berthed_at, departed_at } = row
  const first = entered_at ?? anchored_at ?? berthed_at
  const inOrder = [first, anchored_at, berthed_at, departed_at].filter((at) => at !== null)
  if (inOrder.some((at, i) => i > 0 && at < inOrder[i - 1]!))
    throw refused(
      departed_at !== null && departed_at < Math.max(...inOrder) ? 'departed_at' : 'berthed_at',
      'must be in the order: arrival, at anchor, at the berth, departure',
    )
  const began_at = first ?? row.began_at
  if (isCancelled) return { state: 'CANCELLED', began_at }
  if (departed_at !== null) return { state: 'DEPARTED', began_at }
  if (berthed_at !== null) return { state: 'BERTHED', began_at }
  if (anchored_at !== null) return { state: 'ANCHORED', began_at }
  return { state: row.expected_at !== null ? 'EXPECTED' : row.state, began_at }
}

async function callSeen({ db, names }: Needs, caller: Caller, id: string): Promise<CallRow> {
  const [row] = await readCalls(db, { id, ...cutFor(names, caller.visibility) }, { limit: 1 })
  if (row === undefined || !seesCall(row, names, caller.visibility)) throw noCall()
  const { before: _, ...call } = row
  return call
}

function checkVersion(needs: Needs, caller: Caller, row: CallRow, expected: number): void {
  if (row.version !== expected) throw changedMeanwhile(needs, caller, row)
}

const changedMeanwhile = (needs: Needs, caller: Caller, now: CallRow) =>
  new OperationError(
    'VERSION_CONFLICT',
    `This port call was changed meanwhile${now.changed_by === null ? '' : ` by ${now.changed_by}`}; look at it as it is now.`,
    { data: shown(needs, caller)({ ...now, before: null }) },
  )

async function stored(
  needs: Needs,
  caller: Caller,
  before: readonly CallRow[],
  rows: CallRow[],
  record: (entry: { after: unknown }) => void,
) {
  try {
    await inCalls(needs.db, (client) => storeCalls(client, rows))
  } catch (error) {
    if (!(error instanceof CallsChanged)) throw error
    throw changedMeanwhile(needs, caller, await callSeen(needs, caller, rows[0]!.id))
  }
  record({ after: rows })
  needs.changed([...before, ...rows])
  return shown(needs, caller)({ ...rows[0]!, before: null })
}
