import type { RuleActionOutcome } from '@samudra/contract/rule-actions'
import type { ActionKey, NewAction } from './rule-actions.sql.ts'
import type { ResultRow } from './results.sql.ts'
import type { HeldRule } from '../rule.ts'

const DAY_MS = 86_400_000
/** What was over before anybody looked is acted on only when it was found so lately. */
const LATE_MS = 3_600_000
/** What is to be done is kept so long: what was found before is never noted again. */
export const ACTION_RETENTION_MS = 90 * DAY_MS
const FOUND_LATELY_MS = 30 * DAY_MS

/** Whether a live result that changed is a hit somebody is to hear of: it goes on, or was over lately. */
export const isNews = ({ status, judgement, known_at }: ResultRow, now: number): boolean =>
  judgement !== 'DISPUTED' && (status === 'HIT' || (status === 'CLEARED' && known_at > now - LATE_MS))

/** What the rules of results that changed do of them besides alerts; of an older version of a rule nothing is begun. */
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

/** Under which id a webhook is told of a hit: the same however often it is sent. */
export const deliveryId = ({ result_id, place }: Pick<ActionKey, 'result_id' | 'place'>): string =>
  `${result_id}.${place}`

/** How a delivery stands. */
type Standing = { state: 'WAITS' | 'SENT' | 'FAILED'; tries: number; why: string }
/**
 * What became of an action, as it is told; of a webhook that is when it was taken, as far as its delivery is known. What
 * addresses answer is for administrators.
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
