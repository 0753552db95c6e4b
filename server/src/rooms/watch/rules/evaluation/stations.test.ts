import { addFeed, getFeeds, updateFeed } from '@samudra/contract/feeds'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { receivedAt, previewOf, runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'
import { stationsThen } from '../../../picture/feeds/stations/stations-then.ts'
import { NearestStation } from './nearest-station.ts'

const MINUTE = 60_000
const KOCHI = { name: 'Kochi', lat: 9, lon: 76 }
const [FAR, NEAR, ELSEWHERE] = [419000601, 419000602, 419000603]
let server: TestServer
let coast: Receiver
let other: Receiver
beforeAll(async () => {
  coast = await Receiver.listen()
  other = await Receiver.listen()
  server = await aServer([other.feed('OTHER')])
})
afterAll(async () => {
  await server.close()
  await coast.close()
  await other.close()
})

const aFeed = () => ({
  name: 'Coast',
  kind: 'nmea-tcp' as const,
  address: `127.0.0.1:${coast.port}`,
  source: 'COAST',
  priority: 10,
  trust: 0.5,
  expected_interval_s: 10,
  options: {},
})
const sails = (receiver: Receiver, mmsi: number, lon: number, at: number) =>
  receiver.send(receivedAt(at, { mmsi, lat: 9, lon, sog: 12, cog: 0 }))
const FAR_OFF = { k: 'attr', field: 'station_nm', cmp: 'gt', value: 200 } as const

/** Which ships a look back over the last hour finds. */
async function lookedBack(id: string, knowledge: 'AS_KNOWN' | 'CORRECTED') {
  const now = Date.now()
  const period = { from: new Date(now - 60 * MINUTE).toISOString(), to: new Date(now).toISOString() }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge, dry_run: true })
  expect((await runOver(server, id, run_id)).state).toBe('SUCCEEDED')
  const { items } = await server.call(getRuleResults, { id, run_id })
  return items.map(({ mmsis, first_at }) => ({ mmsis, first_at }))
}

test('a vessel far from all stations of its receiving source is found by a rule and as spoofing', async () => {
  const { db } = server.database
  const { id: feed } = await server.call(addFeed, { ...aFeed(), stations: [KOCHI] })
  // The station was entered an hour ago, and the feed was changed otherwise since.
  await sql`update feed_versions set known_from = known_from - interval '1 hour'`.execute(query(db))
  await server.call(updateFeed, { id: feed, expected_version: 1, priority: 11 })
  const rule = { ...SLOW, name: 'Far from every station', when: { ...FAR_OFF, for_min: 0.01 } }
  const { id, validation } = await server.call(createRule, rule)
  expect(validation).toEqual({ errors: [], warnings: [] })
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })

  const now = Math.floor(Date.now() / 1000) * 1000
  for (const at of [now - 20_000, now - 10_000]) {
    await sails(other, ELSEWHERE, 82, at)
    await sails(coast, NEAR, 78, at)
    await sails(coast, FAR, 82, at)
  }
  const live = async () =>
    (await server.call(getRuleResults, { id })).items.map(({ mmsis, first_at }) => ({ mmsis, first_at }))
  await until(async () => (await live()).length > 0, 'she is found')
  const spoofing = () => server.call(getFilteredVesselEvents, { types: ['SPOOFING_EVENT'] })
  await until(async () => (await spoofing()).total > 0, 'she is said to be spoofing')
  const found = await live()
  expect(found.map(({ mmsis }) => mmsis)).toEqual([[String(FAR)]])
  expect((await spoofing()).items.map(({ mmsis }) => mmsis)).toEqual([[String(FAR)]])
  const [hit] = (await server.call(getRuleResults, { id })).items
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  const nm = metresBetween(9, 82, KOCHI.lat, KOCHI.lon) / METRES_PER_NM
  expect(recomputed).toMatchObject({
    verdict: 'TRUE',
    explanation: { of: [{ of: [{ unit: 'NM', threshold: 200, value: expect.closeTo(nm, 1) }] }] },
  })

  expect(await lookedBack(id, 'AS_KNOWN')).toEqual(found)
  expect(await lookedBack(id, 'CORRECTED')).toEqual(found)
  await server.call(updateFeed, { id: feed, expected_version: 2, stations: [] })
  expect(await lookedBack(id, 'AS_KNOWN')).toEqual(found)
  expect(await lookedBack(id, 'CORRECTED')).toEqual([])
})

