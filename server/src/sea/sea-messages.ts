import { aircraftColumns, CALL_SIGN_LENGTH, type AircraftColumns } from '@samudra/nautical/adsb/adsb-columns'
import { fixBatch, type FixBatch } from './fix-batch.ts'
import type { AircraftBatch, Reception, StaticReport } from './topics.ts'

/** Kinds of messages: rows; a change of the process with the feeds; or a gap. */
export const MESSAGE_KIND = { ROWS: 0, TAKEN: 1, MISSING: 2 } as const
const VERSION = 1
const HEAD = 22
const ROW = { FIX: 1, RECEPTION: 2, STATIC: 3, STATION: 4, AIRCRAFT: 5 } as const
const FIX_BYTES = 67
const RECEPTION_BYTES = 37
const AIRCRAFT_HEAD = 15
const AIRCRAFT_BYTES = 47 + CALL_SIGN_LENGTH
/** In the byte of `moved`: what was received for a fix is what was for the one before. */
const SAME_LINES = 2

/** A station that has a number which fixes name. */
type StationEntry = { id: number; code: string }
/** Begins every message. */
export type MessageHead = {
  kind: number
  /** Term of the sender's lease. */
  term: number
  /** Newest id among its rows, 0 for none; and the newest stored id when it was sent. */
  lastId: number
  storedId: number
}

/**
 * Writer of the changes at sea for other processes: rows in their order of arrival, in one growing buffer without an
 * object per fix. Numbers are little-endian.
 */
export class SeaWriter {
  #bytes = Buffer.alloc(1 << 16)
  #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length)
  #at = HEAD
  #lastId = 0
  rows = 0

  fixes(batch: FixBatch): void {
    const { received } = batch
    let [lastFrom, lastLength] = [-1, -1]
    for (let i = 0; i < batch.count; i++) {
      const length = received === null ? 0 : received.length[i]!
      const from = received === null ? 0 : received.from[i]!
      const isSame = length > 0 && from === lastFrom && length === lastLength
      this.#row(ROW.FIX, FIX_BYTES + length)
      this.#fix(batch, i, received === null ? 0 : received.hash[i]!, isSame ? SAME_LINES : 0)
      this.#u16(length)
      if (received !== null && length > 0 && !isSame) {
        this.#bytes.set(received.bytes.subarray(from, from + length), this.#at)
        this.#at += length
      }
      lastFrom = from
      lastLength = length
    }
    if (batch.count > 0) this.#lastId = batch.fixId[batch.count - 1]!
  }

  reception(reception: Reception): void {
    this.#row(ROW.RECEPTION, RECEPTION_BYTES)
    this.#f64(reception.id)
    this.#f64(reception.fixId)
    this.#f64(reception.recTime)
    this.#u32(reception.mmsi)
    this.#u16(reception.feed)
    this.#u16(reception.source)
    this.#u32(reception.station)
    this.#lastId = reception.id
  }

  /** Static reports are rare enough to be texts. */
  static(report: StaticReport): void {
    this.#text(ROW.STATIC, 0, JSON.stringify(report))
  }
  station({ id, code }: StationEntry): void {
    this.#text(ROW.STATION, id, code)
  }

  aircraft({ columns, feed, source, recTime }: AircraftBatch): void {
    this.#row(ROW.AIRCRAFT, AIRCRAFT_HEAD + columns.count * AIRCRAFT_BYTES)
    this.#u16(feed)
    this.#u16(source)
    this.#f64(recTime)
    this.#u16(columns.count)
    for (let i = 0; i < columns.count; i++) this.#oneAircraft(columns, i)
  }

