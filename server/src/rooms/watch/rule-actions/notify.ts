import { DUTY_ROLES } from '@samudra/contract/duties'
import { notificationSeverity, type NotificationChannel } from '@samudra/contract/notifications'
import type { ActionChannel, Recipients } from '@samudra/contract/rule-actions'
import { allOf, anyOf, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { DueAction, ResultRow } from '../rules/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { alikeOf, type ActionNeeds } from './judge.ts'

/** Maximum number of simultaneous hits of a rule with separate notifications. */
const FEW = 3
/** Maximum number of hits in a shared notification that determine its audience. */
const MOST_NAMED = 50

const CHANNELS: Readonly<Record<ActionChannel, readonly NotificationChannel[]>> = {
  PAGE: ['PAGE'],
  SOUND: ['PAGE', 'SOUND'],
  DIGEST: ['DIGEST'],
  EMAIL: ['PAGE', 'EMAIL'],
}

/** Returns notifications of hits for users who may know them; many of one rule share one, without their number. */
export async function notificationsFor(
  needs: Pick<ActionNeeds, 'rules' | 'alerts'>,
  dueActions: readonly DueAction[],
  knowers: (row: ResultRow) => Audience,
): Promise<OutgoingNotification[]> {
  const notifications: OutgoingNotification[] = []
  for (const { rule_id, action, actions: some } of alikeOf(dueActions, 'NOTIFY')) {
    const rule = needs.rules.named(rule_id)
    if (rule === undefined) continue
    const to = await audienceOf(needs, action.to)
    const usually = CHANNELS[action.channel]
    const severity = notificationSeverity(some[0]!.row.severity)
    const one = { kind: 'ALERT', severity, usually } as const
    if (some.length > FEW) {
      const any = anyOf(...some.slice(0, MOST_NAMED).map(({ row }) => knowers(row)))
      const text = `${rule.title} raised several hits at once.`
      notifications.push({ ...one, text, link: resultsOf(rule_id), audience: allOf(to, any) })
    } else
      for (const { row } of some)
        notifications.push({
          ...one,
          text: `${subjectOf(rule.title, row)}: ${rule.textOf(row)}`,
          link: linkOf(row) ?? resultsOf(rule_id),
          audience: allOf(to, knowers(row)),
        })
  }
  return notifications
}

const NO_MMSI = 0
const subjectOf = (title: string, { mmsi, source }: ResultRow) =>
  source !== null
    ? `${title} (source ${source})`
    : mmsi === NO_MMSI
      ? title
      : `${title} (MMSI ${mmsiText(mmsi)})`
const resultsOf = (ruleId: string): OutgoingNotification['link'] => ({
  kind: 'screen',
  path: `/home/main/dashboard/rules/${ruleId}?part=results`,
})
const linkOf = ({ mmsi }: ResultRow): OutgoingNotification['link'] =>
  mmsi === NO_MMSI ? null : { kind: 'vessel', mmsi: mmsiText(mmsi), label: mmsiText(mmsi) }

/** Returns the recipients as data, with duties as they stand now. */
async function audienceOf(
  { alerts }: Pick<ActionNeeds, 'alerts'>,
  { users: ids, groups, roles }: Recipients,
): Promise<Audience> {
  const duties = DUTY_ROLES.filter((role) => roles.includes(role))
  const onDuty = (await Promise.all(duties.map((role) => alerts.onDuty(role)))).flat()
  const ofAccounts = (['ADMIN', 'USER'] as const).filter((role) => roles.includes(role))
  return anyOf(users(...ids, ...onDuty), { to: 'groups', ids: groups }, { to: 'roles', roles: ofAccounts })
}
