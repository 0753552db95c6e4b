import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, inject } from 'vitest'
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import type { Database } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'

const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Connections of this worker that create and drop databases; they close when they are idle. */
const servers = new Map<string, Promise<Database>>()

function serverAt(url: string): Promise<Database> {
  const server = servers.get(url) ?? externalPostgres({ url, migrationsFolder })
  servers.set(url, server)
  return server
}

/** Database of one test, copied from the migrated template. */
export async function aDatabase(): Promise<Database & { url: string; drop(): Promise<void> }> {
  const template = new URL(inject('databaseUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new URL(template)
  admin.pathname = '/postgres'
  const server = await serverAt(admin.href)
  await sql
    .raw(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
    .execute(query(server.db))
  const url = new URL(template)
  url.pathname = `/${name}`
  const database = await externalPostgres({ url: url.href, migrationsFolder })
  return {
    ...database,
    url: url.href,
    drop: async () => {
      await database.close().catch(() => undefined)
      await sql.raw(`drop database ${name} with (force)`).execute(query(server.db))
    },
  }
}

/** Returns how a test of the file gets a database, which is dropped after the test. */
export function databaseOfTest(): typeof aDatabase {
  const drops: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const drop of drops.splice(0).reverse()) await drop()
  })
  return async () => {
    const database = await aDatabase()
    drops.push(database.drop)
    return database
  }
}
