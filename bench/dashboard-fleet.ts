/** Times figures over a month and a year of a large fleet, beside DuckDB over Parquet of the same positions. */
import { mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { getAbnormalNormalData, getFigure, type FigureQuery } from '@samudra/contract/figures'
import { callerOf } from '../server/testing/servers/caller-of.ts'
import { benchServer } from './bench-server.ts'
import { FLEET_DAYS, fillCounts, ParquetFleet, storeAnomalies } from './fleet-counts.ts'
import { printTable, printTarget, quantile, whole } from './report.ts'

const DAY = 86_400_000
/** A month, and a year whose counts were filled directly: p95 of one call, ms. */
const GOAL_MS = { month: 500, year: 1000 }

const MONTH: Record<string, FigureQuery> = {
  'vessels by the hour': { measure: 'vessels', bucket: 'hour' },
  'the same beside what is usual': { measure: 'vessels', bucket: 'hour', compare: 'baseline' },
  'by type': { measure: 'vessels', bucket: 'hour', by: 'kind' },
  'by type beside what is usual': { measure: 'vessels', bucket: 'hour', by: 'kind', compare: 'baseline' },
  'by flag': { measure: 'vessels', bucket: 'hour', by: 'country' },
  'by flag beside what is usual': { measure: 'vessels', bucket: 'hour', by: 'country', compare: 'baseline' },
  'positions by source': { measure: 'positions', bucket: 'hour', by: 'source' },
  'anomalies by type': { measure: 'anomalies', bucket: 'day', by: 'type' },
}
const YEAR: Record<string, FigureQuery> = {
  'vessels by the day': { measure: 'vessels', bucket: 'day' },
  'by type': { measure: 'vessels', bucket: 'day', by: 'kind' },
  'by flag': { measure: 'vessels', bucket: 'day', by: 'country' },
  'positions by source': { measure: 'positions', bucket: 'day', by: 'source' },
}

type Row = { name: string; times: number[] }
const shown = ({ name, times }: Row) => [name, whole(quantile(times, 0.5)), whole(quantile(times, 0.95))]

/** Measures each figure so many times. */
export async function measureFleet(vessels: number, rounds: number): Promise<void> {
  const now = Date.now()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-fleet-'))
  const timed = async (name: string, work: () => Promise<unknown>, times = rounds): Promise<Row> => {
    const taken: number[] = []
    for (let round = 0; round < times; round++) {
      const start = performance.now()
      await work()
      taken.push(performance.now() - start)
    }
    return { name, times: taken.sort((a, b) => a - b) }
  }
  const fleet = await ParquetFleet.write(folder, vessels, now)
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
  const [{ count }] = (await fleet.ask<{ count: string }>('select count(*) as count from {fixes}')) as [
    { count: string },
  ]
  const server = await benchServer(
    'dashboard',
    {},
    {
      fill: async (db) => {
        await fillCounts(db, fleet)
        await storeAnomalies(db, vessels, now)
      },
    },
  )
  const call = await callerOf(`http://127.0.0.1:${server.port}`)
  const iso = (at: number) => new Date(at).toISOString()
  const end = fleet.from + FLEET_DAYS * DAY
  const month = { from: iso(fleet.from), to: iso(end) }
  const year = { from: iso(end - 365 * DAY), to: iso(end) }
  const ofMonth: Row[] = []
  for (const [name, query] of Object.entries(MONTH))
    ofMonth.push(await timed(name, () => call(getFigure, { ...query, ...month })))
  ofMonth.push(
    await timed('normal and abnormal by the hour', () =>
      call(getAbnormalNormalData, { ...month, bucket: 'hour' } as never),
    ),
  )
  const ofYear: Row[] = []
  for (const [name, query] of Object.entries(YEAR))
    ofYear.push(await timed(name, () => call(getFigure, { ...query, ...year })))
  const peers = [
    await timed('DuckDB: vessels by hour and type', () => fleet.ask(countBy('kind')), Math.min(rounds, 5)),
    await timed('DuckDB: vessels by hour and flag', () => fleet.ask(countBy('country')), Math.min(rounds, 5)),
  ]
  printTable(
    `A month of ${whole(vessels)} vessels, ${whole(Number(count))} positions (${whole(bytes / 1e6)} MB of Parquet), ms`,
    ['', 'p50', 'p95'],
    [...ofMonth, ...peers].map(shown),
  )
  printTable('A year of the same by the day, ms', ['', 'p50', 'p95'], ofYear.map(shown))
  const worst = (rows: readonly Row[]) => Math.max(...rows.map(({ times }) => quantile(times, 0.95)))
  printTarget('slowest figure of a month, p95, ms', worst(ofMonth), { below: GOAL_MS.month })
  printTarget('slowest figure of a year, p95, ms', worst(ofYear), { below: GOAL_MS.year })
  await server.close()
  fleet.close()
  rmSync(folder, { recursive: true, force: true })
}

const countBy = (group: 'kind' | 'country') =>
  `select observed_at // 3600000 as hour, ${group}, count(distinct mmsi) as vessels from {fixes} group by all`
