import type { ModeSReader } from './mode-s.ts'
import type { AdsbCounters } from './rows.ts'

const ESCAPE = 0x1a
const MODE_AC = 0x31
const SHORT = 0x32
const LONG = 0x33
const STATUS = 0x34
/** Six bytes of time, one of signal level. */
const HEAD = 7
/** The counter that marks a place computed by a network of receivers: FF 00 "MLAT". */
const MLAT = [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54]

const bodyOf = (type: number) =>
  type === MODE_AC ? 2 : type === SHORT ? 7 : type === LONG || type === STATUS ? 14 : 0

/**
 * Reader of Beast frames in a stream of bytes cut anywhere: 1a, type, 48-bit counter, level, message; every 1a within
 * is doubled. After anything that does not fit, it starts again at the next 1a with a type.
 */
export class BeastReader {
  readonly #frame = new Uint8Array(HEAD + 14)
  readonly #sink: ModeSReader
  readonly #counters: AdsbCounters
  #type = 0
  /** Bytes of the frame still to come; 0 between frames. */
  #left = 0
  #at = 0
  /** The byte before was a 1a. */
  #isEscaped = false
  #isLost = false

  constructor(sink: ModeSReader, counters: AdsbCounters) {
    this.#sink = sink
    this.#counters = counters
  }

  feed(chunk: Uint8Array, receivedAt: number): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (this.#isEscaped) {
        this.#isEscaped = false
        if (byte !== ESCAPE) this.#begin(byte)
        else this.#take(byte, receivedAt)
      } else if (byte === ESCAPE) this.#isEscaped = true
      else this.#take(byte, receivedAt)
    }
  }

  #begin(type: number) {
    // A frame cut short by the next one.
    if (this.#left > 0) this.#lose()
    const body = bodyOf(type)
    if (body === 0) return this.#lose()
    this.#isLost = false
    this.#type = type
    this.#left = HEAD + body
    this.#at = 0
  }

  #take(byte: number, receivedAt: number) {
    if (this.#left === 0) return this.#lose()
    this.#frame[this.#at++] = byte
    if (--this.#left > 0) return
    if (this.#type === SHORT || this.#type === LONG)
      this.#sink.read(this.#frame, HEAD, this.#at - HEAD, receivedAt, this.#isMlat())
    else this.#counters.unsupported++
  }

  /** One run of noise is one fault, however long. */
  #lose() {
    this.#left = 0
    if (!this.#isLost) this.#counters.malformed++
    this.#isLost = true
  }

  #isMlat(): boolean {
    for (let i = 0; i < MLAT.length; i++) if (this.#frame[i] !== MLAT[i]) return false
    return true
  }
}
