import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getAudit } from '@samudra/contract/audit'
import { archiveDay, getStorage, restoreDay } from '@samudra/contract/storage'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { randomFixes, readAll, storeFixes } from '../../../../testing/seas/fixes.ts'
import { openJobs } from '../../../databases.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { readArchive } from './tiers/archive-file.ts'
import { Archivist } from './tiers/archivist.ts'
import { Compactor } from './chunks/compactor.ts'
import { deriveFrom } from './derived/derive.sql.ts'
import { fixReader } from './read/reader.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Math.floor(Date.now() / DAY) * DAY - 10 * DAY
const OLD = new Date(START).toISOString().slice(0, 10)
const fixes = randomFixes(81, 4000, START, 24)
const everything = {
  by: 'ARRIVAL',
  from: START,
  to: START + DAY,
  quarantined: true,
  order: 'TIME',
} as const

let server: TestServer
let folder = ''
const file = () => path.join(folder, 'archive', `positions-${OLD}.csv.gz`)
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-archive-'))
  const database = await aDatabase()
  await storeFixes(database.db, fixes)
  server = await aServer([], database, { cacheFolder: path.join(folder, 'cache') })
  await new Compactor(database.db, silentLog).run(START + 5 * DAY)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const held = () => readAll(fixReader(server.database.db).readFixes(everything))
/** Takes the day out of the database into its file. */
async function takenOut() {
  await server.call(archiveDay, { day: OLD, remove: true, reason: 'The disk is small' })
  const recorded = await server.call(getAudit, { action: 'archiveDay', limit: 1 })
  expect(recorded.items).toMatchObject([{ reason: 'The disk is small' }])
  await until(async () => (await state()) === 'REMOVED', 'the day is in its file alone')
}
/** Reads the day back, exactly as it was. */
async function cameBack() {
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'RESTORED', 'the day is back')
  expect(await held()).toEqual(fixes)
}
const state = async () => (await server.call(getStorage, {})).archives.find((one) => one.day === OLD)?.state

test('administrators see storage of positions by tier, and growth once measured for six hours', async () => {
  const { db } = server.database
  const fresh = await server.call(getStorage, {})
  expect(fresh).toMatchObject({ growth_per_day: null, days_until_full: null })
  expect(fresh.tiers.find((one) => one.tier === 'PACKED')).toMatchObject({ positions: 4000 })
  expect(fresh.tiers.find((one) => one.tier === 'PACKED')!.bytes).toBeGreaterThan(100_000)
  const all = fresh.tiers.filter((one) => one.tier !== 'FILES').reduce((sum, one) => sum + one.bytes, 0)
  await sql`insert into storage_samples (at, bytes) values (now() - interval '12 hours', ${all - 5_000_000})`.execute(
    query(db),
  )
  const later = await server.call(getStorage, {})
  expect(later.measured_h).toBe(12)
  expect(later.growth_per_day! / 10_000_000).toBeCloseTo(1, 0)
})

test('of a day whose first hours are packed already, only the later ones are counted as rows', async () => {
  const { db } = server.database
  const begin = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
  const heard = randomFixes(82, 1000, begin, 4)
  await storeFixes(db, heard)
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  await new Compactor(db, silentLog).run(begin + 2 * HOUR)
  const { tiers } = await server.call(getStorage, {})
  const rows = heard.filter((fix) => fix.recTime >= begin + 2 * HOUR).length
  expect(tiers.find((one) => one.tier === 'ROWS')).toMatchObject({
    positions: rows,
    from: new Date(begin + 2 * HOUR).toISOString(),
  })
  expect(tiers.find((one) => one.tier === 'PACKED')).toMatchObject({ positions: 5000 - rows })
  await sql`delete from fixes`.execute(query(db))
})

