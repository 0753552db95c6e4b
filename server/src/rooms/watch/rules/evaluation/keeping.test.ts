import { addAoi, deleteAoi } from '@samudra/contract/areas'
import { getNotices } from '@samudra/contract/notifications'
import { addPort, deletePort } from '@samudra/contract/ports'
import { addEez, deleteEez } from '@samudra/contract/reference'
import {
  createRule,
  deleteRule,
  enableOrDisableRule,
  getRules,
  getRuleVersions,
  updateRule,
} from '@samudra/contract/rule-keeping'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import {
  explainRuleResult,
  getRuleResults,
  getRuleResultsByVessel,
  judgeRuleResult,
} from '@samudra/contract/rule-results'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import { createVesselList, deleteVesselList } from '@samudra/contract/vessel-lists'
import { addZone } from '@samudra/contract/zones'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../../testing/servers/a-watcher.ts'
import { coastAndSatelliteOfFile, receivedAt, previewOf, SLOW } from '../../../../../testing/seas/rules.ts'
import { boxOf, PLAIN_AREA } from '../../../../../testing/seas/drawn-shapes.ts'
import { KnownWorld } from './world.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
let server: TestServer
let receivers: Receiver[] = []
coastAndSatelliteOfFile((centre) => {
  server = centre.server
  receivers = [centre.receiver, centre.other]
})

type Desk = Pick<TestServer, 'call' | 'raw'>
const sails = (mmsi: number, sog: number, ageS: number, at = { lat: 10, lon: 72 }, feed = 0) =>
  receivers[feed]!.send(receivedAt(NOW - ageS * 1000, { mmsi, ...at, sog, cog: 45 }))
const draft = async (more: object = {}, by: Desk = server) =>
  (await by.call(createRule, { ...SLOW, ...more })).id
const enable = async (id: string, by: Desk = server) => {
  const ack_preview = await previewOf(server, id)
  return by.raw(enableOrDisableRule, { id, enabled: true, ack_preview })
}
const found = async (id: string, by: Desk = server) => (await by.call(getRuleResults, { id })).items

test('a rule is enabled only with the acknowledged preview of that very version', async () => {
  const id = await draft({ name: 'Previewed' })
  const ack_preview = await previewOf(server, id)
  expect(await server.raw(enableOrDisableRule, { id, enabled: true })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'ack_preview' }],
  })
  const changed = await server.call(updateRule, { id, expected_version: 1, when: { ...SLOW.when, value: 3 } })
  expect(changed).toMatchObject({ status: 'DRAFT', defined_version: 2 })
  expect(await server.raw(enableOrDisableRule, { id, enabled: true, ack_preview })).toMatchObject({
    Code: 'VALIDATION',
  })
  const preview = await previewOf(server, id)
  const renamed = await server.call(updateRule, { id, expected_version: 2, name: 'Previewed, renamed' })
  expect(renamed.defined_version).toBe(2)
  const enabled = await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: preview })
  expect(enabled).toMatchObject({ status: 'ENABLED', name: 'Previewed, renamed' })
  const { items } = await server.call(getRuleVersions, { id })
  expect(items.map(({ status, defined_version }) => [status, defined_version])).toEqual([
    ['DRAFT', 1],
    ['DRAFT', 2],
    ['DRAFT', 2],
    ['ENABLED', 2],
  ])
  await server.call(enableOrDisableRule, { id, enabled: false, reason: 'seen enough' })
})

test('a rule for all users is enabled by another administrator than its author', async () => {
  const second = await aUser(server, 'second', ['*'], { role: 1 })
  const id = await draft({ name: 'For all', visibility: 'CENTRE' })
  expect(await enable(id)).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await enable(id, second)).toMatchObject({ Status: true })
  await server.call(deleteRule, { id })
})

