import type { MapProfile } from '@samudra/contract/settings'
import { sql, type Kysely } from 'kysely'
import type { Db } from '../needs/database.ts'
import { inTransaction, query } from '../needs/query.ts'

/** What of a profile is kept as one piece. */
export type ProfileFields = Pick<MapProfile, 'base' | 'center' | 'zoom' | 'rotation' | 'layers' | 'view'>
export type ProfileRow = {
  id: string
  version: number
  owner_id: string
  name: string
  scope: MapProfile['scope']
  group_ids: string[]
  is_default: boolean
  fields: ProfileFields
  created_at: Date
  updated_at: Date
}
export type ShownProfile = ProfileRow & { owner: string | null }
type Tables = {
  map_profiles: ProfileRow
  active_map_profiles: { user_id: string; profile_id: string; chosen_at: Date }
  users: { id: string; username: string }
}
const tables = (db: Db) => query<Tables>(db)

const shown = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('map_profiles')
    .leftJoin('users', 'users.id', 'map_profiles.owner_id')
    .selectAll('map_profiles')
    .select('users.username as owner')

/** Profiles a user may use: their own, those shared with one of their groups, those of the centre. */
export const readProfiles = (db: Db, userId: string, groups: string[]): Promise<ShownProfile[]> =>
  shown(tables(db))
    .where((where) =>
      where.or([
        where('owner_id', '=', userId),
        where('scope', '=', 'CENTRE'),
        where.and([where('scope', '=', 'GROUP'), sql<boolean>`map_profiles.group_ids && ${groups}::text[]`]),
      ]),
    )
    .orderBy('map_profiles.name')
    .orderBy('map_profiles.id')
    .execute()

export const readProfile = (db: Db, id: string): Promise<ShownProfile | undefined> =>
  shown(tables(db)).where('map_profiles.id', '=', id).executeTakeFirst()

export const insertProfile = (db: Db, row: ProfileRow) =>
  inTransaction(db, async (client) => {
    if (row.is_default) await client.query(...noOtherDefault(row))
    await client.query(
      `insert into map_profiles (id, version, owner_id, name, scope, group_ids, is_default, fields, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.id,
        row.version,
        row.owner_id,
        row.name,
        row.scope,
        row.group_ids,
        row.is_default,
        JSON.stringify(row.fields),
        row.created_at,
        row.updated_at,
      ],
    )
  })

/** Changes a profile if it is still of the version before; false when somebody was faster. */
export const changeProfile = (db: Db, row: ProfileRow): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `update map_profiles set version = version + 1, name = $3, scope = $4, group_ids = $5, is_default = $6, fields = $7,
       updated_at = $8 where id = $1 and version = $2`,
      [
        row.id,
        row.version,
        row.name,
        row.scope,
        row.group_ids,
        row.is_default,
        JSON.stringify(row.fields),
        row.updated_at,
      ],
    )
    if (rowCount !== 1) return false
    if (row.is_default) await client.query(...noOtherDefault(row))
    return true
  })

/** One default for each user, each group and the centre. */
const noOtherDefault = (row: ProfileRow): [string, unknown[]] => [
  `update map_profiles set is_default = false, version = version + 1
   where is_default and id <> $1 and scope = $2
   and ($2 = 'CENTRE' or ($2 = 'PRIVATE' and owner_id = $3) or ($2 = 'GROUP' and group_ids && $4::text[]))`,
  [row.id, row.scope, row.owner_id, row.group_ids],
]

export const removeProfile = (db: Db, id: string) =>
  tables(db).deleteFrom('map_profiles').where('id', '=', id).execute()

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
