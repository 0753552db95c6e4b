/** One field of a GRIB2 file (WMO Manual on Codes, FM 92 GRIB edition 2) on a regular grid of latitudes and longitudes. */
export type GribField = {
  discipline: number
  category: number
  parameter: number
  /** Type and value of the surface: 1 ground, 101 mean sea level, 103 metres above ground, 10 whole atmosphere. */
  surface: number
  level: number
  /** When the model was run, and for when this is, epoch ms. */
  run: number
  validAt: number
  /** Length of the time a sum or mean is over, ms; 0 for an instant. */
  overMs: number
  columns: number
  rows: number
  /** Degrees; the first value is at north-west, rows go south. */
  north: number
  west: number
  step: number
  values: Float32Array
}

/** Maximum points of a grid: larger ones than a world at an eighth of a degree are not what we requested. */
const MOST_POINTS = 5_000_000
const MOST_BITS = 32
const UNIT_MS: Record<number, number> = {
  0: 60_000,
  1: 3_600_000,
  2: 86_400_000,
  10: 10_800_000,
  11: 21_600_000,
  12: 43_200_000,
}

type Reading = {
  run: number
  forecastMs: number
  overMs: number
  category: number
  parameter: number
  surface: number
  level: number
  columns: number
  rows: number
  north: number
  south: number
  west: number
  step: number
  scan: number
  template: number
  count: number
  reference: number
  binary: number
  decimal: number
  bits: number
  groups: Groups | null
  bitmap: Uint8Array | null
}
type Groups = {
  count: number
  widthReference: number
  widthBits: number
  lengthReference: number
  lengthIncrement: number
  lastLength: number
  lengthBits: number
  order: number
  extraBytes: number
}

/** All fields of a file on regular grids, packed as NOAA packs them (templates 5.0, 5.2, 5.3); others are left out. Throws RangeError for what is no GRIB2. */
export function readGrib2(bytes: Uint8Array): GribField[] {
  const fields: GribField[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 16 <= bytes.length) {
    if (view.getUint32(at) !== GRIB) throw new RangeError('this is not a GRIB file')
    const length = Number(view.getBigUint64(at + 8))
    if (bytes[at + 7] !== 2) throw new RangeError('this is not GRIB edition 2')
    if (length < 16 || at + length > bytes.length) throw new RangeError('the GRIB file ends too early')
    readMessage(view, bytes, at, at + length, fields)
    at += length
  }
  return fields
}
const GRIB = 0x47524942
const END = 0x37373737

function readMessage(view: DataView, bytes: Uint8Array, from: number, end: number, into: GribField[]) {
  const reading = {
    groups: null,
    bitmap: null,
    run: 0,
    forecastMs: 0,
    overMs: 0,
  } as Partial<Reading> as Reading
  const discipline = bytes[from + 6]!
  let isRegular = false
  let at = from + 16
  while (at + 5 <= end && view.getUint32(at) !== END) {
    const length = view.getUint32(at)
    const section = bytes[at + 4]!
    if (length < 5 || at + length > end) throw new RangeError('a section of the GRIB file ends too early')
    if (section === 1)
      reading.run = Date.UTC(
        view.getUint16(at + 12),
        bytes[at + 14]! - 1,
        bytes[at + 15],
        bytes[at + 16],
        bytes[at + 17],
      )
    else if (section === 3) isRegular = readShape(view, at, reading)
    else if (section === 4) readProduct(view, bytes, at, reading)
    else if (section === 5) readPacking(view, bytes, at, reading)
    else if (section === 6) reading.bitmap = bytes[at + 5] === 0 ? bytes.subarray(at + 6, at + length) : null
    else if (section === 7 && isRegular && KNOWN.has(reading.template))
      into.push(fieldOf(reading, discipline, unpack(reading, bytes.subarray(at + 5, at + length))))
    at += length
  }
}
const KNOWN = new Set([0, 2, 3])

/** GRIB writes negative numbers as a sign bit and a size. */
const signed = (value: number, bits: number) => {
  const sign = 2 ** (bits - 1)
  return value >= sign ? -(value - sign) : value
}

function readShape(view: DataView, at: number, into: Reading): boolean {
  if (view.getUint16(at + 12) !== 0) return false
  into.columns = view.getUint32(at + 30)
  into.rows = view.getUint32(at + 34)
  if (into.columns * into.rows > MOST_POINTS) throw new RangeError('the grid is too large')
  into.north = signed(view.getUint32(at + 46), 32) / 1e6
  into.west = signed(view.getUint32(at + 50), 32) / 1e6
  into.south = signed(view.getUint32(at + 55), 32) / 1e6
  into.step = view.getUint32(at + 63) / 1e6
  into.scan = view.getUint8(at + 71)
  // Columns from west to east, one row after another.
  return (into.scan & 0b1011_0000) === 0
}

function readProduct(view: DataView, bytes: Uint8Array, at: number, into: Reading) {
  into.category = bytes[at + 9]!
  into.parameter = bytes[at + 10]!
  const unit = UNIT_MS[bytes[at + 17]!] ?? 3_600_000
  into.forecastMs = view.getUint32(at + 18) * unit
  into.overMs = 0
  // Template 4.8: sums and means over a time that ends at the instant written down.
  if (view.getUint16(at + 7) === 8) {
    const end = Date.UTC(
      view.getUint16(at + 34),
      bytes[at + 36]! - 1,
      bytes[at + 37],
      bytes[at + 38],
      bytes[at + 39],
    )
    into.overMs = end - (into.run + into.forecastMs)
    into.forecastMs = end - into.run
  }
  into.surface = bytes[at + 22]!
  into.level = view.getUint32(at + 24) * 10 ** -signed(bytes[at + 23]!, 8)
}

