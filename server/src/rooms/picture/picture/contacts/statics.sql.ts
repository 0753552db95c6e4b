import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { StaticFields } from '../../../../sea/static-fields.ts'

export type StaticsRow = { mmsi: number; split: number; fields: StaticFields; marks: number }

/** Stores the fields of contacts and since when they are known, ordered by key so that two writers cannot lock each other out. */
export async function saveStatics(db: Db, rows: StaticsRow[], at: Date): Promise<void> {
  const ordered = [...rows].sort((a, b) => a.mmsi - b.mmsi || a.split - b.split)
  await sql`
    with given as materialized (
      select mmsi, split, fields::jsonb as fields, marks
      from unnest(${ordered.map((row) => row.mmsi)}::int[], ${ordered.map((row) => row.split)}::int[],
        ${ordered.map((row) => JSON.stringify(row.fields))}::text[],
        ${ordered.map((row) => row.marks)}::int[]) as given (mmsi, split, fields, marks)
    ), believed as (
      insert into static_versions (mmsi, split, known_from, fields, marks)
      select mmsi, split, ${at}, fields, marks from given
    )
    insert into statics (mmsi, split, fields, marks, updated_at)
    select mmsi, split, fields, marks, ${at} from given
    on conflict (mmsi, split) do update set fields = excluded.fields, marks = excluded.marks, updated_at = excluded.updated_at`.execute(
    query(db),
  )
}

export const readStatics = (db: Db) =>
  query<{ statics: StaticsRow }>(db)
    .selectFrom('statics')
    .select(['mmsi', 'split', 'fields', 'marks'])
    .execute()
