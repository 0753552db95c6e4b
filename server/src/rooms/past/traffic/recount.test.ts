import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { isInMultiPolygon } from '@samudra/nautical/polygons/polygon'
import { shipGroup } from '@samudra/nautical/ship-types'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfTest } from '../../../../testing/servers/a-database.ts'
import {
  aFix,
  columnsOf,
  dice,
  randomFixes,
  readAll,
  storeFixes,
  type PlainFix,
} from '../../../../testing/seas/fixes.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import { openAreas } from '../../chart/filter-inputs/areas.ts'
import { saveStatics } from '../../picture/picture/contacts/statics.sql.ts'
import { Compactor } from '../history/chunks/compactor.ts'
import { deriveFrom } from '../history/derived/derive.sql.ts'
import { fixReader } from '../history/read/reader.ts'
import { forgetFeed } from '../history/tiers/forget.sql.ts'
import { Retention } from '../history/tiers/retention.ts'
import { TrafficAreas } from './traffic-areas.ts'
import { countChanged } from './traffic-counter.ts'
import { countedCells } from './traffic.ops.ts'
import { countsVersion, SPAN_MS, type Span, type TrafficQuery } from './traffic.sql.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
const START = Date.UTC(2026, 4, 20)
const emptyDatabase = databaseOfTest()

const square = (west: number, south: number, side: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ] as [number, number][],
  ],
})
const ZONE = { id: 'eez-test', name: 'Test zone', kind: 'EEZ', geometry: square(20, -30, 60) }

async function openSea(db: Db, now: () => number) {
  const clock = { ...systemClock, now: now as typeof systemClock.now }
  const areas = await openAreas({ db, clock })
  const reference = { boundaries: () => [ZONE] as never, boundariesVersion: () => '1' }
  const counted = new TrafficAreas({ db, clock, areas, reference })
  const refresh = () => deriveFrom(db, Number.MAX_SAFE_INTEGER)
  const counting = { db, clock, areas: counted, fixes: fixReader(db), refresh }
  return { areas, counted, count: () => countChanged(counting) }
}
type Sea = Awaited<ReturnType<typeof openSea>>

/** Types by MMSI, all known from the beginning. */
const TYPES = new Map([
  [419000000, 70],
  [419000001, 80],
  [419000002, 30],
])

/** Counts fixes in the plainest way: one line for each hour or day, area, kind, country and set of sources. */
async function plainCounts(db: Db, { counted }: Sea, span: Span): Promise<string[]> {
  const everything = { by: 'OBSERVED', from: 0, to: START + 1000 * DAY } as const
  const all = await readAll(fixReader(db).readFixes(everything))
  const numbers = (await counted.sync()).numbers
  const areas = counted.all().map(({ id, geometry }) => ({ number: numbers.get(id)!, geometry }))
  const vessels = new Map<string, Map<number, number>>()
  for (const fix of all) {
    if (!isShip(columnsOf([fix]), 0)) continue
    const at = { lat: fix.lat / 1e6, lon: fix.lon / 1e6 } as never
    const inside = areas.filter(({ geometry }) => isInMultiPolygon(at, partsOf(geometry)))
    for (const area of [0, ...inside.map(({ number }) => number)]) {
      const t = Math.floor(fix.observedAt / SPAN_MS[span]) * SPAN_MS[span]
      const key = JSON.stringify([t, area, fix.mmsi, fix.split])
      const fixes = vessels.get(key) ?? new Map<number, number>()
      vessels.set(key, fixes.set(fix.source, (fixes.get(fix.source) ?? 0) + 1))
    }
  }
  const rows = new Map<string, { vessels: number; fixes: number[] }>()
  for (const [key, fixes] of vessels) {
    const [t, area, mmsi, split] = JSON.parse(key) as [number, number, number, number]
    const kind = split === 0 && TYPES.has(mmsi) ? shipGroup(TYPES.get(mmsi)!) : 'UNKNOWN'
    const sources = [...fixes.keys()].sort((a, b) => a - b)
    for (const names of [
      [kind, countryOfMmsi(mmsi)!.iso2],
      [kind, '*'],
      ['*', countryOfMmsi(mmsi)!.iso2],
      ['*', '*'],
    ]) {
      const name = JSON.stringify([t, area, ...names, sources])
      const row = rows.get(name) ?? { vessels: 0, fixes: sources.map(() => 0) }
      rows.set(name, row)
      row.vessels++
      for (const [i, source] of sources.entries()) row.fixes[i]! += fixes.get(source)!
    }
  }
  return [...rows].map(([name, row]) => `${name} ${row.vessels} ${row.fixes.join()}`).sort()
}

async function storedCounts(db: Db, span: Span): Promise<string[]> {
  type Row = {
    t: number
    area: number
    kind: string
    country: string
    sources: number[]
    vessels: number
    fixes: number[]
  }
  const { rows } = await sql<Row>`
    select (extract(epoch from at) * 1000)::float8 as t, area, kind, country, sources::int[] as sources, vessels,
      fixes::float8[] as fixes from traffic_counts where span = ${span}::"char"`.execute(query(db))
  return rows
    .map(
      ({ t, area, kind, country, sources, vessels, fixes }) =>
        `${JSON.stringify([t, area, kind, country, sources])} ${vessels} ${fixes.join()}`,
    )
    .sort()
}