test('a rule that cannot be evaluated is stored as a draft with the reason, and is not enabled', async () => {
  const { id: cable } = await server.call(addAoi, {
    ...PLAIN_AREA,
    name: 'A cable',
    geometry: boxOf(60, 3, 61, 4),
  })
  const of: RuleNode[] = [
    { k: 'attr', field: 'sog', cmp: 'contains', value: 'x' },
    { k: 'list', in: true, list: 'none' },
    { k: 'near', to: { infrastructure: cable }, nm: 2 },
  ]
  const rule = await server.call(createRule, { ...SLOW, name: 'Wrong', when: { op: 'ALL', of } })
  expect(rule.validation.errors).toEqual([
    expect.stringContaining('sog cannot be compared with contains'),
    'names a list that does not exist; choose another',
    'uses near with an area that is not infrastructure; choose one of that type, or use a zone with NEAR',
  ])
  expect(await server.raw(enableOrDisableRule, { id: rule.id, enabled: true })).toMatchObject({
    Code: 'VALIDATION',
  })
})

test('a rule that a group sees names no area that only another group of its writer sees', async () => {
  const both = await aUser(server, 'of-both', ['*'], { group_ids: ['north', 'south'] })
  const south = await aUser(server, 'of-one', ['*'], { group_ids: ['south'] })
  const shared = { visibility: 'GROUP' as const }
  const areaOf = (of: typeof both, name: string) =>
    of.call(addAoi, { ...PLAIN_AREA, ...shared, name, geometry: boxOf(60, 3, 61, 4) })
  const errors = async (aoi: string) => {
    const when: RuleNode = { k: 'zone', rel: 'ENTER', zone: { aoi } }
    return (await both.call(createRule, { ...SLOW, ...shared, when })).validation.errors
  }
  expect(await errors((await areaOf(both, 'Of both')).id)).toEqual([])
  expect(await errors((await areaOf(south, 'Of the south')).id)).toEqual([
    'names an area that some users of the rule may not see; share it, or restrict the rule',
  ])
})

test('the dedupe key of a rule fits its subject, and others are rejected', async () => {
  const errors = async (more: Partial<RuleDraft>) =>
    (await server.call(createRule, { ...SLOW, ...more })).validation.errors
  const key = (...names: RuleDraft['dedupe']['key']) => ({ dedupe: { key: names, window_min: 0 } })
  const near: RuleNode = { k: 'near', to: SLOW.when, nm: 1 }
  const makesNone = (one: string, subject: string, own: string) => [
    `dedupe key ${one} does not fit hits of a ${subject}; use ${own}`,
  ]
  expect(await errors(key('mmsi', 'aoi'))).toEqual(makesNone('aoi', 'VESSEL', 'mmsi'))
  expect(await errors(key('pair'))).toEqual(makesNone('pair', 'VESSEL', 'mmsi'))
  expect(await errors({ ...key('mmsi', 'pair'), when: near })).toEqual([])
  expect(await errors({ ...key('mmsi'), when: near, subject: 'PAIR' })).toEqual(
    makesNone('mmsi', 'PAIR', 'pair'),
  )
  expect(await errors({ ...key('pair'), when: near, subject: 'PAIR' })).toEqual([])
})

test('an area named by a rule, active or not, cannot be deleted until the rule is deleted', async () => {
  const { id: aoi } = await server.call(addAoi, {
    ...PLAIN_AREA,
    name: 'Guarded',
    geometry: boxOf(60, 1, 61, 2),
  })
  const id = await draft({ name: 'In the area', when: { k: 'zone', rel: 'ENTER', zone: { aoi } } })
  const isUsedBy = async (name: string) =>
    expect(await server.raw(deleteAoi, { id: aoi })).toMatchObject({
      Code: 'IN_USE',
      Data: { used_by: [name] },
    })
  await isUsedBy('Disabled rule: In the area')
  await enable(id)
  await isUsedBy('Rule: In the area')
  await server.call(enableOrDisableRule, { id, enabled: false })
  await isUsedBy('Disabled rule: In the area')
  await server.call(deleteRule, { id })
  expect(await server.raw(deleteAoi, { id: aoi })).toMatchObject({ Status: true })
})

