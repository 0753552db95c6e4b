import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getAudit, verifyAudit } from '@samudra/contract/audit'
import { getNotices } from '@samudra/contract/notifications'
import { assignDuty, endDuty, getDuties } from '@samudra/contract/duties'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aClockedDatabase } from '../../../../../testing/servers/a-clocked-database.ts'
import { PASSWORD, until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aHit, found, hurry } from '../../../../../testing/seas/alerts.ts'
import { query } from '../../../../platform/needs/query.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.open()
})
afterEach(() => desk.close())

const iso = (minutes: number) => desk.iso(minutes)
const alertOf = async () => (await desk.call(getAlerts, {})).items[0]!
const [DAY, ROOF] = [1, 2]
/** A centre with a source that plays a recording and one of a receiver. */
async function withRecording(): Promise<Desk> {
  const database = await aDatabase()
  await sql`insert into sources (id, code, name) values (${DAY}, 'DAY', 'DAY'), (${ROOF}, 'ROOF', 'ROOF')`.execute(
    query(database.db),
  )
  await sql`insert into feed_versions (number, known_from, name, priority, trust, source_id, kind, stations)
    values (1, now(), 'Day', 3, 0.5, ${DAY}, 'nmea-file', '[]'), (2, now(), 'Roof', 3, 0.5, ${ROOF}, 'nmea-udp', '[]')`.execute(
    query(database.db),
  )
  return Desk.open(database)
}
/** Returns the texts of a user's alert notifications. */
const textsTo = async (who: string) =>
  (await (await desk.server.logIn(who, PASSWORD)).call(getNotices, { limit: 500 })).items.flatMap(
    ({ kind, text }) => (kind === 'ALERT' ? [text] : []),
  )
/** Counts a user's notifications of alerts without an owner. */
const visible = async (who: string) =>
  (await textsTo(who)).filter((text) => text.startsWith('This alert is unassigned')).length
/** The one notification of alerts that wait; undefined without any. */
const rollingTo = async (who: string) =>
  (await (await desk.server.logIn(who, PASSWORD)).call(getNotices, { limit: 500 })).items.find(
    ({ rolls }) => rolls !== null,
  )
/** Returns the audit steps of the clock for an alert, earliest first: action, reason and resulting level. */
async function stepsOf({ id }: Alert) {
  const { items } = await desk.call(getAudit, { object_type: 'alert', object_id: id })
  const byClock = items.filter(({ actor }) => actor === 'Samudra').toReversed()
  return byClock.map(({ action, reason, after }) => [
    action,
    reason,
    (after as { escalation_level: number }).escalation_level,
  ])
}
/** Advances the clock and waits until due work is done, as a condition on the alert shows. */
const putOn = (minutes: number, claim: (alert: Alert) => boolean) =>
  desk.putOn(minutes, async () => claim(await alertOf()))
const levelIs = (level: number) => (alert: Alert) => alert.escalation_level === level
/** Advances the clock until another alert escalates, and expects no change of this one. */
async function nothingIn(minutes: number, before: Alert) {
  const witness = aHit(desk.clock.now(), { mmsi: 419000099 })
  await found(desk, [witness], (all) => all.length > 1)
  const all = async () => (await desk.call(getAlerts, { limit: 500 })).items
  await desk.later(minutes)
  await until(async () => {
    await hurry(desk, 'alerts.clock')
    return (await all()).some(({ escalation_level }) => escalation_level > 0)
  }, 'the other one is told to the next')
  expect((await all()).find(({ id }) => id === before.id)).toEqual(before)
}

async function aWatch() {
  const sita = await aUser(desk.server, 'sita')
  await aUser(desk.server, 'dev')
  const time = { from: iso(-1), to: iso(600) }
  await desk.call(assignDuty, { user_id: 'test-sita', role: 'SUPERVISOR', ...time })
  await desk.call(assignDuty, { user_id: 'test-dev', role: 'DUTY_OFFICER', ...time })
  return { sita }
}

