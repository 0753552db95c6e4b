import {
  addPort,
  deletePort,
  getPortDetails,
  getPorts,
  getPortVersions,
  updatePort,
} from '@samudra/contract/ports'
import { getAisUtils } from '@samudra/contract/picture'
import { quickSearch } from '@samudra/contract/search'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { EpochMs } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { ADMINISTRATORS, EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import { harbourOf } from '../../../sea/port-areas.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { foldersOf } from '../../../compose.ts'
import { PortList } from './port-list.ts'
import { readPorts, type PortBody } from './port.ts'
import path from 'node:path'

const { archivesFolder } = foldersOf(path.resolve(import.meta.dirname, '../../../../..'))
let server: TestServer
beforeAll(async () => void (server = await aServer()))
afterAll(() => server.close())

const HARBOUR = boxOf(71.98, 9.98, 72.02, 10.02)
const CROSSED = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [72, 10],
      [72.1, 10.1],
      [72.1, 10],
      [72, 10.1],
      [72, 10],
    ] as [number, number][],
  ],
}
const aPort = (name: string, more: object = {}) =>
  server.call(addPort, {
    name,
    locode: '',
    country: 'IN',
    lat: 10,
    lon: 72,
    alias: [],
    geometry: null,
    anchorages: [],
    radius_nm: 1,
    time_zone: '',
    facilities: [],
    contacts: [],
    source: 'survey',
    ...more,
  })

test('a port is found by name, code, other name and typing error, within its country and its box', async () => {
  const names = async (query: object) => (await server.call(getPorts, query)).items.map(({ name }) => name)
  for (const q of ['salalah', 'OMSLL', 'om sll', 'raysut', 'salalha'])
    expect([q, ...(await names({ q }))]).toContain('Salalah')
  expect(await names({ q: 'salalah', country: 'IN' })).toEqual([])
  expect(await names({ bbox: [53.9, 16.8, 54.1, 17.1] })).toEqual(['Salalah'])
  const [salalah] = (await server.call(getPorts, { q: 'OMSLL', shapes: false })).items
  expect(salalah).toMatchObject({ origin: 'RELEASE', country: 'OM', time_zone: 'Asia/Muscat' })
  expect(salalah!.geometry).toBeUndefined()
  const details = await server.call(getPortDetails, { id: salalah!.id })
  expect(details).toMatchObject({ geometry: { type: 'Polygon' }, present: 0 })
  expect(details.anchorages).toHaveLength(1)
  expect(details.zone_ids).toContain('computed-EEZ-OMN')
  expect((await server.call(getAisUtils, {})).ports).toContainEqual({
    id: 'OMSLL',
    locode: 'OMSLL',
    name: 'Salalah',
  })
})

test('a correction of a release port by an administrator stays, with history; others may not', async () => {
  const before = await server.call(getPortDetails, { id: 'PKGWD' })
  const { as_of: then } = await server.call(getPorts, { limit: 1 })
  const user = await aUser(server, 'asha', ['*'])
  const correction = { id: 'PKGWD', expected_version: before.version, lat: 25.1, geometry: HARBOUR }
  expect(await user.raw(updatePort, correction)).toMatchObject({ Code: 'FORBIDDEN' })
  const after = await server.call(updatePort, { ...correction, reason: 'new chart' })
  expect(after).toMatchObject({ id: 'PKGWD', version: 1, lat: 25.1, origin: 'HAND', name: before.name })
  // Of two users who correct the same port the second sees the first correction.
  expect(await server.raw(updatePort, correction)).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: 1, lat: 25.1 },
  })
  expect(await server.call(getPortDetails, { id: 'PKGWD', as_of: then })).toMatchObject({ lat: before.lat })
  const { items } = await server.call(getPortVersions, { id: 'PKGWD' })
  expect(items.map(({ version, lat, reason }) => [version, lat, reason])).toEqual([
    [0, before.lat, ''],
    [1, 25.1, 'new chart'],
  ])
  await server.call(deletePort, { id: 'PKGWD', reason: 'closed' })
  expect(await server.raw(getPortDetails, { id: 'PKGWD' })).toMatchObject({ Code: 'NOT_FOUND' })
  expect((await server.call(getPorts, { q: 'gwadar' })).items).toEqual([])
  expect((await server.call(quickSearch, { q: 'gwadar' })).filter(({ kind }) => kind === 'port')).toEqual([])
  expect(await server.call(getPortDetails, { id: 'PKGWD', as_of: then })).toMatchObject({ lat: before.lat })
})

