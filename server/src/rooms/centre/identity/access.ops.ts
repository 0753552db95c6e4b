import {
  blockOrUnblockUser,
  deleteUser,
  restoreUser,
  unlockUser,
  updatePassword,
} from '@samudra/contract/identity'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { checkNewPassword } from './account.ops.ts'
import type { Identity } from './needs.ts'
import { randomPassword } from './passwords.ts'
import { auditViewOf, isAdministratorRow, presentUser } from './present-user.ts'
import { lastOne, listed, taken } from './users.ops.ts'
import { changeUser, listedUser, setPassword, type ListedUser } from './users.sql.ts'

/** Time for which deleted users are stored and can be restored. */
export const RETENTION_MS = 30 * 24 * 3_600_000

/** Returns the operations on access: administrators open and close accounts. */
export const accessOps = (needs: Identity): Handled[] => [
  block(needs),
  remove(needs),
  restore(needs),
  handle(unlockUser, async ({ input, record }) => {
    const now = needs.clock.now()
    record({ objectType: 'user', objectId: input.id })
    const before = await listed(needs, input.id)
    await needs.lockout.forget(input.id)
    const user = await listed(needs, input.id)
    record({ before: locksOf(before), after: locksOf(user) })
    return presentUser(user, now)
  }),
  resetPassword(needs),
]

const locksOf = (row: ListedUser) => ({
  failed_logins: row.failed_logins,
  locked_until: row.locked_until?.toISOString() ?? null,
})

const block = (needs: Identity) =>
  handle(blockOrUnblockUser, async ({ input, caller, record }) => {
    const { blocked, id, reason } = input
    record({ objectType: 'user', objectId: id, reason })
    if (blocked) checkOther(caller, id, 'block')
    const before = await listed(needs, id)
    const user = await turnInto(needs, before, { status: blocked ? 'BLOCKED' : 'ACTIVE' }, blocked)
    record({ before: auditViewOf(before, needs.clock.now()), after: auditViewOf(user, needs.clock.now()) })
    const revoked = blocked
      ? await needs.sessions.end(id, {}, 'REVOKED', caller.username, 'the account was blocked')
      : 0
    return { user: presentUser(await listed(needs, id), needs.clock.now()), sessions_revoked: revoked }
  })

const remove = (needs: Identity) =>
  handle(deleteUser, async ({ input, caller, record }) => {
    const { id } = input
    const at = new Date(needs.clock.now())
    record({ objectType: 'user', objectId: id, reason: input.reason ?? '' })
    checkOther(caller, id, 'delete')
    const before = await listed(needs, id)
    const to = { status: 'DELETED', status_before: before.status, deleted_at: at }
    const user = await turnInto(needs, before, to, true)
    record({ before: auditViewOf(before, at.getTime()), after: auditViewOf(user, at.getTime()) })
    const revoked = await needs.sessions.end(id, {}, 'REVOKED', caller.username, 'the account was deleted')
    return { id, deleted_at: at.toISOString(), sessions_revoked: revoked }
  })

const restore = (needs: Identity) =>
  handle(restoreUser, async ({ input, record }) => {
    const now = needs.clock.now()
    record({ objectType: 'user', objectId: input.id })
    const before = await listedUser(needs.db, input.id, new Date(now))
    if (before?.deleted_at == null || now - before.deleted_at.getTime() > RETENTION_MS)
      throw new OperationError(
        'NOT_FOUND',
        'No deleted user to restore. Deleted users are stored for 30 days.',
      )
    const to = { status: before.status_before ?? 'ACTIVE', status_before: null, deleted_at: null }
    const user = await turnInto(needs, before, to, false)
    record({ before: auditViewOf(before, now), after: auditViewOf(user, now) })
    return presentUser(user, now)
  })

const resetPassword = (needs: Identity) =>
  handle(updatePassword, async ({ input, caller, record }) => {
    const { id, new_password: chosen, reason } = input
    record({ objectType: 'user', objectId: id, reason: reason ?? '' })
    if (id === caller.userId)
      throw new OperationError('FORBIDDEN', 'Change your own password under My account.')
    const before = await listed(needs, id)
    if (chosen !== undefined) await checkNewPassword(needs, before, chosen)
    const password = chosen ?? randomPassword(needs.settings.number('password.min_length'))
    const hash = await needs.passwords.hash(password)
    await setPassword(needs.db, before, { hash, isDefault: true }, new Date(needs.clock.now()))
    const revoked = await needs.sessions.end(id, {}, 'REVOKED', caller.username, 'the password was reset')
    const user = await listed(needs, id)
    record({ before: auditViewOf(before, needs.clock.now()), after: auditViewOf(user, needs.clock.now()) })
    return {
      user: presentUser(user, needs.clock.now()),
      temporary_password: chosen === undefined ? password : null,
      must_change: true,
      sessions_revoked: revoked,
    }
  })

function checkOther(caller: Caller, id: string, what: 'block' | 'delete') {
  if (id === caller.userId)
    throw new OperationError('FORBIDDEN', `You cannot ${what} yourself. Another administrator can.`)
}

type Turn = { status: string; status_before?: string | null; deleted_at?: Date | null }

/** Changes what an account is, whatever else of it changes meanwhile. */
async function turnInto(needs: Identity, row: ListedUser, to: Turn, isLoss: boolean): Promise<ListedUser> {
  const { db, clock } = needs
  let { version } = row
  for (let tries = 0; tries < 5; tries++) {
    const at = new Date(clock.now())
    const outcome = await changeUser(db, row.id, version, to, at, isLoss && isAdministratorRow(row))
    if (outcome === 'taken') throw taken(row.username)
    if (outcome === 'last') throw lastOne()
    const now = await listedUser(db, row.id, at)
    if (now === undefined) break
    if (outcome === 'done') {
      needs.listChanged(to.status === 'DELETED' ? 'delete' : 'update', row.id)
      return now
    }
    // Deleted meanwhile: only a restore brings an account back.
    if (now.status === 'DELETED' && row.status !== 'DELETED') break
    version = now.version
  }
  throw new OperationError('VERSION_CONFLICT', 'Another user is changing this user. Try again.')
}
