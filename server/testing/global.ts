import { mkdtempSync, rmSync } from 'node:fs'
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
  }
}

const TEMPLATE = 'samudra_template'

/** One engine a test run with one migrated template database: the embedded one, or the one of TEST_DATABASE_URL. */
export default async function setup(project: TestProject) {
  const migrationsFolder = path.resolve(import.meta.dirname, '../migrations')
  const given = process.env['TEST_DATABASE_URL']
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-run-'))
  const engine =
    given === undefined
      ? await embeddedPostgres({ dataFolder: folder, migrationsFolder })
      : await externalPostgres({ url: given, migrationsFolder })
  await sql.raw(`drop database if exists ${TEMPLATE}`).execute(query(engine.db))
  await sql.raw(`create database ${TEMPLATE}`).execute(query(engine.db))
  const url = new URL(given ?? (engine as EmbeddedDatabase).url)
  url.pathname = `/${TEMPLATE}`
  const template = await externalPostgres({ url: url.href, migrationsFolder })
  await template.migrate()
  await template.close()
  project.provide('databaseUrl', url.href)
  return async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
