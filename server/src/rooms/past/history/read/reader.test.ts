import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import {
  aFix,
  latestPlainly,
  plainFixes,
  randomFixes,
  randomQuestion,
  readAll,
  readPlainly,
  sortedById,
  storeFixes,
} from '../../../../../testing/seas/fixes.ts'
import { NO_PLACE } from '../../../../sea/fix-batch.ts'
import { fixReader } from './reader.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'

const START = Date.UTC(2026, 0, 5)
const HOURS = 60
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof aDatabase>>
let reader: FixReader
const fixes = randomFixes(7, 6000, START, HOURS)
beforeAll(async () => {
  database = await aDatabase()
  await storeFixes(database.db, fixes)
  reader = fixReader(database.db)
})
afterAll(() => database.drop())

test('every query returns exactly the fixes it is about, in the requested order', async () => {
  let found = 0
  for (let seed = 0; seed < 150; seed++) {
    const query = randomQuestion(seed, START, HOURS)
    const [answer, wanted] = [await readAll(reader.readFixes(query)), readPlainly(fixes, query)]
    const inOrder = query.order === 'ANY' ? sortedById : (same: typeof answer) => same
    expect({ query, found: inOrder(answer) }).toEqual({ query, found: inOrder(wanted) })
    found += answer.length
  }
  expect(found).toBeGreaterThan(10_000)
})

test('the last fix of each source is the one known at that instant, or the last sent before it', async () => {
  for (let hour = 0; hour <= HOURS; hour += 7)
    for (const by of ['ARRIVAL', 'OBSERVED'] as const)
      for (const more of [
        {},
        { knownBy: START + 30 * 60 * MINUTE },
        { mmsis: [419000003], sources: [1, 2] },
        { maxAgeMs: 60 * MINUTE },
        { box: { west: 150, south: -60, east: -120, north: 60 } },
      ]) {
        const query = { by, at: START + hour * 60 * MINUTE + 17, ...more }
        const answer = plainFixes(await reader.latestAt(query))
        expect({ query, found: answer }).toEqual({ query, found: latestPlainly(fixes, query) })
      }
})

test('fields of a fix that are not requested are not returned, its key always is', async () => {
  const [first] = await readAll(
    reader.readFixes({
      by: 'ARRIVAL',
      from: START,
      to: START + HOURS * 60 * MINUTE,
      columns: ['sog'],
      order: 'TIME',
      limit: 1,
    }),
  )
  const { mmsi, split, fixId, observedAt, recTime, sog } = readPlainly(fixes, {
    by: 'ARRIVAL',
    from: START,
    to: START + HOURS * 60 * MINUTE,
    order: 'TIME',
  })[0]!
  expect(first).toMatchObject({ mmsi, split, fixId, observedAt, recTime, sog })
  expect(first).toMatchObject({ lat: NO_PLACE, lon: NO_PLACE, station: -1 })
})

test('a reader that stops in the middle, or is aborted, leaves no connection behind', async () => {
  const all = { by: 'ARRIVAL', from: START, to: START + HOURS * 60 * MINUTE } as const
  for (let n = 0; n < 40; n++) for await (const batch of reader.readFixes(all)) if (batch.count > 0) break
  for (let n = 0; n < 20; n++) {
    const stop = new AbortController()
    const reading = readAll(reader.readFixes({ ...all, signal: stop.signal }))
    stop.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  }
  expect(await readAll(reader.readFixes({ ...all, limit: 3 }))).toHaveLength(3)
})

test('a fix with nothing known but where and when comes back as it was stored', async () => {
  const bare = aFix({
    recTime: START + 50 * 24 * 60 * MINUTE,
    mmsi: 1073741823,
    sog: 0xffff,
    cog: 0xffff,
    heading: 0xffff,
    rot: -128,
    navStatus: 15,
    lat: -90_000_000,
    lon: 180_000_000,
  })
  await storeFixes(database.db, [bare])
  const query = { by: 'OBSERVED', from: bare.recTime, to: bare.recTime + 1 } as const
  expect(await readAll(reader.readFixes(query))).toEqual([bare])
})
