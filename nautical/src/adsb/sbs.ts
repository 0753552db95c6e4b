import {
  CALL_SIGN_LENGTH,
  FROM_ADSB,
  FROM_MLAT,
  FROM_MODES,
  FROM_TISB,
  HAS_ALTITUDE,
  HAS_CALL_SIGN,
  HAS_GROUND_BIT,
  HAS_GROUND_SPEED,
  HAS_PLACE,
  HAS_SQUAWK,
  HAS_TRACK,
  HAS_VERTICAL_RATE,
  NOT_ICAO,
} from './adsb-columns.ts'
import type { AdsbCounters, Rows } from './rows.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32
const PLUS = 43
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const TILDE = 126
/** Maximum length of a line carried from one chunk to the next. */
const CARRY_BYTES = 512
const FIELDS = 22
/** Code of a line that carries nothing about an aircraft. */
const OTHER_LINE = 100

/** Positions of the fields of a line. */
const TYPE = 1
const HEX_IDENT = 4
const CALL_SIGN = 10
const ALTITUDE = 11
const SPEED = 12
const TRACK = 13
const LAT = 14
const LON = 15
const RATE = 16
const SQUAWK = 17
const ON_GROUND = 21

/**
 * SBS-1 (BaseStation) lines in a stream of bytes cut anywhere. Each type fills a part of the fields. The dates of a
 * line are local time of some receiver and often blank, so a line counts from its arrival.
 */
export class SbsReader {
  readonly #rows: Rows
  readonly #counters: AdsbCounters
  readonly #carry = new Uint8Array(CARRY_BYTES)
  #carried = 0
  #isSkipping = false
  /** Where each field begins; one more than there are fields. */
  readonly #start = new Int32Array(FIELDS + 2)
  #bytes: Uint8Array = this.#carry

  constructor(rows: Rows, counters: AdsbCounters) {
    this.#rows = rows
    this.#counters = counters
  }

