import type { StoredAlert } from '../alert.ts'
import type { Standing } from './raise.sql.ts'

const MINUTE_MS = 60_000
type Condition = Pick<StoredAlert, 'condition' | 'clears_at'>

/**
 * Returns the condition from the state of the hits: active while one holds, cleared after the grace without one,
 * revised if none was correct. Without a reported end it clears after the time its definition sets.
 */
function conditionOf(
  { grace_min, auto_clear_min }: Pick<StoredAlert, 'grace_min' | 'auto_clear_min'>,
  { holds, is_revised, last_at }: Pick<Standing, 'holds' | 'is_revised' | 'last_at'>,
  now: number,
): Condition {
  if (is_revised) return { condition: 'REVISED', clears_at: null }
  const wait = holds ? auto_clear_min : grace_min
  const clears = wait === null ? null : last_at + wait * MINUTE_MS
  if (clears === null || clears > now) return { condition: 'ACTIVE', clears_at: clears }
  return { condition: 'CLEARED', clears_at: null }
}

/** The next version of an alert whose hits stand so; null where nothing is otherwise. */
export function stoodBy(before: StoredAlert, standing: Standing, now: number): StoredAlert | null {
  const { count, first_at, last_at, began_at, ended_at, evidence } = standing
  const next = {
    count,
    first_at,
    last_at,
    began_at,
    ended_at,
    evidence,
    ...conditionOf(before, standing, now),
  }
  const isSame = Object.entries(next).every(
    ([name, value]) => JSON.stringify(before[name as keyof StoredAlert]) === JSON.stringify(value),
  )
  return isSame ? null : { ...before, ...next, version: before.version + 1, changed_at: now }
}
