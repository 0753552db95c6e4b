import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import type { UserRow } from './users.sql.ts'

export type EndState = 'EXPIRED' | 'REVOKED' | 'ENDED'
type SessionTable = {
  id: string
  user_id: string
  issued_at: Date
  expires_at: Date
  last_seen_at: Date
  address: string
  device_name: string
  user_agent: string
  ended_at: Date | null
  end_state: EndState | null
  ended_by: string | null
  ended_reason: string | null
  refresh_hash: Buffer | null
}
export type SessionRow = Selectable<SessionTable>
type Tables = {
  sessions: SessionTable
  users: UserRow
  used_refresh_tokens: { hash: Buffer; session_id: string; attempt: string; used_at: Date }
}
const tables = (db: Db) => query<Tables>(db)

export const insertSession = (
  db: Db,
  session: Omit<SessionRow, 'ended_at' | 'end_state' | 'ended_by' | 'ended_reason'>,
) =>
  tables(db)
    .insertInto('sessions')
    .values({ ...session, ended_at: null, end_state: null, ended_by: null, ended_reason: null })
    .execute()

/** A session that has not ended, with its user; whether its time is over is for the caller to judge. */
export const openSession = (db: Db, sessionId: string) =>
  tables(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.id as session_id', 'sessions.issued_at', 'sessions.last_seen_at'])
    .select('sessions.expires_at as session_expires_at')
    .select(
      sql<boolean>`(exists(select from user_totp t where t.user_id = users.id and t.secret is not null)
        or exists(select from user_passkeys k where k.user_id = users.id))`.as('has_second_factor'),
    )
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('users.status', '=', 'ACTIVE')
    .executeTakeFirst()
export type OpenSession = NonNullable<Awaited<ReturnType<typeof openSession>>>

/** Addresses a user logged in from since then. */
export async function addressesOf(db: Db, userId: string, since: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('sessions')
    .select('address')
    .distinct()
    .where('user_id', '=', userId)
    .where('issued_at', '>', since)
    .limit(1000)
    .execute()
  return rows.map((row) => row.address)
}

export type Ending = { state: EndState; by: string; reason: string; at: Date }

const endedAs = ({ state, by, reason, at }: Ending) => ({
  ended_at: at,
  end_state: state,
  ended_by: by,
  ended_reason: reason,
})

/** Ends sessions of a user: one, all, or all but one. Returns their ids. */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string },
  ending: Ending,
): Promise<string[]> {
  let update = tables(db)
    .updateTable('sessions')
    .set(endedAs(ending))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) update = update.where('id', '=', which.only)
  if (which.except !== undefined) update = update.where('id', '!=', which.except)
  return (await update.returning('id').execute()).map((row) => row.id)
}

