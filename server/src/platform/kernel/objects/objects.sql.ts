import type { Domain, Visibility } from '@samudra/contract/objects'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'
import { bytesOfBody, MOST_PAGE_BYTES } from '../http/pages.ts'

/** One version of an object, as the table has it. */
export type ObjectRow = {
  type: string
  id: string
  version: number
  known_from: Date
  known_to: Date | null
  valid_from: Date | null
  valid_to: Date | null
  domain: Domain
  visibility: Visibility
  owner_id: string
  owner: string
  group_ids: string[]
  created_at: Date
  updated_user_id: string
  updated_by: string
  removed: boolean
  reason: string
  body: unknown
}
/** Contents of a new version; the rest follows from the one before. */
export type NextRow = Omit<ObjectRow, 'version' | 'known_from' | 'known_to'>

const readWhere = async (db: Db, where: ReturnType<typeof sql>): Promise<ObjectRow[]> =>
  (await sql<ObjectRow>`select * from objects where ${where} order by id, version`.execute(query(db))).rows

/** The last version of everything of a type that was not removed. */
export const readCurrent = (db: Db, type: string) =>
  readWhere(db, sql`type = ${type} and known_to is null and not removed`)

/** The last versions of some, also of those that were removed. */
export const readLast = (db: Db, type: string, ids: readonly string[]) =>
  readWhere(db, sql`type = ${type} and known_to is null and id = any(${ids}::text[])`)

/** Columns that say who sees the last versions of some, also of those that were removed; without their bodies. */
export const readLastVisible = async (db: Db, type: string, ids: readonly string[]) => {
  const { rows } = await sql<Pick<ObjectRow, 'id' | 'visibility' | 'owner_id' | 'group_ids'>>`
    select id, visibility, owner_id, group_ids from objects
    where type = ${type} and known_to is null and id = any(${ids}::text[])`.execute(query(db))
  return rows
}

/** Rows that one read of versions takes: 5 MB of the longest bodies of most kinds. */
const VERSIONS_AT_ONCE = 20
/** Maximum number of versions that one answer has. */
const MOST_VERSIONS = 500

/** Returns the newest versions of one, the oldest of them first: at most 500 and 2 MB of bodies, at least one. */
export async function readVersions(db: Db, type: string, id: string): Promise<ObjectRow[]> {
  const newest: ObjectRow[] = []
  for (let bytes = 0, before = 2 ** 31 - 1; newest.length < MOST_VERSIONS; before = newest.at(-1)!.version) {
    const { rows } = await sql<ObjectRow>`
      select * from objects where type = ${type} and id = ${id} and version < ${before}
      order by version desc limit ${VERSIONS_AT_ONCE}`.execute(query(db))
    for (const row of rows) {
      bytes += bytesOfBody(row)
      if (bytes > MOST_PAGE_BYTES && newest.length > 0) return newest.reverse()
      newest.push(row)
    }
    if (rows.length < VERSIONS_AT_ONCE) break
  }
  return newest.reverse()
}

/** Returns one version of one; undefined when it does not exist. */
export const readVersion = async (
  db: Db,
  type: string,
  id: string,
  version: number,
): Promise<ObjectRow | undefined> =>
  (await readWhere(db, sql`type = ${type} and id = ${id} and version = ${version}`))[0]

/** A version of the past, and the one of now: a thing hidden since is hidden in the past too. */
export type PastRow = { past: ObjectRow; present: ObjectRow }

/** Returns the versions valid at some time of a period, ends included, in order. */
export const readDuring = async (db: Db, type: string, from: Date, to: Date): Promise<PastRow[]> => {
  const then = await readWhere(
    db,
    sql`type = ${type} and known_from <= ${to} and (known_to > ${from} or known_to is null) and not removed`,
  )
  const now = await readWhere(
    db,
    sql`type = ${type} and known_to is null and id = any(${then.map(({ id }) => id)}::text[])`,
  )
  const last = new Map(now.map((row) => [row.id, row]))
  return then.map((row) => ({ past: row, present: last.get(row.id) ?? row }))
}

