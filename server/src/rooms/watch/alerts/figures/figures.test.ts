import { editAlertDefinition, getAlertDefinitions } from '@samudra/contract/alert-definitions'
import { getAlertFigures, type Suggestion } from '@samudra/contract/alert-figures'
import { acknowledgeAlerts, getAlerts } from '@samudra/contract/alerts'
import { assignDuty } from '@samudra/contract/duties'
import { addPort } from '@samudra/contract/ports'
import { createRule } from '@samudra/contract/rule-keeping'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../../platform/needs/query.ts'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aHit, found } from '../../../../../testing/seas/alerts.ts'
import { SLOW } from '../../../../../testing/seas/rules.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.withSources()
})
afterEach(() => desk.close())

const MINUTE = 60_000
let ship = 0
type More = Partial<ReturnType<typeof aHit>>
/** Ships found now, each another one. */
const ships = (n: number, more: More = {}) =>
  Array.from({ length: n }, () =>
    aHit(desk.clock.now(), { mmsi: 419_500_000 + ++ship, rule_id: 'BLACKLIST', ...more }),
  )
const raised = (hits: ReturnType<typeof ships>, n: number) =>
  found(desk, hits, () => true).then(async () => {
    await found(desk, [], (all) => all.length >= Math.min(n, 500))
    expect((await desk.call(getAlerts, { limit: 1 })).total).toBe(n)
  })
const figures = (input: { by?: 'RULE' | 'DETECTOR'; from?: string; to?: string } = {}) =>
  desk.call(getAlertFigures, { by: 'DEFINITION', ...input })
/** Stores that one source reported positions between two minutes of the desk. */
async function positionsReceived(from: number, to: number) {
  const [first, last] = [new Date(desk.iso(from)), new Date(desk.iso(to))]
  await sql`insert into source_hours select 1, hour, 10, 0, '{10}'
    from generate_series(date_trunc('hour', ${first}::timestamptz), ${last}::timestamptz, interval '1 hour') hour`.execute(
    query(desk.server.database.db),
  )
  await sql`insert into vessel_hours (mmsi, hour, source_id, fixes, first_rec, last_rec)
    select 419000001, hour, 1, 10, greatest(hour, ${first}::timestamptz),
      least(hour + interval '1 hour', ${last}::timestamptz)
    from source_hours hours (source_id, hour)`.execute(query(desk.server.database.db))
}
const suggestion = async (kind: Suggestion['kind']) =>
  (await figures()).suggestions.find((one) => one.kind === kind)
async function change(id: string, part: object) {
  const [one] = (await desk.call(getAlertDefinitions, { ids: [id] })).items
  await desk.call(editAlertDefinition, { id, expected_version: one!.version, ...part })
}

test('alerts are counted by definition, rule and detector, beside the capacity of the officers', async () => {
  await aUser(desk.server, 'sita')
  await aUser(desk.server, 'dev')
  const time = { from: desk.iso(0), to: desk.iso(60) }
  for (const user_id of ['test-sita', 'test-dev'])
    await desk.call(assignDuty, { user_id, role: 'WATCH_OFFICER', ...time })
  // Keeps the watch all the time, so that no alert of an empty watch comes among them.
  await desk.call(assignDuty, { user_id: 'test-dev', role: 'SUPERVISOR', ...time, to: desk.iso(180) })
  const rule = await desk.call(createRule, { ...SLOW, actions: [{ do: 'ALERT' }] })
  await raised(
    [...ships(24), ...ships(3, { rule_id: rule.id }), ...ships(2, { rule_id: 'SPOOFING_EVENT' })],
    29,
  )
  const from = desk.iso(0)
  await positionsReceived(0, 120)
  await desk.later(120)
  const all = await figures({ from })
  // Two officers for an hour, and an hour without any.
  expect(all).toMatchObject({ hours: 2, watched_hours: 2, officer_hours: 3, unwatched_hours: 1 })
  expect(all.whole).toMatchObject({ alerts: 29, peak_10_min: 14.5, floods: 1, precision: null })
  expect(all.whole.per_officer_hour).toBeCloseTo(29 / 3)
  expect(all.items.map(({ id, name, rule_id, alerts }) => [id, name, rule_id, alerts])).toEqual([
    ['default-BLACKLIST', 'Blacklist', 'BLACKLIST', 24],
    ['', SLOW.name, rule.id, 3],
    ['default-SPOOFING_EVENT', 'Spoofing', 'SPOOFING_EVENT', 2],
  ])
  const named = async (by: 'RULE' | 'DETECTOR') =>
    (await figures({ by, from })).items.map(({ id, name, alerts }) => [id, name, alerts])
  expect(await named('RULE')).toEqual([
    ['BLACKLIST', 'Blacklist', 24],
    [rule.id, SLOW.name, 3],
    ['SPOOFING_EVENT', 'Spoofing', 2],
  ])
  expect(await named('DETECTOR')).toEqual([
    ['BLACKLIST', 'Blacklist', 24],
    ['RULE', 'User rules', 3],
    ['SPOOFING_EVENT', 'Spoofing', 2],
  ])
  expect((await figures({ from: desk.iso(-60) })).whole.alerts).toBe(0)
})

