import type { RuleActionOutcome } from '@samudra/contract/rule-actions'
import type { ActionKey, NewAction } from './rule-actions.sql.ts'
import type { ResultRow } from './results.sql.ts'
import type { HeldRule } from '../rule.ts'

const DAY_MS = 86_400_000
/** Maximum age of a hit that cleared before it was processed, ms; older ones start no action. */
const LATE_MS = 3_600_000
/** Retention of actions, ms; earlier hits are never noted again. */
export const ACTION_RETENTION_MS = 90 * DAY_MS
const FOUND_LATELY_MS = 30 * DAY_MS

/** Returns true if a changed live result is a hit to report: it is active, or cleared recently. */
export const isNews = ({ status, judgement, known_at }: ResultRow, now: number): boolean =>
  judgement !== 'DISPUTED' && (status === 'HIT' || (status === 'CLEARED' && known_at > now - LATE_MS))

/** Returns the rule actions of changed results besides alerts; older versions of a rule start none. */
export const actionsOf = (
  rows: readonly ResultRow[],
  ruleOf: (id: string) => HeldRule | undefined,
  now: number,
): NewAction[] =>
  rows.flatMap((row) => {
    const rule = ruleOf(row.rule_id)
    if (rule === undefined || rule.body.defined_version !== row.rule_version) return []
    if (!isNews(row, now) || row.known_at < now - FOUND_LATELY_MS) return []
    const { mmsi, id: result_id, rule_id } = row
    return (rule.body.actions ?? []).flatMap((action, place) =>
      action.do === 'ALERT' ? [] : [{ mmsi, result_id, place, rule_id, action }],
    )
  })

/** Returns the id under which a webhook receives a hit, the same for every attempt. */
export const deliveryId = ({ result_id, place }: Pick<ActionKey, 'result_id' | 'place'>): string =>
  `${result_id}.${place}`

/** State of a delivery. */
type Standing = { state: 'WAITS' | 'SENT' | 'FAILED'; tries: number; why: string }
/**
 * Returns the outcome of an action as shown; a webhook is done when the receiver took it, as far as its delivery is
 * known. Answers of addresses are shown to administrators only.
 */
export function presentAction(
  { action, state, why }: RuleActionOutcome,
  delivery: Standing | undefined,
  isAdmin: boolean,
): RuleActionOutcome {
  if (delivery === undefined) return { action, state, why }
  const text = isAdmin && delivery.why !== '' ? `: ${delivery.why}` : ''
  if (delivery.state === 'SENT') return { action, state: 'DONE', why: 'taken' }
  if (delivery.state === 'FAILED') return { action, state: 'REFUSED', why: `given up${text}` }
  return {
    action,
    state: 'WAITS',
    why: delivery.tries === 0 || text === '' ? '' : `not delivered yet${text}`,
  }
}
