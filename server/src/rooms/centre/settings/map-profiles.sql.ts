import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type Tables = { active_map_profiles: { user_id: string; profile_id: string; chosen_at: Date } }
const tables = (db: Db) => query<Tables>(db)

/** The profile a user chose; it may have gone since. */
export const readActive = async (db: Db, userId: string): Promise<string | null> => {
  const row = await tables(db)
    .selectFrom('active_map_profiles')
    .select('profile_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.profile_id ?? null
}

/** Chooses a profile for a user; null goes back to the default. */
export async function chooseProfile(db: Db, userId: string, profileId: string | null, at: Date) {
  if (profileId === null)
    return void (await tables(db).deleteFrom('active_map_profiles').where('user_id', '=', userId).execute())
  await tables(db)
    .insertInto('active_map_profiles')
    .values({ user_id: userId, profile_id: profileId, chosen_at: at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ profile_id: profileId, chosen_at: at }),
    )
    .execute()
}
