import { z } from 'zod'
import { anything, Id, Instant, listOf, op, paging, read, type Reading } from './kernel.ts'

export const ROLES = { ADMIN: 1, USER: 2 } as const
export const DISTANCE_UNITS = ['Nautical Miles', 'Kilometers', 'Miles'] as const
export const DATETIME_FORMATS = ['YYYY-MM-DD HH:mm:ss', 'MM-DD-YYYY HH:mm:ss', 'DD-MM-YYYY HH:mm:ss'] as const
export const ZONES = ['UTC', 'PST', 'IST'] as const
export const THEMES = ['day', 'dusk', 'night'] as const
/** Colour schemes of vessel types on the chart; the second separates all nine for red-green colour blindness. */
export const SHIP_COLOURS = ['standard', 'colour-blind'] as const

export const UserSettings = z.object({
  'distance.unit': z.enum(DISTANCE_UNITS).default('Nautical Miles'),
  'datetime.format': z.enum(DATETIME_FORMATS).default('YYYY-MM-DD HH:mm:ss'),
  'datetime.zone': z.enum(ZONES).default('IST'),
  sound: z.boolean().default(true),
  theme: z.enum(THEMES).default('dusk'),
  'ship.colours': z.enum(SHIP_COLOURS).default('standard'),
})
export type UserSettings = z.output<typeof UserSettings>
export const readUserSettings = (raw: unknown): Reading<UserSettings> => read(UserSettings, raw)
/** Initial settings of a new user. */
export const DEFAULT_USER_SETTINGS: UserSettings = UserSettings.parse({})

/**
 * The set of roles in a role value: '1', '2' or '1,2'. '12' is a role of its own and no administrator.
 */
export const rolesIn = (role: string): ReadonlySet<string> =>
  new Set(role.split(',').map((part) => part.trim()))
export const isAdministrator = (role: string) => rolesIn(role).has(String(ROLES.ADMIN))

export const UserStatus = z.enum(['ACTIVE', 'BLOCKED', 'EXPIRED', 'DELETED'])
export type UserStatus = z.output<typeof UserStatus>
/** Letters, digits and `. _ - @`; the specification rejects / < > # ! ~ ^ $ = */
export const Username = z
  .string()
  .trim()
  .min(3, 'needs at least 3 characters')
  .max(64)
  .regex(/^[\p{L}\p{N}._@-]+$/u, 'may hold letters, digits and . _ - @')
export const Email = z.union([z.literal(''), z.email('must be an e-mail address').max(254)])
const Sources = z.array(z.string().min(1).max(40)).max(500)
const Zones = z.array(z.string().min(1).max(40)).max(500)
const Groups = z.array(z.string().trim().min(1).max(60)).max(100)
const Password = z.string().min(1).max(1000)
const Reason = z.string().trim().max(500)

/** User as the list shows it; callers other than administrators receive id, username and status only. */
export const User = z.object({
  id: z.string(),
  username: z.string(),
  status: UserStatus,
  email: z.string().optional(),
  role: z.string().optional(),
  sources: z.array(z.string()).optional(),
  zone_access: z.array(z.string()).optional(),
  group_ids: z.array(z.string()).optional(),
  isDefaultPassword: z.boolean().optional(),
  userSettings: UserSettings.optional(),
  expires_at: Instant.nullable().optional(),
  /** True when the user may take the watch; null for the default: users with unrestricted sources and zones may. */
  takes_watch: z.boolean().nullable().optional(),
  last_login_at: Instant.nullable().optional(),
  failed_logins: z.number().optional(),
  locked_until: Instant.nullable().optional(),
  second_factor: z.array(z.enum(['TOTP', 'PASSKEY'])).optional(),
  password_changed_at: Instant.nullable().optional(),
  open_sessions: z.number().optional(),
  created_at: Instant.optional(),
  updated_at: Instant.optional(),
  deleted_at: Instant.nullable().optional(),
  version: z.number().optional(),
})
export type User = z.output<typeof User>

