const COLON = 58
const COMMA = 44
const OPENING_BRACE = 123
const CLOSING_BRACE = 125
const MINUS = 45
const ZERO = 48
const DOT = 46
const QUOTE = 34
const BACKSLASH = 92
const MICRO = 1e6
/** Below this the micro units of a number fit in 32 bits. */
const MOST_FRACTION = 2147
const MOST_INTEGER = 2 ** 31

const encoder = new TextEncoder()

/** Text in four-byte words, so that it is written in a quarter of the steps. */
export type Literal = { readonly words: Uint32Array; readonly length: number }

export function literal(text: string): Literal {
  const length = text.length
  const padded = encoder.encode(text.padEnd(length + ((4 - (length % 4)) % 4)))
  const view = new DataView(padded.buffer)
  const words = Uint32Array.from({ length: padded.length / 4 }, (_, i) => view.getUint32(i * 4, true))
  return { words, length }
}

const NULL = literal('null')
const TRUE = literal('true')
const FALSE = literal('false')
const wordOf = (text: string) => literal(text).words[0]!
/** 0-999 as one to three characters, and as three with leading zeros, each in a word. */
const SHORT = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value)))
const TRIPLE = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value).padStart(3, '0')))

/**
 * JSON values as bytes, the same text JSON.stringify gives. Numbers of at most six decimals and six-bit text are
 * nearly all of a decoder's output, and need no general serialiser. The caller sees to it that there is room.
 */
export class JsonBytes {
  readonly bytes: Uint8Array
  used = 0
  private readonly view: DataView

  constructor(size: number) {
    this.bytes = new Uint8Array(size)
    this.view = new DataView(this.bytes.buffer)
  }

  byte(value: number): void {
    this.bytes[this.used++] = value
  }

  copy({ words, length }: Literal): void {
    const { view, used } = this
    for (let i = 0; i < words.length; i++) view.setUint32(used + i * 4, words[i]!, true)
    this.used = used + length
  }

  value(value: unknown): void {
    if (typeof value === 'number') this.number(value)
    else if (value === null) this.copy(NULL)
    else if (typeof value === 'string') this.text(value)
    else if (typeof value === 'boolean') this.copy(value ? TRUE : FALSE)
    else if (typeof value === 'object' && !Array.isArray(value)) this.object(value as Record<string, unknown>)
    else this.other(value)
  }

  private object(value: Record<string, unknown>): void {
    let before = OPENING_BRACE
    for (const key in value) {
      this.byte(before)
      this.text(key)
      this.byte(COLON)
      this.value(value[key])
      before = COMMA
    }
    if (before === OPENING_BRACE) this.byte(OPENING_BRACE)
    this.byte(CLOSING_BRACE)
  }

  numberOrNull(value: number | null): void {
    if (value === null) this.copy(NULL)
    else this.number(value)
  }

  number(value: number): void {
    const isNegative = value < 0
    const size = isNegative ? -value : value
    const whole = size | 0
    if (size >= MOST_INTEGER || (whole !== size && size >= MOST_FRACTION)) {
      this.other(value)
      return
    }
    if (isNegative) this.bytes[this.used++] = MINUS
    if (whole === size) {
      this.digits(whole)
      return
    }
    const micro = (size * MICRO + 0.5) | 0
    const integer = (micro / MICRO) | 0
    this.digits(integer)
    this.fraction(micro - integer * MICRO)
  }

  private digits(value: number): void {
    if (value < 1000) {
      this.view.setUint32(this.used, SHORT[value]!, true)
      this.used += value < 10 ? 1 : value < 100 ? 2 : 3
      return
    }
    const thousands = (value / 1000) | 0
    this.digits(thousands)
    this.view.setUint32(this.used, TRIPLE[value - thousands * 1000]!, true)
    this.used += 3
  }

  /** Six decimals without their trailing zeros. */
  private fraction(micro: number): void {
    const { bytes, view } = this
    const milli = (micro / 1000) | 0
    let end = this.used
    bytes[end] = DOT
    view.setUint32(end + 1, TRIPLE[milli]!, true)
    view.setUint32(end + 4, TRIPLE[micro - milli * 1000]!, true)
    end += 7
    while (bytes[end - 1] === ZERO) end--
    this.used = end
  }

  text(value: string): void {
    const { bytes } = this
    let at = this.used
    bytes[at++] = QUOTE
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) {
        this.other(value)
        return
      }
      bytes[at++] = code
    }
    bytes[at++] = QUOTE
    this.used = at
  }

  private other(value: unknown): void {
    this.used += encoder.encodeInto(JSON.stringify(value), this.bytes.subarray(this.used)).written
  }
}
