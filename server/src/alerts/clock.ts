import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import type { DutyRole } from '@samudra/contract/duties'
import type { IdentityDoor } from '../identity/room.ts'
import { ADMINISTRATORS, isAddressed, users, type Audience } from '../kernel/audience.ts'
import { SAMUDRA } from '../kernel/caller.ts'
import type { Log } from '../kernel/log.ts'
import { tellObject } from '../kernel/object-calls.ts'
import type { Clock } from '../needs/clock.ts'
import type { JobRun } from '../needs/jobs.ts'
import type { NoticesDoor } from '../notices/room.ts'
import type { SamudraBus, Told } from '../sea/topics.ts'
import type { AlertRow } from './alert.ts'
import { keepAlerts } from './alerts.sql.ts'
import { lockDue } from './clock.sql.ts'
import type { HeldDefinition } from './definition.ts'
import { onDutyNow } from './duties.ts'
import type { Escalation } from './escalation.ts'
import { knowersOfAlerts, tellAlerts, type SeenNeeds } from './seen.ts'
import { noticeOf, subjectOf } from './tell.ts'

export type ClockNeeds = SeenNeeds & {
  clock: Clock
  log: Log
  bus: Pick<SamudraBus, 'publish'>
  identity: Pick<IdentityDoor, 'everyone'>
  notices: NoticesDoor
  escalation: Escalation
}

const AT_ONCE = 500
/** A definition whose review is due raises so much longer (contract D7). */
const STILL_MS = 7 * 86_400_000
const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts' } as const

type Ticked = { row: AlertRow; role: DutyRole | null }
/** What time makes of an alert: shown again when its shelving ends, over after its grace, told to the next when nobody took it. */
function ticked(row: AlertRow, escalation: Escalation, now: number): Ticked {
  const isPast = (at: number | null) => at !== null && at <= now
  let next = { ...row, version: row.version + 1, changed_at: now }
  let role: DutyRole | null = null
  if (isPast(row.clears_at)) next = { ...next, condition: 'CLEARED', clears_at: null }
  if (isPast(row.shelved_until))
    // ISA-18.2: what comes back by itself is unacknowledged.
    next = {
      ...next,
      state: 'NEW',
      owner_id: null,
      owner: null,
      acked_by: null,
      acked_at: null,
      shelved_until: null,
      shelved_by: null,
      ...escalation.begins(row, now),
    }
  else if (isPast(row.next_escalation_at)) {
    const { role: told, ...level } = escalation.next(row, now)
    role = told
    next = { ...next, ...level }
  }
  return { row: next, role }
}

/** Does what is due, each thing once: it is told in the transaction that says that it was. */
export async function tickAlerts(needs: ClockNeeds, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { clock, notices, escalation } = needs
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted;) {
    const desks = await desksOf(needs)
    let done: Ticked[] = []
    await notices.tellWith(async (client) => {
      const due = await lockDue(client, clock.now(), AT_ONCE)
      taken = due.length
      done = due.map((row) => ticked(row, escalation, clock.now()))
      const changed = done.map(({ row }) => row)
      await keepAlerts(client, changed)
      const knowers = await knowersOfAlerts(needs, changed)
      return done.flatMap(({ row, role }) =>
        role === null ? [] : [escalated(row, role, desks, knowers(row))],
      )
    })
    for (const { row, role } of done)
      if (role !== null)
        needs.log.info('nobody took an alert', { alert: row.id, level: row.escalation_level, told: role })
    await tellAlerts(
      needs,
      done.map(({ row }) => row),
    )
  }
  await reviewDefinitions(needs)
}

type Desks = Record<'SUPERVISOR' | 'DUTY_OFFICER', readonly string[]> & {
  everyone: Awaited<ReturnType<IdentityDoor['everyone']>>
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

/** That nobody took an alert, to who is on duty and may know of it; where nobody is, to administrators, who are told so. */
function escalated(row: AlertRow, role: DutyRole, desks: Desks, knowers: Audience): Told {
  const there = role === 'WATCH_OFFICER' ? [] : desks[role]
  const isThere = desks.everyone.some((user) => there.includes(user.userId) && isAddressed(knowers, user))
  const waits = `Nobody has taken this alert: ${subjectOf(row)}.`
  const text = isThere ? waits : `${waits} Nobody is on duty as ${ROLE_WORDS[role]}.`
  return noticeOf(row, text, isThere ? users(...there) : ADMINISTRATORS, knowers)
}

/** Enables definitions whose time of rest is over, has others reviewed whose day came, and disables those nobody looked at. */
async function reviewDefinitions(needs: ClockNeeds) {
  const now = needs.clock.now()
  for (const one of needs.definitions.objects.all()) {
    const { state, disabled_until, review_due } = one.body
    const due = review_due === undefined ? Infinity : Date.parse(review_due)
    if (state === 'DISABLED' && disabled_until !== null && Date.parse(disabled_until) <= now && due > now)
      await put(needs, one, 'ENABLED', 'its time of rest is over', null)
    else if (state === 'ENABLED' && due <= now)
      await put(
        needs,
        one,
        'REVIEW_DUE',
        'its review is due',
        'is to be reviewed: give it another day of review',
      )
    else if (state === 'REVIEW_DUE' && due + STILL_MS <= now)
      await put(needs, one, 'DISABLED', 'nobody reviewed it for a week', 'was disabled: nobody reviewed it')
  }
}

async function put(
  { definitions: { objects }, send, bus }: ClockNeeds,
  before: HeldDefinition,
  state: HeldDefinition['body']['state'],
  why: string,
  told: string | null,
) {
  await objects.follow(SAMUDRA, before.id, why, (body) => ({ ...body, state, disabled_until: null }))
  tellObject(
    { objects, kind: alertDefinitionKind, send },
    'update',
    objects.find(before.id) ?? before,
    before,
  )
  if (told === null) return
  bus.publish('notice', {
    kind: 'JOB',
    severity: 'WARNING',
    text: `The alert definition ${before.body.name} ${told}.`,
    link: SCREEN,
    audience: before.owner_id === '' ? ADMINISTRATORS : users(before.owner_id),
  })
}