test('a list, a port and a boundary that a draft rule names are not deleted', async () => {
  const { id: list } = await server.call(createVesselList, {
    name: 'Named by a draft',
    kind: 'STATIC',
    color: '#c62828',
    visibility: 'PRIVATE',
  })
  const { id: port } = await server.call(addPort, addPort.example as never)
  const { id: eez } = await server.call(addEez, addEez.example as never)
  const of: RuleNode[] = [
    { k: 'list', in: true, list },
    { k: 'zone', rel: 'ENTER', zone: { port } },
    { k: 'zone', rel: 'ENTER', zone: { eez } },
  ]
  const id = await draft({ name: 'Of three', when: { op: 'ALL', of } })
  const removed = async () => [
    await server.raw(deleteVesselList, { id: list }),
    await server.raw(deletePort, { id: port }),
    await server.raw(deleteEez, { id: eez }),
  ]
  const inUse = (kind: string) => ({
    Code: 'IN_USE',
    Message: `This ${kind} is used by Disabled rule: Of three; end that first.`,
  })
  expect(await removed()).toMatchObject(['list', 'port', 'boundary'].map(inUse))
  await server.call(deleteRule, { id })
  expect(await removed()).toMatchObject(Array.from({ length: 3 }, () => ({ Status: true })))
})

