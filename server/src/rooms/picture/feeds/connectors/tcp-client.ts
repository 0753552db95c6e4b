import net from 'node:net'
import tls from 'node:tls'
import {
  hostAndPort,
  type ConnectorFactory,
  type FeedAddress,
  type Line,
  type Site,
} from '../reading/connector.ts'
import { Retry, stallMs } from '../reading/retry.ts'
import { fingerprintOf } from '../posts/senders.ts'

/**
 * A connection over TLS that shows the certificate of this installation. The other side's must be of a known authority,
 * or the one of the option `server`, by its SHA-256 fingerprint.
 */
function connectSealed(target: net.TcpNetConnectOpts, { options }: FeedAddress, site: Site): tls.TLSSocket {
  const pinned = options['server'] === undefined ? null : fingerprintOf(String(options['server']))
  const socket = tls.connect({
    ...target,
    ...(site.tls === null ? {} : { key: site.tls.key, cert: site.tls.cert }),
    ...(net.isIP(target.host ?? '') === 0 ? { servername: target.host ?? '' } : {}),
    rejectUnauthorized: pinned === null,
  })
  socket.prependOnceListener('secureConnect', () => {
    if (pinned !== null && socket.getPeerCertificate().fingerprint256 !== pinned)
      socket.destroy(new Error('the server sent a certificate other than the one in "server"'))
  })
  return socket
}

/** Bytes from a server we call: Kystverket, Spire (with a key), a receiver, a simulator; NMEA, SBS-1, Beast or AVR. */
export const tcpClient: ConnectorFactory = (feed, end, site) => {
  const isSealed = feed.options['tls'] === true
  const target = { ...hostAndPort(feed.address, '127.0.0.1'), lookup: site.reach.lookup }
  const retry = new Retry()
  let socket: net.Socket | undefined
  let stopped = false
  let paused = false

  function connect() {
    if (stopped) return
    const refused = site.reach.refuses(target.host)
    if (refused !== null) {
      end.closed(refused)
      return retry.later(connect)
    }
    let line: Line | undefined
    let why: string | null = null
    const mine = isSealed ? connectSealed(target, feed, site) : net.connect(target)
    socket = mine
    mine.setKeepAlive(true, 30_000)
    mine.setTimeout(stallMs(feed.expectedIntervalS))
    mine.on(isSealed ? 'secureConnect' : 'connect', () => {
      if (mine.destroyed) return
      line = end.line()
      end.opened()
      if (feed.secret !== null) mine.write(`${feed.secret}\n`)
      if (paused) mine.pause()
    })
    mine.on('data', (chunk) => {
      retry.succeeded()
      line?.bytes(chunk)
    })
    mine.on('timeout', () => {
      if (paused) return
      why = 'connected, but no data; reconnecting'
      mine.destroy()
    })
    mine.on('error', (error) => (why = error.message))
    mine.on('close', () => {
      line?.close()
      end.closed(stopped ? null : (why ?? 'the server closed the connection'))
      retry.later(connect)
    })
  }

  return {
    start: connect,
    stop: async () => {
      stopped = true
      retry.end()
      socket?.destroy()
    },
    pause: () => {
      paused = true
      socket?.pause()
    },
    resume: () => {
      paused = false
      socket?.resume()
    },
  }
}
