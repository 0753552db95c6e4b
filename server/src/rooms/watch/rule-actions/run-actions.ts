import type { Step } from '../../centre/audit/room.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { DoneAction, ResultRow } from '../rules/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { AT_ONCE, DONE, judgeOf, settled, type ActionNeeds } from './judge.ts'
import { notificationsFor } from './notify.ts'
import { putOnLists } from './on-lists.ts'
import { notifyWebhooks } from './notify-webhooks.ts'

/** Does what is to be done, each thing once: what became of it is stored with it, and then recorded. */
export async function runActions(needs: ActionNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { rules } = needs
  for (let more = await rules.actions.isOpen(); more && !signal.aborted;) {
    const listed = await putOnLists(needs, await judgeOf(needs))
    const notified = await notifyAndRecord(needs)
    more = listed === AT_ONCE || notified === AT_ONCE
  }
}

/** Notifies users and records the actions. Returns the largest number of actions taken of one kind. */
async function notifyAndRecord(needs: ActionNeeds): Promise<number> {
  const { rules, notifications, audit } = needs
  let most = 0
  let shown: readonly ResultRow[] = []
  const judge = await judgeOf(needs)
  await notifications.notifyWith(async (client) => {
    const dueActions = await rules.actions.take(client, ['NOTIFY', 'LOG', 'WEBHOOK'], AT_ONCE)
    shown = dueActions.map(({ row }) => row)
    const { may, knowers } = await settled(needs, client, dueActions, judge)
    await notifyWebhooks(needs, client, may)
    await rules.actions.settle(client, may, DONE)
    const done = await rules.actions.takeUnrecorded(client, AT_ONCE)
    await audit.leaveWith(client, done.map(stepOf))
    most = Math.max(dueActions.length, done.length)
    return notificationsFor(needs, may, knowers)
  })
  rules.show(shown)
  return most
}
/** Returns the audit step of a rule action. */
const stepOf = ({ mmsi, result_id, rule_id, action, state, why }: DoneAction): Step => ({
  action: 'rule acted',
  entry: {
    objectType: 'rule_result',
    objectId: result_id,
    after: { rule_id, ...(mmsi === 0 ? {} : { mmsi: mmsiText(mmsi) }), action, state },
    reason: why,
  },
})
