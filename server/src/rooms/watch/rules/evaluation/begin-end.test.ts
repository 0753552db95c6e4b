import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { createRule } from '@samudra/contract/rule-keeping'
import { getRuleResults, runRule } from '@samudra/contract/rule-results'
import type { RuleNode } from '@samudra/contract/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { hurry } from '../../../../../testing/seas/alerts.ts'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../../testing/seas/fixes.ts'
import { aResult, storedResults } from '../../../../../testing/seas/results.ts'
import { runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const MINUTE = 60_000
const DAY = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000
const at = (hour: number, minute = 0) => DAY + (hour * 60 + minute) * MINUTE
const iso = (hour: number, minute = 0) => new Date(at(hour, minute)).toISOString()
const [MET, BEGUN, ENDED] = [[419000701, 419000702] as const, at(12), at(17, 42)]

let database: Awaited<ReturnType<typeof aDatabase>>
let server: TestServer
beforeAll(async () => {
  database = await aDatabase()
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'Coast')`.execute(query(database.db))
  const fixes: PlainFix[] = []
  for (let observedAt = at(11); observedAt <= at(19); observedAt += MINUTE)
    for (const [ship, mmsi] of MET.entries()) {
      const isTogether = observedAt >= BEGUN && observedAt <= ENDED
      const recTime = observedAt + 1000
      const lat = 12e6 + (isTogether ? 500 : 50_000) * ship
      const fixId = recTime * 1024 + ship
      fixes.push(aFix({ mmsi, recTime, observedAt, fixId, lat, lon: 72e6, sog: isTogether ? 5 : 100 }))
    }
  await storeFixes(database.db, fixes)
  const hit = { rule_id: 'ENCOUNTER_EVENT', subject: 'PAIR', mmsi: MET[0], other_mmsi: MET[1] } as const
  const found = { ...hit, other_split: 0, first_at: at(12, 30), known_at: at(12, 31) }
  await storedResults(database.db, [
    aResult(at(18, 12), { ...found, id: 'over', began_at: BEGUN, ended_at: ENDED, status: 'CLEARED' }),
  ])
  server = await aServer([], database)
})
const eventsOf = async (type: string) =>
  (await server.call(getFilteredVesselEvents, { types: [type] })).items.map(({ start_at, end_at }) => [
    start_at,
    end_at,
  ])

afterAll(() => server.close())

test('a meeting of 12:00 to 17:42 that was found at 12:30 is an event of 12:00 to 17:42', async () => {
  const request = { types: ['ENCOUNTER_EVENT'], from: iso(11), to: iso(12, 10) }
  const { items } = await server.call(getFilteredVesselEvents, request)
  expect(items).toMatchObject([
    { start_at: iso(12), end_at: iso(17, 42), created_at: new Date(at(12, 31)).toISOString() },
  ])
})

test('a historical run finds when two vessels met and parted', async () => {
  const slow: RuleNode = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 }
  const when: RuleNode = { op: 'ALL', of: [{ k: 'near', to: slow, nm: 0.27 }, slow], for_min: 120 }
  const rule = {
    ...SLOW,
    subject: 'PAIR' as const,
    when,
    grace_min: 30,
    dedupe: { key: ['pair' as const], window_min: 0 },
  }
  const { id } = await server.call(createRule, rule)
  const period = { from: iso(10), to: iso(20), knowledge: 'CORRECTED' as const, dry_run: true }
  const { run_id } = await server.call(runRule, { id, ...period })
  expect((await runOver(server, id, run_id)).state).toBe('SUCCEEDED')
  const { items } = await server.call(getRuleResults, { id, run_id })
  expect(items).toMatchObject([
    { first_at: iso(14), began_at: iso(12), ended_at: iso(17, 42), status: 'CLEARED' },
  ])
})

test('an active hit of a vessel never received again ends at its last report; a silence does not', async () => {
  const lasting = { mmsi: MET[0], first_at: at(16), began_at: BEGUN, last_at: at(16), known_at: at(16) }
  await storedResults(database.db, [
    aResult(at(16), { ...lasting, id: 'loiters', rule_id: 'LOITERING_EVENT' }),
    aResult(at(16), { ...lasting, id: 'silent', rule_id: 'FEED_DELAY' }),
  ])
  await until(async () => {
    await hurry(server, 'rules.silent')
    return (await eventsOf('LOITERING_EVENT'))[0]![1] !== null
  }, 'the vessel is judged silent')
  expect(await eventsOf('LOITERING_EVENT')).toEqual([[iso(12), iso(19)]])
  expect(await eventsOf('FEED_DELAY')).toEqual([[iso(12), null]])

  await sql`update latest_fixes set observed_at = now() where mmsi = ${MET[0]}`.execute(query(database.db))
  await until(async () => {
    await hurry(server, 'rules.silent')
    return (await eventsOf('LOITERING_EVENT'))[0]![1] === null
  }, 'the vessel is received again')
})
