import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfTest } from '../../../../../testing/servers/a-database.ts'
import {
  aFix,
  columnsOf,
  randomFixes,
  readAll,
  storeFixes,
  type PlainFix,
} from '../../../../../testing/seas/fixes.ts'
import { ages, aVoyage, everything, fleetOf, START } from '../../../../../testing/seas/voyages.ts'
import { silentLog } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { Compactor } from '../chunks/compactor.ts'
import { deriveFrom } from '../derived/derive.sql.ts'
import { forgetFeed } from './forget.sql.ts'
import { partitionsOf } from '../record/partitions.sql.ts'
import { fixReader } from '../read/reader.ts'
import { Retention } from './retention.ts'
import { thinned } from './thinning.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const emptyDatabase = databaseOfTest()

const metresOff = (saved: readonly PlainFix[], fix: PlainFix): number => {
  const after = saved.findIndex((one) => one.observedAt >= fix.observedAt)
  const [a, b] = [saved[Math.max(0, after - 1)]!, saved[after]!]
  const share = a === b ? 0 : (fix.observedAt - a.observedAt) / (b.observedAt - a.observedAt)
  const at = (name: 'lat' | 'lon') => a[name] + (b[name] - a[name]) * share
  const narrowed = Math.cos((fix.lat / 1e6) * (Math.PI / 180))
  return Math.hypot(fix.lat - at('lat'), (fix.lon - at('lon')) * narrowed) * 0.11132
}

test('a thinned track has its turn, its stop and ends of silence, within the maximum error', () => {
  const voyage = aVoyage(419000001, START).filter((fix) => fix.quality === 0)
  const saved = thinned(columnsOf(voyage), voyage.length, 100).map((i) => voyage[i]!)
  expect(saved.length).toBeLessThan(voyage.length / 15)
  for (const fix of voyage) expect(metresOff(saved, fix)).toBeLessThan(100.5)
  const minutes = saved.map((fix) => Math.round((fix.observedAt - START) / MINUTE))
  for (const [from, to] of [
    [296, 306],
    [494, 506],
    [694, 706],
    [894, 902],
    [1078, 1086],
  ])
    expect({
      from,
      remaining: minutes.filter((minute) => minute >= from! && minute <= to!).length,
    }).not.toEqual({
      from,
      stored: 0,
    })
  expect([saved[0], saved.at(-1)]).toEqual([voyage[0], voyage.at(-1)])
})

test('a track over the antimeridian is thinned as one, not once round the world', () => {
  const east = Array.from({ length: 60 }, (_, n) => {
    const lon = 179_900_000 + n * 5000
    return aFix({ recTime: START + n * 2 * MINUTE, lat: 0, lon: lon > 180e6 ? lon - 360e6 : lon })
  })
  expect(thinned(columnsOf(east), east.length, 100)).toEqual([0, 59])
})

