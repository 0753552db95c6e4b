import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { Id, Instant, listOf, op, paging, push } from './kernel.ts'

/** Roles of a duty: a duty is for a time and is no role of an account (contract D8). */
export const DUTY_ROLES = ['WATCH_OFFICER', 'SUPERVISOR', 'DUTY_OFFICER'] as const
export type DutyRole = (typeof DUTY_ROLES)[number]
/** Roles that watch alerts: without one of them on duty the watch is empty. */
export const ON_WATCH: readonly DutyRole[] = ['WATCH_OFFICER', 'SUPERVISOR']

export const Duty = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  role: z.enum(DUTY_ROLES),
  from: Instant,
  to: Instant,
  assigned_by: z.string(),
  /** User who ended the duty early; null when it was not ended early. */
  ended_by: z.string().nullable(),
})
export type Duty = z.output<typeof Duty>

/** Returns duties that overlap a period, latest begin first; without a period the current ones. */
export const getDuties = op({
  name: 'getDuties',
  route: 'GET /v2/duties',
  bounded: 'PAGE',
  who: 'user',
  past: 'PERIOD',
  example: {},
  input: z.object({
    role: z.enum(DUTY_ROLES).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    ...paging,
  }),
  output: listOf(Duty).extend({
    /** True when the caller may take the watch. */
    may_take_watch: z.boolean(),
  }),
})

/** Assigns a duty to a user for a time, at most a week: alerts that no user takes go to that user. */
export const assignDuty = op({
  name: 'assignDuty',
  route: 'POST /v2/duties',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Assigned a duty',
  example: { user_id: 'none', role: 'SUPERVISOR', ...AROUND_NOW },
  input: z.object({ user_id: Id, role: z.enum(DUTY_ROLES), from: Instant, to: Instant }),
  output: Duty,
})

/** Hours of a watch that a user takes, unless given. */
export const WATCH_HOURS = 8
/** Puts the caller on duty as watch officer from now on, where the account may take the watch. Throws FORBIDDEN, DUPLICATE. */
export const takeWatch = op({
  name: 'takeWatch',
  route: 'POST /v2/duties/watch',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Took the watch',
  example: { hours: WATCH_HOURS },
  input: z.object({ hours: z.number().int().min(1).max(24).default(WATCH_HOURS) }),
  output: Duty,
})
/** Ends the caller's own duty as watch officer. Throws NOT_FOUND without one. */
export const leaveWatch = op({
  name: 'leaveWatch',
  route: 'POST /v2/duties/watch/leave',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Left the watch',
  example: {},
  input: z.object({}),
  output: Duty,
})

/** Type of the alert that the watch is empty while alerts wait; it belongs to no rule and no vessel. */
export const WATCH_EMPTY = 'WATCH_EMPTY'

/**
 * Push of a duty that was assigned, or ended before its time: as it stands now, by its id. Its regular beginning and
 * end follow from the clock.
 */
export const dutyChanged = push({ wire: 'duty_changed', payload: Duty })

/** Ends a duty that has not ended, from now on. */
export const endDuty = op({
  name: 'endDuty',
  route: 'DELETE /v2/duties/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Ended a duty',
  example: { id: 'none', reason: 'x' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: Duty,
})
