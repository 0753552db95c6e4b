import { getAlerts } from '@samudra/contract/alerts'
import { deleteRule, createRule } from '@samudra/contract/rule-keeping'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { getRuleResultsByVessel } from '@samudra/contract/rule-results'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aHit, coastAndSatelliteIn, found } from '../../../../testing/seas/alerts.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import { query } from '../../../platform/needs/query.ts'
import { conditions } from './alerts.sql.ts'

const SHIP = 419000801
const mmsi = String(SHIP)
let server: TestServer
beforeAll(async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  server = await aServer([], database)
})
afterAll(() => server.close())

test('a result without any source is visible to unrestricted users only, as event, hit and alert', async () => {
  await found(
    server,
    [aHit(Date.now(), { mmsi: SHIP, rule_id: 'MMSI_DUPLICATE', sources: [] })],
    (alerts) => alerts.length === 1,
  )
  const everywhere = await aUser(server, 'everywhere')
  const coast = await aUser(server, 'coast', ['COAST'])
  const seenBy = async ({ call }: Pick<TestServer, 'call'>) => [
    (await call(getFilteredVesselEvents, { mmsis: [mmsi] })).items.length,
    (await call(getRuleResultsByVessel, { mmsi })).items.length,
    (await call(getAlerts, { mmsi })).items.length,
  ]
  expect(await seenBy(everywhere)).toEqual([1, 1, 1])
  const [event] = (await everywhere.call(getFilteredVesselEvents, { mmsis: [mmsi] })).items
  expect(event).toMatchObject({ visibility: 'CENTRE' })
  expect(await seenBy(coast)).toEqual([0, 0, 0])
})

test('alerts of a deleted rule stay with its viewers; deleted rules without alerts are not read', async () => {
  const { database } = server
  const owner = await aUser(server, 'owner')
  const stranger = await aUser(server, 'stranger')
  const rule = await owner.call(createRule, { ...SLOW, actions: [{ do: 'ALERT' }] })
  await found(server, [aHit(Date.now(), { mmsi: SHIP, rule_id: rule.id })], (alerts) =>
    alerts.some(({ rule_id }) => rule_id === rule.id),
  )
  await owner.call(deleteRule, { id: rule.id })
  await sql`
    insert into objects select (jsonb_populate_record(o, jsonb_build_object('id', 'gone ' || n, 'removed', true))).*
    from objects o, generate_series(1, 5000) n where o.type = 'rule' and o.id = ${rule.id} and o.removed`.execute(
    query(database.db),
  )
  await sql`analyze objects, alerts`.execute(query(database.db))
  const ids = async (user: Pick<TestServer, 'call'>) =>
    (await user.call(getAlerts, {})).items.map(({ rule_id }) => rule_id)
  expect(await ids(owner)).toContain(rule.id)
  expect(await ids(stranger)).not.toContain(rule.id)
  const viewer = { userId: 'test-stranger', groups: [], isAdmin: false }
  const request = {
    rules: { type: 'rule', current: ['SPOOFING_EVENT'], viewer },
    definitions: { type: 'alert_definition', current: [], viewer },
    sources: null,
    ofPast: true,
    box: null,
  }
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, format json) select t.id from alerts t where ${conditions(request)}`.execute(
    query(database.db),
  )
  const read = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan).filter((node) => node['Relation Name'] === 'objects')
  expect(read.length).toBeGreaterThan(0)
  expect(Math.max(...read.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThan(10)
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
