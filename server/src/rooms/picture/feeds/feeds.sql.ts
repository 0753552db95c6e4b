import type { FeedKind, FeedStation } from '@samudra/contract/feeds'
import { sql, type Kysely } from 'kysely'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

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
  stations: readonly FeedStation[]
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
/** Stored feed columns with versions, which queries about the past use. */
type Versioned = Pick<FeedRow, 'number' | 'name' | 'priority' | 'trust' | 'source_id' | 'kind' | 'stations'>
type Tables = {
  feeds: StoredFeed
  feed_versions: Versioned & {
    known_from: Date
    known_to: Date | null
  }
}
const tables = (db: Db) => query<Tables>(db)

/** Returns every feed that is not deleted; `unreadable` receives those with a key locked by another installation. */
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

/** One process at a time gives numbers. */
const NUMBERS_LOCK = 7_301_013

/** The next free feed number; numbers of deleted feeds are not given again, fixes still carry them. */
async function nextFeedNumber(within: Kysely<Tables>): Promise<number> {
  await sql`select pg_advisory_xact_lock(${NUMBERS_LOCK})`.execute(within)
  const highest = await within
    .selectFrom('feeds')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst()
  return (highest?.number ?? 0) + 1
}

/** As the driver takes what lies in a column of JSON. */
const asJson = <T>(value: T) => JSON.stringify(value) as T

const asStored = <T extends Partial<FeedRow>>(feed: T, lock: Lock) => ({
  ...feed,
  ...(feed.options === undefined ? {} : { options: asJson(feed.options) }),
  ...(feed.stations === undefined ? {} : { stations: asJson(feed.stations) }),
  secret: null,
  ...(feed.secret === undefined
    ? {}
    : { secret_locked: feed.secret === null ? null : lock.lock(feed.secret) }),
})

export const insertFeed = (db: Db, lock: Lock, unnumbered: Omit<FeedRow, 'number'>): Promise<FeedRow> =>
  tables(db)
    .transaction()
    .execute(async (within) => {
      const feed: FeedRow = { ...unnumbered, number: await nextFeedNumber(within) }
      await within
        .insertInto('feeds')
        .values({ secret_locked: null, ...asStored(feed, lock) })
        .execute()
      await beginVersion(within, feed, feed.created_at)
      return feed
    })

const versionedOf = ({ number, name, priority, trust, source_id, kind, stations }: Versioned): Versioned => ({
  number,
  name,
  priority,
  trust,
  source_id,
  kind,
  stations: asJson(stations),
})

const beginVersion = (within: Kysely<Tables>, feed: Versioned, known_from: Date) =>
  within
    .insertInto('feed_versions')
    .values({ ...versionedOf(feed), known_from, known_to: null })
    .execute()

/**
 * Ends the current version at an instant, or just after it began if the clock was set back meanwhile; returns the end.
 */
async function endVersion(within: Kysely<Tables>, number: number, at: Date): Promise<Date> {
  const ended = await within
    .updateTable('feed_versions')
    .set({ known_to: sql<Date>`greatest(${at}, known_from + interval '1 millisecond')` })
    .where('number', '=', number)
    .where('known_to', 'is', null)
    .returning('known_to')
    .executeTakeFirst()
  return ended?.known_to ?? at
}

/** Changes a feed if it still has this version; undefined if another change came first. */
export async function changeFeed(
  db: Db,
  lock: Lock,
  id: string,
  version: number,
  changes: Partial<FeedRow> & { updated_at: Date },
): Promise<FeedRow | undefined> {
  return tables(db)
    .transaction()
    .execute(async (within) => {
      const row = await within
        .updateTable('feeds')
        .set({ ...asStored(changes, lock), version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return undefined
      const same = await within
        .selectFrom('feed_versions')
        .select('number')
        .where(({ eb, and }) => and(versionedOf(row)).and(eb('known_to', 'is', null)))
        .executeTakeFirst()
      if (same === undefined)
        await beginVersion(within, row, await endVersion(within, row.number, changes.updated_at))
      return asHeld(row, lock)
    })
}

export const removeFeed = (db: Db, id: string, at: Date): Promise<boolean> =>
  tables(db)
    .transaction()
    .execute(async (within) => {
      const removed = await within
        .updateTable('feeds')
        .set({ deleted_at: at, enabled: false })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('number')
        .executeTakeFirst()
      if (removed !== undefined) await endVersion(within, removed.number, at)
      return removed !== undefined
    })
