import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import { StartFailure } from '../../../platform/kernel/http/errors.ts'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { createPasswords, randomPassword } from './passwords.ts'
import { isAdministratorRow } from './present-user.ts'
import { removeAllFactors } from './second-factor.ops.ts'
import { endSessions } from './sessions.sql.ts'
import { hasExpired } from './sessions.ts'
import { changeUser, setPassword, userByName } from './users.sql.ts'

/**
 * Restores the access of a locked-out administrator: a new temporary password, no lock, no block, no second factor, no
 * earlier session. It is for operators of the server itself. Throws StartFailure when there is no such administrator.
 */
export async function resetAdministrator(
  db: Db,
  clock: Clock,
  keys: Keys,
  settings: Administered,
  username: string,
): Promise<{ username: string; password: string }> {
  const at = new Date(clock.now())
  const user = await userByName(db, username)
  if (user === undefined || !isAdministratorRow(user))
    throw new StartFailure(`No administrator has the user name ${username}.`)
  const { id, version } = user
  const to = { status: 'ACTIVE', ...(hasExpired(user, at.getTime()) ? { expires_at: null } : {}) }
  if ((await changeUser(db, id, version, to, at)) !== 'done')
    throw new StartFailure('Another process is changing this account. Stop the server and try again.')
  const password = randomPassword(settings.number('password.min_length'))
  const hash = await (await createPasswords(keys)).hash(password)
  await setPassword(db, user, { hash, isDefault: true }, at)
  await removeAllFactors({ db }, id)
  const reason = 'the password was reset on the server'
  await endSessions(db, id, {}, { state: 'REVOKED', by: 'system', reason, at })
  return { username: user.username, password }
}
