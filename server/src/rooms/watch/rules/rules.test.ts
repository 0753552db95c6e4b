import { getRawMessages } from '@samudra/contract/history'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import {
  explainRuleResult,
  getRuleResults,
  getRuleResultsByVessel,
  runRule,
  type RuleResult,
} from '@samudra/contract/rule-results'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../testing/servers/a-server.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../testing/seas/rules.ts'
import { query } from '../../../platform/needs/query.ts'
import { readWatch } from './evaluation/states.sql.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const SLOW_SHIP = 419000011
const FAST_SHIP = 419000012

let server: TestServer
let receiver: Receiver
let other: Receiver
let putOn: (ms: number) => void
coastAndSatelliteOfFile((centre) => void ({ server, receiver, other, putOn } = centre))

const sails = (mmsi: number, sog: number, ageS: number, lat = 10) =>
  receivedAt(NOW - ageS * 1000, { mmsi, lat, lon: 72, sog, cog: 45 })
const flat = (one: RuleResult['explanation']): NonNullable<RuleResult['explanation']>[] =>
  one === null ? [] : [one, ...one.of.flatMap(flat)]

test('an enabled rule finds a vessel when it is received, with the fixes of the hit', async () => {
  const { id } = await server.call(createRule, SLOW)
  const ack_preview = await previewOf(server, id)
  const rule = await server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  expect(rule).toMatchObject({ status: 'ENABLED', defined_version: 1 })
  await until(async () => (await readWatch(server.database.db)) !== null, 'rules are at work')
  await receiver.send([...sails(SLOW_SHIP, 1, 240), ...sails(FAST_SHIP, 12, 200)])
  const found = async () => (await server.call(getRuleResults, { id })).items
  await until(async () => (await found()).length > 0, 'the slow ship is found')
  const [hit, ...more] = await found()
  expect(more).toEqual([])
  expect(hit).toMatchObject({
    rule_id: id,
    rule_version: 1,
    mmsis: [String(SLOW_SHIP)],
    status: 'HIT',
    first_at: new Date(NOW - 240_000).toISOString(),
    severity: 'HIGH',
    judgement: null,
  })
  const request = flat(hit!.explanation).find(({ unit }) => unit === 'kn')!
  expect(request).toMatchObject({ verdict: 'TRUE', value: 1, threshold: 2 })
  const raw = await server.call(getRawMessages, { mmsi: String(SLOW_SHIP), fix_id: request.fix_ids[0]! })
  expect(raw.lines.join()).toContain('!AIVDM')

  const { recomputed, how_often } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  expect(how_often).toMatchObject({ this_ship: 1, here: 1 })

  await receiver.send([...sails(SLOW_SHIP, 9, 60)])
  await until(async () => (await found())[0]!.status === 'CLEARED', 'it is over')
  const { items } = await server.call(getRuleResultsByVessel, { mmsi: String(SLOW_SHIP) })
  expect(items.map((one) => one.id)).toEqual([hit!.id])
})

const stored = async (mmsi: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from fixes where mmsi = ${mmsi}`.execute(
      query(server.database.db),
    )
  ).rows[0]!.n
const enabled = async (rule: object) => {
  const { id } = await server.call(createRule, { ...SLOW, ...rule })
  const ack_preview = await previewOf(server, id)
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  const isStarting = async () => (await server.call(getRules, { ids: [id] })).items[0]!.starting
  await until(async () => !(await isStarting()), 'the rule is at work')
  return id
}
const found = async (id: string) => (await server.call(getRuleResults, { id })).items

test('a rule of two vessels also requires list membership of either in a historical run', async () => {
  const [listed, near, far] = [419000041, 419000042, 419000043]
  const all = (ageS: number) =>
    [listed, near, far].flatMap((mmsi) => sails(mmsi, 0, ageS, mmsi === far ? 13 : 12))
  await receiver.send(all(180))
  const { id: list } = await server.call(createVesselList, {
    name: 'Friends',
    kind: 'STATIC',
    color: '#1565c0',
    visibility: 'PRIVATE',
  })
  await server.call(addVesselToList, { id: list, mmsis: [String(listed)], reason: 'known' })
  const since = Date.now() + 1000
  await until(() => Date.now() > since, 'what is sent is sent after it')
  await receiver.send(all((NOW - Date.now()) / 1000))
  await until(async () => (await stored(far)) === 2, 'all are stored')
  const when = { k: 'near' as const, to: { list }, nm: 1 }
  const { id } = await server.call(createRule, { ...SLOW, name: 'Near a friend', when })
  const period = {
    from: new Date(NOW - 3_600_000).toISOString(),
    to: new Date(NOW + 3_600_000).toISOString(),
  }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(server, id, run_id)
  const { items } = await server.call(getRuleResults, { id, run_id })
  expect(items.map(({ mmsis }) => mmsis)).toEqual([[String(near), String(listed)]])
})

test('data an hour late are found, and a hit they contradict is revised', async () => {
  const late = 419000021
  const slow = await enabled({ name: 'Slow once' })
  const silent = await enabled({ name: 'Silent', when: { k: 'silence', min: 25 }, allowed_lateness_min: 1 })
  await receiver.send([50, 20, 2].flatMap((minute) => sails(late, 12, minute * 60, 11)))
  const ofShip = async (id: string) => (await found(id)).filter(({ mmsis }) => mmsis[0] === String(late))
  await until(async () => (await ofShip(silent)).length === 1, 'she was silent')
  expect(await ofShip(slow)).toEqual([])
  await other.send(sails(late, 1, 40 * 60, 11))
  // State is saved and late data are noted once a minute.
  await until(async () => (await stored(late)) === 4, 'it is stored')
  putOn(61_000)
  const standsAs = async (id: string, status: string) => (await ofShip(id))[0]?.status === status
  await until(() => standsAs(slow, 'CLEARED'), 'it is found that she was slow')
  await until(() => standsAs(silent, 'REVISED'), 'it is found that she was not silent')
  expect(await ofShip(slow)).toMatchObject([
    { first_at: new Date(NOW - 2400_000).toISOString(), status: 'CLEARED' },
  ])
  expect(await ofShip(silent)).toMatchObject([{ status: 'REVISED' }])
})
