import { alertsChanged, getAlerts } from '@samudra/contract/alerts'
import { getRawMessages } from '@samudra/contract/history'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import { explainRuleResult, getRuleResults, judgeRuleResult, runRule } from '@samudra/contract/rule-results'
import type { RuleNode } from '@samudra/contract/rules'
import { readSentence } from '@samudra/contract/sentence/rule-sentence'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { epochMs } from '@samudra/nautical/units'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import {
  aServer,
  PASSWORD,
  Receiver,
  until,
  type TestServer,
} from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { hurry } from '../../../../../testing/seas/alerts.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../../testing/seas/rules.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'
import { systemClock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { keepWatch, readWatch } from './states.sql.ts'
import { inResults } from '../findings/results.sql.ts'

const MINUTE_MS = 60_000
let server: TestServer
let receiver: Receiver
let other: Receiver
let putOn: (ms: number) => void
coastAndSatelliteOfFile((centre) => void ({ server, receiver, other, putOn } = centre))

const COAST: RuleNode = { k: 'source', any: ['COAST'] }
const ofSource = (when: RuleNode, more: object = {}) => ({
  ...SLOW,
  subject: 'SOURCE' as const,
  when,
  dedupe: { key: ['source' as const], window_min: 0 },
  ...more,
})
const SILENT = ofSource({ k: 'silence', min: 10 }, { name: 'Quiet coast', scope: COAST })
const sails = (mmsi: number) => receivedAt(Date.now(), { mmsi, lat: 4.5, lon: 71.2, sog: 9, cog: 45 })
type Desk = Pick<TestServer, 'call' | 'raw'>
const found = async (id: string, by: Pick<Desk, 'call'> = server) =>
  (await by.call(getRuleResults, { id })).items
async function enabled(rule: object, second: Desk) {
  const { id, validation } = await server.call(createRule, rule as typeof SLOW)
  expect(validation.errors).toEqual([])
  const ack_preview = await previewOf(second, id)
  await second.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  await until(
    async () => (await server.call(getRules, { ids: [id] })).items[0]?.starting === false,
    'the rule is evaluated',
  )
  return id
}
/** Waits until a number of fixes is stored: their arrival times are fixed by then. */
const areStored = (db: Db, count: number) =>
  until(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from fixes`.execute(query(db))
    return rows[0]!.n === count
  }, `${count} fixes are stored`)

test('a silent source raises an alert for users who see it, without vessel, also historically', async () => {
  const began = Date.now() - MINUTE_MS
  const second = await aUser(server, 'second', ['*'], { role: 1 })
  const south = await server.call(addZone, { name: 'South', geometry: boxOf(71, -5, 72, -4) })
  const ofSatellite = await aUser(server, 'satellite', ['SATX'], {})
  const ofCoast = await aUser(server, 'coast', ['COAST'], { zone_access: [south.id] })
  const alerting = { visibility: 'CENTRE' as const, actions: [{ do: 'ALERT' as const }] }
  const id = await enabled({ ...SILENT, ...alerting }, second)
  const few: RuleNode = { k: 'agg', fn: 'distinct', of: 'vessels', window_min: 5, cmp: 'lt', value: 2 }
  const counting = await enabled(
    ofSource(few, { name: 'Few ships', visibility: 'CENTRE', scope: COAST }),
    second,
  )
  await receiver.send(sails(419000061))
  await other.send(sails(419000062))
  await areStored(server.database.db, 2)
  const watchers = [second, ofSatellite, ofCoast].map(({ token }) => new Watcher(server.base, token))
  await until(() => watchers.every(({ socket }) => socket.connected), 'all are connected')
  putOn(13 * MINUTE_MS)
  await until(async () => (await found(id)).length === 1, 'the coast is told of')
  await until(async () => (await found(counting)).length === 1, 'and that few ships are heard by it')
  const [hit] = await found(id)
  expect(hit).toMatchObject({ subject: 'SOURCE', source: 'COAST', mmsis: [], status: 'HIT' })
  expect(hit).toMatchObject({ latitude: null, longitude: null })
  expect([await found(id, ofSatellite), (await found(id, ofCoast)).length]).toEqual([[], 1])
  // Ships were counted in waters that not everybody sees.
  expect([await found(counting, ofCoast), (await found(counting, second)).length]).toEqual([[], 1])
  expect(await ofSatellite.raw(explainRuleResult, { id: hit!.id })).toMatchObject({ Code: 'NOT_FOUND' })

  const why = await ofCoast.call(explainRuleResult, { id: hit!.id })
  expect(why.recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  expect(why.how_often).toMatchObject({ this_ship: 1, here: null })
  const [fix_id] = hit!.explanation!.of[0]!.fix_ids
  expect(await server.call(getRawMessages, { fix_id: fix_id! })).toMatchObject({
    mmsi: '419000061',
    source: 'COAST',
  })

  await hurry(server, 'alerts.raise')
  const alertsOf = async (by: Pick<Desk, 'call'>) =>
    (await by.call(getAlerts, {})).items.filter(({ rule_id }) => rule_id === id)
  await until(async () => (await alertsOf(server)).length === 1, 'an alert is raised')
  const [alert] = await alertsOf(ofCoast)
  expect(alert).toMatchObject({ source: 'COAST', mmsi: null, position: null, title: 'Quiet coast', count: 1 })
  expect(alert!.text).toContain('When a source that is received by COAST, is silent for 10 min')
  expect(await alertsOf(ofSatellite)).toEqual([])
  expect((await found(id, ofCoast))[0]!.alert_id).toBe(alert!.id)
  const received = ({ events }: Watcher, wire: string) =>
    events.filter(({ name, payload }) => name === wire && JSON.stringify(payload).includes(id)).length
  for (const { wire } of [ruleResultsChanged, alertsChanged]) {
    await until(() => [0, 2].every((i) => received(watchers[i]!, wire) > 0), 'who sees the coast is told')
    expect(received(watchers[1]!, wire)).toBe(0)
  }
  for (const watcher of watchers) watcher.close()

  const period = {
    from: new Date(began).toISOString(),
    to: new Date(Date.now() + 13 * MINUTE_MS).toISOString(),
  }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(server, id, run_id)
  const back = (await server.call(getRuleResults, { id, run_id })).items
  expect(back.map(({ first_at, source, explanation }) => ({ first_at, source, explanation }))).toEqual([
    { first_at: hit!.first_at, source: 'COAST', explanation: hit!.explanation },
  ])
  expect(
    await server.raw(runRule, { id, ...period, knowledge: 'AS_KNOWN', dry_run: true, mmsis: ['419000061'] }),
  ).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'mmsis' }],
  })

  await receiver.send(sails(419000063))
  await areStored(server.database.db, 3)
  putOn(2 * MINUTE_MS)
  const then = await server.logIn('admin', PASSWORD)
  await until(async () => (await found(id, then))[0]!.status === 'CLEARED', 'it is over')
  await then.call(judgeRuleResult, { id: hit!.id, judgement: 'DISPUTED', reason: 'maintenance' })
  putOn(12 * MINUTE_MS)
  const later = await server.logIn('admin', PASSWORD)
  await until(async () => (await found(id, later)).length === 2, 'it is silent again')
  expect((await found(id, later))[0]).toMatchObject({ judgement: 'DISPUTED', judged_reason: 'maintenance' })
  await hurry(later, 'alerts.raise')
  expect(await alertsOf(later)).toHaveLength(1)
})

test('a source rule reads back from its sentence, and nonsense is rejected in words', async () => {
  const { call } = await server.logIn('admin', PASSWORD)
  const late = {
    op: 'ANY' as const,
    of: [
      { k: 'attr' as const, field: 'latency_s' as const, cmp: 'gt' as const, value: 60, for_min: 5 },
      SILENT.when,
    ],
  }
  const rule = await call(createRule, ofSource(late, { name: 'Late or silent', unless: COAST }))
  expect(rule.validation.errors).toEqual([])
  expect(rule.sentence).toMatch(
    /^When a source .*, unless it is received by COAST, once per 0 (s|min) for each source/,
  )
  const read = readSentence(rule.sentence, { nameOf: () => undefined, drawn: 'WHOLE' })
  expect(read).toMatchObject({ subject: 'SOURCE', when: late, unless: COAST, dedupe: rule.dedupe })
  expect(sentenceOfRule(read)).toBe(rule.sentence)
  const slow = await call(createRule, ofSource(SLOW.when, { name: 'Slow source' }))
  expect(slow.validation.errors).toEqual([
    'sog is for vessels; a SOURCE takes source, age_min, gap_min, latency_s',
  ])
})

test('after a kill the next process reports a silent source no second time, and its end', async () => {
  const [mine, database] = [await Receiver.listen(), await aDatabase()]
  let ahead = 0
  const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
  const first = await aServer([mine.feed('COAST')], database, { clock })
  const { id } = await first.call(createRule, SILENT)
  const ack_preview = await previewOf(first, id)
  await first.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  await until(async () => (await readWatch(database.db)) !== null, 'rules are at work')
  await mine.send(sails(419000071))
  await areStored(database.db, 1)
  ahead = 2 * MINUTE_MS
  const savedOnce = async () => (await readWatch(database.db))?.sources?.sources.length === 1
  await until(savedOnce, 'it is kept that the coast was heard')
  const stored = (await readWatch(database.db))!
  ahead = 13 * MINUTE_MS
  await until(async () => (await found(id, first)).length === 1, 'the coast is told of')
  const [hit] = await found(id, first)
  await first.halt()
  // State as if it had been killed before it stored anything more.
  await inResults(database.db, (client) => keepWatch(client, stored))
  ahead = 15 * MINUTE_MS
  const second = await aServer([mine.feed('COAST')], database, { clock })
  await mine.send(sails(419000072))
  await areStored(database.db, 2)
  ahead = 17 * MINUTE_MS
  await until(async () => (await found(id, second))[0]?.status === 'CLEARED', 'it is over')
  expect((await found(id, second)).map((one) => [one.id, one.known_at])).toEqual([[hit!.id, hit!.known_at]])
  await second.close()
  await mine.close()
})
