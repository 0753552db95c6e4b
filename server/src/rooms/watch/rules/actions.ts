import type { Misfit } from '@samudra/contract/misfits'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { isVisible } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { ListBody } from '../../chart/filter-inputs/room.ts'
import type { WebhooksInterface } from '../webhooks/room.ts'

export type ActionNeeds = {
  lists: Objects<ListBody>
  identity: Pick<IdentityInterface, 'everyone'>
  webhooks: Pick<WebhooksInterface, 'isThere'>
}
type Acting = Pick<EvaluatedRule, 'actions' | 'subject' | 'visibility'>

/** Returns errors and warnings about the actions of a rule, worded for its author. */
export async function checkActions(
  { lists, identity, webhooks }: ActionNeeds,
  { actions = [], subject, visibility }: Acting,
  caller: Caller,
): Promise<{ faults: Misfit[]; warnings: string[] }> {
  const faults: Misfit[] = []
  const warnings: string[] = []
  for (const [i, action] of actions.entries()) {
    const refuse = (why: string, part: string) => faults.push({ field: `actions.${i}.${part}`, why })
    if (action.do === 'ADD_TO_LIST') {
      if (subject !== 'VESSEL' && subject !== 'PAIR')
        refuse(
          'adds vessels to a list, but its hits have no vessel; remove the action, or change the subject',
          'do',
        )
      const list = lists.find(action.list)
      // A missing or hidden list is reported with the other names in the rule.
      if (list === undefined || !lists.isSeenBy(list, caller)) continue
      if (list.body.kind === 'DYNAMIC') refuse('adds vessels to a dynamic list; choose a static one', 'list')
      else if (!lists.isChangedBy(list, caller))
        refuse('adds vessels to a list that you may not change; choose another', 'list')
    }
    if (action.do === 'WEBHOOK') {
      if (!caller.isAdmin)
        refuse('calls a webhook, which only rules of administrators may do; remove the action', 'do')
      else if (!(await webhooks.isThere(action.id)))
        refuse('calls a webhook that does not exist; choose another', 'id')
    }
    if (action.do === 'NOTIFY' && action.to.users.length > 0) {
      const known = new Map((await identity.everyone()).map((user) => [user.userId, user]))
      if (action.to.users.some((id) => !known.has(id)))
        refuse('notifies a user who does not exist; remove the user', 'to.users')
      const seen = { visibility, owner_id: caller.userId, group_ids: caller.groups }
      if (action.to.users.some((id) => known.has(id) && !isVisible(seen, known.get(id)!)))
        warnings.push('A recipient does not see the rule and is not notified; share the rule with the user.')
    }
  }
  return { faults, warnings: [...new Set(warnings)] }
}
