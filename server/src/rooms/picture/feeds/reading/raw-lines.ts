import type { LineSink } from '@samudra/nautical/ais/sentence'
import type { ReceivedColumns } from '../../../../sea/fix-batch.ts'

/** Parts of a message come within ten seconds: so long at 2,500 lines a second. */
const DEFAULT_BYTES = 2 << 20

/**
 * Buffer of a fixed size for the received bytes until their fixes are recorded: the newest bytes replace the oldest.
 * No memory is allocated per line.
 */
export class RawLines implements LineSink {
  readonly #bytes: Uint8Array
  /** Bytes taken in so far; a stretch at `from` is overwritten once this passes `from` + the size. */
  #head = 0

  constructor(size = DEFAULT_BYTES) {
    this.#bytes = new Uint8Array(size)
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

  /** Returns the offset of a stretch in `bytes`; negative if it was overwritten or never stored. */
  placeOf(from: number): number {
    const size = this.#bytes.length
    // NaN, of what was too long to keep, is not at least anything.
    return from >= this.#head - size ? from % size : -1
  }

  /** Returns the columns of a batch for the received lines of its fixes. */
  columns(capacity: number): ReceivedColumns {
    return {
      bytes: this.#bytes,
      from: new Uint32Array(capacity),
      length: new Uint16Array(capacity),
      hash: new Uint32Array(capacity),
    }
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