const masts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Mast ${i}`, lat: i - 25, lon: 70 + i / 7 }))

test('invalid stations are rejected by field, and valid ones stay until they are changed', async () => {
  const refused: [object, string][] = [
    [{ stations: [{ ...KOCHI, lat: 91 }] }, 'stations.0.lat'],
    [{ stations: [{ ...KOCHI, lon: -181 }] }, 'stations.0.lon'],
    [{ stations: [{ ...KOCHI, name: ' ' }] }, 'stations.0.name'],
    [{ stations: [{ ...KOCHI, height_m: 30 }] }, 'stations.0.height_m'],
    [{ stations: masts(51) }, 'stations'],
    [{ stations: [KOCHI, { ...KOCHI, lat: 10 }] }, 'stations'],
    [{ stations: [KOCHI], kind: 'sbs-tcp' }, 'stations'],
  ]
  for (const [wrong, field] of refused) {
    const answer = await server.raw(addFeed, { ...aFeed(), name: 'Wrong', enabled: false, ...wrong })
    expect(answer).toMatchObject({ Code: 'VALIDATION', fields: [{ field }] })
  }
  const fifty = masts(50)
  const added = await server.call(addFeed, { ...aFeed(), name: 'Masts', enabled: false, stations: fifty })
  expect(added.stations).toEqual(fifty)
  const { id } = added
  expect(await server.call(updateFeed, { id, expected_version: 1, trust: 0.7 })).toMatchObject({
    stations: fifty,
  })
  await server.call(updateFeed, { id, expected_version: 2, stations: [KOCHI] })
  expect(await server.raw(updateFeed, { id, expected_version: 3, kind: 'beast-tcp' })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'stations' }],
  })
  const { items } = await server.call(getFeeds, {})
  expect(items.find((feed) => feed.id === id)!.stations).toEqual([KOCHI])
})

const at = (minute: number) => new Date(minute * MINUTE)
const aVersion = (
  number: number,
  source_id: number,
  stations: (typeof KOCHI)[],
  from: number,
  to?: number,
) => ({
  number,
  name: '',
  priority: 1,
  trust: 1,
  source_id,
  kind: 'nmea-tcp' as const,
  stations,
  known_from: at(from),
  known_to: to === undefined ? null : at(to),
})

test('a station counts from two minutes after entry, while each feed of its source reported one', () => {
  const chennai = { name: 'Chennai', lat: 13, lon: 80 }
  const versions = [
    aVersion(1, 1, [], 0, 10),
    aVersion(1, 1, [KOCHI], 10, 20),
    aVersion(1, 1, [chennai], 20),
    aVersion(2, 1, [], 30, 40),
    { ...aVersion(3, 1, [], 0), kind: 'sbs-tcp' as const },
  ]
  const then = new NearestStation(stationsThen(versions, false))
  const now = new NearestStation(stationsThen(versions, true))
  const nm = (known: NearestStation, minute: number, source = 1) =>
    Math.round(known.distanceNm(source, 9, 76, minute * MINUTE))
  const toChennai = Math.round(metresBetween(9, 76, chennai.lat, chennai.lon) / METRES_PER_NM)
  expect([11, 12, 21, 22, 32, 41, 42].map((minute) => nm(then, minute))).toEqual([
    NaN,
    0,
    0,
    toChennai,
    NaN,
    NaN,
    toChennai,
  ])
  expect(nm(now, 50)).toBe(toChennai)
  expect(nm(now, 11)).toBeNaN()
  expect(nm(then, 50, 2)).toBeNaN()
})

test('the nearest station is the one nearest in a search of all', () => {
  const places = Array.from({ length: 50 }, (_, i) => ({
    lat: ((i * 37) % 170) - 85 + i / 60,
    lon: ((i * 91) % 360) - 180 + i / 60,
  }))
  const nearest = new NearestStation([{ source: 1, from: -Infinity, to: Infinity, places }])
  for (let i = 0; i < 300; i++) {
    const [lat, lon] = [((i * 53) % 180) - 89.7, ((i * 29) % 360) - 179.3]
    const plain = Math.min(...places.map((one) => metresBetween(lat, lon, one.lat, one.lon))) / METRES_PER_NM
    expect(nearest.distanceNm(1, lat, lon, 0)).toBeCloseTo(plain, 6)
  }
})
