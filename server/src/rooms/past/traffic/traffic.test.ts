import { addAoi } from '@samudra/contract/areas'
import { getTrafficCounts } from '@samudra/contract/traffic'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { query } from '../../../platform/needs/query.ts'
import { deriveFrom } from '../history/derived/derive.sql.ts'
import { saveStatics } from '../../picture/picture/contacts/statics.sql.ts'

const HOUR = 3_600_000
/** Three hours ago: hours that are over. */
const T = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const PERIOD = { from: iso(T), to: iso(T + 2 * HOUR) }
const MIDDLE_OF_SEA = boxOf(60, 5, 65, 10)

let server: TestServer
let area: string
type User = Awaited<ReturnType<typeof aUser>>
const users: Record<string, User> = {}
let arrival = T + HOUR * 2.5
const sent = (fixes: Partial<PlainFix>[]) =>
  fixes.map((fix) => aFix({ recTime: ++arrival, lat: 7e6, lon: 62e6, ...fix, fixId: arrival * 1024 }))

/** Waits until the job has counted all that is stored. */
async function counted() {
  const { db } = server.database
  await sql`update jobs set due_at = now() where name = 'traffic.counts' and state = 'WAITING'`.execute(
    query(db),
  )
  await until(
    async () => (await server.call(getTrafficCounts, { ...PERIOD })).waiting === 0,
    'hours are counted',
  )
}

beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  await sql`insert into sources (id, code, name) values (1, 'MSIS', 'MSIS'), (2, 'SATX', 'SATX')`.execute(
    query(db),
  )
  const types = [70, 70, 70, 70, 80]
  const vessels = types.map((_, i) => ({ mmsi: 419000001 + i, source: i === 4 ? 2 : 1 }))
  await saveStatics(
    db,
    types.map((value, i) => ({
      mmsi: 419000001 + i,
      split: 0,
      marks: 0,
      fields: { shipType: { value, source: 1, at: T } },
    })),
    new Date(T - HOUR),
  )
  await storeFixes(
    db,
    sent([
      ...vessels.map((vessel) => ({ ...vessel, observedAt: T + 60_000 })),
      ...vessels.map((vessel) => ({ ...vessel, observedAt: T + 120_000 })),
      // The first one is received by both, and is elsewhere in the next hour.
      { mmsi: 419000001, source: 2, observedAt: T + 180_000 },
      { mmsi: 419000001, source: 1, observedAt: T + HOUR + 60_000, lat: -40e6, lon: 20e6 },
      { mmsi: 235000001, source: 1, observedAt: T + HOUR + 60_000, lat: -40e6, lon: 20e6 },
    ]),
  )
  server = await aServer([], database)
  const drawn = {
    name: 'Middle',
    type: 'VIGILANCE',
    notes: '',
    color: '#336699',
    recur: 'NONE',
    valid_from: null,
    valid_to: null,
  } as const
  area = (await server.call(addAoi, { ...drawn, geometry: MIDDLE_OF_SEA, visibility: 'CENTRE' } as never)).id
  const around = (await server.call(addZone, { name: 'Around', geometry: boxOf(59, 4, 66, 11) })).id
  const half = (await server.call(addZone, { name: 'Half', geometry: boxOf(62, 4, 66, 11) })).id
  users['one source'] = await aUser(server, 'one', ['SATX'])
  users['no source'] = await aUser(server, 'none', [])
  users['whole zone'] = await aUser(server, 'whole', ['*'], { zone_access: [around] })
  users['half zone'] = await aUser(server, 'half', ['*'], { zone_access: [half] })
  await until(async () => {
    await counted()
    return (await server.call(getTrafficCounts, { ...PERIOD, area })).total.fixes > 0
  }, 'the area is counted')
})
afterAll(() => server.close())

const keys = ({ groups }: { groups: { key: string; vessels: number; fixes: number }[] }) =>
  groups.map(({ key, vessels, fixes }) => [key, vessels, fixes])

