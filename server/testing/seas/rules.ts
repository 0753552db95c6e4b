import { getRuleResults, runRule, type RuleRun } from '@samudra/contract/rule-results'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { systemClock } from '../../src/platform/needs/clock.ts'
import { readWatch } from '../../src/rooms/watch/rules/evaluation/states.sql.ts'
import { aServer, Receiver, until, type TestServer } from '../servers/a-server.ts'

/** Holds of every ship slower than two knots. */
export const SLOW = {
  name: 'Slow vessels',
  description: '',
  severity: 'HIGH' as const,
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE' as const,
  subject: 'VESSEL' as const,
  when: { k: 'attr' as const, field: 'sog' as const, cmp: 'lt' as const, value: 2 },
  dedupe: { key: ['mmsi' as const], window_min: 0 },
  limits: { max_hits_per_hour: 1000 },
  allowed_lateness_min: 15,
  exclude_in_port: false,
  require_coverage: false,
}
/** Waits until rules are active on a database: they begin with stored data and evaluate them again. */
export const rulesAtWork = (db: Db) => until(async () => (await readWatch(db)) !== null, 'rules are at work')

/** Returns the sentence of a vessel under way, as received at an instant, epoch ms. */
export const receivedAt = (
  at: number,
  ship: { mmsi: number; lat: number; lon: number; sog: number; cog: number },
) =>
  encodePosition(
    { ...ship, navStatus: 0, second: new Date(at).getUTCSeconds() },
    { tagBlock: { c: Math.floor(at / 1000) } },
  )

/** Starts a server that receives a coast (`COAST`) and a satellite (`SATX`), with an adjustable clock, ms. */
async function coastAndSatellite() {
  const [receiver, other] = [await Receiver.listen(), await Receiver.listen()]
  let ahead = 0
  const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
  const server = await aServer([receiver.feed('COAST'), other.feed('SATX')], undefined, { clock })
  const close = async () => {
    await server.close()
    await receiver.close()
    await other.close()
  }
  return { server, receiver, other, putOn: (ms: number) => void (ahead += ms), close }
}

type CoastAndSatellite = Awaited<ReturnType<typeof coastAndSatellite>>
/** One for the tests of a file, given to `take` once it is there. */
export function coastAndSatelliteOfFile(take: (centre: CoastAndSatellite) => void): void {
  let centre: CoastAndSatellite | undefined
  beforeAll(async () => {
    centre = await coastAndSatellite()
    take(centre)
  })
  afterAll(() => centre?.close())
}

type Desk = Pick<TestServer, 'call'>
const OVER: readonly RuleRun['state'][] = ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED']

/** A run once it is over. */
export async function runOver({ call }: Desk, id: string, run_id: string): Promise<RuleRun> {
  const run = async () => (await call(getRuleResults, { id, run_id })).run!
  await until(async () => OVER.includes((await run()).state), 'the run is over')
  return run()
}

/** Makes a preview of a rule for the last hour, as required for enabling it. */
export async function previewOf(desk: Desk, id: string): Promise<string> {
  const now = Date.now()
  const period = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now).toISOString() }
  const { run_id } = await desk.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  return (await runOver(desk, id, run_id)).preview!
}

/** Marks a run as if a user had cancelled it before its end. */
export async function markCancelled(db: Db, runId: string): Promise<void> {
  await sql`update rule_runs set state = 'CANCELLED' where id = ${runId}`.execute(query(db))
}
