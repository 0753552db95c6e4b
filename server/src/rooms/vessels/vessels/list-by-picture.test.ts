import { getVessels, type VesselSort } from '@samudra/contract/vessels'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

const NOW = Math.floor(Date.now() / 1000)
let receiver: Receiver
let server: TestServer
const sends = (ship: {
  mmsi: number
  lat: number
  lon: number
  navStatus: number
  age: number
  name: string
}) => {
  const tagBlock = { c: NOW - ship.age }
  const second = new Date((NOW - ship.age) * 1000).getUTCSeconds()
  return [
    ...encodePosition({ ...ship, sog: 0, cog: 45, second }, { tagBlock }),
    ...encodeStaticVoyage(
      { mmsi: ship.mmsi, name: ship.name, callSign: 'VT6', imo: '9074729', shipType: 70, destination: '' },
      { tagBlock },
    ),
  ]
}

beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('COAST')])
  await receiver.send(
    sends({ mmsi: 419000001, lat: 9.97, lon: 76.2, navStatus: 1, age: 60, name: 'BERTHED' }),
  )
  await until(async () => (await server.call(getVessels, {})).total === 1, 'the first is listed')
  await receiver.send(sends({ mmsi: 999000002, lat: 12, lon: 70, navStatus: 0, age: 5, name: 'SAILING' }))
  await until(async () => (await server.call(getVessels, {})).total === 2, 'both are listed')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const named = async (sort: VesselSort, more: object = {}) =>
  (await server.call(getVessels, { sort, ...more })).items.map(({ ship_name }) => ship_name)

test('a vessel is listed with last position, reception time, nearest port, status and risk', async () => {
  const { items } = await server.call(getVessels, { sort: 'name' })
  expect(items.map(({ latest, risk_level }) => ({ ...latest, risk_level }))).toMatchObject([
    {
      latitude: 9.97,
      longitude: 76.2,
      nav_status: 'At anchor',
      place: expect.stringMatching(/ \d+ NM$|, \d+ NM$/),
    },
    { latitude: 12, longitude: 70, nav_status: 'Under way using engine', risk_level: 'MEDIUM' },
  ])
})

test('vessels are sorted by each of these columns, either way, page by page and in a search', async () => {
  for (const [sort, first] of [
    ['received', 'BERTHED'],
    ['position', 'BERTHED'],
    ['status', 'BERTHED'],
    ['-risk', 'SAILING'],
  ] as const) {
    const whole = await named(sort)
    expect([sort, whole[0]]).toEqual([sort, first])
    const other = (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as VesselSort
    expect([sort, await named(other)]).toEqual([sort, whole.toReversed()])
    const page = await server.call(getVessels, { sort, limit: 1 })
    expect(await named(sort, { limit: 1, cursor: page.next })).toEqual(whole.slice(1))
    expect(await named(sort, { q: 'sailing' })).toEqual(['SAILING'])
  }
  expect((await named('place')).toSorted()).toEqual(['BERTHED', 'SAILING'])
})

test('a user is not shown the position of a vessel outside his zones or sources', async () => {
  const other = await aUser(server, 'other', ['SATX'])
  expect((await other.call(getVessels, { sort: '-received' })).items).toEqual([])
})
