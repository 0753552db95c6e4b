import { BlockList, isIP, type Socket } from 'node:net'
import type { Line } from '../reading/connector.ts'

/** Connections one feed takes at once. */
export const MAX_SENDERS = 64
/** A connection that brought nothing that can be understood within this time is no sender of ours. */
const FIRST_MS = 60_000
/**
 * Minimum silence of a sender before its connection ends, besides ten intervals: a station can receive no vessel for
 * long.
 */
const LEAST_SILENCE_MS = 600_000
const LOOK_MS = 1000

type Options = Record<string, string | number | boolean>
export type Sender = { address: string; socket: Socket; since: number; heardAt: number | null }

/** An address as it is compared: one of version 4 is written as such wherever it comes from. */
export const plainAddress = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')

/**
 * Returns a test of the sender addresses in option `allow`: addresses and networks, like `10.0.0.5, 10.1.0.0/16`; all
 * if absent. Throws a sentence when it cannot be read.
 */
export function allowed({ allow }: Options): (address: string | undefined) => boolean {
  if (allow === undefined || allow === '') return () => true
  const list = new BlockList()
  for (const part of String(allow).split(',')) {
    const [address = '', bits] = part.trim().split('/')
    const kind = isIP(address)
    const most = kind === 4 ? 32 : 128
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (kind === 0 || prefix < 0 || prefix > most)
      throw new RangeError(`"${part.trim()}" is not an address or network. Write 10.0.0.5 or 10.1.0.0/16`)
    list.addSubnet(address, prefix, kind === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const plain = plainAddress(address)
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * The certificates senders may show, by the option `clients`: SHA-256 fingerprints, as `openssl x509 -fingerprint
 * -sha256` writes them; null without it. Throws a sentence.
 */
export function fingerprints({ clients }: Options): ReadonlySet<string> | null {
  if (clients === undefined || clients === '') return null
  return new Set(String(clients).split(',').map(fingerprintOf))
}

export function fingerprintOf(written: string): string {
  const hex = written.replaceAll(/[:\s]/g, '').toUpperCase()
  if (!/^[0-9A-F]{64}$/.test(hex))
    throw new RangeError(`"${written.trim()}" is not a SHA-256 fingerprint. Write 64 hexadecimal digits`)
  return hex.match(/../g)!.join(':')
}

/** Checks the sender options of a feed. Throws a sentence. */
export function checkSenders(options: Options): void {
  allowed(options)
  if (fingerprints(options) !== null && options['tls'] !== true)
    throw new RangeError('"clients" needs TLS. Add tls=true')
  if (options['server'] !== undefined) fingerprintOf(String(options['server']))
}

/**
 * Connections of a feed that senders call. When all places are taken, a connection that never sent anything gives way,
 * or one of an address with several. Every sending address thus has a place.
 */
export class Senders {
  readonly #senders = new Set<Sender>()
  readonly #silenceMs: number
  readonly #turnedAway: (why: string) => void
  #timer: NodeJS.Timeout | undefined

  /** Creates the list; `turnedAway` receives the reason when the server ends a connection. */
  constructor(expectedIntervalS: number, turnedAway: (why: string) => void) {
    this.#silenceMs = Math.max(LEAST_SILENCE_MS, expectedIntervalS * 10_000)
    this.#turnedAway = turnedAway
  }

  /** Takes a connection up, and decodes what it brings with `line`; false when there is no place for it. */
  take(socket: Socket, open: () => Line, now = performance.now()): boolean {
    const sender: Sender = { address: plainAddress(socket.remoteAddress), socket, since: now, heardAt: null }
    if (this.#senders.size >= MAX_SENDERS) {
      const least = this.#least(sender)
      this.#end(least, `more than ${MAX_SENDERS} senders at once; one without anything to say was refused`)
      if (least === sender) return false
    }
    this.#senders.add(sender)
    this.#timer ??= setInterval(() => this.look(performance.now()), LOOK_MS).unref()
    const line = open()
    socket.setKeepAlive(true, 30_000)
    socket.on('data', (chunk) => {
      if (line.bytes(chunk)) sender.heardAt = performance.now()
    })
    socket.on('close', () => {
      this.#senders.delete(sender)
      line.close()
    })
    return true
  }

  *sockets(): Iterable<Socket> {
    for (const { socket } of this.#senders) yield socket
  }

  /** Ends connections that never sent anything, or nothing for too long. `now` is monotonic. */
  look(now: number) {
    for (const sender of this.#senders)
      if (sender.heardAt === null && now - sender.since > FIRST_MS)
        this.#end(sender, 'a connection sent no readable data for a minute and was closed')
      else if (sender.heardAt !== null && now - sender.heardAt > this.#silenceMs)
        this.#end(sender, 'a silent sender was disconnected; it may reconnect')
  }

  close() {
    clearInterval(this.#timer)
    for (const { socket } of this.#senders) socket.destroy()
  }

  /**
   * Returns the sender that gives way: a silent one, from a shared address first, else one of the address with most,
   * else the newest.
   */
  #least(newest: Sender): Sender {
    const ofAddress = new Map<string, number>([[newest.address, 1]])
    for (const { address } of this.#senders) ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
    const shares = ({ address }: Sender) => ofAddress.get(address)!
    const quiet = (one: Sender) => one.heardAt ?? one.since
    const may = [...this.#senders].filter((one) => one.heardAt === null || shares(one) > 1)
    const [first] = may.toSorted(
      (a, b) =>
        Number(b.heardAt === null) - Number(a.heardAt === null) ||
        shares(b) - shares(a) ||
        quiet(a) - quiet(b),
    )
    return first ?? newest
  }

  #end(sender: Sender, why: string) {
    this.#senders.delete(sender)
    sender.socket.destroy()
    this.#turnedAway(why)
  }
}
