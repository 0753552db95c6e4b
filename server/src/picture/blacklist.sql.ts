import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

export type BlacklistRow = { mmsi: number; reason: string; added_by: string; added_at: Date }
const tables = (db: Db) => query<{ blacklisted_vessels: BlacklistRow }>(db)

export const readBlacklist = (db: Db) =>
  tables(db).selectFrom('blacklisted_vessels').selectAll().orderBy('added_at').execute()

/** Adds a vessel, or returns the entry that stands already. */
export async function addBlacklisted(
  db: Db,
  mmsi: number,
  reason: string,
  by: string,
  at: Date,
): Promise<BlacklistRow> {
  await tables(db)
    .insertInto('blacklisted_vessels')
    .values({ mmsi, reason, added_by: by, added_at: at })
    .onConflict((conflict) => conflict.column('mmsi').doNothing())
    .execute()
  return tables(db)
    .selectFrom('blacklisted_vessels')
    .selectAll()
    .where('mmsi', '=', mmsi)
    .executeTakeFirstOrThrow()
}

export async function removeBlacklisted(db: Db, mmsi: number): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom('blacklisted_vessels')
    .where('mmsi', '=', mmsi)
    .returning('mmsi')
    .execute()
  return removed.length > 0
}
