import { z } from 'zod'
import { DUTY_ROLES } from './duties.ts'
import { Instant, op, push, read, type Reading } from './kernel.ts'

/** Statuses of presence, as Mattermost names them. */
export const PRESENCES = ['online', 'away', 'dnd', 'offline'] as const
export type PresenceStatus = (typeof PRESENCES)[number]

/** Time without input in any tab after which a user is away. */
export const AWAY_AFTER_MS = 10 * 60_000
/** Interval at which an active page renews its activity. */
export const ACTIVITY_EVERY_MS = 60_000

/** Message of a page on the socket: input of its user, or ten minutes without any. */
export const USER_UPDATE_ACTIVE_STATUS = 'user_update_active_status'
const ActiveStatus = z.object({ user_is_active: z.boolean() })
export const readActiveStatus = (raw: unknown): Reading<z.output<typeof ActiveStatus>> =>
  read(ActiveStatus, raw)

const Presence = z.object({
  user_id: z.string(),
  /** Offline when no connection of the user is open, or the user chose to appear so. */
  status: z.enum(['online', 'offline']),
  /** Chosen status, else the one by activity; a chosen one outlives the connections. */
  presence: z.enum(PRESENCES),
  last_activity_at: Instant.nullable(),
  duty_role: z.enum(DUTY_ROLES).optional(),
})

/** Status of a user as everybody sees it, with the duties of the moment. */
export const UserPresence = Presence.extend({
  username: z.string(),
  /** Duties of the moment, the first to begin first. */
  duties: z.array(z.object({ role: z.enum(DUTY_ROLES), since: Instant, until: Instant })),
})
export type UserPresence = z.output<typeof UserPresence>

/** Returns the status of every user who may log in. */
export const getPresence = op({
  name: 'getPresence',
  route: 'GET /v2/presence',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(UserPresence), as_of: Instant }),
})

/** Chooses the caller's status; `online` removes the choice. Do not disturb may end by itself. */
export const setPresence = op({
  name: 'setPresence',
  route: 'POST /v2/presence',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed own presence',
  example: { presence: 'dnd' },
  input: z.object({ presence: z.enum(PRESENCES), dnd_ends_at: Instant.optional() }),
  output: Presence,
})

/** Change of the status of a user. */
export const customStatusChange = push({ wire: 'custom_status_change', payload: Presence })
export type StatusChange = z.output<typeof Presence>