  /** The finished message, and an empty one for what comes. */
  take(kind: number, term: number, storedId: number): { bytes: Uint8Array; lastId: number } {
    const [at, lastId] = [this.#at, this.#lastId]
    this.#at = 0
    this.#u8(VERSION)
    this.#u8(kind)
    this.#u32(term)
    this.#f64(lastId)
    this.#f64(storedId)
    this.#lastId = 0
    this.rows = 0
    return { bytes: Uint8Array.prototype.slice.call(this.#bytes, 0, at), lastId }
  }

  #fix(batch: FixBatch, i: number, hash: number, more: number) {
    this.#f64(batch.fixId[i]!)
    this.#f64(batch.observedAt[i]!)
    this.#f64(batch.recTime[i]!)
    this.#u32(batch.mmsi[i]!)
    this.#u32(batch.lat[i]!)
    this.#u32(batch.lon[i]!)
    this.#u32(batch.station[i]!)
    this.#u32(hash)
    this.#u16(batch.sog[i]!)
    this.#u16(batch.cog[i]!)
    this.#u16(batch.heading[i]!)
    this.#u16(batch.feed[i]!)
    this.#u16(batch.source[i]!)
    this.#u8(batch.rot[i]!)
    this.#u8(batch.navStatus[i]!)
    this.#u8(batch.type[i]!)
    this.#u8(batch.bits[i]!)
    this.#u8(batch.split[i]!)
    this.#u8(batch.quality[i]!)
    this.#u8(batch.reasons[i]!)
    this.#u8(batch.moved[i]! | more)
  }

  #oneAircraft(columns: AircraftColumns, i: number) {
    this.#f64(columns.observedAt[i]!)
    this.#u32(columns.address[i]!)
    this.#u32(columns.lat[i]!)
    this.#u32(columns.lon[i]!)
    this.#u32(columns.altitude[i]!)
    this.#u16(columns.has[i]!)
    this.#u16(columns.groundSpeed[i]!)
    this.#u16(columns.airspeed[i]!)
    this.#u16(columns.track[i]!)
    this.#u16(columns.heading[i]!)
    this.#u16(columns.verticalRate[i]!)
    this.#u16(columns.squawk[i]!)
    this.#u8(columns.sourceType[i]!)
    this.#u8(columns.onGround[i]!)
    this.#u8(columns.category[i]!)
    for (let n = 0; n < CALL_SIGN_LENGTH; n++) this.#u8(columns.callSign[i * CALL_SIGN_LENGTH + n]!)
  }

  #text(row: number, number: number, text: string) {
    const length = Buffer.byteLength(text)
    this.#row(row, 9 + length)
    this.#u32(number)
    this.#u32(length)
    this.#bytes.write(text, this.#at)
    this.#at += length
  }

  #row(row: number, bytes: number) {
    while (this.#at + 1 + bytes > this.#bytes.length) this.#grow()
    this.#u8(row)
    this.rows++
  }
  #u8(value: number) {
    this.#view.setUint8(this.#at, value)
    this.#at += 1
  }
  #u16(value: number) {
    this.#view.setUint16(this.#at, value, true)
    this.#at += 2
  }
  #u32(value: number) {
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
  }
  #f64(value: number) {
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  #grow() {
    const larger = Buffer.alloc(this.#bytes.length * 2)
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer, larger.byteOffset, larger.length)
  }
}

/** Handlers of rows, called in order of arrival; batches are reused afterwards. */
export type SeaListener = {
  fixes(batch: FixBatch): void
  reception(reception: Reception): void
  static(report: StaticReport): void
  station(station: StationEntry): void
  aircraft(batch: AircraftBatch): void
}

/** The head of a message; null when another version of Samudra wrote it. */
export function headOf(message: Uint8Array): MessageHead | null {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  if (message.length < HEAD || view.getUint8(0) !== VERSION) return null
  return {
    kind: view.getUint8(1),
    term: view.getUint32(2, true),
    lastId: view.getFloat64(6, true),
    storedId: view.getFloat64(14, true),
  }
}

const FIXES = 512
const AIRCRAFT = 0xffff

