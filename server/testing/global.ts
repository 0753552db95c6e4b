import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { embeddedPostgres, type EmbeddedDatabase } from '../src/engines/embedded/postgres.ts'
import { externalPostgres } from '../src/engines/postgres.ts'
import { query } from '../src/needs/query.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the engine's template database; a test copies it. */
    databaseUrl: string
    /** Folder of the built programs: server.js, reader.js, look-back.js, sim.js. */
    programs: string
  }
}

const TEMPLATE = 'samudra_template'
/** Each worker may have two servers of 18 over it, and what it asks itself. */
const CONNECTIONS = 200

const root = path.resolve(import.meta.dirname, '../..')

/** Inside the tree, where what npm installed is found. */
function buildPrograms(): string {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache', 'programs-'))
  execFileSync(process.execPath, [path.join(root, 'tools', 'programs.mjs'), folder], { stdio: 'inherit' })
  return folder
}

/** In memory where there is room: half of what a copied database takes of the processor is the making of its files. */
function tmpfs(): string {
  if (!existsSync('/dev/shm')) return os.tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 4 * 2 ** 30 ? '/dev/shm' : os.tmpdir()
}

/**
 * One engine a test run with one migrated template database: the embedded one, or the one of TEST_DATABASE_URL. The first
 * project that needs it sets it up for all.
 */
export default async function setup({ vitest }: TestProject) {
  if ('databaseUrl' in vitest.getRootProject().getProvidedContext()) return undefined
  const migrationsFolder = path.join(root, 'server', 'migrations')
  const given = process.env['TEST_DATABASE_URL']
  const folder = mkdtempSync(path.join(tmpfs(), 'samudra-run-'))
  const programs = buildPrograms()
  const engine =
    given === undefined
      ? await embeddedPostgres({ dataFolder: folder, migrationsFolder, connections: CONNECTIONS })
      : await externalPostgres({ url: given, migrationsFolder })
  // What lies in it is gone with the run; waiting for the disk is most of what dropping a database takes.
  for (const setting of given === undefined ? ['fsync', 'full_page_writes'] : [])
    await sql.raw(`alter system set ${setting} = off`).execute(query(engine.db))
  await sql`select pg_reload_conf()`.execute(query(engine.db))
  await sql.raw(`drop database if exists ${TEMPLATE}`).execute(query(engine.db))
  await sql.raw(`create database ${TEMPLATE}`).execute(query(engine.db))
  const url = new URL(given ?? (engine as EmbeddedDatabase).url)
  url.pathname = `/${TEMPLATE}`
  const template = await externalPostgres({ url: url.href, migrationsFolder })
  await template.migrate()
  await template.close()
  vitest.provide('databaseUrl', url.href)
  vitest.provide('programs', programs)
  return async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(programs, { recursive: true, force: true })
  }
}
