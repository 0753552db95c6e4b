import { Unreadable } from '../kernel/files/unreadable.ts'

const TYPES = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const

type Cursor = { bytes: Buffer; at: number }

/** A geometry in well-known binary, of ISO or of PostGIS, as GeoJSON; height and measure are left out. */
export function readWkb(bytes: Buffer): { type: string; coordinates: unknown } {
  return geometryAt({ bytes, at: 0 }, 0)
}

function geometryAt(from: Cursor, depth: number): { type: string; coordinates: unknown } {
  const isLittle = take(from, 1).readUInt8() === 1
  const count = () => {
    const four = take(from, 4)
    return isLittle ? four.readUInt32LE() : four.readUInt32BE()
  }
  const number = () => {
    const eight = take(from, 8)
    return isLittle ? eight.readDoubleLE() : eight.readDoubleBE()
  }
  const code = count()
  const iso = Math.floor((code & 0xffff) / 1000)
  const extra = iso > 0 ? (iso === 3 ? 2 : 1) : ((code >>> 31) & 1) + ((code >>> 30) & 1)
  if ((code & 0x20000000) !== 0) count()
  const type = TYPES[(code & 0xffff) % 1000]
  const position = () => {
    const place = [number(), number()]
    for (let i = 0; i < extra; i++) number()
    return place
  }
  const list = <T>(bytesEach: number, one: () => T): T[] => {
    const size = count()
    // A count of what cannot follow must not be believed: it would be made room for.
    if (size * bytesEach > from.bytes.length - from.at) throw new Unreadable('has a broken geometry')
    return Array.from({ length: size }, one)
  }
  const line = () => list(16, position)
  if (type === 'Point') return { type, coordinates: position() }
  if (type === 'LineString') return { type, coordinates: line() }
  if (type === 'Polygon') return { type, coordinates: list(4, line) }
  if (type === undefined || type === '' || depth > 0) throw new Unreadable('has a geometry of another type')
  return { type, coordinates: list(5, () => geometryAt(from, depth + 1).coordinates) }
}

function take(from: Cursor, size: number): Buffer {
  const part = from.bytes.subarray(from.at, from.at + size)
  if (part.length < size) throw new Unreadable('has a broken geometry')
  from.at += size
  return part
}
