/**
 * Times the panels of the morning brief over a month of a sea (desk-sea.ts). Beside them PostgreSQL counts vessels by
 * hour and kind from the stored positions. `npm run bench -- dashboard [--rounds=20] [--days=31]`
 * With `--fleet=20000` it measures a month and a year of so many vessels instead, beside DuckDB over Parquet of their positions.
 * With `--serve=PORT` it measures nothing and serves the sea with the screens until SIGINT. With `--folder=FOLDER` the sea
 * stays there and is served again from it.
 */
import { performance } from 'node:perf_hooks'
import { getFigure, type FigureQuery } from '@samudra/contract/figures'
import { sql } from 'kysely'
import { query } from '../server/src/platform/needs/query.ts'
import { foldersOf } from '../server/src/compose.ts'
import { callerOf } from '../server/testing/servers/caller-of.ts'
import { benchServer } from './bench-server.ts'
import { hasDeskSea, storeDeskSea } from './desk-sea.ts'
import { root } from './engines.ts'
import { measureFleet } from './dashboard-fleet.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const ROUNDS = Number(option('rounds', sized('20', '2')))
const DAYS = Number(option('days', sized('31', '3')))
const VESSELS = sized(300, 20)
const DAY = 86_400_000
/** Panels of a month and of all days of the sea: p95 of one call, ms (issue of the dashboard). */
const GOAL_MS = 500

const now = Date.now()
const FLEET = Number(option('fleet', '0'))
if (FLEET > 0) {
  await measureFleet(FLEET, ROUNDS)
  process.exit(0)
}
const SERVED = option('serve', '')
const folder = option('folder', '')
const server = await benchServer(
  'dashboard',
  SERVED === '' ? {} : { screensFolder: foldersOf(root).screensFolder },
  {
    port: Number(SERVED),
    ...(folder === '' ? {} : { folder }),
    fill: async (db) => {
      if (!(await hasDeskSea(db))) await storeDeskSea(db, now, { days: DAYS, vessels: VESSELS })
    },
  },
)
if (SERVED !== '') {
  console.log(`http://127.0.0.1:${server.port}`)
  await new Promise((resolve) => process.once('SIGINT', resolve))
  await server.close()
  process.exit(0)
}
const call = await callerOf(`http://127.0.0.1:${server.port}`)

const waiting = async () =>
  (
    await sql<{ left: number }>`select count(*)::int as left from traffic_dirty_hours`.execute(
      query(server.db),
    )
  ).rows[0]!.left
const began = performance.now()
while ((await waiting()) > 0) {
  await sql`update jobs set due_at = now() where name = 'traffic.counts' and state = 'WAITING'`.execute(
    query(server.db),
  )
  await new Promise((resolve) => setTimeout(resolve, 250))
}
const countedS = (performance.now() - began) / 1000

const PANELS: Record<string, FigureQuery> = {
  'vessels by hour beside what is usual': { measure: 'vessels', bucket: 'hour', compare: 'baseline' },
  'vessels by type': { measure: 'vessels', bucket: 'hour', by: 'kind' },
  'vessels by flag': { measure: 'vessels', bucket: 'hour', by: 'country' },
  'positions by source': { measure: 'positions', bucket: 'hour', by: 'source' },
  'anomalies by type': { measure: 'anomalies', bucket: 'day', by: 'type' },
  'vessels with and without anomalies': { measure: 'abnormal', bucket: 'day', by: 'state' },
  'arrivals by port': { measure: 'arrivals', bucket: 'day', by: 'port' },
}
const from = new Date(now - Math.min(31, DAYS) * DAY).toISOString()
const to = new Date(now).toISOString()

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

const rows: string[][] = []
let slowest = 0
let byType = 0
for (const [name, panel] of Object.entries(PANELS)) {
  const times = await timed(() => call(getFigure, { ...panel, from, to }))
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  slowest = Math.max(slowest, p95)
  if (name === 'vessels by type') byType = p50
  rows.push([name, whole(p50), whole(p95)])
}
const recount = await timed(() =>
  sql`select date_trunc('hour', observed_at) as hour, (s.fields #>> '{shipType,value}')::int / 10 as kind, count(distinct f.mmsi)
    from fixes f left join statics s on s.mmsi = f.mmsi
    where observed_at >= ${from}::timestamptz and observed_at < ${to}::timestamptz and quality < 2
    group by 1, 2`.execute(query(server.db)),
)
const peer = quantile(recount, 0.5)
rows.push([
  'PostgreSQL: vessels by hour and type of the stored positions',
  whole(peer),
  whole(quantile(recount, 0.95)),
])
printTable(
  `Panels over ${Math.min(31, DAYS)} days of ${VESSELS} vessels, ms; counted in ${whole(countedS)} s`,
  ['', 'p50', 'p95'],
  rows,
)
printTarget('slowest panel of a month, p95, ms', slowest, { below: GOAL_MS })
printTarget('times faster than counting the positions', peer / byType, { atLeast: 1 })
await server.close()
