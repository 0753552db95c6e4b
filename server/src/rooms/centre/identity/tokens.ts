import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CHAT_COOKIES } from '@samudra/contract/chat'
import { SignJWT, jwtVerify } from 'jose'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import type { Call } from '../../../platform/kernel/http/handle.ts'

/** An access token lives this long (s); or as long as a session may be idle, if that is less. */
const LIFE_S = 15 * 60
const REFRESH_BYTES = 32
/** Only the calls that open and exchange sessions are sent the refresh token. */
const REFRESH = { name: 'samudra_refresh', path: '/api/v1/auth' }
/**
 * Cookie that distinguishes a browser with an earlier login of the user from one that guesses; it opens nothing by
 * itself.
 */
const DEVICE = { name: 'samudra_device', path: '/api/v1/auth', maxAgeS: 400 * 24 * 3600 }
/** Names axios knows; the page reads the cookie and sends it back in the header. */
const XSRF = { name: 'XSRF-TOKEN', path: '/' }

export type Bearer = { userId: string; username: string; role: string; sessionId: string }
export type Tokens = {
  /** An access token; `env` is the sealed-wire session it is good for, null for any. `now` and the ends are epoch ms. */
  sign(
    of: Bearer,
    env: string | null,
    times: { now: number; idleMs: number; endsAt: number },
  ): Promise<string>
  /** The session of a token that came through `wireId`; null when it is not good there. */
  sessionOf(
    token: string,
    wireId: string | null,
    now: number,
  ): Promise<{ sessionId: string; userId: string } | null>
  /** Returns a token of the chat of a session, good until the session ends at `endsAt`, epoch ms. */
  signChat(of: Pick<Bearer, 'userId' | 'sessionId'>, endsAt: number): Promise<string>
  /** Returns the session of a chat token; null when it is not valid at `now`, epoch ms. */
  chatSessionOf(token: string, now: number): Promise<{ sessionId: string; userId: string } | null>
  /** The readable half of the XSRF pair of a session. */
  xsrfOf(sessionId: string): string
  isXsrfOf(sessionId: string, given: string | undefined): boolean
  /** The mark of a browser a user logged in with. */
  deviceOf(userId: string): string
  isDeviceOf(userId: string, given: string | undefined): boolean
}

export function createTokens(keys: Keys): Tokens {
  const xsrfOf = (sessionId: string) => createHmac('sha256', keys.xsrf).update(sessionId).digest('base64url')
  const deviceKey = keys.of('device')
  const chatKey = keys.of('chat tokens')
  const deviceMark = (userId: string, nonce: string) =>
    `${nonce}.${createHmac('sha256', deviceKey).update(`${userId}.${nonce}`).digest('base64url')}`
  return {
    sign: ({ userId, username, role, sessionId }, env, { now, idleMs, endsAt }) => {
      const issued = Math.floor(now / 1000)
      const life = Math.min(LIFE_S, Math.floor(idleMs / 1000), Math.floor(endsAt / 1000) - issued)
      return new SignJWT({ name: username, role, ...(env === null ? {} : { env }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + life)
        .sign(keys.tokens)
    },
    signChat: ({ userId, sessionId }, endsAt) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setJti(sessionId)
        .setExpirationTime(Math.floor(endsAt / 1000))
        .sign(chatKey),
    chatSessionOf: async (token, now) => {
      const claims = await claimsOf(token, chatKey, now)
      return claims === null ? null : { sessionId: claims.jti!, userId: claims.sub! }
    },
    sessionOf: async (token, wireId, now) => {
      const claims = await claimsOf(token, keys.tokens, now)
      if (claims === null) return null
      // Who stole a bound token has not the keys of its wire session.
      if (claims['env'] !== undefined && claims['env'] !== wireId) return null
      return { sessionId: claims.jti!, userId: claims.sub! }
    },
    xsrfOf,
    isXsrfOf: (sessionId, given = '') => isSame(xsrfOf(sessionId), given),
    deviceOf: (userId) => deviceMark(userId, randomBytes(12).toString('base64url')),
    isDeviceOf: (userId, given = '') => isSame(deviceMark(userId, given.split('.')[0]!), given),
  }
}

/** Returns the claims of a token; null when it is not valid with a key at `now`, epoch ms. */
const claimsOf = (token: string, key: Uint8Array, now: number) =>
  jwtVerify(token, key, {
    algorithms: ['HS256'],
    currentDate: new Date(now),
    requiredClaims: ['sub', 'jti', 'exp'],
  }).then(
    ({ payload }) => payload,
    () => null,
  )

function isSame(expected: string, given: string): boolean {
  const [one, other] = [expected, given].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

export const freshRefreshToken = () => randomBytes(REFRESH_BYTES).toString('base64url')
export const refreshHash = (token: string) => createHash('sha256').update(token).digest()

type Cookies = Call<unknown>['cookies']

export const refreshTokenIn = (cookies: Cookies): string | null => cookies.get(REFRESH.name) ?? null

export const deviceIn = (cookies: Cookies): string | undefined => cookies.get(DEVICE.name)

/** Stays after the logout: the browser is as well known as before. */
export const setDeviceCookie = (cookies: Cookies, device: string) =>
  cookies.set(DEVICE.name, device, { path: DEVICE.path, maxAgeS: DEVICE.maxAgeS })

export function setSessionCookies(cookies: Cookies, refresh: string, xsrf: string, lifeMs: number) {
  const maxAgeS = Math.max(1, Math.floor(lifeMs / 1000))
  cookies.set(REFRESH.name, refresh, { path: REFRESH.path, maxAgeS })
  cookies.set(XSRF.name, xsrf, { path: XSRF.path, maxAgeS, readable: true })
}

/** Sets the cookies with which pages of this origin use the chat server. */
export function setChatCookies(
  cookies: Pick<Cookies, 'set'>,
  { token, userId, xsrf }: { token: string; userId: string; xsrf: string },
  lifeMs: number,
) {
  const maxAgeS = Math.max(1, Math.floor(lifeMs / 1000))
  cookies.set(CHAT_COOKIES.token.name, token, { path: CHAT_COOKIES.token.path, maxAgeS })
  const readable = { maxAgeS, readable: true, path: '/' }
  cookies.set(CHAT_COOKIES.user.name, userId.toLowerCase(), readable)
  cookies.set(CHAT_COOKIES.xsrf.name, xsrf, readable)
}

export function clearSessionCookies(cookies: Cookies) {
  for (const { name, path } of Object.values(CHAT_COOKIES)) cookies.clear(name, path)
  cookies.clear(REFRESH.name, REFRESH.path)
  cookies.clear(XSRF.name, XSRF.path)
}
