import { addAoi, deleteAoi, getAois, getAoiVersions, updateAoi, type Aoi } from '@samudra/contract/areas'
import { getUserActivity } from '@samudra/contract/audit'
import { tableUpdate } from '@samudra/contract/kind'
import { getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { Bus } from '../../../platform/kernel/cluster/topic-bus.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import { Uses } from '../../../platform/kernel/objects/references.ts'
import { openAreas } from '../filter-inputs/areas.ts'
import type { Topics } from '../../../sea/topics.ts'
import { areaOps } from './areas.ops.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let receiver: Receiver
let asha: Session
let binu: Session
let chan: Session
/** Confined to waters around 10 N 72 E. */
let dev: Session

const SHIPS = [
  { mmsi: 419000001, lat: 10, lon: 72 },
  { mmsi: 419000002, lat: 11, lon: 73 },
  { mmsi: 419000003, lat: -16, lon: 179.5 },
  { mmsi: 419000004, lat: -16, lon: -179.5 },
]

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')])
  await receiver.send(
    SHIPS.flatMap((ship) =>
      encodePosition({ ...ship, sog: 10, cog: 45, navStatus: 0, second: new Date().getUTCSeconds() }),
    ),
  )
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 4, 'ships are seen')
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: boxOf(70, 8, 74, 12) })
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu', ['*'], { group_ids: ['navy'] })
  chan = await aUser(server, 'chan')
  dev = await aUser(server, 'dev', ['*'], { zone_access: [zone.id], group_ids: ['navy'] })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const draft = (more: object = {}) => ({
  name: 'Ferry route',
  type: 'GENERAL' as const,
  visibility: 'PRIVATE' as const,
  recur: 'NONE' as const,
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
  geometry: boxOf(71, 9, 72.5, 10.5),
  ...more,
})
const names = async (who: Session | TestServer) =>
  (await who.call(getAois, {})).items.map(({ name }) => name).sort()
const codeOf = async (answer: Promise<{ Status: boolean; Code?: string }>) => (await answer).Code

test('an area is stored as drawn, with its size and the vessels inside now', async () => {
  const made = await asha.call(addAoi, draft())
  expect(made).toMatchObject({
    version: 1,
    geometry_version: 1,
    owner: 'asha',
    mine: true,
    shape: null,
    active: true,
  })
  expect(made.stats.inside_now).toBe(1)
  // 90 x 90 minutes of arc at latitude 9.75, on the sphere of the product: one minute is 1.8553 km.
  expect(made.area_nm2).toBeCloseTo(
    90 * 90 * (6378137 / (1852 * 3437.7468)) ** 2 * Math.cos(9.75 * (Math.PI / 180)),
    -1,
  )
  const [fresh] = (await asha.call(getAois, { id: made.id })).items
  expect(fresh).toEqual(made)
  await asha.call(deleteAoi, { id: made.id, reason: 'test' })
  expect(await names(asha)).toEqual([])
})

test('a circle in miles and a corridor along a line are stored beside their computed outline', async () => {
  const circle = await asha.call(addAoi, {
    ...draft(),
    geometry: undefined,
    shape: { shape: 'circle', center: [180, -16], radius_nm: 60 },
  })
  expect(circle.shape).toEqual({ shape: 'circle', center: [180, -16], radius_nm: 60 })
  expect(circle.area_nm2 / (Math.PI * 3600)).toBeCloseTo(1, 2)
  expect(circle.stats.inside_now).toBe(2)
  const corridor = await asha.call(updateAoi, {
    id: circle.id,
    expected_version: 1,
    shape: {
      shape: 'corridor',
      line: [
        [71, 9.5],
        [74, 11.5],
      ],
      width_nm: 60,
    },
  })
  expect(corridor).toMatchObject({ geometry_version: 2, stats: { inside_now: 2 } })
  const plain = await asha.call(updateAoi, {
    id: circle.id,
    expected_version: 2,
    geometry: boxOf(0, 0, 1, 1),
  })
  expect(plain).toMatchObject({ shape: null, geometry_version: 3, stats: { inside_now: 0 } })
  await asha.call(deleteAoi, { id: circle.id })
})

test('its geometry has a version of its own, which a new name does not raise', async () => {
  const { id } = await asha.call(addAoi, draft())
  const named = await asha.call(updateAoi, {
    id,
    expected_version: 1,
    name: 'Fishing ground',
    reason: 'better name',
  })
  expect(named).toMatchObject({ version: 2, geometry_version: 1, name: 'Fishing ground' })
  const same = await asha.call(updateAoi, { id, expected_version: 2, geometry: draft().geometry })
  expect(same).toMatchObject({ version: 3, geometry_version: 1 })
  const moved = await asha.call(updateAoi, { id, expected_version: 3, geometry: boxOf(60, 0, 61, 1) })
  expect(moved).toMatchObject({ version: 4, geometry_version: 2 })
  const { items } = await asha.call(getAoiVersions, { id })
  expect(items.map((one) => [one.version, one.geometry_version, one.reason])).toEqual([
    [1, 1, ''],
    [2, 1, 'better name'],
    [3, 1, ''],
    [4, 2, ''],
  ])
  expect(items.map((one) => one.known_to)).toEqual([...items.slice(1).map((one) => one.known_from), null])
  await asha.call(deleteAoi, { id, reason: 'done' })
  const gone = (await asha.call(getAoiVersions, { id })).items.at(-1)!
  expect(gone).toMatchObject({ removed: true, reason: 'done', updated_by: 'asha' })
  const then = await asha.call(getAois, { id, as_of: items[1]!.known_from })
  expect(then.items).toMatchObject([{ version: 2, name: 'Fishing ground', stats: { inside_now: null } }])
  const record = await asha.call(getUserActivity, { action: 'AOI update' })
  expect(record.items[0]).toMatchObject({ object_id: id, result: 'OK' })
})

