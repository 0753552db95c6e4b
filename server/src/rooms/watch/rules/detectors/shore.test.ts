import { ChartLand } from '@samudra/basemap/chart-land'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { explainRuleResult } from '@samudra/contract/rule-results'
import { Shore } from '@samudra/nautical/shore'
import { afterAll, beforeAll, expect, test } from 'vitest'
import path from 'node:path'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { receivedAt } from '../../../../../testing/seas/rules.ts'
import { foldersOf } from '../../../../compose.ts'
import { LanePoints } from '../../../past/patterns/lane-points.ts'
import { storeLanes } from '../../../past/patterns/lanes.sql.ts'
import { lanesOf } from '../../../past/patterns/way-points.ts'
import { readPorts } from '../../../chart/ports/port.ts'
import { readShore } from './shore.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const { archivesFolder } = foldersOf(path.resolve(import.meta.dirname, '../../../../../..'))

let chart: ChartLand
let shore: Shore
beforeAll(async () => {
  chart = await ChartLand.open()
  shore = new Shore(await readShore(archivesFolder))
})
afterAll(() => chart.close())

/** NM to the coast of the chart, negative on land. */
async function toCoast(lat: number, lon: number): Promise<number> {
  const nm = await chart.coastNm(lat, lon)
  return (await chart.holds(lat, lon)) ? -nm : nm
}

/** Places drawn across the region that the grid reports near a coast. */
function* nearCoasts(count: number): Generator<{ lat: number; lon: number; found: number }> {
  let drawn = 12345
  const draw = () => (drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  for (let found = 0; found < count;) {
    // The chart has no coast beyond the region.
    const [lat, lon] = [-44.5 + draw() * 76, 20.5 + draw() * 104]
    const answer = shore.distanceNm(lat, lon)
    if (!(Math.abs(answer) < 9)) continue
    found++
    yield { lat, lon, found: answer }
  }
}

test('distances to the shore are those to the coast of the chart', async () => {
  const wrong: string[] = []
  const off: number[] = []
  const sides = { sea: 0, land: 0 }
  for (const { lat, lon, found: answer } of nearCoasts(120)) {
    const truly = await toCoast(lat, lon)
    off.push(Math.abs(answer - truly))
    sides[truly < 0 ? 'land' : 'sea']++
    if (Math.abs(answer - truly) > 1 || (Math.abs(truly) > 1 && answer * truly < 0))
      wrong.push(`${lat} ${lon}: told ${answer}, truly ${truly}`)
  }
  expect(wrong).toEqual([])
  expect(Math.min(sides.sea, sides.land)).toBeGreaterThan(30)
  expect(off.toSorted((a, b) => a - b)[60]).toBeLessThan(0.2)
})

test('far from every coast the distance is a minimum; beyond the region it is unknown', () => {
  expect(shore.distanceNm(-30, 80)).toBe(210)
  expect(shore.distanceNm(24, 78)).toBe(-10)
  expect(shore.distanceNm(50, -5)).toBeNaN()
  expect(shore.distanceNm(-30, 125.1)).toBeNaN()
})

test('a vessel in a port, river or canal is not reported inland', async () => {
  const ports = (await readPorts(archivesFolder)).filter(({ body }) => body.source.startsWith('Samudra'))
  const inland = ports.filter(({ body }) => shore.distanceNm(body.lat, body.lon) < -1)
  expect(ports.length).toBeGreaterThan(300)
  expect(inland.map(({ body }) => body.name)).toEqual([])
  // The canal of Suez is of the coast; of the Hooghly off Budge Budge, the Musi and the Chao Phraya nothing is known.
  expect(shore.distanceNm(30.1, 32.572)).toBeGreaterThan(-1)
  for (const [lat, lon] of [
    [22.48, 88.18],
    [-2.9, 104.9],
    [13.71, 100.57],
  ] as const)
    expect(shore.distanceNm(lat, lon)).toBeNaN()
})

/** Returns lanes of vessels of unknown type: along 10 degrees N, far from both vessels of the test. */
function someLanes() {
  const points = new LanePoints()
  for (let ship = 1; ship <= 3; ship++)
    for (let i = 0; i < 30; i++) points.take(ship * 256, 0, 10 + ship / 500, 66 + i / 10, 120, 900)
  return lanesOf(points.packed()[0]!.body)
}

test('spoofing is found for a vessel 5 NM inland off lanes for 5 min, not for one 5 NM offshore', async () => {
  const [inland, off] = [
    { mmsi: 419000501, lat: 16, lon: 73.61 },
    { mmsi: 419000502, lat: 16, lon: 73.385 },
  ]
  expect(await toCoast(inland.lat, inland.lon)).toBeCloseTo(-5, 0)
  expect(await toCoast(off.lat, off.lon)).toBeCloseTo(5, 0)
  const receiver = await Receiver.listen()
  const database = await aDatabase()
  const now = Math.floor(Date.now() / 1000) * 1000
  await storeLanes(
    database.db,
    { id: 'lanes', madeAt: now - HOUR, group: 0, fromDay: now - 90 * 24 * HOUR, toDay: now, ...someLanes() },
    {},
  )
  const server = await aServer([receiver.feed('COAST')], database)
  const found = async () => (await server.call(getFilteredVesselEvents, { types: ['SPOOFING_EVENT'] })).items
  const sails = async (at: number) => {
    for (const { mmsi, lat, lon } of [off, inland]) {
      const north = ((at - now) / HOUR) * (10 / 60)
      await receiver.send(receivedAt(at, { mmsi, lat: lat + north, lon, sog: 10, cog: 0 }))
    }
  }
  for (let minute = -7; minute <= 0; minute++) await sails(now + minute * MINUTE)
  await until(async () => (await found()).length > 0, 'she is found')
  const hits = await found()
  expect(hits.map(({ mmsis }) => mmsis)).toEqual([[String(inland.mmsi)]])
  const { recomputed } = await server.call(explainRuleResult, { id: hits[0]!.id })
  expect(recomputed.verdict).toBe('TRUE')
  await server.close()
  await receiver.close()
})
