import { sql, type Generated, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type UserTable = {
  id: string
  username: string
  email: string
  password_hash: string
  is_default_password: boolean
  password_changed_at: Date
  /** 1 or 2 of ROLES. */
  role: number
  /** ACTIVE, BLOCKED or DELETED; an account that has expired is ACTIVE here. */
  status: string
  status_before: Generated<string | null>
  sources: string[]
  zone_access: string[]
  group_ids: string[]
  settings: Record<string, unknown>
  expires_at: Date | null
  takes_watch: Generated<boolean | null>
  failed_logins: Generated<number>
  failed_since: Generated<Date | null>
  failed_at: Generated<Date | null>
  locked_until: Generated<Date | null>
  /** Wrong passwords since the last login, and when the last of them came. */
  wrong_passwords: Generated<number>
  wrong_password_at: Generated<Date | null>
  last_login_at: Generated<Date | null>
  deleted_at: Generated<Date | null>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}
export type UserRow = Selectable<UserTable>
/** With what the list shows besides. */
export type ListedUser = UserRow & { has_totp: boolean; passkeys: number; open_sessions: number }

type Tables = {
  users: UserTable
  password_history: { user_id: string; set_at: Date; password_hash: string }
}
const tables = (db: Db) => query<Tables>(db)

export const userByName = (db: Db, username: string) =>
  tables(db)
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn('lower', ['username']), '=', username.trim().toLowerCase()))
    .where('status', '!=', 'DELETED')
    .executeTakeFirst()

/** Returns the only user who may log in with an e-mail address; undefined when none or several have it. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  if (!email.includes('@')) return undefined
  const users = await tables(db)
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .where('status', '!=', 'DELETED')
    .limit(2)
    .execute()
  return users.length === 1 ? users[0] : undefined
}

export const userById = (db: Db, id: string) =>
  tables(db).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the users who may log in at an instant. */
export const activeUsers = (db: Db, at: Date) =>
  tables(db)
    .selectFrom('users')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .execute()