/** When something of a type changed last up to an instant, and first after another. */
export const readChangesAround = async (
  db: Db,
  type: string,
  from: Date,
  to: Date,
): Promise<{ last: Date | null; next: Date | null }> => {
  const { rows } = await sql<{ last: Date | null; next: Date | null }>`
    select (select max(known_from) from objects where type = ${type} and known_from <= ${from}) as last,
      (select min(known_from) from objects where type = ${type} and known_from > ${to}) as next`.execute(
    query(db),
  )
  return rows[0]!
}

/** Additional writes of a statement; the new versions are `opened`. */
export type Also = RawBuilder<unknown>
const NOTHING_ELSE: Also = sql``

/** Many at once go in or none. */
export const insertObjects = async (db: Db, rows: NextRow[], also = NOTHING_ELSE): Promise<ObjectRow[]> => {
  const firsts = rows.map((row) => ({ ...row, version: 1, known_from: row.created_at }))
  const inserted = await sql<ObjectRow>`
    with opened as (
      insert into objects select * from jsonb_populate_recordset(null::objects, ${JSON.stringify(firsts)}::jsonb)
      returning *
    )${also}
    select * from opened`.execute(query(db))
  return inserted.rows
}

/** Makes the first version of what has an id and no version yet: of two who do the second gets undefined. */
export const insertFirst = async (
  db: Db,
  row: NextRow,
  also = NOTHING_ELSE,
): Promise<ObjectRow | undefined> => {
  const first = JSON.stringify({ ...row, version: 1, known_from: row.created_at, known_to: null })
  const { rows } = await sql<ObjectRow>`
    with opened as (
      insert into objects select * from jsonb_populate_record(null::objects, ${first}::jsonb)
      on conflict do nothing
      returning *
    )${also}
    select * from opened`.execute(query(db))
  return rows[0]
}

/**
 * Closes a version and opens the next, in one statement: of two people who change the same version the second gets
 * undefined. A clock that was set back does not make a version end before it began.
 */
export const insertNext = async (
  db: Db,
  version: number,
  at: Date,
  row: NextRow,
  also = NOTHING_ELSE,
): Promise<ObjectRow | undefined> => {
  const next = JSON.stringify({ ...row, version: version + 1, known_to: null })
  const { rows } = await sql<ObjectRow>`
    with closed as (
      update objects set known_to = greatest(${at}::timestamptz, known_from + interval '1 millisecond')
      where type = ${row.type} and id = ${row.id} and version = ${version} and known_to is null and not removed
      returning known_to
    ), opened as (
      insert into objects
      select next.* from closed,
        jsonb_populate_record(null::objects, ${next}::jsonb || jsonb_build_object('known_from', closed.known_to)) next
      returning *
    )${also}
    select * from opened`.execute(query(db))
  return rows[0]
}

/** First and next versions, each with its number, in one statement: all of them go in, or none and null is answered. */
export const insertBrought = (
  db: Db,
  at: Date,
  rows: readonly (NextRow & { version: number })[],
): Promise<ObjectRow[] | null> => {
  const request = JSON.stringify(rows.map((row) => ({ ...row, known_from: at, known_to: null })))
  class NotAll extends Error {}
  return query<never>(db)
    .transaction()
    .execute(async (transaction) => {
      const opened = await sql<ObjectRow>`
        with asked as (
          select * from jsonb_populate_recordset(null::objects, ${request}::jsonb)
        ), closed as (
          update objects o set known_to = greatest(${at}::timestamptz, o.known_from + interval '1 millisecond')
          from asked a
          where o.type = a.type and o.id = a.id and o.version = a.version - 1 and o.known_to is null and not o.removed
          returning o.id, o.known_to
        ), opened as (
          insert into objects
          select next.* from asked a left join closed c on c.id = a.id,
            jsonb_populate_record(
              null::objects, to_jsonb(a) || jsonb_build_object('known_from', coalesce(c.known_to, a.known_from))
            ) next
          where a.version = 1 or c.id is not null
          on conflict do nothing
          returning *
        )
        select * from opened`.execute(transaction)
      if (opened.rows.length < rows.length) throw new NotAll()
      return opened.rows
    })
    .catch((error: unknown) => {
      if (error instanceof NotAll) return null
      throw error
    })
}
