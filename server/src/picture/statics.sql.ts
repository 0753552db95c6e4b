import { sql } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'
import type { StaticFields } from './statics.ts'

export type StaticsRow = { mmsi: number; split: number; fields: StaticFields }

/** Stores the fields of contacts, ordered by key so that two writers cannot lock each other out. */
export async function saveStatics(db: Db, rows: StaticsRow[], at: Date): Promise<void> {
  const ordered = [...rows].sort((a, b) => a.mmsi - b.mmsi || a.split - b.split)
  await sql`
    insert into statics (mmsi, split, fields, updated_at)
    select mmsi, split, fields::jsonb, ${at}
    from unnest(${ordered.map((row) => row.mmsi)}::int[], ${ordered.map((row) => row.split)}::int[],
      ${ordered.map((row) => JSON.stringify(row.fields))}::text[]) as given (mmsi, split, fields)
    on conflict (mmsi, split) do update set fields = excluded.fields, updated_at = excluded.updated_at`.execute(
    query(db),
  )
}

export const readStatics = (db: Db) =>
  query<{ statics: StaticsRow }>(db).selectFrom('statics').select(['mmsi', 'split', 'fields']).execute()

export const readBlacklist = (db: Db) =>
  query<{ blacklisted_vessels: { mmsi: number } }>(db)
    .selectFrom('blacklisted_vessels')
    .select('mmsi')
    .execute()