export async function countUsers(db: Db): Promise<number> {
  const row = await tables(db)
    .selectFrom('users')
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export type NewUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'password_hash'
  | 'is_default_password'
  | 'role'
  | 'sources'
  | 'zone_access'
  | 'group_ids'
  | 'settings'
  | 'expires_at'
> & { takes_watch?: boolean | null }

/** Adds a user unless the name is taken, so of two first starts on one database one makes the administrator. */
export async function insertUser(db: Db, user: NewUser, at: Date): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('users')
    .values({
      ...user,
      status: 'ACTIVE',
      settings: JSON.stringify(user.settings) as never,
      password_changed_at: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Number of the advisory lock on who administers. */
const ADMINISTRATORS = 7_301_004
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * Changes a user whose version is still `version`. `taken`: another user has the name; `changed`: another change was
 * faster. `last`: no administrator would be left (checked with `keepsAdministrator`).
 */
export async function changeUser(
  db: Db,
  id: string,
  version: number,
  to: Updateable<UserTable>,
  at: Date,
  keepsAdministrator = false,
): Promise<'done' | 'taken' | 'changed' | 'last'> {
  try {
    return await tables(db)
      .transaction()
      .execute(async (transaction) => {
        // Two administrators must not take each other's rights at the same time.
        if (keepsAdministrator)
          await sql`select pg_advisory_xact_lock(${ADMINISTRATORS})`.execute(transaction)
        const changed = await transaction
          .updateTable('users')
          .set({
            ...to,
            ...(to.settings === undefined ? {} : { settings: JSON.stringify(to.settings) as never }),
            version: version + 1,
            updated_at: at,
          })
          .where('id', '=', id)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
        if (changed === undefined) return 'changed'
        if (!keepsAdministrator) return 'done'
        const left = await transaction
          .selectFrom('users')
          .select('id')
          .where('role', '=', 1)
          .where('status', '=', 'ACTIVE')
          .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
          .limit(1)
          .execute()
        if (left.length === 0) throw new NoAdministratorLeft()
        return 'done'
      })
  } catch (error) {
    if (error instanceof NoAdministratorLeft) return 'last'
    if (isTaken(error)) return 'taken'
    throw error
  }
}
class NoAdministratorLeft extends Error {}

/** Replaces a password's hash: the password is the same. */
export const replaceHash = (db: Db, id: string, hash: string) =>
  tables(db).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()

/** Sets a password and remembers the one before; `isDefault` when another user chose it. Ends the wait of a lock. */
export async function setPassword(
  db: Db,
  user: Pick<UserRow, 'id' | 'password_hash' | 'password_changed_at'>,
  to: { hash: string; isDefault: boolean },
  at: Date,
): Promise<void> {
  await tables(db)
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .insertInto('password_history')
        .values({ user_id: user.id, set_at: user.password_changed_at, password_hash: user.password_hash })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await transaction
        .updateTable('users')
        .set({
          password_hash: to.hash,
          is_default_password: to.isDefault,
          password_changed_at: at,
          ...UNLOCKED,
          version: sql`version + 1`,
          updated_at: at,
        })
        .where('id', '=', user.id)
        .execute()
    })
}

/** Hashes of the passwords before the one in use, newest first. */
export const earlierHashes = async (db: Db, id: string, limit: number): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', id)
    .orderBy('set_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.password_hash)
}

const UNLOCKED = { failed_logins: 0, failed_since: null, failed_at: null, locked_until: null }

export const recordLogin = (db: Db, id: string, at: Date) =>
  tables(db)
    .updateTable('users')
    .set({ ...UNLOCKED, wrong_passwords: 0, wrong_password_at: null, last_login_at: at })
    .where('id', '=', id)
    .execute()

export const unlock = (db: Db, id: string) =>
  tables(db).updateTable('users').set(UNLOCKED).where('id', '=', id).execute()

/** Counts a wrong password; `failures` is what now stands of those that make everybody wait. */
export const recordFailure = (
  db: Db,
  id: string,
  at: Date,
  failures: Partial<Pick<UserRow, 'failed_logins' | 'failed_since' | 'failed_at' | 'locked_until'>>,
) =>
  tables(db)
    .updateTable('users')
    .set((row) => ({
      ...failures,
      wrong_passwords: row('wrong_passwords', '+', 1),
      wrong_password_at: at,
    }))
    .where('id', '=', id)
    .execute()

export type UserSearch = {
  q?: string | undefined
  role?: string | undefined
  status?: string | undefined
  /** Searches e-mail addresses, too. */
  withEmail: boolean
  sort: 'username' | 'last_login_at' | 'created_at'
}
/** Where a page of users begins: after this value of the sorting column, and this id. */
export type After = { value: string; id: string }

const SORTED = {
  username: sql<string>`lower(username)`,
  // To the microsecond of the column, as text that sorts and compares as the instant does.
  last_login_at: sql<string>`to_char(coalesce(last_login_at, 'epoch'), 'YYYY-MM-DD HH24:MI:SS.US')`,
  created_at: sql<string>`to_char(created_at, 'YYYY-MM-DD HH24:MI:SS.US')`,
}

function found(db: Db, search: UserSearch, at: Date) {
  const isExpired = sql<SqlBool>`(status = 'ACTIVE' and expires_at <= ${at})`
  let select = tables(db).selectFrom('users')
  if (search.q !== undefined && search.q !== '') {
    const like = `%${search.q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    select = select.where((where) =>
      where.or([
        where(where.fn('lower', ['username']), 'like', like),
        ...(search.withEmail ? [where(where.fn('lower', ['email']), 'like', like)] : []),
      ]),
    )
  }
  if (search.role !== undefined) select = select.where(sql<string>`role::text`, '=', search.role)
  if (search.status === undefined) select = select.where('status', '!=', 'DELETED')
  else if (search.status === 'EXPIRED') select = select.where(isExpired)
  else
    select = select.where('status', '=', search.status).where(sql<SqlBool>`not coalesce(${isExpired}, false)`)
  return select
}

/** Returns one page of users and the key of each; deleted ones only when the status requests them. */
export async function listUsers(
  db: Db,
  search: UserSearch,
  page: { after: After | null; limit: number },
  at: Date,
) {
  const key = SORTED[search.sort]
  const way = search.sort === 'username' ? 'asc' : 'desc'
  let select = found(db, search, at).selectAll('users').select(key.as('sort_key')).select(alongside(at))
  if (page.after !== null) {
    const { value, id } = page.after
    select = select.where(
      way === 'asc'
        ? sql<SqlBool>`(${key}, id) > (${value}, ${id})`
        : sql<SqlBool>`(${key}, id) < (${value}, ${id})`,
    )
  }
  const rows = await select.orderBy('sort_key', way).orderBy('id', way).limit(page.limit).execute()
  return rows.map((row) => ({ ...row, ...numbersOf(row) }))
}

export async function countFound(db: Db, search: UserSearch, at: Date): Promise<number> {
  const row = await found(db, search, at)
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function listedUser(db: Db, id: string, at: Date): Promise<ListedUser | undefined> {
  const row = await tables(db)
    .selectFrom('users')
    .selectAll('users')
    .select(alongside(at))
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, ...numbersOf(row) }
}

const alongside = (at: Date) => [
  sql<boolean>`exists(select from user_totp t where t.user_id = users.id and t.secret is not null)`.as(
    'has_totp',
  ),
  sql<string>`(select count(*) from user_passkeys k where k.user_id = users.id)`.as('passkeys'),
  sql<string>`(select count(*) from sessions s where s.user_id = users.id and s.ended_at is null and s.expires_at > ${at})`.as(
    'open_sessions',
  ),
]
const numbersOf = (row: { passkeys: string; open_sessions: string }) => ({
  passkeys: Number(row.passkeys),
  open_sessions: Number(row.open_sessions),
})

/** Forgets users deleted before `before`, with everything that is theirs alone. */
export const forgetDeleted = (db: Db, before: Date) =>
  tables(db)
    .deleteFrom('users')
    .where('status', '=', 'DELETED')
    .where('deleted_at', '<', before)
    .where(sql<boolean>`not exists (
      select from legal_holds h where h.user_id = users.id and h.released_at is null)`)
    .execute()
