import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import {
  explainRuleResult,
  getRuleResults,
  getRuleResultsByVessel,
  runRule,
  type RuleResult,
} from '@samudra/contract/rule-results'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../../testing/seas/rules.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'
import { query } from '../../../../platform/needs/query.ts'
import { readWatch } from './states.sql.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
/** More than one slow ship in some waters within ten minutes. */
const crowdIn = (area: ReturnType<typeof boxOf>) => ({
  ...SLOW,
  name: 'Crowd',
  subject: 'AREA' as const,
  when: {
    op: 'ALL' as const,
    of: [{ k: 'zone' as const, rel: 'INSIDE' as const, zone: { area } }, SLOW.when, MORE_THAN_ONE],
  },
  dedupe: { key: ['aoi' as const], window_min: 0 },
  allowed_lateness_min: 1,
})
const MORE_THAN_ONE = {
  k: 'agg' as const,
  fn: 'distinct' as const,
  of: 'vessels' as const,
  window_min: 10,
  cmp: 'gt' as const,
  value: 1,
}
const CROWD = crowdIn(boxOf(71, 14, 72, 15))

let server: TestServer
let receiver: Receiver
let other: Receiver
let putOn: (ms: number) => void
coastAndSatelliteOfFile((centre) => void ({ server, receiver, other, putOn } = centre))

const sails = (mmsi: number, sog: number, ageS: number, lat = 14.5) =>
  receivedAt(NOW - ageS * 1000, { mmsi, lat, lon: 71.2, sog, cog: 45 })
const bare = ({ known_at: _known, run_id: _run, ...result }: RuleResult) => result

test('counts are pushed to unrestricted users, and not to a user of the middle of the area only', async () => {
  const second = await aUser(server, 'second', ['*'], { role: 1 })
  const ofCoast = await aUser(server, 'coast', ['COAST'], {})
  const south = await server.call(addZone, { name: 'South', geometry: boxOf(71, -5, 72, -4) })
  const middle = await server.call(addZone, { name: 'Middle', geometry: boxOf(71.3, 4.3, 71.7, 4.7) })
  const ofMiddle = await aUser(server, 'middle', ['*'], { zone_access: [middle.id] })
  const ofSouth = await aUser(server, 'south', ['*'], { zone_access: [south.id] })
  const { id } = await server.call(createRule, {
    ...crowdIn(boxOf(71, 4, 72, 5)),
    name: 'Told',
    visibility: 'CENTRE',
  })
  const ack_preview = await previewOf(second, id)
  await second.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  const watchers = [second, ofCoast].map(({ token }) => new Watcher(server.base, token))
  await until(() => watchers.every(({ socket }) => socket.connected), 'both are connected')
  await receiver.send(sails(419000061, 1, 60, 4.5))
  await other.send(sails(419000062, 1, 50, 4.5))
  const found = async (by: Pick<TestServer, 'call'>) => (await by.call(getRuleResults, { id })).items
  await until(async () => (await found(server)).length === 1, 'the area is told of')
  expect((await found(second)).map(({ mmsis }) => mmsis)).toEqual([['419000061', '419000062']])
  expect([await found(ofCoast), await found(ofSouth), await found(ofMiddle)]).toEqual([[], [], []])
  const [{ id: result }] = (await found(server)) as [RuleResult]
  expect(await ofCoast.raw(explainRuleResult, { id: result })).toMatchObject({ Code: 'NOT_FOUND' })
  const received = ({ events }: Watcher) =>
    events
      .filter(({ name }) => name === ruleResultsChanged.wire)
      .flatMap(({ payload }) => (payload as { results: { id: string; mmsi: string | null }[] }).results)
      .filter((one) => one.id === result)
  await until(() => received(watchers[0]!).length > 0, 'it is told')
  expect(received(watchers[0]!)[0]).toMatchObject({ mmsi: null })
  expect(received(watchers[1]!)).toEqual([])
  for (const watcher of watchers) watcher.close()
})

test('an area aggregate lists each vessel, is recomputed from fixes, and is found historically', async () => {
  const average = { ...MORE_THAN_ONE, fn: 'avg' as const, of: 'sog' as const, over: 'vessels' as const }
  const zone = { k: 'zone' as const, rel: 'INSIDE' as const, zone: { area: boxOf(71, 34, 72, 35) } }
  const { id, sentence } = await server.call(createRule, {
    ...CROWD,
    name: 'Slow on average',
    when: { op: 'ALL' as const, of: [zone, { ...average, window_min: 5, cmp: 'lt' as const, value: 6 }] },
  })
  expect(sentence).toContain('over vessels of SOG in 5 min below 6')
  const ack_preview = await previewOf(server, id)
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  await until(async () => (await readWatch(server.database.db)) !== null, 'rules are at work')
  const heard = (mmsi: string, ageS: number, sog: number) => sails(Number(mmsi), sog, ageS, 34.5)
  await receiver.send([
    ...heard('419000091', 900, 12),
    ...heard('419000092', 890, 12),
    ...heard('419000092', 510, 8),
    ...heard('419000091', 490, 2),
  ])
  const found = async () => (await server.call(getRuleResults, { id })).items
  await until(async () => (await found()).length > 0, 'it is told of')
  const [hit, ...more] = await found()
  expect(more).toEqual([])
  expect(hit).toMatchObject({
    mmsis: ['419000091', '419000092'],
    first_at: new Date(NOW - 490_000).toISOString(),
  })
  expect(hit!.explanation!.of[0]).toMatchObject({ value: 5, threshold: 6, unit: 'kn' })
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  const period = { from: new Date(NOW - 3_600_000).toISOString(), to: new Date(NOW).toISOString() }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(server, id, run_id)
  expect((await server.call(getRuleResults, { id, run_id })).items.map(bare)).toEqual([bare(hit!)])
})

