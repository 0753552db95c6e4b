import { expect, test } from 'vitest'
import {
  ADMINISTRATORS,
  EVERYONE,
  EMPTY_AUDIENCE,
  allOf,
  anyOf,
  except,
  isAddressed,
  ownerAndAdministrators,
  audienceOf,
  users,
  type Audience,
} from './audience.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { payloadFor } from './send.ts'
import { visibilityOf } from './caller-visibility.ts'

const WEST = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [60, 0],
      [75, 0],
      [75, 20],
      [60, 20],
      [60, 0],
    ] as [number, number][],
  ],
}
const as = (userId: string, more: Partial<Caller> = {}): Caller => ({
  ...ANONYMOUS,
  userId,
  username: `name of ${userId}`,
  visibility: visibilityOf(['*'], '*'),
  ...more,
})
const asha = as('asha', { groups: ['navy'] })
const binu = as('binu', { groups: ['coast', 'navy'] })
const guest = as('guest', { visibility: visibilityOf(['MSIS'], [WEST]) })
const root = as('root', { isAdmin: true })
const ALL = [asha, binu, guest, root]

/** A ship that is hidden from the guest. */
const mayKnow = (mmsi: number, caller: Caller) => mmsi !== 419000001 || caller.userId !== 'guest'
const PLACE = { west: [70, 10], east: [90, 10] } as const
const at = (where: keyof typeof PLACE) => ({
  type: 'Point' as const,
  coordinates: [...PLACE[where]] as [number, number],
})

/** Lists the audience after a round trip through another process. */
function shownOf(audience: Audience): string[] {
  const who = (one: Audience) =>
    ALL.filter((caller) => isAddressed(one, caller, mayKnow)).map(({ userId }) => userId)
  expect(who(JSON.parse(JSON.stringify(audience)) as Audience)).toEqual(who(audience))
  return who(audience)
}

test('an audience by user, group, role, object, position, source, vessel or everyone is exact', () => {
  const mine = (visibility: 'PRIVATE' | 'GROUP' | 'CENTRE') => ({
    visibility,
    owner_id: 'asha',
    group_ids: ['navy'],
  })
  expect(shownOf(EVERYONE)).toEqual(['asha', 'binu', 'guest', 'root'])
  expect(shownOf(EMPTY_AUDIENCE)).toEqual([])
  expect(shownOf(users('binu', 'nobody'))).toEqual(['binu'])
  expect(shownOf({ to: 'users', ids: [], names: ['name of guest'] })).toEqual(['guest'])
  expect(shownOf({ to: 'groups', ids: ['coast'] })).toEqual(['binu'])
  expect(shownOf(ADMINISTRATORS)).toEqual(['root'])
  expect(shownOf({ to: 'roles', roles: ['USER'] })).toEqual(['asha', 'binu', 'guest'])
  expect(shownOf(audienceOf(mine('PRIVATE')))).toEqual(['asha', 'root'])
  expect(shownOf(audienceOf(mine('GROUP')))).toEqual(['asha', 'binu', 'root'])
  expect(shownOf(audienceOf(mine('CENTRE'), at('west')))).toEqual(['asha', 'binu', 'guest', 'root'])
  expect(shownOf(audienceOf(mine('CENTRE'), at('east')))).toEqual(['asha', 'binu', 'root'])
  expect(shownOf(audienceOf({ ...mine('CENTRE'), owner_id: 'guest' }, at('east')))).toContain('guest')
  expect(shownOf(ownerAndAdministrators(mine('PRIVATE')))).toEqual(['asha', 'root'])
  expect(shownOf({ to: 'place', where: WEST })).toEqual(['asha', 'binu', 'guest', 'root'])
  expect(shownOf({ to: 'place', where: at('east') })).toEqual(['asha', 'binu', 'root'])
  expect(shownOf({ to: 'source', code: 'SATX' })).toEqual(['asha', 'binu', 'root'])
  expect(shownOf({ to: 'ship', mmsi: 419000001 })).toEqual(['asha', 'binu', 'root'])
  expect(shownOf(allOf({ to: 'groups', ids: ['navy'] }, users('binu', 'guest')))).toEqual(['binu'])
  expect(shownOf(anyOf(users('asha'), ADMINISTRATORS))).toEqual(['asha', 'root'])
  expect(shownOf(except(EVERYONE, { to: 'groups', ids: ['navy'] }))).toEqual(['guest', 'root'])
})

test('without visibility or picture no user receives positions, sources and vessels', () => {
  const { visibility: _, ...blind } = asha
  for (const audience of [
    { to: 'place', where: at('west') },
    { to: 'source', code: 'MSIS' },
  ] as Audience[])
    expect(isAddressed(audience, blind, () => true)).toBe(false)
  expect(isAddressed({ to: 'ship', mmsi: 1 }, asha)).toBe(false)
})

test('restricted parts are removed for other users, and complete for the next authorised one', () => {
  const pushed = {
    wire: 'x',
    payload: { mine: true, mmsis: ['419000001', '419000002'], link: '419000001' },
    audience: EVERYONE,
    cuts: [
      { field: 'mine', to: users('asha'), otherwise: false },
      { field: 'mmsis', to: { to: 'ship' as const, mmsi: 419000001 }, entry: '419000001' },
      { field: 'link', to: { to: 'ship' as const, mmsi: 419000001 }, otherwise: null },
    ],
  }
  expect(payloadFor(pushed, guest, mayKnow)).toEqual({ mine: false, mmsis: ['419000002'], link: null })
  expect(payloadFor(pushed, asha, mayKnow)).toEqual(pushed.payload)
  expect(payloadFor(pushed, binu, mayKnow)).toEqual({ ...pushed.payload, mine: false })
})

test('entries of a list payload are removed at every level, also in a push of another process', () => {
  const entry = (id: number, name: string | null) => ({ id, name })
  const list = [entry(1, 'MATSYA'), entry(1, null), entry(2, null), entry(1, 'MATSYA')]
  const sent = {
    wire: 'x',
    payload: list,
    audience: EVERYONE,
    cuts: [
      { to: users('asha'), entry: list[0] },
      { to: except(EVERYONE, users('asha')), entry: list[1] },
    ],
  }
  for (const pushed of [sent, JSON.parse(JSON.stringify(sent)) as typeof sent]) {
    expect(payloadFor(pushed, asha, mayKnow)).toEqual([list[0], list[2], list[3]])
    expect(payloadFor(pushed, guest, mayKnow)).toEqual([list[1], list[2]])
    // Who sees the same is given the same, and it is put together once.
    expect(payloadFor(pushed, binu, mayKnow)).toBe(payloadFor(pushed, guest, mayKnow))
  }
})
