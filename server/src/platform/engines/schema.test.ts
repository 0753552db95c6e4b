import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../testing/servers/a-database.ts'
import { foldersOf } from '../../compose.ts'
import { query } from '../needs/query.ts'
import { externalPostgres } from './postgres.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** Tables that a cluster would distribute by MMSI: those with an mmsi column, partitions apart. */
const DISTRIBUTED = sql`
  select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'mmsi'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

test('every unique key of a table with an MMSI contains it, for distribution by Citus', async () => {
  const { rows } = await sql<{ key: string }>`
    select i.indexrelid::regclass::text as key from (${DISTRIBUTED}) t join pg_index i on i.indrelid = t.oid
    where i.indisunique and not exists (
      select 1 from unnest(i.indkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k where a.attname = 'mmsi')
  `.execute(query(database.db))
  expect(rows).toEqual([])
})

test('no table with an MMSI refers to another by a foreign key', async () => {
  const { rows } = await sql`
    select conname from pg_constraint where contype = 'f' and conrelid in (select oid from (${DISTRIBUTED}) t)
  `.execute(query(database.db))
  expect(rows).toEqual([])
})

test('a second server on the same database is notified of the first', async () => {
  const at = {
    url: database.url,
    migrationsFolder: foldersOf(path.resolve(import.meta.dirname, '../../../..')).migrationsFolder,
  }
  const first = await externalPostgres({ ...at, alone: true })
  await expect(externalPostgres({ ...at, alone: true })).rejects.toThrow(
    /Another Samudra server uses the database/,
  )
  await first.close()
  await (await externalPostgres({ ...at, alone: true })).close()
})
