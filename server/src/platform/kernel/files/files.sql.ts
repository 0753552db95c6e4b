import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../needs/database.ts'
import { inTransaction, query } from '../../needs/query.ts'
import { administered, type Administered } from '../http/admin-values.ts'
import { BACKUP_LOCK } from '../cluster/backup-lock.sql.ts'

/** A file as it is known, without its bytes. */
export type FileRow = {
  id: string
  hash: string
  size: number
  type: string
  name: string
  user_id: string
  at: Date
  is_scanned: boolean
  kind: string
  of_id: string | null
  place: number
  until: Date | null
  thumbnail: string | null
  /** True when the room derives a preview of its content: `previewOf`. */
  has_preview: boolean
}

const COLUMNS = sql`id, hash, size::float8 as size, type, name, user_id, at, is_scanned, kind, of_id,
  place::float8 as place, until, thumbnail, preview is not null as has_preview`

/** Advisory locks that serialise uploads and removals, per user and per hash. */
const USER_LOCK = 7_301_010
const HASH_LOCK = 7_301_013

/** Stored bytes of a user and of all users, and number of unattached files of the user. */
export type Held = { waiting: number; ofUser: number; ofAll: number }

/**
 * Enters a file whose bytes are about to be stored, unless `why` returns that it is too much. Counts and enters in one
 * transaction, so parallel uploads of a user stay within the limit.
 */
export const enter = (
  db: Db,
  { row, preview }: Entered,
  counted: readonly string[],
  why: (held: Held, settings: Administered) => string | null,
): Promise<string | null> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [USER_LOCK, row.user_id])
    const { rows } = await client.query<Held>(
      `select (select count(*)::float8 from files where user_id = $1 and kind = $2 and of_id is null) as waiting,
         (select coalesce(sum(size), 0)::float8 from files where user_id = $1 and kind = any($3)) as "ofUser",
         (select coalesce(sum(size), 0)::float8 from files) as "ofAll"`,
      [row.user_id, row.kind, counted],
    )
    const tooMuch = why(rows[0]!, await settingsIn(client))
    if (tooMuch !== null) return tooMuch
    // A process that removes these bytes just now does so before this row names them.
    await lockFileHashes(client, [row.hash])
    await insert(client, { row, preview }, false)
    return null
  })

