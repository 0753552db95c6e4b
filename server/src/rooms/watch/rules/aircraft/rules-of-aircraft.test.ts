import { getAdsbData } from '@samudra/contract/aircraft'
import { alertsChanged, getAlerts } from '@samudra/contract/alerts'
import { getNotices } from '@samudra/contract/notifications'
import { createRule, getRules } from '@samudra/contract/rule-keeping'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { explainRuleResult, getRuleResults, judgeRuleResult, runRule } from '@samudra/contract/rule-results'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import type { RuleNode } from '@samudra/contract/rules'
import { readSentence } from '@samudra/contract/sentence/rule-sentence'
import { addZone } from '@samudra/contract/zones'
import { epochMs } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, PASSWORD, Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import {
  EMERGENCY,
  enabled,
  flies,
  found,
  ofAircraft,
  type Desk,
} from '../../../../../testing/seas/aircraft-rules.ts'
import { hurry } from '../../../../../testing/seas/alerts.ts'
import { runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'
import { systemClock } from '../../../../platform/needs/clock.ts'
import { inResults } from '../findings/results.sql.ts'
import { keepSky, readSky } from './sky.sql.ts'
import { KnownWorld } from '../evaluation/world.ts'

const MINUTE_MS = 60_000
async function aSky(database = undefined as Awaited<ReturnType<typeof aDatabase>> | undefined) {
  const receiver = await Receiver.listen()
  let ahead = 0
  const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
  const open = () => aServer([receiver.feed('ADSB', { kind: 'beast-tcp' })], database, { clock })
  return {
    receiver,
    open,
    now: () => Date.now() + ahead,
    putOn: (ms: number) => void (ahead += ms),
  }
}
/** Waits until an aircraft reports a squawk, and writes the sky. */
async function isWritten({ call }: Pick<Desk, 'call'>, icao24: string, squawk: string, now: () => number) {
  const queries = async (as_of?: string) =>
    (await call(getAdsbData, as_of === undefined ? {} : { as_of })).aircraft.find(
      (one) => one.icao24 === icao24,
    )
  await until(async () => (await queries())?.squawk === squawk, `${icao24} squawks ${squawk}`)
  await queries(new Date(now()).toISOString())
}

test('an aircraft in distress raises an alert at its position, also found in a historical run', async () => {
  const { receiver, open, now, putOn } = await aSky()
  const server = await open()
  const began = now() - MINUTE_MS
  const second = await aUser(server, 'second', ['*'], { role: 1 })
  const south = await server.call(addZone, { name: 'South', geometry: boxOf(71, -5, 72, -4) })
  const elsewhere = await aUser(server, 'elsewhere', ['COAST'], {})
  const ofSouth = await aUser(server, 'south', ['ADSB'], { zone_access: [south.id] })
  const ofSky = await aUser(server, 'sky', ['ADSB'], {})
  const alerting = { visibility: 'CENTRE' as const, actions: [{ do: 'ALERT' as const }] }
  const id = await enabled(ofAircraft(EMERGENCY, alerting), server, second)
  await until(async () => (await readSky(server.database.db)) !== null, 'rules of aircraft are at work')
  const watchers = [ofSky, elsewhere].map(({ token }) => new Watcher(server.base, token))
  await until(() => watchers.every(({ socket }) => socket.connected), 'all are connected')
  await receiver.send(Buffer.concat([flies(0x800abc, 0o2345), flies(0x4b1900, 0o1200)]))
  await isWritten(server, '800abc', '2345', now)
  expect(await found(id, server)).toEqual([])
  putOn(MINUTE_MS)
  await receiver.send(flies(0x800abc, 0o7700, { lon: 72.375 }))
  await isWritten(server, '800abc', '7700', now)
  await until(async () => (await found(id, server)).length === 1, 'it is told of')
  const [hit] = await found(id, server)
  expect(hit).toMatchObject({ subject: 'AIRCRAFT', icao24: '800abc', mmsis: [], source: null, status: 'HIT' })
  expect([hit!.latitude, hit!.longitude]).toEqual([expect.closeTo(12.5, 2), expect.closeTo(72.375, 2)])
  expect(hit!.explanation!.of[0]).toMatchObject({ value: '7700', verdict: 'TRUE' })
  expect([await found(id, elsewhere), await found(id, ofSouth)]).toEqual([[], []])
  expect(await found(id, ofSky)).toHaveLength(1)
  expect(await elsewhere.raw(explainRuleResult, { id: hit!.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const why = await ofSky.call(explainRuleResult, { id: hit!.id })
  expect(why.recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  expect(why.how_often).toMatchObject({ this_ship: 1, here: 1 })

  await hurry(server, 'alerts.raise')
  const alertsOf = async (by: Pick<Desk, 'call'>) =>
    (await by.call(getAlerts, {})).items.filter(({ rule_id }) => rule_id === id)
  await until(async () => (await alertsOf(server)).length === 1, 'an alert is raised')
  expect((await alertsOf(ofSky))[0]).toMatchObject({
    icao24: '800abc',
    mmsi: null,
    source: null,
    title: 'Emergency in the air',
    position: { latitude: hit!.latitude, longitude: hit!.longitude },
  })
  expect([await alertsOf(elsewhere), await alertsOf(ofSouth)]).toEqual([[], []])
  const received = ({ events }: Watcher, wire: string) =>
    events.filter(({ name, payload }) => name === wire && JSON.stringify(payload).includes(id)).length
  for (const { wire } of [ruleResultsChanged, alertsChanged]) {
    await until(() => received(watchers[0]!, wire) > 0, 'who sees it is told')
    expect(received(watchers[1]!, wire)).toBe(0)
  }
  for (const watcher of watchers) watcher.close()

  const period = { from: new Date(began).toISOString(), to: new Date(now()).toISOString() }
  const back = async (by: Desk, more: object = {}) => {
    const query = { id, ...period, knowledge: 'AS_KNOWN' as const, dry_run: true, ...more }
    const { run_id } = await by.call(runRule, query)
    const run = await runOver(by, id, run_id)
    return { run, items: (await by.call(getRuleResults, { id, run_id })).items }
  }
  const whole = await back(server)
  expect(whole.run).toMatchObject({ state: 'SUCCEEDED', hits: 1 })
  expect(whole.run.scanned_fixes).toBeGreaterThan(2)
  expect(whole.items.map(({ first_at, icao24, explanation }) => ({ first_at, icao24, explanation }))).toEqual(
    [{ first_at: hit!.first_at, icao24: '800abc', explanation: hit!.explanation }],
  )
  expect((await back(server, { area: boxOf(71, -5, 72, -4) })).items).toEqual([])
  const hidden = await back(ofSouth)
  expect([hidden.run.scanned_fixes, hidden.items]).toEqual([0, []])
  expect(
    await server.raw(runRule, { id, ...period, knowledge: 'AS_KNOWN', dry_run: true, mmsis: ['419000061'] }),
  ).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'mmsis' }] })

  await server.call(judgeRuleResult, { id: hit!.id, judgement: 'DISPUTED', reason: 'an exercise' })
  // It clears when the aircraft is gone; received again it is disputed at once.
  putOn(16 * MINUTE_MS)
  const then = await server.logIn('admin', PASSWORD)
  await then.call(getAdsbData, { as_of: new Date(now()).toISOString() })
  await until(async () => (await found(id, then))[0]!.status === 'CLEARED', 'it is over when it is gone')
  await receiver.send(flies(0x800abc, 0o7700))
  await isWritten(then, '800abc', '7700', now)
  await until(async () => (await found(id, then)).length === 2, 'it is found again')
  expect((await found(id, then))[0]).toMatchObject({ judgement: 'DISPUTED', judged_reason: 'an exercise' })
  await server.close()
  await receiver.close()
})

test('an aircraft rule reads back from its sentence, and nonsense is rejected in words', async () => {
  const server = await aServer([])
  const low = {
    op: 'ALL' as const,
    of: [
      { k: 'attr' as const, field: 'altitude_ft' as const, cmp: 'lt' as const, value: 1000, for_min: 2 },
      { k: 'near' as const, to: { point: { lat: 12, lon: 72 } }, nm: 5 },
    ],
  }
  const rule = await server.call(
    createRule,
    ofAircraft(low, { unless: { k: 'attr', field: 'on_ground', cmp: 'eq', value: true } }),
  )
  expect(rule.validation.errors).toEqual([])
  expect(rule.sentence).toMatch(/^When an aircraft .*, unless it .*, once per 0 (s|min) for each aircraft/)
  const read = readSentence(rule.sentence, { nameOf: () => undefined, drawn: 'WHOLE' })
  expect(read).toMatchObject({ subject: 'AIRCRAFT', when: low, dedupe: rule.dedupe })
  expect(sentenceOfRule(read)).toBe(rule.sentence)
  const draught: RuleNode = { k: 'attr', field: 'draught', cmp: 'gt', value: 9 }
  const deep = await server.call(createRule, ofAircraft(draught, { name: 'Deep aircraft' }))
  expect(deep.validation.errors[0]).toContain('draught is for vessels; an AIRCRAFT takes call_sign')
  const high = await server.call(createRule, { ...SLOW, name: 'High ship', when: low.of[0]! })
  expect(high.validation.errors[0]).toContain('altitude_ft is a field of aircraft')
  await server.close()
})

test('aircraft rules that find too much or fail are stopped and owners notified; others continue', async () => {
  const { receiver, open, now } = await aSky()
  const server = await open()
  const night: RuleNode = { k: 'attr', field: 'night', cmp: 'eq', value: 1 }
  const floods = await enabled(
    ofAircraft(EMERGENCY, { name: 'Floods', limits: { max_hits_per_hour: 2 } }),
    server,
    server,
  )
  const fails = await enabled(ofAircraft(night, { name: 'Fails' }), server, server)
  const sound = await enabled(ofAircraft(EMERGENCY, { name: 'Goes on' }), server, server)
  await until(async () => (await readSky(server.database.db)) !== null, 'rules of aircraft are at work')
  const rule = async (id: string) => (await server.call(getRules, { ids: [id] })).items[0]!
  const { number } = KnownWorld.prototype
  KnownWorld.prototype.number = function (...query) {
    if (query[0] === 'night') throw new Error('the sun cannot be read')
    return number.apply(this, query)
  }
  try {
    const distressed = [0x800ab1, 0x800ab2, 0x800ab3, 0x800ab4]
    await receiver.send(Buffer.concat(distressed.map((address) => flies(address, 0o7700))))
    for (const address of distressed) await isWritten(server, address.toString(16), '7700', now)
    for (const id of [floods, fails])
      await until(async () => (await rule(id)).status === 'ERROR', 'it is ended')
    expect((await rule(floods)).error_reason).toContain('more than 2 hits in an hour')
    expect(await found(floods, server)).toHaveLength(2)
    expect((await rule(fails)).error_reason).toMatch(
      /^evaluation failed for aircraft 800ab\d \(Error: the sun cannot be read\)$/,
    )
    await until(async () => (await found(sound, server)).length === 4, 'the other finds all of them')
  } finally {
    KnownWorld.prototype.number = number
  }
  expect((await rule(sound)).status).toBe('ENABLED')
  const notifications = async () => (await server.call(getNotices, {})).items.map(({ text }) => text)
  for (const why of [
    'Your rule Floods was stopped: it had more',
    'Your rule Fails was stopped: evaluation failed for',
  ])
    await until(async () => (await notifications()).some((text) => text.startsWith(why)), 'its owner is told')
  await server.close()
  await receiver.close()
})

test('after a kill the next process reports an aircraft hit no second time, and its end', async () => {
  const database = await aDatabase()
  const { receiver, open, now, putOn } = await aSky(database)
  const first = await open()
  const id = await enabled(ofAircraft({ ...EMERGENCY, for_min: 1 }, { name: 'Lasting' }), first, first)
  await until(async () => (await readSky(database.db)) !== null, 'rules of aircraft are at work')
  await receiver.send(flies(0x800abc, 0o7700))
  await isWritten(first, '800abc', '7700', now)
  await until(async () => (await readSky(database.db))!.upto > 0, 'it is kept')
  const stored = (await readSky(database.db))!
  for (const lon of [72.3, 72.4]) {
    putOn(MINUTE_MS)
    await receiver.send(flies(0x800abc, 0o7700, { lon }))
    const isThere = async () => (await first.call(getAdsbData, {})).aircraft[0]!.lon! > lon - 0.01
    await until(isThere, 'it flew on')
    await first.call(getAdsbData, { as_of: new Date(now()).toISOString() })
  }
  await until(async () => (await found(id, first)).length === 1, 'it is told of')
  const [hit] = await found(id, first)
  await first.halt()
  // State as if it had been killed before it stored anything more.
  await inResults(database.db, (client) => keepSky(client, stored))
  const second = await open()
  putOn(MINUTE_MS)
  await receiver.send(flies(0x800abc, 0o2345, { lon: 72.5 }))
  await isWritten(second, '800abc', '2345', now)
  await until(async () => (await found(id, second))[0]?.status === 'CLEARED', 'it is over')
  expect((await found(id, second)).map((one) => [one.id, one.known_at])).toEqual([[hit!.id, hit!.known_at]])
  await second.close()
  await receiver.close()
})
