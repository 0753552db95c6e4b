import type { ServerOptions } from 'socket.io'

/** Log that all processes publish to and receive, with its retention. */
export type BusTopic = {
  readonly name: string
  readonly retentionMs: number
  readonly retentionBytes: number
}

/**
 * A place in the order of a topic: an instant in microseconds, of which each is later than the one before, and a number,
 * of which each is one more. It means the same to every process.
 */
export type Place = `${number}-${number}`

/** Before everything. */
export const START: Place = '0-0'

export const instantOf = (place: Place) => Number(place.split('-')[0])
export const numberOf = (place: Place) => Number(place.split('-')[1])
export const isAfter = (one: Place, other: Place) => instantOf(one) > instantOf(other)

/** Handler of messages; the next is delivered when it is done. */
export type BusListener = {
  onMessage(payload: Uint8Array, place: Place): void | Promise<void>
  /**
   * Called when messages were lost: read afresh everything they may have changed; delivery continues at `place`.
   * Repeated while it fails.
   */
  lost(place: Place): void | Promise<void>
}

export type BusSubscription = {
  /** Stops receiving; nothing is received once this has resolved. */
  stop(): Promise<void>
}

/**
 * Bus between the processes of one installation. A process that was away, or whose broker was, resumes at its place.
 * It receives every message once and in the order of the topic, or is notified of a loss.
 */
export interface Bus {
  /** False when this process is alone, so that its messages need not be put into bytes. */
  readonly isShared: boolean
  /** Adapter that addresses the sockets of all processes; undefined with one process. */
  readonly sockets?: NonNullable<ServerOptions['adapter']>
  /**
   * Publishes a message. Resolves with its place when the engine has stored it, in the order of the calls. Rejects
   * when that takes more than half a minute, or too much waits: then it may have been published or not.
   */
  publish(topic: BusTopic, payload: Uint8Array): Promise<Place>
  /** Receives what is published after a place, or from now on, or all that is stored. Resolves when that is settled. */
  subscribe(topic: BusTopic, after: Place | 'now' | 'kept', hearer: BusListener): Promise<BusSubscription>
  /** Returns the place of the last message. */
  head(topic: BusTopic): Promise<Place>
  /** Notes something for a while unless it is noted already: then that is answered, else null. */
  claim(name: string, note: Uint8Array, ms: number): Promise<Uint8Array | null>
  /** Notes something for a while in the place of what was noted; null takes it away. */
  note(name: string, note: Uint8Array | null, ms: number): Promise<void>
  noted(name: string): Promise<Uint8Array | null>
  /** Stops receiving; rejects what waits to be published. */
  close(): Promise<void>
}
