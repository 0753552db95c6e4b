import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Call } from '../../../platform/kernel/http/handle.ts'
import { openChatSession, type ChatProof } from './auth.ops.ts'
import type { Identity } from './needs.ts'
import { listSessions, touchChatSession } from './sessions.sql.ts'
import { setChatCookies } from './tokens.ts'

/** Time between two notes that a program uses its session. */
const TOUCH_MS = 60_000
const MOST_TOUCHED = 10_000

type ChatSession = { token: string; userId: string; sessionId: string; lifeMs: number }

/** Sessions as the chat server uses them: tokens of its own, cookies, and sessions of programs. */
export function chatSessions(identity: Identity) {
  const { db, clock, sessions, tokens } = identity
  const touched = new Map<string, number>()
  return {
    /** Opens a session of a program that uses the chat server. */
    openChatSession: (proof: ChatProof, client: Call<unknown>['client']) =>
      openChatSession(identity, proof, client),
    /** Returns the caller of a chat token; null when it is not valid any more. */
    authenticateChat: async (token: string): Promise<Caller | null> => {
      const bearer = await tokens.chatSessionOf(token, clock.now())
      const caller = bearer === null ? null : await sessions.callerOfSession(bearer.sessionId)
      return caller?.userId === bearer?.userId ? caller : null
    },
    /** Notes that a program uses its session, so that it does not end as idle; pages note that themselves. */
    touchChatSession: async (sessionId: string): Promise<void> => {
      const now = clock.now()
      if (now - (touched.get(sessionId) ?? -Infinity) < TOUCH_MS) return
      if (touched.size > MOST_TOUCHED) touched.clear()
      touched.set(sessionId, now)
      await touchChatSession(db, sessionId, new Date(now))
    },
    /** Sets the cookies of the chat server for a session. */
    setChatCookies: (
      cookies: Pick<Call<unknown>['cookies'], 'set'>,
      { token, userId, sessionId, lifeMs }: ChatSession,
    ) => setChatCookies(cookies, { token, userId, xsrf: tokens.xsrfOf(sessionId) }, lifeMs),
    isXsrfOf: tokens.isXsrfOf,
    /** Returns the open sessions of a user, the latest first. */
    openSessionsOf: (userId: string) =>
      listSessions(
        db,
        { userId, active: true, idleSince: sessions.idleSince, at: new Date(clock.now()) },
        { after: null, limit: 100 },
      ),
    /** Ends one session of a user. */
    endSession: (userId: string, sessionId: string, by: string) =>
      sessions.end(userId, { only: sessionId }, 'ENDED', by, 'logged out'),
  }
}
