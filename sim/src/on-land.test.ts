import { ChartLand } from '@samudra/basemap/chart-land'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstant, stateAt } from './motion.ts'
import { createSea } from './sea.ts'
import { isSea, NODES, PORTS } from './water.ts'

let chart: ChartLand
beforeAll(async () => void (chart = await ChartLand.open()))
afterAll(() => chart.close())

test('the chart knows land from water', async () => {
  expect(await chart.holds(7, 80.7)).toBe(true)
  expect(await chart.holds(8, 85)).toBe(false)
  expect(isSea(7, 80.7)).toBe(false)
  expect(isSea(8, 85)).toBe(true)
})

test('every berth and every roadstead lies on the water of the chart', async () => {
  for (const { berth, roads } of PORTS) {
    for (const [lon, lat] of [NODES[berth]!, NODES[roads]!]) expect(await chart.holds(lat, lon)).toBe(false)
  }
})

test.each([1, 2])(
  'in six hours no ship of the default sea is on land, seed %i',
  { timeout: 60_000 },
  async (seed) => {
    const startAt = Date.UTC(2026, 0, 5, 10)
    const { ships } = createSea({ scenario: 'default', seed, startAt })
    const here = anInstant()
    const stranded: string[] = []
    for (let hour = 0; hour <= 6; hour += 0.5) {
      for (const { kind, index, motion } of ships) {
        if (kind === 'base') continue
        stateAt(motion, startAt + hour * 3_600_000, here)
        if (await chart.holds(here.lat, here.lon))
          stranded.push(`${index} ${motion.kind} ${here.lat} ${here.lon}`)
      }
    }
    expect(stranded).toEqual([])
  },
)