const readDays = async (db: Db) => {
  const days = new Map<number, number>()
  for (const fix of await readAll(fixReader(db).readFixes(everything))) {
    const day = Math.floor((fix.recTime - START) / DAY)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}

test('a thinned import is undone as a whole, and leaves received fixes as if it had never been', async () => {
  const heard = fleetOf(3, 1)
  // Read in at noon of the day: the day before of two of the ships, and some of this one.
  const imported = [aVoyage(419000001, START - DAY), aVoyage(419000002, START)].flat().map((fix, i) => ({
    ...fix,
    recTime: START + 12 * HOUR + i * 10,
    fixId: (START + 12 * HOUR + i * 10) * 1024 + 1023,
    lon: fix.lon + 3000,
    feed: 20_001,
  }))
  const thinnedOf = async (fixes: PlainFix[], mayForget: boolean) => {
    const { db } = await emptyDatabase()
    await storeFixes(
      db,
      fixes.toSorted((a, b) => a.fixId - b.fixId),
    )
    await new Compactor(db, silentLog).run(START + DAY)
    await new Retention(db, async () => []).run(ages(START + 4 * DAY))
    const before = await readAll(fixReader(db).readFixes(everything))
    const { signal } = new AbortController()
    const period = { from: START + 12 * HOUR - 1000, to: START + 13 * HOUR }
    if (mayForget) await forgetFeed(db, { feed: 20_001, ...period, signal, progress: () => undefined })
    return { before, after: await readAll(fixReader(db).readFixes(everything)) }
  }
  const { before, after } = await thinnedOf([...heard, ...imported], true)
  expect(before.length).toBeLessThan((heard.length + imported.length) / 10)
  expect(before.filter(({ feed }) => feed === 20_001).length).toBeGreaterThan(30)
  expect(after).toEqual((await thinnedOf(heard, false)).after)
})

test('fixes are thinned by day, then dropped, with equal reads; protected periods stay complete', async () => {
  const { db } = await emptyDatabase()
  const fixes = fleetOf(4, 8)
  await storeFixes(db, fixes)
  await new Compactor(db, silentLog).run(START + 8 * DAY)
  const before = await readDays(db)
  const retention = new Retention(db, async () => [
    { from: START + 4 * DAY + HOUR, to: START + 4 * DAY + 2 * HOUR },
  ])
  await retention.run(ages(START + 8 * DAY))
  const after = await readDays(db)
  expect([...after.keys()].sort()).toEqual([3, 4, 5, 6, 7])
  expect([after.get(4), after.get(6), after.get(7)]).toEqual([before.get(4), before.get(6), before.get(7)])
  for (const thin of [3, 5]) expect(after.get(thin)!).toBeLessThan(before.get(thin)! / 15)
  // One ship's thinned day, by its own index and in order.
  const request = {
    by: 'OBSERVED',
    from: START + 3 * DAY,
    to: START + 4 * DAY,
    mmsis: [419000002],
    order: 'TIME',
  } as const
  const day = await readAll(fixReader(db).readFixes(request))
  expect(day.length).toBeGreaterThan(5)
  const voyage = fixes.filter((fix) => fix.mmsi === 419000002 && fix.quality === 0)
  for (const fix of voyage.filter((one) => one.observedAt >= request.from && one.recTime < request.to))
    expect(metresOff(day, fix)).toBeLessThan(100.5)
  // A slice of ten minutes is answered from the thin tier as well.
  const at = day[3]!.observedAt
  const slice = await readAll(fixReader(db).readFixes({ by: 'OBSERVED', from: at, to: at + 1 }))
  expect(slice.filter((fix) => fix.mmsi === 419000002)).toEqual([day[3]])
  await retention.run(ages(START + 8 * DAY))
  expect(await readDays(db)).toEqual(after)
  // Nothing of January is left, nor its partitions of fixes as they came.
  await new Retention(db, async () => []).run(ages(START + 30 * DAY))
  expect((await readDays(db)).size).toBe(0)
  expect((await partitionsOf(db, 'fix_chunks')).map((one) => one.name)).not.toContain('fix_chunks_2025_01')
})

test('a day protected while other days are thinned stays complete', async () => {
  const { db } = await emptyDatabase()
  await storeFixes(db, fleetOf(2, 3))
  await new Compactor(db, silentLog).run(START + 3 * DAY)
  const before = await readDays(db)
  let requests = 0
  const recorded = [{ from: START + DAY, to: START + DAY + HOUR }]
  await new Retention(db, async () => (++requests > 1 ? recorded : [])).run(ages(START + 4 * DAY))
  const after = await readDays(db)
  expect(after.get(0)!).toBeLessThan(before.get(0)! / 15)
  expect(after.get(1)).toBe(before.get(1))
})

test('fix counts survive for a recording and a restored day when all fixes around are dropped', async () => {
  const { db } = await emptyDatabase()
  await storeFixes(db, fleetOf(4, 2))
  await deriveFrom(db, Number.MAX_SAFE_INTEGER)
  const counts = async () =>
    (await sql`select hour, fixes from source_hours order by hour, source_id`.execute(query(db))).rows
  const before = await counts()
  await new Compactor(db, silentLog).run(START + 2 * DAY)
  await new Retention(db, async () => [{ from: START + HOUR, to: START + 2 * HOUR }]).run(
    ages(START + 30 * DAY),
  )
  expect([...(await readDays(db)).keys()]).toEqual([0])
  expect(await counts()).toEqual(before)
})

test('late and years-old fixes are thinned by day of arrival and found by observation time', async () => {
  const { db } = await emptyDatabase()
  const fixes = randomFixes(71, 3000, START, 24)
  await storeFixes(db, fixes)
  await new Compactor(db, silentLog).run(START + DAY)
  const accepted = await readAll(fixReader(db).readFixes(everything))
  await new Retention(db, async () => []).run({ ...ages(START + 3 * DAY), errorM: 5 })
  const left = await readAll(fixReader(db).readFixes(everything))
  // These ships are everywhere at random: of such a track nearly every fix matters.
  expect(left.length).toBeGreaterThan(accepted.length * 0.9)
  const known = new Map(accepted.map((fix) => [`${fix.fixId}/${fix.mmsi}`, fix]))
  for (const fix of left) expect(fix).toEqual(known.get(`${fix.fixId}/${fix.mmsi}`))
  for (const fix of left.slice(0, 30)) {
    const request = { by: 'OBSERVED', from: fix.observedAt, to: fix.observedAt + 1 } as const
    expect(await readAll(fixReader(db).readFixes(request))).toContainEqual(fix)
    expect(
      await readAll(
        fixReader(db).readFixes({ by: 'ARRIVAL', from: fix.recTime, to: fix.recTime + 1, mmsis: [fix.mmsi] }),
      ),
    ).toContainEqual(fix)
  }
})
