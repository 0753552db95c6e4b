import { getSourceWiseStatus } from '@samudra/contract/feeds'
import { filterAisData } from '@samudra/contract/picture'
import { getSilentVessels } from '@samudra/contract/silent-vessels'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { epochMs } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { receivingSince } from './reception.ts'

const MINUTE = 60_000
const LOST = 419000100
const NEIGHBOURS = Array.from({ length: 9 }, (_, i) => LOST + 1 + i)

let ahead = 0
const clock = { ...systemClock, now: () => epochMs(systemClock.now() + ahead) }
let sea: TestServer
let officer: Awaited<ReturnType<TestServer['logIn']>>
let coast: Receiver
let islands: Receiver

const report = (mmsi: number, lon = 72, sog = 12) =>
  encodePosition({ mmsi, lat: 10 + (mmsi - LOST) / 1000, lon, sog, cog: 90, navStatus: 0 })

const isSeen = async (mmsis: readonly number[]) => {
  const { ais } = await sea.call(filterAisData, { filter: {} })
  return mmsis.every((mmsi) => ais.some((one) => one.mmsi === String(mmsi)))
}

beforeAll(async () => {
  ;[coast, islands] = [await Receiver.listen(), await Receiver.listen()]
  sea = await aServer([coast.feed('COAST'), islands.feed('ISLANDS')], undefined, { clock })
  for (const at of [0, 10_000, 20_000]) {
    ahead = at
    await coast.send([LOST, ...NEIGHBOURS].flatMap((mmsi) => report(mmsi, 72 + at / 1e7)))
  }
  await islands.send(report(LOST + 50, 93, 0.5))
  await until(() => isSeen([LOST, ...NEIGHBOURS, LOST + 50]), 'all vessels are received')
  await until(async () => {
    const sources = await sea.call(getSourceWiseStatus, {})
    return sources.every(({ state }) => state === 'UP')
  }, 'both sources receive')
  ahead += 25 * MINUTE
  await coast.send(NEIGHBOURS.flatMap((mmsi) => report(mmsi, 72.1)))
  islands.hangUp()
  await islands.close()
  officer = await sea.logIn('admin', PASSWORD)
  await until(async () => {
    const sources = await officer.call(getSourceWiseStatus, {})
    const states = new Map(sources.map(({ source, state }) => [source, state]))
    return states.get('COAST') !== 'DOWN' && states.get('ISLANDS') === 'DOWN'
  }, 'one source is down')
})
afterAll(async () => {
  await sea.close()
  await coast.close()
})

test('a vessel silent in the first hour is listed with interval, reach and confidence', async () => {
  const answer = await officer.call(getSilentVessels, {})
  expect(answer.counts).toEqual({ HIGH: 0, MEDIUM: 1, LOW: 0, NOT_JUDGED: 1 })
  expect(answer).toMatchObject({ total: 2, examined: 11, learned_days: 0 })
  const lost = answer.items.find(({ mmsi }) => mmsi === String(LOST))!
  expect(lost).toMatchObject({
    latitude: 10,
    sog: 12,
    cog: 90,
    source: 'COAST',
    silent_min: 25,
    nominal_interval_s: 10,
    confidence: 'MEDIUM',
    basis: { learned_share: null, near_total: 9, near_received: 9, down_sources: [] },
    reach: { last_speed_nm: 5, max_speed_kn: 25, max_speed_nm: 10.4 },
  })
  expect(lost.missed_reports).toBeGreaterThan(140)
})

test('a vessel whose only source is down is listed and not judged', async () => {
  const { items, down_sources } = await officer.call(getSilentVessels, { confidence: 'NOT_JUDGED' })
  expect(items).toMatchObject([
    { mmsi: String(LOST + 50), basis: { receiving_since: null, down_sources: ['ISLANDS'] } },
  ])
  expect(down_sources).toMatchObject([{ source: 'ISLANDS' }])
})

test('a user of one source sees neither the vessels nor the outage of the other', async () => {
  const islander = await aUser(sea, 'islander', ['ISLANDS'])
  const { items, examined } = await islander.call(getSilentVessels, {})
  expect(examined).toBe(1)
  expect(items.map(({ mmsi }) => mmsi)).toEqual([String(LOST + 50)])
})

test('a vessel that lay still at its last report is not listed among those under way', async () => {
  const { items } = await officer.call(getSilentVessels, { under_way: true })
  expect(items).toMatchObject([{ mmsi: String(LOST) }])
})

test('silent vessels are paged in the order of a column', async () => {
  const first = await officer.call(getSilentVessels, { sort: 'confidence', limit: 1 })
  const second = await officer.call(getSilentVessels, { sort: 'confidence', limit: 1, cursor: first.next! })
  expect([first, second].map(({ items }) => items[0]!.confidence)).toEqual(['NOT_JUDGED', 'MEDIUM'])
  expect(second.next).toBeNull()
  expect(await officer.raw(getSilentVessels, { cursor: 'x' })).toMatchObject({ Code: 'VALIDATION' })
})

test('reception restarts after an outage and not after a short interruption', () => {
  const at = (minute: number, state: string) => ({ at: new Date(minute * MINUTE), state })
  expect(receivingSince([at(0, 'UP'), at(30, 'DOWN'), at(31, 'UP')])).toBe(0)
  expect(receivingSince([at(0, 'UP'), at(30, 'DOWN'), at(35, 'STALE'), at(36, 'UP')])).toBe(35 * MINUTE)
  expect(receivingSince([at(0, 'UP'), at(30, 'DOWN')])).toBeNull()
})
