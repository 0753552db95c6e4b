import type { ClockAction } from '@samudra/contract/clock-actions'
import type { AlertChannel } from '@samudra/contract/alert-audience'
import type { DutyRole } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import type { AuditInterface, Step } from '../../../centre/audit/room.ts'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import {
  ADMINISTRATORS,
  allOf,
  isAddressed,
  users,
  type Audience,
} from '../../../../platform/kernel/http/audience.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { JobRun } from '../../../../platform/needs/jobs.ts'
import type { NotificationsInterface } from '../../notifications/room.ts'
import type { SamudraBus, OutgoingNotification } from '../../../../sea/topics.ts'
import { UNHANDED, type AlertRow } from '../alert.ts'
import { inAlerts, keepAlerts } from '../alerts.sql.ts'
import { escalatedWaiting, lockChangedAfter, lockDue } from './clock.sql.ts'
import { dutyMembers } from '../duty/duties.ts'
import type { Escalation, EscalationTarget } from './escalation.ts'
import { knowersOfAlerts, pushAlerts, type SeenNeeds } from '../alert-visibility.ts'
import { reviewDefinitions } from '../definitions/definition-review.ts'
import {
  audienceOf,
  byChannels,
  groupNotification,
  alertNotification,
  subjectOf,
  type OnDuty,
} from '../alert-notifier.ts'
import { notifyWatch } from '../duty/watch-staffed.ts'

export type ClockNeeds = SeenNeeds & {
  clock: Clock
  log: Log
  bus: Pick<SamudraBus, 'publish'>
  identity: Pick<IdentityInterface, 'everyone'>
  notifications: NotificationsInterface
  audit: Pick<AuditInterface, 'leaveWith'>
  escalation: Escalation
}

const AT_ONCE = 500

type Ticked = { before: AlertRow; row: AlertRow; target: EscalationTarget | null }
/**
 * Applies time to an alert: shows it again when its shelving ends, clears it after its grace, escalates it without an
 * owner.
 */
function ticked(row: AlertRow, escalation: Escalation, now: number): Ticked {
  const isPast = (at: number | null) => at !== null && at <= now
  let next = { ...row, version: row.version + 1, changed_at: now }
  let target: EscalationTarget | null = null
  if (isPast(row.clears_at)) next = { ...next, condition: 'CLEARED', clears_at: null }
  if (isPast(row.shelved_until)) next = { ...next, ...UNHANDED, ...escalation.begins(row, now) }
  else if (isPast(row.next_escalation_at)) {
    const { target: of, ...level } = escalation.next(row, now)
    target = of
    next = { ...next, ...level }
  }
  return { before: row, row: next, target }
}

/** Runs each due step once and stores its notification in the same transaction. */
export async function tickAlerts(needs: ClockNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { clock, notifications, escalation } = needs
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted;) {
    const desks = await desksOf(needs)
    let done: Ticked[] = []
    await notifications.notifyWith(async (client) => {
      const due = await lockDue(client, clock.now(), AT_ONCE)
      taken = due.length
      done = due.map((row) => ticked(row, escalation, clock.now()))
      const changed = done.map(({ row }) => row)
      await keepAlerts(client, changed)
      await needs.audit.leaveWith(client, done.flatMap(stepOf))
      const knowers = await knowersOfAlerts(needs, changed)
      const all = done.flatMap(({ row, target }) =>
        target === null ? [] : [escalated(row, target, desks, knowers)],
      )
      if (all.length === 0) return []
      // Alerts at their last step wait for no further step.
      const ended = all.flatMap(({ row }) => (row.next_escalation_at === null ? [row] : []))
      const waiting = [...ended, ...(await escalatedWaiting(client, AT_ONCE))]
      return noticesOf(all, { waiting, knowers: await knowersOfAlerts(needs, waiting) }, desks, clock.now())
    })
    for (const { row, target } of done)
      if (target !== null)
        needs.log.info('an alert stayed unassigned', {
          alert: row.id,
          escalation: row.escalation_level,
          notified: target.words,
        })
    await pushAlerts(
      needs,
      done.map(({ row }) => row),
    )
  }
  await notifyWatch(needs)
  await reviewDefinitions(needs)
}

/** Margin in ms; a change later than this after now came from a wrong clock, as in rules. */
const FUTURE_MS = 60_000
/** An alert that was changed by a clock that was ahead: what is to come of it comes as long from now as it was to come then. */
function asOfNow(row: AlertRow, now: number): AlertRow {
  const earlier = (at: number | null) => (at === null ? null : at - (row.changed_at - now))
  return {
    ...row,
    version: row.version + 1,
    changed_at: now,
    clears_at: earlier(row.clears_at),
    shelved_until: earlier(row.shelved_until),
    next_escalation_at: earlier(row.next_escalation_at),
  }
}
/** After a start with an earlier time no alert waits as much longer for who is next as the clock was put back. */
export async function bringToNow(needs: ClockNeeds): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE;) {
    let changed: AlertRow[] = []
    await inAlerts(needs.db, async (client) => {
      const now = needs.clock.now()
      const ahead = await lockChangedAfter(client, now + FUTURE_MS, AT_ONCE)
      changed = ahead.map((row) => asOfNow(row, now))
      await keepAlerts(client, changed)
    })
    taken = changed.length
    await pushAlerts(needs, changed)
  }
}

