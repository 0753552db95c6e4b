import type { ImportJob } from '@samudra/contract/exchange'
import { sql } from 'kysely'
import { FIRST_IMPORT_FEED } from '../../../sea/fix-batch.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Last feed number of imports; other figures about feeds and hours do not count imports. */
const LAST_IMPORT_FEED = 32_767

export type ImportRow = {
  id: string
  feed: number
  state: ImportJob['state']
  report: ImportJob
  created_by: string
  created_at: Date
  stored_from: Date | null
  stored_to: Date | null
}

export const readImports = async (db: Db): Promise<ImportRow[]> =>
  (await sql<ImportRow>`select * from imports order by created_at`.execute(query(db))).rows

/** Keeps an import as it is now. */
export async function keepImport(db: Db, row: ImportRow): Promise<void> {
  const { id, feed, state, created_by, created_at, stored_from, stored_to } = row
  await sql`
    insert into imports (id, feed, state, report, created_by, created_at, stored_from, stored_to)
    values (${id}, ${feed}, ${state}, ${JSON.stringify(row.report)}, ${created_by}, ${created_at}, ${stored_from},
      ${stored_to})
    on conflict (id) do update set state = excluded.state, report = excluded.report,
      stored_from = excluded.stored_from, stored_to = excluded.stored_to`.execute(query(db))
}

/** The next free number; null when all are given. */
export function nextImportFeed(rows: Iterable<ImportRow>): number | null {
  let highest = FIRST_IMPORT_FEED - 1
  for (const { feed } of rows) highest = Math.max(highest, feed)
  return highest < LAST_IMPORT_FEED ? highest + 1 : null
}
