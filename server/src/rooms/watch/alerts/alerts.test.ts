import {
  createAlertDefinition,
  deleteAlertDefinition,
  enableDisableAlertDefinition,
} from '@samudra/contract/alert-definitions'
import {
  acknowledgeAlerts,
  getAlertResults,
  getAlerts,
  getAlertsForVessel,
  type Alert,
} from '@samudra/contract/alerts'
import { getNotices } from '@samudra/contract/notifications'
import { addPort } from '@samudra/contract/ports'
import { createRule } from '@samudra/contract/rule-keeping'
import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import { expect, test } from 'vitest'
import { until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { aHit, alertsOnce, centreOfEachTest, found } from '../../../../testing/seas/alerts.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import type { Clock } from '../../../platform/needs/clock.ts'

let server: TestServer
let clock: Clock
let putOn: (ms: number) => void
centreOfEachTest((centre) => ({ server, clock, putOn } = centre))

const MINUTE = 60_000
const DEFINITION = {
  description: '',
  dedupe_key: ['mmsi' as const],
  dedupe_window_min: 60,
  grace_min: 0,
  exclude_in_port: true,
  escalation_policy_id: 'STANDARD' as const,
  sound: 'SOFT' as const,
  enabled: true,
}
const one = (claim: (alert: Alert) => boolean) => (alerts: Alert[]) =>
  alerts.length === 1 && claim(alerts[0]!)
const any = () => true
const countsOf = (screen: Watcher, id: string) =>
  screen.events.flatMap(({ name, payload }) =>
    name === 'alerts'
      ? (payload as Alert[]).flatMap((alert) => (alert.id === id ? [[alert.state, alert.count]] : []))
      : [],
  )

test('a detector hit becomes an alert with the text of the specification and the severity it has', async () => {
  const now = clock.now()
  const [alert] = await found(
    server,
    [aHit(now, { rule_id: 'BLACKLIST', mmsi: 419000007, severity: 'HIGH' })],
    one(any),
  )
  expect(alert).toMatchObject({
    type: 'BLACKLIST',
    title: 'Blacklist',
    text: ANOMALY_TEXTS.BLACKLIST,
    severity: 'HIGH',
    mmsi: '419000007',
    state: 'NEW',
    condition: 'ACTIVE',
    count: 1,
    definition_id: 'default-BLACKLIST',
    first_at: new Date(now).toISOString(),
  })
  expect((await server.call(getAlertsForVessel, { mmsi: '419000007' })).items).toEqual([alert])
  expect((await server.call(getAlertsForVessel, { mmsi: '419000008' })).total).toBe(0)
})

test('an alert states when the behaviour began and ended, and when it was detected', async () => {
  const [began_at, first_at, ended_at] = [-400, -370, -58].map((min) => clock.now() + min * MINUTE)
  const hit = aHit(first_at!, { rule_id: 'ENCOUNTER_EVENT', known_at: first_at!, began_at: began_at! })
  const [active] = await found(server, [hit], one(any))
  expect(active).toMatchObject({
    began_at: new Date(began_at!).toISOString(),
    ended_at: null,
    first_at: new Date(first_at!).toISOString(),
  })
  const over = { status: 'CLEARED' as const, last_at: clock.now() - 28 * MINUTE, ended_at: ended_at! }
  const [cleared] = await found(
    server,
    [{ ...hit, ...over }],
    one(({ ended_at: end }) => end !== null),
  )
  expect(cleared).toMatchObject({
    began_at: new Date(began_at!).toISOString(),
    ended_at: new Date(ended_at!).toISOString(),
    known_at: active!.known_at,
  })
})

test('a ship that crosses a border thirty times in an hour is one alert with count thirty', async () => {
  await server.call(enableDisableAlertDefinition, {
    id: 'default-TWELVE_NM',
    enabled: true,
    reason: 'Wanted here',
  })
  const from = clock.now() - 60 * MINUTE
  for (let i = 0; i < 30; i++) {
    const at = from + i * 2 * MINUTE
    const over = { last_at: at + MINUTE, status: 'CLEARED' as const, known_at: clock.now() }
    const crossing = aHit(at, { rule_id: 'TWELVE_NM', ...over })
    await found(
      server,
      [crossing],
      one(({ count }) => count === i + 1),
    )
  }
  const [alert] = (await server.call(getAlerts, {})).items
  expect(alert).toMatchObject({ count: 30, condition: 'CLEARED', state: 'NEW' })
  expect(alert!.evidence).toHaveLength(20)
})

const CROSSINGS = {
  ...DEFINITION,
  name: 'Into Indian waters',
  severity: null,
  audience: { users: [], groups: [], duty_roles: [] },
  channels: [],
  visibility: 'CENTRE' as const,
}
const UNEXPLAINED = {
  asked: '',
  verdict: 'TRUE' as const,
  value: null,
  threshold: null,
  unit: null,
  window: null,
  fix_ids: [],
  of: [],
}
test('a crossing definition raises alerts for chosen states and directions, named in the alert', async () => {
  const { id } = await server.call(createAlertDefinition, {
    ...CROSSINGS,
    trigger: { builtin: 'TWENTY_FOUR_NM' },
    crossing: { states: ['IND'], direction: 'IN' },
  })
  // Off Kochi and off Colombo, 24 NM from the shore.
  const [kochi, colombo] = ['9.9500, 75.8200', '6.9000, 79.4400']
  const crossing = (mmsi: number, value: string) =>
    aHit(clock.now(), {
      mmsi,
      rule_id: 'TWENTY_FOUR_NM',
      explanation: { ...UNEXPLAINED, value },
    })
  const hits = [
    crossing(419000071, `Inwards at ${kochi}`),
    crossing(419000072, `Outwards at ${kochi}`),
    crossing(419000073, `Inwards at ${colombo}`),
  ]
  const alerts = await found(server, hits, (all) => all.some(({ mmsi }) => mmsi === '419000071'))
  expect(alerts.filter(({ definition_id }) => definition_id === id)).toMatchObject([
    { mmsi: '419000071', text: 'Vessel has gone past 24NM. Inwards, into waters of India.' },
  ])
  await server.call(deleteAlertDefinition, { id, reason: 'done' })
  const wrong = { ...CROSSINGS, trigger: { builtin: 'BLACKLIST' }, crossing: { states: ['IND'] } }
  expect(await server.raw(createAlertDefinition, wrong)).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'crossing' }],
  })
})

