import { once } from 'node:events'
import { X509Certificate } from 'node:crypto'
import net from 'node:net'
import tls from 'node:tls'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { generate } from 'selfsigned'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../../../../testing/servers/a-server.ts'
import { freePort, listening } from '../../../../../testing/seas/ports.ts'
import type { Connector, FeedAddress, FeedEnd, Line } from '../reading/connector.ts'
import { tcpClient } from '../connectors/tcp-client.ts'
import { tcpServer } from '../connectors/tcp-server.ts'
import { Readers } from '../../../../platform/kernel/files/readers.ts'
import { FREE } from '../../../../platform/kernel/http/allowed-addresses.ts'
import { MAX_SENDERS, Senders, allowed, fingerprints } from './senders.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const REPORT = `${encodePosition({ mmsi: 419000123, lat: 9.9, lon: 75.9, sog: 10, cog: 90 })[0]!}\r\n`

const SITE = { tls: null, reach: FREE, readers: new Readers(), settled: async () => undefined }

/** Feed of a connector that records its bytes and messages. */
class HeardFeed implements FeedEnd {
  heard = ''
  readonly text: string[] = []
  isOpen = false
  lines = 0
  line(): Line {
    this.lines++
    return {
      bytes: (chunk) => {
        this.heard += Buffer.from(chunk).toString('latin1')
        return this.heard.includes('!AIVDM')
      },
      close: () => void this.lines--,
    }
  }
  opened = () => void (this.isOpen = true)
  closed = (why: string | null) => void this.text.push(why ?? 'closed')
  malformed = (why: string) => void this.text.push(why)
  overflow = () => undefined
  accepting = () => true
}

const feedAt = (port: number, options: FeedAddress['options'] = {}): FeedAddress => ({
  kind: 'nmea-tcp-server',
  address: `127.0.0.1:${port}`,
  options,
  secret: null,
  expectedIntervalS: 10,
})
function started(connector: Connector) {
  open.push({ close: () => connector.stop() })
  connector.start()
}
async function called(port: number, from = '127.0.0.1'): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  open.push({ close: () => socket.destroy() })
  await once(socket, 'connect')
  return socket
}

test('sixty-four silent connections do not exclude a sending station', async () => {
  const feed = new HeardFeed()
  const port = await freePort()
  started(tcpServer(feedAt(port), feed, SITE))
  await until(() => feed.isOpen, 'it listens')
  for (let n = 0; n < MAX_SENDERS; n++) await called(port)
  await until(() => feed.lines === MAX_SENDERS, 'all places are taken')
  const station = await called(port, '127.0.0.2')
  station.write(REPORT)
  await until(() => feed.heard.includes('!AIVDM'), 'the station is heard')
  // And it keeps its place when more of them come.
  for (let n = 0; n < 5; n++) await called(port)
  expect(station.destroyed).toBe(false)
  station.write(REPORT)
  await until(() => feed.heard.length === 2 * REPORT.length, 'the station is heard again')
  expect(feed.lines).toBe(MAX_SENDERS)
})

test('every sending address has a place: the address with most gives way, or else the newest', async () => {
  for (const others of [61, 0]) {
    const feed = new HeardFeed()
    const port = await freePort()
    started(tcpServer(feedAt(port), feed, SITE))
    await until(() => feed.isOpen, 'it listens')
    const spoken: net.Socket[] = []
    const speaks = async (from: string) => {
      const socket = (await called(port, from)).resume()
      socket.write(REPORT)
      spoken.push(socket)
      await until(() => feed.heard.length === spoken.length * REPORT.length, 'it is heard')
      return socket
    }
    const few = [await speaks('127.0.0.2'), await speaks('127.0.0.3')]
    if (others > 0) few.push(await speaks('127.0.0.3'))
    const many: net.Socket[] = []
    for (let n = few.length; n < MAX_SENDERS; n++)
      many.push(await speaks(others > 0 ? '127.0.0.4' : `127.0.1.${n}`))
    const last = (await called(port, '127.0.0.5')).resume()
    const gone = () => [...few, ...many, last].filter(({ destroyed }) => destroyed)
    await until(() => gone().length === 1, 'one has given way')
    expect((others > 0 ? many : [last]).includes(gone()[0]!)).toBe(true)
  }
})

