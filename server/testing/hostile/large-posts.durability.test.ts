// Rooms: feeds, kernel, sea
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { getFeeds } from '@samudra/contract/feeds'
import { getVesselStats } from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonToLines } from '../../src/sea/json-lines.ts'
import { readWatch } from '../../src/rooms/watch/rules/evaluation/states.sql.ts'
import { readFeedUrl } from '../../src/rooms/picture/feeds/feed-url.ts'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { freePort } from '../seas/ports.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

let sea: TestServer
let port = 0
beforeAll(async () => {
  port = await freePort()
  sea = await aServer([readFeedUrl(`aiscatcher-http://127.0.0.1:${port}?source=POSTS`, {})])
  await until(async () => (await feed()).counters.connections > 0, 'the feed listens')
  // What rules make ready at the start is no part of what a post costs.
  await until(async () => (await readWatch(sea.database.db)) !== null, 'rules are at work')
})
afterAll(() => sea.close())

const feed = async () => (await sea.call(getFeeds, {})).items[0]!
const packed = (json: string) => new Uint8Array(gzipSync(json))
const post = async (body: Uint8Array<ArrayBuffer>) => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body,
  })
  return answer.status
}

test('a post that takes long to parse is parsed in another process, and nothing else waits', async () => {
  // Megabytes of nothing, as costly to read as JSON can be.
  const costly = `[${'{},'.repeat(size(1_500_000, 5_000_000))}{}]`
  const began = performance.now()
  expect(jsonToLines(costly)).toContain('no NMEA')
  const here = performance.now() - began
  const stood = monitorEventLoopDelay({ resolution: 5 })
  const body = packed(costly)
  stood.enable()
  const { result } = await whileOthersCall(
    async () => {
      const received: number[] = []
      for (let n = 0; n < size(1, 4); n++) received.push(await post(body))
      return received
    },
    () => sea.call(getVesselStats, { by: 'source' }),
  )
  stood.disable()
  expect(new Set(result)).toEqual(new Set([200]))
  expect((await feed()).last_error).toContain('carries no NMEA')
  expect(stood.max / 1e6, `ms at a time, where the reading takes ${here.toFixed(0)} ms`).toBeLessThan(
    here / 2,
  )
}, 120_000)

test('a post of thousands of reports is read to the last one', async () => {
  const before = (await feed()).counters.fixes
  const ships = Array.from({ length: 5000 }, (_, n) => ({
    class: 'AIS',
    device: 'AIS-catcher',
    rxtime: new Date().toISOString().replace(/\D/g, '').slice(0, 14),
    nmea: encodePosition({
      mmsi: 419000000 + n,
      lat: 9 + (n % 100) / 50,
      lon: 70 + n / 1000,
      sog: 9,
      cog: 90,
    }),
  }))
  expect(await post(packed(JSON.stringify({ stationid: 'ROOF', msgs: ships })))).toBe(200)
  expect((await feed()).counters.fixes - before).toBe(ships.length)
})