test('a hit that is stored again counts once, and one that comes again counts in the same alert', async () => {
  const hit = aHit(clock.now())
  const [alert] = await found(server, [hit], one(any))
  await found(
    server,
    [{ ...hit, again: 2 }],
    one(({ count }) => count === 3),
  )
  await found(
    server,
    [{ ...hit, again: 2, status: 'CLEARED' }],
    one(({ condition }) => condition === 'CLEARED'),
  )
  const [last] = await alertsOnce(server, one(any))
  expect(last).toMatchObject({ id: alert!.id, count: 3, version: 3 })
})

test('an alert whose hit proves wrong is revised and still waits for a user', async () => {
  const hit = aHit(clock.now())
  await found(server, [hit], one(any))
  const [alert] = await found(
    server,
    [{ ...hit, status: 'REVISED' }],
    one(({ condition }) => condition === 'REVISED'),
  )
  expect(alert!.state).toBe('NEW')
})

test('of two simultaneous acknowledgements one succeeds and the other names the owner', async () => {
  const asha = await aUser(server, 'asha')
  const ravi = await aUser(server, 'ravi')
  const [alert] = await found(server, [aHit(clock.now())], one(any))
  const both = await Promise.all(
    [asha, ravi].map(
      async ({ call }) => (await call(acknowledgeAlerts, { ids: [alert!.id], action: 'ACK' })).results[0]!,
    ),
  )
  const winner = both.find(({ ok }) => ok)!
  const loser = both.find(({ ok }) => !ok)!
  expect(winner).toMatchObject({ state: 'ACKNOWLEDGED' })
  expect(['asha', 'ravi']).toContain(winner.owner)
  expect(loser).toMatchObject({
    Code: 'VERSION_CONFLICT',
    owner: winner.owner,
    Message: `This alert is acknowledged, and is assigned to ${winner.owner}; reload it.`,
  })
  const owner = winner.owner === 'asha' ? asha : ravi
  const again = await owner.call(acknowledgeAlerts, { ids: [alert!.id], action: 'ACK' })
  expect(again.results).toEqual([winner])
})

