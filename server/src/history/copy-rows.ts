/** Signature, flags and extension length of the binary COPY format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 0x1_0000_0000

/** Rows for a binary COPY, written into one growing buffer: no object a row. */
export class CopyRows {
  #bytes = Buffer.allocUnsafe(1 << 16)
  #at = 0
  readonly #fields: number
  count = 0

  constructor(fields: number) {
    this.#fields = fields
    this.#restart()
  }

  /** Opens a row; `fields` values must follow. */
  row(): void {
    if (this.#at + 2 + this.#fields * 12 > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2)
      this.#bytes.copy(larger, 0, 0, this.#at)
      this.#bytes = larger
    }
    this.#at = this.#bytes.writeInt16BE(this.#fields, this.#at)
    this.count++
  }
  nothing(): void {
    this.#at = this.#bytes.writeInt32BE(-1, this.#at)
  }
  int2(value: number): void {
    this.#at = this.#bytes.writeInt32BE(2, this.#at)
    this.#at = this.#bytes.writeInt16BE(value, this.#at)
  }
  int4(value: number): void {
    this.#at = this.#bytes.writeInt32BE(4, this.#at)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }
  int8(value: number): void {
    this.#at = this.#bytes.writeInt32BE(8, this.#at)
    this.#at = this.#bytes.writeInt32BE(Math.floor(value / TWO_32), this.#at)
    this.#at = this.#bytes.writeUInt32BE(value - Math.floor(value / TWO_32) * TWO_32, this.#at)
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

  #restart() {
    HEADER.copy(this.#bytes, 0)
    this.#at = HEADER.length
    this.count = 0
  }
}
