import type { EpochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { Compactor } from '../history/chunks/compactor.ts'
import { forgetFeed } from '../history/tiers/forget.sql.ts'
import { fixReader } from '../history/read/reader.ts'
import { Retention } from '../history/tiers/retention.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { HeatHours } from './heat-hours.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2025, 0, 10)
const IMPORT = 20_007
const BOX = [60, 0, 90, 30] as const

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Three ships that sail evenly for four hours and report every minute: little of that is left when it is thinned. */
const heard = (): PlainFix[] =>
  Array.from({ length: 240 }, (_, minute) =>
    [1, 2, 3].map((ship) =>
      at(START + minute * MINUTE + ship, { mmsi: 419000000 + ship, lat: 10e6 + ship * 1e6 + minute * 100 }),
    ),
  ).flat()

const at = (recTime: number, more: Partial<PlainFix>) => aFix({ recTime, lon: 70e6, ...more })

/** Returns stored heat map hours, on a clock that the test sets. */
async function aSea() {
  const { db, drop } = await aDatabase()
  open.push(drop)
  let now = START + 5 * HOUR
  const hours = new HeatHours({
    db,
    clock: { now: () => now as EpochMs },
    flush: async () => undefined,
    fixes: fixReader(db),
  })
  await storeFixes(db, heard())
  const count = async () => {
    for (const hour of await hours.due(START + 4 * HOUR)) await hours.make(hour)
  }
  const found = async (hour: number) => {
    const parts = await hours.stored(START + hour * HOUR, BOX)
    const sum = (name: 'fixes' | 'spentMs') =>
      parts.flatMap((part) => [...part[name]]).reduce((a, b) => a + b, 0)
    return { fixes: sum('fixes'), minutes: Math.round(sum('spentMs') / MINUTE) }
  }
  await count()
  return { db, hours, count, found, setClock: (to: number) => (now = to) }
}

async function thin(db: Db, now: number) {
  await new Compactor(db, silentLog).run(START + DAY)
  const retention = new Retention(db, async () => [])
  await retention.run({ now, rawLinesDays: 30, rawDays: 2, thinDays: 60, errorM: 100 })
}
const inFile = (db: Db) => sql`delete from fix_chunks`.execute(query(db))

/** Returns a vessel that no source received: two fixes within an hour of the day, imported long after. */
const imported = (arrived: number) =>
  [0, 1].map((n) =>
    at(arrived + n, {
      mmsi: 419000900,
      observedAt: START + 90 * MINUTE + n * 10 * MINUTE,
      lat: 20e6,
      feed: IMPORT,
      source: 9,
    }),
  )

const forget = (hours: HeatHours, db: Db, arrived: number) => {
  const leaving = { feed: IMPORT, from: arrived - 1000, to: arrived + 1000 }
  return hours.forgetting(leaving, () =>
    forgetFeed(db, { ...leaving, signal: new AbortController().signal, progress: () => undefined }),
  )
}

for (const [where, go] of [
  ['was thinned', (db: Db) => thin(db, START + 40 * DAY)],
  ['lies in a file', async (db: Db) => (await thin(db, START + DAY), await inFile(db))],
] as const)
  test(`an import into a day that ${where} adds its own fixes to the heat map, and takes them out again`, async () => {
    const sea = await aSea()
    const before = [await sea.found(0), await sea.found(1), await sea.found(2)]
    expect(before.map(({ fixes }) => fixes)).toEqual([180, 180, 180])
    await go(sea.db)
    const arrived = START + 40 * DAY
    await storeFixes(sea.db, imported(arrived))
    sea.setClock(arrived + MINUTE)
    await sea.count()
    const { fixes, minutes } = before[1]!
    expect(await sea.found(1)).toEqual({ fixes: fixes + 2, minutes: minutes + 10 })
    expect([await sea.found(0), await sea.found(2)]).toEqual([before[0], before[2]])
    // Counted again it is counted once.
    sea.setClock(arrived + 2 * MINUTE)
    await sea.count()
    expect((await sea.found(1)).fixes).toBe(fixes + 2)
    await forget(sea.hours, sea.db, arrived)
    await sea.count()
    expect([await sea.found(0), await sea.found(1), await sea.found(2)]).toEqual(before)
  })

test('an import revocation interrupted and restarted removes the import from the heat map once', async () => {
  const sea = await aSea()
  const before = await sea.found(1)
  await thin(sea.db, START + 40 * DAY)
  const arrived = START + 40 * DAY
  await storeFixes(sea.db, imported(arrived))
  sea.setClock(arrived + MINUTE)
  await sea.count()
  const leaving = { feed: IMPORT, from: arrived - 1000, to: arrived + 1000 }
  const ended = sea.hours.forgetting(leaving, () => Promise.reject(new Error('the server ended')))
  await expect(ended).rejects.toThrow('the server ended')
  expect(await sea.found(1)).toEqual(before)
  await forget(sea.hours, sea.db, arrived)
  await sea.count()
  expect(await sea.found(1)).toEqual(before)
})

test('an import into an old day whose fixes are all here is counted with them', async () => {
  const sea = await aSea()
  const before = await sea.found(1)
  const arrived = START + 40 * DAY
  await storeFixes(sea.db, imported(arrived))
  sea.setClock(arrived + MINUTE)
  await sea.count()
  expect(await sea.found(1)).toEqual({ fixes: before.fixes + 2, minutes: before.minutes + 10 })
  await forget(sea.hours, sea.db, arrived)
  await sea.count()
  expect(await sea.found(1)).toEqual(before)
})