test('a result is pushed to and counted for only users who see its sources and position', async () => {
  const box = boxOf(71, 9, 73, 11)
  const zone = await server.call(addZone, { name: 'South', geometry: box })
  const ofCoast = await aUser(server, 'coast', ['COAST'], {})
  const ofSouth = await aUser(server, 'south', ['*'], { zone_access: [zone.id] })
  const second = await aUser(server, 'third', ['*'], { role: 1 })
  const id = await draft({ name: 'Told', visibility: 'CENTRE' })
  await enable(id, second)
  const watchers = [ofCoast, ofSouth].map(({ token }) => new Watcher(server.base, token))
  await until(() => watchers.every(({ socket }) => socket.connected), 'both are connected')
  await sails(419000101, 1, 100)
  await sails(419000102, 1, 100, { lat: 10, lon: 72.5 }, 1)
  await sails(419000103, 1, 100, { lat: -10, lon: 72 })
  await until(async () => (await found(id)).length === 3, 'all three are found')
  const mmsis = async (by: Desk) => (await found(id, by)).map((one) => one.mmsis[0]).sort()
  expect(await mmsis(ofCoast)).toEqual(['419000101', '419000103'])
  expect(await mmsis(ofSouth)).toEqual(['419000101', '419000102'])
  const stats = async (by: Desk) =>
    (await by.call(getRules, {})).items.find((one) => one.id === id)!.stats!.hits_24h
  expect([await stats(server), await stats(ofCoast), await stats(ofSouth)]).toEqual([3, 2, 2])
  const hidden = (await found(id)).find((one) => one.mmsis[0] === '419000102')!
  expect(await ofCoast.raw(explainRuleResult, { id: hidden.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await ofCoast.call(getRuleResultsByVessel, { mmsi: '419000102' })).toMatchObject({
    total: 0,
    items: [],
  })
  const received = (watcher: Watcher) =>
    watcher.events
      .filter(({ name }) => name === ruleResultsChanged.wire)
      .flatMap(({ payload }) => (payload as { results: { mmsi: string }[] }).results.map(({ mmsi }) => mmsi))
      .sort()
  await until(() => watchers.every((one) => received(one).length >= 2), 'both are told')
  expect(watchers.map(received)).toEqual([
    ['419000101', '419000103'],
    ['419000101', '419000102'],
  ])
  for (const watcher of watchers) watcher.close()
  await server.call(enableOrDisableRule, { id, enabled: false })
})

test('a disputed hit is not raised again for that vessel', async () => {
  const id = await draft({ name: 'Disputed' })
  await enable(id)
  const [ship, another] = [419000111, 419000112]
  const ofShip = async (mmsi: number) => (await found(id)).filter(({ mmsis }) => mmsis[0] === String(mmsi))
  await sails(ship, 1, 90)
  await until(async () => (await ofShip(ship)).length === 1, 'she is found')
  const [hit] = await ofShip(ship)
  await server.call(judgeRuleResult, { id: hit!.id, judgement: 'DISPUTED', reason: 'a pilot boat' })
  await sails(ship, 9, 80)
  await sails(ship, 1, 70)
  await sails(another, 1, 70)
  await until(
    async () => (await ofShip(ship)).length === 2 && (await ofShip(another)).length === 1,
    'both are found',
  )
  const judged = [...(await ofShip(ship)), ...(await ofShip(another))].map((one) => [
    one.judgement,
    one.judged_reason,
  ])
  expect(judged).toEqual([
    ['DISPUTED', 'a pilot boat'],
    ['DISPUTED', 'a pilot boat'],
    [null, null],
  ])
  await server.call(enableOrDisableRule, { id, enabled: false })
})

test('a rule that finds too much is stopped, and its owner is notified', async () => {
  const id = await draft({ name: 'Floods', limits: { max_hits_per_hour: 2 } })
  await enable(id)
  for (let i = 0; i < 4; i++) await sails(419000120 + i, 1, 60)
  const rule = async () => (await server.call(getRules, { ids: [id] })).items[0]!
  await until(async () => (await rule()).status === 'ERROR', 'it is ended')
  expect((await rule()).error_reason).toContain('more than 2 hits in an hour')
  expect(await found(id)).toHaveLength(2)
  const notifications = async () => (await server.call(getNotices, {})).items.map(({ text }) => text)
  await until(
    async () => (await notifications()).some((text) => text.startsWith('Your rule Floods was stopped')),
    'its owner is told',
  )
})

test('a failing rule is stopped and notifies its owner why; results of others are not lost', async () => {
  const failing = await draft({ name: 'Fails', when: { k: 'attr', field: 'night', cmp: 'eq', value: 1 } })
  const sound = await draft({ name: 'Goes on' })
  await enable(failing)
  await enable(sound)
  const { number } = KnownWorld.prototype
  KnownWorld.prototype.number = function (...query) {
    if (query[0] === 'night') throw new Error('the sun cannot be read')
    return number.apply(this, query)
  }
  try {
    await sails(419000141, 1, 60)
    const rule = async () => (await server.call(getRules, { ids: [failing] })).items[0]!
    await until(async () => (await rule()).status === 'ERROR', 'it is ended')
    expect((await rule()).error_reason).toMatch(
      /^evaluation failed for MMSI 419000\d{3} \(Error: the sun cannot be read\)$/,
    )
    await sails(419000142, 1, 50)
    const ships = async () => (await found(sound)).map(({ mmsis }) => mmsis[0]).sort()
    await until(async () => (await ships()).includes('419000142'), 'the other goes on')
    expect(await ships()).toEqual(expect.arrayContaining(['419000141', '419000142']))
  } finally {
    KnownWorld.prototype.number = number
  }
  const notifications = (await server.call(getNotices, {})).items.map(({ text }) => text)
  expect(notifications).toContainEqual(
    expect.stringMatching(/^Your rule Fails was stopped: evaluation failed for MMSI/),
  )
  await server.call(enableOrDisableRule, { id: sound, enabled: false })
})

test('silence is not evaluated for vessels that a source heard which is down, and the rule says so', async () => {
  const silent = (min: number) => ({
    name: `Silent for ${min}`,
    when: { k: 'silence', min },
    allowed_lateness_min: 0,
  })
  const [ofCoast, ofSatx] = [419000131, 419000132]
  await sails(ofCoast, 9, 300)
  await sails(ofSatx, 9, 300, { lat: 10, lon: 73 }, 1)
  const id = await draft(silent(600))
  await enable(id)
  const blockedBy = async () => (await server.call(getRules, { ids: [id] })).items[0]!.error_reason
  expect(await blockedBy()).not.toContain('SATX')
  await receivers[1]!.close()
  await until(async () => (await blockedBy()).includes('SATX'), 'the rule says that the source is down')
  const other = await draft(silent(4))
  await enable(other)
  const answer = async () => (await found(other)).map(({ mmsis }) => mmsis[0])
  await until(
    async () => (await answer()).includes(String(ofCoast)),
    'the one the other source heard is told',
  )
  expect(await answer()).not.toContain(String(ofSatx))
})
