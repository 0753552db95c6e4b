import { cancelRuleRun, MOST_RUN_DAYS, resumeRuleRun, runRule } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Jobs } from '../../../../platform/needs/jobs.ts'
import { sourcesSeen } from '../../../../sea/names.ts'
import { checkRule, ruleInvalid, type CheckNeeds } from '../check.ts'
import { DRAFT, runSeen, showRun, type ResultNeeds } from '../findings/results.ops.ts'
import { evaluatedOf } from '../rule.ts'
import { RUN_JOB } from './run.ts'
import {
  beginRun,
  countRunsUnderWay,
  endRun,
  insertRun,
  NOT_BEGUN,
  readRun,
  sizeOf,
  type RunRow,
} from './runs.sql.ts'

type Needs = CheckNeeds & ResultNeeds & { jobs: Jobs; countUp: () => Promise<void>; sky: AircraftInterface }

export const runOps = (needs: Needs): Handled[] => [run(needs), cancel(needs), resume(needs)]

const DAY_MS = 86_400_000
/** Throughput of one core, fixes per second; measured with `bench/`. */
const FIXES_PER_S = 100_000

/** Maximum number of runs of one user that wait or run, so that runs of other users get their turn. */
const MOST_UNDER_WAY = 10
const tooManyRuns = () =>
  new OperationError(
    'RATE_LIMIT',
    `${MOST_UNDER_WAY} of your historical runs wait or run already; wait until one has ended, or cancel one.`,
  )

/** Returns the amount of data to evaluate. */
async function sizeFor({ db, sky }: Needs, row: RunRow, sources: readonly number[] | null) {
  const { from_at: from, to_at: to, ships, rule } = row
  if (rule.subject !== 'AIRCRAFT') return sizeOf(db, { from, to, sources, ships })
  const reports = await sky.countReports({ from, to, sources }, MOST_COUNTED)
  return { shipHours: Math.ceil(reports / REPORTS_PER_H), fixes: reports }
}
/** Maximum number of aircraft reports counted; each covers 15 s. */
const MOST_COUNTED = 5_000_000
const REPORTS_PER_H = 240

const run = (needs: Needs) =>
  handle(runRule, async ({ input, caller, record }) => {
    const { id, knowledge, dry_run, area, mmsis } = input
    record({ objectType: 'rule', objectId: id })
    const [from_at, to_at] = [Date.parse(input.from), Date.parse(input.to)]
    if (to_at - from_at > MOST_RUN_DAYS * DAY_MS)
      throw unfit('to', `is more than ${MOST_RUN_DAYS} days after from`)
    if (from_at > needs.clock.now()) throw unfit('from', 'is in the future; choose a past time')
    const rule = ruleOf(needs, input, caller)
    refuseOfSource(rule, input)
    refuseOfAircraft(rule, input)
    const groups = input.draft === undefined ? needs.rules.get(id, caller).group_ids : undefined
    const { faults } = await checkRule(needs, rule, caller, groups)
    const at = input.draft === undefined ? '' : 'draft'
    if (faults.length > 0) throw ruleInvalid('This rule cannot be run', faults, at)
    if ((await countRunsUnderWay(needs.db, caller.userId)) >= MOST_UNDER_WAY) throw tooManyRuns()
    const row: RunRow = {
      id: ulid(needs.clock.now()),
      rule_id: id,
      rule_version: rule.version,
      rule,
      is_draft: input.draft !== undefined,
      started_by_id: caller.userId,
      started_by: caller.username,
      started_at: needs.clock.now(),
      from_at,
      to_at,
      knowledge,
      dry_run,
      is_confined: !caller.visibility.all,
      area: area ?? null,
      ships: mmsis?.map(Number) ?? null,
      ...NOT_BEGUN,
    }
    const sources = sourcesSeen(needs.names, caller.visibility)
    await needs.countUp()
    const size = await sizeFor(needs, row, sources)
    await insertRun(needs.db, row)
    await begin(needs, row.id, caller)
    return {
      run_id: row.id,
      state: row.state,
      progress: 0,
      estimate: { ship_hours: size.shipHours, seconds: Math.ceil(size.fixes / FIXES_PER_S) },
    }
  })

