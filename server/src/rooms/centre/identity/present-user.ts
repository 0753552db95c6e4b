import { ROLES, type User, type UserStatus } from '@samudra/contract/identity'
import { hasExpired, settingsOf } from './sessions.ts'
import type { ListedUser, UserRow } from './users.sql.ts'

export function statusOf(row: Pick<UserRow, 'status' | 'expires_at'>, now: number): UserStatus {
  return row.status === 'ACTIVE' && hasExpired(row, now) ? 'EXPIRED' : (row.status as UserStatus)
}

/** A user as administrators see it. `now` is epoch ms. */
export const presentUser = (row: ListedUser, now: number): User => ({
  ...summaryOf(row, now),
  email: row.email,
  role: String(row.role),
  sources: row.sources,
  zone_access: row.zone_access,
  group_ids: row.group_ids,
  isDefaultPassword: row.is_default_password,
  userSettings: settingsOf(row),
  expires_at: row.expires_at?.toISOString() ?? null,
  takes_watch: row.takes_watch,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  failed_logins: row.failed_logins,
  locked_until:
    row.locked_until !== null && row.locked_until.getTime() > now ? row.locked_until.toISOString() : null,
  second_factor: [
    ...(row.has_totp ? ['TOTP' as const] : []),
    ...(row.passkeys > 0 ? ['PASSKEY' as const] : []),
  ],
  password_changed_at: row.password_changed_at.toISOString(),
  open_sessions: row.open_sessions,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
  version: row.version,
})

/** A user as everybody sees it. */
export const summaryOf = (row: UserRow, now: number): User => ({
  id: row.id,
  username: row.username,
  status: statusOf(row, now),
})

/** A user as the audit record keeps it: what a change may change, and no secrets. */
export const auditViewOf = (row: UserRow, now: number) => ({
  username: row.username,
  email: row.email,
  role: String(row.role),
  status: statusOf(row, now),
  sources: row.sources,
  zone_access: row.zone_access,
  group_ids: row.group_ids,
  expires_at: row.expires_at?.toISOString() ?? null,
  takes_watch: row.takes_watch,
  isDefaultPassword: row.is_default_password,
  userSettings: settingsOf(row),
  version: row.version,
})

export const isAdministratorRow = (row: Pick<UserRow, 'role'>) => row.role === ROLES.ADMIN
