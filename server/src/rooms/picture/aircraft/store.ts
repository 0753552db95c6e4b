import {
  CALL_SIGN_LENGTH,
  FROM_MODES,
  HAS_ALTITUDE,
  HAS_CALL_SIGN,
  HAS_CATEGORY,
  HAS_GROUND_BIT,
  HAS_GROUND_SPEED,
  HAS_PLACE,
  HAS_SQUAWK,
  HAS_TRACK,
  HAS_VERTICAL_RATE,
  IS_GEOMETRIC,
  type AircraftColumns,
} from '@samudra/nautical/adsb/adsb-columns'
import type { AircraftBatch } from '../../../sea/topics.ts'

/** "Not available" of the columns that keep whole numbers. */
export const UNKNOWN = -0x80000000
export const NONE = -1
const FIRST_ROWS = 512
/** A feed that invents addresses cannot make it grow without end: aircraft in the air at once are some 15,000. */
const MOST_ROWS = 200_000
/** A height above the ellipsoid stands in for the altimeter after it was silent for this long. */
const PRESSURE_LASTS_MS = 60_000
const FUTURE_MS = 60_000

type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array
const columnsOf = (rows: number) => ({
  /** The next report of the same aircraft by another source; ANONYMOUS after the last. */
  next: new Int32Array(rows),
  source: new Uint16Array(rows),
  feed: new Uint16Array(rows),
  address: new Uint32Array(rows),
  lat: new Float64Array(rows),
  lon: new Float64Array(rows),
  /** Epoch ms the place was observed, 0 without one; and the last word of any kind. */
  placedAt: new Float64Array(rows),
  heardAt: new Float64Array(rows),
  /** Epoch ms it arrived here. */
  recTime: new Float64Array(rows),
  altitude: new Int32Array(rows),
  altitudeAt: new Float64Array(rows),
  isGeometric: new Uint8Array(rows),
  /** 0.1 kn, 0.1 degree, feet a minute. */
  groundSpeed: new Int32Array(rows),
  track: new Int32Array(rows),
  verticalRate: new Int32Array(rows),
  squawk: new Int32Array(rows),
  onGround: new Int32Array(rows),
  category: new Int32Array(rows),
  sourceType: new Uint8Array(rows),
  /** Counts up over the whole store with every report. */
  sequence: new Float64Array(rows),
})
export type ReportRows = ReturnType<typeof columnsOf>

/** Stored last report of one source for one aircraft; null for missing values. */
export type Report = {
  rec_time: Date
  address: number
  source_id: number
  feed: number
  lat_udeg: number | null
  lon_udeg: number | null
  placed_at: Date | null
  heard_at: Date
  altitude: number | null
  altitude_at: Date | null
  is_geometric: boolean
  ground_speed: number | null
  track: number | null
  vertical_rate: number | null
  squawk: number | null
  on_ground: number | null
  category: number | null
  source_type: number
  call_sign: string | null
}

/** Last report of each source for each aircraft, by column. */
export class AircraftStore {
  rows: ReportRows = columnsOf(FIRST_ROWS)
  readonly callSign: (string | null)[] = []
  sequence = 0
  /** Reports there was no room for. */
  refused = 0
  readonly #firstOf = new Map<number, number>()
  readonly #free: number[] = []
  #capacity = FIRST_ROWS
  #used = 0

  /** Addresses and their first row. */
  get aircraft(): ReadonlyMap<number, number> {
    return this.#firstOf
  }

  take({ columns, feed, source, recTime }: AircraftBatch): void {
    for (let i = 0; i < columns.count; i++) {
      const row = this.#rowOf(columns.address[i]!, source)
      if (row === NONE) this.refused++
      else this.#apply(row, columns, i, feed, recTime)
    }
  }

  /** Removes reports last received before a time; returns the addresses without remaining reports. */
  forgetBefore(time: number): number[] {
    const gone: number[] = []
    for (const [address, first] of this.#firstOf) {
      let stored = NONE
      for (let row = first; row !== NONE;) {
        const next = this.rows.next[row]!
        if (this.rows.heardAt[row]! < time) this.#free.push(row)
        else {
          this.rows.next[row] = stored
          stored = row
        }
        row = next
      }
      if (stored === NONE) {
        this.#firstOf.delete(address)
        gone.push(address)
      } else this.#firstOf.set(address, stored)
    }
    return gone
  }

