/** Bytes written one after another into a buffer that grows; numbers little endian. */
export class Writer {
  bytes: Uint8Array
  view: DataView
  at = 0

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity)
    this.view = new DataView(this.bytes.buffer)
  }

  /** Makes sure that `size` bytes fit; what is written after is not checked. */
  room(size: number) {
    if (this.at + size <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + size))
    larger.set(this.bytes.subarray(0, this.at))
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }

  byte(value: number) {
    this.bytes[this.at++] = value
  }

  /** A whole number from 0 up to 2^53, seven bits a byte, the lowest first. */
  varint(value: number) {
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.at++] = (rest & 0x7f) | 0x80
      rest = Math.floor(rest / 128)
    }
    this.bytes[this.at++] = rest
  }

  /** A whole number of either sign: 0, -1, 1, -2 … take 0, 1, 2, 3 …. */
  signed(value: number) {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** The bytes of a text after their number, at most 255. */
  text(value: string) {
    this.room(value.length + 1)
    if (value.length > 255 || !this.#ascii(value)) this.#anyText(value)
  }

  /** Most names are plain letters: they need no encoder. Leaves all as it was when there is another. */
  #ascii(value: string): boolean {
    const { bytes, at } = this
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (code > 127) return false
      bytes[at + 1 + i] = code
    }
    bytes[at] = value.length
    this.at += value.length + 1
    return true
  }

  #anyText(value: string) {
    const text = encoder.encode(value).subarray(0, 255)
    this.room(text.length + 1)
    this.bytes[this.at] = text.length
    this.bytes.set(text, this.at + 1)
    this.at += text.length + 1
  }

  /** Returns the bytes written, in a buffer of its own. */
  taken(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes.slice(0, this.at))
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Reads what a Writer wrote; throws RangeError where bytes are missing. */
export class Reader {
  at: number
  readonly bytes: Uint8Array
  readonly view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new RangeError(CUT_SHORT)
    return byte
  }

  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new RangeError(CUT_SHORT)
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const size = this.byte()
    if (this.at + size > this.bytes.length) throw new RangeError(CUT_SHORT)
    this.at += size
    return decoder.decode(this.bytes.subarray(this.at - size, this.at))
  }
}

const CUT_SHORT = 'the frame is cut short'
