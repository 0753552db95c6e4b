import { analyse, deleteAnalysis, getAnalyses, saveAnalysis } from '@samudra/contract/analyses'
import { addAoi } from '@samudra/contract/areas'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { addZone } from '@samudra/contract/zones'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHit, coastAndSatelliteIn } from '../../../../testing/seas/alerts.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { saveStatics } from '../../picture/picture/contacts/statics.sql.ts'
import type { CallRow } from '../../vessels/port-calls/call-row.ts'
import { inCalls, storeCalls } from '../../vessels/port-calls/port-calls.sql.ts'

const HOUR = 3_600_000
const T = Math.floor(Date.now() / HOUR) * HOUR - 72 * HOUR
const iso = (hour: number) => new Date(T + hour * HOUR).toISOString()
const DAY = { from: iso(24), to: iso(48) }
const BOX = boxOf(64, 8, 65, 9)
const SHAPE = { kind: 'SHAPE', geometry: BOX } as const
const [PASSES, TWICE, SILENT, STAYS] = [419000001, 232000002, 419000003, 419000004] as const

/** Positions of a vessel every half hour on the way between places of hour and longitude. */
function sailed(
  mmsi: number,
  way: readonly (readonly [hour: number, lon: number])[],
  source = 1,
): PlainFix[] {
  const fixes: PlainFix[] = []
  for (let n = 1; n < way.length; n++) {
    const [[from, west], [to, east]] = [way[n - 1]!, way[n]!]
    for (let hour = from; hour < to; hour += 0.5) {
      const at = T + hour * HOUR
      const lon = west + ((hour - from) / (to - from)) * (east - west)
      fixes.push(
        aFix({
          mmsi,
          source,
          recTime: at + 1000,
          observedAt: at,
          fixId: (at + 1000) * 1024 + (mmsi % 512),
          lat: 8_500_000,
          lon: Math.round(lon * 1e6),
        }),
      )
    }
  }
  return fixes
}
const aCall = (mmsi: number, port: string, hour: number): CallRow => ({
  id: `call-${mmsi}-${hour}`,
  version: 1,
  known_from: T + hour * HOUR,
  known_to: null,
  mmsi,
  split: 0,
  port_id: port,
  state: 'DEPARTED',
  began_at: T + hour * HOUR,
  expected_at: null,
  expected_by: null,
  expected_text: null,
  entered_at: T + hour * HOUR,
  anchored_at: null,
  berthed_at: T + hour * HOUR,
  departed_at: T + (hour + 1) * HOUR,
  berth: null,
  confidence: 4,
  already_there: false,
  evidence: [],
  sources: [1],
  lat_udeg: 10e6,
  lon_udeg: 76e6,
  ship_name: null,
  ship_type: null,
  draught_in: null,
  draught_out: null,
  next_port: null,
  next_text: null,
  computed_from: 'LIVE',
  changed_by: null,
  reason: null,
})
const named = (mmsi: number, name: string, type: number, source = 1) => ({
  mmsi,
  split: 0,
  marks: 0,
  fields: { name: { value: name, source, at: T }, shipType: { value: type, source, at: T } },
})

let server: TestServer
const users: Record<string, Awaited<ReturnType<typeof aUser>>> = {}
const request = (input: object, by: Pick<TestServer, 'call'> = server) =>
  by.call(analyse, { subject: SHAPE, ...DAY, ...input })
const refusal = (input: object) => server.raw(analyse, { subject: SHAPE, ...DAY, ...input })
const rows = ({ vessels }: Awaited<ReturnType<typeof request>>) =>
  Object.fromEntries(vessels.map((one) => [Number(one.mmsi), one]))

beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  await coastAndSatelliteIn(db)
  await storeFixes(
    db,
    [
      // From the west to the east: inside from hour 26 to hour 31.
      ...sailed(PASSES, [
        [25, 63.8],
        [32, 65.2],
        [34, 65.6],
      ]),
      // Twice inside for an hour, and once the day before.
      ...sailed(TWICE, [
        [10, 63.9],
        [12, 64.1],
        [14, 63.9],
        [25, 63.9],
        [27, 64.1],
        [29, 63.9],
        [31, 64.1],
        [33, 63.9],
        [33.5, 63.9],
      ]),
      ...sailed(SILENT, [
        [26, 64.4],
        [28, 64.4],
      ]),
      ...sailed(SILENT, [
        [38, 64.5],
        [40, 64.5],
      ]),
      ...sailed(
        STAYS,
        [
          [20, 64.6],
          [54, 64.6],
        ],
        2,
      ),
    ].sort((a, b) => a.recTime - b.recTime),
  )
  await saveStatics(
    db,
    [named(PASSES, 'ALPHA', 70), named(TWICE, 'BRAVO', 80), named(STAYS, 'DELTA', 30, 2)],
    new Date(T),
  )
  await storedResults(db, [
    aHit(T + 27 * HOUR, { mmsi: PASSES, lat_udeg: 8.5e6, lon_udeg: 64.2e6 }),
    aHit(T + 27 * HOUR, { mmsi: TWICE, lat_udeg: -40e6, lon_udeg: 64.2e6 }),
  ])
  server = await aServer([], database)
  await inCalls(db, (client) =>
    storeCalls(client, [aCall(PASSES, 'INCOK', 10), aCall(PASSES, 'LKCMB', 40), aCall(PASSES, 'INCOK', 44)]),
  )
  const west = (await server.call(addZone, { name: 'West', geometry: boxOf(63, 8, 64.3, 9) })).id
  users['one source'] = await aUser(server, 'one', ['COAST'])
  users['west'] = await aUser(server, 'west', ['*'], { zone_access: [west] })
  users['no source'] = await aUser(server, 'none', [])
})
afterAll(() => server.close())

describe('an analysis of an area', () => {
  test('tells who was inside, how long, how often and from where to where', async () => {
    const answer = await request({})
    const { [PASSES]: passes, [TWICE]: twice, [SILENT]: silent, [STAYS]: stays } = rows(answer)
    expect(passes).toMatchObject({
      name: 'ALPHA',
      type: 'CARGO',
      flag: 'IN',
      first: iso(26),
      last: iso(31),
      hours: 5,
      visits: 1,
      anomalies: 1,
      new: null,
    })
    expect([passes!.from, passes!.to]).toEqual(['Kochi', 'Colombo'])
    expect(twice).toMatchObject({ hours: 4, visits: 2, anomalies: 0, from: 'Open sea to the west' })
    expect(silent).toMatchObject({
      visits: 1,
      name: null,
      hours: 3,
      first: iso(26),
      to: 'Last received inside',
    })
    expect(stays).toMatchObject({ hours: 24, first: DAY.from, last: DAY.to, to: 'Inside at the end' })
    expect(answer).toMatchObject({ total: 4, totals: { vessels: 4, hours: 36, visits: 5 }, suppressed: 0 })
    expect(answer.by_flag.map(({ key, vessels }) => [key, vessels])).toEqual([
      ['IN', 3],
      ['GB', 1],
    ])
    expect(answer.unusual).toMatchObject([{ kind: 'ANOMALY', key: 'SPOOFING_EVENT', count: 1, vessels: 1 }])
    const flow = answer.flows.find(({ vessels, visits }) => vessels === 1 && visits === 2)
    expect(flow).toMatchObject({ from: 'SIDE west', to: 'SIDE west' })
    expect(answer.query).toMatch(/^Vessels in the shape within 64, 8, 65, 9 degrees .* UTC\.$/)
  })

  test('is compared with the previous period: who is new, who is gone, which flags and types are', async () => {
    const answer = await request({ compare: 'previous' })
    const { [PASSES]: passes, [TWICE]: twice } = rows(answer)
    expect([passes!.new, twice!.new]).toEqual([true, false])
    expect(answer.previous).toMatchObject({ from: iso(0), to: iso(24), totals: { vessels: 2, visits: 2 } })
    expect(answer.by_kind.find(({ key }) => key === 'CARGO')).toMatchObject({ vessels: 1, previous: 0 })
    expect(answer.unusual).toMatchObject([
      { kind: 'ANOMALY' },
      { kind: 'NEW_VESSELS', count: 2 },
      { kind: 'NEW_KIND' },
      { kind: 'NEW_KIND' },
    ])
    const gone = await request({ compare: 'previous', from: iso(33.5), to: iso(57) })
    expect(gone.unusual).toContainEqual(expect.objectContaining({ kind: 'GONE_VESSELS', count: 2 }))
  })

  test('of an earlier knowledge stays as it was when a position comes late', async () => {
    const before = await request({})
    await storeFixes(server.database.db, [
      aFix({
        mmsi: 419000099,
        recTime: Date.now(),
        observedAt: T + 30 * HOUR,
        lat: 8_500_000,
        lon: 64_500_000,
      }),
    ])
    expect((await request({})).total).toBe(5)
    expect(await request({ as_of: before.as_of })).toEqual(before)
    expect((await request({ from: iso(0), to: iso(24), as_of: iso(-1) })).total).toBe(0)
  })

  test('shows a user what the sources and zones of the user hold, and no small groups', async () => {
    const ofSource = await request({}, users['one source'])
    expect(Object.keys(rows(ofSource)).map(Number)).not.toContain(STAYS)
    expect(ofSource.by_kind.every(({ vessels }) => vessels >= 3)).toBe(true)
    expect(ofSource.flows).toEqual([])
    expect(ofSource.suppressed).toBeGreaterThan(3)
    const ofZone = rows(await request({}, users['west']))
    expect(Object.keys(ofZone).map(Number).sort()).toEqual([TWICE, PASSES].sort())
    expect(ofZone[PASSES]).toMatchObject({ from: 'Open sea to the west', to: 'Last received inside' })
    expect(ofZone[PASSES]!.hours).toBeLessThan(2)
    expect(await request({}, users['no source'])).toMatchObject({ total: 0, fixes: 0, flows: [] })
  })
})

