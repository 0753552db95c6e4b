import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** User as the clauses of the forum know one. */
export type Viewer = Pick<Caller, 'userId' | 'groups' | 'isAdmin'>

type Part = RawBuilder<unknown>
/** User of a statement: by parameters, or by the columns of another table. */
type Person = { id: Part; groups: Part }

const personOf = ({ userId, groups }: Pick<Viewer, 'userId' | 'groups'>): Person => ({
  id: sql`${userId}::text`,
  groups: sql`${[...groups]}::text[]`,
})
/** Row of `users` under the alias u, as a user of a statement. */
const USER_ROW: Person = { id: sql`u.id`, groups: sql`u.group_ids` }

const isModerator = ({ id, groups }: Person): Part =>
  sql`(${id} = any(c.moderator_ids) or c.moderator_group_ids && ${groups})`
const isIn = (person: Person): Part => sql`(c.visibility = 'ALL'
  or (c.visibility = 'GROUPS' and c.group_ids && ${person.groups})
  or (c.visibility = 'PEOPLE' and ${person.id} = any(c.user_ids))
  or ${isModerator(person)})`

/** Condition that a user sees the category under the alias c. Every query over topics and posts has it. */
export const seesCategory = (viewer: Pick<Viewer, 'userId' | 'groups'>): Part =>
  sql`(c.deleted_at is null and ${isIn(personOf(viewer))})`
/** The same of the user under the alias u. */
export const userSeesCategory: Part = sql`(c.deleted_at is null and ${isIn(USER_ROW)})`
/** Value: whether a user moderates the category, among those who see it. */
export const moderatesCategory = (viewer: Viewer): Part =>
  sql`(${viewer.isAdmin} or ${isModerator(personOf(viewer))})`
/** Value: whether a user may post in the category, among those who see it. */
export const postsInCategory = (viewer: Viewer): Part => {
  const person = personOf(viewer)
  return sql`(c.posting = 'SEERS' or ${isModerator(person)}
    or (c.posting = 'GROUPS' and c.poster_group_ids && ${person.groups})
    or (c.posting = 'PEOPLE' and ${person.id} = any(c.poster_ids))
    or (c.posting <> 'SEERS' and ${viewer.isAdmin}))`
}

/** Value: the name of a user by id, of deleted accounts too; Samudra for the empty id. */
export const nameOf = (id: Part): Part => sql`case when ${id} = '' then 'Samudra' when ${id} is not null then
  coalesce((select n.username from users n where n.id = ${id}),
    (select n.username from forum_people n where n.user_id = ${id}), 'deleted user') end`

/** Runs a statement within a transaction. */
export async function runIn<Row>(
  db: Db,
  client: Pick<pg.PoolClient, 'query'>,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const compiled = statement.compile(query(db))
  const { rows } = await client.query(compiled.sql, [...compiled.parameters])
  return rows as Row[]
}
/** Runs a statement. */
export const rowsOf = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(query(db))).rows

/** Returns the ids of the users who see a category now. */
export const seersOf = async (db: Db, categoryId: string): Promise<string[]> =>
  (
    await rowsOf(
      db,
      sql<{
        id: string
      }>`select u.id from forum_categories c join users u on u.status <> 'DELETED' and ${userSeesCategory}
        where c.id = ${categoryId}`,
    )
  ).map(({ id }) => id)

/** Returns those of some users who do not see a category, by name. */
export const blindTo = async (db: Db, categoryId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await rowsOf(
      db,
      sql<{ username: string }>`select u.username from users u where u.id = any(${[...ids]}::text[])
        and not exists (select 1 from forum_categories c where c.id = ${categoryId} and ${userSeesCategory})
        order by u.username`,
    )
  ).map(({ username }) => username)

/** Returns the ids of the moderators of a category now, administrators who see it included. */
export const moderatorsOf = async (db: Db, categoryId: string): Promise<string[]> =>
  (
    await rowsOf(
      db,
      sql<{
        id: string
      }>`select u.id from forum_categories c join users u on u.status <> 'DELETED' and ${userSeesCategory}
        where c.id = ${categoryId} and (u.role = 1 or ${isModerator(USER_ROW)})`,
    )
  ).map(({ id }) => id)
