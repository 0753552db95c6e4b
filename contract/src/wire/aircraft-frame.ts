/**
 * Binary frame of `aircraft_delta`: changes in the part of the sky that a client watches. Little endian. Header, 36
 * bytes: u8 version, u8 flags (1 = forget everything held), u16 bytes of the source names, u32 seq. Header, continued:
 * f64 tick (epoch ms), u32 aircraft in view, u32 aircraft in the whole sky, u32 rows, u32 removed, u32 0. Then the
 * names of sources as a JSON list, rows of 40 bytes, and the addresses of removed aircraft.
 */
const VERSION = 1
const HEADER = 36
const ROW = 40
/** "Not available" of the columns. */
const NONE16 = 0xffff
const NONE_RATE = -0x8000
const NONE32 = -0x80000000
const NONE8 = 0xff
const CALL_SIGN = 8

/** One aircraft as a screen draws it; the units of `AdsbRecord`. */
export type AircraftRow = {
  /** 24 bits, and 0x1000000 when they are no ICAO address. */
  address: number
  lat: number
  lon: number
  /** Epoch ms the place was observed. */
  placedAt: number
  /** Time of the last reception, epoch ms. */
  recTime: number
  altitude: number | null
  groundSpeed: number | null
  track: number | null
  verticalRate: number | null
  /** Twelve bits. */
  squawk: number | null
  onGround: boolean | null
  category: number | null
  /** Index into SOURCE_TYPES. */
  sourceType: number
  source: string
  callSign: string | null
}

export type AircraftFrame = {
  seq: number
  snapshot: boolean
  tick: number
  inView: number
  total: number
  rows: AircraftRow[]
  removed: number[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function encodeAircraftFrame(frame: AircraftFrame): Uint8Array {
  const sources = [...new Set(frame.rows.map((row) => row.source))]
  const names = encoder.encode(JSON.stringify(sources))
  const numberOf = new Map(sources.map((source, i) => [source, i]))
  const size = HEADER + names.length + frame.rows.length * ROW + frame.removed.length * 4
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION)
  view.setUint8(1, frame.snapshot ? 1 : 0)
  view.setUint16(2, names.length, true)
  view.setUint32(4, frame.seq, true)
  view.setFloat64(8, frame.tick, true)
  view.setUint32(16, frame.inView, true)
  view.setUint32(20, frame.total, true)
  view.setUint32(24, frame.rows.length, true)
  view.setUint32(28, frame.removed.length, true)
  bytes.set(names, HEADER)
  let at = HEADER + names.length
  for (const row of frame.rows) {
    writeRow(view, at, row, numberOf.get(row.source)!, frame.tick)
    at += ROW
  }
  for (const address of frame.removed) {
    view.setUint32(at, address, true)
    at += 4
  }
  return bytes
}

/** Tenths of a second before the tick, never negative. */
const ageOf = (tick: number, at: number) => Math.min(0xffff, Math.max(0, Math.round((tick - at) / 100)))

function writeRow(view: DataView, at: number, row: AircraftRow, source: number, tick: number) {
  view.setUint32(at, row.address, true)
  view.setInt32(at + 4, Math.round(row.lat * 1e6), true)
  view.setInt32(at + 8, Math.round(row.lon * 1e6), true)
  view.setInt32(at + 12, row.altitude ?? NONE32, true)
  view.setUint16(at + 16, row.groundSpeed === null ? NONE16 : Math.round(row.groundSpeed * 10), true)
  view.setUint16(at + 18, row.track === null ? NONE16 : Math.round(row.track * 10), true)
  view.setInt16(at + 20, row.verticalRate ?? NONE_RATE, true)
  view.setUint16(at + 22, row.squawk ?? NONE16, true)
  view.setUint16(at + 24, ageOf(tick, row.placedAt), true)
  view.setUint16(at + 26, ageOf(tick, row.recTime), true)
  const ground = row.onGround === null ? 2 : row.onGround ? 1 : 0
  view.setUint8(at + 28, row.sourceType | (ground << 4))
  view.setUint8(at + 29, row.category ?? NONE8)
  view.setUint16(at + 30, source, true)
  const name = row.callSign ?? ''
  for (let i = 0; i < CALL_SIGN; i++)
    view.setUint8(at + 32 + i, i < name.length ? name.charCodeAt(i) & 127 : 0)
}

/** Decodes a frame; throws RangeError on an unknown version or a frame that is cut short. */
export function decodeAircraftFrame(bytes: Uint8Array): AircraftFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER || view.getUint8(0) !== VERSION)
    throw new RangeError('this aircraft frame has an unknown version. Reload the page')
  const nameBytes = view.getUint16(2, true)
  const tick = view.getFloat64(8, true)
  const count = view.getUint32(24, true)
  const gone = view.getUint32(28, true)
  if (bytes.length !== HEADER + nameBytes + count * ROW + gone * 4)
    throw new RangeError('the aircraft frame is cut short')
  const sources = JSON.parse(decoder.decode(bytes.subarray(HEADER, HEADER + nameBytes))) as string[]
  const first = HEADER + nameBytes
  const rows = Array.from({ length: count }, (_, i) => readRow(view, first + i * ROW, sources, tick))
  const removed = Array.from({ length: gone }, (_, i) => view.getUint32(first + count * ROW + i * 4, true))
  return {
    seq: view.getUint32(4, true),
    snapshot: view.getUint8(1) === 1,
    tick,
    inView: view.getUint32(16, true),
    total: view.getUint32(20, true),
    rows,
    removed,
  }
}

const orNull = (value: number, none: number) => (value === none ? null : value)
const tenths = (value: number) => (value === NONE16 ? null : value / 10)

function readRow(view: DataView, at: number, sources: readonly string[], tick: number): AircraftRow {
  let callSign = ''
  for (let i = 0; i < CALL_SIGN; i++) {
    const code = view.getUint8(at + 32 + i)
    if (code !== 0) callSign += String.fromCharCode(code)
  }
  const bits = view.getUint8(at + 28)
  return {
    address: view.getUint32(at, true),
    lat: view.getInt32(at + 4, true) / 1e6,
    lon: view.getInt32(at + 8, true) / 1e6,
    altitude: orNull(view.getInt32(at + 12, true), NONE32),
    groundSpeed: tenths(view.getUint16(at + 16, true)),
    track: tenths(view.getUint16(at + 18, true)),
    verticalRate: orNull(view.getInt16(at + 20, true), NONE_RATE),
    squawk: orNull(view.getUint16(at + 22, true), NONE16),
    placedAt: tick - view.getUint16(at + 24, true) * 100,
    recTime: tick - view.getUint16(at + 26, true) * 100,
    onGround: bits >> 4 === 2 ? null : bits >> 4 === 1,
    category: orNull(view.getUint8(at + 29), NONE8),
    sourceType: bits & 15,
    source: sources[view.getUint16(at + 30, true)] ?? '',
    callSign: callSign === '' ? null : callSign,
  }
}
