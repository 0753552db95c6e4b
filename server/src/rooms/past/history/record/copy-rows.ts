/** Signature, flags and extension length of the binary COPY format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 0x1_0000_0000

/** Rows for a binary COPY, written into one growing buffer: no object a row. */
export class CopyRows {
  #bytes = Buffer.alloc(1 << 16)
  // Writes through a view become single machine stores; those of Buffer check their value first.
  #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length)
  #at = 0
  readonly #fields: number
  count = 0

  constructor(fields: number) {
    this.#fields = fields
    this.#restart()
  }

  /** Opens a row; `fields` values must follow. */
  row(): void {
    if (this.#at + 2 + this.#fields * 12 > this.#bytes.length) this.#grow()
    this.#view.setInt16(this.#at, this.#fields)
    this.#at += 2
    this.count++
  }
  nothing(): void {
    this.#view.setInt32(this.#at, -1)
    this.#at += 4
  }
  int2(value: number): void {
    this.#view.setInt32(this.#at, 2)
    this.#view.setInt16(this.#at + 4, value)
    this.#at += 6
  }
  int4(value: number): void {
    this.#view.setInt32(this.#at, 4)
    this.#view.setInt32(this.#at + 4, value)
    this.#at += 8
  }
  int8(value: number): void {
    const high = Math.floor(value / TWO_32)
    this.#view.setInt32(this.#at, 8)
    this.#view.setInt32(this.#at + 4, high)
    this.#view.setUint32(this.#at + 8, value - high * TWO_32)
    this.#at += 12
  }
  bytes(value: Uint8Array): void {
    // Space that a row may still need after it is left free as well.
    while (this.#at + 4 + value.length + this.#fields * 12 > this.#bytes.length) this.#grow()
    this.#view.setInt32(this.#at, value.length)
    this.#bytes.set(value, this.#at + 4)
    this.#at += 4 + value.length
  }
  /** Epoch ms as timestamptz. */
  time(epochMs: number): void {
    this.int8(Math.round((epochMs - POSTGRES_EPOCH_MS) * 1000))
  }

  /** The finished COPY, and an empty buffer for what comes. */
  take(): { bytes: Uint8Array; count: number } {
    const taken = { bytes: Buffer.concat([this.#bytes.subarray(0, this.#at), TRAILER]), count: this.count }
    this.#restart()
    return taken
  }

  #grow() {
    const larger = Buffer.alloc(this.#bytes.length * 2)
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer, larger.byteOffset, larger.length)
  }

  #restart() {
    HEADER.copy(this.#bytes, 0)
    this.#at = HEADER.length
    this.count = 0
  }
}