test('a user mentioned in a comment or assigned an alert is notified if they may know it', async () => {
  const asha = await aUser(server, 'asha')
  const ravi = await aUser(server, 'ravi')
  const far = await aUser(server, 'far', ['OTHER'])
  const [alert] = await found(server, [aHit(clock.now())], one(any))
  const answer = async ({ call }: typeof asha) =>
    (await call(getNotices, {})).items.flatMap(({ kind, text }) => (kind === 'ALERT' ? [text] : []))
  const act = (more: object) =>
    server.call(acknowledgeAlerts, { ids: [alert!.id], action: 'COMMENT', ...more } as never)
  await act({ comment: 'Look at this, @Asha, with @far and mail@ravi.' })
  await act({ action: 'ASSIGN', assignee_id: 'test-ravi', comment: 'Yours now' })
  await until(async () => (await answer(ravi)).length === 1, 'ravi is told')
  expect(await answer(asha)).toEqual([
    'admin requests your review of Spoofing (MMSI 419000001): Look at this, @Asha, with @far and mail@ravi.',
  ])
  expect(await answer(ravi)).toEqual(['admin hands over to you Spoofing (MMSI 419000001): Yours now'])
  expect(await answer(far)).toEqual([])
})

test('an alert changed since it was viewed stays; each of many alerts has its own result', async () => {
  const alerts = await found(
    server,
    [aHit(clock.now()), aHit(clock.now(), { mmsi: 419000002 })],
    (all) => all.length === 2,
  )
  const [first, second] = alerts.map(({ id }) => id) as [string, string]
  const { results } = await server.call(acknowledgeAlerts, {
    ids: [first, second, 'none', first],
    action: 'ACK',
    expected_versions: { [first]: 9, [second]: 1 },
  })
  expect(results.map(({ id, ok, Code }) => [id, ok, Code])).toEqual([
    [first, false, 'VERSION_CONFLICT'],
    [second, true, undefined],
    ['none', false, 'NOT_FOUND'],
  ])
})

test('a query as of an instant returns alerts as they stood then', async () => {
  const [alert] = await found(server, [aHit(clock.now())], one(any))
  const then = new Date(clock.now()).toISOString()
  putOn(MINUTE)
  await server.call(acknowledgeAlerts, { ids: [alert!.id], action: 'ACK' })
  const before = await server.call(getAlerts, { as_of: then })
  expect(before).toMatchObject({ items: [{ state: 'NEW', owner: null }], counts: { state: { NEW: 1 } } })
  const now = await server.call(getAlerts, {})
  expect(now).toMatchObject({ items: [{ state: 'ACKNOWLEDGED', owner: 'admin' }] })
  const earlier = await server.call(getAlerts, { as_of: new Date(clock.now() - 10 * MINUTE).toISOString() })
  expect(earlier).toMatchObject({ items: [], total: 0, counts: { state: {} } })
})

test('a user of one source receives no alert of another source, nor their number', async () => {
  const coast = await aUser(server, 'coast', ['COAST'])
  const partner = new Watcher(server.base, coast.token)
  const admin = new Watcher(server.base, server.token)
  await until(() => partner.socket.connected && admin.socket.connected, 'both screens are open')
  const now = clock.now()
  const alerts = await found(
    server,
    [
      aHit(now),
      aHit(now, { mmsi: 419000002, sources: [[2]] }),
      aHit(now, { mmsi: 419000003, of_past: true }),
    ],
    (all) => all.length === 3,
  )
  const seen = await coast.call(getAlerts, {})
  expect(seen.items.map(({ mmsi }) => mmsi)).toEqual(['419000001'])
  expect(seen).toMatchObject({ total: 1, counts: { state: { NEW: 1 }, severity: { HIGH: 1 } } })
  const hidden = alerts.find(({ mmsi }) => mmsi === '419000002')!
  expect((await coast.call(acknowledgeAlerts, { ids: [hidden.id], action: 'ACK' })).results).toEqual([
    expect.objectContaining({ ok: false, Code: 'NOT_FOUND', state: null, owner: null }),
  ])
  const shown = alerts.find(({ mmsi }) => mmsi === '419000001')!
  await server.call(acknowledgeAlerts, { ids: alerts.map(({ id }) => id), action: 'ACK' })
  await until(() => countsOf(partner, shown.id).length === 2, 'the partner is told of both versions')
  await until(() => alerts.every(({ id }) => countsOf(admin, id).length === 2), 'the desk is told of all')
  for (const { id } of alerts) if (id !== shown.id) expect(countsOf(partner, id)).toEqual([])
  partner.close()
  admin.close()
})

