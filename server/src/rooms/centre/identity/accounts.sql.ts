import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Account without secrets, as other rooms name people. */
export type Account = {
  id: string
  username: string
  email: string
  role: number
  status: string
  settings: Record<string, unknown>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}
const COLUMNS = sql`id, username, email, role, status, settings, created_at, updated_at, deleted_at`

const BY = {
  id: sql`id`,
  username: sql`lower(username)`,
  email: sql`lower(email)`,
} as const

/** Returns accounts by id, name or address; of a name or address only those that are not deleted. */
export async function accountsBy(db: Db, by: keyof typeof BY, values: readonly string[]): Promise<Account[]> {
  if (values.length === 0) return []
  const wanted = by === 'id' ? values : values.map((one) => one.toLowerCase())
  const { rows } = await sql<Account>`
    select ${COLUMNS} from users where ${BY[by]} = any(${wanted}::text[])
      ${by === 'id' ? sql`` : sql`and status <> 'DELETED'`}`.execute(query(db))
  return rows
}

/** `prefix`: beginning of a name or address; `ids`: only these, `except`: none of these. */
export type AccountQuery = {
  offset: number
  limit: number
  prefix?: string
  ids?: readonly string[]
  except?: readonly string[]
  /** Accounts that may log in, or all that are not deleted. */
  isActive?: boolean
}

/** Returns a page of accounts that are not deleted, by name. */
export async function accountPage(
  db: Db,
  { offset, limit, prefix = '', ids, except, isActive }: AccountQuery,
): Promise<Account[]> {
  const like = `${prefix.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Account>`
    select ${COLUMNS} from users where status <> 'DELETED'
      ${isActive === true ? sql`and status = 'ACTIVE'` : sql``}
      ${prefix === '' ? sql`` : sql`and (lower(username) like ${like} or lower(email) like ${like})`}
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::text[])`}
      ${except === undefined ? sql`` : sql`and not id = any(${except}::text[])`}
    order by lower(username), id limit ${limit} offset ${offset}`.execute(query(db))
  return rows
}