test('an unowned high alert goes to the supervisor once at 5 min, to the duty officer at 10, 20', async () => {
  await aWatch()
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  expect(alert).toMatchObject({ escalation_level: 0, next_escalation_at: iso(5) })
  await desk.later(5 - 1 / 60_000)
  await hurry(desk, 'alerts.clock')
  expect([await visible('sita'), await visible('dev')]).toEqual([0, 0])
  desk.tick(1)
  await putOn(0, levelIs(1))
  await until(async () => (await visible('sita')) === 1, 'the supervisor is told')
  await putOn(5, levelIs(2))
  await until(async () => (await visible('dev')) === 1, 'the duty officer is told')
  const first = await rollingTo('dev')
  const next = iso(20)
  await putOn(10, ({ next_escalation_at }) => next_escalation_at === next)
  // One notice that rolls on, not one more each time.
  await until(async () => (await rollingTo('dev'))?.id !== first!.id, 'the duty officer is notified again')
  expect([await visible('sita'), await visible('dev'), await visible('admin')]).toEqual([1, 1, 0])
  expect(await stepsOf(alert!)).toEqual([
    ['alert escalated', 'no one took it; notified: supervisor', 1],
    ['alert escalated', 'no one took it; notified: duty officer', 2],
    ['alert escalated', 'no one took it; notified: duty officer', 2],
  ])
  expect(await desk.call(verifyAudit, {})).toMatchObject({ intact: true, broken: [] })
})

test('a replayed alert neither escalates nor sounds; a receiver alert at the same time escalates', async () => {
  await desk.close()
  desk = await withRecording()
  await aWatch()
  const hits = [
    aHit(desk.clock.now(), { mmsi: 419000001, sources: [[DAY]] }),
    aHit(desk.clock.now(), { mmsi: 419000002, sources: [[ROOF]] }),
  ]
  await found(desk, hits, (all) => all.length === hits.length)
  const levels = async () =>
    Object.fromEntries(
      (await desk.call(getAlerts, {})).items.map(({ mmsi, escalation_level }) => [mmsi, escalation_level]),
    )
  await desk.putOn(5, async () => (await levels())['419000002'] === 1)
  await desk.putOn(5, async () => (await levels())['419000002'] === 2)
  expect(await levels()).toEqual({ '419000001': 0, '419000002': 2 })
  expect(await visible('sita')).toBe(1)
  const { items } = await desk.call(getAlerts, { mmsi: '419000001' })
  expect(items).toMatchObject([
    { sound: 'NONE', text: expect.stringMatching(/ from a replayed recording\.$/) as string },
  ])
  // The same vessel, received now, has an alert of its own, which escalates.
  const live = aHit(desk.clock.now(), { mmsi: 419000001, sources: [[DAY, ROOF]] })
  await found(desk, [live], (all) => all.filter(({ mmsi }) => mmsi === '419000001').length === 2)
})

test('an unowned alert escalates in time when the clock of the machine is set back by an hour', async () => {
  const machine = await aClockedDatabase()
  await desk.close()
  desk = await Desk.open(machine)
  await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  await machine.putOn(-60)
  desk.tick(5 * 60_000)
  // The test does not trigger it: its time comes by itself.
  await until(async () => levelIs(1)(await alertOf()), 'it is told to the next')
})

test('after a start with an earlier clock no alert waits longer to escalate or on the shelf', async () => {
  await desk.later(60)
  const hits = [419000001, 419000002].map((mmsi) => aHit(desk.clock.now(), { mmsi }))
  const [one] = await found(desk, hits, (all) => all.length === hits.length)
  await desk.call(acknowledgeAlerts, { ids: [one!.id], action: 'SHELVE', until: iso(30), comment: 'in dock' })
  await desk.server.halt()
  desk = await Desk.open(desk.database)
  const byState = async () =>
    Object.fromEntries((await desk.call(getAlerts, {})).items.map((alert) => [alert.state, alert]))
  const latest = (text: string | null) => Math.round((Date.parse(text!) - desk.clock.now()) / 60_000)
  const { NEW, SHELVED } = await byState()
  expect([latest(NEW!.next_escalation_at), latest(SHELVED!.shelved_until)]).toEqual([5, 30])
  await desk.putOn(5, async () => levelIs(1)((await byState()).NEW!))
  await desk.putOn(25, async () => (await byState()).SHELVED === undefined)
})

