import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import type pg from 'pg'
import { BACKUP_LOCK } from '../../../platform/kernel/cluster/backup-lock.sql.ts'
import { copyStreams, query } from '../../../platform/needs/query.ts'

/** Bookkeeping of the migrations; a backup names its migrations instead. */
const NOT_CONTENT = ['schema_migration', 'schema_migration_lock']

/** Tables that a new database already has rows in; a restore puts those of the backup in their place. */
export const SEEDED: readonly string[] = ['admin_settings_version', 'audit_head', 'static_pages']

/** From this migration on files lie beside the database. */
export const FILES_APART = '0037-files'
/** Tables that files lay in before; the next start takes over what is in them. */
export const makeTablesBeforeFiles = (db: Db) => sql`select make_tables_before_files()`.execute(query(db))

type Asking = Pick<pg.ClientBase, 'query'>

/** Tables in the order in which they may be filled: referenced ones first. Partitions are read through their parent. */
export async function contentTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; refers: string[] }>`
    select c.relname as name, coalesce(array_agg(r.relname) filter (where r.relname is not null and r.oid <> c.oid), '{}')::text[] as refers
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class r on r.oid = k.confrelid
    where c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`.execute(query(db))
  const left = new Map(
    rows.filter((row) => !NOT_CONTENT.includes(row.name)).map((row) => [row.name, row.refers]),
  )
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left]
      .filter(([, refers]) => refers.every((name) => !left.has(name)))
      .map(([name]) => name)
    if (free.length === 0) throw new Error('tables refer to one another in a circle')
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}

/** Days that rows of a partitioned table need partitions for. */
async function daysOf(client: Asking, table: string, time: string): Promise<Date[]> {
  const { rows } = await client.query<{ day: Date }>(
    `select distinct date_trunc('day', ${quoted(time)}) as day from ${quoted(table)} order by 1`,
  )
  return rows.map((row) => row.day)
}

/** Returns the columns of a table, without those that are computed of others. */
async function columnsOf(client: Asking, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map((row) => row.name)
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
    query(db),
  )
  return rows.map((row) => row.name)
}

export async function hasRows(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(query(db))
  return rows.length > 0
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** One table out or in as text COPY, all in one transaction. */
export async function openCopies(db: Db) {
  const { client, out, into } = await copyStreams(db)
  return {
    /**
     * Begins to read one instant of these tables while others write. No table is removed meanwhile, and the instant is
     * that of the first query after this.
     */
    beginReading: async (tables: string[]) => {
      await client.query('begin isolation level repeatable read read only')
      await client.query('select pg_advisory_xact_lock_shared($1)', [BACKUP_LOCK])
      await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
    },
    /** Counts that triggers make are part of a backup: here they make none. */
    beginWriting: async () => {
      await client.query('begin')
      await client.query("set local samudra.restoring = 'on'")
    },
    daysOf: (table: string, time: string) => daysOf(client, table, time),
    columnsOf: (table: string) => columnsOf(client, table),
    /** Returns the hashes of the file contents of this instant. */
    hashes: async () => {
      // Beside a server of before there are none yet.
      const { rowCount } = await client.query("select 1 where to_regclass('files') is not null")
      if (rowCount === 0) return []
      const { rows } = await client.query<{ hash: string }>(
        "select hash from files where is_whole union select thumbnail from files where thumbnail <> ''",
      )
      return rows.map(({ hash }) => hash)
    },
    commit: () => client.query('commit'),
    clear: (table: string) => client.query(`delete from ${quoted(table)}`),
    out: (table: string, columns: string[]) =>
      out(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(table)}) to stdout`),
    into: (table: string, columns: string[]) => {
      const stream = into(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`)
      // Hanging up fails a COPY that no caller awaits any more; a writer still gets the error.
      stream.on('error', () => undefined)
      return stream
    },
    release: () => client.release(),
    /** Hangs up in the middle of whatever runs; the server undoes it. */
    abandon: () => client.release(true),
  }
}
