import type { ClockAction } from '@samudra/contract/clock-actions'
import type { DutyRole } from '@samudra/contract/duties'
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
import { onDutyNow } from '../duty/duties.ts'
import type { Escalation } from './escalation.ts'
import { knowersOfAlerts, tellAlerts, type SeenNeeds } from '../seen.ts'
import { reviewDefinitions } from '../definitions/review.ts'
import { manyNotice, noticeOf, subjectOf } from '../tell.ts'
import { tellWatch } from '../duty/watch-kept.ts'

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

type Ticked = { before: AlertRow; row: AlertRow; role: DutyRole | null }
/** What time makes of an alert: shown again when its shelving ends, over after its grace, told to the next when nobody took it. */
function ticked(row: AlertRow, escalation: Escalation, now: number): Ticked {
  const isPast = (at: number | null) => at !== null && at <= now
  let next = { ...row, version: row.version + 1, changed_at: now }
  let role: DutyRole | null = null
  if (isPast(row.clears_at)) next = { ...next, condition: 'CLEARED', clears_at: null }
  if (isPast(row.shelved_until)) next = { ...next, ...UNHANDED, ...escalation.begins(row, now) }
  else if (isPast(row.next_escalation_at)) {
    const { role: told, ...level } = escalation.next(row, now)
    role = told
    next = { ...next, ...level }
  }
  return { before: row, row: next, role }
}

/** Does what is due, each thing once: it is told in the transaction that says that it was. */
export async function tickAlerts(needs: ClockNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { clock, notifications, escalation } = needs
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted;) {
    const desks = await desksOf(needs)
    let done: Ticked[] = []
    await notifications.tellWith(async (client) => {
      const due = await lockDue(client, clock.now(), AT_ONCE)
      taken = due.length
      done = due.map((row) => ticked(row, escalation, clock.now()))
      const changed = done.map(({ row }) => row)
      await keepAlerts(client, changed)
      await needs.audit.leaveWith(client, done.flatMap(stepOf))
      const knowers = await knowersOfAlerts(needs, changed)
      const all = done.flatMap(({ row, role }) =>
        role === null ? [] : [escalated(row, role, desks, knowers)],
      )
      if (all.length === 0) return []
      const waiting = await escalatedWaiting(client, AT_ONCE)
      return noticesOf(all, { waiting, knowers: await knowersOfAlerts(needs, waiting) }, desks, clock.now())
    })
    for (const { row, role } of done)
      if (role !== null)
        needs.log.info('nobody took an alert', {
          alert: row.id,
          escalation: row.escalation_level,
          told: role,
        })
    await tellAlerts(
      needs,
      done.map(({ row }) => row),
    )
  }
  await tellWatch(needs)
  await reviewDefinitions(needs)
}

/** What was changed later than this after now was so by a clock that was wrong, ms; as of rules. */
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
    await tellAlerts(needs, changed)
  }
}

const told = ({ state, owner, escalation_level }: AlertRow) => ({ state, owner, escalation_level })
/** What the record says of it; that a condition is over is told by the versions of the alert alone. */
function stepOf({ before, row, role }: Ticked): Step[] {
  const isShownAgain = before.state === 'SHELVED' && row.state === 'NEW'
  if (role === null && !isShownAgain) return []
  const action: ClockAction = role === null ? 'alert shown again' : 'alert escalated'
  const reason = role === null ? 'its time on the shelf is over' : `nobody took it; told: ${ROLE_WORDS[role]}`
  return [
    {
      action,
      entry: { objectType: 'alert', objectId: row.id, before: told(before), after: told(row), reason },
    },
  ]
}

type Desks = Record<'SUPERVISOR' | 'DUTY_OFFICER', readonly string[]> & {
  everyone: Awaited<ReturnType<IdentityInterface['everyone']>>
}
const desksOf = async (needs: ClockNeeds): Promise<Desks> => ({
  SUPERVISOR: await onDutyNow(needs, 'SUPERVISOR'),
  DUTY_OFFICER: await onDutyNow(needs, 'DUTY_OFFICER'),
  everyone: await needs.identity.everyone(),
})
const ROLE_WORDS: Record<DutyRole, string> = {
  WATCH_OFFICER: 'watch officer',
  SUPERVISOR: 'supervisor',
  DUTY_OFFICER: 'duty officer',
}

/** That nobody took an alert, and who is told: who is on duty and may know of it; where nobody is, administrators, who are told so. */
type Escalated = { row: AlertRow; to: Audience; lack: DutyRole | null }
function escalated(
  row: AlertRow,
  role: DutyRole,
  desks: Desks,
  knowers: (row: AlertRow) => Audience,
): Escalated {
  const there = role === 'WATCH_OFFICER' ? [] : desks[role]
  const isThere = desks.everyone.some(
    (user) => there.includes(user.userId) && isAddressed(knowers(row), user),
  )
  return isThere ? { row, to: users(...there), lack: null } : { row, to: ADMINISTRATORS, lack: role }
}
/** States as what nobody is on duty, for those who are notified instead; empty where nothing is lacking. */
function lackWords(lacking: readonly Escalated[]): string {
  const roles = [...new Set(lacking.flatMap(({ lack }) => (lack === null ? [] : [ROLE_WORDS[lack]])))]
  return roles.length === 0 ? '' : ` Nobody is on duty as ${roles.sort().join(' or ')}.`
}

const untaken = (row: AlertRow) => `Nobody has taken this alert: ${subjectOf(row)}.`

/** Key of the one notice of alerts that wait. */
const WAITING = 'alerts waiting'

/**
 * Returns a notice of each critical alert, and for each user who is next one notice of all alerts that were escalated and
 * that the user may know: how many, and the age of the oldest. It stands in place of the one before.
 */
function noticesOf(
  all: readonly Escalated[],
  { waiting, knowers }: { waiting: readonly AlertRow[]; knowers: (row: AlertRow) => Audience },
  { everyone }: Desks,
  now: number,
): OutgoingNotification[] {
  const critical = all.filter(({ row }) => row.severity === 'CRITICAL')
  const alone = (one: Escalated) =>
    noticeOf(one.row, `${untaken(one.row)}${lackWords([one])}`, one.to, knowers(one.row))
  const others = all.filter(({ row }) => row.severity !== 'CRITICAL')
  const each = everyone.flatMap((user): OutgoingNotification[] => {
    const meant = others.filter(({ row, to }) => isAddressed(allOf(to, knowers(row)), user))
    if (meant.length === 0) return []
    const lack = lackWords(meant)
    const known = waiting.filter((row) => row.severity !== 'CRITICAL' && isAddressed(knowers(row), user))
    return [{ ...waitNotice(known, { lack, now, to: users(user.userId), knowers }), rolls: WAITING }]
  })
  return [...critical.map(alone), ...each]
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
  if (rows.length === 1) return noticeOf(first!, `${untaken(first!)}${lack}`, to, knowers(first!))
  const oldest = Math.max(0, Math.floor((now - Math.min(...rows.map(({ known_at }) => known_at))) / 60_000))
  const count = rows.length >= AT_ONCE ? `${AT_ONCE} or more` : String(rows.length)
  const text = `${count} unacknowledged alerts, oldest ${oldest} min.${lack}`
  return manyNotice(rows, { text, to, knowers })
}
