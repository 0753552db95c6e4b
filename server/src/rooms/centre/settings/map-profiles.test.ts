import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  getMapProfiles,
  updateMapProfile,
  type MapProfile,
} from '@samudra/contract/settings'
import type { Op } from '@samudra/contract/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { alone } from '../../../../testing/servers/alone.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { ANONYMOUS, type Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { mapProfileOps } from './map-profiles.ops.ts'
import { activeProfile, mapProfiles } from './map-profiles.ts'

let server: TestServer
let one: Awaited<ReturnType<typeof aUser>>
let other: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  server = await aServer()
  one = await aUser(server, 'first')
  other = await aUser(server, 'second')
})
afterAll(() => server.close())

const FIELDS = {
  name: 'Arabian Sea',
  scope: 'PRIVATE' as MapProfile['scope'],
  is_default: false,
  base: 'DARK' as const,
  center: [65, 15] as [number, number],
  zoom: 5,
  rotation: 0,
  layers: [{ id: 'ais', visible: true, opacity: 1, order: 0 }],
  view: { grid_deg: 5 },
}
const namesOf = async (who: typeof one) => (await who.call(getMapProfiles, {})).items.map(({ name }) => name)

test('a private profile is visible to its owner alone, unchanged, and opens the map once chosen', async () => {
  const made = await one.call(addMapProfile, FIELDS)
  expect(made).toMatchObject({ ...FIELDS, mine: true, owner: 'first', version: 1 })
  const odd: object[] = [{ trail: '1 days' }, { order: 'ais' }, { filter: { speed: { min: 9, max: 5 } } }]
  for (const view of odd)
    expect(await one.raw(addMapProfile, { ...FIELDS, view })).toMatchObject({ Code: 'VALIDATION' })
  expect((await one.call(getMapProfiles, {})).active_id).toBeNull()
  const chosen = await one.call(changeMapProfile, { id: made.id })
  expect(chosen.mapProfile).toEqual(made)
  expect(await one.call(getMapProfiles, {})).toMatchObject({ items: [made], active_id: made.id })
  expect(await namesOf(other)).toEqual([])
  for (const who of [other, server])
    expect(await who.raw(updateMapProfile, { id: made.id, expected_version: 1, name: 'Mine' })).toMatchObject(
      {
        Code: 'NOT_FOUND',
      },
    )
  expect(await other.raw(changeMapProfile, { id: made.id })).toMatchObject({ Code: 'NOT_FOUND' })
  const changed = await one.call(updateMapProfile, { id: made.id, expected_version: 1, zoom: 7 })
  expect(changed).toMatchObject({ zoom: 7, base: 'DARK', version: 2 })
  expect(await one.raw(updateMapProfile, { id: made.id, expected_version: 1, zoom: 8 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { version: 2, zoom: 7 },
  })
  expect(await one.call(deleteMapProfile, { id: made.id })).toEqual({ id: made.id, new_active_id: null })
})

test('only administrators share with the centre; its default opens the map of users without one', async () => {
  expect(await one.raw(addMapProfile, { ...FIELDS, scope: 'CENTRE' })).toMatchObject({ Code: 'FORBIDDEN' })
  const centre = await server.call(addMapProfile, {
    ...FIELDS,
    name: 'Centre',
    scope: 'CENTRE',
    is_default: true,
  })
  expect(await one.call(getMapProfiles, {})).toMatchObject({ active_id: centre.id, items: [{ mine: false }] })
  expect(await one.raw(updateMapProfile, { id: centre.id, expected_version: 1, zoom: 1 })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await one.raw(deleteMapProfile, { id: centre.id })).toMatchObject({ Code: 'FORBIDDEN' })
  const own = await one.call(addMapProfile, { ...FIELDS, is_default: true })
  expect((await one.call(getMapProfiles, {})).active_id).toBe(own.id)
  const second = await one.call(addMapProfile, { ...FIELDS, name: 'Bay of Bengal', is_default: true })
  const { items, active_id } = await one.call(getMapProfiles, { scope: 'PRIVATE' })
  expect(items.filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([second.id])
  expect(active_id).toBe(second.id)
  expect(await one.call(deleteMapProfile, { id: second.id })).toMatchObject({ new_active_id: centre.id })
  expect((await other.call(getMapProfiles, {})).active_id).toBe(centre.id)
})

test('a user in no group must make a profile private', async () => {
  expect(await one.raw(addMapProfile, { ...FIELDS, scope: 'GROUP' })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'scope' }],
  })
})

test('a group’s profile is seen by its group, changed by its owner, and gone for others', async () => {
  const { db } = server.database
  const needs = { db, clock: { now: () => Date.now() as never }, others: alone(db) }
  const profiles = await mapProfiles(needs)
  const ops = mapProfileOps({ ...needs, send: () => undefined, profiles })
  const as = (userId: string, groups: string[]): Caller => ({
    ...ANONYMOUS,
    userId,
    username: userId,
    groups,
  })
  const call = async <In, Out>(op: Op<In, Out>, input: In, caller: Caller): Promise<Out> =>
    (await ops
      .find((handled) => handled.op.name === op.name)!
      .run({
        input,
        caller,
        record: () => undefined,
      } as never)) as Out
  const [ann, ben, eve] = [as('ann', ['navy']), as('ben', ['navy', 'coast']), as('eve', ['port'])]
  const shared = await call(addMapProfile, { ...FIELDS, scope: 'GROUP', is_default: true }, ann)
  const seen = await call(getMapProfiles, { scope: 'GROUP' }, ben)
  expect(seen).toMatchObject({ items: [{ id: shared.id, mine: false }], active_id: shared.id })
  expect((await call(getMapProfiles, { scope: 'GROUP' }, eve)).items).toEqual([])
  await expect(call(updateMapProfile, { id: shared.id, expected_version: 1, zoom: 1 }, ben)).rejects.toThrow(
    OperationError,
  )
  await expect(call(changeMapProfile, { id: shared.id }, eve)).rejects.toThrow(/no longer exists/)
  await call(changeMapProfile, { id: shared.id }, ben)
  await call(updateMapProfile, { id: shared.id, expected_version: 1, scope: 'PRIVATE' }, ann)
  expect((await activeProfile({ ...needs, profiles }, ben))?.id).not.toBe(shared.id)
})

test('each version of a profile stays: the map view of last week can be read', async () => {
  const made = await one.call(addMapProfile, { ...FIELDS, name: 'Before', is_default: true })
  const then = new Date(Date.now() + 1).toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await one.call(updateMapProfile, { id: made.id, expected_version: 1, name: 'After' })
  const rival = await one.call(addMapProfile, { ...FIELDS, name: 'Rival', is_default: true })
  const past = (await one.call(getMapProfiles, { as_of: then })).items
  expect(past.find(({ id }) => id === made.id)).toMatchObject({
    name: 'Before',
    is_default: true,
    version: 1,
  })
  expect(past.some(({ id }) => id === rival.id)).toBe(false)
  // That another became the default is a version of its own.
  const now = (await one.call(getMapProfiles, {})).items
  expect(now.find(({ id }) => id === made.id)).toMatchObject({ name: 'After', is_default: false, version: 3 })
})
