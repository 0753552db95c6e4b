import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type LastPlace = {
  mmsi: number
  source_id: number
  observed_at: Date
  lat_udeg: number
  lon_udeg: number
}

/** The last fix of every source for some ships, the newest first, however long ago. */
export async function lastPlaces(db: Db, mmsis: readonly number[]): Promise<LastPlace[]> {
  const { rows } = await sql<LastPlace>`
    select mmsi, source_id, observed_at, lat_udeg, lon_udeg from latest_fixes
    where mmsi = any(${mmsis}::integer[]) order by observed_at desc`.execute(query(db))
  return rows
}
