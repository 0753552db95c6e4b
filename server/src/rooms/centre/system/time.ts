import { createSocket } from 'node:dgram'
import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { lookup } from 'node:dns/promises'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'

const PORT = 123
export const POLL_MS = 10 * 60_000
const TIMEOUT_MS = 5000
/** Maximum age of a valid answer about the clock: three polls. */
const GOOD_FOR_MS = 3 * POLL_MS
/** Seconds from 1900, where NTP begins, to 1970. */
const ERA_S = 2_208_988_800
const PACKET = 48

/** Meter of how far this machine's clock is behind a time server's, by SNTP (RFC 5905, section 14). */
export class ClockOffset {
  readonly #server: string | null
  readonly #log: Log
  readonly #clock: Clock
  #offsetMs: number | null = null
  #measuredAt = -Infinity

  /** `server` is a host, or host:port; null measures nothing. */
  constructor(server: string | null, clock: Clock, log: Log) {
    this.#server = server
    this.#clock = clock
    this.#log = log
  }

  /** Milliseconds to add to our clock; null when no time server has answered of late. */
  get offsetMs(): number | null {
    return performance.now() - this.#measuredAt > GOOD_FOR_MS ? null : this.#offsetMs
  }

  async ask(): Promise<void> {
    const server = this.#server
    if (server === null) return
    try {
      this.#offsetMs = await offsetOf(server, this.#clock)
      this.#measuredAt = performance.now()
    } catch (error) {
      this.#log.warn('the time server does not answer', { server, error: sentenceOf(error) })
    }
  }
}

/** Queries a time server once. Throws when it does not answer within 5 s, or with an implausible answer. */
export async function offsetOf(server: string, clock: Clock): Promise<number> {
  const [, host, port] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(server)!
  const { address } = await lookup(isIPv6(server) ? server : host!)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  try {
    return await exchange(clock, socket, address, port === undefined || isIPv6(server) ? PORT : Number(port))
  } finally {
    socket.close()
  }
}

function exchange(
  clock: Clock,
  socket: ReturnType<typeof createSocket>,
  address: string,
  port: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = Buffer.alloc(PACKET)
    // No leap warning, version 4, client.
    request[0] = 0x23
    // The server returns this as it came; a random number keeps others from answering in its place.
    const cookie = randomBytes(8)
    cookie.copy(request, 40)
    const timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    let sentAt = 0
    socket.on('error', (error) => end(() => reject(error)))
    socket.on('message', (answer) => {
      const receivedAt = clock.now()
      if (answer.length < PACKET || !answer.subarray(24, 32).equals(cookie)) return
      const isServer = (answer[0]! & 0x07) === 4
      const isInStep = answer[0]! >> 6 !== 3 && answer[1]! >= 1 && answer[1]! <= 15
      if (!isServer || !isInStep) return end(() => reject(new Error('the time server is not synchronised')))
      const offset = (timeAt(answer, 32) - sentAt + (timeAt(answer, 40) - receivedAt)) / 2
      end(() => resolve(Math.round(offset * 10) / 10))
    })
    sentAt = clock.now()
    socket.send(request, port, address)
  })
}

/** An NTP timestamp as epoch ms. */
const timeAt = (packet: Buffer, at: number) =>
  (packet.readUInt32BE(at) - ERA_S) * 1000 + (packet.readUInt32BE(at + 4) * 1000) / 2 ** 32
