// Rooms: history
import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfTest } from '../../../../../testing/servers/a-database.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { size } from '../../../../../testing/servers/durability-size.ts'
import {
  dice,
  latestPlainly,
  plainFixes,
  randomFixes,
  randomQuestion,
  readAll,
  readPlainly,
  sortedById,
  storeFixes,
  type PlainFix,
} from '../../../../../testing/seas/fixes.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { Compactor } from './compactor.ts'
import { deriveFrom } from '../derived/derive.sql.ts'
import { forgetFeed } from '../tiers/forget.sql.ts'
import { partitionsOf } from '../record/partitions.sql.ts'
import { fixReader } from '../read/reader.ts'
import { receptionsOf } from '../read/stored-fixes.ts'

const START = Date.UTC(2026, 0, 30)
const HOURS = 72
const HOUR = 3_600_000

const emptyDatabase = databaseOfTest()

const countOf = async (db: Db, what: string) =>
  Number((await sql.raw<{ n: string }>(`select ${what} as n`).execute(query(db))).rows[0]!.n)

async function expectAnswers(db: Db, fixes: PlainFix[], seeds: number[]) {
  const reader = fixReader(db)
  for (const seed of seeds) {
    const request = randomQuestion(seed, START, HOURS)
    const answer = await readAll(reader.readFixes(request))
    const wanted = readPlainly(fixes, request)
    const inOrder = request.order === 'ANY' ? sortedById : (same: typeof answer) => same
    expect({ query: request, found: inOrder(answer) }).toEqual({ query: request, found: inOrder(wanted) })
    const { roll, below, one } = dice(seed)
    const latest = {
      by: one(['ARRIVAL', 'OBSERVED'] as const),
      at: START + below(HOURS * HOUR),
      ...(roll() < 0.3 ? { mmsis: [419000001, 419000004] } : {}),
      ...(roll() < 0.3 ? { sources: [2, 3] } : {}),
      ...(roll() < 0.3 ? { maxAgeMs: below(40 * HOUR) } : {}),
      ...(roll() < 0.2 ? { knownBy: START + below(HOURS * HOUR) } : {}),
      ...(roll() < 0.2 ? { box: { west: 20, south: -40, east: 120, north: 30 } } : {}),
    }
    const last = plainFixes(await reader.latestAt(latest))
    expect({ latest, last }).toEqual({ latest, last: latestPlainly(fixes, latest) })
    const { at, maxAgeMs, by: _by, box: _box, ...seen } = latest
    const around = { at, maxAgeMs, until: at + 1 + below(2 * HOUR), ...seen }
    const after = { by: 'OBSERVED', order: 'CONTACT', from: at + 1, to: around.until, ...seen } as const
    const both = await reader.around(around)
    expect({ around, latest: plainFixes(both.latest), next: plainFixes(both.next) }).toEqual({
      around,
      latest: latestPlainly(fixes, { ...around, by: 'OBSERVED' }),
      next: readPlainly(fixes, after),
    })
  }
}

test('every answer is the same after any compaction, late and doubtful fixes included', async () => {
  const { db } = await emptyDatabase()
  const all = randomFixes(11, 8000, START, HOURS)
  const compactor = new Compactor(db, silentLog)
  const { below } = dice(5)
  const stored: PlainFix[] = []
  for (let step = 0, at = 0; at < all.length; step++) {
    const more = all.slice(at, (at += 500 + below(1500)))
    await storeFixes(db, more)
    stored.push(...more)
    // What is derived was read as rows: only then it may be moved.
    if (step % 3 > 0) await deriveFrom(db, Number.MAX_SAFE_INTEGER)
    if (step % 3 > 0) await compactor.run(START + below(((more.at(-1)!.recTime - START) / HOUR) | 0) * HOUR)
    await expectAnswers(db, stored, [step * 10 + 1, step * 10 + 2, step * 10 + 3, step * 10 + 4])
  }
  expect(await countOf(db, '(select count(distinct at) from fix_keyframes)')).toBeGreaterThan(40)
  await compactor.run(START + HOURS * HOUR)
  expect(await countOf(db, '(select count(*) from fixes)')).toBe(0)
  expect(await countOf(db, '(select sum(fixes) from fix_chunks)')).toBe(all.length)
  // The days that are wholly in chunks have no partition any more; both months have theirs.
  expect((await partitionsOf(db, 'fixes')).every((one) => one.from >= START + HOURS * HOUR)).toBe(true)
  expect((await partitionsOf(db, 'fix_chunks')).map((one) => one.name)).toEqual([
    'fix_chunks_2026_01',
    'fix_chunks_2026_02',
  ])
  await expectAnswers(
    db,
    all,
    Array.from({ length: 60 }, (_, n) => 1000 + n),
  )
})

