import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import pg from 'pg'
import { StartFailure, sentenceOf } from '../kernel/http/errors.ts'
import type { Keys } from '../kernel/http/keys.ts'
import { underway } from '../kernel/http/underway.ts'
import type { Database } from '../needs/database.ts'
import { sealDb, type Lender } from '../needs/query.ts'

const OLDEST_MAJOR = 15

/** Opens a PostgreSQL; the embedded one and any other run through here. */
export function openPostgres(
  connection: pg.PoolConfig,
  migrationsFolder: string,
): Pick<Database, 'db' | 'migrate' | 'close'> {
  const pool = new pg.Pool({
    max: 16,
    ...connection,
    application_name: 'samudra',
    options: '-c timezone=UTC',
  })
  // The pool replaces an idle connection that breaks; the next query reports it to its caller.
  pool.on('error', () => undefined)
  // The same for a connection that breaks while in use.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const ending = new pg.Pool({ max: 1, ...connection, application_name: 'samudra', allowExitOnIdle: true })
  ending.on('error', () => undefined)
  const lent = lending(pool, ending)
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lent }) })
  return {
    db: sealDb({ kysely, pool: lent }),
    migrate: () => migrate(kysely, migrationsFolder),
    close: async () => {
      await kysely.destroy()
      await ending.end()
    },
  }
}

/**
 * Lends connections. When a call ends, its connection ends with it, whatever statement it runs. The engine would
 * otherwise continue the statement until it had output; `ending` notifies the engine.
 */
function lending(pool: pg.Pool, ending: pg.Pool): Lender {
  return {
    connect: async () => {
      const { signal } = underway
      signal?.throwIfAborted()
      const client = await pool.connect()
      if (signal === undefined) return client
      let isEnded = false
      const end = () => {
        isEnded = true
        const { processID } = client as pg.PoolClient & { processID: number }
        // A connection that is gone already is ended enough.
        ending.query('select pg_terminate_backend($1)', [processID]).catch(() => undefined)
      }
      const giveBack = client.release
      client.release = (error) => {
        signal.removeEventListener('abort', end)
        // Given back in the middle of something.
        if (error !== undefined && error !== false) end()
        giveBack.call(client, isEnded)
      }
      if (signal.aborted) client.release()
      signal.throwIfAborted()
      signal.addEventListener('abort', end, { once: true })
      return client
    },
    end: () => pool.end(),
  }
}

/** A PostgreSQL by its address, from 15 on. */
export async function externalPostgres(options: {
  url: string
  migrationsFolder: string
  /**
   * Refuse while another server works on this database, and keep others out meanwhile; with a key, only servers that work
   * alone or have another key.
   */
  alone?: boolean | Keys
}): Promise<Database> {
  const open = openPostgres({ connectionString: options.url }, options.migrationsFolder)
  const at = new URL(options.url)
  const whereabouts = `${at.host || at.searchParams.get('host') || 'localhost'}${at.pathname}`
  let holder: pg.Client | undefined
  try {
    await checkVersion(options.url)
    if (options.alone === true) holder = await holdAlone(options.url, whereabouts)
    else if (options.alone) holder = await holdTogether(options.url, whereabouts, options.alone)
  } catch (error) {
    await open.close()
    if (error instanceof StartFailure) throw error
    throw new StartFailure(
      `The database at ${whereabouts} does not respond: ${sentenceOf(error)}. Check --database and that the database server runs.`,
    )
  }
  return {
    ...open,
    engine: 'external',
    whereabouts,
    close: async () => {
      await open.close()
      await holder?.end().catch(() => undefined)
    },
  }
}

/** Number of the advisory lock a server holds on its database. */
export const SERVER_LOCK = 7_301_002

const holdAlone = (url: string, whereabouts: string) =>
  holding(url, async (client) =>
    (await isTaken(client, 'select pg_try_advisory_lock($1) as taken', [SERVER_LOCK]))
      ? null
      : `Another Samudra server uses the database at ${whereabouts}. Stop it first.`,
  )

/** Servers that share a database need one key: with another they could not read what the others locked in it. */
const holdTogether = (url: string, whereabouts: string, keys: Keys) =>
  holding(url, async (client) => {
    const mark = keys.of('shared database').readInt32BE()
    if (!(await isTaken(client, 'select pg_try_advisory_lock_shared($1) as taken', [SERVER_LOCK])))
      return `Another Samudra server uses the database at ${whereabouts} alone. Start both with --redis, or stop it first.`
    await client.query('select pg_advisory_lock_shared($1, $2)', [SERVER_LOCK, mark])
    const others = `select not exists (select from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid = $1::int::oid and objid <> $2::int::oid) as taken`
    return (await isTaken(client, others, [SERVER_LOCK, mark]))
      ? null
      : `Another Samudra server uses the database at ${whereabouts} with another key. Give all servers the same key: SAMUDRA_KEY, or the same samudra.key in each data folder.`
  })

const isTaken = async (client: pg.Client, statement: string, values: number[]) =>
  (await client.query<{ taken: boolean }>(statement, values)).rows[0]?.taken === true

/** Returns a connection that holds locks; `take` takes them, or returns why they are not available. */
async function holding(url: string, take: (client: pg.Client) => Promise<string | null>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const why = await take(client)
  if (why === null) {
    // Without the connection the lock is gone; the server goes on, for the database is gone with it.
    client.on('error', () => undefined)
    return client
  }
  await client.end()
  throw new StartFailure(why)
}

async function checkVersion(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const major = Math.floor(Number(rows[0]!.server_version_num) / 10_000)
    if (major < OLDEST_MAJOR)
      throw new StartFailure(
        `The database is PostgreSQL ${major}. Version ${OLDEST_MAJOR} or later is required.`,
      )
  } finally {
    await client.end()
  }
}

async function migrate(kysely: Kysely<unknown>, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => readMigrations(folder) },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const sentence = sentenceOf(error)
    if (/previously executed migration .* is missing/.test(sentence))
      throw new StartFailure(
        'The database was made by a newer version of Samudra. Start that version, or restore a backup into an empty database.',
      )
    throw new StartFailure(`The database schema could not be updated: ${sentence}`)
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {}
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    const text = await readFile(path.join(folder, file), 'utf8')
    found[file.replace(/\.sql$/, '')] = {
      up: async (db) => {
        await sql.raw(text).execute(db)
      },
    }
  }
  return found
}
