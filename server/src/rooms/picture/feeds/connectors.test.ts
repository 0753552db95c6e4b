import dgram from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { getFeeds, type FeedReport } from '@samudra/contract/feeds'
import { filterAisData } from '@samudra/contract/picture'
import { encodeBaseStation, encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { freePort, listening } from '../../../../testing/seas/ports.ts'
import { readFeedUrl } from './feed-url.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const aReport = (mmsi = 419000123, lat = 9.9) => encodePosition({ mmsi, lat, lon: 75.9, sog: 10, cog: 90 })
const LONG_NAME = encodeStaticVoyage({ mmsi: 419000123, name: 'SAMUDRA PRIDE', shipType: 80 })

async function seaWith(url: string, environment: Record<string, string> = {}) {
  const sea = await aServer([readFeedUrl(url, environment)])
  open.push(sea)
  return sea
}
const names = async (sea: TestServer) =>
  (await sea.call(filterAisData, { filter: {} })).ais.map((one) => one.ship_name ?? one.mmsi)
const feedOf = async (sea: TestServer): Promise<FeedReport> => (await sea.call(getFeeds, {})).items[0]!
const isUp = (sea: TestServer) =>
  until(async () => (await feedOf(sea)).counters.connections > 0, 'the feed is open')
const shows = (sea: TestServer, ...wanted: string[]) =>
  until(
    async () => (await names(sea)).sort().join() === wanted.sort().join(),
    `the picture shows ${wanted.join(' and ')}`,
  )

test('nmea-tcp connects again by itself when the other side hangs up', async () => {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const sea = await seaWith(`nmea-tcp://127.0.0.1:${receiver.port}?source=COAST`)
  await receiver.send(aReport())
  await shows(sea, '419000123')
  receiver.hangUp()
  await until(async () => (await feedOf(sea)).counters.reconnects === 1, 'it has connected again')
  await receiver.send(aReport(419000124))
  await shows(sea, '419000123', '419000124')
})

test('nmea-tcp-server decodes every sender for itself, and a split sentence is put together', async () => {
  const port = await freePort()
  const sea = await seaWith(`nmea-tcp-server://127.0.0.1:${port}?source=COAST`)
  await isUp(sea)
  const [one, other] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')]
  open.push({ close: () => one.destroy() }, { close: () => other.destroy() })
  // The first part of a message from one sender and the second from another make no message.
  one.write(`${LONG_NAME[0]}\r\n`)
  other.write(`${LONG_NAME[1]}\r\n${aReport()[0]}\r\n`)
  await shows(sea, '419000123')
  one.write(LONG_NAME[1]!.slice(0, 20))
  await new Promise((resolve) => setTimeout(resolve, 50))
  one.write(`${LONG_NAME[1]!.slice(20)}\r\n`)
  await shows(sea, 'SAMUDRA PRIDE')
})

test('nmea-udp takes datagrams of one or many lines', async () => {
  const port = await freePort()
  const sea = await seaWith(`nmea-udp://127.0.0.1:${port}?source=COAST`)
  await isUp(sea)
  const socket = dgram.createSocket('udp4')
  open.push({ close: () => socket.close() })
  socket.send(aReport()[0]!, port, '127.0.0.1')
  socket.send([...aReport(419000124), ...LONG_NAME].join('\r\n'), port, '127.0.0.1')
  await shows(sea, 'SAMUDRA PRIDE', '419000124')
})

test('nmea-file plays a recording in its own time, or faster by the given factor', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-file-'))
  open.push({ close: () => rmSync(folder, { recursive: true }) })
  const file = path.join(folder, 'recording.nmea')
  const at = (second: number) => ({ year: 2014, month: 4, day: 5, hour: 14, minute: 33, second })
  writeFileSync(
    file,
    [
      ...encodeBaseStation({ mmsi: 4190001, lat: 10, lon: 76, ...at(0) }),
      ...aReport(),
      ...encodeBaseStation({ mmsi: 4190001, lat: 10, lon: 76, ...at(20) }),
      ...aReport(419000124),
    ].join('\n'),
  )
  const sea = await seaWith(`nmea-file://${file}?source=FILE&speed=10`)
  await shows(sea, '004190001', '419000123', '419000124')
  const { ais } = await sea.call(filterAisData, { filter: {} })
  const heardAt = (ship: string) => Date.parse(ais.find(({ mmsi }) => mmsi === ship)!.rec_time)
  expect(heardAt('419000124') - heardAt('419000123')).toBeGreaterThan(1000)
  expect((await feedOf(sea)).last_error).toBe('the file has ended')
})

test('aiscatcher-http takes JSON posts, plain or gzip, with time and station', async () => {
  const port = await freePort()
  const sea = await seaWith(`aiscatcher-http://127.0.0.1:${port}?source=HTTP&secret_env=KEY`, {
    KEY: 'open sesame',
  })
  await isUp(sea)
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer open sesame', ...headers },
    })
  const rxtime = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const batch = JSON.stringify({
    protocol: 'jsonaiscatcher',
    stationid: 'ROOF',
    msgs: [
      { class: 'AIS', type: 1, rxtime, nmea: aReport() },
      { class: 'AIS', type: 5, rxtime, nmea: LONG_NAME },
    ],
  })
  expect((await post(batch, { authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await post(new Uint8Array(gzipSync(batch)), { 'content-encoding': 'gzip' })).status).toBe(200)
  await shows(sea, 'SAMUDRA PRIDE')
  await post('{"msgs":[{"class":"AIS","type":1,"mmsi":419000123}]}')
  await until(
    async () => (await feedOf(sea)).last_error?.includes('carries no NMEA') === true,
    'it says what to switch on',
  )
})