test('imported fixes are among the last fixes of an instant, though keyframes hold none of them', async () => {
  const { db } = await emptyDatabase()
  const heard = randomFixes(41, 4000, START, HOURS)
  const { below, roll } = dice(43)
  // Files of the days before, read in within two minutes each, some fixes of them observed just now.
  const imported = [20, 45].flatMap((hour, n) => {
    const arrived = START + hour * HOUR
    return randomFixes(50 + n, 300, START, HOURS)
      .slice(0, 200)
      .map((fix, i) => {
        const recTime = arrived + i * 600
        const observedAt = recTime - (roll() < 0.1 ? below(60_000) : below(80 * HOUR))
        return { ...fix, recTime, observedAt, fixId: recTime * 1024 + 1023, feed: 20_001 + n }
      })
  })
  const all = [...heard, ...imported].sort((a, b) => a.fixId - b.fixId)
  for (const [n, hour] of [20, 45].entries()) {
    const [from, to] = [START + hour * HOUR - 2000, START + hour * HOUR + 122_000].map((at) => new Date(at))
    await sql`
      insert into imports (id, feed, state, report, created_by, created_at, stored_from, stored_to)
      values (${String(n)}, ${20_001 + n}, 'DONE', '{}', 'x', ${from}, ${from}, ${to})`.execute(query(db))
  }
  await storeFixes(db, all)
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  expect(await countOf(db, '(select count(distinct at) from fix_keyframes)')).toBeGreaterThan(40)
  await expectAnswers(
    db,
    all,
    Array.from({ length: 30 }, (_, n) => 2000 + n),
  )
  await new Compactor(db, silentLog).run(START + HOURS * HOUR)
  await expectAnswers(
    db,
    all,
    Array.from({ length: 30 }, (_, n) => 2100 + n),
  )
})

test('the history is the same in the end whatever the order in which fixes arrived', async () => {
  const fixes = randomFixes(21, 1500, START, 12)
  // A fix is identified by its content; its arrival and its number differ.
  const text = (all: PlainFix[]) =>
    all
      .map(({ mmsi, split, observedAt, lat, lon, source, sog }) =>
        JSON.stringify({ mmsi, split, observedAt, lat, lon, source, sog }),
      )
      .sort()
  const received = []
  for (const seed of [1, 2]) {
    const { db } = await emptyDatabase()
    const { roll } = dice(seed)
    const shuffled = fixes
      .map((fix) => ({ fix, place: roll() }))
      .sort((a, b) => a.place - b.place)
      .map(({ fix }, i) => ({
        ...fix,
        recTime: fixes[i]!.recTime,
        fixId: fixes[i]!.recTime * 1024 + (i % 1024),
      }))
    const compactor = new Compactor(db, silentLog)
    for (let at = 0; at < shuffled.length; at += 500) {
      await storeFixes(db, shuffled.slice(at, at + 500))
      await compactor.run(shuffled[at]!.recTime)
    }
    await compactor.run(START + 13 * HOUR)
    const request = { by: 'OBSERVED', from: 0, to: START * 2, order: 'CONTACT' } as const
    received.push(text(await readAll(fixReader(db).readFixes(request))))
  }
  expect(received[0]).toEqual(received[1])
  expect(received[0]).toEqual(text(fixes.filter((fix) => fix.quality < 2 && fix.lat !== -0x80000000)))
})

/** Runs that are killed before one may come to its end. */
const KILLS = size(6, 10)

test('compaction killed again and again loses and duplicates nothing, and completes', async () => {
  const database = await emptyDatabase()
  const { db } = database
  const fixes = randomFixes(31, 30_000, START, 30)
  await storeFixes(db, fixes)
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  const { below } = dice(9)
  let [kills, ended] = [0, false]
  for (let run = 0; run < 60 && !ended; run++) {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        path.resolve(import.meta.dirname, '../../../../../testing/servers/compact.ts'),
        database.url,
        String(START + 30 * HOUR),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const exit = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('close', (_, signal) => resolve(signal)),
    )
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const late = sleep(run < KILLS / 2 ? below(60) : run < KILLS ? 20 + below(180) : 20_000, undefined, {
      ref: false,
    })
    await Promise.race([exit, late])
    child.kill('SIGKILL')
    if ((await exit) === 'SIGKILL') kills++
    else ended = true
    if (run % 3 === 0) await expectAnswers(db, fixes, [run * 7])
  }
  expect({ ended, killed: kills > 3 }).toEqual({ ended: true, killed: true })
  expect(await countOf(db, '(select count(*) from fixes)')).toBe(0)
  expect(await countOf(db, '(select sum(fixes) from fix_chunks)')).toBe(fixes.length)
  await expectAnswers(db, fixes, [501, 502, 503, 504, 505])
}, 120_000)

