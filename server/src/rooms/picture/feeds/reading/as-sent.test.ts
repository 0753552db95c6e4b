import dgram from 'node:dgram'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { getFeeds } from '@samudra/contract/feeds'
import { filterAisData, getAisDetailsByVessel } from '@samudra/contract/picture'
import { encodeTagBlock } from '@samudra/nautical/ais/encode-sentences'
import { encodeAidToNavigation, encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterEach, expect, test } from 'vitest'
import { aServer, until } from '../../../../../testing/servers/a-server.ts'
import { freePort } from '../../../../../testing/seas/ports.ts'
import { aisstreamToLines } from '../../../../sea/aisstream-json.ts'
import { readFeedUrl } from '../feed-url.ts'
import { jsonToLines } from '../../../../sea/json-lines.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const aReport = (mmsi: number) => encodePosition({ mmsi, lat: 9.9, lon: 75.9, sog: 10, cog: 90 })[0]!
const aJson = (mmsi: number) => JSON.stringify({ stationid: 'Kødal 1', msgs: [{ nmea: [aReport(mmsi)] }] })

test('senders are read as they send: without a last line end, packed, in forms, with long names', async () => {
  const [tcp, http] = [await freePort(), await freePort()]
  const sea = await aServer([
    readFeedUrl(`nmea-tcp-server://127.0.0.1:${tcp}?source=COAST`, {}),
    readFeedUrl(`aiscatcher-http://127.0.0.1:${http}?source=HTTP`, {}),
  ])
  open.push(sea)
  const feeds = async () => (await sea.call(getFeeds, {})).items
  await until(async () => (await feeds()).every((one) => one.counters.connections > 0), 'both feeds are open')

  const socket = net.connect(tcp, '127.0.0.1')
  const aid = encodeAidToNavigation({
    mmsi: 994190001,
    name: 'KOCHI FAIRWAY NORTH CHANNEL BUOY 9',
    lat: 9.9,
    lon: 76,
  })
  const tenDigits = encodePosition({ mmsi: 1_073_741_823, lat: 9, lon: 76 })
  const station = encodeTagBlock({ s: 'Ålesund, nord' })
  socket.end([...tenDigits, ...aid, `${station}${aReport(419000001)}`].join('\r'))

  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${http}/`, { method: 'POST', body, headers })).status
  const packed = (mmsi: number) => new Uint8Array(gzipSync(aJson(mmsi)))
  expect(await post(packed(419000002), { 'content-encoding': 'GZIP' })).toBe(200)
  expect(await post(packed(419000003), { 'content-encoding': 'x-gzip' })).toBe(200)
  expect(await post(packed(419000009), { 'content-encoding': 'br' })).toBe(415)
  const form = new FormData()
  form.set('jsonais', JSON.stringify({ groups: [{ path: [], msgs: [{ nmea: [aReport(419000004)] }] }] }))
  const multipart = await fetch(`http://127.0.0.1:${http}/`, { method: 'POST', body: form })
  expect(multipart.status).toBe(200)

  const contacts = async () => (await sea.call(filterAisData, { filter: {} })).ais
  await until(async () => (await contacts()).length === 5, 'all five stations are on the picture')
  expect((await contacts()).map((one) => one.ship_name ?? one.mmsi).toSorted()).toEqual([
    '419000001',
    '419000002',
    '419000003',
    '419000004',
    'KOCHI FAIRWAY NORTH CHANNEL BUOY 9',
  ])
  const stationOf = async (mmsi: string) =>
    (await sea.call(getAisDetailsByVessel, { mmsi })).alternatives[0]!.station
  expect(await stationOf('419000001')).toBe('Ålesund, nord')
  expect(await stationOf('419000002')).toBe('Kødal 1')
  const [coast, posts] = await feeds()
  expect(coast!.counters).toMatchObject({ malformed: 1, messages: 2 })
  expect(posts!.last_error).toContain('compressed as br')
})

test('parts of a message a station groups and signs are joined from two of its ports', async () => {
  const port = await freePort()
  const sea = await aServer([readFeedUrl(`nmea-udp://127.0.0.1:${port}?source=UDP`, {})])
  open.push(sea)
  await until(
    async () => (await sea.call(getFeeds, {})).items[0]!.counters.connections > 0,
    'the feed is open',
  )
  const sockets = [dgram.createSocket('udp4'), dgram.createSocket('udp4')]
  for (const socket of sockets) open.push({ close: () => socket.close() })
  const parts = encodeStaticVoyage({ mmsi: 419000123, name: 'SAMUDRA PRIDE' })
  const report = aReport(419000123)
  for (const [i, part] of parts.entries()) {
    const block = encodeTagBlock({ g: { group: 71, part: i + 1, total: 2 }, s: 'AI0001' })
    sockets[i]!.send(`${block}${part}`, port, '127.0.0.1')
  }
  sockets[0]!.send(report, port, '127.0.0.1')
  await until(
    async () => (await sea.call(filterAisData, { filter: {} })).ais[0]?.ship_name === 'SAMUDRA PRIDE',
    'the name is known',
  )
})

test('posts and datagrams from outside "allow" are not read, and the operator is notified', async () => {
  const [http, udp, json] = [await freePort(), await freePort(), await freePort()]
  const sea = await aServer([
    readFeedUrl(`aiscatcher-http://127.0.0.1:${http}?source=HTTP&allow=10.0.0.5`, {}),
    readFeedUrl(`nmea-udp://127.0.0.1:${udp}?source=UDP&allow=10.0.0.5`, {}),
    readFeedUrl(`aiscatcher-udp://127.0.0.1:${json}?source=JSON&allow=10.0.0.5`, {}),
  ])
  open.push(sea)
  const feeds = async () => (await sea.call(getFeeds, {})).items
  await until(async () => (await feeds()).every((one) => one.counters.connections > 0), 'the feeds are open')
  const answer = await fetch(`http://127.0.0.1:${http}/`, { method: 'POST', body: aJson(419000001) })
  expect(answer.status).toBe(403)
  const socket = dgram.createSocket('udp4')
  open.push({ close: () => socket.close() })
  socket.send(aReport(419000002), udp, '127.0.0.1')
  socket.send(aJson(419000003), json, '127.0.0.1')
  await until(
    async () => (await feeds()).every((one) => one.last_error?.includes('127.0.0.1 is not in "allow"')),
    'each is told',
  )
  expect((await sea.call(filterAisData, { filter: {} })).ais).toEqual([])
})

test('a number of ten digits comes through no other door', () => {
  const frame = (UserID: unknown) =>
    aisstreamToLines(
      JSON.stringify({
        MessageType: 'PositionReport',
        Message: { PositionReport: { UserID, Latitude: 1, Longitude: 2 } },
      }),
    )
  expect(frame(1_492_741_947)).toMatchObject({ fault: expect.stringContaining('nine-digit MMSI') })
  expect(frame(419000123)).toHaveProperty('lines')
})

test('a station name of JSON keeps its letters', () => {
  const lines = jsonToLines(JSON.stringify({ stationid: 'Kødal, 1', nmea: ['!AIVDM,1,1,,A,0,0*00'] }))
  expect(new TextDecoder().decode(lines as Uint8Array)).toContain('s:Kødal^2C 1*')
})