test('a hit that some may not know of counts in no alert that they see', async () => {
  const coast = await aUser(server, 'coast', ['COAST'])
  const now = clock.now()
  await found(server, [aHit(now)], one(any))
  await found(server, [aHit(now, { sources: [[2]] })], (all) => all.length === 2)
  await found(server, [aHit(now, { sources: [[1, 2]] })], (all) => all.some(({ count }) => count === 2))
  expect((await coast.call(getAlerts, {})).items.map(({ count }) => count)).toEqual([2])
})

test('a rule with an alert action raises alerts within its window, pushed to users who see it', async () => {
  const asha = await aUser(server, 'asha')
  const rule = await server.call(createRule, {
    ...SLOW,
    dedupe: { key: ['mmsi'], window_min: 10 },
    actions: [{ do: 'ALERT' }],
  })
  const quiet = await server.call(createRule, SLOW)
  const at = clock.now()
  const hit = (minute: number, rule_id: string) =>
    aHit(at - minute * MINUTE, { rule_id, rule_version: 1, status: 'CLEARED', known_at: at })
  await found(server, [hit(30, quiet.id), hit(30, rule.id)], one(any))
  await found(
    server,
    [hit(25, rule.id)],
    one(({ count }) => count === 2),
  )
  const [last] = await found(server, [hit(5, rule.id)], (all) => all.length === 2)
  expect(last).toMatchObject({ type: 'RULE', title: SLOW.name, definition_id: null, severity: 'HIGH' })
  expect((await asha.call(getAlerts, {})).total).toBe(0)
  expect(await server.raw(createRule, { ...SLOW, actions: [{ do: 'OPEN_CASE' }] } as never)).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'actions.0.do' }],
  })
})

test('a hit in a port raises no alert if a definition excludes ports', async () => {
  // Around where the ship of these hits is.
  await server.call(addPort, addPort.example as never)
  const now = clock.now()
  await found(
    server,
    [aHit(now, { rule_id: 'LOITERING_EVENT' }), aHit(now, { rule_id: 'BLACKLIST' })],
    one(({ type }) => type === 'BLACKLIST'),
  )
})

test('a definition sets vessels, audience, severity; disabled raises none, deleted keeps alerts', async () => {
  const asha = await aUser(server, 'asha')
  await server.call(enableDisableAlertDefinition, {
    id: 'default-SPOOFING_EVENT',
    enabled: false,
    reason: 'ours is better',
  })
  const made = await server.call(createAlertDefinition, {
    ...DEFINITION,
    name: 'Ours',
    trigger: { builtin: 'SPOOFING_EVENT' },
    severity: 'CRITICAL',
    audience: { users: ['test-asha'], groups: [], duty_roles: [] },
    channels: [],
    visibility: 'CENTRE',
  })
  const [alert] = await found(server, [aHit(clock.now())], one(any))
  expect(alert).toMatchObject({ severity: 'CRITICAL', definition_id: made.id, rule_id: 'SPOOFING_EVENT' })
  const answer = async () =>
    (await asha.call(getNotices, {})).items.filter(({ kind }) => kind === 'ALERT').map(({ text }) => text)
  await until(async () => (await answer()).length === 1, 'who is named is told')
  expect(await answer()).toEqual(['Spoofing (MMSI 419000001): The vessel is suspected of false positions.'])
  expect(await server.call(deleteAlertDefinition, { id: made.id, reason: 'over' })).toEqual({
    id: made.id,
    open_alerts: 1,
  })
  expect((await asha.call(getAlerts, {})).items).toEqual([{ ...alert, ship_name: null }])
  expect(await asha.call(getAlertResults, { id: made.id })).toMatchObject({ total: 1, precision: null })
  await found(
    server,
    [aHit(clock.now(), { mmsi: 419000002 }), aHit(clock.now(), { mmsi: 419000003, rule_id: 'BLACKLIST' })],
    (all) => all.length === 2,
  )
})