test('while fixes are compacted and an old reader reads, others read and the recorder writes', async () => {
  const { db } = await emptyDatabase()
  const fixes = randomFixes(41, 30_000, START, 48)
  await storeFixes(db, fixes)
  const everything = { by: 'ARRIVAL', from: START, to: START + 60 * HOUR } as const
  const slow = fixReader(db).readFixes(everything)[Symbol.asyncIterator]()
  let answer = (await slow.next()).value!.count
  const compacting = new Compactor(db, silentLog).run(START + 48 * HOUR)
  const later = randomFixes(42, 200, START + 49 * HOUR, 1)
  let isDone = false
  void compacting.then(() => (isDone = true))
  for (let n = 0; n < 20; n++) {
    const began = performance.now()
    await storeFixes(db, later.slice(n * 10, n * 10 + 10))
    await expectAnswers(db, [...fixes, ...later.slice(0, n * 10 + 10)], [n])
    expect(performance.now() - began).toBeLessThan(5000)
  }
  // The partition of a day waits for its readers, and for nothing else.
  for (let more = await slow.next(); more.done !== true; more = await slow.next()) answer += more.value.count
  expect(answer).toBe(fixes.filter((fix) => fix.quality < 2 && fix.lat !== -0x80000000).length)
  await until(() => isDone, 'compaction comes to its end', 20)
})

test('other receivers of a fix are known after its compaction as before', async () => {
  const { db } = await emptyDatabase()
  const fixes = randomFixes(51, 300, START, 3)
  await storeFixes(db, fixes)
  const { below, roll } = dice(3)
  for (const fix of fixes)
    for (let n = below(3); n > 0; n--)
      await sql`insert into receptions (mmsi, fix_id, rec_time, feed, source_id, station_id)
        values (${fix.mmsi}, ${fix.fixId}, ${new Date(fix.recTime + below(10_000))}, ${n}, ${below(5)}, ${roll() < 0.5 ? null : 70_000 + n})`.execute(
        query(db),
      )
  const askAll = async () => {
    const received = []
    for (let mmsi = 419000000; mmsi < 419000012; mmsi++) {
      const ids = fixes.filter((fix) => fix.mmsi === mmsi).map((fix) => fix.fixId)
      received.push(await receptionsOf(db, mmsi, ids, START))
      received.push(await receptionsOf(db, mmsi, ids.slice(3, 5), START + HOUR))
    }
    return received
  }
  const before = await askAll()
  expect(before.flat().length).toBeGreaterThan(200)
  await new Compactor(db, silentLog).run(START + 2 * HOUR)
  expect(await askAll()).toEqual(before)
  await new Compactor(db, silentLog).run(START + 24 * HOUR)
  expect(await countOf(db, '(select count(*) from receptions)')).toBe(0)
  expect(await askAll()).toEqual(before)
})

test('an undone import is in no answer any more, nor in what was known at an instant', async () => {
  const { db } = await emptyDatabase()
  const fixes = randomFixes(61, 3000, START, 10).map((fix) =>
    fix.feed === 700 && fix.recTime >= START + HOUR
      ? { ...fix, feed: 20_001, source: 9, observedAt: fix.recTime - 1000, quality: 0 }
      : fix,
  )
  await storeFixes(db, fixes)
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  await new Compactor(db, silentLog).run(START + 6 * HOUR)
  const keyframes = '(select count(distinct at) from fix_keyframes)'
  const made = await countOf(db, keyframes)
  expect(made).toBeGreaterThan(5)
  const from = START + HOUR
  const isForgotten = (fix: PlainFix) => fix.feed === 20_001 && fix.recTime >= from
  await forgetFeed(db, {
    feed: 20_001,
    from,
    to: START + 11 * HOUR,
    signal: new AbortController().signal,
    progress: () => undefined,
  })
  await expectAnswers(
    db,
    fixes.filter((fix) => !isForgotten(fix)),
    Array.from({ length: 20 }, (_, n) => 7000 + n),
  )
  // Nothing of it was ever in a keyframe, so none is lost.
  expect(await countOf(db, keyframes)).toBe(made)
})