test('an area is reported once with its vessels and fixes, and a historical run finds the same', async () => {
  const { id, sentence } = await server.call(createRule, CROWD)
  expect(sentence).toMatch(/^When in an area a vessel .*has number of vessels in 10 min above 1/)
  const ack_preview = await previewOf(server, id)
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  await until(async () => (await readWatch(server.database.db)) !== null, 'rules are at work')
  await receiver.send([...sails(419000051, 1, 400), ...sails(419000052, 9, 380), ...sails(419000053, 1, 240)])
  const found = async () => (await server.call(getRuleResults, { id })).items
  await until(async () => (await found()).length > 0, 'the area is told of')
  const [hit, ...more] = await found()
  expect(more).toEqual([])
  expect(hit).toMatchObject({
    subject: 'AREA',
    mmsis: ['419000051', '419000053'],
    first_at: new Date(NOW - 240_000).toISOString(),
    status: 'HIT',
    latitude: 14.5,
    longitude: 71.5,
  })
  // It stands with each ship that was counted, and with no other.
  const ofShip = async (mmsi: string) =>
    (await server.call(getRuleResultsByVessel, { mmsi, rule_id: id })).items.map((one) => one.id)
  expect(await ofShip('419000051')).toEqual([hit!.id])
  expect(await ofShip('419000053')).toEqual([hit!.id])
  expect(await ofShip('419000052')).toEqual([])
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  expect(recomputed.why).toContain('these 2 fixes')

  const period = { from: new Date(NOW - 3_600_000).toISOString(), to: new Date(NOW).toISOString() }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(server, id, run_id)
  const back = (await server.call(getRuleResults, { id, run_id })).items
  expect(back.map(bare)).toEqual([bare(hit!)])

  // Another rule starts beside it, and continues with the saved state of the area.
  const slow = await server.call(createRule, { ...SLOW, name: 'Beside' })
  const seen = await previewOf(server, slow.id)
  await server.call(enableOrDisableRule, { id: slow.id, enabled: true, ack_preview: seen })
  await receiver.send(sails(419000071, 1, 30, 1))
  const beside = async () => (await server.call(getRuleResults, { id: slow.id })).items
  await until(async () => (await beside()).some(({ mmsis }) => mmsis[0] === '419000071'), 'it is at work')
  expect(await found()).toEqual([hit])

  // Ten minutes after the last report of one of the two, and a minute for late data.
  putOn(12 * 60_000)
  await until(async () => (await found())[0]!.status === 'CLEARED', 'it is over')
})

test('a count of vessels is valid for an area only, and rejected in words otherwise', async () => {
  const rule = await server.call(createRule, { ...CROWD, name: 'Of a ship', subject: 'VESSEL' })
  expect(rule.validation.errors.join()).toContain('agg of vessels needs the subject AREA')
  const average = { ...MORE_THAN_ONE, fn: 'avg' as const }
  const when = { ...CROWD.when, of: [CROWD.when.of[0]!, average] }
  const other = await server.call(createRule, { ...CROWD, name: 'Average', when })
  expect(other.validation.errors.join()).toContain('vessels have no avg')
})

test('too few vessels in an area are found historically, and withheld while a source is down', async () => {
  const few = { ...MORE_THAN_ONE, cmp: 'lt' as const, value: 2, window_min: 5 }
  const inside = { k: 'zone' as const, rel: 'INSIDE' as const, zone: { area: boxOf(71, 24, 72, 25) } }
  const admin = await server.logIn('admin', PASSWORD)
  const when = { op: 'ALL' as const, of: [inside, few] }
  const { id, sentence } = await admin.call(createRule, { ...CROWD, name: 'Few', when })
  expect(sentence).toContain('has number of vessels in 5 min below 2')
  const [stays, goes] = [419000081, 419000082]
  const began = NOW - 40 * 60_000
  const lies = (mmsi: number, ...minutes: number[]) =>
    minutes.flatMap((minute) =>
      receivedAt(began + minute * 60_000, { mmsi, lat: 24.5, lon: 71.5, sog: 1, cog: 0 }),
    )
  await receiver.send([...lies(goes, 0, 3, 6, 9, 12), ...lies(stays, 0, 3, 6, 9, 12, 15, 18, 21)])
  const stored = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from fixes where mmsi = any(${[stays, goes]})`.execute(
        query(server.database.db),
      )
    ).rows[0]!.n
  await until(async () => (await stored()) === 13, 'all are stored')
  const period = { from: new Date(began).toISOString(), to: new Date(began + 22 * 60_000).toISOString() }
  const { run_id } = await admin.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(admin, id, run_id)
  const { items } = await admin.call(getRuleResults, { id, run_id })
  // Five minutes after the last report of the vessel that left.
  expect(
    items.map(({ first_at, mmsis }) => [Math.round((Date.parse(first_at) - began) / 60_000), mmsis]),
  ).toEqual([[17, [String(stays)]]])

  const why = await admin.call(explainRuleResult, { id: items[0]!.id, run_id })
  expect(why.recomputed).toMatchObject({
    verdict: 'UNKNOWN',
    why: 'The rule depends on absent vessels, which no fix shows.',
  })

  const ack_preview = await previewOf(admin, id)
  await admin.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  const reason = async () => (await admin.call(getRules, { ids: [id] })).items[0]!.error_reason
  // Each received something since the clock was advanced.
  await other.send(sails(419000091, 1, 30, 1))
  await until(async () => (await reason()) === '', 'all sources are there')
  await other.close()
  const answer = 'a low number of vessels is not evaluated while SATX may receive some: the source is down'
  await until(async () => (await reason()) === answer, 'it says that a source is down')
})
