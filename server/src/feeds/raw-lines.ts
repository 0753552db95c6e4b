import type { LineKeeper } from '@samudra/nautical/ais/sentence'

/** Lines of the last hours of a busy coast. */
const DEFAULT_BYTES = 64 << 20
/** Bytes received for each fix that is kept, copies and static reports among them. */
const BYTES_A_FIX = 128

/**
 * What the feeds sent, as it came, in memory of a fixed size: the newest bytes push out the oldest. An index in
 * the order of the fixes says where the lines of each are; nothing is allocated for a line or a fix.
 */
export class RawLines implements LineKeeper {
  readonly #bytes: Uint8Array
  /** Bytes taken in so far; a stretch at `from` is overwritten once this passes `from` + the size. */
  #head = 0
  readonly #fixId: Float64Array
  readonly #from: Float64Array
  readonly #length: Uint16Array
  #count = 0

  constructor(size = DEFAULT_BYTES) {
    this.#bytes = new Uint8Array(size)
    const fixes = Math.max(1, Math.floor(size / BYTES_A_FIX))
    this.#fixId = new Float64Array(fixes)
    this.#from = new Float64Array(fixes)
    this.#length = new Uint16Array(fixes)
  }

  put(head: Uint8Array, headLength: number, rest: Uint8Array, restLength: number): number {
    const at = this.#room(headLength + restLength)
    if (at < 0) return Number.NaN
    const from = this.#head
    if (headLength > 0) this.#bytes.set(head.subarray(0, headLength), at)
    this.#bytes.set(restLength === rest.length ? rest : rest.subarray(0, restLength), at + headLength)
    this.#head += headLength + restLength
    return from
  }

  join(froms: Float64Array, lengths: Uint16Array, count: number): number {
    const size = this.#bytes.length
    let total = 0
    let oldest = Infinity
    for (let part = 1; part <= count; part++) {
      total += lengths[part]!
      oldest = Math.min(oldest, froms[part]!)
    }
    const at = this.#room(total)
    if (at < 0 || !(oldest + size >= this.#head + total)) return Number.NaN
    const from = this.#head
    let to = at
    for (let part = 1; part <= count; part++) {
      const partAt = froms[part]! % size
      this.#bytes.copyWithin(to, partAt, partAt + lengths[part]!)
      to += lengths[part]!
    }
    this.#head += total
    return from
  }

  /** Fix ids ascend. */
  remember(fixId: number, from: number, length: number): void {
    const slot = this.#count++ % this.#fixId.length
    this.#fixId[slot] = fixId
    this.#from[slot] = from
    this.#length[slot] = length
  }

  /** The bytes behind a fix, null when they are no longer or never were here. */
  of(fixId: number): Uint8Array | null {
    const slots = this.#fixId.length
    let low = Math.max(0, this.#count - slots)
    let high = this.#count
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (this.#fixId[middle % slots]! < fixId) low = middle + 1
      else high = middle
    }
    const slot = low % slots
    const from = this.#from[slot]!
    if (low === this.#count || this.#fixId[slot] !== fixId) return null
    // NaN, of what was too long to keep, is not at least anything.
    if (!(from >= this.#head - this.#bytes.length)) return null
    const at = from % this.#bytes.length
    return this.#bytes.slice(at, at + this.#length[slot]!)
  }

  /** Where so many bytes fit in one piece, the rest of the ring given up when they do not; negative when never. */
  #room(length: number): number {
    const size = this.#bytes.length
    if (length > size) return -1
    const at = this.#head % size
    if (at + length <= size) return at
    this.#head += size - at
    return 0
  }
}