  /** Takes what is left as a whole line: the last one of a stream may lack its line feed. */
  end(receivedAt: number): void {
    if (this.#carried > 0) this.#line(this.#carry, 0, this.#carried, receivedAt)
    this.#carried = 0
    this.#isSkipping = false
  }

  feed(chunk: Uint8Array, receivedAt: number): void {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      if (this.#isSkipping) this.#isSkipping = false
      else if (this.#carried > 0) {
        if (this.#keep(chunk, from, end)) this.#line(this.#carry, 0, this.#carried, receivedAt)
        this.#isSkipping = false
      } else if (end - from > CARRY_BYTES) this.#counters.overflow++
      else this.#line(chunk, from, end, receivedAt)
      this.#carried = 0
      from = end + 1
    }
    if (from < chunk.length && !this.#isSkipping) this.#keep(chunk, from, chunk.length)
  }

  #keep(chunk: Uint8Array, from: number, end: number): boolean {
    if (this.#carried + end - from > CARRY_BYTES) {
      this.#counters.overflow++
      this.#carried = 0
      this.#isSkipping = true
      return false
    }
    for (let i = from; i < end; i++) this.#carry[this.#carried++] = chunk[i]!
    return true
  }

  #line(bytes: Uint8Array, from: number, to: number, receivedAt: number) {
    let end = to
    while (end > from && (bytes[end - 1] === CARRIAGE_RETURN || bytes[end - 1] === BLANK)) end--
    if (end === from) return
    this.#bytes = bytes
    const start = this.#start
    let fields = 0
    start[0] = from
    for (let i = from; i < end && fields < FIELDS; i++) if (bytes[i] === COMMA) start[++fields] = i + 1
    if (fields < FIELDS) start[++fields] = end + 1
    const sourceType = this.#sourceType()
    if (sourceType === OTHER_LINE) {
      this.#counters.unsupported++
      return
    }
    const address = fields < SQUAWK ? -1 : this.#address()
    if (sourceType < 0 || address < 0) {
      this.#counters.malformed++
      return
    }
    for (let i = fields; i <= FIELDS; i++) start[i] = end + 1
    this.#counters.messages++
    this.#fill(address, sourceType, receivedAt)
  }

  /**
   * Returns the source type by the first two fields: OTHER_LINE for lines without an aircraft, -1 for what is no line.
   */
  #sourceType(): number {
    const size = this.#start[1]! - this.#start[0]! - 1
    if (size === 2 && (this.#is('ID') || this.#is('AI'))) return OTHER_LINE
    if (size === 3 && (this.#is('SEL') || this.#is('AIR') || this.#is('STA') || this.#is('CLK')))
      return OTHER_LINE
    const type = this.#bytes[this.#start[TYPE]!]! - ZERO
    if (this.#start[TYPE + 1]! - this.#start[TYPE]! !== 2 || !(type >= 1 && type <= 8)) return -1
    if (size === 4 && this.#is('MLAT')) return FROM_MLAT
    if (size === 4 && this.#is('TISB')) return FROM_TISB
    if (size !== 3 || !this.#is('MSG')) return -1
    return type <= 4 ? FROM_ADSB : FROM_MODES
  }

  #is(word: string): boolean {
    const at = this.#start[0]!
    for (let i = 0; i < word.length; i++) if (this.#bytes[at + i] !== word.charCodeAt(i)) return false
    return true
  }

  #address(): number {
    let at = this.#start[HEX_IDENT]!
    const end = this.#start[HEX_IDENT + 1]! - 1
    let flag = 0
    if (this.#bytes[at] === TILDE) {
      flag = NOT_ICAO
      at++
    }
    if (end - at !== 6) return -1
    let value = 0
    for (; at < end; at++) {
      const code = this.#bytes[at]! | 0x20
      const digit = code >= 97 && code <= 102 ? code - 87 : code >= 48 && code <= 57 ? code - 48 : -1
      if (digit < 0) return -1
      value = value * 16 + digit
    }
    return value | flag
  }

  #fill(address: number, sourceType: number, receivedAt: number) {
    const { columns } = this.#rows
    const row = this.#rows.begin(address, sourceType, receivedAt)
    let has = this.#callSign(row)
    const altitude = this.#number(ALTITUDE)
    if (altitude > -5000 && altitude < 200_000) {
      columns.altitude[row] = Math.round(altitude)
      has |= HAS_ALTITUDE
    }
    const speed = this.#number(SPEED)
    if (speed >= 0 && speed < 5000) {
      columns.groundSpeed[row] = Math.round(speed * 10)
      has |= HAS_GROUND_SPEED
    }
    const track = this.#number(TRACK)
    if (track >= 0 && track <= 360) {
      columns.track[row] = Math.round(track * 10) % 3600
      has |= HAS_TRACK
    }
    const rate = this.#number(RATE)
    if (Math.abs(rate) < 32_768) {
      columns.verticalRate[row] = Math.round(rate)
      has |= HAS_VERTICAL_RATE
    }
    columns.has[row] = has | this.#place(row) | this.#squawk(row) | this.#groundBit(row)
    this.#rows.end()
  }

  #place(row: number): number {
    const lat = this.#number(LAT)
    const lon = this.#number(LON)
    if (lat !== lat && lon !== lon) return 0
    this.#counters.positions++
    // Receivers without a place yet send 0, 0.
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || (lat === 0 && lon === 0)) return 0
    this.#counters.places++
    this.#rows.columns.lat[row] = Math.round(lat * 1e6)
    this.#rows.columns.lon[row] = Math.round(lon * 1e6)
    return HAS_PLACE
  }

  #callSign(row: number): number {
    const { callSign } = this.#rows.columns
    const from = this.#start[CALL_SIGN]!
    const end = Math.min(this.#start[CALL_SIGN + 1]! - 1, from + CALL_SIGN_LENGTH)
    if (end <= from) return 0
    const at = row * CALL_SIGN_LENGTH
    let hasText = false
    for (let i = 0; i < CALL_SIGN_LENGTH; i++) {
      const code = from + i < end ? this.#bytes[from + i]! : 0
      if (code !== 0 && (code < 32 || code > 126)) return 0
      if (code > 32) hasText = true
      callSign[at + i] = code
    }
    return hasText ? HAS_CALL_SIGN : 0
  }

  #squawk(row: number): number {
    const from = this.#start[SQUAWK]!
    const end = this.#start[SQUAWK + 1]! - 1
    if (end <= from || end - from > 4) return 0
    let value = 0
    for (let i = from; i < end; i++) {
      const digit = this.#bytes[i]! - ZERO
      if (!(digit >= 0 && digit <= 7)) return 0
      value = value * 8 + digit
    }
    this.#rows.columns.squawk[row] = value
    return HAS_SQUAWK
  }

  #groundBit(row: number): number {
    const flag = this.#number(ON_GROUND)
    if (flag !== flag) return 0
    this.#rows.columns.onGround[row] = flag === 0 ? 0 : 1
    return HAS_GROUND_BIT
  }

  /** The number of a field; NaN when it is blank or none. */
  #number(field: number): number {
    const bytes = this.#bytes
    let at = this.#start[field]!
    const end = this.#start[field + 1]! - 1
    if (end <= at || end - at > 16) return Number.NaN
    const isNegative = bytes[at] === MINUS
    if (isNegative || bytes[at] === PLUS) at++
    let value = 0
    let scale = 0
    let digits = 0
    for (; at < end; at++) {
      const digit = bytes[at]! - ZERO
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit
        scale *= 10
        digits++
      } else if (bytes[at] === POINT && scale === 0) scale = 1
      else return Number.NaN
    }
    if (digits === 0) return Number.NaN
    return (isNegative ? -value : value) / (scale || 1)
  }
}
