import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { foldersOf } from '../../src/compose.ts'
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { aDatabase } from './a-database.ts'

const { migrationsFolder } = foldersOf(path.resolve(import.meta.dirname, '../../..'))

/** A database as it stood before a migration, with what `fill` puts in; nothing is brought up to date. */
export async function aDatabaseBefore(migration: string, fill: (db: Db) => Promise<void>) {
  const database = await aDatabase()
  await sql`drop schema public cascade`.execute(query(database.db))
  await sql`create schema public`.execute(query(database.db))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-migrations-'))
  for (const name of readdirSync(migrationsFolder))
    if (name < migration) copyFileSync(path.join(migrationsFolder, name), path.join(folder, name))
  const old = await externalPostgres({ url: database.url, migrationsFolder: folder })
  await old.migrate()
  await fill(old.db)
  await old.close()
  rmSync(folder, { recursive: true })
  return database
}
