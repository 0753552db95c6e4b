import { getAlerts, type Alert } from '@samudra/contract/alerts'
import { getTrackForMmsi } from '@samudra/contract/history'
import { getVesselData } from '@samudra/contract/picture'
import { getVesselDetailsV2, getVessels } from '@samudra/contract/vessels'
import type { RuleExplanation, VesselPosition } from '@samudra/contract/rule-results'
import { explainRuleResult } from '@samudra/contract/rule-results'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import {
  encodeClassBPosition,
  encodePosition,
  encodeStaticData,
  encodeStaticVoyage,
} from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'

const [MMSI, LONER] = [235012345, 235012346]
const mmsi = String(MMSI)
const YACHT = { lat: 7.8, lon: 98.2 }
const CARGO = { lat: -26.1, lon: 62.3 }
let coast: Receiver
let satellite: Receiver
let server: TestServer
beforeAll(async () => {
  ;[coast, satellite] = [await Receiver.listen(), await Receiver.listen()]
  server = await aServer([coast.feed('COAST'), satellite.feed('SATX')])
})
afterAll(async () => {
  await server.close()
  await coast.close()
  await satellite.close()
})

const options = (at: number) => ({ tagBlock: { c: Math.floor(at / 1000) } })
const yacht = (at: number, n = 0) =>
  encodeClassBPosition({ mmsi: MMSI, ...YACHT, lon: YACHT.lon + n / 1000, sog: 0.1, cog: 40 }, options(at))
const yachtNamed = (at: number) => [
  ...encodeStaticData({ part: 'A', mmsi: MMSI, name: 'KARIN' }, options(at)),
  ...encodeStaticData(
    {
      part: 'B',
      mmsi: MMSI,
      callSign: 'MKRN5',
      shipType: 37,
      toBow: 12,
      toStern: 7,
      toPort: 2,
      toStarboard: 3,
    },
    options(at),
  ),
]
const cargo = (at: number, n = 0) =>
  encodePosition({ mmsi: MMSI, ...CARGO, lat: CARGO.lat - n / 100, sog: 13.3, cog: 180 }, options(at))
const cargoNamed = (at: number) =>
  encodeStaticVoyage(
    {
      mmsi: MMSI,
      name: 'CAPE ORCHID',
      callSign: 'V7QX2',
      imo: '9074729',
      shipType: 70,
      toBow: 230,
      toStern: 32,
      toPort: 20,
      toStarboard: 20,
    },
    options(at),
  )

const positionsIn = ({ positions = [], of }: RuleExplanation): VesselPosition[] => [
  ...positions,
  ...of.flatMap(positionsIn),
]

let duplicate: Alert
test('a yacht and a cargo ship under one MMSI are two vessels on all views and raise one alert', async () => {
  const now = Date.now()
  const at = (minutesAgo: number) => now - minutesAgo * 60_000
  await coast.send([...yacht(at(12)), ...yachtNamed(at(11))])
  await until(
    async () => (await server.call(getVesselData, { mmsi })).items.length === 1,
    'the yacht is shown',
  )
  await satellite.send([...cargo(at(8)), ...cargoNamed(at(7))])
  await until(async () => (await server.call(getVesselData, { mmsi })).items.length === 2, 'both are shown')
  await coast.send(yacht(at(6), 1))
  await satellite.send(cargo(at(3), 1))

  const duplicates = async () => (await server.call(getAlerts, { type: 'MMSI_DUPLICATE' })).items
  await until(async () => (await duplicates()).length > 0, 'the alert is raised')
  const alerts = (await server.call(getAlerts, { mmsi })).items
  expect(alerts.map(({ title }) => title)).toEqual(['MMSI duplicate'])
  duplicate = alerts[0]!
  expect(duplicate).toMatchObject({
    mmsi,
    split_id: 0,
    other_mmsi: mmsi,
    other_split_id: 1,
    severity: 'HIGH',
  })
  expect(duplicate.text).toBe(
    'The vessel has suspected for Duplicate Flag. Two vessels 2,923 NM apart within 4 min; one vessel would need 43,840 kn.',
  )
  const positions = positionsIn(duplicate.explanation!)
  expect(positions).toMatchObject([
    { split_id: 0, ship_name: 'KARIN', call_sign: 'MKRN5', length: 19, latitude: 7.8, longitude: 98.2 },
    { split_id: 1, latitude: -26.1, longitude: 62.3 },
  ])
  for (const { fix_id } of positions) expect(Number(fix_id)).toBeGreaterThan(0)

  const { items } = await server.call(getVesselData, { mmsi })
  expect(items.map(({ ship_name, length, dup_flag }) => [ship_name, length, dup_flag]).sort()).toEqual([
    ['CAPE ORCHID', 262, true],
    ['KARIN', 19, true],
  ])
  await until(
    async () => (await server.call(getVessels, { q: 'cape orchid' })).items.length === 1,
    'the register knows it',
  )
  const pages = await Promise.all(
    [0, 1].map((split) => server.call(getVesselDetailsV2, { mmsi: `${mmsi}.${split}` })),
  )
  expect(pages.map(({ ship_name, length, imo }) => [ship_name, length, imo])).toEqual([
    ['KARIN', 19, null],
    ['CAPE ORCHID', 262, '9074729'],
  ])
  expect(pages.map(({ shares_mmsi }) => shares_mmsi.map(({ label }) => label))).toEqual([
    ['CAPE ORCHID'],
    ['KARIN'],
  ])
  const found = await server.call(getVessels, { q: mmsi })
  expect(found.items.map(({ ship_name }) => ship_name).sort()).toEqual(['CAPE ORCHID', 'KARIN'])

  for (const [split_id, south] of [
    [0, 7.8],
    [1, -26.11],
  ] as const) {
    const track = await server.call(getTrackForMmsi, { mmsi, split_id })
    expect(track.points.map(({ lat }) => lat).at(-1)).toBeCloseTo(south, 2)
    expect(track.gaps).toEqual([])
  }
  const whole = await server.call(getTrackForMmsi, { mmsi })
  expect(whole.gaps.map(({ out_of_reach }) => Math.round(out_of_reach!.nm))).toEqual([2923, 2923, 2923])
})

