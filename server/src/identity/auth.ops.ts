import { changePassword, login, logout } from '@samudra/contract/identity'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { hashPassword, passwordFault, passwordFits } from './passwords.ts'
import { settingsOf, type Sessions } from './sessions.ts'
import {
  endSessions,
  recordFailedLogin,
  recordLogin,
  setPassword,
  userByName,
  type UserRow,
} from './users.sql.ts'

const LOCK_AFTER = 5
const LOCK_MS = 15 * 60 * 1000

type Needs = {
  db: Db
  clock: Clock
  sessions: Sessions
  /** Told which sessions ended, so that their sockets close. */
  ended: (sessionIds: string[], reason: string) => void
}

/** The same answer and about the same time for a wrong name, a wrong password and a blocked account. */
const failed = () => new Refusal('AUTH_FAILED', 'The user name or the password is not right.')

export async function authOps(needs: Needs): Promise<Handled[]> {
  const decoy = await hashPassword('a password nobody has')
  return [logIn(needs, decoy), logOut(needs), newPassword(needs)]
}

/** The user of a name and password; `decoy` is measured against when there is no such name. */
async function checked(
  { db, clock }: Needs,
  decoy: string,
  username: string,
  password: string,
): Promise<UserRow> {
  const user = await userByName(db, username)
  const fits = await passwordFits(user?.password_hash ?? decoy, password)
  if (user === undefined) throw failed()
  if (user.locked_until !== null && user.locked_until.getTime() > clock.now())
    throw new Refusal('LOCKED', 'Too many wrong passwords. Try again in 15 minutes.')
  if (!fits || user.status !== 'ACTIVE') {
    await recordFailedLogin(db, user.id, LOCK_AFTER, new Date(clock.now() + LOCK_MS))
    throw failed()
  }
  return user
}

const logIn = (needs: Needs, decoy: string) =>
  handle(login, async ({ input, client }) => {
    const user = await checked(needs, decoy, input.username, input.password)
    await recordLogin(needs.db, user.id, new Date(needs.clock.now()))
    const token = await needs.sessions.open(user, { ...client, deviceName: input.device_name ?? '' })
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      role: String(user.role),
      token,
      sources: user.sources,
      zone_access: user.zone_access,
      userSettings: settingsOf(user),
      isDefaultPassword: user.is_default_password,
    }
  })

const logOut = ({ db, clock, sessions, ended }: Needs) =>
  handle(logout, async ({ input, caller }) => {
    const which = input.all_sessions === true ? {} : { only: caller.sessionId }
    const ids = await endSessions(db, caller.userId, which, 'logout', new Date(clock.now()))
    sessions.forget(ids)
    ended(ids, 'logout')
    return { revoked: ids.length }
  })

const newPassword = ({ db, clock, sessions, ended }: Needs) =>
  handle(changePassword, async ({ input, caller }) => {
    const user = await userByName(db, caller.username)
    if (user === undefined || !(await passwordFits(user.password_hash, input.old_password)))
      throw new Refusal('VALIDATION', 'The old password is not right.', {
        fields: [{ field: 'old_password', why: 'is not right' }],
      })
    const fault = passwordFault(input.new_password, user.username)
    if (fault !== null)
      throw new Refusal('VALIDATION', fault, { fields: [{ field: 'new_password', why: fault }] })
    const at = new Date(clock.now())
    await setPassword(db, user.id, await hashPassword(input.new_password), at)
    const ids = await endSessions(db, user.id, { except: caller.sessionId }, 'password changed', at)
    sessions.forget([...ids, caller.sessionId])
    ended(ids, 'password changed')
    return { changed_at: at.toISOString(), sessions_revoked: ids.length }
  })
