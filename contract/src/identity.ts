import { z } from 'zod'
import { Instant, op, read, type Reading } from './kernel.ts'

export const ROLES = { ADMIN: 1, USER: 2 } as const

export const UserSettings = z.object({
  'distance.unit': z.enum(['Nautical Miles', 'Kilometers', 'Miles']),
  'datetime.format': z.enum(['YYYY-MM-DD HH:mm:ss', 'MM-DD-YYYY HH:mm:ss', 'DD-MM-YYYY HH:mm:ss']),
  'datetime.zone': z.enum(['UTC', 'PST', 'IST']),
})
export type UserSettings = z.output<typeof UserSettings>
export const readUserSettings = (raw: unknown): Reading<UserSettings> => read(UserSettings, raw)

export const SignedIn = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
  token: z.string(),
  sources: z.array(z.string()),
  zone_access: z.array(z.string()),
  userSettings: UserSettings,
  isDefaultPassword: z.boolean(),
})
export type SignedIn = z.output<typeof SignedIn>

export const login = op({
  name: 'login',
  route: 'POST /v1/auth/login',
  who: 'public',
  input: z.object({
    username: z.string().min(1).max(200),
    password: z.string().min(1).max(1000),
    device_name: z.string().max(200).optional(),
  }),
  output: SignedIn,
})

export const logout = op({
  name: 'logout',
  route: 'POST /v1/auth/logout',
  who: 'user',
  input: z.object({ all_sessions: z.boolean().optional() }),
  output: z.object({ revoked: z.number() }),
})

/** A new password; every other session of the user ends. */
export const changePassword = op({
  name: 'changePassword',
  route: 'POST /v1/users/me/password',
  who: 'user',
  input: z.object({ old_password: z.string().min(1).max(1000), new_password: z.string().min(12).max(1000) }),
  output: z.object({ changed_at: Instant, sessions_revoked: z.number() }),
})
