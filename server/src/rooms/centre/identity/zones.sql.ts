import type { ZoneGeometry } from '@samudra/contract/zones'
import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type ZoneTable = {
  id: string
  name: string
  geometry: ZoneGeometry
  version: number
  created_at: Date
  updated_at: Date
}
export type ZoneRow = ZoneTable & { users: number }
type Tables = {
  zones: ZoneTable
  users: { id: string; username: string; zone_access: string[]; status: string }
}
const tables = (db: Db) => query<Tables>(db)

export const readZones = async (db: Db): Promise<ZoneRow[]> => {
  const rows = await tables(db)
    .selectFrom('zones')
    .selectAll('zones')
    .select(
      sql<string>`(select count(*) from users where status <> 'DELETED' and zone_access @> array[zones.id])`.as(
        'users',
      ),
    )
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, users: Number(row.users) }))
}

/** False when the name is taken. */
export const insertZone = async (db: Db, zone: ZoneTable): Promise<boolean> => {
  const inserted = await tables(db)
    .insertInto('zones')
    .values({ ...zone, geometry: JSON.stringify(zone.geometry) as never })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Changes a zone; returns false when it was changed meanwhile. */
export const changeZone = async (
  db: Db,
  id: string,
  version: number,
  to: { name: string; geometry: ZoneGeometry },
  at: Date,
): Promise<boolean> => {
  const changed = await tables(db)
    .updateTable('zones')
    .set({
      name: to.name,
      geometry: JSON.stringify(to.geometry) as never,
      version: version + 1,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Names of the users a zone is given to. */
export const usersOf = async (db: Db, id: string): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('users')
    .select('username')
    .where('status', '!=', 'DELETED')
    .where('zone_access', '@>', sql<string[]>`array[${id}]`)
    .orderBy('username')
    .execute()
  return rows.map((row) => row.username)
}

export const removeZone = (db: Db, id: string) =>
  tables(db).deleteFrom('zones').where('id', '=', id).execute()

/** Ids of the users whose rights name a zone. */
export async function idsConfinedTo(db: Db, zone: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select('id')
    .where('zone_access', '@>', sql<string[]>`array[${zone}]`)
    .execute()
  return rows.map(({ id }) => id)
}