test('acknowledging an alert stops its escalation', async () => {
  const { sita } = await aWatch()
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  await sita.call(acknowledgeAlerts, { ids: [alert!.id], action: 'ACK' })
  const acked = await alertOf()
  expect(acked).toMatchObject({ next_escalation_at: null, acked_by: 'sita' })
  await nothingIn(30, acked)
  await until(async () => (await visible('sita')) === 1, 'the supervisor is told of the other one alone')
})

test('an alert acknowledged by mistake and shelved for 10 s is new, unowned and escalates again', async () => {
  const { sita } = await aWatch()
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  const ids = [alert!.id]
  await sita.call(acknowledgeAlerts, { ids, action: 'ACK' })
  const back = { action: 'SHELVE' as const, until: iso(1 / 6), comment: 'Acknowledged by mistake' }
  await sita.call(acknowledgeAlerts, { ids, ...back })
  await putOn(1 / 6, ({ state }) => state === 'NEW')
  expect(await alertOf()).toMatchObject({
    owner: null,
    acked_by: null,
    acked_at: null,
    escalation_level: 0,
    next_escalation_at: iso(5),
    comments: [{ by: 'sita', action: 'SHELVE', text: 'Acknowledged by mistake' }],
  })
  expect(await stepsOf(alert!)).toEqual([['alert shown again', 'its shelving ended', 0]])
  await putOn(5, levelIs(1))
  await until(async () => (await visible('sita')) === 1, 'the supervisor is told')
})

test('a shelved alert returns unacknowledged by itself, and acknowledged by a user', async () => {
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  const shelve = () =>
    desk.call(acknowledgeAlerts, { ids: [alert!.id], action: 'SHELVE', until: iso(60), comment: 'in dock' })
  await shelve()
  expect(await alertOf()).toMatchObject({
    state: 'SHELVED',
    shelved_by: 'admin',
    next_escalation_at: null,
  })
  await putOn(60, ({ state }) => state === 'NEW')
  expect(await alertOf()).toMatchObject({
    owner: null,
    acked_by: null,
    shelved_until: null,
    escalation_level: 0,
    next_escalation_at: iso(5),
  })
  expect(await stepsOf(alert!)).toEqual([['alert shown again', 'its shelving ended', 0]])
  await shelve()
  await desk.call(acknowledgeAlerts, { ids: [alert!.id], action: 'UNSHELVE' })
  expect(await alertOf()).toMatchObject({ state: 'ACKNOWLEDGED', owner: 'admin', shelved_until: null })
})

test('administrators are notified if no user is on duty, with that reason', async () => {
  await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  await putOn(5, levelIs(1))
  await until(async () => (await visible('admin')) === 1, 'the administrator is told')
  const { items } = await desk.call(getNotices, {})
  expect(items.map(({ text }) => text)).toContain(
    'This alert is unassigned: Spoofing (MMSI 419000001). No one is on duty as supervisor.',
  )
})

test('the supervisor is notified once of many unowned alerts, and separately of a critical one', async () => {
  await aWatch()
  const hits = Array.from({ length: 8 }, (_, i) => aHit(desk.clock.now(), { mmsi: 419000100 + i }))
  await found(
    desk,
    [...hits, aHit(desk.clock.now(), { mmsi: 419000200, severity: 'CRITICAL' })],
    (all) => all.length === 9,
  )
  await desk.later(6)
  await until(
    async () => (await desk.call(getAlerts, {})).items.every(({ escalation_level }) => escalation_level > 0),
    'all are told of',
  )
  await until(async () => (await textsTo('sita')).length === 2, 'the supervisor is told twice')
  expect((await textsTo('sita')).toSorted()).toEqual([
    '8 unacknowledged alerts, oldest 6 min.',
    'This alert is unassigned: Spoofing (MMSI 419000200).',
  ])
})

test('a supervisor who may not know a vessel is not notified of its alert', async () => {
  await aUser(desk.server, 'coast', [])
  await desk.call(assignDuty, { user_id: 'test-coast', role: 'SUPERVISOR', from: iso(-1), to: iso(60) })
  await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  await putOn(5, levelIs(1))
  await until(async () => (await visible('admin')) === 1, 'the administrator is told')
  expect(await visible('coast')).toBe(0)
})

