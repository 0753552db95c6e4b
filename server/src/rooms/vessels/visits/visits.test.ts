import { addAoi, deleteAoi, updateAoi } from '@samudra/contract/areas'
import {
  computeLog,
  getAoiHistoryByVessel,
  getAoiLogs,
  getEezHistoryByVessel,
  getEezLogs,
} from '@samudra/contract/visits'
import { addZone } from '@samudra/contract/zones'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { query } from '../../../platform/needs/query.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'

const MINUTE = 60_000
const DAY = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
const SHIP = '419000001'
const box = (west: number, east: number) => boxOf(west, 14, east, 16)
const AREA = { ...PLAIN_AREA, name: 'Ground', visibility: 'CENTRE' as const }

let server: TestServer
let receiver: Receiver
type Asking = Pick<TestServer, 'call'>

/** Ships that closed the coast of India off Goa the day before, from 72.0 to 73.9 degrees east, at 17 knots. */
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await storeFixes(
    server.database.db,
    [1, 2].flatMap((n) =>
      Array.from({ length: 39 }, (_, i) =>
        aFix({
          mmsi: 419000000 + n,
          source: n,
          recTime: DAY + i * 10 * MINUTE,
          fixId: (DAY + i * 10 * MINUTE) * 1024 + n,
          lat: (14 + n) * 1e6 - 500_000,
          lon: 72e6 + i * 50_000,
        }),
      ),
    ),
  )
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const logOf = (id: string, more: object = {}, by: Asking = server) => by.call(getAoiLogs, { id, ...more })
const watched = (id: string) =>
  until(async () => (await logOf(id)).log.state === 'WATCHED', 'the past of the area is computed')
const rowsOf = async (id: string, more: object = {}, by: Asking = server) =>
  (await logOf(id, more, by)).items.map(({ kind, mmsi, at }) => `${kind} ${mmsi ?? ''} ${at}`)

test('the log of a new area lists entries and exits of 30 days, with place and time of crossing', async () => {
  const { id } = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  await watched(id)
  expect(await rowsOf(id, { kind: 'EDIT' })).toHaveLength(1)
  const { items, total } = await logOf(id, { mmsi: SHIP })
  expect(total).toBe(2)
  const [exit, entry] = items
  expect(entry).toMatchObject({
    kind: 'ENTRY',
    mmsi: SHIP,
    visit: { computed_from: 'BACKFILL', min_sog: 12, geometry_version: 1, entry: { claim: 'CROSSED' } },
  })
  // Five minutes of longitude in ten of time.
  const at = (lon: number) => DAY + ((lon - 72) / 0.05) * 10 * MINUTE
  expect(Math.abs(Date.parse(entry!.at) - at(72.51))).toBeLessThan(1000)
  expect(entry!.visit!.entry.lon).toBeCloseTo(72.51, 5)
  expect(Math.abs(Date.parse(exit!.at) - at(72.98))).toBeLessThan(1000)
  expect(exit!.visit!.dwell_min).toBeCloseTo((0.47 / 0.05) * 10, 1)
  expect((await server.call(getAoiHistoryByVessel, { mmsi: SHIP })).items).toEqual([entry!.visit])
  await server.call(deleteAoi, { id })
})

test('the log of an area begins the given number of days back, up to a limit', async () => {
  const geometry = box(72.51, 72.98)
  const { id, backfill_days } = await server.call(addAoi, { ...AREA, geometry, backfill_days: 0 })
  expect(backfill_days).toBe(0)
  await watched(id)
  expect(await rowsOf(id, { kind: 'ENTRY' })).toEqual([])
  const { log, as_of } = await logOf(id)
  expect(log.name).toBe('Ground')
  expect(Date.parse(as_of) - Date.parse(log.since!)).toBeLessThan(MINUTE)
  // Another outline of it goes back as far.
  await server.call(updateAoi, { id, expected_version: 1, geometry: box(73.01, 73.48) })
  await watched(id)
  expect(await rowsOf(id, { kind: 'ENTRY' })).toEqual([])
  for (const days of [-1, 91, 0.5])
    expect(await server.raw(addAoi, { ...AREA, geometry, backfill_days: days })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'backfill_days' }],
    })
  await server.call(deleteAoi, { id })
})

test('a log with a cancelled computation is marked so, and is computed on the next request', async () => {
  const { id } = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  // No job computes it: the job is gone, its outline still due.
  await until(async () => (await logOf(id)).log.state === 'WATCHED', 'it is computed once')
  await sql`update visit_zones set state = 'DUE' where id = ${id}`.execute(query(server.database.db))
  await until(async () => (await logOf(id)).log.state === 'STOPPED', 'it is known that nobody computes it')
  const one = await aUser(server, 'other', ['MSIS'])
  expect(await one.call(computeLog, { id })).toEqual({ state: 'COMPUTING' })
  await watched(id)
  expect(await rowsOf(id, { kind: 'ENTRY' })).toHaveLength(2)
  expect(await server.call(computeLog, { id })).toEqual({ state: 'WATCHED' })
  await server.call(deleteAoi, { id })
})

