import type { FeedKind } from '@samudra/contract/feeds'
import type { Readers } from '../../../../platform/kernel/files/readers.ts'
import type { Tls } from '../../../../platform/kernel/http/tls.ts'
import type { Reach } from '../../../../platform/kernel/http/allowed-addresses.ts'

/**
 * One stream of sentences with decoder state of its own: a TCP connection, a UDP sender, a file. Parts of a
 * message never mix across lines.
 */
export interface Line {
  /**
   * Bytes as they arrived; sentences may be cut anywhere. Where the connector wrote them out of something else,
   * `asReceived` is that. True when it brought something that can be understood.
   */
  bytes(chunk: Uint8Array, asReceived?: Uint8Array): boolean
  /** Ends the stream: decodes the remainder and stores the counters. */
  close(): void
}

/** Callbacks from a connector to its feed. */
export interface FeedEnd {
  line(): Line
  opened(): void
  /** Closed or never opened, with why; `null` when it ended as it should. */
  closed(why: string | null): void
  /** Reports input that is neither a sentence nor known JSON; the text advises what to do. */
  malformed(why: string): void
  /** Arrived while the server could not keep up and the transport cannot wait. */
  overflow(count: number): void
  /** False while the server cannot keep up: transports that cannot wait drop and count. */
  accepting(): boolean
}

/** A connection of one kind, from start to stop. */
export interface Connector {
  start(): void
  stop(): Promise<void>
  /** The server cannot keep up: stop reading until resume; the peer feels it by TCP. */
  pause(): void
  resume(): void
}

export type FeedAddress = {
  kind: FeedKind
  address: string
  options: Record<string, string | number | boolean>
  secret: string | null
  expectedIntervalS: number
}

/**
 * Facts of the installation for connectors: its own key and certificate (null without TLS), the limits of its
 * connections, and readers for large input. `settled` resolves when received data would survive this process, so that
 * it may be acknowledged.
 */
export type Site = {
  tls: Pick<Tls, 'key' | 'cert'> | null
  reach: Reach
  readers: Readers
  settled: () => Promise<void>
}

export type ConnectorFactory = (feed: FeedAddress, end: FeedEnd, site: Site) => Connector

/** `host:port`, `[v6]:port` or `:port`; throws a sentence. */
export function hostAndPort(address: string, defaultHost: string): { host: string; port: number } {
  const found = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(address.trim())
  const port = Number(found?.[3])
  if (found === null || port < 1 || port > 65_535)
    throw new RangeError(`"${address}" is not an address. Write host:port, for example 10.0.0.5:5631`)
  return { host: found[1] ?? (found[2] || defaultHost), port }
}
