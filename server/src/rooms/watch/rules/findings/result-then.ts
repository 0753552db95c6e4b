import type { EventStatus } from '@samudra/contract/events'
import type { ResultRow } from './results.sql.ts'

type Standing = Pick<ResultRow, 'status' | 'judgement' | 'judged_at' | 'changed_at' | 'last_at'>

/** Returns a result as it stood at an instant, as far as its last judgement and last change show. */
export function asKnown<Row extends Standing & Partial<ResultRow>>(row: Row, at = Infinity): Row {
  const then = { ...row }
  if (row.judged_at !== null && row.judged_at > at)
    Object.assign(then, { judgement: null, judged_by: null, judged_reason: null })
  if (row.status !== 'HIT' && row.changed_at > at && (row.status === 'REVISED' || row.last_at > at))
    then.status = 'HIT'
  if (row.changed_at > at && then.status === 'HIT') Object.assign(then, { ended_at: null })
  return then
}

export const statusOf = ({ judgement, status }: Pick<ResultRow, 'judgement' | 'status'>): EventStatus =>
  judgement ?? (status === 'REVISED' ? 'REVISED' : 'DETECTED')
