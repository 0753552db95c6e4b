import dgram from 'node:dgram'
import { getAisHistoryForTrackBtwInterval, getRawMessages, type RawMessages } from '@samudra/contract/history'
import { addZone } from '@samudra/contract/zones'
import { encodeClassBExtended, encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { readFeedUrl } from '../feed-url.ts'

let server: TestServer
let receiver: Receiver
let udpPort: number
beforeAll(async () => {
  receiver = await Receiver.listen()
  udpPort = await freeUdpPort()
  server = await aServer([
    receiver.feed('MSIS'),
    { ...readFeedUrl(`aiscatcher-udp://127.0.0.1:${udpPort}?source=CATCH`, {}), name: 'Catcher' },
  ])
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const HOUR = 3_600_000
/** The stored fixes of a ship, once there are so many. */
async function fixesOf(mmsi: number, count = 1) {
  const from = new Date(Date.now() - HOUR).toISOString()
  const to = new Date(Date.now() + HOUR).toISOString()
  const ask = () =>
    server.call(getAisHistoryForTrackBtwInterval, { mmsi: String(mmsi), from, to, limit: 500 })
  await until(async () => (await ask()).items.length >= count, `${count} fixes of ${mmsi} are stored`)
  return (await ask()).items
}
async function rawOf(mmsi: number): Promise<RawMessages> {
  const fix = (await fixesOf(mmsi)).at(-1)!
  return server.call(getRawMessages, { fix_id: fix.id, mmsi: String(mmsi) })
}
const position = (mmsi: number, lat = 9.9, more: object = {}) =>
  encodePosition({ mmsi, lat, lon: 75.9, sog: 10, cog: 90 }, more)[0]!

async function freeUdpPort() {
  const socket = dgram.createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}
async function sendDatagram(text: string) {
  const socket = dgram.createSocket('udp4')
  await new Promise((resolve) => socket.send(text, udpPort, '127.0.0.1', resolve))
  socket.close()
}

test('the sentence behind a fix is returned as received, with its decoded content', async () => {
  const sentence = position(419000101)
  await receiver.send([position(419000190), sentence, position(419000191)])
  const raw = await rawOf(419000101)
  expect(raw).toMatchObject({ kept: true, form: 'NMEA', source: 'MSIS', lines: [sentence] })
  expect(raw.decoded).toMatchObject([{ type: 1, mmsi: '419000101', lat: 9.9, sog: 10, cog: 90 }])
  expect(raw.why).toBe('The lines are as received.')
})

test('its tag block comes with it', async () => {
  const c = Math.floor(Date.now() / 1000) - 5
  const sentence = position(419000102, 9.9, { tagBlock: { c, s: 'COCHIN' } })
  expect(sentence).toMatch(/^\\.*s:COCHIN.*\\!AIVDM/)
  await receiver.send([sentence])
  const raw = await rawOf(419000102)
  expect(raw.lines).toEqual([sentence])
  expect(raw.decoded).toMatchObject([{ observedAt: c * 1000, station: 'COCHIN' }])
})

test('a sentence that came in pieces is whole again', async () => {
  const sentence = position(419000103)
  const bytes = Buffer.from(`${position(419000192)}\r\n${sentence}\r\n`)
  for (const [from, to] of [
    [0, 60],
    [60, 75],
    [75, bytes.length - 1],
    [bytes.length - 1, bytes.length],
  ] as const) {
    await receiver.send(bytes.subarray(from, to))
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect((await rawOf(419000103)).lines).toEqual([sentence])
})

test('a message of two sentences comes back with both, even when others came between', async () => {
  const parts = splitInTwo(
    encodeClassBExtended({ mmsi: 419000104, lat: 9.9, lon: 75.9, sog: 7, name: 'TWO' })[0]!,
  )
  await receiver.send([parts[0]!, position(419000193), parts[1]!, position(419000194)])
  const raw = await rawOf(419000104)
  expect(raw.lines).toEqual(parts)
  expect(raw.decoded).toMatchObject([{ type: 19, mmsi: '419000104', name: 'TWO' }])
})

test('of a feed that sends JSON the JSON is shown, and the fields of the sentence in it', async () => {
  const json = JSON.stringify({ class: 'AIS', station: 'x', nmea: [position(419000105)], signalpower: -31.5 })
  await sendDatagram(json)
  const raw = await rawOf(419000105)
  expect(raw).toMatchObject({ kept: true, form: 'JSON', source: 'CATCH', lines: [json] })
  expect(raw.decoded).toMatchObject([{ type: 1, mmsi: '419000105' }])
})

test('a JSON text about several vessels is not shown whole: each fix has its own sentence', async () => {
  const [one, other] = [position(419000106), position(419000107)]
  await sendDatagram(JSON.stringify({ msgs: [{ nmea: [one] }, { nmea: [other] }] }))
  for (const [mmsi, sentence] of [
    [419000106, one],
    [419000107, other],
  ] as const) {
    const raw = await rawOf(mmsi)
    expect(raw).toMatchObject({ kept: true, form: 'TAKEN_OUT', lines: [sentence] })
    expect(raw.decoded.map((message) => message['mmsi'])).toEqual([String(mmsi)])
  }
})

test('a fix hidden by source or place is answered as if it did not exist', async () => {
  await receiver.send([position(419000108, 9.9), position(419000109, -30)])
  const zone = await server.call(addZone, {
    name: 'Near',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [70, 5],
          [80, 5],
          [80, 15],
          [70, 15],
          [70, 5],
        ],
      ],
    },
  })
  const ofSource = await aUser(server, 'of.source', ['CATCH'])
  const ofZone = await aUser(server, 'of.zone', ['*'], { zone_access: [zone.id] })
  const near = { fix_id: (await fixesOf(419000108))[0]!.id, mmsi: '419000108' }
  const far = { fix_id: (await fixesOf(419000109))[0]!.id, mmsi: '419000109' }
  expect(await ofSource.raw(getRawMessages, near)).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await ofZone.raw(getRawMessages, near)).toMatchObject({ Data: { kept: true } })
  expect(await ofZone.raw(getRawMessages, far)).toMatchObject({ Code: 'NOT_FOUND' })
  // Nor does the number of a fix open it under the name of another ship.
  expect(await server.raw(getRawMessages, { ...near, mmsi: '419000109' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  expect(await server.raw(getRawMessages, { fix_id: '9999999999999999', mmsi: '419000109' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
})

/** One sentence as two parts with checksums of their own. */
function splitInTwo(sentence: string): string[] {
  const [, , , , channel, payload, rest] = sentence.split(',')
  const fill = rest!.split('*')[0]!
  const part = (n: number, text: string, its: string) => {
    const body = `AIVDM,2,${n},7,${channel},${text},${its}`
    let sum = 0
    for (const letter of body) sum ^= letter.charCodeAt(0)
    return `!${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return [part(1, payload!.slice(0, 30), '0'), part(2, payload!.slice(30), fill)]
}