test('the event of a shared MMSI is explained with both positions, and is none of spoofing', async () => {
  const { items } = await server.call(getFilteredVesselEvents, { mmsis: [mmsi] })
  expect(items.map(({ type }) => type)).toEqual(['MMSI_DUPLICATE'])
  const { result, recomputed } = await server.call(explainRuleResult, { id: items[0]!.id })
  expect(positionsIn(result.explanation!)).toHaveLength(2)
  expect(recomputed.verdict).not.toBe('FALSE')
})

test('a user who sees one source of two reads no position of the other vessel', async () => {
  const clerk = await aUser(server, 'clerk', ['COAST'])
  for (const alert of (await clerk.call(getAlerts, { mmsi })).items) {
    expect(positionsIn(alert.explanation!)).toEqual([])
    expect(alert.ship_name).toBeNull()
  }
})

test('a vessel that is believed to jump under its own static data is spoofing, and no duplicate', async () => {
  const now = Date.now()
  const at = (minutesAgo: number) => now - minutesAgo * 60_000
  const one = (minutesAgo: number, lat: number) =>
    encodePosition({ mmsi: LONER, lat, lon: 70, sog: 10, cog: 0 }, options(at(minutesAgo)))
  const named = (minutesAgo: number) =>
    encodeStaticVoyage(
      { mmsi: LONER, name: 'LONER', callSign: 'ABCD1', imo: '9176187', toBow: 90, toStern: 9 },
      options(at(minutesAgo)),
    )
  await satellite.send([...one(100, 10), ...named(99), ...one(98, 10.01), ...one(97, 10.015)])
  for (let minutesAgo = 95; minutesAgo > 40; minutesAgo -= 1)
    await satellite.send([...one(minutesAgo, -5), ...(minutesAgo % 6 === 0 ? named(minutesAgo) : [])])
  const of = async () => (await server.call(getAlerts, { mmsi: String(LONER) })).items.map(({ type }) => type)
  await until(async () => (await of()).length > 0, 'it is found')
  expect(await of()).toEqual(['SPOOFING_EVENT'])
  expect((await server.call(getVesselData, { mmsi: String(LONER) })).items).toHaveLength(1)
})

test('two vessels that send no static data name each other on their pages', async () => {
  const nameless = { mmsi: 235012347, sog: 0.1, cog: 40 }
  const now = Date.now()
  await coast.send(encodeClassBPosition({ ...nameless, ...YACHT }, options(now - 300_000)))
  await satellite.send(encodePosition({ ...nameless, ...CARGO }, options(now - 200_000)))
  for (const split of [0, 1]) {
    const query = { mmsi: `235012347.${split}` }
    await until(async () => (await server.raw(getVesselDetailsV2, query)).Status, 'the page is there')
    await until(
      async () => (await server.call(getVesselDetailsV2, query)).shares_mmsi.length === 1,
      'it names the other vessel',
    )
    const { contacts } = await server.call(getVesselDetailsV2, query)
    expect(contacts.map(({ split_id }) => split_id)).toEqual([split])
  }
})
