import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { createRule } from '@samudra/contract/rule-keeping'
import { getRuleResults, runRule } from '@samudra/contract/rule-results'
import type { RuleNode } from '@samudra/contract/rules'
import { encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aFix, storeFixes } from '../../../../../testing/seas/fixes.ts'
import { runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'
import { NO_PARTICULARS, type CallRow } from '../../../vessels/port-calls/call-row.ts'
import { inCalls, storeCalls } from '../../../vessels/port-calls/port-calls.sql.ts'
import { identityChangesOf } from '../../../vessels/vessels/changes.sql.ts'
import { Ships } from '../../../../sea/ships.ts'
import { NearestPort } from '../../../../sea/nearest-port.ts'
import { pastOf } from '../reevaluation/past-changes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
const SHIP = 419000201
const COLOMBO = { lat: 6.951, lon: 79.848 }

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  // Half an hour in the roads of Colombo, and half an hour ten miles off.
  const fixes = Array.from({ length: 60 }, (_, i) => {
    const recTime = NOW - HOUR + i * MINUTE
    const lon = i < 30 ? COLOMBO.lon : COLOMBO.lon - 0.3
    return aFix({ recTime, mmsi: SHIP, lat: COLOMBO.lat * 1e6, lon: Math.round(lon * 1e6), sog: 100 })
  })
  const database = await aDatabase()
  await storeFixes(database.db, fixes)
  server = await aServer([receiver.feed('COAST')], database)
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const aCall = (port_id: string, came: number, left: number): CallRow => ({
  ...NO_PARTICULARS,
  id: `${SHIP}-${port_id}`,
  version: 1,
  known_from: left + 5 * MINUTE,
  known_to: null,
  mmsi: SHIP,
  split: 0,
  port_id,
  state: 'DEPARTED',
  began_at: came,
  expected_at: null,
  expected_by: null,
  expected_text: null,
  entered_at: came,
  anchored_at: null,
  berthed_at: came + HOUR,
  departed_at: left,
  berth: null,
  confidence: 4,
  already_there: false,
  evidence: [],
  sources: [1],
  lat_udeg: 1,
  lon_udeg: 1,
  draught_in: null,
  draught_out: null,
  next_port: null,
  next_text: null,
  computed_from: 'LIVE',
  changed_by: null,
  reason: null,
})

/** When a condition held of the ship, minutes after the first fix. */
async function heldAt(when: RuleNode, knowledge: 'CORRECTED' | 'AS_KNOWN' = 'CORRECTED'): Promise<number[]> {
  const { id } = await server.call(createRule, { ...SLOW, name: 'Asks the world', when })
  const period = { from: new Date(NOW - 2 * DAY).toISOString(), to: new Date(NOW).toISOString() }
  const { run_id } = await server.call(runRule, {
    id,
    ...period,
    mmsis: [String(SHIP)],
    knowledge,
    dry_run: true,
  })
  expect(await runOver(server, id, run_id)).toMatchObject({ state: 'SUCCEEDED', scanned_fixes: 60 })
  const { items } = await server.call(getRuleResults, { id, run_id })
  return items.map(({ first_at }) => (Date.parse(first_at) - (NOW - HOUR)) / MINUTE).sort((a, b) => a - b)
}
const attr = (field: string, cmp: string, value: unknown) => ({ k: 'attr', field, cmp, value }) as RuleNode

test('the position of a vessel is evaluated against ports, the coast and the sun', async () => {
  expect(await heldAt(attr('in_port', 'eq', 1))).toEqual([0])
  expect(await heldAt(attr('distance_to_port_nm', 'gt', 10))).toEqual([30])
  expect(await heldAt(attr('distance_to_shore_nm', 'gt', 10))).toEqual([30])
  const nights = await Promise.all([0, 1].map((night) => heldAt(attr('night', 'eq', night))))
  expect(nights.flat().length).toBeGreaterThan(0)
})

test('a condition that can never be known is rejected by name', async () => {
  const refused: [object, string][] = [
    [attr('depth_m', 'lt', 1000), 'depth_m is not known here'],
    [attr('risk_level', 'gt', 2), 'risk_level is not known here'],
    [{ k: 'expr', text: 'depth_m < 10 m' }, 'depth_m is not known here'],
    [{ k: 'weather', layer: 'wind', cmp: 'gt', value: 20 }, 'wind is not a weather layer'],
    [attr('anomaly', 'in', ['BLACKLIST', 'LOITERING']), 'anomaly LOITERING is not an anomaly of the map'],
    [{ k: 'baseline', metric: 'draught', z: 3, days: 30, of: 'SELF' }, 'draught is not a baseline metric'],
    [{ k: 'baseline', metric: 'lane', z: 3, days: 30, of: 'SELF' }, 'use of TYPE'],
    [{ k: 'event', types: ['NOTHING'] }, 'NOTHING is not an event type'],
    [{ k: 'event', types: ['AREA_OF_INTEREST'] }, 'use a zone with ENTER or INSIDE'],
  ]
  for (const [unless, why] of refused) {
    const answer = await server.raw(createRule, { ...SLOW, unless } as never)
    expect(answer).toMatchObject({ Code: 'VALIDATION' })
    expect(answer.Message).toContain(`unless: `)
    expect(answer.Message).toContain(why)
  }
})

test('the last port and the time since are those known at each moment', async () => {
  const calls = [aCall('INCOK', NOW - 9 * DAY, NOW - 7 * DAY), aCall('LKCMB', NOW - DAY, NOW - 40 * MINUTE)]
  await inCalls(server.database.db, (client) => storeCalls(client, calls))
  expect(await heldAt(attr('last_port', 'eq', 'INCOK'), 'AS_KNOWN')).toEqual([0])
  // The departure was detected five minutes later.
  expect(await heldAt(attr('last_port', 'eq', 'LKCMB'), 'AS_KNOWN')).toEqual([27])
  expect(await heldAt(attr('last_port', 'eq', 'LKCMB'))).toEqual([0])
  expect(await heldAt(attr('days_since_last_call', 'gt', 6), 'AS_KNOWN')).toEqual([0])
  expect(await heldAt(attr('days_since_last_call', 'gt', 6))).toEqual([])
  expect(await heldAt({ k: 'port', rel: 'DEPARTED', port: 'LKCMB' })).toEqual([20])
  expect(await heldAt({ k: 'port', rel: 'DEPARTED' }, 'AS_KNOWN')).toEqual([25])
  expect(await heldAt({ k: 'port', rel: 'MISSED' })).toEqual([])
})

test('results based on earlier calls reach only users who see all sources and waters', async () => {
  const queries = async (when: RuleNode) => {
    const rule = { ...SLOW, name: 'Asks her past', visibility: 'CENTRE' as const, when }
    const { id } = await server.call(createRule, rule)
    const period = { from: new Date(NOW - 2 * DAY).toISOString(), to: new Date(NOW).toISOString() }
    const request = { id, ...period, mmsis: [String(SHIP)], knowledge: 'CORRECTED' as const, dry_run: true }
    const { run_id } = await server.call(runRule, request)
    expect((await runOver(server, id, run_id)).hits).toBeGreaterThan(0)
    return { id, run_id }
  }
  const [called, near] = [
    await queries(attr('last_port', 'exists', true)),
    await queries(attr('sog', 'gt', 5)),
  ]
  const some = await aUser(server, 'some', ['COAST'])
  expect((await some.call(getRuleResults, near)).items).not.toEqual([])
  expect((await some.call(getRuleResults, called)).items).toEqual([])
  const all = await aUser(server, 'all')
  expect((await all.call(getRuleResults, called)).items).not.toEqual([])
})

test('rules use user reports of a vessel and its number of names', async () => {
  await server.call(addVesselEventsAndDisasters, {
    ...addVesselEventsAndDisasters.example,
    type: 'SIGHTING',
    visibility: 'CENTRE',
    mmsis: [String(SHIP)],
    start_at: new Date(NOW - HOUR / 2).toISOString(),
  } as never)
  const later = {
    from: new Date(NOW - 2 * DAY).toISOString(),
    to: new Date(Date.now() + MINUTE).toISOString(),
  }
  const { id } = await server.call(createRule, { ...SLOW, when: { k: 'event', types: ['SIGHTING'] } })
  // By current knowledge it counts when it took place, by knowledge of that time when it was reported.
  for (const [knowledge, isThen] of [
    ['CORRECTED', true],
    ['AS_KNOWN', false],
  ] as const) {
    const { run_id } = await server.call(runRule, { id, ...later, knowledge, dry_run: true })
    expect(await runOver(server, id, run_id)).toMatchObject({ hits: 1 })
    const { items } = await server.call(getRuleResults, { id, run_id })
    expect(Date.parse(items[0]!.first_at) === NOW - HOUR / 2).toBe(isThen)
  }

  const names = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from vessel_claims where mmsi = ${SHIP} and name is not null`.execute(
        query(server.database.db),
      )
    ).rows[0]!.n
  for (const [i, name] of ['ALPHA', 'BRAVO'].entries()) {
    await receiver.send(encodeStaticVoyage({ mmsi: SHIP, name }))
    await until(async () => (await names()) === i + 1, `she is known as ${name}`)
  }
  const { db } = server.database
  const at = Date.now()
  const about = { from: at - DAY, to: at + MINUTE, mmsis: [SHIP], corrected: false }
  const rules = [{ ...SLOW, id: 'names', version: 1, when: attr('name_changes_12m', 'gte', 1) }]
  const vessels = {
    identityChanges: (period: Parameters<typeof identityChangesOf>[1]) => identityChangesOf(db, period),
  }
  const past = await pastOf({ calls: { knownCalls: async () => [] }, vessels }, rules, about)
  const ships = new Ships()
  const ship = ships.numberOf(SHIP, 0)
  const changes = (then: number) =>
    past.number('name_changes_12m', ships, {
      ship,
      at: then,
      lat: 0,
      lon: 0,
      source: 1,
      sog: 0,
      cog: 0,
      gapMs: 0,
    })
  expect([changes(at - HOUR), changes(at + HOUR), changes(at + 400 * DAY)]).toEqual([0, 1, 0])
})

test('the nearest port is the one nearest in a search of all', () => {
  const ports = Array.from({ length: 300 }, (_, i) => ({
    lat: ((i * 37) % 120) - 60 + i / 300,
    lon: ((i * 91) % 360) - 180 + i / 300,
  }))
  const nearest = new NearestPort(ports)
  for (let i = 0; i < 200; i++) {
    const [lat, lon] = [((i * 53) % 140) - 70 + 0.3, ((i * 29) % 360) - 180 + 0.7]
    const plain = Math.min(...ports.map((port) => new NearestPort([port]).distanceNm(lat, lon)))
    expect(nearest.distanceNm(lat, lon)).toBeCloseTo(plain, 6)
  }
})