export const SignedIn = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
  token: z.string(),
  sources: z.array(z.string()),
  zone_access: z.array(z.string()),
  group_ids: z.array(z.string()),
  userSettings: UserSettings,
  /** The chosen map profile; its shape is MapProfile of settings.ts. */
  mapProfile: z.unknown(),
  /** The settings every user may know, by key. */
  adminSettings: z.record(z.string(), z.unknown()),
  isDefaultPassword: z.boolean(),
  /** True while a second factor is required and none is set up. */
  mustAddSecondFactor: z.boolean(),
  /** Days until the password must be changed; null when it never must. */
  password_age_days_left: z.number().nullable(),
  /** Tries with a wrong password since the login before this one; only in the answer of a login that had some. */
  wrong_passwords: z.object({ count: z.number(), last_at: Instant }).optional(),
  forumUser: z.string(),
  chat_token: z.string().nullable(),
  chat_details: z.object({ id: z.string(), team: z.string(), active_users: z.array(z.string()) }).nullable(),
  session_id: z.string(),
})
export type SignedIn = z.output<typeof SignedIn>

/**
 * Opens a session. With a second factor set up, a correct password alone is refused with Code SECOND_FACTOR and Data
 * `{methods, passkey}`. `otp` takes a TOTP code or a recovery code, `passkey` the browser's answer to `passkey`.
 */
export const login = op({
  name: 'login',
  route: 'POST /v1/auth/login',
  bounded: 'ONE',
  who: 'public',
  leaves: 'change',
  did: 'Logged in',
  example: { username: 'nobody-here', password: 'wrong' },
  input: z.object({
    username: z.string().min(1).max(254),
    password: Password,
    otp: z.string().trim().max(40).optional(),
    passkey: anything(20_000).optional(),
    device_name: z.string().max(200).optional(),
  }),
  output: SignedIn,
})
/** Data of a login refused with SECOND_FACTOR; `passkey` are the request options of WebAuthn. */
export type SecondFactorWanted = { methods: ('TOTP' | 'RECOVERY' | 'PASSKEY')[]; passkey: unknown }

/** The cookie with the refresh token is exchanged for a new one and a new access token. */
export const refreshSession = op({
  name: 'refreshSession',
  route: 'POST /v1/auth/refresh',
  bounded: 'ONE',
  who: 'public',
  past: 'NOW',
  example: { idle_s: 0, attempt: 'a-name-of-sixteen-letters' },
  input: z.object({
    /** Seconds since the user last touched keyboard or pointer in any tab. */
    idle_s: z.number().min(0).max(1e7),
    /** Random; the same again when the answer to this exchange was lost. */
    attempt: z.string().min(16).max(64),
  }),
  output: SignedIn,
})

export const logout = op({
  name: 'logout',
  route: 'POST /v1/auth/logout',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Logged out',
  early: true,
  example: {},
  input: z.object({ all_sessions: z.boolean().optional() }),
  output: z.object({ revoked: z.number() }),
})

export const getUsers = op({
  name: 'getUsers',
  route: 'GET /v1/users',
  bounded: 'PAGE',
  who: 'user',
  cut: 'summary',
  past: 'NOW',
  example: {},
  input: z.object({
    q: z.string().max(200).optional(),
    role: z.enum(['1', '2']).optional(),
    status: UserStatus.optional(),
    sort: z.enum(['username', 'last_login_at', 'created_at']).optional(),
    ...paging,
  }),
  output: listOf(User),
})

