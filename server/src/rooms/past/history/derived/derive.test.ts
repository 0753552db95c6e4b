import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import {
  aFix,
  latestPlainly,
  plainFixes,
  storeFixes,
  type PlainFix,
} from '../../../../../testing/seas/fixes.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { deriveFrom } from './derive.sql.ts'
import { fixReader } from '../read/reader.ts'

const START = Date.UTC(2025, 0, 30, 11, 50)
const MINUTE = 60_000

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
async function emptyDatabase(): Promise<Db> {
  const { db, drop } = await aDatabase()
  open.push(drop)
  return db
}
const derive = (db: Db) => deriveFrom(db, Number.MAX_SAFE_INTEGER)

/** Fixes as they come every ten seconds by a clock that is set back; ids go on from the last one. */
function fixesOf(steps: readonly { from: number; minutes: number }[]): PlainFix[] {
  const fixes: PlainFix[] = []
  let last = 0
  for (const [part, { from, minutes }] of steps.entries())
    for (let recTime = from; recTime < from + minutes * MINUTE; recTime += 10_000) {
      last = Math.max(last + 1, recTime * 1024)
      fixes.push(aFix({ recTime, fixId: last, mmsi: 419000001 + part, lat: 10e6 + fixes.length }))
    }
  return fixes
}

const counted = async (db: Db) =>
  Number((await sql<{ n: string }>`select sum(fixes) as n from source_hours`.execute(query(db))).rows[0]!.n)

async function expectAllKnown(db: Db, fixes: readonly PlainFix[]) {
  expect(await counted(db)).toBe(fixes.length)
  const latest = await sql<{ fix_id: string }>`select fix_id from latest_fixes order by mmsi`.execute(
    query(db),
  )
  const now = latestPlainly(fixes, { by: 'ARRIVAL', at: START + 300 * MINUTE })
  expect(latest.rows.map((row) => Number(row.fix_id))).toEqual(now.map(({ fixId }) => fixId))
  for (let at = START; at < START + 60 * MINUTE; at += 47_000) {
    const request = { by: 'ARRIVAL', at } as const
    expect(plainFixes(await fixReader(db).latestAt(request))).toEqual(latestPlainly(fixes, request))
  }
}

for (const [how, back] of [
  ['half a minute', MINUTE / 2],
  ['a quarter of an hour', 15 * MINUTE],
  ['two hours', 120 * MINUTE],
] as const)
  test(`what comes after the clock was set back by ${how} is counted, and known at every instant`, async () => {
    const db = await emptyDatabase()
    const fixes = fixesOf([
      { from: START, minutes: 11 },
      { from: START + 11 * MINUTE - back, minutes: 1 },
    ])
    const before = fixes.filter(({ mmsi }) => mmsi === 419000001)
    await storeFixes(db, before)
    await derive(db)
    await storeFixes(db, fixes.slice(before.length))
    await derive(db)
    await expectAllKnown(db, fixes)
    // Nothing is counted twice, and what went on is found without looking back so far.
    const more = fixesOf([{ from: START + 20 * MINUTE, minutes: 25 }]).map((fix) => ({
      ...fix,
      mmsi: 419000009,
    }))
    await storeFixes(db, more)
    await derive(db)
    await expectAllKnown(db, [...fixes, ...more])
    const { rows } = await sql`select 1 from derivations where name like 'fixes behind %'`.execute(query(db))
    expect(rows).toEqual([])
  })

test('a clock that is set back before anything was counted leaves nothing out', async () => {
  const db = await emptyDatabase()
  const fixes = fixesOf([
    { from: START, minutes: 11 },
    { from: START + 9 * MINUTE + 30_000, minutes: 5 },
    { from: START + 8 * MINUTE, minutes: 30 },
  ])
  await storeFixes(db, fixes)
  await derive(db)
  await expectAllKnown(db, fixes)
})