function readPacking(view: DataView, bytes: Uint8Array, at: number, into: Reading) {
  into.count = view.getUint32(at + 5)
  if (into.count > MOST_POINTS) throw new RangeError('the grid is too large')
  into.template = view.getUint16(at + 9)
  into.reference = view.getFloat32(at + 11)
  into.binary = signed(view.getUint16(at + 15), 16)
  into.decimal = signed(view.getUint16(at + 17), 16)
  into.bits = bytes[at + 19]!
  if (into.bits > MOST_BITS) throw new RangeError('the GRIB file uses too many bits per value')
  into.groups =
    into.template < 2
      ? null
      : {
          count: view.getUint32(at + 31),
          widthReference: bytes[at + 35]!,
          widthBits: bytes[at + 36]!,
          lengthReference: view.getUint32(at + 37),
          lengthIncrement: bytes[at + 41]!,
          lastLength: view.getUint32(at + 42),
          lengthBits: bytes[at + 46]!,
          order: into.template === 3 ? bytes[at + 47]! : 0,
          extraBytes: into.template === 3 ? bytes[at + 48]! : 0,
        }
  if (into.groups !== null && into.groups.count > into.count)
    throw new RangeError('the GRIB file has too many groups')
}

/** Bits from the highest down; beyond the end come zeros. */
class Bits {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  take(count: number): number {
    let value = 0
    for (let left = count; left > 0;) {
      const offset = this.#at & 7
      const some = Math.min(8 - offset, left)
      value =
        value * 2 ** some + (((this.#bytes[this.#at >> 3] ?? 0) >> (8 - offset - some)) & ((1 << some) - 1))
      this.#at += some
      left -= some
    }
    return value
  }
  get left() {
    return this.#bytes.length * 8 - this.#at
  }
  align() {
    this.#at = (this.#at + 7) & ~7
  }
}

function unpack(reading: Reading, bytes: Uint8Array): Float64Array {
  if (reading.count > reading.columns * reading.rows)
    throw new RangeError('the GRIB file has more values than grid points')
  // Declared values must exist: nothing is built from missing bytes.
  if (reading.groups === null && reading.count * reading.bits > bytes.length * 8)
    throw new RangeError('the values of the GRIB file end too early')
  const bits = new Bits(bytes)
  const values = new Float64Array(reading.count)
  const { groups } = reading
  if (groups === null) {
    for (let i = 0; i < values.length; i++) values[i] = bits.take(reading.bits)
    return values
  }
  const start: number[] = []
  const spare = groups.extraBytes * 8
  if (Math.max(spare, groups.widthBits, groups.lengthBits) > MOST_BITS || groups.count > bytes.length * 8)
    throw new RangeError('the GRIB file uses too many bits per value')
  for (let i = 0; i < groups.order; i++) start.push(signed(bits.take(spare), spare))
  const least = groups.order > 0 ? signed(bits.take(spare), spare) : 0
  unpackGroups(bits, groups, reading.bits, values)
  if (groups.order === 0) return values
  // Spatial differences of first or second order (template 7.3).
  for (let i = 0; i < groups.order; i++) values[i] = start[i]!
  for (let i = groups.order; i < values.length; i++)
    values[i] =
      values[i]! + least + (groups.order === 1 ? values[i - 1]! : 2 * values[i - 1]! - values[i - 2]!)
  return values
}

function unpackGroups(bits: Bits, groups: Groups, referenceBits: number, values: Float64Array) {
  const list = (of: () => number) => {
    const out = Array.from({ length: groups.count }, of)
    bits.align()
    return out
  }
  const references = list(() => bits.take(referenceBits))
  const widths = list(() => bits.take(groups.widthBits) + groups.widthReference)
  const lengths = list(() => bits.take(groups.lengthBits) * groups.lengthIncrement + groups.lengthReference)
  lengths[groups.count - 1] = groups.lastLength
  const wanted = widths.reduce((sum, width, i) => sum + width * lengths[i]!, 0)
  if (widths.some((width) => width > MOST_BITS) || wanted > bits.left)
    throw new RangeError('the values of the GRIB file end too early')
  let at = 0
  for (let group = 0; group < groups.count; group++) {
    const end = Math.min(values.length, at + lengths[group]!)
    for (; at < end; at++)
      values[at] = references[group]! + (widths[group] === 0 ? 0 : bits.take(widths[group]!))
  }
}

function fieldOf(reading: Reading, discipline: number, packed: Float64Array): GribField {
  const { columns, rows, bitmap, step } = reading
  const scale = 2 ** reading.binary
  const tens = 10 ** -reading.decimal
  const values = new Float32Array(columns * rows)
  let next = 0
  const isNorthward = (reading.scan & 0b0100_0000) !== 0
  for (let i = 0; i < values.length; i++) {
    const row = Math.floor(i / columns)
    const to = isNorthward ? (rows - 1 - row) * columns + (i % columns) : i
    const isThere = bitmap === null || ((bitmap[i >> 3]! >> (7 - (i & 7))) & 1) === 1
    values[to] = isThere ? (reading.reference + packed[next++]! * scale) * tens : Number.NaN
  }
  return {
    discipline,
    category: reading.category,
    parameter: reading.parameter,
    surface: reading.surface,
    level: reading.level,
    run: reading.run,
    validAt: reading.run + reading.forecastMs,
    overMs: reading.overMs,
    columns,
    rows,
    north: isNorthward ? reading.south : reading.north,
    west: reading.west,
    step,
    values,
  }
}
