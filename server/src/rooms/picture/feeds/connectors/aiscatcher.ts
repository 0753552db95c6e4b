import http from 'node:http'
import { hostAndPort, type ConnectorFactory, type FeedAddress, type FeedEnd } from '../reading/connector.ts'
import { Held, hurryBodies } from '../../../../platform/kernel/objects/bodies.ts'
import { LARGEST_POST, foundIn, isPackedKnown, type Sent } from '../posts/feed-post.ts'
import { Posts } from '../posts/posts.ts'
import { Retry } from '../reading/retry.ts'
import { allowed, plainAddress } from '../posts/senders.ts'
import { LineBySender, udpListener } from './udp.ts'

/** Maximum bytes of posts in memory: 64 connections with one body each would be a gigabyte. */
const MOST_HELD = { one: 32 * 1024 * 1024, all: 64 * 1024 * 1024 }
const MOST_CONNECTIONS = 64
const HEADERS_MS = 10_000
const sentAs = ({ headers }: http.IncomingMessage): Sent => ({
  packing: (headers['content-encoding'] ?? '').trim().toLowerCase(),
  type: headers['content-type'] ?? '',
})

/** Datagrams of `AIS-catcher -u host port JSON on`; plain NMEA datagrams are taken too. */
export const aiscatcherUdp = udpListener((datagram, line, end) => {
  const text = datagram.toString('utf8').trim()
  if (!text.startsWith('{')) return line.bytes(Buffer.from(`${text}\n`))
  for (const one of text.split('\n')) {
    const found = foundIn(one)
    if ('fault' in found) end.malformed(found.fault)
    else if (found.lines.length > 0) line.bytes(found.lines, found.asReceived)
  }
})

/** Returns a handler that answers a post with a status, after its content has reached the line of its sender. */
function receiver(feed: FeedAddress, end: FeedEnd, lines: LineBySender, posts: Posts) {
  const mayCall = allowed(feed.options)
  const held = new Held(MOST_HELD)
  return async (request: http.IncomingMessage): Promise<number> => {
    const address = plainAddress(request.socket.remoteAddress)
    if (request.method !== 'POST') return 405
    if (!mayCall(address)) {
      end.malformed(`${address} is not in "allow"; its data was ignored`)
      return 403
    }
    if (feed.secret !== null && request.headers.authorization !== `Bearer ${feed.secret}`) return 401
    if (!end.accepting()) {
      end.overflow(1)
      return 503
    }
    const sent = sentAs(request)
    if (!isPackedKnown(sent)) {
      end.malformed(`a post was compressed as ${sent.packing}; send it as gzip, deflate or plain`)
      return 415
    }
    const chunks: Buffer[] = []
    let size = 0
    try {
      // What is refused in the middle can still be answered.
      for await (const part of request.iterator({ destroyOnReturn: false })) {
        const chunk = part as Buffer
        size += chunk.length
        const mayBeHeld = held.add(address, chunk.length)
        if (size > LARGEST_POST) return posts.tooLarge()
        if (!mayBeHeld) return posts.tooMany()
        chunks.push(chunk)
      }
      return await posts.take(Buffer.concat(chunks), sent, () => lines.of(address))
    } finally {
      held.add(address, -size)
    }
  }
}

/** Posts of `AIS-catcher -H http://…`: JSON, JSON by line, the APRS form or NMEA, gzip or plain. */
export const aiscatcherHttp: ConnectorFactory = (feed, end, site) => {
  const at = hostAndPort(feed.address, '0.0.0.0')
  const retry = new Retry()
  const lines = new LineBySender(end)
  const posts = new Posts(site, end, feed.address)
  const receive = receiver(feed, end, lines, posts)
  let letThemBe = () => {}
  let server: http.Server | undefined
  let stopped = false

  function listen() {
    if (stopped) return
    server = http.createServer({ headersTimeout: HEADERS_MS }, (request, response) => {
      receive(request).then(
        (status) => response.writeHead(status).end(),
        () => {
          end.malformed('a post could not be read; check its compression')
          response.writeHead(400).end()
        },
      )
    })
    server.maxConnections = MOST_CONNECTIONS
    letThemBe()
    letThemBe = hurryBodies(server)
    server.on('error', (error) => {
      end.closed(error.message)
      retry.later(listen)
    })
    server.listen(at, () => {
      retry.succeeded()
      end.opened()
    })
  }

  return {
    start: listen,
    stop: async () => {
      stopped = true
      retry.end()
      letThemBe()
      posts.stop()
      lines.close()
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      end.closed(null)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}