test('connections silent for a minute are ended, and former senders only after a long silence', async () => {
  const words: string[] = []
  const senders = new Senders(10, (why) => words.push(why))
  open.push(senders)
  const server = net.createServer()
  open.push(server)
  const port = await listening(server)
  const feed = new HeardFeed()
  const take = async () => {
    const theirs = called(port)
    const [socket] = (await once(server, 'connection')) as [net.Socket]
    senders.take(socket, () => feed.line())
    return theirs
  }
  const mute = await take()
  const station = await take()
  station.write(REPORT)
  await until(() => feed.heard.includes('!AIVDM'), 'the station is heard')
  const muteEnds = once(mute, 'close')
  const now = performance.now()
  senders.look(now + 50_000)
  expect(words).toEqual([])
  senders.look(now + 70_000)
  await muteEnds
  expect(words).toEqual(['a connection sent no readable data for a minute and was closed'])
  senders.look(now + 500_000)
  expect(words).toHaveLength(1)
  const stationEnds = once(station, 'close')
  senders.look(now + 700_000)
  await stationEnds
  expect(words[1]).toBe('a silent sender was disconnected; it may reconnect')
})

test('only allowed addresses can send', async () => {
  const feed = new HeardFeed()
  const port = await freePort()
  started(tcpServer(feedAt(port, { allow: '127.0.0.2, 10.0.0.0/8' }), feed, SITE))
  await until(() => feed.isOpen, 'it listens')
  const stranger = await called(port)
  if (!stranger.destroyed) await once(stranger, 'close')
  expect(feed.text).toEqual(['127.0.0.1 is not in "allow" and was refused'])
  const station = await called(port, '127.0.0.2')
  station.write(REPORT)
  await until(() => feed.heard.includes('!AIVDM'), 'the station is heard')
})

test('an allow list accepts addresses and networks of both versions and rejects others', () => {
  const may = allowed({ allow: '10.1.0.0/16, 192.168.0.7, 2001:db8::/32' })
  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.168.0.7', '2001:db8::5'].map(may)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
  expect(['10.2.0.1', '192.168.0.8', '2001:db9::1', undefined].map(may)).toEqual(
    Array.from({ length: 4 }, () => false),
  )
  for (const allow of ['10.0.0', '10.0.0.1/33', 'coast.example', '10.0.0.1/x'])
    expect(() => allowed({ allow })).toThrow(/is not an address or network\. Write/)
  expect(() => fingerprints({ clients: 'AA:BB' })).toThrow(/not a SHA-256 fingerprint/)
})

/** A key and a certificate of its own, as a station would make one. */
async function aCertificate(name: string) {
  const made = await generate([{ name: 'commonName', value: name }], { keyType: 'ec' })
  return { key: made.private, cert: made.cert, fingerprint: new X509Certificate(made.cert).fingerprint256 }
}

test('over TLS only senders with a listed certificate are received', async () => {
  const [centre, station, stranger] = await Promise.all(['centre', 'station', 'stranger'].map(aCertificate))
  const feed = new HeardFeed()
  const port = await freePort()
  const options = { tls: true, clients: station!.fingerprint.replaceAll(':', '').toLowerCase() }
  started(tcpServer(feedAt(port, options), feed, { ...SITE, tls: centre! }))
  await until(() => feed.isOpen, 'it listens')
  for (const shown of [stranger!, {}]) {
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...shown })
    socket.on('error', () => undefined)
    socket.write(REPORT)
    await once(socket, 'close')
  }
  expect(feed.heard).toBe('')
  expect(feed.text).toEqual(
    Array.from({ length: 2 }, () => '127.0.0.1 sent no certificate listed in "clients" and was refused'),
  )
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...station! })
  open.push({ close: () => socket.destroy() })
  socket.write(REPORT)
  await until(() => feed.heard.includes('!AIVDM'), 'the station is heard')
})

test('a provider that is called over TLS is known by its certificate', async () => {
  const [centre, provider, other] = await Promise.all(['centre', 'provider', 'other'].map(aCertificate))
  let shown = ''
  const server = tls.createServer(
    { key: provider!.key, cert: provider!.cert, requestCert: true, rejectUnauthorized: false },
    (socket) => {
      shown = socket.getPeerCertificate().fingerprint256
      socket.on('error', () => undefined)
      socket.end(REPORT)
    },
  )
  open.push(server)
  const port = await listening(server)
  const feeds = [other!.fingerprint, undefined, provider!.fingerprint].map((pin) => {
    const feed = new HeardFeed()
    const options = { tls: true, ...(pin === undefined ? {} : { server: pin }) }
    started(tcpClient({ ...feedAt(port, options), kind: 'nmea-tcp' }, feed, { ...SITE, tls: centre! }))
    return feed
  })
  await until(() => feeds.every(({ text: words }) => words.length > 0), 'all three were answered')
  expect(feeds.map(({ heard }) => heard)).toEqual(['', '', REPORT])
  expect(feeds[0]!.text[0]).toBe('the server sent a certificate other than the one in "server"')
  expect(feeds[1]!.text[0]).toMatch(/self-signed|self signed/)
  expect(shown).toBe(centre!.fingerprint)
})
