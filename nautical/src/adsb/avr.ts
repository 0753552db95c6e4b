import type { ModeSReader } from './mode-s.ts'
import type { AdsbCounters } from './rows.ts'

const STAR = 42
const SEMICOLON = 59
const LESS = 60
const AT = 64
/** Characters of time, or of time and level, before the message. */
const PREFIX: Record<number, number> = { [STAR]: 0, [AT]: 12, [LESS]: 14 }
const NO_DIGIT = 255
const HEX = new Uint8Array(256).fill(NO_DIGIT)
for (let i = 0; i < 16; i++) {
  HEX[i.toString(16).charCodeAt(0)] = i
  HEX[i.toString(16).toUpperCase().charCodeAt(0)] = i
}

/** AVR text, `*8D406B…;`, with a counter `@…;`, with a counter and a level `<…;`, in a stream of bytes cut anywhere. */
export class AvrReader {
  readonly #frame = new Uint8Array(14)
  readonly #sink: ModeSReader
  readonly #counters: AdsbCounters
  /** Within a frame: characters to skip, then half bytes taken. */
  #isOpen = false
  #skip = 0
  #halves = 0
  #isLost = false

  constructor(sink: ModeSReader, counters: AdsbCounters) {
    this.#sink = sink
    this.#counters = counters
  }

  feed(chunk: Uint8Array, receivedAt: number): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      const prefix = PREFIX[byte]
      if (prefix !== undefined) {
        if (this.#isOpen) this.#lose()
        this.#isOpen = true
        this.#isLost = false
        this.#skip = prefix
        this.#halves = 0
      } else if (!this.#isOpen) {
        // Line ends stand between frames.
        if (byte > 32) this.#lose()
      } else if (byte === SEMICOLON) this.#close(receivedAt)
      else this.#digit(HEX[byte]!)
    }
  }

  #digit(value: number) {
    if (value === NO_DIGIT || this.#halves === 28) return this.#lose()
    if (this.#skip > 0) {
      this.#skip--
      return
    }
    const at = this.#halves >> 1
    this.#frame[at] = this.#halves & 1 ? this.#frame[at]! | value : value << 4
    this.#halves++
  }

  #close(receivedAt: number) {
    this.#isOpen = false
    // Four digits are a Mode A or C reply, which identifies no aircraft.
    if (this.#halves === 4) this.#counters.unsupported++
    else if (this.#halves === 14 || this.#halves === 28)
      this.#sink.read(this.#frame, 0, this.#halves >> 1, receivedAt, false)
    else this.#counters.malformed++
  }

  /** One run of noise is one fault, however long. */
  #lose() {
    this.#isOpen = false
    if (!this.#isLost) this.#counters.malformed++
    this.#isLost = true
  }
}
