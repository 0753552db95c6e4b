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

/** Rule actions to do on hits, for the room that does them: in its transaction, or with null in a separate one. */
export type RuleActions = {
  /** Returns true if an action waits to be done or to be recorded. */
  isOpen(): Promise<boolean>
  /** Takes waiting actions of some kinds, earliest first; no other process takes them during the transaction. */
  take(client: Client | null, kinds: readonly RuleAction['do'][], limit: number): Promise<DueAction[]>
  /** Returns the id under which a webhook receives a hit. */
  deliveryId(due: Pick<ActionKey, 'result_id' | 'place'>): string
  settle(
    client: Client | null,
    actions: readonly ActionKey[],
    became: Pick<RuleActionOutcome, 'state' | 'why'>,
  ): Promise<void>
  /** Returns SQL that marks actions as done in the statement that opens an object version. */
  alsoDone(actions: readonly ActionKey[]): Also
  /** Returns actions done or refused since the last record. */
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
