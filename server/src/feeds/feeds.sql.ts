import type { FeedKind } from '@samudra/contract/feeds'
import type { Generated } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

export type FeedRow = {
  id: string
  number: number
  version: number
  name: string
  kind: FeedKind
  address: string
  source_id: number
  priority: number
  trust: number
  expected_interval_s: number
  options: Record<string, string | number | boolean>
  secret: string | null
  enabled: boolean
  origin: 'config' | 'operator'
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}
type Tables = {
  sources: { id: number; code: string; name: string; kind: Generated<string> }
  stations: { id: number; code: string; first_seen_at: Date }
  feeds: FeedRow
}
const tables = (db: Db) => query<Tables>(db)

export const readSources = (db: Db) =>
  tables(db).selectFrom('sources').select(['id', 'code', 'name']).execute()

export async function insertSource(db: Db, code: string, _at: Date) {
  const highest = await tables(db)
    .selectFrom('sources')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst()
  await tables(db)
    .insertInto('sources')
    .values({ id: (highest?.id ?? 0) + 1, code, name: code })
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

export const readFeeds = (db: Db) =>
  tables(db).selectFrom('feeds').selectAll().where('deleted_at', 'is', null).orderBy('number').execute()

/** The next free feed number; numbers of deleted feeds are not given again, fixes still carry them. */
export async function nextFeedNumber(db: Db): Promise<number> {
  const highest = await tables(db)
    .selectFrom('feeds')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst()
  return (highest?.number ?? 0) + 1
}

const asStored = <T extends Partial<FeedRow>>(feed: T) =>
  ({ ...feed, ...(feed.options === undefined ? {} : { options: JSON.stringify(feed.options) }) }) as T

export const insertFeed = (db: Db, feed: FeedRow) =>
  tables(db).insertInto('feeds').values(asStored(feed)).execute()

/** Changes a feed if it is still of this version; undefined when somebody was faster. */
export const changeFeed = (db: Db, id: string, version: number, changes: Partial<FeedRow>, at: Date) =>
  tables(db)
    .updateTable('feeds')
    .set({ ...asStored(changes), version: version + 1, updated_at: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const removeFeed = (db: Db, id: string, at: Date) =>
  tables(db)
    .updateTable('feeds')
    .set({ deleted_at: at, enabled: false })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
