import path from 'node:path'
import { sql } from 'kysely'
import { foldersOf } from '../../src/compose.ts'
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import { query } from '../../src/platform/needs/query.ts'
import { aDatabase } from './a-database.ts'

const { migrationsFolder } = foldersOf(path.resolve(import.meta.dirname, '../../..'))

/**
 * Returns a database whose clock can be set forward or back in use: queries for the time find our function before the
 * engine's.
 */
export async function aClockedDatabase() {
  const { db, url, drop, close } = await aDatabase()
  await sql`create schema machine`.execute(query(db))
  await sql`create table machine.clock as select interval '0' as off`.execute(query(db))
  for (const name of ['now', 'clock_timestamp'])
    await sql
      .raw(
        `create function machine.${name}() returns timestamptz volatile language sql
         as 'select pg_catalog.${name}() + off from machine.clock'`,
      )
      .execute(query(db))
  await sql
    .raw(`alter database "${new URL(url).pathname.slice(1)}" set search_path = machine, pg_catalog, public`)
    .execute(query(db))
  // Connections that are open search as before.
  await close()
  const clocked = await externalPostgres({ url, migrationsFolder })
  return {
    ...clocked,
    url,
    drop: async () => {
      await clocked.close()
      await drop()
    },
    putOn: async (minutes: number) =>
      void (await sql`update machine.clock set off = off + make_interval(mins => ${minutes})`.execute(
        query(clocked.db),
      )),
  }
}
