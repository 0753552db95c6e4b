import type { AuditInterface } from '../audit/room.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Call } from '../../../platform/kernel/http/handle.ts'
import type { SettingsInterface } from '../settings/room.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Lockout } from './lockout.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import type { Zones } from './zones.ops.ts'
import type { SamudraQueries } from '../../../sea/topics.ts'
import { userById, type UserRow } from './users.sql.ts'

/** Needs of the operations of this room. */
export type Identity = {
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  settings: Administered
  /** The map profile a user starts with. */
  mapProfileOf: SettingsInterface['mapProfileOf']
  changeSettings: SettingsInterface['change']
  queries: SamudraQueries
  /** Codes of the sources there are or were. */
  sourceCodes: () => string[]
  /** Leaves an audit record of something no operation leaves one of. */
  leave: AuditInterface['leave']
  zones: Zones
  tokens: Tokens
  passwords: Passwords
  lockout: Lockout
  sessions: Sessions
  /** Releases reserved space of a full disk, so that a login can be stored. */
  makeRoom: () => Promise<void>
  /** Adds groups that are named and not known yet. */
  addGroups: (ids: readonly string[]) => Promise<void>
  /** Applies changed rights at once, and notifies those who show them. */
  rightsChanged: (userIds: string[]) => void
  /** Pushes that the list of users changed. */
  listChanged: (op: 'add' | 'update' | 'delete', id: string) => void
}

export const NOT_THERE = () => new OperationError('NOT_FOUND', 'This user no longer exists.')

/**
 * Verifies the caller's password once more, before something that a stolen session must not do. A wrong one counts as
 * a failed login. Throws VALIDATION on `field`, LOCKED, RATE_LIMIT.
 */
export async function proveSelf(
  { db, lockout, passwords }: Identity,
  { caller, client }: Pick<Call<unknown>, 'caller' | 'client'>,
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<UserRow> {
  const proof = await lockout.attempt(
    caller.username,
    { address: client.address, sessionId: caller.sessionId },
    () => userById(db, caller.userId),
    async (user) => ({
      isRight: user !== undefined && (await passwords.fits(user.password_hash, password)),
      user,
    }),
  )
  if (proof.isRight && proof.user !== undefined) return proof.user
  const words = field === 'password' ? 'Wrong password.' : 'Wrong current password.'
  throw new OperationError('VALIDATION', words, { fields: [{ field, why: 'is wrong' }] })
}
