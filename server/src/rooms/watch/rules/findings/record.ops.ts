import { getRuleRecord, getRuleRuns, MOST_RUNS_PUSHED, type RuleRecord } from '@samudra/contract/rule-results'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import { PortAreas } from '../../../../sea/port-areas.ts'
import { DRAFT, knownRule, runSeen, showRun, type ResultNeeds } from './results.ops.ts'
import type { BareResult } from './results.sql.ts'
import { readRuns } from '../runs/runs.sql.ts'
import { bareSeen, shipsOf } from '../rule-visibility.ts'

type Needs = ResultNeeds & { judgedPorts: PortsInterface['judged'] }

export const recordOps = (needs: Needs): Handled[] => [runs(needs), record(needs)]

const runs = (needs: Needs) =>
  handle(getRuleRuns, async ({ input: { id }, caller }) => {
    if (id !== DRAFT) await knownRule(needs, id, caller)
    const by = id === DRAFT ? caller.userId : null
    const rows = await readRuns(needs.db, { ruleId: id, by }, MOST_RUNS_PUSHED)
    return { items: await Promise.all(rows.map((run) => showRun(needs, run, caller))) }
  })

const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

const record = (needs: Needs) =>
  handle(getRuleRecord, async ({ input, caller }) => {
    const { id, run_id, from, to } = input
    if (run_id === undefined) await knownRule(needs, id, caller)
    else if ((await runSeen(needs, run_id, caller)).rule_id !== id)
      throw new OperationError('NOT_FOUND', 'This rule has no such run; it may have been deleted.')
    const which = { runId: run_id ?? '', ruleIds: [id], from: ms(from), to: ms(to) }
    const rows = await bareSeen(needs, which, caller)
    const ports = PortAreas.of(needs.judgedPorts())
    return { ...recordOf(rows, (row) => ports.hold(row)), as_of: new Date(needs.clock.now()).toISOString() }
  })

const DAY_MS = 86_400_000
const NO_HITS = { hits: 0, again: 0, confirmed: 0, disputed: 0 }

/** Returns the totals of hits; a day counts hits that began on it. */
export function recordOf(
  rows: readonly BareResult[],
  isInPort: (row: BareResult) => boolean,
): Omit<RuleRecord, 'as_of'> {
  const ships = new Set<number>()
  const days = new Map<number, typeof NO_HITS>()
  let [inPort, revised] = [0, 0]
  const all = { ...NO_HITS }
  for (const row of rows) {
    for (const [mmsi] of shipsOf(row)) ships.add(mmsi)
    if (isInPort(row)) inPort++
    if (row.status === 'REVISED') revised++
    const at = Math.floor(row.first_at / DAY_MS) * DAY_MS
    const day = days.get(at) ?? { ...NO_HITS }
    days.set(at, day)
    for (const counts of [all, day]) {
      counts.hits++
      counts.again += row.again
      if (row.judgement === 'CONFIRMED') counts.confirmed++
      if (row.judgement === 'DISPUTED') counts.disputed++
    }
  }
  return {
    ...all,
    ships: ships.size,
    in_port: inPort,
    revised,
    days: [...days]
      .sort(([a], [b]) => a - b)
      .map(([at, counts]) => ({ day: new Date(at).toISOString(), ...counts })),
  }
}
