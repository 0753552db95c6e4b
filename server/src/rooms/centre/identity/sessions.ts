import type { UserSettings } from '@samudra/contract/identity'
import { DEFAULT_USER_SETTINGS, ROLES, readUserSettings } from '@samudra/contract/identity'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { visibilityOf, type CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  endExpired,
  endOldest,
  endSessions,
  exchangeToken,
  insertSession,
  openSession,
  sessionOfToken,
  type EndState,
  type Exchanged,
  type OpenSession,
} from './sessions.sql.ts'
import { freshRefreshToken, refreshHash, type Tokens } from './tokens.ts'
import { activeUsers, type UserRow } from './users.sql.ts'
import type { Zones } from './zones.ops.ts'

/** Time for which a verified session is trusted before the row is read again. */
const BELIEVED_MS = 2000
/** The answer to an exchange may be lost; the same attempt is answered again for so long. */
const LOST_ANSWER_MS = 5 * 60_000
/** Time for which the page of a user who came back in the last moment is still accepted. */
const LATE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A user, with or without a session. */
export type Known = Pick<
  Caller,
  'userId' | 'username' | 'isAdmin' | 'groups' | 'visibility' | 'settings' | 'mayTakeWatch'
>

export type SessionNeeds = {
  db: Db
  clock: Clock
  settings: Administered
  tokens: Tokens
  zones: Zones
  /** Reports which sessions ended, so that their sockets close. */
  ended: (sessionIds: string[], reason: string) => void
}
export type From = { address: string; agent: string; deviceName: string }
export type Opened = { sessionId: string; refresh: string }

/** The sessions of this installation: opened, believed for two seconds at most, exchanged, ended. */
export class Sessions {
  readonly #needs: SessionNeeds
  readonly #believed = new Map<string, { caller: Caller; until: number }>()
  /** Grows when something believed is forgotten: what was read before must not be believed after. */
  #forgotten = 0

  constructor(needs: SessionNeeds) {
    this.#needs = needs
  }

