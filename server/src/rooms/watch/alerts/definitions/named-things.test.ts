import { addAoi, updateAoi } from '@samudra/contract/areas'
import { getAlerts, type Alert } from '@samudra/contract/alerts'
import { createRule } from '@samudra/contract/rule-keeping'
import { getPorts } from '@samudra/contract/ports'
import { getRuleResults } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { createVesselList } from '@samudra/contract/vessel-lists'
import { expect, test } from 'vitest'
import { until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { aHit, alertsOnce, centreOfEachTest, found } from '../../../../../testing/seas/alerts.ts'
import { SLOW } from '../../../../../testing/seas/rules.ts'
import { boxOf, PLAIN_AREA } from '../../../../../testing/seas/drawn-shapes.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'

let server: TestServer
let clock: Clock
centreOfEachTest((centre) => ({ server, clock } = centre))

const INSIDE = { lat_udeg: 10e6, lon_udeg: 72e6 }
const OUTSIDE = { lat_udeg: 10e6, lon_udeg: 75e6 }
const bank = (visibility: 'CENTRE' | 'PRIVATE') =>
  server.call(addAoi, { ...PLAIN_AREA, name: 'Wadge Bank', visibility, geometry: boxOf(71, 9, 73, 11) })
const watched = (name: string, visibility: 'CENTRE' | 'PRIVATE') =>
  server.call(createVesselList, { name, kind: 'STATIC', color: '#1565c0', visibility })
const ruleOf = (when: RuleDraft['when'], visibility: 'CENTRE' | 'PRIVATE' = 'CENTRE') =>
  server.call(createRule, { ...SLOW, when, visibility, actions: [{ do: 'ALERT' }] })
const enters = (aoi: string) => ({ k: 'zone' as const, rel: 'ENTER' as const, zone: { aoi } })

let ship = 419_000_100
/** Returns the alert text of a new hit of a rule. */
async function textOf(rule: string, place: typeof INSIDE): Promise<string> {
  const mmsi = ++ship
  const hit = aHit(clock.now(), { rule_id: rule, rule_version: 1, mmsi, ...place })
  await found(server, [hit], (all) => all.some((one) => one.mmsi === String(mmsi)))
  const all = await alertsOnce(server, () => true)
  return all.find((one) => one.mmsi === String(mmsi))!.text
}

test('an alert names areas, lists and ports only if all its recipients may read the names', async () => {
  const area = await bank('CENTRE')
  const [friends, ours] = [await watched('Friends', 'CENTRE'), await watched('Ours', 'PRIVATE')]
  const [port] = (await server.call(getPorts, { limit: 1 })).items
  const rule = await ruleOf({
    op: 'ALL',
    of: [
      enters(area.id),
      { k: 'list', in: true, list: friends.id },
      { k: 'list', in: false, list: ours.id },
      { k: 'port', rel: 'DEPARTED', port: port!.id },
    ],
  })
  const text = await textOf(rule.id, INSIDE)
  expect(text).toContain('area "Wadge Bank"')
  expect(text).toContain('on list "Friends"')
  expect(text).toContain('not on a list')
  expect(text).toContain(`port "${port!.name}"`)
  expect(text).not.toContain('#')
  expect(text).not.toContain('Ours')
})

test('an alert leads to the area that its rule names, when that is one', async () => {
  const area = await bank('CENTRE')
  const both: RuleDraft['when'] = { op: 'ANY', of: [enters(area.id), enters((await bank('CENTRE')).id)] }
  const [one, two] = [await ruleOf(enters(area.id)), await ruleOf(both)]
  for (const { id } of [one, two]) await textOf(id, INSIDE)
  const areaIn = async ({ id }: typeof one) =>
    (await alertsOnce(server, () => true)).find(({ rule_id }) => rule_id === id)!.aoi_id
  expect([await areaIn(one), await areaIn(two)]).toEqual([area.id, null])
})

test('a user of some waters who may know a vessel elsewhere does not read the area name there', async () => {
  const rule = await ruleOf(enters((await bank('CENTRE')).id))
  expect(await textOf(rule.id, OUTSIDE)).toMatch(/^When a vessel enters an area,/)
})

test('an area hidden since is not named, except to its owner in alerts of their own rule', async () => {
  const area = await bank('CENTRE')
  const [shared, own] = [await ruleOf(enters(area.id)), await ruleOf(enters(area.id), 'PRIVATE')]
  await server.call(updateAoi, { id: area.id, expected_version: area.version, visibility: 'PRIVATE' })
  expect(await textOf(shared.id, INSIDE)).toMatch(/^When a vessel enters an area,/)
  expect(await textOf(own.id, OUTSIDE)).toMatch(/^When a vessel enters area "Wadge Bank",/)
})

test('a user of some vessels reads reasons without area and list names, also on open screens', async () => {
  const coast = await aUser(server, 'coast', ['COAST'])
  const [partner, desk] = [new Watcher(server.base, coast.token), new Watcher(server.base, server.token)]
  await until(() => partner.socket.connected && desk.socket.connected, 'both screens are open')
  const rule = await ruleOf(enters((await bank('CENTRE')).id))
  const words = {
    verdict: 'TRUE' as const,
    value: null,
    threshold: null,
    unit: null,
    window: null,
    fix_ids: [],
  }
  const explanation = {
    ...words,
    asked: 'all of',
    of: [
      { ...words, asked: 'enters area "Wadge \\"Bank\\""', of: [] },
      { ...words, asked: 'is not on list "Friends"', of: [] },
      { ...words, asked: 'has left port "Kochi"', of: [] },
    ],
  }
  const hit = aHit(clock.now(), { rule_id: rule.id, rule_version: 1, explanation, ...INSIDE })
  const [alert] = await found(server, [hit], (all) => all.length === 1)
  const named = ['enters area "Wadge \\"Bank\\""', 'is not on list "Friends"', 'has left port "Kochi"']
  const inWords = ['enters an area', 'is not on a list', 'has left port "Kochi"']
  const query = ({ explanation: why }: Pick<Alert, 'explanation'>) => why!.of.map((one) => one.asked)
  expect(query(alert!)).toEqual(named)
  expect((await coast.call(getAlerts, {})).items.map(query)).toEqual([inWords])
  const hits = await coast.call(getRuleResults, { id: rule.id })
  expect(hits.items.map((one) => one.explanation!.of.map((node) => node.asked))).toEqual([inWords])
  const received = (of: Watcher) =>
    of.events.flatMap(({ name, payload }) => (name === 'alerts' ? (payload as Alert[]).map(query) : []))
  await until(() => received(partner).length > 0 && received(desk).length > 0, 'both screens are told')
  expect(new Set(received(partner).map(String))).toEqual(new Set([String(inWords)]))
  expect(new Set(received(desk).map(String))).toEqual(new Set([String(named)]))
  partner.close()
  desk.close()
})
