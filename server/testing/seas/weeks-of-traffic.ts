import { sql } from 'kysely'
import { query } from '../../src/platform/needs/query.ts'
import { until, type TestServer } from '../servers/a-server.ts'
import { storedCounts } from './traffic-counts.ts'

const HOUR = 3_600_000
const WEEK = 168 * HOUR

/** Stores counts of an area for the hours around now in each of some weeks before, as if they were counted long ago. */
export async function trafficOfWeeks(
  { database: { db } }: TestServer,
  { aoi, weeks, vesselsOf }: { aoi: string; weeks: number; vesselsOf: (week: number) => number },
): Promise<void> {
  const number = async () =>
    (await sql<{ number: number }>`select number from traffic_areas where id = ${aoi}`.execute(query(db)))
      .rows[0]?.number
  await until(async () => {
    await sql`update jobs set due_at = now() where name = 'traffic.counts' and state = 'WAITING'`.execute(
      query(db),
    )
    return (await number()) !== undefined
  }, 'the area is counted')
  const area = (await number())!
  const hour = Math.floor(Date.now() / HOUR) * HOUR
  for (let week = weeks; week > 0; week--)
    for (let at = hour - week * WEEK - 3 * HOUR; at <= hour - week * WEEK + 3 * HOUR; at += HOUR) {
      const count = { kind: 'CARGO', country: 'IN', vessels: vesselsOf(week) }
      await storedCounts(db, 'H', at, [count, { ...count, area }])
    }
  await sql`update traffic_counted set since = 0 where at < ${new Date(hour - 24 * HOUR)}`.execute(query(db))
}
