import { getJobs, retryJob, type Job } from '@samudra/contract/jobs'
import { getAlerts, type Alert } from '@samudra/contract/alerts'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { systemClock } from '../../src/platform/needs/clock.ts'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import type { ResultRow } from '../../src/rooms/watch/rules/findings/results.sql.ts'
import { aDatabase } from '../servers/a-database.ts'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { aResult, storedResults } from './results.ts'

type Desk = Pick<TestServer, 'call' | 'raw'>

/** Has a job that comes by itself done now. */
export async function hurry({ call, raw }: Desk, name: string): Promise<Job | undefined> {
  const job = (await call(getJobs, {})).items.find((one) => one.name === name)
  if (job !== undefined) await raw(retryJob, { id: job.id })
  return job
}

let hits = 0
/** A ship that a detector suspects of false positions; each a hit of its own. */
export const aHit = (at: number, more: Partial<ResultRow> = {}): ResultRow =>
  aResult(at, { id: `hit.${++hits}`, rule_id: 'SPOOFING_EVENT', ...more })

/** Stores what rules found, and waits until alerts stand as is claimed. */
export async function found(
  desk: Desk & { database: { db: Db } },
  rows: readonly ResultRow[],
  claim: (alerts: Alert[]) => boolean,
): Promise<Alert[]> {
  await storedResults(desk.database.db, rows)
  return alertsOnce(desk, claim)
}

/** All alerts once they stand as is claimed. */
export async function alertsOnce(desk: Desk, claim: (alerts: Alert[]) => boolean): Promise<Alert[]> {
  let items: Alert[] = []
  let job: Job | undefined
  const stands = ({ condition, state, count, mmsi }: Alert) => [condition, state, count, mmsi]
  await until(
    async () => {
      job = await hurry(desk, 'alerts.raise')
      items = (await desk.call(getAlerts, { limit: 500 })).items
      return claim(items)
    },
    () =>
      `alerts stand as they should, and not ${JSON.stringify(items.map(stands))} (${JSON.stringify(job)})`,
  )
  return items
}

/** The sources COAST and SATX, as 1 and 2; before a server begins. */
export async function coastAndSatelliteIn(db: Db): Promise<void> {
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'COAST'), (2, 'SATX', 'SATX')`.execute(
    query(db),
  )
}

/** A server that knows both sources, and whose clock is put on, ms. */
async function aCentre() {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  let ahead = 0
  const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
  const server = await aServer([], database, { clock })
  return { server, clock, putOn: (ms: number) => void (ahead += ms) }
}
type Centre = Awaited<ReturnType<typeof aCentre>>
/** Creates a centre for each test of a file and passes it to `take` when ready. */
export function centreOfEachTest(take: (centre: Centre) => void): void {
  let centre: Centre | undefined
  beforeEach(async () => {
    centre = await aCentre()
    take(centre)
  })
  afterEach(() => centre?.server.close())
}

/** Counts the results that no alert run has read yet. */
export async function leftToRaise(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rule_result_news`.execute(
    query(db),
  )
  return rows[0]!.n
}

/** Checks that each version of each alert is stored once, and that one of them is current. */
export async function expectWholeVersions(db: Db): Promise<void> {
  const { rows } = await sql`
    select a.id from alerts a where version <> (select count(*) from alert_versions v where v.id = a.id)
      or 1 <> (select count(*) from alert_versions v where v.id = a.id and v.known_to is null)`.execute(
    query(db),
  )
  expect(rows).toEqual([])
}
