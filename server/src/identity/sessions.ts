import { randomBytes } from 'node:crypto'
import type { UserSettings } from '@samudra/contract/identity'
import { ROLES, readUserSettings } from '@samudra/contract/identity'
import { SignJWT, jwtVerify } from 'jose'
import { ulid } from 'ulid'
import { NOBODY, type Caller } from '../kernel/caller.ts'
import { sightOf } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { insertSession, installationSecret, openSession, type UserRow } from './users.sql.ts'

/** A session of eight hours: one watch. */
const SESSION_MS = 8 * 3600 * 1000
/** How long a verified session is believed before the row is read again. */
const BELIEVED_MS = 2000

export type Sessions = {
  /** Opens a session and returns its bearer token. */
  open(user: UserRow, from: { address: string; agent: string; deviceName: string }): Promise<string>
  authenticate(token: string): Promise<Caller | null>
  /** Who a session belongs to now, whatever became of its tokens; null when it has ended. */
  callerOfSession(sessionId: string): Promise<Caller | null>
  /** Forgets what is believed of ended sessions. */
  forget(sessionIds: string[]): void
}

export async function createSessions(db: Db, clock: Clock): Promise<Sessions> {
  const key = await installationSecret(db, 'token-key', randomBytes(32), new Date(clock.now()))
  const believed = new Map<string, { caller: Caller; until: number }>()

  async function authenticate(token: string): Promise<Caller | null> {
    const sessionId = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: new Date(clock.now()),
    }).then(
      ({ payload }) => payload.jti,
      () => undefined,
    )
    if (sessionId === undefined) return null
    return callerOfSession(sessionId)
  }

  async function callerOfSession(sessionId: string): Promise<Caller | null> {
    const known = believed.get(sessionId)
    if (known !== undefined && known.until > clock.now()) return known.caller
    const row = await openSession(db, sessionId, new Date(clock.now()))
    believed.delete(sessionId)
    if (row === undefined) return null
    if (believed.size > 10_000) believed.clear()
    const caller = callerOf(row, sessionId)
    believed.set(sessionId, { caller, until: clock.now() + BELIEVED_MS })
    return caller
  }

  return {
    authenticate,
    callerOfSession,
    forget: (sessionIds) => {
      for (const id of sessionIds) believed.delete(id)
    },
    open: async (user, from) => {
      const issued = clock.now()
      const expires = issued + SESSION_MS
      const sessionId = ulid(issued)
      await insertSession(db, {
        id: sessionId,
        user_id: user.id,
        issued_at: new Date(issued),
        expires_at: new Date(expires),
        last_seen_at: new Date(issued),
        address: from.address,
        device_name: from.deviceName,
        user_agent: from.agent.slice(0, 500),
      })
      return new SignJWT({ sub: user.id })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(sessionId)
        .setIssuedAt(Math.floor(issued / 1000))
        .setExpirationTime(Math.floor(expires / 1000))
        .sign(key)
    },
  }
}

export function settingsOf(row: Pick<UserRow, 'settings'>): UserSettings {
  const read = readUserSettings(row.settings)
  return read.ok ? read.value : NOBODY.settings
}

const callerOf = (row: UserRow, sessionId: string): Caller => ({
  userId: row.id,
  username: row.username,
  email: row.email,
  isAdmin: row.role === ROLES.ADMIN,
  sources: row.sources,
  zones: row.zone_access,
  sessionId,
  mustChangePassword: row.is_default_password,
  settings: settingsOf(row),
  sight: sightOf(row.sources, '*'),
  groups: [],
  mustAddSecondFactor: false,
})
