import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createExport, getExport } from '@samudra/contract/exchange'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { DiskFiles } from '../../../platform/engines/files/disk.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import { FileStore } from '../../../platform/kernel/files/file-store.ts'
import { Readers } from '../../../platform/kernel/files/readers.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { EXPORT_FILES, storingWritten, writtenExport } from './export-files.ts'

const MINUTE = 60_000
const SHIP = 419000001
let sea: TestServer
let database: Awaited<ReturnType<typeof aDatabase>>
const newest = Date.now() - MINUTE
const heard = (n: number) =>
  aFix({ mmsi: SHIP, recTime: newest - n * MINUTE, observedAt: newest - n * MINUTE })
beforeAll(async () => {
  database = await aDatabase()
  await storeFixes(database.db, [heard(3), heard(2)])
  sea = await aServer([], database)
})
afterAll(() => sea.close())

const named = async (who: Pick<TestServer, 'call'>) => {
  const period = { from: new Date(newest - 3_600_000).toISOString(), to: new Date(newest).toISOString() }
  return (await who.call(createExport, { format: 'CSV', mmsis: [String(SHIP)], ...period })).id
}
const fetched = async ({ token }: { token: string }, id: string) =>
  (await download(sea.base, token, getExport, { id })).bytes.toString()
const rowsIn = (text: string) => text.trim().split('\r\n').length - 1
const stored = async () =>
  (
    await sql<{ size: number }>`select size::int as size from files where kind = 'export'`.execute(
      query(database.db),
    )
  ).rows

test('a repeated fetch returns the export as first written, only with the same visibility', async () => {
  const asha = await aUser(sea, 'asha')
  const id = await named(asha)
  const first = await fetched(asha, id)
  expect(rowsIn(first)).toBe(2)
  expect(await stored()).toEqual([{ size: first.length }])
  await storeFixes(database.db, [heard(1)])
  expect(await fetched(asha, id)).toBe(first)
  expect(rowsIn(await fetched(asha, await named(asha)))).toBe(3)
  // The user's rights change: what was visible before is no longer given out.
  await sql`update users set sources = '{NONE}' where username = 'asha'`.execute(query(database.db))
  const again = await sea.logIn('asha', 'Vasudhaiva-1-Kutumbakam')
  expect(rowsIn(await fetched(again, id))).toBe(0)
})

test('nothing is stored of an export that breaks off; one that cannot be stored is given out', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-exports-'))
  const needs = { db: database.db, clock: systemClock, readers: new Readers(), files: new DiskFiles(folder) }
  const files = new FileStore(needs).kind(EXPORT_FILES)
  const shown = { id: 'broken', name: 'x.csv', expires_at: new Date(Date.now() + MINUTE).toISOString() }
  async function* parts() {
    for (let n = 0; n < 100; n++) yield Buffer.alloc(64 * 1024, 0x61)
  }
  for await (const part of storingWritten(files, shown, ANONYMOUS, parts())) {
    expect(part.length).toBe(64 * 1024)
    break
  }
  await until(() => readdirSync(path.join(folder, 'coming')).length === 0, 'what came of it is let go')
  expect(await writtenExport(files, shown, ANONYMOUS)).toBeNull()
  rmSync(folder, { recursive: true })
  await sql`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'no space' using errcode = '53100'; end $$`.execute(query(database.db))
  await sql`create trigger full_disk before insert on files for each row execute function full_disk()`.execute(
    query(database.db),
  )
  expect(rowsIn(await fetched(sea, await named(sea)))).toBe(3)
  await sql`drop trigger full_disk on files`.execute(query(database.db))
})

test('exports of one user do not push out those of another', async () => {
  const [few, many] = [await aUser(sea, 'few'), await aUser(sea, 'many')]
  const id = await named(few)
  const ids = []
  for (let n = 0; n < 210; n++) ids.push(await named(many))
  expect(rowsIn(await fetched(few, id))).toBe(3)
  const raw = (one: string) => download(sea.base, many.token, getExport, { id: one })
  expect((await raw(ids.at(-1)!)).bytes.toString()).toContain(String(SHIP))
  expect((await raw(ids[0]!)).envelope).toMatchObject({ Code: 'NOT_FOUND' })
})