const Rights = {
  email: Email,
  role: z.enum(['1', '2']),
  sources: Sources,
  zone_access: Zones,
  group_ids: Groups,
  expires_at: Instant.nullable(),
  takes_watch: z.boolean().nullable(),
}
/** Adds a user; the temporary password is returned once, in this answer. */
export const addUser = op({
  name: 'addUser',
  route: 'POST /v1/users',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Added a user',
  example: { username: 'new-user', role: '2', sources: [], zone_access: [] },
  input: z.object({
    username: Username,
    ...z.object(Rights).partial({ email: true, group_ids: true, expires_at: true, takes_watch: true }).shape,
  }),
  output: z.object({ user: User, temporary_password: z.string() }),
})
/** Administrators change any field and say of which version; everybody their own `userSettings`, which need none. */
export const updateUser = op({
  name: 'updateUser',
  route: 'POST /v1/users/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed a user',
  example: { id: 'none', expected_version: 1, userSettings: { sound: true } },
  input: z.object({
    id: Id,
    expected_version: z.number().optional(),
    username: Username.optional(),
    ...z.object(Rights).partial().shape,
    userSettings: z
      .object({
        'distance.unit': z.enum(DISTANCE_UNITS),
        'datetime.format': z.enum(DATETIME_FORMATS),
        'datetime.zone': z.enum(ZONES),
        sound: z.boolean(),
        theme: z.enum(THEMES),
        'ship.colours': z.enum(SHIP_COLOURS),
      })
      .partial()
      .optional(),
    reason: Reason.optional(),
  }),
  output: User,
})
export const blockOrUnblockUser = op({
  name: 'blockOrUnblockUser',
  route: 'POST /v1/users/{id}/block',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Blocked or unblocked a user',
  example: { id: 'none', blocked: true, reason: 'none' },
  input: z.object({ id: Id, blocked: z.boolean(), reason: Reason.min(1) }),
  output: z.object({ user: User, sessions_revoked: z.number() }),
})
/** Ends the wait after too many wrong passwords. */
export const unlockUser = op({
  name: 'unlockUser',
  route: 'POST /v2/users/{id}/unlock',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Unlocked a user',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: User,
})
/** Deletes a user, who is stored for 30 days and restorable until then. */
export const deleteUser = op({
  name: 'deleteUser',
  route: 'DELETE /v1/users/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Deleted a user',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: Reason.optional() }),
  output: z.object({ id: z.string(), deleted_at: Instant, sessions_revoked: z.number() }),
})
export const restoreUser = op({
  name: 'restoreUser',
  route: 'POST /v2/users/{id}/restore',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Restored a user',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: User,
})

/** A new password; every other session of the user ends. */
export const changePassword = op({
  name: 'changePassword',
  route: 'POST /v1/users/me/password',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed own password',
  early: true,
  example: { old_password: 'wrong', new_password: 'wrong' },
  input: z.object({ old_password: Password, new_password: Password }),
  output: z.object({ changed_at: Instant, sessions_revoked: z.number() }),
})
/** An administrator sets or resets a password; the user must change it at the next login. */
export const updatePassword = op({
  name: 'updatePassword',
  route: 'POST /v1/users/{id}/password',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Set the password of a user',
  example: { id: 'none' },
  input: z.object({ id: Id, new_password: Password.optional(), reason: Reason.optional() }),
  output: z.object({
    user: User,
    /** Temporary password, returned once; null when the administrator chose the password. */
    temporary_password: z.string().nullable(),
    must_change: z.boolean(),
    sessions_revoked: z.number(),
  }),
})

const DisplayOptions = z.object({
  'datetime.zone': z.enum(ZONES),
  'datetime.format': z.enum(DATETIME_FORMATS),
  'distance.unit': z.enum(DISTANCE_UNITS),
})
export const saveTimezones = op({
  name: 'saveTimezones',
  route: 'POST /v1/users/me/timezone',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed display settings',
  example: {
    'datetime.zone': 'IST',
    'datetime.format': 'YYYY-MM-DD HH:mm:ss',
    'distance.unit': 'Nautical Miles',
  },
  input: DisplayOptions,
  output: z.object({ userSettings: UserSettings }),
})
export const getTimezones = op({
  name: 'getTimezones',
  route: 'GET /v1/users/timezones',
  bounded: 'CENTRE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({
    zones: z.array(z.object({ id: z.enum(ZONES), name: z.string() })),
    formats: z.array(z.string()),
    units: z.array(z.string()),
    current: DisplayOptions,
  }),
})