test('alerts are divided by the time with positions, with the worst ten minutes and hour', async () => {
  await positionsReceived(0, 37)
  const began = desk.clock.now()
  await raised(ships(12), 12)
  await desk.later(7)
  const worst = desk.clock.now()
  await raised(ships(20), 32)
  await desk.later(7)
  await raised(ships(5), 37)
  await desk.later(23)
  const { hours, watched_hours, officer_hours, whole } = await figures()
  expect(hours).toBe(7 * 24)
  // The first and last alerts lie in ten minutes of the clock that may begin before and end after the positions.
  expect(watched_hours).toBeGreaterThanOrEqual(37 / 60 - 0.001)
  expect(watched_hours).toBeLessThan(57 / 60)
  expect(officer_hours).toBeCloseTo(watched_hours)
  expect(whole.per_officer_hour).toBeCloseTo(37 / watched_hours)
  const tenOf = (at: number) => new Date(Math.floor(at / (10 * MINUTE)) * 10 * MINUTE).toISOString()
  const isSame = tenOf(began) === tenOf(worst)
  expect(whole).toMatchObject({
    peak_10_min: isSame ? 32 : expect.toSatisfy((peak: number) => peak >= 20),
    peak_hour: 37,
    peak_hour_at: tenOf(began),
  })
})

test('chattering, stale and long-shelved alerts are counted, with times to take up and to decide', async () => {
  const [chatter, quiet, stale, shelved, done] = ships(5)
  await raised([{ ...chatter!, again: 5 }, { ...quiet!, again: 1 }, stale!, shelved!, done!], 5)
  const idOf = async ({ mmsi }: { mmsi: number }) =>
    (await desk.call(getAlerts, { mmsi: String(mmsi) })).items[0]!.id
  const act = async (of: { mmsi: number }, more: object) =>
    desk.call(acknowledgeAlerts, { ids: [await idOf(of)], action: 'ACK', ...more })
  desk.tick(2 * MINUTE)
  for (const one of [chatter!, quiet!, done!]) await act(one, {})
  await act(shelved!, { action: 'SHELVE', until: desk.iso(71 * 60), comment: 'in dock' })
  desk.tick(MINUTE)
  await act(done!, { action: 'START' })
  desk.tick(3 * MINUTE)
  await act(done!, { action: 'RESOLVE', disposition: 'TRUE_POSITIVE', comment: 'boarded' })
  const before = await figures()
  expect(before.whole).toMatchObject({
    chattering: 1,
    stale: 0,
    shelved_long: 1,
    precision: 1,
    median_ack_s: 120,
    median_decide_s: 360,
    dispositions: { TRUE_POSITIVE: 1, FALSE_POSITIVE: 0 },
  })
  await desk.later(25 * 60)
  // Assigned and shelved alerts are still open.
  expect((await figures()).whole.stale).toBe(4)
})

