import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import {
  embeddedPostgres,
  type EmbeddedDatabase,
} from '../../src/platform/engines/embedded/embedded-postgres.ts'
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { cachedFolder } from './cached-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the engine's template database; a test copies it. */
    databaseUrl: string
  }
}

const TEMPLATE = 'samudra_template'
/** Each worker may have two servers of 18 over it, and the connections of its test. */
const CONNECTIONS = 200
const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')
const CLUSTER_SOURCES = [
  'package-lock.json',
  'server/migrations',
  'server/src/platform/engines/embedded',
  'server/testing/servers/engine.ts',
]

/** Returns a folder in memory where there is room: half of the cost of a copied database is the making of its files. */
function tmpfs(): string {
  if (!existsSync('/dev/shm')) return os.tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 4 * 2 ** 30 ? '/dev/shm' : os.tmpdir()
}

/** Creates the template database at an engine and migrates it; returns its address. */
async function makeTemplate(db: Db, at: string): Promise<void> {
  await sql.raw(`drop database if exists ${TEMPLATE}`).execute(query(db))
  await sql.raw(`create database ${TEMPLATE}`).execute(query(db))
  const template = await externalPostgres({ url: templateUrl(at), migrationsFolder })
  await template.migrate()
  await template.close()
}

function templateUrl(at: string): string {
  const url = new URL(at)
  url.pathname = `/${TEMPLATE}`
  return url.href
}

/** Gives an embedded engine the template and settings for data that lasts as long as a run. */
async function prepare({ db, url }: EmbeddedDatabase) {
  // A wait for the disk is most of the cost of a dropped database.
  for (const setting of ['fsync', 'full_page_writes'])
    await sql.raw(`alter system set ${setting} = off`).execute(query(db))
  await sql`select pg_reload_conf()`.execute(query(db))
  // A login then hashes the password once instead of 4,096 times.
  const { username, password } = new URL(url)
  await sql.raw(`set scram_iterations = 1; alter role ${username} password '${password}'`).execute(query(db))
  await makeTemplate(db, url)
}

async function makeCluster(folder: string) {
  const engine = await embeddedPostgres({ dataFolder: folder, migrationsFolder })
  await prepare(engine)
  await engine.close()
}

/** Starts the embedded engine on a copy of a prepared cluster. */
async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const cluster = await cachedFolder('cluster', CLUSTER_SOURCES, makeCluster)
  const folder = mkdtempSync(path.join(tmpfs(), 'samudra-run-'))
  // The engine refuses files of another owner or mode.
  execFileSync('cp', ['-a', `${cluster}/.`, folder])
  const engine = await embeddedPostgres({ dataFolder: folder, migrationsFolder, connections: CONNECTIONS })
  // Its cluster lies elsewhere where the engine may not enter the folder.
  const { rows } = await sql`select from pg_database where datname = ${TEMPLATE}`.execute(query(engine.db))
  if (rows.length === 0) await prepare(engine)
  return {
    url: engine.url,
    stop: async () => {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startExternal(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const engine = await externalPostgres({ url, migrationsFolder })
  await makeTemplate(engine.db, url)
  return { url, stop: () => engine.close() }
}

/**
 * Starts the database engine of a run with one migrated template database: the embedded one, or the one of
 * TEST_DATABASE_URL. Returns the template's address and how to end the engine.
 */
export async function openEngine(): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const { url, stop } = await (given === undefined ? startEmbedded() : startExternal(given))
  return { databaseUrl: templateUrl(url), stop }
}
