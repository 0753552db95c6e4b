/**
 * Columns of whole numbers as bytes. Each column is written in the way that takes least: one value for all, values,
 * differences or differences of differences; each of those in seven-bit groups, or all in equally many bits.
 */
const CONSTANT = 0
/** Code of a column: number of times differences are taken (0, 1, 2) x 2, and one more when packed. */
const WAYS = 1
const RUNS = 7
/** Packed values fit into the arithmetic of 32 bits. */
const WIDEST = 24

/** Numbers as seven-bit groups; grows as needed and is used again. */
class Writer {
  bytes = new Uint8Array(1 << 16)
  at = 0

  byte(value: number): void {
    if (this.at === this.bytes.length) this.#grow(1)
    this.bytes[this.at++] = value
  }
  varint(value: number): void {
    if (this.at + 10 > this.bytes.length) this.#grow(10)
    let left = value
    while (left >= 128) {
      this.bytes[this.at++] = (left % 128) | 128
      left = left < 0x7fffffff ? left >>> 7 : Math.floor(left / 128)
    }
    this.bytes[this.at++] = left
  }
  #grow(by: number) {
    const larger = new Uint8Array(this.bytes.length * 2 + by)
    larger.set(this.bytes)
    this.bytes = larger
  }
}

const zigzag = (value: number) => (value >= 0 ? value * 2 : -value * 2 - 1)
const unzigzag = (coded: number) => (coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2)

function varintLength(value: number): number {
  if (value < 128) return 1
  if (value < 16_384) return 2
  if (value < 2_097_152) return 3
  return 4 + (value < 268_435_456 ? 0 : Math.floor(Math.log2(value) / 7) - 3)
}

const bitsOf = (range: number) => (range === 0 ? 0 : Math.floor(Math.log2(range)) + 1)

const writer = new Writer()
let series = [new Float64Array(1024), new Float64Array(1024), new Float64Array(1024)]

/** Starts a table of `count` rows. */
export function beginTable(count: number): void {
  writer.at = 0
  writer.varint(count)
  if (series[0]!.length < count) series = series.map(() => new Float64Array(count * 2))
}

/** The bytes of the table since `beginTable`. */
export const endTable = (): Uint8Array => writer.bytes.slice(0, writer.at)

/** Adds a column; `value` returns the value of each row. */
export function addColumn(count: number, value: (row: number) => number): void {
  const [plain, once, twice] = series as [Float64Array, Float64Array, Float64Array]
  const first = value(0)
  let isConstant = true
  let runs = 1
  for (let i = 0; i < count; i++) {
    plain[i] = value(i)
    if (i === 0) continue
    once[i] = plain[i]! - plain[i - 1]!
    if (once[i] !== 0) {
      isConstant = false
      runs++
    }
    twice[i] = i === 1 ? once[i]! : once[i]! - once[i - 1]!
  }
  if (isConstant) {
    writer.byte(CONSTANT)
    writer.varint(zigzag(first))
    return
  }
  let [best, size] = [0, Infinity]
  for (let way = 0; way < 3; way++) {
    const { varints, packed } = sizesOf(series[way]!, count)
    if (varints < size) [best, size] = [way * 2, varints]
    if (packed < size) [best, size] = [way * 2 + 1, packed]
  }
  // A run takes two bytes or more; only few long ones pay.
  if (runs * 3 < size) addRuns(plain, count)
  else addSeries(series[best >> 1]!, count, first, best)
}

function sizesOf(values: Float64Array, count: number): { varints: number; packed: number } {
  let [least, most] = [Infinity, -Infinity]
  let varints = 0
  for (let i = 1; i < count; i++) {
    const value = values[i]!
    if (value < least) least = value
    if (value > most) most = value
    varints += varintLength(zigzag(value))
  }
  const bits = bitsOf(most - least)
  const packed =
    bits > WIDEST ? Infinity : 1 + varintLength(zigzag(least)) + Math.ceil((bits * (count - 1)) / 8)
  return { varints, packed }
}

