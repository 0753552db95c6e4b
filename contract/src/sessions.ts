import { z } from 'zod'
import { Id, Instant, listOf, op, paging, queryFlag } from './kernel.ts'

export const Session = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  isLoggedIn: z.boolean(),
  issued_at: Instant,
  exp: Instant,
  last_seen_at: Instant,
  ip: z.string(),
  device_name: z.string(),
  user_agent: z.string(),
  state: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED', 'ENDED']),
  ended_at: Instant.nullable(),
  ended_by: z.string().nullable(),
  ended_reason: z.string().nullable(),
  /** True for the session of this request. */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>
export const getUserSessions = op({
  name: 'getUserSessions',
  route: 'GET /v1/users/sessions',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Read open sessions',
  past: 'NOW',
  example: {},
  input: z.object({
    user_id: Id.optional(),
    active: queryFlag.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    ...paging,
  }),
  output: listOf(Session),
})
export const endSession = op({
  name: 'endSession',
  route: 'DELETE /v2/sessions/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Ended a session',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().trim().max(500).optional() }),
  output: z.object({ revoked: z.number() }),
})

const Timeout = z.object({
  minutes: z.number().int().min(5).max(1440),
  warn_before_min: z.number().int().min(1).max(60),
})
export const getSessionTimeoutDuration = op({
  name: 'getSessionTimeoutDuration',
  route: 'GET /v1/users/session-timeout',
  bounded: 'ONE',
  who: 'user',
  early: true,
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: Timeout,
})
export const updateSessionTimeoutDuration = op({
  name: 'updateSessionTimeoutDuration',
  route: 'POST /v1/users/session-timeout',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed session timeouts',
  example: { minutes: 30, warn_before_min: 5 },
  input: Timeout.refine(
    (at) => at.warn_before_min < at.minutes,
    'the warning must be shorter than the timeout',
  ),
  output: Timeout,
})