test('a history without visits states the evaluated areas, and those with a past not computed', async () => {
  const judged = async () => (await server.call(getAoiHistoryByVessel, { mmsi: '419000099' })).judged
  expect(await judged()).toEqual({ whole: 0, since: null, open: [], stopped: false, confined: false })
  const { id } = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  await watched(id)
  const { since } = (await logOf(id)).log
  expect(await judged()).toEqual({ whole: 1, since, open: [], stopped: false, confined: false })
  await sql`update visit_zones set state = 'DUE' where id = ${id}`.execute(query(server.database.db))
  await until(async () => (await logOf(id)).log.state === 'STOPPED', 'nobody computes the past of the area')
  expect(await judged()).toMatchObject({ whole: 0, since: null, open: ['Ground'], stopped: true })
  const other = await aUser(server, 'judged', ['MSIS'])
  expect((await other.call(getAoiHistoryByVessel, { mmsi: '419000099' })).judged.confined).toBe(true)
  await server.call(deleteAoi, { id })
})

test('a moved area has a separate log for each outline, with the author of each change', async () => {
  const { id } = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  await watched(id)
  const before = await rowsOf(id, { kind: 'ENTRY' })
  await server.call(updateAoi, { id, expected_version: 1, geometry: box(73.01, 73.48), reason: 'moved east' })
  await watched(id)
  const { items, log } = await logOf(id)
  expect(log).toMatchObject({ geometry_version: 2, geometry_versions: [2, 1] })
  expect(items.map(({ kind, edit }) => (edit === null ? kind : `${kind} ${edit.by} ${edit.reason}`))).toEqual(
    ['EDIT admin moved east', 'EDIT admin ', 'EXIT', 'EXIT', 'ENTRY', 'ENTRY'],
  )
  expect(items.filter(({ visit }) => visit !== null).every((one) => one.geometry_version === 2)).toBe(true)
  expect(await rowsOf(id, { geometry_version: 1, kind: 'ENTRY' })).toEqual(before)
  expect((await logOf(id, { geometry_version: 1 })).log.state).toBe('OVER')
  await server.call(deleteAoi, { id })
})

test('the history of a vessel lists the waters it entered and the source of their boundaries', async () => {
  await until(
    async () => (await server.call(getEezHistoryByVessel, { mmsi: SHIP })).total > 0,
    'the past of the boundaries is computed',
  )
  const { items } = await server.call(getEezHistoryByVessel, { mmsi: SHIP })
  expect(items.map(({ zone_kind, zone }) => `${zone_kind} ${zone.name} ${zone.approx}`)).toEqual([
    '24NM India true',
    'EEZ India true',
  ])
  const [near, zone] = items
  // It was in the zone when first received, and is still in the waters off the coast.
  expect(zone).toMatchObject({ entry: { claim: 'FIRST_HEARD' }, exited_at: null })
  expect(near).toMatchObject({ entry: { claim: 'CROSSED' }, exited_at: null, zone: { disputed: false } })
  const log = await server.call(getEezLogs, { id: near!.zone_id, mmsi: SHIP })
  expect(log.items).toMatchObject([{ kind: 'ENTRY', visit: { id: near!.id } }])
  expect(await server.raw(getEezLogs, { id: 'none' })).toMatchObject({ Code: 'NOT_FOUND' })
})

test('a user sees log entries of own sources and zones, and logs of visible areas', async () => {
  const { id } = await server.call(addAoi, { ...AREA, geometry: box(72.51, 72.98) })
  await watched(id)
  const zone = await server.call(addZone, { name: 'West', geometry: boxOf(72, 14, 72.7, 16) })
  const one = await aUser(server, 'one', ['MSIS'])
  const west = await aUser(server, 'west', ['*'], { zone_access: [zone.id] })
  const kinds = async (by: Asking) =>
    (await logOf(id, {}, by)).items.map(({ kind, mmsi }) => `${kind} ${mmsi}`).sort()
  const all = await kinds(server)
  expect(all).toHaveLength(5)
  expect(await kinds(one)).toEqual(['EDIT null', `ENTRY ${SHIP}`, `EXIT ${SHIP}`])
  expect(await kinds(west)).toEqual(['EDIT null', `ENTRY ${SHIP}`, 'ENTRY 419000002'])
  const [visit] = (await west.call(getAoiHistoryByVessel, { mmsi: SHIP })).items
  expect(visit).toMatchObject({ exited_at: null, exit: null, dwell_min: null, min_sog: null })
  const secret = await server.call(addAoi, { ...AREA, visibility: 'PRIVATE', geometry: box(72.2, 72.4) })
  await watched(secret.id)
  expect(await one.raw(getAoiLogs, { id: secret.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect((await one.call(getAoiHistoryByVessel, { mmsi: SHIP })).items.map(({ zone_id }) => zone_id)).toEqual(
    [id],
  )
  for (const area of [id, secret.id]) await server.call(deleteAoi, { id: area })
})