test('shapes that cannot be areas are refused with the place of the fault, and nothing is stored', async () => {
  const bad: [object, RegExp][] = [
    [
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [70, 10],
              [72, 12],
              [72, 10],
              [70, 12],
              [70, 10],
            ],
          ],
        },
      },
      /crosses itself near 11.0000 N, 71.0000 E/,
    ],
    [
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, -70],
              [90, -70],
              [180, -70],
              [-90, -70],
              [0, -70],
            ],
          ],
        },
      },
      /round a pole/,
    ],
    [
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ],
          ],
        },
      },
      /every ring must end where it begins/,
    ],
    [{ geometry: undefined, shape: { shape: 'circle', center: [72, 89.9], radius_nm: 30 } }, /round a pole/],
    [{ geometry: undefined }, /either an outline/],
    [
      {
        geometry: { type: 'Polygon', coordinates: [Array.from({ length: 10_001 }, (_, i) => [i / 1000, 0])] },
      },
      /10000 corners/,
    ],
    [
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, Number.NaN],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      /geometry/,
    ],
    [{ valid_from: '2026-01-02T00:00:00Z', valid_to: '2026-01-01T00:00:00Z' }, /end after it begins/],
    [{ recur: 'DAILY' }, /start and an end/],
    [{ name: '  ' }, /name/],
    [{ color: 'url(x)' }, /colour/],
  ]
  for (const [more, why] of bad) {
    const answer = await asha.raw(addAoi, draft(more))
    expect(answer).toMatchObject({ Status: false, Code: 'VALIDATION' })
    expect(answer.Message).toMatch(why)
  }
  expect(await names(asha)).toEqual([])
})

test('owner, group, centre and users confined to touched waters see and change areas as allowed', async () => {
  const own = await asha.call(addAoi, draft({ name: 'own' }))
  const near = await asha.call(addAoi, draft({ name: 'near', visibility: 'GROUP' }))
  await asha.call(addAoi, draft({ name: 'far', visibility: 'GROUP', geometry: boxOf(90, 0, 91, 1) }))
  await server.call(addAoi, draft({ name: 'all', visibility: 'CENTRE', geometry: boxOf(100, 0, 101, 1) }))
  expect(await names(asha)).toEqual(['all', 'far', 'near', 'own'])
  expect(await names(binu)).toEqual(['all', 'far', 'near'])
  expect(await names(chan)).toEqual(['all'])
  expect(await names(dev)).toEqual(['near'])
  expect(await names(server)).toEqual(['all', 'far', 'near', 'own'])
  const theirs = await dev.call(addAoi, draft({ name: 'far but mine', geometry: boxOf(120, 0, 121, 1) }))
  expect(await names(dev)).toEqual(['far but mine', 'near'])
  for (const op of [deleteAoi, getAoiVersions])
    expect(await codeOf(chan.raw(op as typeof deleteAoi, { id: own.id }))).toBe('NOT_FOUND')
  expect(await codeOf(binu.raw(updateAoi, { id: near.id, expected_version: 1, name: 'x' }))).toBe('FORBIDDEN')
  expect(await codeOf(asha.raw(addAoi, draft({ visibility: 'CENTRE' })))).toBe('FORBIDDEN')
  expect(await codeOf(chan.raw(addAoi, draft({ visibility: 'GROUP' })))).toBe('VALIDATION')
  await dev.call(deleteAoi, { id: theirs.id })
  for (const { id } of (await server.call(getAois, {})).items) await server.call(deleteAoi, { id })
})

test('of two users who edit the same area the second sees the first change', async () => {
  const { id } = await asha.call(addAoi, draft())
  await server.call(updateAoi, { id, expected_version: 1, name: 'Theirs' })
  const lost = await asha.raw(updateAoi, { id, expected_version: 1, name: 'Mine' })
  expect(lost).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { id, version: 2, name: 'Theirs', updated_by: 'admin' },
  })
  await asha.call(deleteAoi, { id })
})