test('with most hits in ports, excluding ports is suggested and leaves out the stated number', async () => {
  await desk.call(addPort, addPort.example as never)
  const elsewhere = { lat_udeg: 12e6, lon_udeg: 72e6 }
  const some = () => [...ships(12), ...ships(4, elsewhere)]
  const first = some()
  await raised(first, 16)
  // One that lay in port is found outside of it too: it would have been raised then.
  await found(desk, [aHit(desk.clock.now(), { ...first[0]!, id: 'outside', ...elsewhere })], (all) =>
    all.some(({ count }) => count === 2),
  )
  const one = (await suggestion('IN_PORT'))!
  expect(one).toMatchObject({
    definition_id: 'default-BLACKLIST',
    alerts: 16,
    left_out: 11,
    change: { exclude_in_port: true },
  })
  expect(one.text).toBe('69 % were in ports. Exclude ports? 11 of 16 would not have been raised.')
  await change('default-BLACKLIST', one.change)
  await raised(some(), 20)
  expect(await suggestion('IN_PORT')).toBeUndefined()
})

test('with most hits of one vessel, excluding it is suggested, and other conditions stay', async () => {
  await change('default-BLACKLIST', { dedupe_window_min: 0 })
  const mmsi = 419_000_777
  for (let i = 0; i < 9; i++) {
    const over = { status: 'CLEARED' as const, known_at: desk.clock.now() }
    await raised(ships(1, { mmsi, ...over }), i + 1)
    await desk.later(40)
  }
  await raised(ships(3), 12)
  expect(await suggestion('ONE_SHIP')).toMatchObject({
    left_out: 9,
    true_left_out: 0,
    change: { subject: { expr: { k: 'attr', field: 'mmsi', cmp: 'nin', value: [String(mmsi)] } } },
  })
  // The vessel returns every forty minutes: longer apart than a grace, within a window of two hours.
  const window = (await suggestion('WINDOW'))!
  expect(window).toMatchObject({ left_out: 8, change: { dedupe_window_min: 120 } })
})

test('alerts that clear and return after minutes merge with the suggested grace', async () => {
  await change('default-BLACKLIST', { dedupe_window_min: 0 })
  const mmsis = Array.from({ length: 5 }, (_, i) => 419_000_600 + i)
  const round = async (n: number) => {
    const over = { status: 'CLEARED' as const, known_at: desk.clock.now() }
    await raised(
      mmsis.flatMap((mmsi) => ships(1, { mmsi, ...over })),
      n,
    )
    await desk.later(8)
  }
  for (let i = 1; i <= 3; i++) await round(5 * i)
  const one = (await suggestion('GRACE'))!
  expect(one).toMatchObject({ alerts: 15, left_out: 10, change: { grace_min: 10 } })
  await change('default-BLACKLIST', one.change)
  await desk.later(60)
  // Each vessel adds one alert, however often it returns.
  for (let i = 1; i <= 3; i++) await round(20)
})

test('alerts that are never true are reported, with the number of true ones a change would lose', async () => {
  await raised(ships(12), 12)
  const ids = (await desk.call(getAlerts, { limit: 500 })).items.map(({ id }) => id)
  const dismiss = { action: 'DISMISS' as const, disposition: 'FALSE_POSITIVE' as const }
  await desk.call(acknowledgeAlerts, { ids, ...dismiss })
  expect(await suggestion('NEVER_TRUE')).toMatchObject({ left_out: 12, true_left_out: 0, change: {} })
  expect((await figures()).whole.precision).toBe(0)
})

test('a user of one source reads figures of alerts they may know and no suggestion from others', async () => {
  const coast = await aUser(desk.server, 'coast', ['COAST'])
  await desk.call(addPort, addPort.example as never)
  await raised([...ships(12, { sources: [[2]] }), ...ships(2), ...ships(1, { of_past: true })], 15)
  const his = await coast.call(getAlertFigures, { by: 'DEFINITION' })
  expect(his.whole.alerts).toBe(2)
  expect(his.items.map(({ alerts }) => alerts)).toEqual([2])
  expect(his.suggestions).toEqual([])
  expect((await figures()).suggestions).not.toEqual([])
})

test('a period that is none, or longer than a month, is refused', async () => {
  const field = async (input: object) =>
    (await desk.raw(getAlertFigures, { by: 'DEFINITION', ...input })) as unknown
  const day = 24 * 60
  expect(await field({ from: desk.iso(day), to: desk.iso(2 * day) })).toMatchObject({
    fields: [{ field: 'from' }],
  })
  expect(await field({ from: desk.iso(-40 * day) })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'from' }],
  })
  expect((await figures({ from: desk.iso(-31 * day), to: desk.iso(0) })).whole.alerts).toBe(0)
})
