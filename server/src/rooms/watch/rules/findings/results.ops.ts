import {
  getRuleResults,
  getRuleResultsByVessel,
  judgeRuleResult,
  type RuleRun,
} from '@samudra/contract/rule-results'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { SeenObjects } from '../../../../platform/kernel/objects/object-seers.sql.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { AlertLinks } from './alert-links.ts'
import type { Detectors } from '../detectors/detectors.ts'
import type { Findings } from './findings.ts'
import { judgeResult } from './judge.sql.ts'
import type { RuleBody } from '../rule.ts'
import { readRun, type RunRow } from '../runs/runs.sql.ts'
import {
  countSeen,
  pageOfResults,
  presentResult,
  presentRun,
  resultSeen,
  type SeenNeeds,
} from '../rule-visibility.ts'

export type ResultNeeds = SeenNeeds & {
  rules: Objects<RuleBody>
  detectors: Detectors
  clock: Clock
  findings: Findings
  alertLinks: AlertLinks
}

export const resultOps = (needs: ResultNeeds): Handled[] => [ofRule(needs), ofVessel(needs), judge(needs)]

/** Id of a run without a stored rule. */
export const DRAFT = 'draft'
const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
const period = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: ms(from),
  to: ms(to),
})

/** Throws NOT_FOUND for a rule the caller may not see. The versions of a deleted rule decide that. */
export async function knownRule(
  { rules, detectors }: Pick<ResultNeeds, 'rules' | 'detectors'>,
  id: string,
  caller: Caller,
) {
  if (!detectors.isSeenBy(id, caller)) await rules.versions(id, caller)
}

/** A run the caller may see: of a rule he sees, or his own. Throws NOT_FOUND. */
export async function runSeen(
  needs: Pick<ResultNeeds, 'db' | 'rules' | 'detectors'>,
  id: string,
  caller: Caller,
): Promise<RunRow> {
  const run = await readRun(needs.db, id)
  const isOwn = run !== undefined && (run.started_by_id === caller.userId || caller.isAdmin)
  if (run === undefined || (run.is_draft && !isOwn)) throw noRun()
  if (!isOwn) await knownRule(needs, run.rule_id, caller)
  return run
}
const noRun = () => new OperationError('NOT_FOUND', 'This run does not exist; it may have been deleted.')

/** A run as a caller may know of it. */
export async function showRun(needs: SeenNeeds, run: RunRow, caller: Caller): Promise<RuleRun> {
  const hits = await countSeen(needs, { runId: run.id }, caller)
  const isForOthers = run.rule.visibility !== 'PRIVATE'
  const counts_all = !isForOthers || (caller.visibility.all && !run.is_confined)
  return presentRun(run, { hits, counts_all }, { names: needs.names, caller })
}

const ofRule = (needs: ResultNeeds) =>
  handle(getRuleResults, async ({ input, caller }) => {
    const { id, run_id, status, judgement } = input
    const run = run_id === undefined ? null : await runSeen(needs, run_id, caller)
    if (run !== null && run.rule_id !== id) throw noRun()
    if (run === null) await knownRule(needs, id, caller)
    const which = { runId: run_id ?? '', ruleIds: [id], status, judgement, ...period(input) }
    const page = await pageOfResults(needs, which, caller, input)
    return {
      items: await needs.alertLinks.present(page.rows, caller),
      total: page.total,
      next: page.next,
      as_of: new Date(needs.clock.now()).toISOString(),
      run: run === null ? null : await showRun(needs, run, caller),
    }
  })

const ofVessel = (needs: ResultNeeds) =>
  handle(getRuleResultsByVessel, async ({ input, caller }) => {
    const { mmsi, rule_id } = input
    if (rule_id !== undefined) await knownRule(needs, rule_id, caller)
    const page = await pageOfResults(
      needs,
      {
        runId: null,
        ...(rule_id === undefined ? { rules: rulesSeen(needs, caller) } : { ruleIds: [rule_id] }),
        mmsi: Number(mmsi),
        ...period(input),
      },
      caller,
      input,
    )
    return {
      items: await needs.alertLinks.present(page.rows, caller),
      total: page.total,
      next: page.next,
      as_of: new Date(needs.clock.now()).toISOString(),
    }
  })

/** Rules of detectors, and those a caller sees or saw until they were deleted. */
export const rulesSeen = (
  { rules, detectors }: Pick<ResultNeeds, 'rules' | 'detectors'>,
  caller: Caller,
): SeenObjects => ({
  type: rules.kind.type,
  current: [...detectors.ruleIds(caller), ...rules.list(caller).map(({ id }) => id)],
  viewer: caller,
})

/** A result the caller may know of, found by a rule he sees. Throws NOT_FOUND. */
export async function knownResult(
  needs: ResultNeeds,
  { id, run_id = '' }: { id: string; run_id?: string | undefined },
  caller: Caller,
) {
  if (run_id !== '') await runSeen(needs, run_id, caller)
  const row = await resultSeen(needs, { id, runId: run_id }, caller)
  if (row === undefined) throw noResult()
  if (run_id === '')
    await knownRule(needs, row.rule_id, caller).catch(() => {
      throw noResult()
    })
  return row
}
const noResult = () => new OperationError('NOT_FOUND', 'This result does not exist; choose it from the list.')

const judge = (needs: ResultNeeds) =>
  handle(judgeRuleResult, async ({ input, caller, record }) => {
    const { id, judgement, reason } = input
    record({ objectType: 'rule_result', objectId: id, reason })
    const row = await knownResult(needs, { id }, caller)
    record({ before: presentResult(row, caller) })
    const { username: by } = caller
    await judgeResult(needs.db, row, { by, reason, judgement, now: needs.clock.now() })
    const after = { ...row, judgement, judged_by: by, judged_reason: reason }
    record({ after: presentResult(after, caller) })
    needs.findings.deliver([{ ...after, judgement: null }])
    const [shown] = await needs.alertLinks.present([after], caller)
    return shown!
  })
