import type { Generated, Selectable } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

type UserTable = {
  id: string
  username: string
  email: string
  password_hash: string
  is_default_password: boolean
  role: number
  status: string
  sources: string[]
  zone_access: string[]
  settings: Record<string, unknown>
  failed_logins: Generated<number>
  locked_until: Date | null
  last_login_at: Date | null
  created_at: Date
  updated_at: Date
}
export type UserRow = Selectable<UserTable>
type SessionRow = {
  id: string
  user_id: string
  issued_at: Date
  expires_at: Date
  last_seen_at: Date
  address: string
  device_name: string
  user_agent: string
  ended_at: Date | null
  ended_reason: string | null
}
type Tables = {
  users: UserTable
  sessions: SessionRow
  installation_secrets: { name: string; value: Buffer; created_at: Date }
}
const tables = (db: Db) => query<Tables>(db)

export const userByName = (db: Db, username: string) =>
  tables(db)
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
    .where('status', '!=', 'DELETED')
    .executeTakeFirst()

export async function countUsers(db: Db): Promise<number> {
  const row = await tables(db)
    .selectFrom('users')
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Adds a user unless the name is taken, so of two first starts on one database one makes the administrator. */
export async function insertUser(
  db: Db,
  user: Omit<UserRow, 'failed_logins' | 'locked_until' | 'last_login_at'>,
) {
  const inserted = await tables(db)
    .insertInto('users')
    .values({
      ...user,
      settings: JSON.stringify(user.settings) as never,
      locked_until: null,
      last_login_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const recordLogin = (db: Db, id: string, at: Date) =>
  tables(db)
    .updateTable('users')
    .set({ failed_logins: 0, locked_until: null, last_login_at: at })
    .where('id', '=', id)
    .execute()

/** Counts a wrong password; from `limit` on the account is locked until `lockedUntil`. */
export const recordFailedLogin = (db: Db, id: string, limit: number, lockedUntil: Date) =>
  tables(db)
    .updateTable('users')
    .set((update) => ({
      failed_logins: update('failed_logins', '+', 1),
      locked_until: update
        .case()
        .when(update('failed_logins', '+', 1), '>=', limit)
        .then(lockedUntil)
        .else(update.ref('locked_until'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()

export const setPassword = (db: Db, id: string, hash: string, at: Date) =>
  tables(db)
    .updateTable('users')
    .set({ password_hash: hash, is_default_password: false, updated_at: at })
    .where('id', '=', id)
    .execute()

export const insertSession = (db: Db, session: Omit<SessionRow, 'ended_at' | 'ended_reason'>) =>
  tables(db)
    .insertInto('sessions')
    .values({ ...session, ended_at: null, ended_reason: null })
    .execute()

/** The user of a session that is still open, and its expiry. */
export const openSession = (db: Db, sessionId: string, at: Date) =>
  tables(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select('sessions.id as session_id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('users.status', '=', 'ACTIVE')
    .executeTakeFirst()

/** Ends sessions of a user: one, all, or all but one. Returns their ids. */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string },
  reason: string,
  at: Date,
): Promise<string[]> {
  let update = tables(db)
    .updateTable('sessions')
    .set({ ended_at: at, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) update = update.where('id', '=', which.only)
  if (which.except !== undefined) update = update.where('id', '!=', which.except)
  return (await update.returning('id').execute()).map((row) => row.id)
}

/** A secret of this installation, made on first use; every process of it reads the same. */
export async function installationSecret(db: Db, name: string, fresh: Buffer, at: Date): Promise<Buffer> {
  await tables(db)
    .insertInto('installation_secrets')
    .values({ name, value: fresh, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tables(db)
    .selectFrom('installation_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
