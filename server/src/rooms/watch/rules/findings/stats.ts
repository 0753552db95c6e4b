import type { Rule } from '@samudra/contract/rule-keeping'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { HeldRule } from '../rule.ts'
import { lastCosts } from '../runs/runs.sql.ts'
import { countSeen, type SeenNeeds } from '../rule-visibility.ts'

const DAY_MS = 86_400_000

/** Returns rule statistics on hits the caller may see. */
export async function statsOf(
  needs: SeenNeeds & { clock: Clock },
  rules: readonly HeldRule[],
  caller: Caller,
): Promise<Map<string, Rule['stats']>> {
  const now = needs.clock.now()
  const costs = await lastCosts(
    needs.db,
    rules.map(({ id }) => id),
  )
  const entries = await Promise.all(
    rules.map(async ({ id }) => {
      const count = (more: { from?: number; judgement?: string }) =>
        countSeen(needs, { runId: '', ruleIds: [id], ...more }, caller)
      const [day, week, confirmed, disputed] = await Promise.all([
        count({ from: now - DAY_MS }),
        count({ from: now - 7 * DAY_MS }),
        count({ judgement: 'CONFIRMED' }),
        count({ judgement: 'DISPUTED' }),
      ])
      const judged = confirmed + disputed
      const precision = judged === 0 ? null : confirmed / judged
      return [id, { hits_24h: day, hits_7d: week, cost_ms: costs.get(id) ?? null, precision }] as const
    }),
  )
  return new Map(entries)
}
