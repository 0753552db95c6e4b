import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { needsSeveral } from '@samudra/rules/plans/condition-needs'
import { SAMUDRA } from '../../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { JobRun } from '../../../../platform/needs/jobs.ts'
import { resultsOf, type Findings } from '../findings/findings.ts'
import { needsAnomalies } from '../evaluation/news.ts'
import { passThrough, type PassNeeds } from '../evaluation/pass.ts'
import {
  inResults,
  liveResultsOf,
  storeResults,
  type Later,
  type ResultRow,
} from '../findings/results.sql.ts'
import { conditionsOf } from '../rule.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import { Stage } from '../evaluation/stage.ts'
import { dueShips, endDue } from '../evaluation/states.sql.ts'

export const AGAIN_JOB = 'rules.again'
/** Ships gone through at a time. */
const SHIPS_AT_ONCE = 100
/** Age below which results may not be readable yet, ms. */
const SETTLED_MS = 10_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So long before what came late rules begin to look, at least and at most. */
const LEAST_REACH_MS = 12 * HOUR_MS
const MOST_REACH_MS = 30 * 24 * HOUR_MS

export type AgainNeeds = PassNeeds & {
  clock: Clock
  flush: () => Promise<void>
  rules: () => { rules: readonly EvaluatedRule[] }
  worlds: Pick<Worlds, 'make'>
  findings: Findings
}

/**
 * Re-evaluates vessels with data from before the remembered state: revises hits that the whole history does not
 * confirm, and publishes further ones. Live state stays as it was. Rules of several vessels keep their results.
 */
export async function goThroughAgain(needs: AgainNeeds, job: JobRun): Promise<void> {
  const { db, clock, flush } = needs
  for (; !job.signal.aborted;) {
    const due = await dueShips(db, clock.now(), SHIPS_AT_ONCE)
    if (due.size === 0) return
    const rules = needs.rules().rules.filter((rule) => !needsSeveral(rule))
    const to = clock.now() - SETTLED_MS
    await flush()
    const about = {
      from: Math.min(...due.values()) - reachOf(rules),
      to,
      mmsis: [...due.keys()],
      corrected: false,
    }
    const stage = new Stage(rules, await needs.worlds.make(rules, about), () => [], {
      isGuarded: true,
    })
    await passThrough(needs, stage, {
      ...about,
      heard: about.mmsis,
      by: 'OBSERVED',
      together: needsAnomalies(rules),
      visibility: SAMUDRA.visibility,
      sources: null,
      signal: job.signal,
    })
    const { begun } = resultsOf(stage, stage.takeChanges(), '', clock.now())
    const stored = await liveResultsOf(db, [...due.keys()], Math.min(...due.values()))
    const ended = new Set(stage.takeFaults().map(({ rule, why }) => (needs.findings.end(rule, why), rule)))
    const sound = rules.filter(({ id }) => !ended.has(id))
    const found = compare({ due, rules: sound, begun, stored, to })
    const changed = await inResults(db, async (client) => {
      await endDue(client, due)
      return storeResults(client, found, clock.now())
    })
    needs.findings.deliver(changed)
  }
}

type Compared = {
  due: ReadonlyMap<number, number>
  rules: readonly EvaluatedRule[]
  begun: readonly ResultRow[]
  stored: readonly ResultRow[]
  to: number
}

/**
 * Returns differences from stored results. Results that began before the data of a vessel are complete stay unchanged.
 */
function compare({ due, rules, begun, stored, to }: Compared): { begun: ResultRow[]; later: Later[] } {
  const query = new Set(rules.map(({ id, version }) => `${id}.${version}`))
  const found = new Set(begun.map(({ id }) => id))
  const known = new Map(stored.map((row) => [row.id, row]))
  const isSince = ({ mmsi, first_at }: ResultRow) => first_at >= due.get(mmsi)! && first_at <= to
  const gone = stored.filter(
    (row) =>
      row.status !== 'REVISED' &&
      row.known_at <= to &&
      query.has(`${row.rule_id}.${row.rule_version}`) &&
      isSince(row) &&
      !found.has(row.id),
  )
  return {
    begun: begun.filter((row) => (known.has(row.id) ? true : isSince(row))),
    later: gone.map(({ mmsi, run_id, id, last_at, began_at, ended_at, again }) => ({
      mmsi,
      run_id,
      id,
      last_at,
      began_at,
      ended_at,
      status: 'REVISED',
      again,
    })),
  }
}

/** Returns how far into the past the longest condition reaches, ms. */
function reachOf(rules: readonly EvaluatedRule[]): number {
  const minutes = rules.flatMap((rule) => [...conditionsOf(rule)].map(minutesOf))
  const longest = minutes.reduce((most, one) => Math.max(most, one), 0) * MINUTE_MS
  return Math.min(MOST_REACH_MS, Math.max(LEAST_REACH_MS, 2 * longest))
}
const minutesOf = (node: RuleNode): number => {
  const {
    for_min = 0,
    within_min = 0,
    min = 0,
    after_min = 0,
    window_min = 0,
  } = node as { for_min?: number; within_min?: number; min?: number; after_min?: number; window_min?: number }
  return Math.max(for_min, within_min, min, after_min, window_min)
}
