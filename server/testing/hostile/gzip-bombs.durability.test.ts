// Rooms: feeds, kernel
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { login } from '@samudra/contract/identity'
import { getFeeds } from '@samudra/contract/feeds'
import { updateAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { freePort } from '../seas/ports.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

const BYTES = size(64, 512) * 1024 * 1024
const CLEAR = Buffer.alloc(BYTES, ' ')
const BOMBS = { gzip: gzipSync(CLEAR), deflate: deflateSync(CLEAR), br: brotliCompressSync(CLEAR) }

let server: TestServer
let port = 0
beforeAll(async () => {
  port = await freePort()
  server = await aServer([
    {
      name: 'POSTS',
      kind: 'aiscatcher-http',
      address: `127.0.0.1:${port}`,
      source: 'POSTS',
      priority: 1,
      trust: 0.5,
      expectedIntervalS: 10,
      options: {},
      stations: [],
      secret: null,
    },
  ])
  await until(
    async () => (await server.call(getFeeds, {})).items[0]!.counters.connections > 0,
    'the feed listens',
  )
})
afterAll(() => server.close())

const send = async (url: string, encoding: keyof typeof BOMBS, more: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...more },
    body: new Uint8Array(BOMBS[encoding]),
  })
  return answer.status
}

test('a small body that unpacks to hundreds of megabytes is refused, and no user waits for it', async () => {
  const bombs = Object.keys(BOMBS) as (keyof typeof BOMBS)[]
  const before = process.memoryUsage().rss
  const { result } = await whileOthersCall(
    async () => {
      const received: number[] = []
      for (const encoding of bombs) {
        received.push(await send(server.base + login.path, encoding))
        received.push(
          await send(server.base + updateAdminSettings.path, encoding, {
            authorization: `Bearer ${server.token}`,
          }),
        )
        if (encoding !== 'br') received.push(await send(`http://127.0.0.1:${port}/`, encoding))
      }
      return received
    },
    () => server.call(getFeeds, {}),
  )
  expect(new Set(result)).toEqual(new Set([413]))
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})
