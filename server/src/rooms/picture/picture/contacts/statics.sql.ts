import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { StaticFields } from '../../../../sea/static-fields.ts'

export type StaticsRow = { mmsi: number; split: number; fields: StaticFields; marks: number }
/** A version to be stored: when it was observed, and the feed that read it from a recording. */
type StaticsChange = StaticsRow & { observedAt?: number; recordedFeed?: number | null }

/**
 * Stores the fields of contacts and since when they are known, ordered by key so that two writers cannot lock each other
 * out. Of several versions of a contact each is known a microsecond after the one before it, and the last stands.
 */
export async function saveStatics(db: Db, rows: readonly StaticsChange[], at: Date): Promise<void> {
  const ordered = rows.toSorted((a, b) => a.mmsi - b.mmsi || a.split - b.split)
  await sql`
    with given as materialized (
      select mmsi, split, fields::jsonb as fields, marks, observed_at, recorded_feed,
        row_number() over (partition by mmsi, split order by place) as version,
        count(*) over (partition by mmsi, split) as versions
      from unnest(${ordered.map((row) => row.mmsi)}::int[], ${ordered.map((row) => row.split)}::int[],
        ${ordered.map((row) => JSON.stringify(row.fields))}::text[],
        ${ordered.map((row) => row.marks)}::int[],
        ${ordered.map(({ observedAt }) => (observedAt === undefined ? at : new Date(observedAt)))}::timestamptz[],
        ${ordered.map(({ recordedFeed = null }) => recordedFeed)}::int[])
        with ordinality as given (mmsi, split, fields, marks, observed_at, recorded_feed, place)
    ), believed as (
      insert into static_versions (mmsi, split, known_from, fields, marks, observed_at, recorded_feed)
      select mmsi, split, ${at}::timestamptz + (version - 1) * interval '1 microsecond', fields, marks, observed_at,
        recorded_feed
      from given
    )
    insert into statics (mmsi, split, fields, marks, updated_at)
    select mmsi, split, fields, marks, ${at} from given where version = versions
    on conflict (mmsi, split) do update set fields = excluded.fields, marks = excluded.marks, updated_at = excluded.updated_at`.execute(
    query(db),
  )
}

export const readStatics = (db: Db) =>
  query<{ statics: StaticsRow }>(db)
    .selectFrom('statics')
    .select(['mmsi', 'split', 'fields', 'marks'])
    .execute()
