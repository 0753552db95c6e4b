import { addAoi } from '@samudra/contract/areas'
import { takeWatch } from '@samudra/contract/duties'
import { addVesselEventsAndDisasters, removeVesselEventsAndDisasters } from '@samudra/contract/events'
import {
  getAbnormalNormalData,
  getAnomalies,
  getBrief,
  getFigure,
  type Measure,
} from '@samudra/contract/figures'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, alertsOnce, coastAndSatelliteIn } from '../../../../testing/seas/alerts.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { storedCounts } from '../../../../testing/seas/traffic-counts.ts'
import { query } from '../../../platform/needs/query.ts'

const HOUR = 3_600_000
const WEEK = 168 * HOUR
const T = Math.floor(Date.now() / HOUR) * HOUR - 4 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const PERIOD = { from: iso(T), to: iso(T + 2 * HOUR) }

let server: TestServer
let area: string
type User = Awaited<ReturnType<typeof aUser>>
const users: Record<string, User> = {}
const figure = (input: object, by: Pick<TestServer, 'call'> = server) =>
  by.call(getFigure, { ...PERIOD, ...input } as never)
const keys = ({ groups }: { groups: { key: string; value: number }[] }) =>
  groups.map(({ key, value }) => [key, value])

beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  await coastAndSatelliteIn(db)
  const found = (at: number, mmsi: number, more: object = {}) => aHit(at, { mmsi, ...more })
  await storedResults(db, [
    found(T + 60_000, 419000001),
    found(T + 120_000, 419000001, { rule_id: 'LOITERING_EVENT', severity: 'LOW' }),
    found(T + 180_000, 419000002, { sources: [[2]] }),
    found(T + HOUR, 419000003, { lat_udeg: -40e6 }),
    found(T + 2 * HOUR, 419000004),
    found(T - HOUR / 2, 419000005),
  ])
  server = await aServer([], database)
  const drawn = {
    type: 'VIGILANCE',
    notes: '',
    color: '#336699',
    recur: 'NONE',
    valid_from: null,
    valid_to: null,
  }
  area = (
    await server.call(addAoi, {
      ...drawn,
      name: 'Gulf',
      geometry: boxOf(70, 8, 74, 12),
      visibility: 'CENTRE',
    } as never)
  ).id
  const around = (await server.call(addZone, { name: 'Around', geometry: boxOf(69, 7, 75, 13) })).id
  users['one source'] = await aUser(server, 'one', ['SATX'])
  users['no source'] = await aUser(server, 'none', [])
  users['whole zone'] = await aUser(server, 'whole', ['*'], { zone_access: [around] })
  const areaKnown = sql`select from traffic_areas where id = ${area} and not exists (select from traffic_dirty_hours)`
  await until(async () => {
    await sql`update jobs set due_at = now() where name = 'traffic.counts' and state = 'WAITING'`.execute(
      query(db),
    )
    return (await areaKnown.execute(query(db))).rows.length === 1
  }, 'the area is known to the counts')
  for (let week = 8; week >= 0; week--)
    for (const hour of [0, 1])
      await storedCounts(db, 'H', T - week * WEEK + hour * HOUR, [
        { kind: 'CARGO', country: 'IN', vessels: week === 0 ? 30 : 10 + (week % 2) },
        { kind: 'TANKER', country: 'GB', sources: [2], vessels: 4 },
        { kind: 'FISHING', country: 'LK', sources: [2], vessels: 1 },
      ])
  await storedCounts(db, 'H', T - HOUR, [{ kind: 'CARGO', country: 'IN', vessels: 9 }])
  await alertsOnce(server, (all) => all.length >= 5)
})
afterAll(() => server.close())

