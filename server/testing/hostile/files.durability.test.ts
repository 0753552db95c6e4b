// Rooms: events, formats, kernel
import { fileWaits } from '@samudra/contract/socket'
import { deflateSync } from 'node:zlib'
import { uploadEventFile } from '@samudra/contract/events'
import { getVesselStats } from '@samudra/contract/picture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer, until } from '../servers/a-server.ts'
import { Watcher } from '../servers/a-watcher.ts'
import { aUser } from '../servers/a-user.ts'
import { box, geoJsonOf } from '../samples/geo-files.ts'
import { aPdf } from '../samples/pdfs.ts'
import { upload } from '../samples/uploads.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

const MB = 1024 * 1024
let sea: TestServer
let other: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  sea = await aServer()
  other = await aUser(sea, 'other')
})
afterAll(() => sea.close())

const others = () => other.call(getVesselStats, { by: 'source' })
const bring = (token: string, name: string, bytes: Uint8Array) =>
  upload(sea.base, token, uploadEventFile, { name }, bytes)

test('a PDF built for repeated scanning is scanned once', async () => {
  // One object, then thousands of streams that look back for where they begin.
  const pdf = aPdf(
    '9 0 obj\n',
    'stream\nendstream\n'.repeat(size(40_000, 49_000)),
    ' '.repeat(size(1, 20) * MB),
  )
  const began = performance.now()
  const { result } = await whileOthersCall(() => bring(sea.token, 'again.pdf', pdf), others)
  expect(result).toMatchObject({ Status: true, Data: { scan: 'CLEAN' } })
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a small PDF that unpacks to gigabytes is refused, and no user waits for it', async () => {
  const packed = deflateSync(Buffer.alloc(30 * MB))
  const stream = Buffer.concat([
    Buffer.from(`9 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const pdf = aPdf(...Array.from({ length: size(12, 130) }, () => stream))
  const { result } = await whileOthersCall(() => bring(sea.token, 'bomb.pdf', pdf), others)
  expect(result).toMatchObject({ Status: true, Data: { scan: 'BLOCKED' } })
  expect(JSON.stringify(result)).toContain('too large to check after unpacking')
})

test('of ten simultaneous files of a user four are read; the file of another user is read, too', async () => {
  const map = geoJsonOf([{ rings: [box(70, 5, 75, 10)], properties: { name: 'a' } }])
  const screen = new Watcher(sea.base, sea.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const { result } = await whileOthersCall(async () => {
    const note = Buffer.from('A note of a few words is read like any other file.')
    const many = Array.from({ length: 10 }, (_, n) => bring(sea.token, `${n}.txt`, note))
    const tiny = await bring(other.token, 'tiny.geojson', map)
    return { many: await Promise.all(many), tiny }
  }, others)
  expect(result.tiny).toMatchObject({ Status: true, Data: { preview: { total: 1, errors: [] } } })
  const refused = result.many.filter((one) => !one.Status)
  expect(refused.length).toBeGreaterThan(0)
  for (const one of refused) expect(one).toMatchObject({ Code: 'RATE_LIMIT' })
  expect(result.many.filter((one) => one.Status).length).toBeGreaterThanOrEqual(4)
  await until(
    () => screen.events.some(({ name }) => name === fileWaits.wire),
    'the user is told that files wait',
  )
  screen.close()
})
