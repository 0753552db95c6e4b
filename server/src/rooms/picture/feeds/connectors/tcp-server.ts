import net from 'node:net'
import tls from 'node:tls'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import {
  hostAndPort,
  type ConnectorFactory,
  type FeedAddress,
  type FeedEnd,
  type Site,
} from '../reading/connector.ts'
import { Retry } from '../reading/retry.ts'
import { Senders, allowed, fingerprints, plainAddress } from '../posts/senders.ts'

/** A sender shows its certificate within this time. */
const HANDSHAKE_MS = 10_000
/** With those that are still shaking hands. */
const MOST_CONNECTIONS = 1024

/** A server that takes who is allowed, over TLS those with a certificate of `clients`; throws a sentence. */
function openServer({ options }: FeedAddress, end: FeedEnd, site: Site, taken: (socket: net.Socket) => void) {
  const mayCall = allowed(options)
  const clients = fingerprints(options)
  function turnAway(socket: net.Socket, why: string) {
    end.malformed(`${plainAddress(socket.remoteAddress)} ${why} and was refused`)
    socket.destroy()
  }
  function accept(socket: net.Socket) {
    if (socket.destroyed) return
    socket.on('error', () => undefined)
    const isKnown =
      clients === null ||
      (socket instanceof tls.TLSSocket && clients.has(socket.getPeerCertificate().fingerprint256))
    if (isKnown) taken(socket)
    else turnAway(socket, 'sent no certificate listed in "clients"')
  }
  const server = options['tls'] === true ? sealedServer(site, accept) : net.createServer(accept)
  server.maxConnections = MOST_CONNECTIONS
  server.prependListener('connection', (socket: net.Socket) => {
    if (!mayCall(socket.remoteAddress)) turnAway(socket, 'is not in "allow"')
  })
  return server
}

function sealedServer({ tls: own }: Site, accept: (socket: net.Socket) => void) {
  if (own === null) throw new Error('senders can use TLS only if Samudra is started with --tls')
  return tls.createServer(
    // The feed itself defines the accepted certificates.
    { ...own, handshakeTimeout: HANDSHAKE_MS, requestCert: true, rejectUnauthorized: false },
    accept,
  )
}

/**
 * NMEA or SBS-1 lines from senders who call us; each connection is decoded for itself. `allow` names who may call;
 * `tls` takes them over TLS with the certificate of this server, and `clients` only those with one of these certificates.
 */
export const tcpServer: ConnectorFactory = (feed, end, site) => {
  const at = hostAndPort(feed.address, '0.0.0.0')
  const retry = new Retry()
  const senders = new Senders(feed.expectedIntervalS, (why) => end.malformed(why))
  let server: net.Server | undefined
  let paused = false
  let stopped = false

  function listen() {
    if (stopped) return
    try {
      server = openServer(feed, end, site, (socket) => {
        if (senders.take(socket, () => end.line()) && paused) socket.pause()
      })
    } catch (error) {
      end.closed(sentenceOf(error))
      return
    }
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
      senders.close()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      end.closed(null)
    },
    pause: () => {
      paused = true
      for (const socket of senders.sockets()) socket.pause()
    },
    resume: () => {
      paused = false
      for (const socket of senders.sockets()) socket.resume()
    },
  }
}
