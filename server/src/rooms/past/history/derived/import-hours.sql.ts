import { sql } from 'kysely'
import type pg from 'pg'
import { FIRST_IMPORT_FEED } from '../../../../sea/fix-batch.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Counts the imported fixes among the recent ones and removes them there: none of them was received now. */
export async function countImported(client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query(ADD_IMPORT_HOURS)
  if (rowCount !== 0) await client.query(`delete from recent where feed >= ${FIRST_IMPORT_FEED}`)
}

/** Forgets the counts of an import. */
export async function forgetImportHours(db: Db, feed: number): Promise<void> {
  await sql`delete from import_hours where feed = ${feed}`.execute(query(db))
}

/** Returns the number of imported fixes that are not counted by hour yet. */
export async function uncountedImports(db: Db): Promise<number> {
  const { rows } = await sql<{ fixes: string | null }>`
    select sum(greatest(0, (report->>'fixes')::bigint - (report->>'duplicates')::bigint - coalesce(counted.fixes, 0))) as fixes
    from imports, lateral (select sum(arrived) as fixes from import_hours where feed = imports.feed) counted
    where stored_from is not null and state in ('COMMITTING', 'COMMITTED')
      and coalesce(stored_to, 'infinity') > coalesce((
        select to_timestamp(upto_fix_id / 1024000.0) from derivations where name = 'fixes'), '-infinity')`.execute(
    query(db),
  )
  return Number(rows[0]?.fixes ?? 0)
}

const ADD_IMPORT_HOURS = `
  insert into import_hours (hour, feed, source_id, observed, arrived)
  select date_trunc('hour', part.at), feed, source_id, sum(part.observed), sum(part.arrived)
  from recent, lateral (values (observed_at, 1, 0), (rec_time, 0, 1)) as part (at, observed, arrived)
  where feed >= ${FIRST_IMPORT_FEED} and quality < 2
  group by 1, 2, 3
  on conflict (hour, feed, source_id) do update set
    observed = import_hours.observed + excluded.observed, arrived = import_hours.arrived + excluded.arrived`
