import { getPresence, setPresence, type StatusChange, type UserPresence } from '@samudra/contract/presence'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { DutyOfUser, SamudraQueries, Status } from '../../../sea/topics.ts'
import { allStatuses } from './presence.sql.ts'

type Needs = {
  db: Db
  clock: Clock
  queries: SamudraQueries
  setStatus(userId: string, wanted: { status: Status['status']; dndEndsAt?: number }): Promise<Status>
}

/** Returns the duties of the moment by user, the first to begin first. */
export async function dutiesByUser(queries: SamudraQueries): Promise<ReadonlyMap<string, DutyOfUser[]>> {
  const byUser = new Map<string, DutyOfUser[]>()
  for (const duty of (await queries.request('duties')).flat().toSorted((a, b) => a.since - b.since))
    byUser.set(duty.userId, [...(byUser.get(duty.userId) ?? []), duty])
  return byUser
}

/** Presents a status as screens read it. */
export const presentStatus = (status: Status, duties: readonly DutyOfUser[] = []): StatusChange => ({
  user_id: status.userId,
  status: status.isConnected && status.status !== 'offline' ? 'online' : 'offline',
  presence: status.status,
  last_activity_at: status.lastActivityAt === 0 ? null : new Date(status.lastActivityAt).toISOString(),
  ...(duties[0] !== undefined && { duty_role: duties[0].role }),
})

const presentDuty = ({ role, since, until }: DutyOfUser): UserPresence['duties'][number] => ({
  role,
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
})

export const presenceOps = (needs: Needs): Handled[] => [list(needs), choose(needs)]

const list = ({ db, clock, queries }: Needs) =>
  handle(getPresence, async () => {
    const now = new Date(clock.now())
    const duties = await dutiesByUser(queries)
    const items = (await allStatuses(db, now)).map((row): UserPresence => {
      const own = duties.get(row.user_id) ?? []
      const status: Status = {
        userId: row.user_id,
        status: row.status ?? 'offline',
        isConnected: row.is_connected ?? false,
        isManual: false,
        lastActivityAt: row.last_activity_at?.getTime() ?? 0,
        dndEndsAt: 0,
      }
      return { ...presentStatus(status, own), username: row.username, duties: own.map(presentDuty) }
    })
    return { items, as_of: now.toISOString() }
  })

const choose = ({ clock, queries, setStatus }: Needs) =>
  handle(setPresence, async ({ input, caller, record }) => {
    record({ objectType: 'presence', objectId: caller.userId, after: input })
    const dndEndsAt = input.dnd_ends_at === undefined ? undefined : Date.parse(input.dnd_ends_at)
    const wrong = (why: string) =>
      new OperationError('VALIDATION', `Check dnd_ends_at: it ${why}.`, {
        fields: [{ field: 'dnd_ends_at', why }],
      })
    if (dndEndsAt !== undefined && input.presence !== 'dnd')
      throw wrong('is only allowed with dnd; leave it out')
    if (dndEndsAt !== undefined && dndEndsAt <= clock.now()) throw wrong('has passed; choose a later time')
    const status = await setStatus(caller.userId, {
      status: input.presence,
      ...(dndEndsAt !== undefined && { dndEndsAt }),
    })
    return presentStatus(status, (await dutiesByUser(queries)).get(caller.userId))
  })
