import net from 'node:net'
import { hostAndPort, type ConnectorFactory } from '../connector.ts'
import { Retry } from '../retry.ts'

const MAX_SENDERS = 64

/** NMEA or SBS-1 lines from senders who call us; each connection is decoded for itself. */
export const tcpServer: ConnectorFactory = (feed, end) => {
  const at = hostAndPort(feed.address, '0.0.0.0')
  const retry = new Retry()
  const senders = new Set<net.Socket>()
  let server: net.Server | undefined
  let paused = false
  let stopped = false

  function accept(socket: net.Socket) {
    if (senders.size >= MAX_SENDERS) {
      end.malformed(`more than ${MAX_SENDERS} senders at once; the newest was turned away`)
      socket.destroy()
      return
    }
    senders.add(socket)
    const line = end.line()
    socket.setKeepAlive(true, 30_000)
    if (paused) socket.pause()
    socket.on('data', (chunk) => line.bytes(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      senders.delete(socket)
      line.close()
    })
  }

  function listen() {
    if (stopped) return
    server = net.createServer({ allowHalfOpen: false }, accept)
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
      for (const socket of senders) socket.destroy()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      end.closed(null)
    },
    pause: () => {
      paused = true
      for (const socket of senders) socket.pause()
    },
    resume: () => {
      paused = false
      for (const socket of senders) socket.resume()
    },
  }
}
