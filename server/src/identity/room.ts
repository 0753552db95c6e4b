import { ROLES } from '@samudra/contract/identity'
import { ulid } from 'ulid'
import { NOBODY, type Caller } from '../kernel/caller.ts'
import type { Administered } from '../kernel/administered.ts'
import type { Keys } from '../kernel/keys.ts'
import type { Log } from '../kernel/log.ts'
import type { Room } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { authOps } from './auth.ops.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { countUsers, insertUser } from './users.sql.ts'

export type IdentityRoom = Room & {
  /** `wireId` is the sealed-wire session the token came through, null when it came in the clear. */
  authenticate(token: string, wireId: string | null): Promise<Caller | null>
  /** Who a session belongs to now, whatever became of its tokens; null when it has ended. */
  callerOfSession(sessionId: string): Promise<Caller | null>
  /** Hears the ids of sessions that ended. */
  onSessionsEnded(hearer: (sessionIds: string[], reason: string) => void): void
  /** The administrator of the first run with its password in clear, once; null on every later start. */
  firstAdministrator: { username: string; password: string } | null
}

export async function identityRoom(needs: {
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  settings: Administered
  adminPassword?: string | undefined
}): Promise<IdentityRoom> {
  const { db, clock } = needs
  const hearers: ((sessionIds: string[], reason: string) => void)[] = []
  const sessions = await createSessions(db, clock)
  const ended = (ids: string[], reason: string) => {
    for (const hear of hearers) hear(ids, reason)
  }
  return {
    name: 'identity',
    ops: await authOps({ db, clock, sessions, ended }),
    authenticate: sessions.authenticate,
    callerOfSession: sessions.callerOfSession,
    onSessionsEnded: (hearer) => hearers.push(hearer),
    firstAdministrator:
      (await countUsers(db)) === 0 ? await makeAdministrator(db, clock, needs.adminPassword) : null,
  }
}

async function makeAdministrator(db: Db, clock: Clock, given: string | undefined) {
  const password = given ?? randomPassword()
  const at = new Date(clock.now())
  const made = await insertUser(db, {
    id: ulid(clock.now()),
    username: 'admin',
    email: '',
    password_hash: await hashPassword(password),
    is_default_password: given === undefined,
    role: ROLES.ADMIN,
    status: 'ACTIVE',
    sources: ['*'],
    zone_access: ['*'],
    settings: NOBODY.settings,
    created_at: at,
    updated_at: at,
  })
  return made ? { username: 'admin', password } : null
}
