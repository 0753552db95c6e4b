import type { Preference } from '@samudra/contract/chat'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

/** Preferences of one user at most; a saved post is one. */
const MOST = 10_000

export async function preferencesOf(
  db: Db,
  userId: string,
  category?: string,
  name?: string,
): Promise<Preference[]> {
  const { rows } = await sql<Preference>`select user_id, category, name, value from chat_preferences
    where user_id = ${userId} ${category === undefined ? sql`` : sql`and category = ${category}`}
    ${name === undefined ? sql`` : sql`and name = ${name}`} order by category, name limit ${MOST}`.execute(
    query(db),
  )
  return rows
}

/** Stores preferences of a user; returns false when there would be too many. */
export const storePreferences = (db: Db, userId: string, all: readonly Preference[]): Promise<boolean> =>
  inTransaction(db, async (client) => {
    for (const { category, name, value } of all)
      await client.query(
        `insert into chat_preferences (user_id, category, name, value) values ($1, $2, $3, $4)
         on conflict (user_id, category, name) do update set value = excluded.value`,
        [userId, category, name, value],
      )
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::float8 as n from chat_preferences where user_id = $1',
      [userId],
    )
    if (rows[0]!.n > MOST) throw new TooManyPreferences()
    return true
  }).catch((error: unknown) => {
    if (error instanceof TooManyPreferences) return false
    throw error
  })
class TooManyPreferences extends Error {}

export const dropPreferences = (db: Db, userId: string, all: readonly Preference[]): Promise<void> =>
  inTransaction(db, async (client) => {
    for (const { category, name } of all)
      await client.query('delete from chat_preferences where user_id = $1 and category = $2 and name = $3', [
        userId,
        category,
        name,
      ])
  })
