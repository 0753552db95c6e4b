import { acknowledgeAlerts, getAlerts } from '@samudra/contract/alerts'
import { addZone } from '@samudra/contract/zones'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import type { TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aHit, found } from '../../../../../testing/seas/alerts.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.withSources()
  // The third that comes in a minute makes a flood.
  await desk.set({ 'alerts.flood_limit': 2 })
})
afterEach(() => desk.close())

type Caller = Pick<TestServer, 'call'>
type Query = { state?: 'NEW'; severity?: 'LOW'; as_of?: string }
/** Returns the number of alerts of each group, and the vessels of alerts without a group. */
async function seenBy({ call }: Caller, query: Query = {}) {
  const { groups, ...all } = await call(getAlerts, query)
  const alone = await call(getAlerts, { ...query, group: '' })
  const ships = alone.items.map(({ mmsi }) => Number(mmsi)).sort()
  expect(alone.total).toBe(ships.length)
  expect(groups.reduce((sum, { alerts }) => sum + alerts, ships.length)).toBe(all.total)
  return { groups: groups.map(({ title, alerts, open }) => [title, alerts, open]), ships }
}

const LISTED = 419000001
const [ONE, TWO, THREE] = [419000011, 419000012, 419000013]
async function aFlood() {
  const now = desk.clock.now()
  const far = { sources: [[2]], lon_udeg: 75e6 }
  return found(
    desk,
    [
      aHit(now, { mmsi: LISTED, rule_id: 'BLACKLIST' }),
      aHit(now, { mmsi: ONE }),
      aHit(now, { mmsi: TWO, ...far, severity: 'LOW' }),
      aHit(now, { mmsi: THREE, ...far }),
    ],
    (alerts) => alerts.length === 4 && alerts.every(({ group_key }) => group_key !== null),
  )
}

test('an alert alone in its burst group is listed without a group until a second one joins', async () => {
  await aFlood()
  expect(await seenBy(desk)).toEqual({ groups: [['Spoofing', 3, 3]], ships: [LISTED] })
  const then = desk.iso(0)
  desk.tick(1000)
  await found(
    desk,
    [aHit(desk.clock.now(), { mmsi: LISTED + 1, rule_id: 'BLACKLIST' })],
    (alerts) => alerts.length === 5,
  )
  const { groups, ships } = await seenBy(desk)
  expect(groups.toSorted()).toEqual([
    ['Blacklist', 2, 2],
    ['Spoofing', 3, 3],
  ])
  expect(ships).toEqual([])
  expect(await seenBy(desk, { as_of: then })).toEqual({ groups: [['Spoofing', 3, 3]], ships: [LISTED] })
})

test('a group begins with its first behaviour and ends when the last has ended', async () => {
  const now = desk.clock.now()
  const ago = (minutes: number) => now - minutes * 60_000
  const hits = [
    aHit(now, { mmsi: ONE, began_at: ago(90), ended_at: ago(60) }),
    aHit(now, { mmsi: TWO, began_at: ago(120), ended_at: ago(30) }),
    aHit(now, { mmsi: THREE, began_at: ago(50), ended_at: null }),
  ]
  await found(desk, hits, (alerts) => alerts.length === 3)
  const groupOf = async () => (await desk.call(getAlerts, {})).groups[0]
  const iso = (at: number) => new Date(at).toISOString()
  expect(await groupOf()).toMatchObject({ began_at: iso(ago(120)), ended_at: null, known_at: iso(now) })
  const over = { ...hits[2]!, status: 'CLEARED' as const, ended_at: ago(10) }
  await found(desk, [over], (alerts) => alerts.every(({ ended_at }) => ended_at !== null))
  expect(await groupOf()).toMatchObject({ began_at: iso(ago(120)), ended_at: iso(ago(10)) })
})

test('a user who sees one alert of a group by sources or waters gets it without the group', async () => {
  const zone = await desk.call(addZone, { name: 'West', geometry: boxOf(70, 8, 73, 12) })
  const coast = await aUser(desk.server, 'coast', ['COAST'])
  const west = await aUser(desk.server, 'west', ['*'], { zone_access: [zone.id] })
  const satellite = await aUser(desk.server, 'satellite', ['SATX'])
  await aFlood()
  for (const one of [coast, west]) expect(await seenBy(one)).toEqual({ groups: [], ships: [LISTED, ONE] })
  expect(await seenBy(satellite)).toEqual({ groups: [['Spoofing', 2, 2]], ships: [] })
})

test('a group with one open alert stays a group; a filter by kind returns alerts of that kind', async () => {
  const ids = (await aFlood()).filter(({ mmsi }) => Number(mmsi) > ONE).map(({ id }) => id)
  await desk.call(acknowledgeAlerts, { ids, action: 'DISMISS', disposition: 'EXPECTED' })
  expect(await seenBy(desk)).toEqual({ groups: [['Spoofing', 3, 1]], ships: [LISTED] })
  expect(await seenBy(desk, { state: 'NEW' })).toEqual({ groups: [['Spoofing', 1, 1]], ships: [LISTED] })
  expect(await seenBy(desk, { severity: 'LOW' })).toEqual({ groups: [], ships: [TWO] })
})
