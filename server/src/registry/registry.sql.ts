import { sql, type Generated } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

/** What a feed was called and how it ranked, from and until when; the present version has no end. */
export type FeedVersion = {
  number: number
  name: string
  priority: number
  trust: number
  known_from: Date
  known_to: Date | null
}
type Tables = {
  sources: { id: number; code: string; name: string; kind: Generated<string> }
  stations: { id: number; code: string; first_seen_at: Date }
  feed_versions: FeedVersion
}
const tables = (db: Db) => query<Tables>(db)

export const readSources = (db: Db) =>
  tables(db).selectFrom('sources').select(['id', 'code', 'name']).execute()

export async function insertSource(db: Db, code: string, kind: string) {
  const highest = await tables(db)
    .selectFrom('sources')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst()
  await tables(db)
    .insertInto('sources')
    .values({ id: (highest?.id ?? 0) + 1, code, name: code, kind })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  return tables(db)
    .selectFrom('sources')
    .select(['id', 'code', 'name'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
}

export const readStations = (db: Db) => tables(db).selectFrom('stations').select(['id', 'code']).execute()

export const insertStations = (db: Db, rows: { id: number; code: string }[], at: Date) =>
  tables(db)
    .insertInto('stations')
    .values(rows.map((row) => ({ ...row, first_seen_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Gives feeds that have no version the one that holds, from when they were made. */
export const addFirstVersions = (db: Db) =>
  sql`insert into feed_versions (number, known_from, known_to, name, priority, trust)
    select number, created_at,
      case when deleted_at is not null then greatest(deleted_at, created_at + interval '1 millisecond') end,
      name, priority, trust
    from feeds where number not in (select number from feed_versions)`.execute(tables(db))

/** Every version of every feed, in order. */
export const readFeedVersions = (db: Db): Promise<FeedVersion[]> =>
  tables(db).selectFrom('feed_versions').selectAll().orderBy('number').orderBy('known_from').execute()