test('an area of interest, a boundary, a port and a list are analysed by their ids', async () => {
  const area = await server.call(addAoi, { ...PLAIN_AREA, name: 'Gulf', geometry: BOX })
  const ofArea = await request({ subject: { kind: 'AREA', id: area.id } })
  expect(ofArea).toMatchObject({ label: 'Gulf', totals: { visits: 6 }, box: [64, 8, 65, 9] })
  await expect(request({ subject: { kind: 'AREA', id: area.id } }, users['west'])).rejects.toThrow(
    /NOT_FOUND/,
  )
  const atPort = await request({ subject: { kind: 'PORT', id: 'INCOK' } })
  expect(atPort).toMatchObject({ total: 0, totals: { vessels: 0, hours: 0, visits: 0 }, flows: [] })
  const list = await server.call(createVesselList, { name: 'Followed' } as never)
  await server.call(addVesselToList, { id: list.id, mmsis: [String(PASSES)], reason: 'x' })
  const ofList = await request({ subject: { kind: 'LIST', id: list.id } })
  expect(ofList).toMatchObject({ total: 1, box: null, totals: { visits: 2 } })
  expect(ofList.flows.map(({ from, to }) => [from, to])).toEqual([
    ['PORT INCOK', 'PORT LKCMB'],
    ['PORT LKCMB', 'PORT INCOK'],
  ])
})

test('bad input is refused by name, with what is allowed', async () => {
  expect(await refusal({ from: iso(-24 * 100) })).toMatchObject({
    Code: 'TOO_LARGE',
    Message: expect.stringContaining('92 days'),
  })
  expect(await refusal({ from: DAY.to, to: DAY.from })).toMatchObject({ Code: 'VALIDATION' })
  expect(await refusal({ from: iso(1000), to: iso(1001) })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('has not started'),
  })
  for (const kind of ['AREA', 'PORT', 'LIST'])
    expect(await refusal({ subject: { kind, id: 'none' } })).toMatchObject({ Code: 'NOT_FOUND' })
  const line = {
    type: 'Polygon',
    coordinates: [
      [
        [64, 8],
        [65, 8],
        [64, 8],
        [64, 8],
      ],
    ],
  }
  expect(await refusal({ subject: { kind: 'SHAPE', geometry: line } })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('cannot be analysed'),
  })
})

test('a saved analysis is its owner’s until it is shared, and only its owner changes it', async () => {
  const { call } = users['one source']!
  const other = users['west']!
  const fields = { name: 'Gulf', subject: SHAPE, ...DAY, compare: 'previous' as const }
  const saved = await call(saveAnalysis, { ...fields, subject: { ...SHAPE }, visibility: 'PRIVATE' })
  expect((await other.call(getAnalyses, {})).items).toEqual([])
  await call(saveAnalysis, { id: saved.id, expected_version: 1, ...fields, visibility: 'CENTRE' })
  const [seen] = (await other.call(getAnalyses, {})).items
  expect(seen).toMatchObject({ name: 'Gulf', compare: 'previous', subject: { kind: 'SHAPE' } })
  const theirs = { id: saved.id, expected_version: 2, ...fields, visibility: 'PRIVATE' as const }
  await expect(other.call(saveAnalysis, theirs)).rejects.toThrow(/FORBIDDEN/)
  const unknown = { ...fields, subject: { kind: 'AREA' as const, id: 'none' }, visibility: 'CENTRE' as const }
  await expect(call(saveAnalysis, unknown)).rejects.toThrow(/NOT_FOUND/)
  await call(deleteAnalysis, { id: saved.id })
  expect((await other.call(getAnalyses, {})).items).toEqual([])
})