test('a day goes into a file, leaves the database, and comes back exactly as it was', async () => {
  const before = await held()
  expect(before).toEqual(fixes)
  await takenOut()
  expect(await held()).toEqual([])
  const lines = gunzipSync(readFileSync(file())).toString().split('\n')
  expect(lines[0]).toMatch(/^mmsi,split,fix_id,observed_at,received_at,latitude_udeg/)
  expect(lines).toHaveLength(fixes.length + 2)
  expect(await server.raw(archiveDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
  await cameBack()
  expect(await server.raw(restoreDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
})

test('interrupted work begins again after a restart', async () => {
  const { db } = server.database
  // As a kill leaves it: half a file under another name, or half of the day read back.
  writeFileSync(`${file()}.part`, 'half')
  await sql`update fix_archives set state = 'RESTORING'`.execute(query(db))
  await sql`delete from fix_chunks where extract(hour from window_start) > 11`.execute(query(db))
  await server.halt()
  const again = await aServer([], server.database, { cacheFolder: path.join(folder, 'cache') })
  server = { ...again, close: again.close }
  await until(async () => (await state()) === 'RESTORED', 'it is read back', 20)
  expect(await held()).toEqual(fixes)
  await server.call(archiveDay, { day: OLD })
  await until(async () => (await state()) === 'WRITTEN', 'it is written again')
  expect(existsSync(`${file()}.part`)).toBe(false)
  expect(await held()).toEqual(fixes)
})

test('a file that was changed is refused with the line, and the day is not called restored', async () => {
  const good = readFileSync(file())
  const lines = gunzipSync(good).toString().split('\n')
  lines[2] = 'nonsense'
  writeFileSync(file(), gzipSync(lines.join('\n')))
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'FAILED', 'it is told')
  const { archives } = await server.call(getStorage, {})
  expect(archives[0]!.why).toBe('line 3 has 1 fields instead of 19')
  writeFileSync(file(), good.subarray(0, good.length / 2))
  await server.call(restoreDay, { day: OLD })
  await until(async () => {
    const [day] = (await server.call(getStorage, {})).archives
    return day!.state === 'FAILED' && day!.why !== archives[0]!.why
  }, 'it is told')
  writeFileSync(file(), good)
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'RESTORED', 'the whole file is read back')
  expect(await held()).toEqual(fixes)
})

const count = () => {
  const lines = gunzipSync(readFileSync(file())).toString().split('\n')
  return lines.length - 2
}
const failed = async () => (await server.call(getStorage, {})).archives.find((one) => one.day === OLD)?.failed
/** As on a full disk: what concerns packed positions of the afternoon fails. */
async function breakAfternoon(when: 'insert' | 'delete') {
  const { db } = server.database
  await sql`create function break_afternoon() returns trigger language plpgsql as $$
    declare one record;
    begin
      if tg_op = 'DELETE' then one := old; else one := new; end if;
      if extract(hour from one.window_start) > 11 then raise exception 'no space left on device'; end if;
      return one;
    end $$`.execute(query(db))
  await sql`create trigger break_afternoon before ${sql.raw(when)} on fix_chunks
    for each row execute function break_afternoon()`.execute(query(db))
  return () => sql`drop function break_afternoon cascade`.execute(query(db))
}

test('a day that came back in part is not written over its file, and is read back again', async () => {
  await takenOut()
  const mend = await breakAfternoon('insert')
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'FAILED', 'it is told')
  await mend()
  expect((await held()).length).toBeLessThan(fixes.length)
  expect(await failed()).toBe('RESTORING')
  for (const remove of [false, true]) {
    const refused = await server.raw(archiveDay, { day: OLD, remove })
    expect(refused).toMatchObject({ Code: 'IN_USE' })
    expect(refused.Message).toMatch(/Restore it again/)
  }
  expect(count()).toBe(fixes.length)
  await cameBack()
})

test('a day that left the database in part is taken out to the end, and its file keeps all of it', async () => {
  const mend = await breakAfternoon('delete')
  await server.call(archiveDay, { day: OLD, remove: true })
  await until(async () => (await state()) === 'FAILED', 'it is told')
  await mend()
  // As it is when what is taken away first is gone already.
  await sql`delete from fix_chunks where extract(hour from window_start) < 12`.execute(
    query(server.database.db),
  )
  expect(await failed()).toBe('REMOVING')
  expect(await server.raw(archiveDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
  expect(await server.raw(restoreDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
  await takenOut()
  expect(count()).toBe(fixes.length)
  await cameBack()
})

test('a day that was thinned since it was written is taken out with its file as it was', async () => {
  await server.call(archiveDay, { day: OLD })
  await until(async () => (await state()) === 'WRITTEN', 'it is in a file and here')
  expect(await server.raw(archiveDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
  await sql`delete from fix_chunks where mmsi % 2 = 0`.execute(query(server.database.db))
  expect((await held()).length).toBeLessThan(fixes.length)
  await takenOut()
  expect(count()).toBe(fixes.length)
  await cameBack()
})

test('a day with a damaged file stays stored, and an unknown file is not overwritten by less', async () => {
  const { db } = server.database
  const good = readFileSync(file())
  writeFileSync(file(), good.subarray(0, good.length / 2))
  await sql`update fix_archives set state = 'WRITTEN'`.execute(query(db))
  await sql`delete from fix_chunks where mmsi % 2 = 0`.execute(query(db))
  const before = await held()
  await server.call(archiveDay, { day: OLD, remove: true })
  await until(async () => (await state()) === 'FAILED', 'it is told')
  expect(await held()).toEqual(before)
  writeFileSync(file(), good)
  await sql`delete from fix_archives`.execute(query(db))
  await server.call(archiveDay, { day: OLD, remove: true })
  await until(async () => (await state()) === 'FAILED', 'it is told')
  expect((await server.call(getStorage, {})).archives[0]!.why).toMatch(/read the day back/)
  expect(await held()).toEqual(before)
  await cameBack()
})

test('imported fixes do not come back with their day once the import was undone', async () => {
  const { db } = server.database
  await takenOut()
  const good = gunzipSync(readFileSync(file())).toString().split('\n')
  // Three fixes of the file are of two imports.
  const feedAt = good[0]!.split(',').indexOf('feed_number')
  const ofFeed = (line: string, feed: number) =>
    line
      .split(',')
      .map((value, n) => (n === feedAt ? String(feed) : value))
      .join(',')
  const lines = good.map((line, n) =>
    n === 5 || n === 900 ? ofFeed(line, 20_000) : n === 1700 ? ofFeed(line, 20_001) : line,
  )
  writeFileSync(file(), gzipSync(lines.join('\n')))
  for (const [feed, stored] of [
    [20_000, 'UNDONE'],
    [20_001, 'COMMITTED'],
  ] as const)
    await sql`insert into imports (id, feed, state, report, created_by, created_at)
      values (${String(feed)}, ${feed}, ${stored}, '{}', 'admin', now())`.execute(query(db))
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'RESTORED', 'the day is back')
  const feeds = (await held()).map((fix) => fix.feed)
  expect(feeds).toHaveLength(fixes.length - 2)
  expect(feeds.filter((feed) => feed >= 20_000)).toEqual([20_001])
})

test.skipIf(!existsSync('/proc/self/fd'))('files that were refused do not stay open', async () => {
  const damaged = path.join(folder, 'damaged.csv.gz')
  const lines = Array.from({ length: 50_000 }, () => 'nonsense')
  writeFileSync(damaged, gzipSync(lines.join('\n'), { level: 0 }))
  for (let n = 0; n < 3; n++)
    await expect(async () => {
      for await (const hour of readArchive(damaged)) expect(hour).toBeUndefined()
    }).rejects.toThrow('line 1 is not the head')
  const isOpen = (name: string) => {
    try {
      return readlinkSync(path.join('/proc/self/fd', name)) === damaged
    } catch {
      return false
    }
  }
  await until(() => !readdirSync('/proc/self/fd').some(isOpen), 'it is closed')
})

test('without a database days in files wait for it, and the server goes on', async () => {
  const { db, drop } = await aDatabase()
  await drop()
  const received: string[] = []
  const log = {
    ...silentLog,
    error: (what: string, { error } = { error: '' }) => void received.push(`${what}: ${error}`),
  }
  const archiveFolder = path.join(folder, 'archive')
  const archivist = new Archivist({ db, clock: systemClock, log, reader: fixReader(db), archiveFolder })
  const other = await aDatabase()
  const jobs = openJobs({ db: other.db, clock: systemClock, log })
  jobs.define({ name: 'archive', does: '', when: { everyMs: 10 }, work: () => archivist.work() })
  await jobs.start()
  await until(() => received.length >= 2, 'it was tried twice')
  expect(received[0]).toMatch(/a job failed.*see that the database answers/)
  await jobs.stop()
  await other.drop()
})

test('days that cannot be archived are refused with what to do', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(await server.raw(archiveDay, { day: today })).toMatchObject({ Code: 'IN_USE' })
  expect(await server.raw(archiveDay, { day: '2019-02-30' })).toMatchObject({ Code: 'VALIDATION' })
  expect(await server.raw(archiveDay, { day: '2019-02-03' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await server.raw(restoreDay, { day: '2019-02-03' })).toMatchObject({ Code: 'NOT_FOUND' })
})
