import {
  assignDuty,
  dutyChanged,
  endDuty,
  getDuties,
  leaveWatch,
  takeWatch,
  type Duty,
  type DutyRole,
} from '@samudra/contract/duties'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { EVERYONE } from '../../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../../platform/kernel/http/pages.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { DutyOfUser } from '../../../../sea/topics.ts'
import { cutDuty, dutiesBetween, insertDuty, type DutyRow } from './duties.sql.ts'

type Needs = { db: Db; clock: Clock; send: Send; identity: Pick<IdentityInterface, 'everyone'> }

const WEEK_MS = 7 * 86_400_000

/** Returns the ids of users on duty now. */
export async function onDutyNow(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  role: DutyRole,
): Promise<string[]> {
  const now = new Date(clock.now())
  return (await dutiesBetween(db, now, now)).flatMap((one) => (one.role === role ? [one.user_id] : []))
}

const LAST_WATCH_MS = 2 * 86_400_000
/** Returns when the last watch began that began by an instant; null without one in the two days before. */
export async function lastWatch({ db }: Pick<Needs, 'db'>, at: number): Promise<number | null> {
  const duties = await dutiesBetween(db, new Date(at - LAST_WATCH_MS), new Date(at))
  const begun = duties.flatMap(({ role, from_at }) => (role === 'WATCH_OFFICER' ? [from_at.getTime()] : []))
  const last = Math.max(...begun)
  return last > at - LAST_WATCH_MS ? last : null
}

/** Returns the users on duty now in each role. */
export async function dutyMembers({ db, clock }: Pick<Needs, 'db' | 'clock'>) {
  const now = new Date(clock.now())
  const all = await dutiesBetween(db, now, now)
  const of = (role: DutyRole) => all.flatMap((one) => (one.role === role ? [one.user_id] : []))
  return {
    WATCH_OFFICER: of('WATCH_OFFICER'),
    SUPERVISOR: of('SUPERVISOR'),
    DUTY_OFFICER: of('DUTY_OFFICER'),
  } satisfies Record<DutyRole, string[]>
}

/** Returns the duties of the moment. */
export async function dutiesNow({ db, clock }: Pick<Needs, 'db' | 'clock'>): Promise<DutyOfUser[]> {
  const now = new Date(clock.now())
  return (await dutiesBetween(db, now, now)).map(({ user_id, role, from_at, to_at }) => ({
    userId: user_id,
    role,
    since: from_at.getTime(),
    until: to_at.getTime(),
  }))
}

/**
 * Returns true for users with the powers of a supervisor: supervisors and duty officers on duty, and administrators.
 */
export async function isSupervisor(
  needs: Pick<Needs, 'db' | 'clock'>,
  { userId, isAdmin }: Caller,
): Promise<boolean> {
  if (isAdmin) return true
  const both = [await onDutyNow(needs, 'SUPERVISOR'), await onDutyNow(needs, 'DUTY_OFFICER')]
  return both.some((ids) => ids.includes(userId))
}

const present = ({ from_at, to_at, ...row }: DutyRow): Duty => ({
  id: row.id,
  user_id: row.user_id,
  username: row.username,
  role: row.role,
  from: from_at.toISOString(),
  to: to_at.toISOString(),
  assigned_by: row.assigned_by,
  ended_by: row.ended_by,
})
const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

export const dutyOps = (needs: Needs): Handled[] =>
  [list, assign, end, take, leave].map((make) => make(needs))

const list = ({ db, clock }: Needs) =>
  handle(getDuties, async ({ input, caller }) => {
    const now = new Date(clock.now())
    const from = input.from === undefined ? now : new Date(input.from)
    const to = input.to === undefined ? (from > now ? from : now) : new Date(input.to)
    const found = await dutiesBetween(db, from > to ? to : from, to)
    const query = found.filter(({ role }) => input.role === undefined || role === input.role)
    return { ...pageOf(query.map(present), input, now.getTime()), may_take_watch: caller.mayTakeWatch }
  })

const assign = ({ db, clock, send, identity }: Needs) =>
  handle(assignDuty, async ({ input, caller, record }) => {
    const { user_id, role } = input
    const [from_at, to_at] = [new Date(input.from), new Date(input.to)]
    record({ objectType: 'duty', objectId: user_id })
    const user = (await identity.everyone()).find(({ userId }) => userId === user_id)
    if (user === undefined) throw refused('user_id', 'is not an active user; choose another')
    if (to_at.getTime() <= clock.now()) throw refused('to', 'has passed; choose a later time')
    if (to_at.getTime() - from_at.getTime() > WEEK_MS) throw refused('to', 'is more than a week after from')
    const row = { id: ulid(clock.now()), user_id, role, from_at, to_at, assigned_by: caller.username }
    if (!(await insertDuty(db, row)))
      throw new OperationError(
        'DUPLICATE',
        `${user.username} has this duty within that time already; end it first.`,
      )
    const made = present({ ...row, username: user.username, ended_by: null })
    record({ objectId: made.id, after: made })
    send(dutyChanged, made, EVERYONE)
    return made
  })

const end = ({ db, clock, send }: Needs) =>
  handle(endDuty, async ({ input, caller, record }) => {
    record({ objectType: 'duty', objectId: input.id, reason: input.reason })
    const row = await cutDuty(db, input.id, new Date(clock.now()), caller.username)
    if (row === undefined) throw new OperationError('NOT_FOUND', 'This duty does not exist, or it has ended.')
    const ended = present(row)
    record({ after: ended })
    send(dutyChanged, ended, EVERYONE)
    return ended
  })

const HOUR_MS = 3_600_000
const take = ({ db, clock, send }: Needs) =>
  handle(takeWatch, async ({ input: { hours }, caller, record }) => {
    record({ objectType: 'duty', objectId: caller.userId })
    if (!caller.mayTakeWatch)
      throw new OperationError('FORBIDDEN', 'This account may not take the watch. Contact an administrator.')
    const now = clock.now()
    const row = {
      id: ulid(now),
      user_id: caller.userId,
      role: 'WATCH_OFFICER' as const,
      from_at: new Date(now),
      to_at: new Date(now + hours * HOUR_MS),
      assigned_by: caller.username,
    }
    if (!(await insertDuty(db, row)))
      throw new OperationError('DUPLICATE', 'You have a watch within that time already; end it first.')
    const made = present({ ...row, username: caller.username, ended_by: null })
    record({ objectId: made.id, after: made })
    send(dutyChanged, made, EVERYONE)
    return made
  })

const leave = ({ db, clock, send }: Needs) =>
  handle(leaveWatch, async ({ caller, record }) => {
    const now = new Date(clock.now())
    const mine = (await dutiesBetween(db, now, now)).find(
      ({ user_id, role }) => user_id === caller.userId && role === 'WATCH_OFFICER',
    )
    record({ objectType: 'duty', objectId: mine?.id ?? caller.userId })
    const row = mine && (await cutDuty(db, mine.id, now, caller.username))
    if (row === undefined) throw new OperationError('NOT_FOUND', 'You are not on watch.')
    const ended = present(row)
    record({ after: ended })
    send(dutyChanged, ended, EVERYONE)
    return ended
  })
