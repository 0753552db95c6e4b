import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { aReceivedFix } from '../../../../../testing/seas/fixes.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import { fixBatch } from '../../../../sea/fix-batch.ts'
import { query } from '../../../../platform/needs/query.ts'
import { ensurePartitions } from './partitions.sql.ts'
import { receivedFor } from '../raw/raw-blocks.sql.ts'
import { storePortion } from './record.sql.ts'
import { Recorder } from './recorder.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

test('a batch stored before the connection broke without confirmation is not stored twice', async () => {
  const database = await aDatabase()
  open.push(() => database.drop())
  const now = Date.now()
  await ensurePartitions(database.db, now)
  let tries = 0
  const recorder = new Recorder(async (portion, isAgain) => {
    await storePortion(database.db, portion, isAgain)
    if (++tries === 1) throw new Error('the connection broke')
  }, silentLog)
  const batch = fixBatch(3)
  batch.count = 3
  for (let i = 0; i < 3; i++) {
    batch.mmsi[i] = 419000123
    batch.fixId[i] = now * 1024 + i
    batch.recTime[i] = batch.observedAt[i] = now
  }
  recorder.record(batch)
  await recorder.flush()
  expect([tries, recorder.stored]).toEqual([2, 3])
  const { rows } = await sql<{ n: string }>`select count(*) as n from fixes`.execute(query(database.db))
  expect(rows[0]?.n).toBe('3')
})

test('a fix and what was received for it are stored together or not at all', async () => {
  const { db, drop } = await aDatabase()
  open.push(drop)
  const at = Date.now()
  await ensurePartitions(db, at)
  const tries: string[] = []
  const recorder = new Recorder(
    (portion, isAgain) => storePortion(db, portion, isAgain),
    { ...silentLog, error: (what) => tries.push(what) },
    () => true,
  )
  const stored = async () =>
    (await sql<{ n: string }>`select count(*) as n from fixes`.execute(query(db))).rows[0]!.n
  await sql`alter table raw_tail rename to elsewhere`.execute(query(db))
  recorder.record(aReceivedFix(at, 'what was received'))
  const flushed = recorder.flush()
  await until(() => tries.length > 0, 'it was tried')
  expect([await stored(), recorder.stored]).toEqual(['0', 0])
  await sql`alter table elsewhere rename to raw_tail`.execute(query(db))
  await flushed
  expect(await stored()).toBe('1')
  expect(Buffer.from((await receivedFor(db, at * 1024, at))!).toString()).toBe('what was received')
})

test('without a database it ends after three seconds and reports what is lost', async () => {
  const text: string[] = []
  const recorder = new Recorder(() => Promise.reject(new Error('no database')), {
    ...silentLog,
    error: (what, facts) => text.push(`${what} ${String(facts?.['fixes'] ?? '')}`),
  })
  const batch = fixBatch(1)
  batch.count = 1
  recorder.record(batch)
  const began = Date.now()
  await recorder.stop()
  expect(Date.now() - began).toBeLessThan(4000)
  await until(() => text.includes('ended without the database: these fixes are lost 1'), 'it is said')
})
