import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { getVesselDetailsV2 } from '@samudra/contract/vessels'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { aServer, Receiver, until } from '../../../../testing/servers/a-server.ts'

const MMSI = 419000811
const reports = (name: string) =>
  encodeStaticVoyage({
    mmsi: MMSI,
    name,
    callSign: 'VTAB',
    shipType: 70,
    toBow: 100,
    toStern: 50,
    toPort: 10,
    toStarboard: 12,
  })

test('a vessel that reports another name a moment later has both in its timeline, with times', async () => {
  const receiver = await Receiver.listen()
  const server = await aServer([receiver.feed('COAST')])
  const second = new Date().getUTCSeconds()
  await receiver.send(encodePosition({ mmsi: MMSI, lat: 10, lon: 72, sog: 8, cog: 90, second }))
  const isShown = async () => (await server.raw(getAisDetailsByVessel, { mmsi: String(MMSI) })).Status
  await until(isShown, 'she is on the picture')
  await receiver.send([...reports('SEA PEARL'), ...reports('OCEAN PEARL')])
  const names = async () => {
    const { Data } = await server.raw(getVesselDetailsV2, { mmsi: String(MMSI) })
    const { identity_history = [] } = (Data ?? {}) as {
      identity_history?: { field: string; value: string; from: string }[]
    }
    return identity_history.filter(({ field }) => field === 'ship_name')
  }
  await until(async () => (await names()).length === 2, 'both names are stored')
  const text = await names()
  expect(text.map(({ value }) => value).sort()).toEqual(['OCEAN PEARL', 'SEA PEARL'])
  expect(text.every(({ from }) => Math.abs(Date.parse(from) - Date.now()) < 60_000)).toBe(true)
  await server.close()
  await receiver.close()
})