test('a new release brings its ports, and overwrites none that a user changed or deleted', async () => {
  const { db } = server.database
  const clock = { now: () => Date.now() as EpochMs }
  const rules = { noun: 'port', seers: () => EVERYONE, changers: () => ADMINISTRATORS }
  const release = (lats: Record<string, number>) =>
    Object.entries(lats).map(([id, lat]) => ({ id, body: { name: id, lat } }))
  const open = (lats: Record<string, number>) =>
    openObjects<{ name: string; lat: number }>(
      { db, clock },
      { ...rules, type: 'release', given: release(lats) },
    )
  const admin = { ...ANONYMOUS, userId: 'root', username: 'root', isAdmin: true }
  const first = await open({ A: 1, B: 1, C: 1 })
  await first.change(admin, { id: 'A', expected_version: 0 }, { body: { name: 'A', lat: 5 } }, (now) => now)
  await first.remove(admin, 'B', 'closed')
  const second = await open({ A: 2, B: 2, C: 2, D: 2 })
  const lats = () => Object.fromEntries(second.list(admin).map(({ id, body }) => [id, body.lat]))
  expect(lats()).toEqual({ A: 5, C: 2, D: 2 })
  const third = await open({ C: 3 })
  expect(Object.fromEntries(third.list(admin).map(({ id, body }) => [id, body.lat]))).toEqual({ A: 5, C: 3 })
})

test('a port is added with its harbour, found in the search, and unique by its code', async () => {
  const port = await aPort('Minnow Haven', { locode: 'INZZY', geometry: HARBOUR, alias: ['Little Haven'] })
  expect(await server.call(quickSearch, { q: 'minnow haven' })).toMatchObject([{ kind: 'port', id: port.id }])
  expect(await server.call(quickSearch, { q: 'in zzy' })).toMatchObject([{ kind: 'port', id: port.id }])
  expect(
    await server.raw(addPort, { ...addPort.example, name: 'Other', locode: 'INZZY' } as never),
  ).toMatchObject({
    Code: 'DUPLICATE',
    Message: 'INZZY is the code of Minnow Haven. Change that port instead.',
  })
})

test('a harbour whose outline crosses itself is refused with the place, and nothing changes', async () => {
  const port = await aPort('Crossed')
  for (const more of [{ geometry: CROSSED }, { anchorages: [{ name: 'Roads', geometry: CROSSED }] }]) {
    const answer = await server.raw(updatePort, { id: port.id, expected_version: 1, ...more })
    expect(answer).toMatchObject({ Code: 'VALIDATION' })
    expect(answer.Message).toMatch(
      /^This shape is not a valid outline of an? (harbour|anchorage): .*near 10\.0500 N, 72\.0500 E\.$/,
    )
  }
  expect(await server.call(getPortDetails, { id: port.id })).toMatchObject({ version: 1, geometry: null })
})

test('every port has a harbour to be in: as it is drawn, or a circle about it', async () => {
  const needs = { db: server.database.db, clock: { now: () => Date.now() as EpochMs } }
  const kind = { type: 'listed', noun: 'port', given: await readPorts(archivesFolder) }
  const all = new PortList(await openObjects<PortBody>(needs, kind)).all()
  const lookup = new PolygonLookup(all.map((port) => [port.id, harbourOf(port)] as const))
  const idsAt = (lat: number, lon: number) =>
    Array.from({ length: lookup.at(lat, lon) }, (_, i) => lookup.idOf(lookup.found[i]!))
  expect(lookup.size).toBe(all.length)
  const lost = all.filter(({ harbour, id, lat, lon }) => harbour === null && !idsAt(lat, lon).includes(id))
  expect(lost).toEqual([])
  expect(idsAt(16.945, 54.005)).toEqual(['OMSLL'])
})
