import { createAlertDefinition } from '@samudra/contract/alert-definitions'
import { getAlerts, type Alert } from '@samudra/contract/alerts'
import {
  explainRuleResult,
  getRuleResults,
  getRuleResultsByVessel,
  judgeRuleResult,
} from '@samudra/contract/rule-results'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, coastAndSatelliteIn, found } from '../../../../testing/seas/alerts.ts'
import { aResult, storedResults } from '../../../../testing/seas/results.ts'
import { query } from '../../../platform/needs/query.ts'
import { linked } from './alerts.sql.ts'

let server: TestServer
beforeEach(async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  server = await aServer([], database)
})
afterEach(() => server.close())

type Caller = Pick<TestServer, 'call'>
const idsOf = async (who: Caller, mmsi = '419000001') =>
  (await who.call(getRuleResultsByVessel, { mmsi })).items.map(({ alert_id }) => alert_id)
const DEFINITION = {
  name: 'Ours',
  description: '',
  trigger: { builtin: 'SPOOFING_EVENT' as const },
  severity: 'CRITICAL' as const,
  dedupe_key: ['mmsi' as const],
  dedupe_window_min: 60,
  grace_min: 0,
  exclude_in_port: true,
  escalation_policy_id: 'STANDARD' as const,
  sound: 'SOFT' as const,
  audience: { users: [], groups: [], duty_roles: [] },
  channels: [],
  visibility: 'PRIVATE' as const,
  enabled: true,
}
const ofDefinition = (alerts: readonly Alert[], id: string) =>
  alerts.find(({ definition_id }) => definition_id === id)!.id

test('a result names its alert wherever it is read; a result without an alert names none', async () => {
  const now = Date.now()
  const [hit, again] = [aHit(now), aHit(now + 1000)]
  const [alert] = await found(server, [hit, again], ([one]) => one?.count === 2)
  const id = alert!.id
  expect((await server.call(getAlerts, { id })).items).toEqual([alert])
  expect(await idsOf(server)).toEqual([id, id])
  const { items } = await server.call(getRuleResults, { id: 'SPOOFING_EVENT' })
  expect(items.map(({ alert_id }) => alert_id)).toEqual([id, id])
  expect((await server.call(explainRuleResult, { id: hit.id })).result).toMatchObject({ alert_id: id })
  const judged = { id: hit.id, judgement: 'CONFIRMED' as const, reason: 'seen' }
  expect(await server.call(judgeRuleResult, judged)).toMatchObject({ alert_id: id })

  // A hit that ended long before raises no alert.
  const old = { first_at: now - 86_400_000, last_at: now - 86_400_000, known_at: now - 86_400_000 }
  await storedResults(server.database.db, [
    aHit(now, { mmsi: 419000002, status: 'CLEARED', ...old }),
    aResult(now, { id: 'run', rule_id: 'SPOOFING_EVENT', run_id: 'a-look-back', mmsi: 419000002 }),
  ])
  expect(await idsOf(server, '419000002')).toEqual([null])
})

test('the gravest of two alerts is named to users who may know it; others get theirs or none', async () => {
  const asha = await aUser(server, 'asha')
  const coast = await aUser(server, 'coast', ['COAST'])
  const own = await server.call(createAlertDefinition, DEFINITION)
  const alerts = await found(server, [aHit(Date.now(), { sources: [[1, 2]] })], (all) => all.length === 2)
  expect(await idsOf(server)).toEqual([ofDefinition(alerts, own.id)])
  const usual = ofDefinition(alerts, 'default-SPOOFING_EVENT')
  for (const who of [asha, coast]) {
    expect((await who.call(getAlerts, {})).items.map(({ id }) => id)).toEqual([usual])
    expect(await idsOf(who)).toEqual([usual])
    expect(await who.call(getAlerts, { id: ofDefinition(alerts, own.id) })).toMatchObject({
      total: 0,
      items: [],
    })
  }
})

test('the alerts of a page of results are found by their keys, however many there are', async () => {
  const [alert] = await found(server, [aHit(Date.now())], (all) => all.length === 1)
  const { db } = server.database
  await sql`insert into alerts select (jsonb_populate_record(t, jsonb_build_object('id', 'many.' || n))).*
    from alerts t, generate_series(1, 10000) as n where t.id = ${alert!.id}`.execute(query(db))
  await sql`insert into alert_hits
    select 'many.' || n % 10000, mmsi, 'many.' || n, definition_id, again, status, first_at, last_at, fix_ids
    from alert_hits, generate_series(1, 200000) as n where alert_id = ${alert!.id}`.execute(query(db))
  await sql`analyze alerts, alert_hits`.execute(query(db))
  const viewer = { userId: 'nobody', groups: [], isAdmin: false }
  const request = {
    rules: { type: 'rule', current: ['SPOOFING_EVENT'], viewer },
    definitions: { type: 'alert_definition', current: ['default-SPOOFING_EVENT'], viewer },
    sources: null,
    ofPast: true,
    box: null,
  }
  const page = Array.from({ length: 100 }, (_, n) => ({ mmsi: 419000001, id: `many.${n}` }))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${linked(request, page)}`.execute(query(db))
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('alert_hits_pkey')
  expect(plan).toContain('alerts_id')
  expect(plan).not.toMatch(/Seq Scan on alert/)
})
