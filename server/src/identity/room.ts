import { DEFAULT_USER_SETTINGS, ROLES } from '@samudra/contract/identity'
import { ulid } from 'ulid'
import type { Administered } from '../kernel/administered.ts'
import type { Caller } from '../kernel/caller.ts'
import { StartFailure, sentenceOf } from '../kernel/errors.ts'
import type { Keys } from '../kernel/keys.ts'
import type { Log } from '../kernel/log.ts'
import type { Room } from '../kernel/room.ts'
import type { Sight } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { accessOps, KEPT_MS } from './access.ops.ts'
import { accountOps } from './account.ops.ts'
import { authOps } from './auth.ops.ts'
import { createLockout } from './lockout.ts'
import type { Identity, Lent } from './needs.ts'
import { createPasswords, passwordFault, randomPassword, type Passwords } from './passwords.ts'
import { secondFactorOps } from './second-factor.ops.ts'
import { forgetChallenges } from './second-factor.sql.ts'
import { sessionOps } from './sessions.ops.ts'
import { forgetSessions } from './sessions.sql.ts'
import { Sessions, type SessionNeeds } from './sessions.ts'
import { createTokens } from './tokens.ts'
import { userOps } from './users.ops.ts'
import { countUsers, forgetDeleted, insertUser, userById } from './users.sql.ts'

export { countsOf } from './counts.sql.ts'
export { resetAdministrator } from './recovery.ts'

/** How often what is over by the clock is ended and forgotten. */
const SWEEP_MS = 30_000
/** Sessions that ended are shown for a year. */
const SESSIONS_KEPT_MS = 365 * 24 * 3_600_000

type Hearer<T extends unknown[]> = (...what: T) => void

export type IdentityRoom = Room & {
  /** `wireId` is the sealed-wire session the token came through, null when it came in the clear. */
  authenticate(token: string, wireId: string | null): Promise<Caller | null>
  /** Who a session belongs to now, whatever became of its tokens; null when it has ended. */
  callerOfSession(sessionId: string): Promise<Caller | null>
  /** Hears the ids of sessions that ended. */
  onSessionsEnded(hearer: Hearer<[sessionIds: string[], reason: string]>): void
  /** Hears whose rights changed; null when everybody's may have. */
  onRightsChanged(hearer: Hearer<[userIds: string[] | null]>): void
  /** The shapes of zones changed: what callers see is compiled again. */
  zonesChanged(): void
  /** What a user may see now; null when there is no such user. */
  sightOfUser(userId: string): Promise<Sight | null>
  /** The administrator of the first run with its password in clear, once; null on every later start. */
  firstAdministrator: { username: string; password: string } | null
}

type Needs = Lent & {
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  settings: Administered
  shapesOf?: SessionNeeds['shapesOf']
  adminPassword?: string | undefined
}

/** Accounts, their proofs and their sessions: who calls, and what they may do. */
export async function identityRoom(needs: Needs): Promise<IdentityRoom> {
  const { db, keys, log } = needs
  const whenEnded: Hearer<[string[], string]>[] = []
  const whenChanged: Hearer<[string[] | null]>[] = []
  const tokens = createTokens(keys)
  const passwords = await createPasswords(keys)
  const sessions = new Sessions({
    ...needs,
    tokens,
    ended: (ids, reason) => {
      for (const hear of whenEnded) hear(ids, reason)
    },
  })
  const rightsChanged = (userIds: string[] | null) => {
    sessions.forget(userIds)
    for (const hear of whenChanged) hear(userIds)
  }
  const lockout = createLockout({ ...needs, isDeviceOf: tokens.isDeviceOf })
  const identity: Identity = { ...needs, tokens, passwords, lockout, sessions, rightsChanged }
  const firstAdministrator = (await countUsers(db)) === 0 ? await makeAdministrator(needs, passwords) : null
  let timer: NodeJS.Timeout | undefined
  const sweep = () =>
    sweepAll(identity).catch((error: unknown) =>
      log.error('sessions that are over could not be ended', { error: sentenceOf(error) }),
    )
  return {
    name: 'identity',
    ops: [authOps, accountOps, userOps, accessOps, sessionOps, secondFactorOps].flatMap((ops) =>
      ops(identity),
    ),
    authenticate: (token, wireId) => sessions.authenticate(token, wireId),
    callerOfSession: (sessionId) => sessions.callerOfSession(sessionId),
    onSessionsEnded: (hearer) => void whenEnded.push(hearer),
    onRightsChanged: (hearer) => void whenChanged.push(hearer),
    zonesChanged: () => rightsChanged(null),
    sightOfUser: async (userId) => {
      const user = await userById(db, userId)
      return user === undefined || user.status === 'DELETED' ? null : sessions.sightOf(user)
    },
    firstAdministrator,
    start: async () => {
      timer = setInterval(() => void sweep(), SWEEP_MS)
    },
    stop: async () => clearInterval(timer),
  }
}

async function sweepAll({ db, clock, sessions }: Identity) {
  const now = clock.now()
  await sessions.sweep()
  await forgetChallenges(db, new Date(now))
  await forgetSessions(db, new Date(now - SESSIONS_KEPT_MS))
  await forgetDeleted(db, new Date(now - KEPT_MS))
}

async function makeAdministrator({ db, clock, settings, adminPassword: given }: Needs, passwords: Passwords) {
  const username = 'admin'
  const fault = given === undefined ? null : await passwordFault(given, { username, email: '' }, settings)
  if (fault !== null) throw new StartFailure(`The password given with --admin-password does not do. ${fault}`)
  const password = given ?? randomPassword(settings.number('password.min_length'))
  const isMade = await insertUser(
    db,
    {
      id: ulid(clock.now()),
      username,
      email: '',
      password_hash: await passwords.hash(password),
      is_default_password: given === undefined,
      role: ROLES.ADMIN,
      sources: ['*'],
      zone_access: ['*'],
      group_ids: [],
      settings: DEFAULT_USER_SETTINGS,
      expires_at: null,
    },
    new Date(clock.now()),
  )
  return isMade ? { username, password } : null
}
