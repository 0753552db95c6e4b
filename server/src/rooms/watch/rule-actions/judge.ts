import type { RuleAction } from '@samudra/contract/rule-actions'
import type { AlertsInterface } from '../alerts/room.ts'
import type { AuditInterface } from '../../centre/audit/room.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { isAddressed, type Audience } from '../../../platform/kernel/http/audience.ts'
import { ANONYMOUS, type Caller } from '../../../platform/kernel/http/caller.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { NotificationsInterface } from '../notifications/room.ts'
import type { FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { DueAction, RulesInterface } from '../rules/room.ts'
import type { WebhooksInterface } from '../webhooks/room.ts'

export type ActionNeeds = {
  clock: Clock
  log: Log
  audit: Pick<AuditInterface, 'leaveWith'>
  identity: Pick<IdentityInterface, 'everyone'>
  notifications: NotificationsInterface
  filterInputs: Pick<FilterInputsInterface, 'editMembers' | 'membership'>
  rules: RulesInterface
  alerts: Pick<AlertsInterface, 'onDuty'>
  webhooks: Pick<WebhooksInterface, 'deliver'>
}

/** Maximum number of actions in one transaction. */
export const AT_ONCE = 500

export const DONE = { state: 'DONE', why: '' } as const

type Client = Parameters<Parameters<NotificationsInterface['notifyWith']>[0]>[0]
/** Function that returns the owner of the rule if they may know the hit, or why the action is not done. */
export type Judge = (due: DueAction, knowers: Audience) => { owner: Caller } | { why: string }
export async function judgeOf({ identity, rules }: ActionNeeds): Promise<Judge> {
  const known = new Map((await identity.everyone()).map((user) => [user.userId, user]))
  return ({ rule_id, action }, knowers) => {
    const rule = rules.named(rule_id)
    if (rule === undefined) return { why: 'its rule was deleted' }
    const owner = known.get(rule.owner_id)
    if (owner === undefined) return { why: 'the owner of the rule can no longer log in' }
    if (!isAddressed(knowers, owner)) return { why: 'the owner of the rule may not see this hit' }
    if (action.do === 'WEBHOOK' && !owner.isAdmin)
      return { why: 'only rules of administrators call webhooks' }
    return { owner: { ...ANONYMOUS, ...owner } }
  }
}

/** Refuses what may not be done as the owners of rules; answers the rest, and who may know of each. */
export async function settled(
  { rules }: Pick<ActionNeeds, 'rules'>,
  client: Client | null,
  dueActions: readonly DueAction[],
  judge: Judge,
) {
  const knowers = await rules.knowersOf(dueActions.map(({ row }) => row))
  const may: DueAction[] = []
  for (const due of dueActions) {
    const judged = judge(due, knowers(due.row))
    if ('owner' in judged) may.push(due)
    else await rules.actions.settle(client, [due], { state: 'REFUSED', why: judged.why })
  }
  return { may, knowers }
}

/** Groups due rule actions of one kind by rule and action; other kinds are left out. */
export function alikeOf<Do extends RuleAction['do']>(dueActions: readonly DueAction[], kind: Do) {
  const alike = new Map<
    string,
    { rule_id: string; action: Extract<RuleAction, { do: Do }>; actions: DueAction[] }
  >()
  for (const due of dueActions) {
    const { rule_id, action } = due
    if (action.do !== kind) continue
    const key = `${rule_id} ${JSON.stringify(action)}`
    const same = alike.get(key) ?? { rule_id, action: action as Extract<RuleAction, { do: Do }>, actions: [] }
    same.actions.push(due)
    alike.set(key, same)
  }
  return [...alike.values()]
}
