/** Copies of one transmission arrive within this of each other, by the time they were observed. */
const WINDOW_MS = 10_000
const SLOTS = 1 << 18

/**
 * Remembers recent transmissions by the hash of their payload. One slot a hash: a collision makes it forget,
 * never confuse, because MMSI and time are compared too. Allocates nothing per transmission.
 */
export class RecentTransmissions {
  readonly #hash = new Uint32Array(SLOTS)
  readonly #mmsi = new Uint32Array(SLOTS)
  readonly #observedAt = new Float64Array(SLOTS)
  readonly #fixId = new Float64Array(SLOTS)
  readonly #receiver = new Float64Array(SLOTS)

  /** The slot of this transmission when it was heard before within the window, else -1. */
  find(hash: number, mmsi: number, observedAt: number): number {
    const slot = hash & (SLOTS - 1)
    return this.#hash[slot] === hash &&
      this.#mmsi[slot] === mmsi &&
      Math.abs(this.#observedAt[slot]! - observedAt) <= WINDOW_MS
      ? slot
      : -1
  }

  remember(hash: number, mmsi: number, observedAt: number, fixId: number, receiver: number): void {
    const slot = hash & (SLOTS - 1)
    this.#hash[slot] = hash
    this.#mmsi[slot] = mmsi
    this.#observedAt[slot] = observedAt
    this.#fixId[slot] = fixId
    this.#receiver[slot] = receiver
  }

  fixIdAt(slot: number): number {
    return this.#fixId[slot]!
  }
  receiverAt(slot: number): number {
    return this.#receiver[slot]!
  }
}