async function expectRecount(db: Db, sea: Sea) {
  await sea.count()
  for (const span of ['H', 'D'] as const) {
    const plain = await plainCounts(db, sea, span)
    expect({ span, counts: await storedCounts(db, span) }).toEqual({ span, counts: plain })
  }
}

/** Fixes of a vessel on a straight way, of which thinning leaves few; and some random ones. */
function fixesOf(seed: number, start: number): PlainFix[] {
  const steady = Array.from({ length: 120 }, (_, i) =>
    aFix({ recTime: start + i * 180_000, mmsi: 419000001, lat: 0, lon: 30e6 + i * 1000, fixId: 0 }),
  )
  return [...steady, ...randomFixes(seed, 40, start, 6)]
    .sort((a, b) => a.recTime - b.recTime)
    .map((fix, i) => ({ ...fix, fixId: fix.recTime * 1024 + i }))
}

type Answer = { query: TrafficQuery; version: number; cells: string[] }
/** Counts that are over at the version of this moment, by a group and of sources that chance draws. */
async function answerNow(db: Db, { below, one }: ReturnType<typeof dice>): Promise<Answer> {
  const version = await countsVersion(db)
  const span = one(['H', 'D'] as const)
  const to = Math.floor(version / SPAN_MS[span]) * SPAN_MS[span]
  const request: TrafficQuery = {
    span,
    from: to - below(40) * HOUR - SPAN_MS[span],
    to,
    only: null,
    by: one([null, 'kind', 'country', 'source', 'area'] as const),
    areas: one([[0], [1], [0, 1]]),
    kinds: one([null, ['CARGO']]),
    countries: null,
    sources: one([null, [1], [2, 3]]),
  }
  return { query: request, version, cells: await answerOf(db, request, version) }
}
const answerOf = async (db: Db, request: TrafficQuery, version: number) =>
  (await countedCells(db, request, version)).map((cell) => JSON.stringify(cell)).sort()

/** Every answer of before is given again by its version. */
async function expectSameAnswers(db: Db, answers: readonly Answer[]) {
  for (const { query: request, version, cells } of answers)
    expect({ asked: request, cells: await answerOf(db, request, version) }).toEqual({ asked: request, cells })
}

const saveTypes = (db: Db) =>
  saveStatics(
    db,
    [...TYPES].map(([mmsi, value]) => ({
      mmsi,
      split: 0,
      marks: 0,
      fields: { shipType: { value, source: 1, at: START } },
    })),
    new Date(START - 2000 * DAY),
  )

test.each([1, 2, 3])(
  'counts equal a full recount, and old versions stay, after late fixes, imports, undo, packing and retention, seed %i',
  async (seed) => {
    const { db } = await emptyDatabase()
    const chance = dice(seed)
    const { below, one } = chance
    const answers: Answer[] = []
    let now = START
    const sea = await openSea(db, () => now)
    await saveTypes(db)
    const imports = new Map<number, { from: number; to: number }>()
    const does = {
      store: () => storeFixes(db, fixesOf(seed * 100 + below(99), now)),
      // A file of the days before, read in within seconds.
      bring: async () => {
        const feed = 20_001 + imports.size
        const fixes = fixesOf(seed * 100 + below(99), now - one([1, 20, 50]) * HOUR)
        imports.set(feed, { from: now, to: now + 10_000 })
        const arrivals = fixes.map((fix, i) => ({ ...fix, feed, recTime: now + i, fixId: (now + i) * 1024 }))
        await storeFixes(db, arrivals)
      },
      undo: async () => {
        const [feed, period] = [...imports].at(-1) ?? []
        if (feed === undefined || period === undefined) return
        const { signal } = new AbortController()
        await forgetFeed(db, { feed, ...period, signal, progress: () => undefined })
      },
      age: async () => {
        await deriveFrom(db, Number.MAX_SAFE_INTEGER)
        await new Compactor(db, silentLog).run(now - HOUR)
        const ages = { now, rawDays: 1, thinDays: 3, rawLinesDays: 1, errorM: 100 }
        await new Retention(db, async () => []).run(ages)
      },
    }
    for (let step = 0; step < 14; step++) {
      now += one([6, 12, 20]) * HOUR
      await does[step < 2 ? 'store' : one(['store', 'bring', 'undo', 'age', 'age'] as const)]()
      // Counted before the next change: a change that is not marked shows in the end.
      await sea.count()
      for (let i = 0; i < 6; i++) answers.push(await answerNow(db, chance))
    }
    await expectSameAnswers(db, answers)
    expect(answers.filter(({ cells }) => cells.length > 0).length).toBeGreaterThan(answers.length / 6)
    await expectRecount(db, sea)
  },
)