describe('to an unrestricted user', () => {
  test('a vessel counts once in each hour and group, and the total is the sum of the groups', async () => {
    const by = (group: 'kind' | 'country' | 'source' | undefined, more: object = {}) =>
      server.call(getTrafficCounts, { ...PERIOD, by: group, ...more })
    expect(keys(await by(undefined))).toEqual([['', 7, 13]])
    expect(keys(await by('kind'))).toEqual([
      ['CARGO', 5, 10],
      ['TANKER', 1, 2],
      ['UNKNOWN', 1, 1],
    ])
    expect(keys(await by('country'))).toEqual([
      ['IN', 6, 12],
      ['GB', 1, 1],
    ])
    expect(await by('source')).toMatchObject({ total: { vessels: 8, fixes: 13 } })
    expect(keys(await by('source'))).toEqual([
      ['MSIS', 6, 10],
      ['SATX', 2, 3],
    ])
    expect(keys(await by('country', { kinds: ['TANKER'] }))).toEqual([['IN', 1, 2]])
    expect(keys(await by('kind', { countries: ['GB'] }))).toEqual([['UNKNOWN', 1, 1]])
    expect(keys(await by('kind', { sources: ['SATX'] }))).toEqual([
      ['CARGO', 1, 1],
      ['TANKER', 1, 2],
    ])
  })

  test('an area counts what was inside, and a day counts each vessel once', async () => {
    expect(keys(await server.call(getTrafficCounts, { ...PERIOD, area, by: 'kind' }))).toEqual([
      ['CARGO', 4, 9],
      ['TANKER', 1, 2],
    ])
    const byArea = await server.call(getTrafficCounts, { ...PERIOD, by: 'area' })
    expect(byArea.groups.find(({ key }) => key === area)).toEqual({
      key: area,
      label: 'Middle',
      vessels: 5,
      fixes: 11,
    })
    const days = { from: iso(T - 24 * HOUR), to: iso(T + 2 * HOUR), bucket: 'day' as const }
    await until(
      async () => (await server.call(getTrafficCounts, days)).total.fixes === 13,
      'the day is counted',
    )
  })

  test('a period of years and an unknown area are refused with what to do', async () => {
    expect(await server.raw(getTrafficCounts, { from: iso(0), to: iso(T) })).toMatchObject({
      Code: 'TOO_LARGE',
    })
    expect(await server.raw(getTrafficCounts, { ...PERIOD, area: 'none' })).toMatchObject({
      Code: 'NOT_FOUND',
    })
    const long = { from: iso(T - 20 * 24 * HOUR), to: iso(T), as_of: iso(T - 10 * 24 * HOUR) }
    expect(await server.raw(getTrafficCounts, long)).toMatchObject({ Code: 'VALIDATION' })
  })

  test('the same as_of gives the same answer after late fixes, and the next answer has them', async () => {
    const request = { ...PERIOD, by: 'kind' as const }
    const first = await server.call(getTrafficCounts, request)
    await storeFixes(server.database.db, sent([{ mmsi: 419000005, source: 2, observedAt: T + HOUR + 5 }]))
    await deriveFrom(server.database.db, Number.MAX_SAFE_INTEGER)
    await until(async () => {
      await counted()
      return (await server.call(getTrafficCounts, request)).total.fixes === 14
    }, 'the late fix is counted')
    expect(await server.call(getTrafficCounts, { ...request, as_of: first.as_of })).toEqual(first)
    expect(keys(await server.call(getTrafficCounts, { ...request, as_of: iso(T) }))).toEqual([])
  })
})

describe('to a restricted user', () => {
  test('only the own sources are counted, and without any nothing is', async () => {
    const call = users['one source']!.call
    // Two vessels in an hour are too few to be shown.
    expect(await call(getTrafficCounts, { ...PERIOD })).toMatchObject({
      total: { vessels: 0 },
      suppressed: 2,
    })
    expect(await call(getTrafficCounts, { ...PERIOD, sources: ['MSIS'] })).toMatchObject({
      groups: [],
      suppressed: 0,
    })
    expect(await users['no source']!.call(getTrafficCounts, { ...PERIOD })).toMatchObject({
      groups: [],
      suppressed: 0,
    })
  })

  test('with zones an area is counted that lies in them as a whole, and small cells are left out', async () => {
    const whole = users['whole zone']!
    expect(await whole.raw(getTrafficCounts, { ...PERIOD })).toMatchObject({ Code: 'VALIDATION' })
    expect(keys(await whole.call(getTrafficCounts, { ...PERIOD, by: 'area' }))).toEqual([[area, 5, 11]])
    const kinds = await whole.call(getTrafficCounts, { ...PERIOD, area, by: 'kind' })
    expect(keys(kinds)).toEqual([['CARGO', 4, 9]])
    expect(kinds.total).toEqual({ vessels: 4, fixes: 9 })
    expect(kinds.suppressed).toBeGreaterThan(0)
    expect(await users['half zone']!.raw(getTrafficCounts, { ...PERIOD, area })).toMatchObject({
      Code: 'NOT_FOUND',
    })
  })
})