/** Reads messages into batches that are used again. */
export class SeaReader {
  readonly #columns = fixBatch(FIXES)
  readonly #lines = {
    from: new Uint32Array(FIXES),
    length: new Uint16Array(FIXES),
    hash: new Uint32Array(FIXES),
  }
  #aircraft: AircraftColumns | undefined
  #batch: FixBatch = this.#columns
  #view: DataView = new DataView(new ArrayBuffer(0))
  #at = 0
  #sameFrom = 0

  /** Reads the rows of a message; of fixes and receptions those above an id. */
  read(message: Uint8Array, hearer: SeaListener, above = 0): void {
    this.#view = new DataView(message.buffer, message.byteOffset, message.length)
    this.#batch = { ...this.#columns, count: 0, received: { bytes: message, ...this.#lines } }
    this.#at = HEAD
    while (this.#at < message.length) {
      const row = this.#u8()
      if (row === ROW.FIX) this.#fix(hearer, above)
      else {
        this.#give(hearer)
        if (row === ROW.RECEPTION) this.#reception(hearer, above)
        else if (row === ROW.AIRCRAFT) this.#manyAircraft(hearer)
        else this.#text(row, message, hearer)
      }
    }
    this.#give(hearer)
  }

  #give(hearer: SeaListener) {
    if (this.#batch.count > 0) hearer.fixes(this.#batch)
    this.#batch.count = 0
  }

  #fix(hearer: SeaListener, above: number) {
    const batch = this.#batch
    if (batch.count === FIXES) this.#give(hearer)
    const n = batch.count
    batch.fixId[n] = this.#f64()
    batch.observedAt[n] = this.#f64()
    batch.recTime[n] = this.#f64()
    batch.mmsi[n] = this.#u32()
    batch.lat[n] = this.#u32()
    batch.lon[n] = this.#u32()
    batch.station[n] = this.#u32()
    this.#lines.hash[n] = this.#u32()
    batch.sog[n] = this.#u16()
    batch.cog[n] = this.#u16()
    batch.heading[n] = this.#u16()
    batch.feed[n] = this.#u16()
    batch.source[n] = this.#u16()
    batch.rot[n] = this.#u8()
    batch.navStatus[n] = this.#u8()
    batch.type[n] = this.#u8()
    batch.bits[n] = this.#u8()
    batch.split[n] = this.#u8()
    batch.quality[n] = this.#u8()
    batch.reasons[n] = this.#u8()
    const more = this.#u8()
    batch.moved[n] = more & 1
    const length = this.#u16()
    if ((more & SAME_LINES) === 0) {
      this.#sameFrom = this.#at
      this.#at += length
    }
    this.#lines.from[n] = this.#sameFrom
    this.#lines.length[n] = length
    if (batch.fixId[n] > above) batch.count++
  }

  #reception(hearer: SeaListener, above: number) {
    const reception: Reception = {
      id: this.#f64(),
      fixId: this.#f64(),
      recTime: this.#f64(),
      mmsi: this.#u32(),
      feed: this.#u16(),
      source: this.#u16(),
      station: this.#u32() | 0,
    }
    if (reception.id > above) hearer.reception(reception)
  }

  #manyAircraft(hearer: SeaListener) {
    const columns = (this.#aircraft ??= aircraftColumns(AIRCRAFT))
    const [feed, source, recTime] = [this.#u16(), this.#u16(), this.#f64()]
    columns.count = this.#u16()
    for (let i = 0; i < columns.count; i++) this.#oneAircraft(columns, i)
    hearer.aircraft({ columns, feed, source, recTime })
  }

  #oneAircraft(columns: AircraftColumns, i: number) {
    columns.observedAt[i] = this.#f64()
    columns.address[i] = this.#u32()
    columns.lat[i] = this.#u32()
    columns.lon[i] = this.#u32()
    columns.altitude[i] = this.#u32()
    columns.has[i] = this.#u16()
    columns.groundSpeed[i] = this.#u16()
    columns.airspeed[i] = this.#u16()
    columns.track[i] = this.#u16()
    columns.heading[i] = this.#u16()
    columns.verticalRate[i] = this.#u16()
    columns.squawk[i] = this.#u16()
    columns.sourceType[i] = this.#u8()
    columns.onGround[i] = this.#u8()
    columns.category[i] = this.#u8()
    for (let n = 0; n < CALL_SIGN_LENGTH; n++) columns.callSign[i * CALL_SIGN_LENGTH + n] = this.#u8()
  }

  #text(row: number, message: Uint8Array, hearer: SeaListener) {
    const [number, length] = [this.#u32(), this.#u32()]
    const text = Buffer.from(message.buffer, message.byteOffset + this.#at, length).toString()
    this.#at += length
    if (row === ROW.STATION) hearer.station({ id: number, code: text })
    else if (row === ROW.STATIC) hearer.static(JSON.parse(text) as StaticReport)
    else throw new Error(`a message of the sea has a row of the unknown kind ${row}`)
  }

  #u8(): number {
    this.#at += 1
    return this.#view.getUint8(this.#at - 1)
  }
  #u16(): number {
    this.#at += 2
    return this.#view.getUint16(this.#at - 2, true)
  }
  #u32(): number {
    this.#at += 4
    return this.#view.getUint32(this.#at - 4, true)
  }
  #f64(): number {
    this.#at += 8
    return this.#view.getFloat64(this.#at - 8, true)
  }
}
