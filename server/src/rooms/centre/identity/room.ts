import { DEFAULT_USER_SETTINGS, ROLES } from '@samudra/contract/identity'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { audit } from '../audit/room.ts'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { StartFailure } from '../../../platform/kernel/http/errors.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { sources } from '../../picture/sources/room.ts'
import { settings } from '../settings/room.ts'
import { accessOps, RETENTION_MS } from './access.ops.ts'
import { accountOps } from './account.ops.ts'
import { accountDoor } from './accounts.ts'
import { authOps } from './auth.ops.ts'
import { chatSessions } from './chat-sessions.ts'
import { createLockout } from './lockout.ts'
import { groupOps } from './groups.ops.ts'
import { legalHoldOps } from './legal-holds.ops.ts'
import { addNamedGroups, answerGroupMembers, rosterDoor } from './roster.ts'
import type { Identity } from './needs.ts'
import { createPasswords, passwordFault, randomPassword } from './passwords.ts'
import { secondFactorOps } from './second-factor.ops.ts'
import { forgetChallenges } from './second-factor.sql.ts'
import { sessionOps } from './sessions.ops.ts'
import { forgetSessions } from './sessions.sql.ts'
import { SecurityNotifier } from './security-notifier.ts'
import { createTokens } from './tokens.ts'
import { userOps } from './users.ops.ts'
import { countUsers, forgetDeleted, insertUser, userById } from './users.sql.ts'
import { zoneOps, Zones } from './zones.ops.ts'

/** Interval at which expired data is ended and deleted. */
const SWEEP_MS = 30_000
/** Sessions that ended are shown for a year. */
const SESSION_RETENTION_MS = 365 * 24 * 3_600_000

/** Accounts, their proofs and their sessions: who calls, what they may do, and the zones they are confined to. */
export const identity = room({
  name: 'identity',
  uses: { audit, sources, settings },
  open: async (ground, { audit, sources, settings }) => {
    const { db, assembly } = ground
    const zones = new Zones(db)
    await zones.load()
    const needs = { ...ground, keys: assembly.keys, settings: settings.values, zones }
    const tokens = createTokens(needs.keys)
    const passwords = await createPasswords(needs.keys, assembly.passwordCost)
    const reported = new SecurityNotifier({ ...needs, tokens })
    const { sessions, rightsChanged, listChanged } = reported
    const identity: Identity = {
      ...needs,
      tokens,
      passwords,
      lockout: createLockout({ ...needs, isDeviceOf: tokens.isDeviceOf }),
      sessions,
      rightsChanged,
      listChanged,
      sourceCodes: () => sources.sources().map(({ code }) => code),
      mapProfileOf: settings.mapProfileOf,
      changeSettings: settings.change,
      leave: audit.leave,
      addGroups: (ids) => addNamedGroups(ground, ids),
      makeRoom: async () => assembly.database.reserve?.makeRoom(),
    }
    answerGroupMembers(ground)
    const door = {
      /** Returns the caller of a token; `wireId`: sealed-wire session of the token, null in clear text. */
      authenticate: (token: string, wireId: string | null) => sessions.authenticate(token, wireId),
      /** Returns the caller of a session, whatever became of its tokens; null when it has ended. */
      callerOfSession: (sessionId: string) => sessions.callerOfSession(sessionId),
      /** Returns a mark that changes with the zones of users; the same in every process. */
      zonesMark: () => zones.mark,
      /** Returns the visibility of a user now; null when there is no such user. */
      sightOfUser: async (userId: string) => {
        const user = await userById(db, userId)
        return user === undefined || user.status === 'DELETED' ? null : sessions.sightOf(user)
      },
      /** Returns all users who may log in now, with their visibility. */
      everyone: () => sessions.everyone(),
      ...accountDoor(db),
      ...chatSessions(identity),
      ...rosterDoor({ ...ground, sessions }),
      /** Administrator of the first run with its password in clear; null on every later start. */
      firstAdministrator: await makeAdministrator(identity, assembly.adminPassword),
    }
    return {
      door,
      ops: [
        ...[authOps, accountOps, userOps, accessOps, sessionOps, secondFactorOps].flatMap((ops) =>
          ops(identity),
        ),
        ...legalHoldOps(ground),
        ...groupOps({ ...needs, rightsChanged }),
        ...zoneOps({ ...needs, zonesChanged: (change) => reported.zonesChanged(change) }),
      ],
      jobs: [sweeping(identity)],
    }
  },
})

export type { Account } from './accounts.ts'
/** Interface of the room. */
export type IdentityInterface = RoomInterface<typeof identity>

const sweeping = (identity: Identity): JobKind => ({
  name: 'identity.sweep',
  does: 'Expire sessions, codes and accounts',
  when: { everyMs: SWEEP_MS },
  work: () => sweepAll(identity),
})

async function sweepAll({ db, clock, sessions }: Identity) {
  const now = clock.now()
  await sessions.sweep()
  await forgetChallenges(db, new Date(now))
  await forgetSessions(db, new Date(now - SESSION_RETENTION_MS))
  await forgetDeleted(db, new Date(now - RETENTION_MS))
}

/** The administrator of the first run; null when there are users already. */
async function makeAdministrator({ db, clock, settings, passwords }: Identity, given: string | undefined) {
  if ((await countUsers(db)) > 0) return null
  const username = 'admin'
  const fault = given === undefined ? null : await passwordFault(given, { username, email: '' }, settings)
  if (fault !== null)
    throw new StartFailure(`The password given with --admin-password is not allowed. ${fault}`)
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