test('aiscatcher-udp takes one JSON object a datagram', async () => {
  const port = await freePort()
  const sea = await seaWith(`aiscatcher-udp://127.0.0.1:${port}?source=UDP`)
  await isUp(sea)
  const socket = dgram.createSocket('udp4')
  open.push({ close: () => socket.close() })
  socket.send(
    JSON.stringify({ class: 'AIS', device: 'AIS-catcher', toa: Date.now() / 1000, nmea: aReport() }),
    port,
    '127.0.0.1',
  )
  await shows(sea, '419000123')
})

test('aisstream subscribes with its key in three seconds, decodes frames and reconnects', async () => {
  const service = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  open.push({ close: () => service.close() })
  const orders: unknown[] = []
  service.on('connection', (socket) => {
    socket.on('message', (data) => {
      orders.push(JSON.parse((data as Buffer).toString()))
      const time_utc = new Date().toISOString().replace('T', ' ').replace('Z', '193198 +0000 UTC')
      socket.send(
        JSON.stringify({
          MessageType: 'PositionReport',
          MetaData: { MMSI: 419000123, ShipName: 'SAMUDRA PRIDE', time_utc },
          Message: {
            PositionReport: {
              MessageID: 1,
              UserID: 419000123,
              Valid: true,
              Latitude: 9.9,
              Longitude: 75.9,
              Sog: 12.3,
              Cog: 181.5,
              TrueHeading: 511,
              NavigationalStatus: 0,
              RateOfTurn: -128,
              Timestamp: 12,
            },
          },
        }),
      )
      socket.send(
        JSON.stringify({
          MessageType: 'ShipStaticData',
          MetaData: { time_utc },
          Message: {
            ShipStaticData: {
              UserID: 419000123,
              Valid: true,
              Name: 'SAMUDRA PRIDE       ',
              CallSign: 'VTXA',
              ImoNumber: 9074729,
              Type: 80,
              Dimension: { A: 150, B: 33, C: 16, D: 16 },
              Destination: 'INCOK',
              MaximumStaticDraught: 11.2,
            },
          },
        }),
      )
      setTimeout(() => socket.close(), 200)
    })
  })
  await until(() => service.address() !== null, 'the service listens')
  const { port } = service.address() as net.AddressInfo
  const feed = readFeedUrl(`aisstream://127.0.0.1:${port}?source=AISSTREAM&secret_env=KEY&bbox=60,0,100,30`, {
    KEY: 'k1',
  })
  const sea = await aServer([{ ...feed, address: feed.address.replace('wss:', 'ws:') }])
  open.push(sea)
  await shows(sea, 'SAMUDRA PRIDE')
  expect(orders[0]).toEqual({
    APIKey: 'k1',
    BoundingBoxes: [
      [
        [0, 60],
        [30, 100],
      ],
    ],
  })
  await until(() => orders.length >= 2, 'it subscribes again')
  expect((await sea.call(filterAisData, { filter: {} })).ais[0]).toMatchObject({
    imo: '9074729',
    true_heading: null,
    cog: 181.5,
  })
})

test('mqtt takes NMEA and JSON from the topics of a broker', async () => {
  const broker = await Aedes.createBroker()
  const server = net.createServer(broker.handle)
  const port = await listening(server)
  open.push({
    close: () => new Promise<void>((resolve) => broker.close(() => server.close(() => resolve()))),
  })
  const sea = await seaWith(`mqtt://127.0.0.1:${port}?source=MQTT&topic=ais/%23`)
  await isUp(sea)
  const publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`)
  await publisher.publishAsync('ais/roof', aReport().join('\n'))
  await publisher.publishAsync('ais/hill', JSON.stringify({ class: 'AIS', nmea: aReport(419000124) }))
  await publisher.publishAsync('other', aReport(419000125).join('\n'))
  await shows(sea, '419000123', '419000124')
  await publisher.endAsync()
})

test('a feed address that is none is refused with an example', () => {
  expect(() => readFeedUrl('tcp://host:1', {})).toThrow(/Kinds: nmea-tcp, .*for example/)
  expect(() => readFeedUrl('nmea-tcp://host:1?priority=0', {})).toThrow(
    /priority must be a number from 1 to 100/,
  )
  expect(() => readFeedUrl('nmea-tcp://host', {})).toThrow(
    /--feed nmea-tcp:\/\/host: "host" is not an address/,
  )
  for (const [url, why] of [
    [
      'nmea-tcp://host:1?speeed=2',
      'nmea-tcp has no option "speeed". Its options: time, checksum, server, tls',
    ],
    ['nmea-udp://:1?loop=true', 'nmea-udp has no option "loop"'],
    ['nmea-file://day.nmea?loop=yes', 'the option "loop" is true or false, not "yes"'],
    ['nmea-file://day.nmea?speed=fast', 'the option "speed" is a number of at least 0, not "fast"'],
    ['nmea-tcp://host:1?time=arrival', 'the option "time" is "received", not "arrival"'],
    ['aisstream://?bbox=40,-30,110', 'the option "bbox" is west,south,east,north in degrees'],
    ['beast-tcp://host:1?lat=91', 'the option "lat" is a number from -90 to 90, not "91"'],
    ['nmea-tcp://host:1?priority=1&priority=2', 'priority is given twice. Give it once'],
  ] as const)
    expect(() => readFeedUrl(url, {})).toThrow(`--feed ${url}: ${why}`)
  expect(readFeedUrl('mqtt://host:8883?tls=true', {}).address).toBe('mqtts://host:8883')
  expect(() => readFeedUrl('aisstream://?secret_env=NOT_SET', {})).toThrow(/variable NOT_SET is not set/)
})
