import { cancelRuleRun, MOST_RUN_DAYS, resumeRuleRun, runRule } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { ulid } from 'ulid'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Jobs } from '../needs/jobs.ts'
import { sourcesSeen } from '../sea/names.ts'
import { checkRule, type CheckNeeds } from './check.ts'
import { DRAFT, runSeen, showRun, type ResultNeeds } from './results.ops.ts'
import { evaluatedOf } from './rule.ts'
import { RUN_JOB } from './run.ts'
import { beginRun, endRun, insertRun, NOT_BEGUN, readRun, sizeOf, type RunRow } from './runs.sql.ts'

type Needs = CheckNeeds & ResultNeeds & { jobs: Jobs; countUp: () => Promise<void> }

export const runOps = (needs: Needs): Handled[] => [run(needs), cancel(needs), resume(needs)]

const DAY_MS = 86_400_000
/** What one core goes through, fixes a second; measured with `bench/`. */
const FIXES_PER_S = 100_000

const run = (needs: Needs) =>
  handle(runRule, async ({ input, caller, record }) => {
    const { id, knowledge, dry_run, area, mmsis } = input
    record({ objectType: 'rule', objectId: id })
    const [from_at, to_at] = [Date.parse(input.from), Date.parse(input.to)]
    if (to_at - from_at > MOST_RUN_DAYS * DAY_MS)
      throw unfit('to', `is more than ${MOST_RUN_DAYS} days after from`)
    const rule = ruleOf(needs, input, caller)
    refuseOfSource(rule, input)
    const { errors } = await checkRule(needs, rule, caller)
    if (errors.length > 0) throw unfit(input.draft === undefined ? 'id' : 'draft', errors[0]!)
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
      area: area ?? null,
      ships: mmsis?.map(Number) ?? null,
      ...NOT_BEGUN,
    }
    const sources = sourcesSeen(needs.names, caller.sight)
    await needs.countUp()
    const size = await sizeOf(needs.db, { from: from_at, to: to_at, sources, ships: row.ships })
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
function refuseOfSource({ subject }: EvaluatedRule, { area, mmsis }: Partial<RunAsked>) {
  if (subject !== 'SOURCE') return
  if (area !== undefined) throw unfit('area', 'is of places; a source is looked at as a whole, leave it out')
  if (mmsis !== undefined) throw unfit('mmsis', 'is of ships; a source is looked at as a whole, leave it out')
}
type RunAsked = { area: unknown; mmsis: unknown }

/** Throws NOT_FOUND, FORBIDDEN and VALIDATION. Dry, whoever sees a rule runs it; what is kept of it is its owner's business. */
function ruleOf(needs: Needs, input: RunInput, caller: Caller): EvaluatedRule {
  const { id, draft, dry_run } = input
  if ((id === DRAFT) !== (draft !== undefined))
    throw unfit('draft', 'goes with the id draft, and with no other')
  if (draft !== undefined) {
    if (!dry_run) throw unfit('dry_run', 'must stay true for a draft; create the rule first')
    return { ...draft, id, version: 0 }
  }
  return evaluatedOf(dry_run ? needs.rules.get(id, caller) : needs.rules.writable(id, caller))
}
type RunInput = { id: string; draft?: Omit<EvaluatedRule, 'id' | 'version'> | undefined; dry_run: boolean }

const unfit = (field: string, why: string) =>
  new Refusal('VALIDATION', `This rule cannot be run: ${field} ${why}.`, { fields: [{ field, why }] })

/** Whoever does the job finds the run waiting for it. Throws VALIDATION when it is under way or over. */
async function begin({ jobs }: Needs, id: string, { username }: Caller): Promise<RunRow> {
  let begun: RunRow | null = null
  await jobs.enqueue(RUN_JOB, { run_id: id }, username, async (client, jobId) => {
    begun = await beginRun(client, id, jobId)
    if (begun === null) throw notEnded('is under way or over')
  })
  return begun!
}
const notEnded = (why: string) =>
  new Refusal('VALIDATION', 'Only a run that failed or was cancelled can go on.', {
    fields: [{ field: 'run_id', why }],
  })

/** Throws NOT_FOUND, FORBIDDEN. */
async function ownRun(needs: Needs, id: string, caller: Caller): Promise<RunRow> {
  const row = await runSeen(needs, id, caller)
  if (row.started_by_id !== caller.userId && !caller.isAdmin)
    throw new Refusal(
      'FORBIDDEN',
      'Only who started this run may end it or go on with it; start one of your own.',
    )
  return row
}

const cancel = (needs: Needs) =>
  handle(cancelRuleRun, async ({ input, caller, record }) => {
    record({ objectType: 'rule_run', objectId: input.run_id })
    const row = await ownRun(needs, input.run_id, caller)
    if (row.job_id !== null) await needs.jobs.cancel(row.job_id, caller.username)
    const over = { state: 'CANCELLED', error: null, preview: null, truncated: row.truncated } as const
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
