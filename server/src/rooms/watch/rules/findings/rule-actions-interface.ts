import type { RuleAction, RuleActionOutcome } from '@samudra/contract/rule-actions'
import type { Also } from '../../../../platform/kernel/objects/objects.sql.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { ACTION_RETENTION_MS, deliveryId } from './rule-actions.ts'
import {
  alsoDone,
  deleteActions,
  isActionOpen,
  settleActions,
  claimActions,
  takeUnrecorded,
  type DueAction,
  type ActionKey,
  type DoneAction,
} from './rule-actions.sql.ts'
import { inResults, type Client } from './results.sql.ts'

/** What rules are to do of what they found, for whoever does it: in his transaction, or with null in one of its own. */
export type RuleActions = {
  /** Whether anything is to be done, or to be recorded. */
  isOpen(): Promise<boolean>
  /** Those of some kinds that wait, the first first; nobody else takes them while the transaction lasts. */
  take(client: Client | null, kinds: readonly RuleAction['do'][], limit: number): Promise<DueAction[]>
  /** Under which id a webhook is told of a hit. */
  deliveryId(due: Pick<ActionKey, 'result_id' | 'place'>): string
  settle(
    client: Client | null,
    actions: readonly ActionKey[],
    became: Pick<RuleActionOutcome, 'state' | 'why'>,
  ): Promise<void>
  /** That some are done, as part of the statement that opens a version of an object. */
  alsoDone(actions: readonly ActionKey[]): Also
  /** What was done or refused since it was recorded last. */
  takeUnrecorded(client: Client, limit: number): Promise<DoneAction[]>
  forget(): Promise<void>
}

export function ruleActionsOver({ db, clock }: { db: Db; clock: Clock }): RuleActions {
  const within = <T>(client: Client | null, work: (client: Client) => Promise<T>) =>
    client === null ? inResults(db, work) : work(client)
  return {
    isOpen: () => isActionOpen(db),
    take: (client, kinds, limit) => within(client, (its) => claimActions(its, kinds, limit)),
    settle: async (client, actions, became) => {
      if (actions.length > 0) await within(client, (its) => settleActions(its, actions, became))
    },
    alsoDone,
    deliveryId,
    takeUnrecorded: (client, limit) => takeUnrecorded(client, limit, clock.now()),
    forget: () => deleteActions(db, new Date(clock.now() - ACTION_RETENTION_MS)),
  }
}
