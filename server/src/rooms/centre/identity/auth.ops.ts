import { login, logout, refreshSession, ROLES, type SignedIn } from '@samudra/contract/identity'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { handle, type Call, type Entry, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Identity } from './needs.ts'
import { proofOf } from './second-factor.ts'
import { hasExpired, settingsOf } from './sessions.ts'
import {
  clearSessionCookies,
  deviceIn,
  refreshTokenIn,
  setChatCookies,
  setDeviceCookie,
  setSessionCookies,
} from './tokens.ts'
import { recordLogin, replaceHash, userByEmail, userById, userByName, type UserRow } from './users.sql.ts'

/**
 * A wrong name or password is answered after this long and no sooner: looking up, counting and storing take a little
 * longer for a name that exists.
 */
const WRONG_TAKES_MS = 250

/** The same answer for a wrong name, a wrong password and an account that is blocked or expired. */
const failed = () => new OperationError('AUTH_FAILED', 'Wrong user name or password.')
const wrongCode = () => new OperationError('AUTH_FAILED', 'Wrong code, or the code was used before.')
const over = () => new OperationError('SESSION_EXPIRED', 'Log in to continue.')

export const authOps = (needs: Identity): Handled[] => [logIn(needs), renew(needs), logOut(needs)]

const logIn = (needs: Identity) =>
  handle(login, async (call) => {
    const { client, cookies, input, record, wire } = call
    const began = performance.now()
    record({ objectType: 'user', actor: input.username })
    const device = deviceIn(cookies)
    const checked = await needs.lockout.attempt(
      input.username,
      { address: client.address, device },
      () => userByName(needs.db, input.username),
      (user) => check(needs, call, user),
    )
    if (!checked.isRight) {
      await waitUntil(began + WRONG_TAKES_MS)
      throw checked.refusal
    }
    const { sessionId, refresh } = await needs.sessions.open(checked.user, {
      ...client,
      deviceName: input.device_name ?? '',
    })
    record({ after: { session_id: sessionId, device_name: input.device_name ?? '' } })
    if (!needs.tokens.isDeviceOf(checked.user.id, device))
      setDeviceCookie(cookies, needs.tokens.deviceOf(checked.user.id))
    const { wrong_passwords: count, wrong_password_at: last } = checked.user
    const signed = await signedIn(needs, { sessionId, refresh, env: wire?.id ?? null }, cookies)
    return last === null ? signed : { ...signed, wrong_passwords: { count, last_at: last.toISOString() } }
  })

const waitUntil = (time: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))

/** `username`: name or e-mail address of the user. */
export type ChatProof = { username: string; password: string; otp?: string | undefined }

/**
 * Opens a session of a program that uses the chat server, with name or address, password and, where one is set up, a
 * second factor. Throws AUTH_FAILED, SECOND_FACTOR, LOCKED, RATE_LIMIT.
 */
export async function openChatSession(
  needs: Identity,
  proof: ChatProof,
  client: Call<unknown>['client'],
): Promise<{ token: string; sessionId: string; user: UserRow; lifeMs: number }> {
  const began = performance.now()
  const checked = await needs.lockout.attempt(
    proof.username,
    { address: client.address, device: undefined },
    async () => (await userByName(needs.db, proof.username)) ?? userByEmail(needs.db, proof.username),
    (user) => check(needs, { input: proof, client, record: () => undefined } as never, user),
  )
  if (!checked.isRight) {
    await waitUntil(began + WRONG_TAKES_MS)
    throw checked.refusal
  }
  const { user } = checked
  const { sessionId } = await needs.sessions.open(user, { ...client, deviceName: 'chat' })
  const signed = await needs.sessions.tokenOf(sessionId, null)
  if (signed === null) throw over()
  const endsAt = signed.row.session_expires_at.getTime()
  const token = await needs.tokens.signChat({ userId: user.id, sessionId }, endsAt)
  return { token, sessionId, user, lifeMs: endsAt - needs.clock.now() }
}

type Checked = { isRight: false; refusal: OperationError } | { isRight: true; user: UserRow }
type LoginCall = Call<{ password: string; otp?: string | undefined; passkey?: unknown }>

