/** Copies of one transmission were observed within this of each other, as clocks that keep time say. */
const WINDOW_MS = 10_000
/** No station sends the same bits again as soon as this: copies of several receivers that arrive within it are one. */
const ARRIVAL_MS = 30_000
/** Maximum age of live data; older data comes from a record, so its arrival time means nothing. */
const LIVE_MS = 600_000
/** Slots of positions; static reports are rarer. */
export const POSITION_SLOTS = 1 << 18
export const STATIC_SLOTS = 1 << 15

/**
 * Remembers recent transmissions by the hash of their payload. One slot a hash: a collision makes it forget,
 * never confuse, because MMSI and time are compared too. Allocates nothing per transmission.
 */
export class RecentTransmissions {
  readonly #hash: Uint32Array
  readonly #mmsi: Uint32Array
  readonly #observedAt: Float64Array
  readonly #fixId: Float64Array
  readonly #receiver: Float64Array
  readonly #recTime: Float64Array

  constructor(slots: number) {
    this.#hash = new Uint32Array(slots)
    this.#mmsi = new Uint32Array(slots)
    this.#observedAt = new Float64Array(slots)
    this.#fixId = new Float64Array(slots)
    this.#receiver = new Float64Array(slots)
    this.#recTime = new Float64Array(slots)
  }

  /**
   * Returns the slot of this transmission if received before, else -1. One receiver is compared by its own clock, two
   * receivers by their clocks or, regardless of them, by arrival.
   */
  find(hash: number, mmsi: number, observedAt: number, recTime: number, receiver: number): number {
    const slot = hash & (this.#hash.length - 1)
    if (this.#hash[slot] !== hash || this.#mmsi[slot] !== mmsi) return -1
    if (Math.abs(this.#observedAt[slot]! - observedAt) <= WINDOW_MS) return slot
    return this.#receiver[slot] !== receiver &&
      Math.abs(this.#recTime[slot]! - recTime) <= ARRIVAL_MS &&
      (Math.abs(recTime - observedAt) <= LIVE_MS || Math.abs(recTime - this.#observedAt[slot]!) <= LIVE_MS)
      ? slot
      : -1
  }

  remember(
    hash: number,
    mmsi: number,
    observedAt: number,
    recTime: number,
    fixId: number,
    receiver: number,
  ): void {
    const slot = hash & (this.#hash.length - 1)
    this.#hash[slot] = hash
    this.#mmsi[slot] = mmsi
    this.#observedAt[slot] = observedAt
    this.#fixId[slot] = fixId
    this.#receiver[slot] = receiver
    this.#recTime[slot] = recTime
  }

  fixIdAt(slot: number): number {
    return this.#fixId[slot]!
  }
  observedAtOf(slot: number): number {
    return this.#observedAt[slot]!
  }
  recTimeAt(slot: number): number {
    return this.#recTime[slot]!
  }
  receiverAt(slot: number): number {
    return this.#receiver[slot]!
  }
}
