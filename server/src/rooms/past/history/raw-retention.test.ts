import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { getStorage } from '@samudra/contract/storage'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aClock } from '../../../../testing/servers/a-browser.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { fixOf, rawOf } from '../../../../testing/seas/raw-messages.ts'
import { administered } from '../../../platform/kernel/http/admin-values.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { Archivist } from './tiers/archivist.ts'
import { Compactor } from './chunks/compactor.ts'
import { deriveFrom } from './derived/derive.sql.ts'
import { ensurePartitions } from './record/partitions.sql.ts'
import { fixReader } from './read/reader.ts'
import { TierRunner } from './tiers/tier-runner.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Starts a server that receives one source; `sent` has the sentence of each vessel. */
async function aCentre(more: Parameters<typeof aServer>[2] = {}) {
  const receiver = await Receiver.listen()
  open.push(() => receiver.close())
  const database = await aDatabase()
  open.push(() => database.drop())
  const start = () => aServer([receiver.feed('MSIS')], database, more)
  const sent = new Map<number, string>()
  const send = async (server: Pick<TestServer, 'call'>, ...mmsis: number[]) => {
    const lines = mmsis.map((mmsi) => encodePosition({ mmsi, lat: 9.9, lon: 75.9, sog: 10, cog: 90 })[0]!)
    for (const [i, mmsi] of mmsis.entries()) sent.set(mmsi, lines[i]!)
    await receiver.send(['what no decoder reads', ...lines])
    await until(async () => (await fixOf(server, mmsis.at(-1)!)) !== undefined, 'it is stored')
  }
  return { start, sent, send, db: database.db }
}

/** Does what the server does once a minute, as if it were another instant. */
async function keepTiers(db: Db, now: number, recorded: { from: number; to: number }[] = []) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-tiers-'))
  const base = { db, clock: aClock(now), log: silentLog }
  const archivist = new Archivist({ ...base, reader: fixReader(db), archiveFolder: folder })
  const settings = administered(() => new Map())
  const tiers = new TierRunner({ ...base, settings, archivist, protectedPeriods: () => recorded })
  await tiers.work()
  rmSync(folder, { recursive: true })
}
/** Fixes in each block of a table. */
const blocksOf = async (db: Db, table: 'raw_tail' | 'raw_blocks') =>
  (
    await sql<{ fixes: number }>`select fixes from ${sql.table(table)} order by first_fix`.execute(query(db))
  ).rows.map((row) => row.fixes)

async function setDays(server: Pick<TestServer, 'call'>, days: number) {
  const { version } = await server.call(getAdminSettings, {})
  const changes = { 'ais.raw_lines_days': days }
  const change = { changes, expected_version: version }
  const { effects } = await server.call(updateAdminSettings, { ...change, dry_run: true })
  expect(effects.at(-1)).toMatch(/deleted within one hour/)
  await server.call(updateAdminSettings, change)
}

test('received lines remain after a restart, after packing of the fix and joining of the block', async () => {
  const { start, sent, send, db } = await aCentre()
  const first = await start()
  const ships = Array.from({ length: 40 }, (_, n) => 419000201 + n)
  for (let n = 0; n < ships.length; n += 8) {
    await send(first, ...ships.slice(n, n + 8))
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await first.halt()
  const second = await start()
  const expectAll = async () => {
    for (const mmsi of ships)
      expect(await rawOf(second, mmsi)).toMatchObject({
        kept: true,
        form: 'NMEA',
        lines: [sent.get(mmsi)],
        decoded: [{ mmsi: String(mmsi), sog: 10 }],
      })
  }
  await expectAll()
  expect((await blocksOf(db, 'raw_tail')).length).toBeGreaterThanOrEqual(5)
  // The hour is not over, and its blocks are not large: they wait.
  await keepTiers(db, Date.now() - HOUR)
  expect(await blocksOf(db, 'raw_blocks')).toEqual([])
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  await new Compactor(db, silentLog).run(Date.now() + 2 * HOUR)
  await keepTiers(db, Date.now() + 2 * HOUR)
  expect(await blocksOf(db, 'raw_tail')).toEqual([])
  const blocks = await blocksOf(db, 'raw_blocks')
  expect(blocks.length).toBeLessThanOrEqual(2)
  expect(blocks.reduce((sum, fixes) => sum + fixes, 0)).toBe(ships.length)
  await expectAll()
  const part = (await second.call(getStorage, {})).tiers.find((one) => one.tier === 'RAW')!
  expect(part.bytes).toBeGreaterThan(8192)
  expect(Date.now() - Date.parse(part.from!)).toBeLessThan(10 * 60_000)
  await second.halt()
})

test('raw messages go after their days unless a recording covers them, and the answer states why', async () => {
  const clock = aClock(Date.now())
  const { start, sent, send, db } = await aCentre({ clock })
  const server = await start()
  open.push(() => server.halt())
  await send(server, 419000301)
  const arrived = clock.now()
  clock.turn(33 * DAY)
  const recorded = { from: arrived - HOUR, to: arrived + HOUR }
  const later = await server.logIn('admin', 'Vasudhaiva-1-Kutumbakam')
  await keepTiers(db, clock.now(), [recorded])
  expect(await rawOf(later, 419000301)).toMatchObject({ kept: true, lines: [sent.get(419000301)] })
  await keepTiers(db, clock.now())
  const gone = await rawOf(later, 419000301)
  expect(gone).toMatchObject({ kept: false, form: null, lines: [], source: 'MSIS' })
  expect(gone.why).toBe(
    'Raw messages are stored for 30 days; the message of this fix is older and was deleted.',
  )
  expect(await blocksOf(db, 'raw_blocks')).toEqual([])
  // Fixes of today are stored with their lines as before.
  await ensurePartitions(db, clock.now())
  await send(later, 419000302)
  expect(await rawOf(later, 419000302)).toMatchObject({ kept: true, lines: [sent.get(419000302)] })
})

test('switched off nothing is written, and the answer states so; switched on again it is', async () => {
  const { start, sent, send, db } = await aCentre()
  const server = await start()
  open.push(() => server.halt())
  await setDays(server, 0)
  await send(server, 419000401)
  expect(await rawOf(server, 419000401)).toMatchObject({
    kept: false,
    why: 'Raw messages are not stored: their retention is set to 0 days.',
  })
  expect(await blocksOf(db, 'raw_tail')).toEqual([])
  await setDays(server, 1)
  await send(server, 419000402)
  expect(await rawOf(server, 419000402)).toMatchObject({ kept: true, lines: [sent.get(419000402)] })
  expect((await rawOf(server, 419000401)).why).toContain('storage was off')
})

test('a fix from a file is reported as having nothing received', async () => {
  const { start, send, db } = await aCentre()
  const server = await start()
  open.push(() => server.halt())
  await send(server, 419000501)
  await storeFixes(db, [aFix({ recTime: Date.now() - 60_000, mmsi: 419000502, feed: 20_000 })])
  expect(await rawOf(server, 419000502)).toMatchObject({
    kept: false,
    why: 'This position was imported from a file. It has no received message.',
  })
})