  /** Returns the reports received after a sequence number, in stored form. */
  reportsSince(sequence: number): Report[] {
    const found: Report[] = []
    for (const first of this.#firstOf.values())
      for (let row = first; row !== NONE; row = this.rows.next[row]!)
        if (this.rows.sequence[row]! > sequence) found.push(this.#report(row))
    return found
  }

  #report(row: number): Report {
    const { rows } = this
    const known = (value: number) => (value === UNKNOWN ? null : value)
    const time = (at: number) => (at === 0 ? null : new Date(at))
    const hasPlace = rows.placedAt[row] !== 0
    return {
      rec_time: new Date(rows.recTime[row]!),
      address: rows.address[row]!,
      source_id: rows.source[row]!,
      feed: rows.feed[row]!,
      lat_udeg: hasPlace ? Math.round(rows.lat[row]! * 1e6) : null,
      lon_udeg: hasPlace ? Math.round(rows.lon[row]! * 1e6) : null,
      placed_at: time(rows.placedAt[row]!),
      heard_at: new Date(rows.heardAt[row]!),
      altitude: known(rows.altitude[row]!),
      altitude_at: time(rows.altitudeAt[row]!),
      is_geometric: rows.isGeometric[row] === 1,
      ground_speed: known(rows.groundSpeed[row]!),
      track: known(rows.track[row]!),
      vertical_rate: known(rows.verticalRate[row]!),
      squawk: known(rows.squawk[row]!),
      on_ground: known(rows.onGround[row]!),
      category: known(rows.category[row]!),
      source_type: rows.sourceType[row]!,
      call_sign: this.callSign[row] ?? null,
    }
  }

  /** Restores a stored report. */
  restore(report: Report): void {
    const row = this.#rowOf(report.address, report.source_id)
    if (row === NONE) return
    const { rows } = this
    rows.feed[row] = report.feed
    rows.recTime[row] = report.rec_time.getTime()
    rows.heardAt[row] = report.heard_at.getTime()
    rows.lat[row] = (report.lat_udeg ?? 0) / 1e6
    rows.lon[row] = (report.lon_udeg ?? 0) / 1e6
    rows.placedAt[row] = report.placed_at?.getTime() ?? 0
    rows.altitude[row] = report.altitude ?? UNKNOWN
    rows.altitudeAt[row] = report.altitude_at?.getTime() ?? 0
    rows.isGeometric[row] = report.is_geometric ? 1 : 0
    rows.groundSpeed[row] = report.ground_speed ?? UNKNOWN
    rows.track[row] = report.track ?? UNKNOWN
    rows.verticalRate[row] = report.vertical_rate ?? UNKNOWN
    rows.squawk[row] = report.squawk ?? UNKNOWN
    rows.onGround[row] = report.on_ground ?? UNKNOWN
    rows.category[row] = report.category ?? UNKNOWN
    rows.sourceType[row] = report.source_type
    rows.sequence[row] = ++this.sequence
    this.callSign[row] = report.call_sign
  }

  #apply(row: number, columns: AircraftColumns, i: number, feed: number, recTime: number) {
    const { rows } = this
    const has = columns.has[i]!
    // A clock that runs ahead must not keep an aircraft fresh.
    const at =
      columns.observedAt[i]! > recTime + FUTURE_MS ? recTime : Math.min(columns.observedAt[i]!, recTime)
    rows.feed[row] = feed
    rows.recTime[row] = recTime
    rows.heardAt[row] = Math.max(rows.heardAt[row]!, at)
    if (has & HAS_PLACE && at >= rows.placedAt[row]!) {
      rows.lat[row] = columns.lat[i]! / 1e6
      rows.lon[row] = columns.lon[i]! / 1e6
      rows.placedAt[row] = at
      rows.sourceType[row] = columns.sourceType[i]!
    } else if (rows.placedAt[row] === 0) rows.sourceType[row] = columns.sourceType[i]!
    if (has & HAS_ALTITUDE) this.#altitude(row, columns.altitude[i]!, has & IS_GEOMETRIC ? 1 : 0, at)
    if (has & HAS_GROUND_SPEED) rows.groundSpeed[row] = columns.groundSpeed[i]!
    if (has & HAS_TRACK) rows.track[row] = columns.track[i]!
    if (has & HAS_VERTICAL_RATE) rows.verticalRate[row] = columns.verticalRate[i]!
    if (has & HAS_SQUAWK) rows.squawk[row] = columns.squawk[i]!
    if (has & HAS_GROUND_BIT) rows.onGround[row] = columns.onGround[i]!
    if (has & HAS_CATEGORY) rows.category[row] = columns.category[i]!
    if (has & HAS_CALL_SIGN) this.#name(row, columns.callSign, i * CALL_SIGN_LENGTH)
    rows.sequence[row] = ++this.sequence
  }

  #altitude(row: number, feet: number, isGeometric: number, at: number) {
    const { rows } = this
    const isHeld = rows.altitude[row] !== UNKNOWN && rows.isGeometric[row] === 0
    if (isGeometric && isHeld && at - rows.altitudeAt[row]! < PRESSURE_LASTS_MS) return
    rows.altitude[row] = feet
    rows.isGeometric[row] = isGeometric
    rows.altitudeAt[row] = at
  }

  /** Makes a string only when the name is another one. */
  #name(row: number, bytes: Uint8Array, from: number) {
    let end = from + CALL_SIGN_LENGTH
    while (end > from && (bytes[end - 1] === 0 || bytes[end - 1] === 32)) end--
    const held = this.callSign[row] ?? ''
    let isSame = held.length === end - from
    for (let i = 0; isSame && i < held.length; i++) isSame = held.charCodeAt(i) === bytes[from + i]
    if (!isSame) this.callSign[row] = String.fromCharCode(...bytes.subarray(from, end))
  }

  #rowOf(address: number, source: number): number {
    const first = this.#firstOf.get(address) ?? NONE
    for (let row = first; row !== NONE; row = this.rows.next[row]!)
      if (this.rows.source[row] === source) return row
    const row = this.#newRow()
    if (row === NONE) return NONE
    const { rows } = this
    rows.next[row] = first
    rows.source[row] = source
    rows.address[row] = address
    rows.placedAt[row] = rows.heardAt[row] = rows.altitudeAt[row] = 0
    rows.isGeometric[row] = 0
    rows.sourceType[row] = FROM_MODES
    for (const column of [rows.altitude, rows.groundSpeed, rows.track, rows.verticalRate])
      column[row] = UNKNOWN
    for (const column of [rows.squawk, rows.onGround, rows.category]) column[row] = UNKNOWN
    this.callSign[row] = null
    this.#firstOf.set(address, row)
    return row
  }

  #newRow(): number {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#used === this.#capacity) {
      if (this.#capacity >= MOST_ROWS) return NONE
      this.#grow()
    }
    return this.#used++
  }

  #grow() {
    this.#capacity *= 2
    const larger = columnsOf(this.#capacity)
    for (const name of Object.keys(larger) as (keyof ReportRows)[])
      (larger[name] as Column).set(this.rows[name])
    this.rows = larger
  }
}