  get #idleMs() {
    return this.#needs.settings.number('session.timeout_min') * 60_000
  }
  /** Returns the instant since which a session without use has ended. */
  get idleSince() {
    return new Date(this.#needs.clock.now() - this.#idleMs)
  }

  async authenticate(token: string, wireId: string | null): Promise<Caller | null> {
    const bearer = await this.#needs.tokens.sessionOf(token, wireId, this.#needs.clock.now())
    if (bearer === null) return null
    const caller = await this.callerOfSession(bearer.sessionId)
    return caller?.userId === bearer.userId ? caller : null
  }

  /** Returns the present user of a session, whatever became of its tokens; null when it has ended. */
  async callerOfSession(sessionId: string): Promise<Caller | null> {
    const now = this.#needs.clock.now()
    const known = this.#believed.get(sessionId)
    if (known !== undefined && known.until > now) return known.caller
    this.#believed.delete(sessionId)
    const forgotten = this.#forgotten
    const row = await openSession(this.#needs.db, sessionId)
    if (row === undefined || !this.#isLive(row)) return null
    const caller = this.#callerOf(row)
    if (forgotten !== this.#forgotten) return caller
    if (this.#believed.size > 10_000) this.#believed.clear()
    this.#believed.set(sessionId, { caller, until: now + BELIEVED_MS })
    return caller
  }

  #isLive(row: OpenSession): boolean {
    const now = this.#needs.clock.now()
    return (
      row.session_expires_at.getTime() > now &&
      now - row.last_seen_at.getTime() < this.#idleMs &&
      !hasExpired(row, now)
    )
  }

  /** All who may log in now. */
  async everyone(): Promise<Known[]> {
    const users = await activeUsers(this.#needs.db, new Date(this.#needs.clock.now()))
    return users.map((user) => this.#knownOf(user))
  }

  /** Returns the rights and preferences of a user, with or without a session. */
  #knownOf(
    row: Pick<
      UserRow,
      'id' | 'username' | 'role' | 'group_ids' | 'sources' | 'zone_access' | 'settings' | 'takes_watch'
    >,
  ): Known {
    const visibility = this.sightOf(row)
    return {
      userId: row.id,
      username: row.username,
      isAdmin: row.role === ROLES.ADMIN,
      groups: row.group_ids,
      visibility,
      settings: settingsOf(row),
      mayTakeWatch: row.takes_watch ?? visibility.all,
    }
  }

  #callerOf(row: OpenSession): Caller {
    const known = this.#knownOf(row)
    return {
      ...known,
      email: row.email,
      sources: row.sources,
      zones: row.zone_access,
      sessionId: row.session_id,
      mustChangePassword: row.is_default_password || this.#isPasswordOld(row, row.issued_at),
      mustAddSecondFactor:
        !row.has_second_factor && secondFactorIsRequired(this.#needs.settings, known.isAdmin),
    }
  }

  sightOf(user: Pick<UserRow, 'sources' | 'zone_access'>): CallerVisibility {
    const { zone_access: zones, sources } = user
    return visibilityOf(sources, zones.includes('*') ? '*' : this.#needs.zones.shapesOf(zones))
  }

  /**
   * Returns whether a password is too old; one that grows too old during a session must be changed at the next login.
   */
  #isPasswordOld(user: Pick<UserRow, 'password_changed_at'>, at: Date): boolean {
    const left = this.passwordDaysLeft(user, at.getTime())
    return left !== null && left <= 0
  }
  /** Whole days until the password must be changed, 0 when it must; null when it never must. */
  passwordDaysLeft(user: Pick<UserRow, 'password_changed_at'>, now: number): number | null {
    const days = this.#needs.settings.number('password.max_age_days')
    if (days === 0) return null
    return Math.max(0, Math.ceil((user.password_changed_at.getTime() + days * DAY_MS - now) / DAY_MS))
  }

  /** Opens a session; the oldest ends when the user has too many. */
  async open(user: UserRow, from: From): Promise<Opened> {
    const { db, clock, settings } = this.#needs
    const issued = clock.now()
    const refresh = freshRefreshToken()
    const sessionId = ulid(issued)
    await this.sweep()
    await insertSession(db, {
      id: sessionId,
      user_id: user.id,
      issued_at: new Date(issued),
      expires_at: new Date(issued + settings.number('session.max_hours') * HOUR_MS),
      last_seen_at: new Date(issued),
      address: from.address,
      device_name: from.deviceName,
      user_agent: from.agent.slice(0, 500),
      refresh_hash: refreshHash(refresh),
    })
    const reason = 'too many sessions of one user'
    const ending = { state: 'REVOKED', by: 'system', reason, at: new Date(issued) } as const
    this.#pushChange(await endOldest(db, user.id, settings.number('session.max_sessions'), ending), reason)
    return { sessionId, refresh }
  }

  /** Returns an access token of an open session, for the wire session of the request. */
  async tokenOf(sessionId: string, env: string | null): Promise<{ token: string; row: OpenSession } | null> {
    const { db, tokens, clock } = this.#needs
    const row = await openSession(db, sessionId)
    if (row === undefined || !this.#isLive(row)) return null
    const bearer = { userId: row.id, username: row.username, role: String(row.role), sessionId }
    const times = { now: clock.now(), idleMs: this.#idleMs, endsAt: row.session_expires_at.getTime() }
    return { token: await tokens.sign(bearer, env, times), row }
  }

  sessionOfToken = (refresh: string) => sessionOfToken(this.#needs.db, refreshHash(refresh))

  /** Exchanges a refresh token; one that was used before ends its session. */
  async exchange(
    sessionId: string,
    refresh: string,
    words: { attempt: string; idle_s: number },
  ): Promise<{ outcome: Exchanged; next: string }> {
    const { db, clock } = this.#needs
    const next = freshRefreshToken()
    const outcome = await exchangeToken(db, sessionId, {
      hash: refreshHash(refresh),
      next: refreshHash(next),
      attempt: words.attempt,
      idleMs: words.idle_s * 1000,
      timeoutMs: this.#idleMs,
      lostAnswerMs: LOST_ANSWER_MS,
      lateMs: LATE_MS,
      at: new Date(clock.now()),
    })
    this.#believed.delete(sessionId)
    if (outcome.kind === 'reused')
      await this.end(outcome.userId, { only: sessionId }, 'REVOKED', 'system', 'refresh token used twice')
    if (outcome.kind === 'over')
      await this.end(outcome.userId, { only: sessionId }, 'EXPIRED', 'system', 'session not used')
    return { outcome, next }
  }

  /** Ends sessions of a user: one, all, or all but one. Returns how many. */
  async end(
    userId: string,
    which: { only?: string; except?: string },
    state: EndState,
    by: string,
    reason: string,
  ): Promise<number> {
    const at = new Date(this.#needs.clock.now())
    const ids = await endSessions(this.#needs.db, userId, which, { state, by, reason, at })
    this.#pushChange(ids, reason)
    return ids.length
  }

  /** Ends what is over by the clock. */
  async sweep(): Promise<void> {
    const idleSince = new Date(this.idleSince.getTime() - LATE_MS)
    const ids = await endExpired(this.#needs.db, idleSince, new Date(this.#needs.clock.now()))
    this.#pushChange(ids, 'session expired')
  }

  #pushChange(ids: string[], reason: string) {
    if (ids.length > 0) this.#needs.ended(ids, reason)
  }

  /** Believes sessions no more that have ended, here or by another process. */
  forgetEnded(ids: readonly string[]) {
    this.#forgotten++
    for (const id of ids) this.#believed.delete(id)
  }

  /** Forgets what is believed of users' rights; of everybody's without ids. */
  forget(userIds: string[] | null) {
    this.#forgotten++
    for (const [id, { caller }] of this.#believed)
      if (userIds === null || userIds.includes(caller.userId)) this.#believed.delete(id)
  }
}

export const hasExpired = (user: Pick<UserRow, 'expires_at'>, now: number) =>
  user.expires_at !== null && user.expires_at.getTime() <= now

export function secondFactorIsRequired(settings: Administered, isAdmin: boolean): boolean {
  const of = settings.text('security.second_factor')
  return of === 'everyone' || (of === 'administrators' && isAdmin)
}

export function settingsOf(row: Pick<UserRow, 'settings'>): UserSettings {
  const read = readUserSettings(row.settings)
  return read.ok ? read.value : DEFAULT_USER_SETTINGS
}