/** Throws SECOND_FACTOR when the password is right and one is wanted. */
async function check(needs: Identity, call: LoginCall, user: UserRow | undefined): Promise<Checked> {
  const { db, clock, passwords } = needs
  const { input, client, record } = call
  if (user !== undefined) record({ objectId: user.id, actorId: user.id })
  const fits = await passwords.fits(user?.password_hash ?? passwords.decoy, input.password)
  if (user === undefined || !fits || user.status !== 'ACTIVE' || hasExpired(user, clock.now()))
    return { isRight: false, refusal: failed() }
  if (user.role === ROLES.ADMIN) await needs.makeRoom()
  const proof = await proofOf(needs, user, input, client.origin)
  if (proof.kind === 'wanted')
    throw new OperationError('SECOND_FACTOR', 'Enter your second factor: a code or a passkey.', {
      data: proof.wanted,
    })
  if (proof.kind === 'wrong') return { isRight: false, refusal: wrongCode() }
  if (passwords.isOld(user.password_hash))
    await replaceHash(db, user.id, await passwords.hash(input.password))
  await recordLogin(db, user.id, new Date(clock.now()))
  return { isRight: true, user }
}

/** The answer that opens or renews a session on a page, and its cookies. */
async function signedIn(
  needs: Identity,
  of: { sessionId: string; refresh: string; env: string | null },
  cookies: Call<unknown>['cookies'],
): Promise<SignedIn> {
  const { clock, sessions, settings, tokens } = needs
  const signed = await sessions.tokenOf(of.sessionId, of.env)
  const caller = await sessions.callerOfSession(of.sessionId)
  if (signed === null || caller === null) throw over()
  const lifeMs = signed.row.session_expires_at.getTime() - clock.now()
  const xsrf = tokens.xsrfOf(of.sessionId)
  setSessionCookies(cookies, of.refresh, xsrf, lifeMs)
  const { row } = signed
  const chatToken = await tokens.signChat(
    { userId: row.id, sessionId: of.sessionId },
    row.session_expires_at.getTime(),
  )
  setChatCookies(cookies, { token: chatToken, userId: row.id, xsrf }, lifeMs)
  const [chat] = await needs.queries.request('chatDetails', row.id)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: String(row.role),
    token: signed.token,
    sources: row.sources,
    zone_access: row.zone_access,
    group_ids: row.group_ids,
    userSettings: settingsOf(row),
    mapProfile: await needs.mapProfileOf(row.id, row.group_ids),
    adminSettings: settings.publicValues(),
    isDefaultPassword: caller.mustChangePassword,
    mustAddSecondFactor: caller.mustAddSecondFactor,
    password_age_days_left: sessions.passwordDaysLeft(row, clock.now()),
    forumUser: row.username,
    chat_token: chatToken,
    chat_details: chat ?? null,
    session_id: of.sessionId,
  }
}

const renew = (needs: Identity) =>
  handle(refreshSession, async (call) => {
    const { client, cookies, input, wire } = call
    const refresh = refreshTokenIn(cookies)
    const sessionId = refresh === null ? null : await needs.sessions.sessionOfToken(refresh)
    if (refresh === null || sessionId === null) {
      clearSessionCookies(cookies)
      throw over()
    }
    if (!needs.tokens.isXsrfOf(sessionId, client.xsrf))
      throw new OperationError('FORBIDDEN', 'This page has no session. Reload the page.')
    const { outcome, next } = await needs.sessions.exchange(sessionId, refresh, input)
    if (outcome.kind !== 'exchanged') {
      if (outcome.kind === 'reused') await notifyTheft(needs, call, outcome)
      clearSessionCookies(cookies)
      throw over()
    }
    return signedIn(needs, { sessionId, refresh: next, env: wire?.id ?? null }, cookies)
  })

/** Records that a second person holds a copy of the cookie. The thief cannot be identified, so both are logged out. */
async function notifyTheft(
  { db, leave, log }: Identity,
  { client, requestId }: Call<unknown>,
  { sessionId, userId }: { sessionId: string; userId: string },
) {
  const reason = 'refresh token used twice'
  log.warn(reason, { user: userId, session: sessionId, address: client.address })
  const user = await userById(db, userId)
  const entry: Entry = {
    objectType: 'session',
    objectId: sessionId,
    actorId: userId,
    actor: user?.username ?? '',
    reason,
  }
  await leave?.({
    action: refreshSession.name,
    caller: ANONYMOUS,
    requestId,
    address: client.address,
    result: 'SESSION_EXPIRED',
    entry,
  }).catch((failure: unknown) =>
    log.error('no audit record could be left', {
      operation: refreshSession.name,
      error: sentenceOf(failure),
    }),
  )
}

const logOut = ({ sessions }: Identity) =>
  handle(logout, async ({ input, caller, cookies, record }) => {
    const isEverywhere = input.all_sessions === true
    record({ objectType: 'user', objectId: caller.userId, after: { all_sessions: isEverywhere } })
    const which = isEverywhere ? {} : { only: caller.sessionId }
    const revoked = await sessions.end(caller.userId, which, 'ENDED', caller.username, 'logged out')
    clearSessionCookies(cookies)
    return { revoked }
  })
