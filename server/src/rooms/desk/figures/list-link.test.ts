import { addAoi } from '@samudra/contract/areas'
import { getAlerts } from '@samudra/contract/alerts'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getFigure, MEASURES, type FigureQuery } from '@samudra/contract/figures'
import { getPortOfCalls } from '@samudra/contract/port-calls'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aHit, alertsOnce, coastAndSatelliteIn } from '../../../../testing/seas/alerts.ts'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { query } from '../../../platform/needs/query.ts'

const HOUR = 3_600_000
const T = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const PERIOD = { from: iso(T), to: iso(T + 48 * HOUR) }

let server: TestServer
let area: string

/** A call of a vessel of India that lasts six hours. */
const aCall = (id: string, at: number, more: object = {}) => ({
  id,
  version: 1,
  known_from: iso(at),
  mmsi: 419000001,
  split: 0,
  port_id: 'LKCMB',
  state: 'DEPARTED',
  began_at: iso(at),
  ended_at: iso(at + 6 * HOUR),
  entered_at: iso(at),
  berthed_at: iso(at + HOUR),
  departed_at: iso(at + 6 * HOUR),
  confidence: 3,
  already_there: false,
  evidence: [],
  sources: [1],
  lat_udeg: 6_950_000,
  lon_udeg: 79_850_000,
  ship_type: 70,
  computed_from: 'LIVE',
  ...more,
})

beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  await coastAndSatelliteIn(db)
  const found = (at: number, mmsi: number, more: object = {}) => aHit(at, { mmsi, ...more })
  await storedResults(db, [
    found(T - HOUR, 419000001, { last_at: T + 2 * HOUR }),
    found(T + HOUR, 419000002),
    found(T + 2 * HOUR, 419000003, { rule_id: 'LOITERING_EVENT', severity: 'LOW', judgement: 'CONFIRMED' }),
    found(T + 3 * HOUR, 419000004, { lat_udeg: -40e6 }),
  ])
  server = await aServer([], database)
  area = (
    await server.call(addAoi, {
      type: 'VIGILANCE',
      notes: '',
      color: '#336699',
      recur: 'NONE',
      valid_from: null,
      valid_to: null,
      name: 'Gulf',
      geometry: boxOf(70, 8, 74, 12),
      visibility: 'CENTRE',
    } as never)
  ).id
  await server.call(addVesselEventsAndDisasters, anEvent({ start_at: iso(T + HOUR), status: 'CONFIRMED' }))
  await server.call(addVesselEventsAndDisasters, anEvent({ start_at: iso(T - HOUR) }))
  const calls = [
    aCall('began before', T - 2 * HOUR),
    aCall('inside', T + HOUR, { mmsi: 235000001, ship_type: 80 }),
    aCall('not departed', T + 2 * HOUR, {
      state: 'BERTHED',
      departed_at: null,
      ended_at: 'infinity',
      port_id: 'INCOK',
    }),
    aCall('was there', T + 3 * HOUR, { already_there: true }),
  ]
  await sql`insert into port_calls select (jsonb_populate_record(null::port_calls, one)).*
    from jsonb_array_elements(${JSON.stringify(calls)}::jsonb) one`.execute(query(db))
  await alertsOnce(server, (all) => all.length >= 4)
  const isKnown = sql`select from traffic_areas where id = ${area}`
  await until(async () => {
    await sql`update jobs set due_at = now() where name = 'traffic.counts' and state = 'WAITING'`.execute(
      query(db),
    )
    return (await isKnown.execute(query(db))).rows.length === 1
  }, 'the area is known to the counts')
})
afterAll(() => server.close())

/** Reads the total of the list at an address as its screen reads it; null of a screen without such a list. */
async function totalAt(link: string): Promise<number | null> {
  const { pathname, searchParams } = new URL(link, 'http://samudra')
  const {
    state,
    definition,
    area: area_id,
    types,
    severities,
    statuses,
    category,
    ...plain
  } = Object.fromEntries(searchParams)
  const parts = (text: string | undefined) => text?.split(',')
  if (pathname.endsWith('/alerts')) {
    const more = {
      ...(state !== 'ALL' && { state }),
      ...(definition !== undefined && { definition_id: definition }),
    }
    return (await server.call(getAlerts, { ...plain, ...more, types, severities } as never)).total
  }
  if (pathname.endsWith('/events')) {
    expect(category).toBeUndefined()
    const lists = { types: parts(types), severities: parts(severities), statuses: parts(statuses) }
    return (await server.call(getFilteredVesselEvents, { ...plain, ...lists, area_id } as never)).total
  }
  return pathname.endsWith('/portOfCalls') ? (await server.call(getPortOfCalls, plain)).total : null
}

const GROUPS = (['alerts', 'anomalies', 'events', 'arrivals', 'departures'] as const).flatMap((measure) =>
  [undefined, ...MEASURES[measure]]
    .filter((by) => by !== 'category')
    .map((by): FigureQuery => ({ measure, ...(by !== undefined && { by }) })),
)
const NARROWED: FigureQuery[] = [
  { measure: 'alerts', states: ['NEW', 'ACKNOWLEDGED'], severities: ['HIGH'] },
  { measure: 'alerts', states: ['RESOLVED'], by: 'age' },
  { measure: 'anomalies', types: ['LOITERING_EVENT'] },
  { measure: 'events', severities: ['HIGH'], by: 'type' },
  { measure: 'arrivals', kinds: ['CARGO'] },
  { measure: 'departures', countries: ['GB', 'IN'], by: 'country' },
]

test.each([...GROUPS, ...NARROWED])('the list of %j shows as many as the figure', async (figureQuery) => {
  const { total, groups, link } = await server.call(getFigure, { ...PERIOD, ...figureQuery })
  if (figureQuery.by !== 'area') expect(await totalAt(link!)).toBe(total)
  for (const group of groups)
    if (group.link !== null) expect([group.key, await totalAt(group.link)]).toEqual([group.key, group.value])
})

test('the list of an area shows as many as the figure of it, and another area is refused', async () => {
  for (const measure of ['anomalies', 'events'] as const) {
    const { total, link } = await server.call(getFigure, { ...PERIOD, measure, area })
    expect(total).toBeGreaterThan(0)
    expect(await totalAt(link!)).toBe(total)
  }
  expect(await server.raw(getFilteredVesselEvents, { area_id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('vessels in an area link to its analysis of the period, and vessels of a flag to the register', async () => {
  const inArea = await server.call(getFigure, { ...PERIOD, measure: 'vessels', area })
  expect(inArea.link).toContain(`/home/main/dashboard/analysis?kind=AREA&of=${area}&from=`)
  const ofFlag = await server.call(getFigure, { ...PERIOD, measure: 'vessels', countries: ['IN'] })
  expect(ofFlag.link).toMatch(/^\/home\/main\/vessels\?country=India&heard_from=\S+&heard_to=\S+$/)
  const abnormal = await server.call(getFigure, { ...PERIOD, measure: 'abnormal', area })
  expect(abnormal.link).toMatch(/\/events\?found_from=\S+&origin=DETECTED&area=/)
})