async function settingsIn(client: pg.PoolClient): Promise<Administered> {
  const { rows } = await client.query<{ key: string; value: string | number }>(
    'select key, value from admin_settings',
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return administered(() => values)
}

/** File to be entered, and the data that its room supplies. */
export type Entered = { row: FileRow; preview: unknown }

const insert = (client: pg.PoolClient, { row, preview }: Entered, is_whole: boolean) =>
  client.query('insert into files select * from jsonb_populate_record(null::files, $1)', [
    JSON.stringify({ ...row, preview, is_whole }),
  ])

/** The bytes of a file are where they stay: from now on it is there. */
export const makeWhole = (db: Db, id: string) =>
  sql`update files set is_whole = true where id = ${id}`.execute(query(db))

/**
 * Enters a file whose bytes are stored already, in place of their former record; does nothing when it was entered
 * before.
 */
export const takeOver = (db: Db, entered: Entered, before: { table: string; key: string; is: string }) =>
  inTransaction(db, async (client) => {
    const { rowCount } = await client.query(`delete from ${before.table} where ${before.key} = $1`, [
      before.is,
    ])
    if (rowCount === 1) await insert(client, entered, true)
  })

const whole = async (db: Db, where: ReturnType<typeof sql>): Promise<FileRow[]> =>
  (
    await sql<FileRow>`select ${COLUMNS} from files where is_whole and ${where} order by place, id`.execute(
      query(db),
    )
  ).rows

export const filesById = (db: Db, kind: string, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : whole(db, sql`kind = ${kind} and id = any(${ids}::text[])`)
export const filesOf = (db: Db, kind: string, ofId: string) =>
  whole(db, sql`kind = ${kind} and of_id = ${ofId}`)

export const previewOf = async (db: Db, id: string): Promise<unknown> =>
  (await sql<{ preview: unknown }>`select preview from files where id = ${id}`.execute(query(db))).rows[0]
    ?.preview ?? null

/** Hangs waiting files on what they were brought for; no others. */
export const hang = (db: Db, kind: string, ids: readonly string[], ofId: string) =>
  sql`update files set of_id = ${ofId}, until = null
    where kind = ${kind} and id = any(${ids}::text[]) and is_whole and (of_id is null or of_id = ${ofId})`.execute(
    query(db),
  )

/** Attaches waiting files of a user within a transaction. Returns false unless each of them exists and waits. */
export async function hangIn(
  client: Pick<pg.PoolClient, 'query'>,
  kind: string,
  ids: readonly string[],
  { ofId, by }: { ofId: string; by: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update files set of_id = $3, until = null where kind = $1 and id = any($2::text[]) and is_whole and of_id is null and user_id = $4`,
    [kind, ids, ofId, by],
  )
  return rowCount === ids.length
}

type Hashes = { hash: string; thumbnail: string | null }
const hashesOf = (rows: readonly Hashes[]) =>
  [...new Set(rows.flatMap(({ hash, thumbnail }) => [hash, thumbnail ?? '']))].filter((hash) => hash !== '')

/** Forgets files; the hashes of what may be needed by none now. */
export const forget = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  hashesOf(
    (
      await sql<Hashes>`delete from files where id = any(${ids}::text[]) returning hash, thumbnail`.execute(
        query(db),
      )
    ).rows,
  )

/** Forgets what is past its time, and what began to come before an instant and never became whole. */
export const forgetOver = async (db: Db, now: Date, begunBefore: Date): Promise<string[]> =>
  hashesOf(
    (
      await sql<Hashes>`delete from files where until < ${now} or (not is_whole and at < ${begunBefore})
        returning hash, thumbnail`.execute(query(db))
    ).rows,
  )

/** Returns the hashes that no file refers to. */
export const unnamed = async (db: Db, hashes: readonly string[]): Promise<string[]> =>
  (
    await sql<{ hash: string }>`
      select one.hash from unnest(${hashes}::text[]) one (hash)
      where not exists (select from files where files.hash = one.hash)
        and not exists (select from files where thumbnail <> '' and thumbnail = one.hash)`.execute(query(db))
  ).rows.map(({ hash }) => hash)

/** Takes bytes away that no file names, while none can begin to; not while a backup reads. */
export const removeUnnamed = (db: Db, hash: string, remove: () => Promise<void>): Promise<void> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      BACKUP_LOCK,
    ])
    if (rows[0]?.free !== true) return
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [HASH_LOCK, hash])
    const { rowCount } = await client.query('select from files where hash = $1 or thumbnail = $1 limit 1', [
      hash,
    ])
    if (rowCount === 0) await remove()
  })

/** Names a file's small picture, whose bytes `keep` puts where they stay; without one there can be none. */
export const nameThumbnail = (db: Db, id: string, made: { hash: string; store(): Promise<void> } | null) =>
  inTransaction(db, async (client) => {
    const hash = made?.hash ?? ''
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [HASH_LOCK, hash])
    await made?.store()
    await client.query('update files set thumbnail = $2 where id = $1', [id, hash])
  })

/** Waits until nothing removes the bytes of some hashes, to the end of the transaction. */
export const lockFileHashes = (client: Pick<pg.PoolClient, 'query'>, hashes: readonly string[]) =>
  client.query(
    // In one order, so that no two transactions wait for each other.
    'select pg_advisory_xact_lock($1, key) from (select distinct hashtext(h) as key from unnest($2::text[]) h order by 1) k',
    [HASH_LOCK, hashes],
  )
