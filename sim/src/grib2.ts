/** One field of the sea's weather on a world grid, north-west first, as GRIB2 names it (code tables 4.1, 4.2, 4.5). */
export type Field = {
  category: number
  parameter: number
  surface: number
  level: number
  run: Date
  hour: number
  columns: number
  rows: number
  /** Degrees. */
  step: number
  values: Float64Array
}

const BITS = 12
const MOST = 2 ** BITS - 1
/** GRIB writes a negative number as a sign bit and a size. */
const signed = (value: number, bits: number) => (value < 0 ? 2 ** (bits - 1) - value : value)

function section(number: number, length: number): { bytes: Buffer; view: DataView } {
  const bytes = Buffer.alloc(length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  view.setUint32(0, length)
  bytes[4] = number
  return { bytes, view }
}

/** Returns the section on origin and time: a test product without an author. */
function identification(run: Date): Buffer {
  const { bytes, view } = section(1, 21)
  view.setUint16(5, 255)
  bytes[9] = 2
  bytes[11] = 1
  view.setUint16(12, run.getUTCFullYear())
  bytes.set([run.getUTCMonth() + 1, run.getUTCDate(), run.getUTCHours()], 14)
  bytes[19] = 1
  bytes[20] = 1
  return bytes
}

/** A grid of latitudes and longitudes (template 3.0), from 90 north and 0 east. */
function grid({ columns, rows, step }: Field): Buffer {
  const { bytes, view } = section(3, 72)
  view.setUint32(6, columns * rows)
  bytes[14] = 6
  view.setUint32(30, columns)
  view.setUint32(34, rows)
  view.setInt32(46, 90e6)
  bytes[54] = 0x30
  view.setUint32(55, signed(90e6 - step * 1e6 * (rows - 1), 32))
  view.setUint32(59, step * 1e6 * (columns - 1))
  view.setUint32(63, step * 1e6)
  view.setUint32(67, step * 1e6)
  return bytes
}

/** A forecast at a level (template 4.0). */
function product({ category, parameter, surface, level, hour }: Field): Buffer {
  const { bytes, view } = section(4, 34)
  bytes.set([category, parameter, 2], 9)
  bytes[17] = 1
  view.setUint32(18, hour)
  bytes[22] = surface
  view.setUint32(24, level)
  bytes[28] = 255
  return bytes
}

/** Simple packing (template 5.0): whole numbers of twelve bits over the least value. */
function packed(values: Float64Array): Buffer[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const binary = most > least ? Math.ceil(Math.log2((most - least) / MOST)) : 0
  const packing = section(5, 21)
  packing.view.setUint32(5, values.length)
  packing.view.setFloat32(11, least)
  packing.view.setUint16(15, signed(binary, 16))
  packing.bytes[19] = BITS
  const everywhere = section(6, 6)
  everywhere.bytes[5] = 255
  const data = section(7, 5 + Math.ceil((values.length * BITS) / 8))
  const scale = 2 ** -binary
  for (let i = 0; i < values.length; i++) {
    const number = Math.max(0, Math.min(MOST, Math.round((values[i]! - least) * scale)))
    const at = 5 + ((i * BITS) >> 3)
    if (i % 2 === 0) data.view.setUint16(at, number << 4)
    else {
      data.bytes[at] = data.bytes[at]! | (number >> 8)
      data.bytes[at + 1] = number & 255
    }
  }
  return [packing.bytes, everywhere.bytes, data.bytes]
}

/** A field as one GRIB2 message. */
export function writeGrib2(field: Field): Buffer {
  const sections = [identification(field.run), grid(field), product(field), ...packed(field.values)]
  const body = Buffer.concat([...sections, Buffer.from('7777')])
  const head = Buffer.alloc(16)
  head.write('GRIB')
  head[7] = 2
  head.writeBigUInt64BE(BigInt(head.length + body.length), 8)
  return Buffer.concat([head, body])
}
