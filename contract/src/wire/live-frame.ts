import { Reader, Writer } from './bytes.ts'

/**
 * Binary frame of `ais_delta`: changes in one client's view of the picture. Columns, little endian. Header, 36 bytes:
 * u8 version, u8 flags (1 = first frame of a snapshot: forget everything held), u16 0, u32 seq. Header, continued: f64
 * tick (epoch ms), then u32 each: contacts in view, contacts in the whole picture, changed, named, removed. Then
 * `changed` rows by column: ids as ascending varint differences, ages as varints of 0.1 s before the tick. Then
 * `named` rows one after another, and `removed` ids as ascending varint differences. A gap in `seq` means that frames
 * were lost: watch again to receive a snapshot.
 */
const VERSION = 1
const HEADER = 36
/** Rows a frame may carry; what is left follows in the next one. */
export const MAX_ROWS = 20_000
/** "Not available" of the 16-bit columns. */
export const NONE16 = 0xffff
/** "Not available" of the 4-bit navigational status. */
export const NAV_NONE = 15

/** Changed contacts by column; only the first `count` rows mean anything. */
export type ChangedColumns = {
  count: number
  id: Uint32Array
  /** Degrees × 1e6. */
  lat: Int32Array
  lon: Int32Array
  /** Knots × 10, NONE16 when not available. */
  sog: Uint16Array
  /** Degrees × 10, NONE16 when not available. */
  cog: Uint16Array
  /** Degrees, NONE16 when not available. */
  heading: Uint16Array
  navStatus: Uint8Array
  /** Index into KINDS. */
  kind: Uint8Array
  /** Index into SHIP_TYPES. */
  shipGroup: Uint8Array
  /** Bit n is FLAGS[n]. */
  flags: Uint8Array
  /** Epoch ms of the shown fix, to 0.1 s. */
  observedAt: Float64Array
}

/** Name and identity of a contact; sent once, and again on a change. */
export type NamedContact = {
  id: number
  mmsi: number
  split: number
  /** AIS ship type 0-255 as reported. */
  shipType: number
  /** Metres, 0 when not available. */
  length: number
  beam: number
  name: string
}

export type LiveFrame = {
  seq: number
  snapshot: boolean
  tick: number
  inView: number
  total: number
  changed: ChangedColumns
  named: NamedContact[]
  removed: number[]
}

