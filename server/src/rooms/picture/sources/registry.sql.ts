import type { FeedKind, FeedStation } from '@samudra/contract/feeds'
import { sql, type Generated } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

/** Name, rank, source and stations of a feed with their period; the present version has no end. */
export type FeedVersion = {
  number: number
  name: string
  priority: number
  trust: number
  /** Null of feeds of which only the name is left. */
  source_id: number | null
  kind: FeedKind | null
  stations: readonly FeedStation[]
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

/** Advisory lock for assigning numbers. */
const NUMBERS = 7_301_014

/** The next number for a source, also when others ask for one in this moment. */
export async function insertSource(db: Db, code: string, kind: string) {
  await inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [NUMBERS])
    await client.query(
      `insert into sources (id, code, name, kind) select coalesce(max(id), 0) + 1, $1, $1, $2 from sources
       on conflict (code) do nothing`,
      [code, kind],
    )
  })
  return tables(db)
    .selectFrom('sources')
    .select(['id', 'code', 'name'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
}

/** Returns station numbers reserved for this process, above existing ones. */
export const lendStationNumbers = (db: Db, count: number): Promise<number[]> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [NUMBERS])
    await client.query(
      `select setval('station_numbers', highest, false)
       from (select coalesce(max(id), -1) + 1 as highest from stations) s, station_numbers n
       where highest > n.last_value`,
    )
    const { rows } = await client.query<{ number: number }>(
      `select nextval('station_numbers')::integer as number from generate_series(1, $1::integer)`,
      [count],
    )
    return rows.map(({ number }) => number)
  })

export const readStations = (db: Db) => tables(db).selectFrom('stations').select(['id', 'code']).execute()

export const insertStations = (db: Db, rows: { id: number; code: string }[], at: Date) =>
  tables(db)
    .insertInto('stations')
    .values(rows.map((row) => ({ ...row, first_seen_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Gives feeds that have no version the one that holds, from when they were made. */
export const addFirstVersions = (db: Db) =>
  sql`insert into feed_versions (number, known_from, known_to, name, priority, trust, source_id, kind, stations)
    select number, created_at,
      case when deleted_at is not null then greatest(deleted_at, created_at + interval '1 millisecond') end,
      name, priority, trust, source_id, kind, stations
    from feeds where number not in (select number from feed_versions)
    on conflict do nothing`.execute(tables(db))

/** Every version of every feed, in order. */
export const readFeedVersions = (db: Db): Promise<FeedVersion[]> =>
  tables(db).selectFrom('feed_versions').selectAll().orderBy('number').orderBy('known_from').execute()
