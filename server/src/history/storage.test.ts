import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { archiveDay, getStorage, restoreDay } from '@samudra/contract/storage'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, aServer, until, type TestServer } from '../../testing/a-server.ts'
import { randomFixes, readAll, storeFixes } from '../../testing/fixes.ts'
import { silentLog } from '../kernel/log.ts'
import { query } from '../needs/query.ts'
import { Compactor } from './compactor.ts'
import { fixReader } from './reader.ts'

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
const state = async () => (await server.call(getStorage, {})).archives.find((one) => one.day === OLD)?.state

test('administrators see what the positions take, by tier; growth only once it was measured for six hours', async () => {
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

test('a day goes into a file, leaves the database, and comes back exactly as it was', async () => {
  const before = await held()
  expect(before).toEqual(fixes)
  await server.call(archiveDay, { day: OLD, remove: true })
  await until(async () => (await state()) === 'REMOVED', 'the day is in its file alone')
  expect(await held()).toEqual([])
  const lines = gunzipSync(readFileSync(file())).toString().split('\n')
  expect(lines[0]).toMatch(/^mmsi,split,fix_id,observed_at,received_at,latitude_udeg/)
  expect(lines).toHaveLength(fixes.length + 2)
  expect(await server.raw(archiveDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
  await server.call(restoreDay, { day: OLD })
  await until(async () => (await state()) === 'RESTORED', 'the day is back')
  expect(await held()).toEqual(fixes)
  expect(await server.raw(restoreDay, { day: OLD })).toMatchObject({ Code: 'IN_USE' })
})

test('what was interrupted is begun anew after a restart', async () => {
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

test('days that cannot be archived are refused with what to do', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(await server.raw(archiveDay, { day: today })).toMatchObject({ Code: 'IN_USE' })
  expect(await server.raw(archiveDay, { day: '2019-02-30' })).toMatchObject({ Code: 'VALIDATION' })
  expect(await server.raw(archiveDay, { day: '2019-02-03' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await server.raw(restoreDay, { day: '2019-02-03' })).toMatchObject({ Code: 'NOT_FOUND' })
})