/** Ends the oldest open sessions of a user beyond `limit`. */
export async function endOldest(db: Db, userId: string, limit: number, ending: Ending): Promise<string[]> {
  const rows = await tables(db)
    .updateTable('sessions')
    .set(endedAs(ending))
    .where('ended_at', 'is', null)
    .where('id', 'in', (select) =>
      select
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .orderBy('issued_at', 'desc')
        .orderBy('id', 'desc')
        .offset(limit),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Marks sessions whose time is over, or whose user's is. Returns their ids. */
export async function endExpired(db: Db, idleSince: Date, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions s set ended_at = ${at}, end_state = 'EXPIRED', ended_by = 'system', ended_reason =
      case when s.expires_at <= ${at} then 'the longest time of a session is over'
        when u.expires_at <= ${at} then 'the account has expired'
        else 'session not used' end
    from users u
    where u.id = s.user_id and s.ended_at is null
      and (s.expires_at <= ${at} or s.last_seen_at <= ${idleSince} or u.expires_at <= ${at})
    returning s.id`.execute(query(db))
  return rows.map((row) => row.id)
}

export type Exchange = {
  hash: Buffer
  next: Buffer
  attempt: string
  idleMs: number
  /** The user acted last before this: the session is over. */
  timeoutMs: number
  /** For how long the same attempt is answered again. */
  lostAnswerMs: number
  lateMs: number
  at: Date
}
export type Exchanged =
  | { kind: 'exchanged' | 'reused' | 'over'; sessionId: string; userId: string }
  | { kind: 'unknown' }

/** Which session a refresh token is or was of. */
export async function sessionOfToken(db: Db, hash: Buffer): Promise<string | null> {
  const now = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('refresh_hash', '=', hash)
    .executeTakeFirst()
  if (now !== undefined) return now.id
  const used = await tables(db)
    .selectFrom('used_refresh_tokens')
    .select('session_id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return used?.session_id ?? null
}

/** Exchanges a refresh token, one at a time for each session. */
export function exchangeToken(db: Db, sessionId: string, by: Exchange): Promise<Exchanged> {
  return tables(db)
    .transaction()
    .execute(async (transaction): Promise<Exchanged> => {
      const row = await transaction
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return { kind: 'unknown' }
      const about = { sessionId, userId: row.user_id }
      const at = by.at.getTime()
      if (row.ended_at !== null) return { kind: 'over', ...about }
      if (row.refresh_hash?.equals(by.hash) !== true) {
        const used = await transaction
          .selectFrom('used_refresh_tokens')
          .selectAll()
          .where('hash', '=', by.hash)
          .executeTakeFirst()
        const isLostAnswer = used?.attempt === by.attempt && at - used.used_at.getTime() <= by.lostAnswerMs
        if (!isLostAnswer) return { kind: 'reused', ...about }
      }
      const seen = Math.max(row.last_seen_at.getTime(), at - by.idleMs)
      // A user who did not come back within the time is logged out, whatever the page claims now.
      const wasAway = at - row.last_seen_at.getTime() > by.timeoutMs + by.lateMs
      if (wasAway || at - seen >= by.timeoutMs || row.expires_at.getTime() <= at)
        return { kind: 'over', ...about }
      if (row.refresh_hash !== null)
        await transaction
          .insertInto('used_refresh_tokens')
          .values({ hash: row.refresh_hash, session_id: sessionId, attempt: by.attempt, used_at: by.at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await transaction
        .updateTable('sessions')
        .set({ refresh_hash: by.next, last_seen_at: new Date(seen) })
        .where('id', '=', sessionId)
        .execute()
      return { kind: 'exchanged', ...about }
    })
}

export type SessionSearch = {
  userId: string | null
  active?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
  /** Instant since which an open session was not used, so that it has ended. */
  idleSince: Date
  at: Date
}

function found(db: Db, search: SessionSearch) {
  let select = tables(db).selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id')
  if (search.userId !== null) select = select.where('sessions.user_id', '=', search.userId)
  if (search.from !== undefined) select = select.where('issued_at', '>=', new Date(search.from))
  if (search.to !== undefined) select = select.where('issued_at', '<=', new Date(search.to))
  if (search.active !== undefined) {
    const isActive = sql<SqlBool>`(sessions.ended_at is null and sessions.expires_at > ${search.at}
      and sessions.last_seen_at > ${search.idleSince})`
    select = select.where(search.active ? isActive : sql<SqlBool>`not ${isActive}`)
  }
  return select
}

/** Newest first, after the one at `after`. */
export function listSessions(
  db: Db,
  search: SessionSearch,
  page: { after: { value: string; id: string } | null; limit: number },
) {
  const key = sql<string>`to_char(sessions.issued_at, 'YYYY-MM-DD HH24:MI:SS.US')`
  let select = found(db, search).selectAll('sessions').select('users.username').select(key.as('sort_key'))
  if (page.after !== null)
    select = select.where(sql<SqlBool>`(${key}, sessions.id) < (${page.after.value}, ${page.after.id})`)
  return select.orderBy('sort_key', 'desc').orderBy('sessions.id', 'desc').limit(page.limit).execute()
}

export async function countSessions(db: Db, search: SessionSearch): Promise<number> {
  const row = await found(db, search)
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const sessionById = (db: Db, id: string) =>
  tables(db).selectFrom('sessions').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst()

/** Forgets sessions that ended before `before`. */
export const forgetSessions = (db: Db, before: Date) =>
  tables(db).deleteFrom('sessions').where('ended_at', '<', before).execute()

/** Notes that a program of the chat uses its open session. */
export const touchChatSession = (db: Db, sessionId: string, at: Date) =>
  tables(db)
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', sessionId)
    .where('device_name', '=', 'chat')
    .where('ended_at', 'is', null)
    .execute()
