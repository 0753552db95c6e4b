import type { FeedKind } from '@samudra/contract/feeds'
import type { Generated } from 'kysely'
import type { Keys } from '../kernel/keys.ts'
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
/** A feed as it lies in the table: its key is locked; in clear it only stands where an older version left it. */
type StoredFeed = Omit<FeedRow, 'secret'> & { secret: string | null; secret_locked: Buffer | null }
/** Locks and unlocks the keys of feeds. */
export type Lock = Pick<Keys, 'lock' | 'unlock'>
type Tables = {
  sources: { id: number; code: string; name: string; kind: Generated<string> }
  stations: { id: number; code: string; first_seen_at: Date }
  feeds: StoredFeed
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

/** Every feed that is not deleted; `unreadable` is told of those whose key was locked by another installation. */
export async function readFeeds(
  db: Db,
  lock: Lock,
  unreadable: (feed: FeedRow) => void = () => undefined,
): Promise<FeedRow[]> {
  const rows = await tables(db)
    .selectFrom('feeds')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => {
    try {
      return asHeld(row, lock)
    } catch {
      const held = asHeld({ ...row, secret_locked: null }, lock)
      unreadable(held)
      return held
    }
  })
}

/** Locks the keys that an older version stored in clear, those of deleted feeds too. Returns how many there were. */
export async function lockClearSecrets(db: Db, lock: Lock): Promise<number> {
  const clear = await tables(db)
    .selectFrom('feeds')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .execute()
  for (const { id, secret } of clear)
    await tables(db)
      .updateTable('feeds')
      .set({ secret: null, secret_locked: lock.lock(secret!) })
      .where('id', '=', id)
      .execute()
  return clear.length
}

function asHeld({ secret_locked, ...row }: StoredFeed, lock: Lock): FeedRow {
  return { ...row, secret: secret_locked === null ? row.secret : lock.unlock(secret_locked) }
}

/** The next free feed number; numbers of deleted feeds are not given again, fixes still carry them. */
export async function nextFeedNumber(db: Db): Promise<number> {
  const highest = await tables(db)
    .selectFrom('feeds')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst()
  return (highest?.number ?? 0) + 1
}

const asStored = <T extends Partial<FeedRow>>(feed: T, lock: Lock) => ({
  ...feed,
  ...(feed.options === undefined
    ? {}
    : { options: JSON.stringify(feed.options) as unknown as FeedRow['options'] }),
  secret: null,
  ...(feed.secret === undefined
    ? {}
    : { secret_locked: feed.secret === null ? null : lock.lock(feed.secret) }),
})

export const insertFeed = (db: Db, lock: Lock, feed: FeedRow) =>
  tables(db)
    .insertInto('feeds')
    .values({ secret_locked: null, ...asStored(feed, lock) })
    .execute()

/** Changes a feed if it is still of this version; undefined when somebody was faster. */
export async function changeFeed(
  db: Db,
  lock: Lock,
  id: string,
  version: number,
  changes: Partial<FeedRow> & { updated_at: Date },
): Promise<FeedRow | undefined> {
  const row = await tables(db)
    .updateTable('feeds')
    .set({ ...asStored(changes, lock), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : asHeld(row, lock)
}

export const removeFeed = (db: Db, id: string, at: Date) =>
  tables(db)
    .updateTable('feeds')
    .set({ deleted_at: at, enabled: false })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