const notified = ({ state, owner, escalation_level }: AlertRow) => ({ state, owner, escalation_level })
/** Returns the audit steps; only the versions of the alert show that a condition cleared. */
function stepOf({ before, row, target }: Ticked): Step[] {
  const isShownAgain = before.state === 'SHELVED' && row.state === 'NEW'
  if (target === null && !isShownAgain) return []
  const action: ClockAction = target === null ? 'alert shown again' : 'alert escalated'
  const reason = target === null ? 'its shelving ended' : `no one took it; notified: ${target.words}`
  return [
    {
      action,
      entry: {
        objectType: 'alert',
        objectId: row.id,
        before: notified(before),
        after: notified(row),
        reason,
      },
    },
  ]
}

type Desks = { onDuty: OnDuty; everyone: Awaited<ReturnType<IdentityInterface['everyone']>> }
const desksOf = async (needs: ClockNeeds): Promise<Desks> => ({
  onDuty: await dutyMembers(needs),
  everyone: await needs.identity.everyone(),
})

/** Alert that is escalated, users to notify, and what is missing where administrators are notified instead. */
type Escalated = { row: AlertRow; target: EscalationTarget; to: Audience; lack: Lack | null }
type Lack = { roles: readonly DutyRole[]; words: string }
function escalated(
  row: AlertRow,
  target: EscalationTarget,
  { onDuty, everyone }: Desks,
  knowers: (row: AlertRow) => Audience,
): Escalated {
  const to = audienceOf(target.audience, onDuty)
  const isThere = everyone.some((user) => isAddressed(allOf(to, knowers(row)), user))
  if (isThere) return { row, target, to, lack: null }
  const { users: some, groups, duty_roles } = target.audience
  const roles = some.length + groups.length === 0 ? duty_roles : []
  return { row, target, to: ADMINISTRATORS, lack: { roles, words: target.words } }
}
/** Returns text that names duties without a user, or the step that reaches no user; empty if nothing is missing. */
function lackWords(lacking: readonly Escalated[]): string {
  const lacks = lacking.flatMap(({ lack }) => (lack === null ? [] : [lack]))
  const roles = new Set(lacks.flatMap((one) => one.roles.map((role) => DUTY_ROLE_LABELS[role].toLowerCase())))
  const steps = new Set(lacks.flatMap(({ roles: of, words }) => (of.length === 0 ? [words] : [])))
  return [
    roles.size === 0 ? '' : ` No one is on duty as ${[...roles].sort().join(' or ')}.`,
    steps.size === 0 ? '' : ` No user is notified by ${[...steps].sort().join(' or ')}.`,
  ].join('')
}

const untaken = (row: AlertRow) =>
  `${row.state === 'NEW' ? 'This alert is unassigned' : 'This alert is still open'}: ${subjectOf(row)}.`

/** Key of the one notice of alerts that wait. */
const WAITING = 'alerts waiting'

/**
 * Returns a notification of each critical alert, and one per next user for all escalated alerts of a policy the user
 * may know. It states their number and the age of the oldest, and replaces the one before.
 */
function noticesOf(
  all: readonly Escalated[],
  { waiting, knowers }: { waiting: readonly AlertRow[]; knowers: (row: AlertRow) => Audience },
  { everyone }: Desks,
  now: number,
): OutgoingNotification[] {
  const critical = all.filter(({ row }) => row.severity === 'CRITICAL')
  const alone = (one: Escalated) => ({
    ...alertNotification(one.row, `${untaken(one.row)}${lackWords([one])}`, one.to, knowers(one.row)),
    ...byChannels(one.target.channels),
  })
  const others = all.filter(({ row }) => row.severity !== 'CRITICAL')
  const policies = [...new Set(others.map(({ row }) => row.escalation_policy))]
  const each = policies.flatMap((policy) => {
    const ofPolicy = others.filter(({ row }) => row.escalation_policy === policy)
    return everyone.flatMap((user): OutgoingNotification[] => {
      const meant = ofPolicy.filter(({ row, to }) => isAddressed(allOf(to, knowers(row)), user))
      if (meant.length === 0) return []
      const lack = lackWords(meant)
      const known = waiting.filter(
        (row) =>
          row.escalation_policy === policy && row.severity !== 'CRITICAL' && isAddressed(knowers(row), user),
      )
      const notice = waitNotice(known, { lack, now, to: users(user.userId), knowers })
      return [{ ...notice, ...howOf(meant), rolls: policy === null ? WAITING : `${WAITING} ${policy}` }]
    })
  })
  return [...critical.map(alone), ...each]
}
/** Returns channels and quiet hours of a notification for several steps: as each user chose if one step requires so. */
function howOf(meant: readonly Escalated[]): Pick<OutgoingNotification, 'channels' | 'breaksQuiet'> {
  const channels = meant.map(({ target }) => target.channels)
  const all: AlertChannel[] = channels.some((one) => one.length === 0) ? [] : [...new Set(channels.flat())]
  return { ...byChannels(all), breaksQuiet: meant.some(({ target }) => !target.quietHoursApply) }
}

function waitNotice(
  rows: readonly AlertRow[],
  {
    lack,
    now,
    to,
    knowers,
  }: { lack: string; now: number; to: Audience; knowers: (row: AlertRow) => Audience },
): OutgoingNotification {
  const [first] = rows
  if (rows.length === 1) return alertNotification(first!, `${untaken(first!)}${lack}`, to, knowers(first!))
  const oldest = Math.max(0, Math.floor((now - Math.min(...rows.map(({ known_at }) => known_at))) / 60_000))
  const count = rows.length >= AT_ONCE ? `${AT_ONCE} or more` : String(rows.length)
  const kind = rows.every(({ state }) => state === 'NEW') ? 'unacknowledged' : 'open'
  const text = `${count} ${kind} alerts, oldest ${oldest} min.${lack}`
  return groupNotification(rows, { text, to, knowers })
}
