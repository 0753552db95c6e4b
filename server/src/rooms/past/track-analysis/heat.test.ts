import { saveAisFilter } from '@samudra/contract/filter'
import { getHeatmapData, type HeatCells, type HeatMetric } from '@samudra/contract/heat'
import { addUser, changePassword } from '@samudra/contract/identity'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aFix, dice, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { fixReader } from '../history/read/reader.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { HeatHours } from './heat-hours.ts'
import { Registry } from '../../picture/sources/registry.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'
const START = Math.floor((Date.now() - 12 * HOUR) / HOUR) * HOUR
const BOX = '60,0,90,25'

/**
 * Returns vessels of two sources that wander for ten hours with silences, and a station that reports its position all
 * day.
 */
function sea(): PlainFix[] {
  const { roll, below } = dice(11)
  const fixes: PlainFix[] = []
  for (let ship = 0; ship < 25; ship++) {
    let [lat, lon] = [5 + 15 * roll(), 65 + 20 * roll()]
    const [north, east] = [(roll() - 0.5) / 90, (roll() - 0.5) / 90]
    for (let t = START + below(MINUTE); t < START + 10 * HOUR; t += 90_000 + below(90_000)) {
      if (roll() < 0.01) t += 45 * MINUTE
      fixes.push(fixAt(419000001 + ship, t, (lat += north), (lon += east), { source: 1 + (ship % 2) }))
    }
  }
  for (let t = START; t < START + 10 * HOUR; t += MINUTE) fixes.push(fixAt(4192001, t, 10, 72, { type: 4 }))
  return fixes
}
const fixAt = (mmsi: number, t: number, lat: number, lon: number, more: Partial<PlainFix> = {}) =>
  aFix({
    mmsi,
    recTime: t + 1,
    observedAt: t,
    fixId: t * 1024 + (mmsi % 512),
    lat: Math.round(lat * 1e6),
    lon: Math.round(lon * 1e6),
    ...more,
  })

const fixes = sea()
let server: TestServer
beforeAll(async () => {
  server = await aServer()
  const sources = new Registry(server.database.db)
  await sources.load()
  await storeFixes(server.database.db, fixes)
})
afterAll(() => server.close())

const at = (hours: number) => new Date(START + hours * HOUR).toISOString()
const ask = (from: number, to: number, metric: HeatMetric, more: object = {}) =>
  server.call(getHeatmapData, {
    bbox: BOX,
    from: at(from),
    to: at(to),
    cell_deg: 0.5,
    metric,
    ...more,
  } as never)
const byCell = ({ cells }: HeatCells) => new Map(cells.map(([lon, lat, value]) => [`${lon} ${lat}`, value]))
function added(parts: HeatCells[]) {
  const sum = new Map<string, number>()
  for (const part of parts)
    for (const [cell, value] of byCell(part)) sum.set(cell, (sum.get(cell) ?? 0) + value)
  return sum
}
function expectSame(one: Map<string, number>, other: Map<string, number>) {
  expect([...one.keys()].sort()).toEqual([...other.keys()].sort())
  for (const [cell, value] of one) expect(Math.abs(other.get(cell)! - value)).toBeLessThan(0.03)
}

test('every fix of a ship is counted once, and no station on land', async () => {
  const found = await ask(0, 10, 'count')
  const ships = fixes.filter(({ type, observedAt }) => type === 1 && observedAt < START + 10 * HOUR)
  expect(found.total).toBe(ships.length)
  expect(found.max).toBe(Math.max(...found.cells.map(([, , value]) => value)))
  expect((await ask(0, 10, 'vessels')).total).toBe(25)
})

test('hours, counted at once or as the sum of parts of any length, are the same', async () => {
  for (const metric of ['hours', 'count'] as const) {
    const whole = await ask(0, 10, metric)
    expectSame(
      byCell(whole),
      added([await ask(0, 3, metric), await ask(3, 8, metric), await ask(8, 10, metric)]),
    )
    expectSame(
      byCell(whole),
      added([
        await ask(0, 2.4, metric),
        await ask(2.4, 2.5, metric),
        await ask(2.5, 9.1, metric),
        await ask(9.1, 10, metric),
      ]),
    )
    // Counted from the fixes, in cells too fine to store, and for parts of the sea.
    const fine = await ask(0, 10, metric, { cell_deg: 0.01 })
    expect(fine.total).toBeCloseTo(whole.total, 0)
    const halves = [
      await ask(0, 10, metric, { bbox: '60,0,75,25' }),
      await ask(0, 10, metric, { bbox: '75,0,90,25' }),
    ]
    expectSame(byCell(whole), added(halves))
  }
  const hours = (await ask(0, 10, 'hours')).total
  expect(hours).toBeGreaterThan(100)
  expect(hours).toBeLessThan(250)
})

