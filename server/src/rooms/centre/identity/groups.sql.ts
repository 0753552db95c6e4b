import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

export type GroupRow = {
  id: string
  name: string
  color: string
  version: number
  created_at: Date
  updated_at: Date
  members: string[]
}
type GroupTable = Omit<GroupRow, 'members'>

const SELECT = `select g.*, array(
    select u.id from users u where u.group_ids @> array[g.id] and u.status = 'ACTIVE' order by u.username
  ) as members from user_groups g`

/** Returns all groups with their members, by name. */
export async function readGroups(db: Db): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`${sql.raw(SELECT)} order by lower(g.name) limit 2000`.execute(
    query(db),
  )
  return rows
}
export async function groupById(db: Db, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`${sql.raw(SELECT)} where g.id = ${id}`.execute(query(db))
  return rows[0]
}

/** Returns whether a user or another group has a name; groups are compared by `handle` of their names. */
export async function userNamed(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where lower(username) = lower(${username})`.execute(
    query(db),
  )
  return rows.length > 0
}

export type GroupChange = Pick<GroupTable, 'name' | 'color'> & { members: readonly string[] | undefined }

/**
 * Stores a group, new with version 0, and its members. Returns the users whose groups changed; null when another
 * version is stored or the name is taken.
 */
export const storeGroup = (db: Db, id: string, version: number, to: GroupChange, at: Date) =>
  inTransaction<string[] | null>(db, async (client) => {
    const statement =
      version === 0
        ? `insert into user_groups (id, name, color, version, created_at, updated_at)
           values ($1, $2, $3, $4 + 1, $5, $5) on conflict do nothing`
        : `update user_groups set name = $2, color = $3, version = $4 + 1, updated_at = $5
           where id = $1 and version = $4`
    const { rowCount } = await client.query(statement, [id, to.name, to.color, version, at])
    if (rowCount !== 1) return null
    if (to.members === undefined) return []
    const { rows } = await client.query<{ id: string }>(
      `update users set version = version + 1, updated_at = $3, group_ids =
         case when id = any($2) then array_append(group_ids, $1) else array_remove(group_ids, $1) end
       where status <> 'DELETED' and (id = any($2)) <> (group_ids @> array[$1]) returning id`,
      [id, to.members, at],
    )
    return rows.map((row) => row.id)
  })

/** Removes a group without members; returns false while it has some. */
export async function removeGroup(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from user_groups where id = ${id}
    and not exists (select from users where group_ids @> array[${id}] and status <> 'DELETED')`.execute(
    query(db),
  )
  return numAffectedRows === 1n
}

/** Adds groups that are named by their id and not known yet; returns the added ids. */
export async function addMissingGroups(db: Db, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into user_groups (id, name, created_at, updated_at)
    select id, id, ${at}::timestamptz, ${at}::timestamptz from unnest(${ids}::text[]) as given (id)
    on conflict do nothing returning id`.execute(query(db))
  return rows.map(({ id }) => id)
}

/** Returns ids among the given ones that are no active users. */
export async function unknownUsers(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${ids}::text[]) as given (id)
    where not exists (select from users u where u.id = given.id and u.status <> 'DELETED')`.execute(query(db))
  return rows.map(({ id }) => id)
}
