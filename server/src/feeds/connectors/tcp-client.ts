import net from 'node:net'
import { hostAndPort, type ConnectorFactory, type Line } from '../connector.ts'
import { Retry, stallMs } from '../retry.ts'

/** Bytes from a server we call: Kystverket, Spire (with a key), a receiver, a simulator; NMEA, SBS-1, Beast or AVR. */
export const tcpClient: ConnectorFactory = (feed, end) => {
  const target = hostAndPort(feed.address, '127.0.0.1')
  const retry = new Retry()
  let socket: net.Socket | undefined
  let stopped = false
  let paused = false

  function connect() {
    if (stopped) return
    let line: Line | undefined
    let why: string | null = null
    const mine = net.connect(target)
    socket = mine
    mine.setKeepAlive(true, 30_000)
    mine.setTimeout(stallMs(feed.expectedIntervalS))
    mine.on('connect', () => {
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
      why = 'connected, but silent; connecting again'
      mine.destroy()
    })
    mine.on('error', (error) => (why = error.message))
    mine.on('close', () => {
      line?.close()
      end.closed(stopped ? null : (why ?? 'the other side closed the connection'))
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