describe('a figure', () => {
  test('of vessels by type has the hours before and the usual of the same hours of eight weeks beside it', async () => {
    const now = await figure({ measure: 'vessels', by: 'kind', compare: 'baseline' })
    expect(keys(now)).toEqual([
      ['CARGO', 60],
      ['TANKER', 8],
      ['FISHING', 2],
    ])
    expect(now).toMatchObject({ total: 70, bucket: 'hour', suppressed: 0 })
    expect(now.groups[0]).toMatchObject({ label: 'Cargo' })
    expect(now.groups[0]!.link).toMatch(/^\/home\/main\/vessels\?ship_type=CARGO&heard_from=/)
    expect(now.groups[0]!.usual).toMatchObject({ mean: 21, weeks: 8 })
    expect(now.baseline).toMatchObject({ enough: true, weeks: 8, total: { mean: 31 } })
    expect(now.query).toContain('Vessels received from ')
    expect(now.query).toContain(
      ', by ship type, in each hour, compared with the eight weeks before; as known at ',
    )
    const before = await figure({ measure: 'vessels', by: 'kind', compare: 'previous' })
    expect(before.previous).toMatchObject({ total: 9, from: iso(T - 2 * HOUR), to: iso(T) })
    expect(before.groups.map(({ previous }) => previous)).toEqual([9, 0, 0])
  })

  test('of anomalies counts what detectors found in the period, and links alerts to their list', async () => {
    expect(keys(await figure({ measure: 'anomalies', by: 'type' }))).toEqual([
      ['SPOOFING_EVENT', 3],
      ['LOITERING_EVENT', 1],
    ])
    expect(keys(await figure({ measure: 'anomalies', by: 'area' }))).toContainEqual([area, 3])
    expect((await figure({ measure: 'anomalies', area, types: ['SPOOFING_EVENT'] })).total).toBe(2)
    expect((await figure({ measure: 'anomalies', bbox: '60,-50,80,-30' as never })).total).toBe(1)
    const anomalies = await server.call(getAnomalies, PERIOD)
    expect(anomalies).toMatchObject({ total: 4, series: [{ count: 3 }, { count: 1 }] })
    const since = { from: iso(T), to: iso(Date.now() + HOUR) }
    const alerts = await figure({ measure: 'alerts', by: 'state', ...since })
    expect(alerts.groups).toMatchObject([
      {
        key: 'NEW',
        label: 'New',
        link: expect.stringContaining('/home/main/dashboard/alerts?state=NEW&from='),
      },
    ])
    expect(keys(await figure({ measure: 'alerts', by: 'age', ...since }))).toHaveLength(1)
  })

  test('is narrowed by type, flag, source, category, severity, state and hours of a day', async () => {
    const total = async (input: object) => (await figure(input)).total
    expect(await total({ measure: 'vessels', countries: ['GB', 'LK'] })).toBe(10)
    expect(await total({ measure: 'positions', sources: ['SATX'], kinds: ['TANKER'] })).toBe(80)
    expect(await total({ measure: 'events', categories: ['NATURAL_EVENT'] })).toBe(0)
    expect(await total({ measure: 'anomalies', severities: ['LOW'] })).toBe(1)
    expect(await total({ measure: 'alerts', states: ['RESOLVED'] })).toBe(0)
    expect((await figure({ measure: 'anomalies', bucket: 'day' })).series.length).toBeLessThan(3)
  })

  test('without data is empty, and every bad input is refused with what is allowed', async () => {
    const empty = await figure({ measure: 'arrivals', by: 'port', compare: 'baseline' })
    expect(empty).toMatchObject({ total: 0, groups: [], series: [] })
    expect(await figure({ measure: 'departures' })).toMatchObject({
      total: 0,
      groups: [{ key: '', value: 0 }],
    })
    const refusal = (input: object) => server.raw(getFigure, { ...PERIOD, ...input } as never)
    expect(await refusal({ measure: 'alerts', from: PERIOD.to, to: PERIOD.from })).toMatchObject({
      Code: 'VALIDATION',
    })
    expect(await refusal({ measure: 'alerts', from: iso(0) })).toMatchObject({
      Code: 'TOO_LARGE',
      Message: expect.stringContaining('400 days'),
    })
    for (const [input, field] of [
      [{ measure: 'alerts', by: 'kind' }, 'by'],
      [{ measure: 'alerts', sources: 'COAST' }, 'sources'],
      [{ measure: 'vessels', kinds: 'BOATS' }, 'kinds.0'],
      [{ measure: 'events', types: 'NONE_SUCH' }, 'types.0'],
      [{ measure: 'events', types: 'RULE' }, 'types'],
      [{ measure: 'vessels', countries: 'Indya' }, 'countries.0'],
    ] as const)
      expect(await refusal(input)).toMatchObject({ Code: 'VALIDATION', fields: [{ field }] })
    expect(await refusal({ measure: 'events', area: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
    expect(await refusal({ measure: 'arrivals', port: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
  })
})

test('getAbnormal_Normal_Data parts the vessels of each hour and group in abnormal and normal ones', async () => {
  const whole = await server.call(getAbnormalNormalData, PERIOD)
  expect(whole.series).toMatchObject([
    { key: '', abnormal: 2, normal: 33, total: 35 },
    { key: '', abnormal: 1, normal: 34, total: 35 },
  ])
  expect(whole.baseline).toMatchObject({ enough: true, weeks: 8, mean: 0, sd: 0 })
  for (const by of ['kind', 'country', 'area'] as const) {
    const { series, totals } = await server.call(getAbnormalNormalData, { ...PERIOD, by })
    for (const { normal, abnormal, total } of series) expect(normal + abnormal).toBe(total)
    expect(totals.normal + totals.abnormal).toBe(totals.total)
  }
  expect(keys(await figure({ measure: 'abnormal', by: 'state' }))).toEqual([
    ['NORMAL', 67],
    ['ABNORMAL', 3],
  ])
})

test('the same as_of is answered the same after late data, changed events and new counts', async () => {
  const { db } = server.database
  const measures: { measure: Measure; by?: string }[] = [
    { measure: 'vessels', by: 'country' },
    { measure: 'positions', by: 'source' },
    { measure: 'abnormal', by: 'kind' },
    { measure: 'anomalies', by: 'type' },
    { measure: 'events', by: 'category' },
    { measure: 'alerts', by: 'state' },
    { measure: 'arrivals' },
  ]
  const event = await server.call(
    addVesselEventsAndDisasters,
    anEvent({ start_at: iso(T + 60_000), status: 'CONFIRMED' }),
  )
  const now = await figure({ measure: 'events', by: 'category' })
  expect(keys(now)).toEqual([
    ['AIS_BEHAVIOUR', 4],
    ['PIRACY_ARMED_ROBBERY', 1],
  ])
  const first = await Promise.all(
    measures.map((one) => figure({ ...one, as_of: now.as_of, compare: 'baseline' })),
  )
  await server.call(removeVesselEventsAndDisasters, { id: event.id, reason: 'drill' })
  const late = Date.now()
  await storedResults(db, [aHit(T + 90_000, { mmsi: 419000009, known_at: late, changed_at: late })])
  await storedCounts(db, 'H', T, [{ kind: 'CARGO', country: 'IN', vessels: 99 }], late)
  await alertsOnce(server, (all) => all.some(({ mmsi }) => mmsi === '419000009'))
  const again = await Promise.all(
    measures.map((one) => figure({ ...one, as_of: now.as_of, compare: 'baseline' })),
  )
  expect(again).toEqual(first)
  expect(keys(await figure({ measure: 'events', by: 'category' }))).toEqual([['AIS_BEHAVIOUR', 5]])
  expect((await figure({ measure: 'vessels', by: 'kind' })).groups[0]!.value).toBe(129)
})

describe('a restricted user', () => {
  test('of one source counts what that source saw, without cells of one or two vessels', async () => {
    const { call } = users['one source']!
    const vessels = await call(getFigure, { ...PERIOD, measure: 'vessels', by: 'kind' })
    expect(keys(vessels)).toEqual([['TANKER', 4]])
    expect(vessels.suppressed).toBe(1)
    expect((await call(getFigure, { ...PERIOD, measure: 'anomalies' })).total).toBe(1)
    const none = users['no source']!
    for (const measure of ['vessels', 'anomalies', 'alerts', 'abnormal'] as const)
      expect((await none.call(getFigure, { ...PERIOD, measure })).total).toBe(0)
  })

  test('of one zone counts areas that lie in it and what happened inside, and is refused with the advice to name an area', async () => {
    const { call, raw } = users['whole zone']!
    expect((await call(getFigure, { ...PERIOD, measure: 'anomalies' })).total).toBe(4)
    expect(await raw(getFigure, { ...PERIOD, measure: 'vessels' })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'area' }],
    })
    const parts = await call(getAbnormalNormalData, { ...PERIOD, by: 'area' })
    for (const { total } of parts.series) expect(total).toBeGreaterThan(2)
  })
})

test('a brief says what changed since the last watch: alerts, events and feeds', async () => {
  const { db } = server.database
  const byHours = await server.call(getBrief, {})
  expect(byHours.since_by).toBe('HOURS')
  expect(byHours.items.some(({ kind }) => kind === 'ALERT')).toBe(true)
  await server.call(takeWatch, { hours: 8 })
  await sql`update duties set from_at = ${new Date(T)}`.execute(query(db))
  await sql`insert into feeds (id, number, name, kind, address, source_id, priority, trust, expected_interval_s, created_at, updated_at)
    values ('f1', 901, 'Coast mast', 'tcp', 'x', 1, 1, 1, 10, now(), now())`.execute(query(db))
  for (const [at, state] of [
    [T - HOUR, 'UP'],
    [T + HOUR, 'DOWN'],
    [T + 2 * HOUR, 'UP'],
  ] as const)
    await sql`insert into feed_states (number, at, state) values (901, ${new Date(at)}, ${state})`.execute(
      query(db),
    )
  await server.call(addVesselEventsAndDisasters, anEvent({ title: 'Ladders seen', severity: 'CRITICAL' }))
  const brief = await server.call(getBrief, {})
  expect(brief).toMatchObject({ since_by: 'WATCH', since: iso(T), anomalies: { now: 6, before: 1 } })
  expect(brief.items[0]).toMatchObject({ kind: 'EVENT', title: 'Ladders seen' })
  const feeds = brief.items.filter(({ kind }) => kind === 'FEED').map(({ title }) => title)
  expect(feeds).toEqual(['Feed Coast mast is down', 'Feed Coast mast is back'])
  const partner = await users['one source']!.call(getBrief, {})
  expect(partner.items.filter(({ kind }) => kind === 'FEED')).toEqual([])
  expect((await users['whole zone']!.call(getBrief, {})).vessels).toBeNull()
  expect(await server.raw(getBrief, { since: iso(Date.now() + HOUR) })).toMatchObject({ Code: 'VALIDATION' })
  expect(await server.raw(getBrief, { since: iso(0) })).toMatchObject({ Code: 'TOO_LARGE' })
  await until(
    async () => (await server.call(getBrief, { since: iso(T), limit: 1 })).more > 0,
    'more is counted',
  )
})