function addSeries(values: Float64Array, count: number, first: number, way: number) {
  writer.byte(WAYS + way)
  const lengthAt = writer.at
  // The length is known afterwards, so four bytes are reserved for it.
  for (let i = 0; i < 4; i++) writer.byte(0)
  writer.varint(zigzag(first))
  if (way % 2 === 0) for (let i = 1; i < count; i++) writer.varint(zigzag(values[i]!))
  else addPacked(values, count)
  keepLength(lengthAt)
}

function addPacked(values: Float64Array, count: number) {
  let [least, most] = [Infinity, -Infinity]
  for (let i = 1; i < count; i++) {
    least = Math.min(least, values[i]!)
    most = Math.max(most, values[i]!)
  }
  const bits = bitsOf(most - least)
  writer.varint(zigzag(least))
  writer.byte(bits)
  let [held, n] = [0, 0]
  for (let i = 1; i < count; i++) {
    held |= (values[i]! - least) << n
    n += bits
    while (n >= 8) {
      writer.byte(held & 255)
      held >>>= 8
      n -= 8
    }
  }
  if (n > 0) writer.byte(held & 255)
}

function addRuns(values: Float64Array, count: number) {
  writer.byte(RUNS)
  const lengthAt = writer.at
  for (let i = 0; i < 4; i++) writer.byte(0)
  for (let i = 0; i < count;) {
    let end = i + 1
    while (end < count && values[end] === values[i]) end++
    writer.varint(zigzag(values[i]!))
    writer.varint(end - i)
    i = end
  }
  keepLength(lengthAt)
}

/** Moves what was written after the place reserved for its length up to the length itself. */
function keepLength(at: number) {
  const length = writer.at - at - 4
  const end = writer.at
  writer.at = at
  writer.varint(length)
  writer.bytes.copyWithin(writer.at, at + 4, end)
  writer.at += length
}

/** Reads a table column by column. */
export class TableReader {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  count = 0

  /** Goes to the beginning of a table. */
  begin(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#at = 0
    this.count = this.#varint()
  }

  skip(): void {
    const way = this.#bytes[this.#at++]!
    if (way === CONSTANT) this.#varint()
    else {
      const length = this.#varint()
      this.#at += length
    }
  }

  /** Writes the next column into the first places of `out`, all values or as many of them as are wanted. */
  next(out: Float64Array, count = this.count): void {
    const way = this.#bytes[this.#at++]!
    if (way === CONSTANT) {
      out.fill(unzigzag(this.#varint()), 0, count)
      return
    }
    const length = this.#varint()
    const end = this.#at + length
    if (way === RUNS) this.#runs(out, count)
    else {
      out[0] = unzigzag(this.#varint())
      if ((way - WAYS) % 2 === 0) this.#varints(out, count)
      else this.#packed(out, count)
      sum(out, count, (way - WAYS) >> 1)
    }
    this.#at = end
  }

  #varint(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++]!
    if (byte < 128) return byte
    let value = byte & 127
    let scale = 128
    do {
      byte = bytes[this.#at++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    return value
  }

  #varints(out: Float64Array, count: number) {
    for (let i = 1; i < count; i++) out[i] = unzigzag(this.#varint())
  }

  #packed(out: Float64Array, count: number) {
    const least = unzigzag(this.#varint())
    const bytes = this.#bytes
    const bits = bytes[this.#at++]!
    const mask = (1 << bits) - 1
    let [held, n, at] = [0, 0, this.#at]
    for (let i = 1; i < count; i++) {
      while (n < bits) {
        held |= bytes[at++]! << n
        n += 8
      }
      out[i] = least + (held & mask)
      held >>>= bits
      n -= bits
    }
  }

  #runs(out: Float64Array, count: number) {
    for (let i = 0; i < count;) {
      const value = unzigzag(this.#varint())
      const end = i + this.#varint()
      out.fill(value, i, end)
      i = end
    }
  }
}

/** Takes differences back. */
function sum(out: Float64Array, count: number, times: number) {
  if (times === 1) for (let i = 1; i < count; i++) out[i] = out[i]! + out[i - 1]!
  if (times < 2) return
  let step = 0
  for (let i = 1; i < count; i++) {
    step += out[i]!
    out[i] = out[i - 1]! + step
  }
}