test('a fix that arrives late is in the answer at once', async () => {
  const before = await ask(2, 4, 'count')
  const late = [0, 1, 2].map((n) =>
    fixAt(419000900, START + 3 * HOUR + n * 10 * MINUTE, 20.1, 80.1, {
      recTime: Date.now() - 1000 + n,
      fixId: (Date.now() - 1000) * 1024 + n,
    }),
  )
  await storeFixes(server.database.db, late)
  expect((await ask(2, 4, 'count')).total).toBe(before.total + 3)
  expect(byCell(await ask(2, 4, 'hours')).get('80.25 20.25')).toBeGreaterThanOrEqual(0.33)
})

test('fixes that are taken away are in no answer afterwards', async () => {
  const { db } = server.database
  const wrong = [0, 1, 2, 3].map((n) =>
    fixAt(419000901, START + 5 * HOUR + n * 10 * MINUTE, 21.1, 81.1, {
      recTime: START + 11 * HOUR + n,
      fixId: (START + 11 * HOUR + n) * 1024,
      feed: 77,
    }),
  )
  const before = await ask(4, 7, 'count')
  await storeFixes(db, wrong)
  const hours = new HeatHours({
    db,
    clock: systemClock,
    flush: async () => undefined,
    fixes: fixReader(db),
  })
  const arrived = { feed: 77, from: START + 11 * HOUR, to: START + 11 * HOUR + MINUTE }
  await hours.forgetting(arrived, async () => {
    expect((await ask(4, 7, 'count')).total).toBe(before.total + 4)
    await sql`delete from fixes where feed = 77`.execute(query(db))
  })
  expect((await ask(4, 7, 'count')).total).toBe(before.total)
})

test('a user limited to sources or waters sees the traffic there and no more', async () => {
  const made = await server.call(addZone, {
    name: 'West',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [60, 0],
          [75, 0],
          [75, 25],
          [60, 25],
          [60, 0],
        ],
      ],
    },
  })
  const user = await server.call(addUser, {
    username: 'west',
    role: '2',
    sources: ['*'],
    zone_access: [made.id],
  })
  const first = await server.logIn('west', user.temporary_password)
  await first.call(changePassword, { old_password: user.temporary_password, new_password: OWN_PASSWORD })
  const west = await server.logIn('west', OWN_PASSWORD)
  const answer = await west.call(getHeatmapData, {
    bbox: BOX,
    from: at(0),
    to: at(10),
    cell_deg: 0.5,
    metric: 'count',
  } as never)
  const seen = fixes.filter((fix) => fix.type === 1 && fix.lon <= 75e6 && fix.observedAt < START + 10 * HOUR)
  expect(answer.total).toBe(seen.length)
  expect(answer.cells.every(([lon]) => lon < 75)).toBe(true)
})

test('a filter on vessels or on fixes counts the matching vessels', async () => {
  const keep = async (name: string, filter: object) =>
    (await server.call(saveAisFilter, { name, visibility: 'PRIVATE', filter } as never)).id
  const two = await keep('Two', { mmsis: ['419000001', '419000002'] })
  expect((await ask(0, 10, 'vessels', { filter_id: two })).total).toBe(2)
  const own = fixes.filter(
    ({ mmsi, observedAt }) => (mmsi === 419000001 || mmsi === 419000002) && observedAt < START + 10 * HOUR,
  )
  expect((await ask(0, 10, 'count', { filter_id: two })).total).toBe(own.length)
  const fast = await keep('Fast', { speed: { min: 50 } })
  expect((await ask(0, 10, 'count', { filter_id: fast })).total).toBe(0)
  const steady = await keep('Steady', { speed: { min: 11, max: 13 }, mmsis: ['419000001'] })
  expect((await ask(0, 10, 'vessels', { filter_id: steady })).total).toBe(1)
})

test('a query that cannot be answered fails with advice', async () => {
  const raw = (more: object) =>
    server.raw(getHeatmapData, {
      bbox: BOX,
      from: at(0),
      to: at(10),
      cell_deg: 0.5,
      metric: 'count',
      ...more,
    } as never)
  expect((await raw({ from: at(5), to: at(1) })).Message).toContain('Swap from and to')
  expect((await raw({ from: at(-3000) })).Message).toContain('92 days')
  expect((await raw({ from: at(100), to: at(200) })).Message).toContain('has not begun')
  expect(await raw({ cell_deg: 0.3 })).toMatchObject({ Code: 'VALIDATION' })
  expect(await raw({ filter_id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
})
