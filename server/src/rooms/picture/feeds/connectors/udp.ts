import dgram from 'node:dgram'
import { hostAndPort, type ConnectorFactory, type FeedEnd, type Line } from '../reading/connector.ts'
import { Retry } from '../reading/retry.ts'
import { allowed, plainAddress } from '../posts/senders.ts'

const MAX_SENDERS = 64
const NEWLINE = Uint8Array.of(10)

/** One line a sender, the one longest silent given up when there are too many. */
export class LineBySender {
  readonly #lines = new Map<string, Line>()
  readonly #end: FeedEnd
  constructor(end: FeedEnd) {
    this.#end = end
  }

  of(sender: string): Line {
    let line = this.#lines.get(sender)
    if (line === undefined) {
      line = this.#end.line()
      if (this.#lines.size >= MAX_SENDERS) {
        const [oldest, its] = this.#lines.entries().next().value!
        its.close()
        this.#lines.delete(oldest)
      }
    } else this.#lines.delete(sender)
    this.#lines.set(sender, line)
    return line
  }

  close() {
    for (const line of this.#lines.values()) line.close()
    this.#lines.clear()
  }
}

const BACKSLASH = 92
const MOST_NAMED = 4096

/**
 * Names the line of a datagram: its address and port. A station may group and sign the parts of a message
 * (`g:1-2-71,s:AI0001`). These parts belong together from any of its ports, as do the later, unsigned parts.
 */
class SenderNames {
  readonly #signing = new Set<string>()

  of(datagram: Buffer, { address, port }: { address: string; port: number }): string {
    const one = `${address}:${port}`
    const end = datagram[0] === BACKSLASH ? datagram.indexOf(BACKSLASH, 1) : -1
    if (end < 0) return one
    const block = datagram.toString('latin1', 1, end)
    if (!/(?:^|,)g:\d/.test(block)) return one
    if (/(?:^|,)s:/.test(block)) {
      if (this.#signing.size >= MOST_NAMED) this.#signing.clear()
      this.#signing.add(one)
    }
    return this.#signing.has(one) ? address : one
  }
}

/** Datagrams, each with one or more lines; `read` hands their bytes to the sender's line. */
export const udpListener =
  (read: (datagram: Buffer, line: Line, end: FeedEnd) => void): ConnectorFactory =>
  (feed, end) => {
    const at = hostAndPort(feed.address, '0.0.0.0')
    const mayCall = allowed(feed.options)
    const retry = new Retry()
    const lines = new LineBySender(end)
    const names = new SenderNames()
    let socket: dgram.Socket | undefined
    let stopped = false

    function bind() {
      if (stopped) return
      const mine = dgram.createSocket({
        type: at.host.includes(':') ? 'udp6' : 'udp4',
        recvBufferSize: 4 << 20,
      })
      socket = mine
      mine.on('error', (error) => {
        end.closed(error.message)
        socket = undefined
        mine.close()
        retry.later(bind)
      })
      mine.on('message', (datagram, from) => {
        if (!mayCall(from.address))
          return end.malformed(`${plainAddress(from.address)} is not in "allow"; its data was ignored`)
        if (!end.accepting()) return end.overflow(1)
        read(datagram, lines.of(names.of(datagram, from)), end)
      })
      mine.bind(at.port, at.host, () => {
        retry.succeeded()
        end.opened()
      })
    }

    return {
      start: bind,
      stop: async () => {
        stopped = true
        retry.end()
        lines.close()
        await new Promise<void>((resolve) => (socket ? socket.close(() => resolve()) : resolve()))
        end.closed(null)
      },
      pause: () => undefined,
      resume: () => undefined,
    }
  }

/** NMEA datagrams. A datagram without a line end is a whole line. */
export const udpNmea = udpListener((datagram, line) => {
  line.bytes(datagram)
  if (datagram.at(-1) !== 10) line.bytes(NEWLINE)
})