export function changedColumns(capacity: number): ChangedColumns {
  return {
    count: 0,
    id: new Uint32Array(capacity),
    lat: new Int32Array(capacity),
    lon: new Int32Array(capacity),
    sog: new Uint16Array(capacity),
    cog: new Uint16Array(capacity),
    heading: new Uint16Array(capacity),
    navStatus: new Uint8Array(capacity),
    kind: new Uint8Array(capacity),
    shipGroup: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    observedAt: new Float64Array(capacity),
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Encodes a frame; ids of `changed` and `removed` must be ascending. Returns a buffer of its own. */
export function encodeFrame(frame: LiveFrame): Uint8Array {
  const { changed, named, removed } = frame
  const n = changed.count
  const out = new Writer(HEADER + n * 26 + removed.length * 5 + named.length * 40)
  const view = out.view
  view.setUint8(0, VERSION)
  view.setUint8(1, frame.snapshot ? 1 : 0)
  view.setUint32(4, frame.seq, true)
  view.setFloat64(8, frame.tick, true)
  view.setUint32(16, frame.inView, true)
  view.setUint32(20, frame.total, true)
  view.setUint32(24, n, true)
  view.setUint32(28, named.length, true)
  view.setUint32(32, removed.length, true)
  out.at = HEADER
  writeChanged(out, changed, frame.tick)
  for (const contact of named) writeNamed(out, contact)
  out.room(removed.length * 5)
  let previous = 0
  for (const id of removed) {
    out.varint(id - previous)
    previous = id
  }
  return out.bytes.slice(0, out.at)
}

function writeChanged(out: Writer, rows: ChangedColumns, tick: number) {
  const n = rows.count
  let previous = 0
  for (let i = 0; i < n; i++) {
    const id = rows.id[i]!
    out.varint(id - previous)
    previous = id
  }
  for (let i = 0; i < n; i++) out.varint(Math.max(0, Math.round((tick - rows.observedAt[i]!) / 100)))
  const { view } = out
  let at = out.at
  for (let i = 0; i < n; i++, at += 4) view.setInt32(at, rows.lat[i]!, true)
  for (let i = 0; i < n; i++, at += 4) view.setInt32(at, rows.lon[i]!, true)
  for (let i = 0; i < n; i++, at += 2) view.setUint16(at, rows.sog[i]!, true)
  for (let i = 0; i < n; i++, at += 2) view.setUint16(at, rows.cog[i]!, true)
  for (let i = 0; i < n; i++, at += 2) view.setUint16(at, rows.heading[i]!, true)
  for (let i = 0; i < n; i++) out.bytes[at++] = (rows.kind[i]! << 4) | rows.shipGroup[i]!
  for (let i = 0; i < n; i++) out.bytes[at++] = rows.navStatus[i]!
  for (let i = 0; i < n; i++) out.bytes[at++] = rows.flags[i]!
  out.at = at
}

function writeNamed(out: Writer, contact: NamedContact) {
  const name = encoder.encode(contact.name)
  out.room(5 + 4 + 1 + 1 + 2 + 1 + 1 + name.length)
  out.varint(contact.id)
  out.view.setUint32(out.at, contact.mmsi, true)
  out.bytes[out.at + 4] = contact.split
  out.bytes[out.at + 5] = contact.shipType
  out.view.setUint16(out.at + 6, contact.length, true)
  out.bytes[out.at + 8] = contact.beam
  out.bytes[out.at + 9] = name.length
  out.bytes.set(name, out.at + 10)
  out.at += 10 + name.length
}

/** Decodes a frame; throws RangeError on an unknown version or a frame that is cut short. */
export function decodeFrame(bytes: Uint8Array): LiveFrame {
  const input = new Reader(bytes, HEADER)
  const { view } = input
  if (bytes.length < HEADER || view.getUint8(0) !== VERSION)
    throw new RangeError('this live frame has an unknown version. Reload the page')
  const tick = view.getFloat64(8, true)
  const changed = readChanged(input, view.getUint32(24, true), tick)
  const named: NamedContact[] = []
  for (let i = view.getUint32(28, true); i > 0; i--) named.push(readNamed(input))
  const removed: number[] = []
  let id = 0
  for (let i = view.getUint32(32, true); i > 0; i--) removed.push((id += input.varint()))
  return {
    seq: view.getUint32(4, true),
    snapshot: view.getUint8(1) === 1,
    tick,
    inView: view.getUint32(16, true),
    total: view.getUint32(20, true),
    changed,
    named,
    removed,
  }
}

function readChanged(input: Reader, count: number, tick: number): ChangedColumns {
  if (count * 19 > input.bytes.length) throw new RangeError('the live frame is cut short')
  const rows = changedColumns(count)
  rows.count = count
  let id = 0
  for (let i = 0; i < count; i++) rows.id[i] = id += input.varint()
  for (let i = 0; i < count; i++) rows.observedAt[i] = tick - input.varint() * 100
  const { view, bytes } = input
  let at = input.at
  for (let i = 0; i < count; i++, at += 4) rows.lat[i] = view.getInt32(at, true)
  for (let i = 0; i < count; i++, at += 4) rows.lon[i] = view.getInt32(at, true)
  for (let i = 0; i < count; i++, at += 2) rows.sog[i] = view.getUint16(at, true)
  for (let i = 0; i < count; i++, at += 2) rows.cog[i] = view.getUint16(at, true)
  for (let i = 0; i < count; i++, at += 2) rows.heading[i] = view.getUint16(at, true)
  for (let i = 0; i < count; i++, at++) {
    rows.kind[i] = bytes[at]! >> 4
    rows.shipGroup[i] = bytes[at]! & 15
  }
  rows.navStatus.set(bytes.subarray(at, at + count))
  rows.flags.set(bytes.subarray(at + count, at + 2 * count))
  input.at = at + 2 * count
  return rows
}

function readNamed(input: Reader): NamedContact {
  const id = input.varint()
  const { view, bytes, at } = input
  const size = view.getUint8(at + 9)
  input.at = at + 10 + size
  return {
    id,
    mmsi: view.getUint32(at, true),
    split: bytes[at + 4]!,
    shipType: bytes[at + 5]!,
    length: view.getUint16(at + 6, true),
    beam: bytes[at + 8]!,
    name: decoder.decode(bytes.subarray(at + 10, at + 10 + size)),
  }
}
