import type { RuleExplanation } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Change } from '@samudra/rules/pairs/differences'
import type { Explained } from '@samudra/rules/plans/node'
import { LONGEST_REPORT_WINDOW_MIN } from '@samudra/rules/plans/source-query'
import { isCounted } from '../../../../sea/fix-queue.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { idsIn } from '../evaluation/fixes-of.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import { reportedBefore } from '../evaluation/pass.ts'
import type { ResultRow } from '../findings/results.sql.ts'
import { presentExplanation } from '../rule-visibility.ts'
import { Stage } from '../evaluation/stage.ts'

type Needs = {
  fixes: FixReader
  flush: () => Promise<void>
  worlds: Pick<Worlds, 'make'>
}
export type Recomputed = {
  verdict: 'TRUE' | 'FALSE' | 'UNKNOWN'
  why: string
  explanation: RuleExplanation | null
}
const MINUTE_MS = 60_000
const IDS_PER_MS = 1024

/** Re-evaluates all reports of a source in the period of its explanation, with the rule as it was. */
export async function recomputeOfSource(
  { fixes, flush, worlds }: Needs,
  row: ResultRow,
  rule: EvaluatedRule,
): Promise<Recomputed> {
  await flush()
  const sources = row.sources.flat()
  const from = earliestOf(row) - LONGEST_REPORT_WINDOW_MIN * MINUTE_MS
  const about = { from, to: row.first_at, mmsis: [], corrected: false }
  const stage = new Stage([rule], await worlds.make([rule], about), () => [])
  stage.beginSources(from, await reportedBefore(fixes, from, sources))
  // The last report may lie before the whole period.
  const named = row.explanation === null ? [] : idsIn(row.explanation)
  const missing = new Set(named.filter((id) => id / IDS_PER_MS >= from + MINUTE_MS))
  let count = 0
  const query = { by: 'ARRIVAL', from, to: row.first_at, sources, order: 'TIME' } as const
  for await (const batch of fixes.readFixes(query))
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i)) continue
      missing.delete(batch.fixId[i]!)
      stage.take(batch, i)
      count++
    }
  if (missing.size > 0)
    return {
      verdict: 'UNKNOWN',
      why: `${missing.size} of the fixes are no longer stored.`,
      explanation: null,
    }
  stage.evaluator.advance(row.first_at + MINUTE_MS)
  const event = stage.takeChanges().findLast(({ at }) => at <= row.first_at)
  return recomputedFrom(event, `the reports of the source in that time (${count} positions)`)
}

/** Returns the outcome by the last result. */
export const recomputedFrom = (event: Change | undefined, what: string): Recomputed =>
  event === undefined || event.what === 'CLEARED'
    ? { verdict: 'FALSE', why: `Re-checked with ${what}: not true.`, explanation: null }
    : {
        verdict: 'TRUE',
        why: `Re-checked with ${what}: still true.`,
        explanation: event.explanation === null ? null : presentExplanation(event.explanation),
      }

/** Returns when the earliest data in its explanation were sent. */
export const earliestOf = ({ explanation, first_at }: ResultRow): number => {
  const first = ({ window, of }: Explained): number =>
    of.reduce((least, one) => Math.min(least, first(one)), window?.from ?? first_at)
  return explanation === null ? first_at : Math.min(first_at, first(explanation))
}
