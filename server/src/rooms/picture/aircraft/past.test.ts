import { getAdsbData, getPastSky } from '@samudra/contract/aircraft'
import { addFeed, updateFeed } from '@samudra/contract/feeds'
import { decodeAircraftFrame } from '@samudra/contract/wire/aircraft-frame'
import {
  encodeAirborne,
  encodeBeast,
  encodeIdentification,
  encodeSbs,
  encodeSquawk,
  encodeVelocity,
} from '@samudra/nautical/adsb/adsb-encode'
import { expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { download } from '../../../../testing/samples/uploads.ts'

const ADDRESS = 0x800abc
const beastOf = (address: number, lat = 12.5, lon = 72.25) =>
  Buffer.concat(
    [
      encodeIdentification(address, 'AIC101', 'A5'),
      encodeAirborne({ address, lat, lon, altitude: 35_000 }, false),
      encodeAirborne({ address, lat, lon, altitude: 35_000 }, true),
      encodeVelocity({ address, speed: 480, track: 90, rate: -640 }),
      encodeSquawk(address, 0o2345),
    ].map((one, i) => encodeBeast(one, i)),
  )
const seen = async (sky: Pick<TestServer, 'call'>) => (await sky.call(getAdsbData, {})).aircraft

test('the sky of an instant is stored, limited to what the caller sees, and survives a restart', async () => {
  const receiver = await Receiver.listen()
  const sky = await aServer([receiver.feed('ADSB', { kind: 'beast-tcp' })])
  await receiver.send(beastOf(ADDRESS))
  await until(async () => (await seen(sky))[0]?.lat != null, 'the aircraft is seen')
  const now = () => new Date().toISOString()
  // A query for the present moment writes the pending reports first.
  await sky.call(getAdsbData, { as_of: now() })
  const then = now()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await receiver.send(beastOf(ADDRESS, 12.504, 72.25))
  await until(async () => (await seen(sky))[0]!.lat! > 12.502, 'it flew on')
  const past = await sky.call(getAdsbData, { as_of: then })
  expect(past.aircraft).toMatchObject([
    {
      icao24: '800abc',
      callsign: 'AIC101',
      alt_ft: 35_000,
      gs_kn: 480,
      squawk: '2345',
      lat: expect.closeTo(12.5, 3) as number,
    },
  ])
  expect((await sky.call(getAdsbData, { as_of: now() })).aircraft[0]!.lat).toBeCloseTo(12.504, 3)
  const { bytes } = await download(sky.base, sky.token, getPastSky, {
    as_of: then,
    bbox: [60, 0, 90, 20] as [number, number, number, number],
  })
  const frame = decodeAircraftFrame(bytes)
  expect(frame).toMatchObject({ snapshot: true, inView: 1, total: 1 })
  expect(frame.rows[0]).toMatchObject({ address: ADDRESS, callSign: 'AIC101', source: 'ADSB' })
  const elsewhere = await aUser(sky, 'elsewhere', ['NONE'])
  expect((await elsewhere.call(getAdsbData, { as_of: then })).aircraft).toEqual([])
  await sky.halt()
  const again = await aServer([], sky.database)
  expect((await again.call(getAdsbData, { as_of: then })).aircraft).toHaveLength(1)
  await again.close()
  await receiver.close()
})

test('the past of an aircraft placed differently by two feeds ignores later feed ranking', async () => {
  const receivers = [await Receiver.listen(), await Receiver.listen()]
  const sky = await aServer()
  const feed = { kind: 'sbs-tcp', trust: 0.5, expected_interval_s: 10, options: {} } as const
  const [first] = await Promise.all(
    receivers.map(({ port }, i) =>
      sky.call(addFeed, {
        ...feed,
        name: `Feed ${i}`,
        source: `AIR${i}`,
        address: `127.0.0.1:${port}`,
        priority: 5 + i,
      }),
    ),
  )
  for (const [i, receiver] of receivers.entries())
    await receiver.send([
      encodeSbs(3, { address: ADDRESS, lat: 12.5 + i, lon: 72, altitude: 30_000 }, new Date()),
    ])
  const shown = async (more: { as_of?: string } = {}) =>
    (await sky.call(getAdsbData, more)).aircraft[0]?.source
  await until(async () => (await shown()) === 'AIR0', 'the better feed is heard')
  // Both feeds are received before the ranks change, in either order.
  await sky.call(updateFeed, { id: first!.id, expected_version: 1, priority: 50 })
  await until(async () => (await shown()) === 'AIR1', 'both feeds are heard')
  await sky.call(updateFeed, { id: first!.id, expected_version: 2, priority: 4 })
  await sky.call(getAdsbData, { as_of: new Date().toISOString() })
  const then = new Date().toISOString()
  expect(await shown({ as_of: then })).toBe('AIR0')
  await new Promise((resolve) => setTimeout(resolve, 5))
  await sky.call(updateFeed, { id: first!.id, expected_version: 3, priority: 50 })
  expect([await shown(), await shown({ as_of: then })]).toEqual(['AIR1', 'AIR0'])
  await sky.close()
  for (const receiver of receivers) await receiver.close()
})