test('a screen that fetches what pushes name holds what a fresh one gets, for every user', async () => {
  const people = { asha, binu, chan, dev, admin: server }
  const screens = await Promise.all(Object.values(people).map((who) => aScreen(who)))
  const seen = { visibility: 'GROUP' as const, name: 'shared' }
  const first = await asha.call(addAoi, draft(seen))
  const second = await asha.call(addAoi, draft({ ...seen, geometry: boxOf(90, 0, 91, 1) }))
  await server.call(addAoi, draft({ name: 'centre', visibility: 'CENTRE' }))
  // Moved into and out of the waters of one, hidden from all but its owner, taken away.
  await asha.call(updateAoi, { id: second.id, expected_version: 1, geometry: boxOf(71, 9, 72, 10) })
  await asha.call(updateAoi, { id: first.id, expected_version: 1, geometry: boxOf(20, -5, 21, 5) })
  await asha.call(updateAoi, { id: second.id, expected_version: 2, visibility: 'PRIVATE' })
  await asha.call(deleteAoi, { id: first.id })
  for (const screen of screens) {
    const fresh = async () => (await screen.who.call(getAois, {})).items
    await until(async () => {
      const held = await screen.held()
      return JSON.stringify(held) === JSON.stringify(await fresh())
    }, 'the screen holds what is so')
  }
  // No push concerns areas that a user never saw.
  const received = (who: number) => screens[who]!.found()
  expect(received(2)).not.toContain(first.id)
  expect(received(2)).not.toContain(second.id)
  expect(received(3)).toContain(second.id)
  for (const screen of screens) screen.close()
  for (const { id } of (await server.call(getAois, {})).items) await server.call(deleteAoi, { id })
})

/** Opens a screen that fetches each area named in a push, and drops those it does not get. */
async function aScreen(who: Session | TestServer) {
  const watcher = new Watcher(server.base, who.token)
  await new Promise<void>((resolve) => watcher.socket.on('connect', () => resolve()))
  const areas = new Map<string, Aoi>((await who.call(getAois, {})).items.map((one) => [one.id, one]))
  let heard = 0
  const updates = () =>
    watcher.events.flatMap(({ name, payload }) => {
      const read = tableUpdate.payload(payload)
      return name === tableUpdate.wire && read.ok && read.value.table === 'aoi' ? read.value.ids : []
    })
  return {
    who,
    found: updates,
    close: () => watcher.close(),
    held: async () => {
      const ids = updates()
      for (const id of ids.slice(heard)) {
        const [one] = (await who.call(getAois, { id })).items
        if (one === undefined) areas.delete(id)
        else areas.set(id, one)
      }
      heard = ids.length
      return [...areas.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
    },
  }
}

test('counts of many areas equal a test of each vessel, for users with full and confined view', async () => {
  const made: Aoi[] = []
  for (const [west, south, east, north] of [
    [-179.9, -80, -0.1, 80],
    [0, -80, 179.9, 80],
    [179, -17, 181, -15],
    [71.9, 9.9, 72.1, 10.1],
    [72, 10, 73, 11],
  ] as const)
    made.push(
      await server.call(
        addAoi,
        draft({ name: `${west}`, visibility: 'CENTRE', geometry: boxOf(west, south, east, north) }),
      ),
    )
  const counts = async (who: Session | TestServer) => {
    const { items } = await who.call(getAois, {})
    return made.map(({ id }) => items.find((one) => one.id === id)?.stats.inside_now)
  }
  expect((await counts(server)).slice(0, 4)).toEqual([1, 3, 2, 1])
  // Confined to waters with two of the vessels: an area that does not touch them is not sent at all.
  expect((await counts(dev)).slice(0, 4)).toEqual([undefined, 2, undefined, 1])
  for (const { id } of made) await server.call(deleteAoi, { id })
})

test('the list comes in pages, by name', async () => {
  for (let i = 0; i < 5; i++) await chan.call(addAoi, draft({ name: `Area ${i}` }))
  const first = await chan.call(getAois, { limit: 3 })
  const second = await chan.call(getAois, { limit: 3, cursor: first.next! })
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(
    [0, 1, 2, 3, 4].map((i) => `Area ${i}`),
  )
  expect(second.next).toBeNull()
  expect((await chan.call(getAois, { q: 'area 3' })).items).toHaveLength(1)
})

test('an area that something enabled needs is not deleted', async () => {
  const needs = { db: server.database.db, clock: systemClock }
  const uses = new Uses(async ({ kind, ids }) => [
    new Map(kind === 'area' ? ids.map((id) => [id, ['Rule: tankers at night']] as const) : []),
  ])
  const ops = areaOps({
    ...needs,
    areas: await openAreas(needs),
    send: () => undefined,
    bus: new Bus<Topics>(() => undefined),
    countInside: (areas) => areas.map(() => 0),
    uses,
  })
  const caller = { ...ANONYMOUS, userId: 'u', username: 'u' }
  const run = <Out>(name: string, input: unknown) =>
    ops
      .find(({ op }) => op.name === name)!
      .run({ input, caller, record: () => undefined } as never) as Promise<Out>
  const { id } = await run<Aoi>('AOI add', draft())
  await expect(run('AOI delete', { id })).rejects.toMatchObject({
    code: 'IN_USE',
    data: { used_by: ['Rule: tankers at night'] },
  })
})