test('only a supervisor on duty dismisses a critical alert', async () => {
  const { sita } = await aWatch()
  const asha = await aUser(desk.server, 'asha')
  const [alert] = await found(
    desk,
    [aHit(desk.clock.now(), { severity: 'CRITICAL' })],
    (all) => all.length === 1,
  )
  const dismiss = { ids: [alert!.id], action: 'DISMISS' as const, disposition: 'EXPECTED' as const }
  expect((await asha.call(acknowledgeAlerts, dismiss)).results[0]).toMatchObject({
    ok: false,
    Code: 'FORBIDDEN',
  })
  expect((await sita.call(acknowledgeAlerts, dismiss)).results[0]).toMatchObject({
    ok: true,
    state: 'DISMISSED',
  })
})

test('a duty ends at its time, or earlier on request', async () => {
  await aUser(desk.server, 'sita')
  const time = { from: iso(-1), to: iso(60) }
  const duty = await desk.call(assignDuty, { user_id: 'test-sita', role: 'SUPERVISOR', ...time })
  expect((await desk.call(getDuties, {})).items).toEqual([duty])
  await desk.call(endDuty, { id: duty.id, reason: 'ill' })
  desk.tick(1)
  expect((await desk.call(getDuties, {})).items).toEqual([])
  expect(await desk.raw(endDuty, { id: duty.id, reason: 'ill' })).toMatchObject({ Code: 'NOT_FOUND' })
  const week = { from: iso(0), to: iso(8 * 24 * 60) }
  expect(await desk.raw(assignDuty, { user_id: 'test-sita', role: 'SUPERVISOR', ...week })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'to' }],
  })
})

test('a thousand alerts in ten seconds form at most twenty groups and one notification', async () => {
  const asha = await aUser(desk.server, 'asha')
  const codes = ['SPOOFING_EVENT', 'BLACKLIST', 'MMSI_DUPLICATE', 'AREA_OF_INTEREST']
  const floods = async () =>
    (await asha.call(getNotices, { limit: 500 })).items.filter(({ text }) => text.startsWith('Alert burst'))
      .length
  const hits = (from: number, n: number) =>
    Array.from({ length: n }, (_, i) =>
      aHit(desk.clock.now(), { mmsi: 419100000 + from + i, rule_id: codes[i % 3]! }),
    )
  await found(desk, hits(0, 5), (all) => all.length === 5)
  desk.tick(1000)
  for (let second = 0; second < 10; second++) {
    await found(desk, hits(5 + second * 100, 100), () => true)
    desk.tick(1000)
  }
  await until(async () => {
    await hurry(desk, 'alerts.raise')
    return (await desk.call(getAlerts, {})).total === 1005
  }, 'all are raised')
  const { groups, total } = await desk.call(getAlerts, { limit: 1 })
  expect(total).toBe(1005)
  expect(groups.length).toBeLessThanOrEqual(20)
  expect(groups.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(1005)
  await until(async () => (await floods()) === 1, 'the flood is told')
  const one = await desk.call(getAlerts, { group: groups[0]!.group_key, limit: 1 })
  expect(one.total).toBe(groups[0]!.alerts)
  expect((await desk.call(getAlerts, { group: '', limit: 1 })).total).toBe(total - 1005)
  await desk.later(2)
  await found(desk, hits(2000, 1), () => true)
  await until(async () => (await desk.call(getAlerts, {})).total === 1006, 'one more is raised')
  expect((await desk.call(getAlerts, { limit: 1 })).items[0]!.group_key).toBeNull()
  expect(await floods()).toBe(1)
})

test('medium and low alerts do not escalate as installed, and do once administrators set a time', async () => {
  const [first] = await found(
    desk,
    [aHit(desk.clock.now(), { severity: 'MEDIUM' })],
    (all) => all.length === 1,
  )
  expect(first!.next_escalation_at).toBeNull()
  await desk.set({ 'alerts.ack_medium_min': 15 })
  const hit = aHit(desk.clock.now(), { mmsi: 419000002, severity: 'MEDIUM' })
  const all = await found(desk, [hit], (some) => some.length === 2)
  expect(all.find(({ mmsi }) => mmsi === '419000002')!.next_escalation_at).toBe(iso(15))
})

test('how long the watch may take is set by administrators', async () => {
  await desk.set({ 'alerts.ack_high_min': 60 })
  const [alert] = await found(desk, [aHit(desk.clock.now())], (all) => all.length === 1)
  expect(alert!.next_escalation_at).toBe(iso(60))
})