/** A source is not of a place or of ships. Throws VALIDATION. */
function refuseOfSource({ subject }: EvaluatedRule, { area, mmsis }: Partial<RunQuery>) {
  if (subject !== 'SOURCE') return
  if (area !== undefined) throw unfit('area', 'is not allowed for a source; leave it out')
  if (mmsis !== undefined) throw unfit('mmsis', 'is not allowed for a source; leave it out')
}
/** An aircraft is no ship. Throws VALIDATION. */
function refuseOfAircraft({ subject }: EvaluatedRule, { mmsis }: Partial<RunQuery>) {
  if (subject === 'AIRCRAFT' && mmsis !== undefined)
    throw unfit('mmsis', 'is not allowed for aircraft; leave it out, or give an area')
}
type RunQuery = { area: unknown; mmsis: unknown }

/**
 * Throws NOT_FOUND, FORBIDDEN and VALIDATION. Any user who sees a rule may make a dry run; storing results is for its
 * owner.
 */
function ruleOf(needs: Needs, input: RunInput, caller: Caller): EvaluatedRule {
  const { id, draft, dry_run } = input
  if ((id === DRAFT) !== (draft !== undefined)) throw unfit('draft', 'needs the id draft, and only that id')
  if (draft !== undefined) {
    if (!dry_run) throw unfit('dry_run', 'must stay true for a draft; create the rule first')
    return { ...draft, id, version: 0 }
  }
  return evaluatedOf(dry_run ? needs.rules.get(id, caller) : needs.rules.writable(id, caller))
}
type RunInput = { id: string; draft?: Omit<EvaluatedRule, 'id' | 'version'> | undefined; dry_run: boolean }

const unfit = (field: string, why: string) =>
  new OperationError('VALIDATION', `This rule cannot be run: ${field} ${why}.`, { fields: [{ field, why }] })

/** Enqueues a run, which is stored before its job starts. Throws VALIDATION if it is under way or ended. */
async function begin({ jobs }: Needs, id: string, { username }: Caller): Promise<RunRow> {
  let begun: RunRow | null = null
  await jobs.enqueue(RUN_JOB, { run_id: id }, username, async (client, jobId) => {
    begun = await beginRun(client, id, jobId)
    if (begun === null) throw notEnded('is under way or has ended')
  })
  return begun!
}
const notEnded = (why: string) =>
  new OperationError('VALIDATION', 'Only a run that failed or was cancelled can continue.', {
    fields: [{ field: 'run_id', why }],
  })

/** Throws NOT_FOUND, FORBIDDEN. */
async function ownRun(needs: Needs, id: string, caller: Caller): Promise<RunRow> {
  const row = await runSeen(needs, id, caller)
  if (row.started_by_id !== caller.userId && !caller.isAdmin)
    throw new OperationError(
      'FORBIDDEN',
      'Only the user who started this run may stop or continue it. Start your own run.',
    )
  return row
}

const cancel = (needs: Needs) =>
  handle(cancelRuleRun, async ({ input, caller, record }) => {
    record({ objectType: 'rule_run', objectId: input.run_id })
    const row = await ownRun(needs, input.run_id, caller)
    if (row.job_id !== null) await needs.jobs.cancel(row.job_id, caller.username)
    const over = {
      state: 'CANCELLED',
      error: null,
      preview: null,
      coverage: null,
      truncated: row.truncated,
    } as const
    await endRun(needs.db, row.id, over, needs.clock.now())
    return showRun(needs, (await readRun(needs.db, row.id))!, caller)
  })

const resume = (needs: Needs) =>
  handle(resumeRuleRun, async ({ input, caller, record }) => {
    record({ objectType: 'rule_run', objectId: input.run_id })
    const row = await ownRun(needs, input.run_id, caller)
    if (row.state !== 'FAILED' && row.state !== 'CANCELLED') throw notEnded(`is ${row.state}`)
    return showRun(needs, await begin(needs, row.id, caller), caller)
  })
