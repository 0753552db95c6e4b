import type { SettingValue } from '@samudra/contract/admin-settings'
import type { Administered } from '../kernel/administered.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Audited } from '../kernel/http.ts'
import type { Keys } from '../kernel/keys.ts'
import type { Log } from '../kernel/log.ts'
import type { Call } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { Lockout } from './lockout.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { userById, type UserRow } from './users.sql.ts'

/** What the other rooms lend this one. */
export type Lent = {
  /** The map profile a user starts with. */
  mapProfileOf?: ((userId: string, groups: string[]) => Promise<unknown>) | undefined
  /** Ids of the zones there are; without it any id is taken. */
  zoneIds?: (() => Promise<string[]>) | undefined
  /** Codes of the sources there are or were; without it any code is taken. */
  sourceCodes?: (() => string[]) | undefined
  changeSettings?: ((changes: Record<string, SettingValue>, by: Caller) => Promise<void>) | undefined
  /** Leaves an audit record of something no operation leaves one of. */
  leave?: ((call: Audited) => Promise<void>) | undefined
}

/** What the operations of this room work with. */
export type Identity = Lent & {
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  settings: Administered
  tokens: Tokens
  passwords: Passwords
  lockout: Lockout
  sessions: Sessions
  /** Makes what users may do count at once, and tells those who show it. */
  rightsChanged: (userIds: string[]) => void
}

export const NOT_THERE = () => new Refusal('NOT_FOUND', 'This user does not exist any more.')

/**
 * Asks the password of the one who calls once more, before something that a stolen session must not do. A wrong one
 * counts as a failed login. Throws VALIDATION on `field`, LOCKED, RATE_LIMIT.
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
  const words = field === 'password' ? 'The password is not right.' : 'The old password is not right.'
  throw new Refusal('VALIDATION', words, { fields: [{ field, why: 'is not right' }] })
}
