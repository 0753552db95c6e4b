import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Days of arrival that a period touches whose fixes left the database for a file, or are on their way out or back. */
export async function daysInFiles(db: Db, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from fix_archives
    where state in ('REMOVING', 'REMOVED', 'RESTORING')
      and day >= (${from}::timestamptz at time zone 'UTC')::date and day <= (${to}::timestamptz at time zone 'UTC')::date
    order by 1`.execute(query(db))
  return rows.map(({ day }) => day)
}
