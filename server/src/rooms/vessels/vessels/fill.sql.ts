import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Returns the period of earlier reports still to import; the first time it covers all stored ones. */
export async function beginFill(db: Db, now: Date): Promise<{ upto: number; until: number }> {
  const { rows } = await sql<{ upto: Date; until: Date }>`
    insert into vessel_fills as held (is_only, upto, until)
    select true, coalesce(min(known_from) - interval '1 millisecond', ${now}), ${now} from static_versions
    on conflict (is_only) do update set upto = held.upto
    returning upto, until`.execute(query(db))
  const [{ upto, until }] = rows as [{ upto: Date; until: Date }]
  return { upto: upto.getTime(), until: until.getTime() }
}

export async function fillGoneTo(db: Db, upto: Date): Promise<void> {
  await sql`update vessel_fills set upto = ${upto}`.execute(query(db))
}
