import {
  CALL_SIGN_LENGTH,
  FROM_ADSB,
  FROM_MLAT,
  FROM_MODES,
  FROM_TISB,
  HAS_AIRSPEED,
  HAS_ALTITUDE,
  HAS_CALL_SIGN,
  HAS_CATEGORY,
  HAS_GROUND_BIT,
  HAS_GROUND_SPEED,
  HAS_HEADING,
  HAS_PLACE,
  HAS_SQUAWK,
  HAS_TRACK,
  HAS_VERTICAL_RATE,
  IS_GEOMETRIC,
  NOT_ICAO,
} from './adsb-columns.ts'
import type { CprPlace } from './cpr.ts'
import { altitude12, altitude13, movementKnots, SIX_BIT, squawk13 } from './fields.ts'
import type { ReceivedAircraft } from './receiver-range.ts'
import { remainderOf } from './parity.ts'
import type { AdsbCounters, Rows } from './rows.ts'

const SHORT = 7
const LONG = 14
/** Interrogator codes of an all-call reply, the extended ones too. */
const MOST_INTERROGATORS = 80

/** Turns the frames of one receiver into rows: parity, address, fields, places. Nothing is allocated for a frame. */
export class ModeSReader {
  readonly #rows: Rows
  readonly #heard: ReceivedAircraft
  readonly #counters: AdsbCounters
  readonly #place: CprPlace = { lat: 0, lon: 0 }

  constructor(rows: Rows, heard: ReceivedAircraft, counters: AdsbCounters) {
    this.#rows = rows
    this.#heard = heard
    this.#counters = counters
  }

  /** Reads the frame of `length` bytes at `o`; `isMlat` when its place was computed by a network of receivers. */
  read(m: Uint8Array, o: number, length: number, at: number, isMlat: boolean): void {
    const format = m[o]! >> 3
    if (length !== (format < 16 ? SHORT : LONG)) {
      this.#counters.malformed++
      return
    }
    this.#counters.messages++
    if (format === 17 || format === 18) this.#squitter(m, o, at, format, isMlat)
    else if (format === 11) this.#allCallReply(m, o, at)
    else if (format === 4 || format === 5 || format === 20 || format === 21 || format === 0 || format === 16)
      this.#reply(m, o, length, at, format)
    else this.#counters.unsupported++
  }

  #squitter(m: Uint8Array, o: number, at: number, format: number, isMlat: boolean) {
    if (remainderOf(m, o, LONG) !== 0) {
      this.#counters.badParity++
      return
    }
    let sourceType = FROM_ADSB
    let address = (m[o + 1]! << 16) | (m[o + 2]! << 8) | m[o + 3]!
    const control = m[o]! & 7
    if (format === 18) {
      // Control field: 0, 1 a ground vehicle's own; 2 TIS-B, 5 without address; 6 relayed; 3, 4, 7 carry no fine place.
      if (control === 3 || control === 4 || control === 7) {
        this.#counters.unsupported++
        return
      }
      if (control === 2 || control === 5) sourceType = FROM_TISB
      if (control === 1 || control === 5 || (control !== 0 && hasForeignAddress(m, o))) address |= NOT_ICAO
    }
    if (isMlat) sourceType = FROM_MLAT
    if (!this.#heard.hear(address, at)) {
      this.#counters.overflow++
      return
    }
    const row = this.#rows.begin(address, sourceType, at)
    const code = m[o + 4]! >> 3
    if (code >= 1 && code <= 4) this.#identification(m, o, row, code)
    else if (code >= 5 && code <= 8) this.#surface(m, o, row, address, at)
    else if ((code >= 9 && code <= 18) || (code >= 20 && code <= 22))
      this.#airborne(m, o, row, address, at, code >= 20)
    else if (code === 19) this.#velocity(m, o, row)
    else if (code === 28 && (m[o + 4]! & 7) === 1) this.#squawk(((m[o + 5]! & 0x1f) << 8) | m[o + 6]!, row)
    if (format === 17 && (control === 4 || control === 5)) this.#groundBit(control === 4 ? 1 : 0, row)
    this.#rows.end()
  }

  #identification(m: Uint8Array, o: number, row: number, code: number) {
    const { columns } = this.#rows
    const high = (m[o + 5]! << 16) | (m[o + 6]! << 8) | m[o + 7]!
    const low = (m[o + 8]! << 16) | (m[o + 9]! << 8) | m[o + 10]!
    let isText = true
    for (let i = 0; i < CALL_SIGN_LENGTH; i++) {
      const letter = SIX_BIT[((i < 4 ? high : low) >> (18 - 6 * (i & 3))) & 63]!
      columns.callSign[row * CALL_SIGN_LENGTH + i] = letter
      if (letter === 0) isText = false
    }
    columns.category[row] = ((4 - code) << 3) | (m[o + 4]! & 7)
    columns.has[row]! |= (isText ? HAS_CALL_SIGN : 0) | (m[o + 4]! & 7 ? HAS_CATEGORY : 0)
  }

  #airborne(m: Uint8Array, o: number, row: number, address: number, at: number, isGeometric: boolean) {
    const { columns } = this.#rows
    this.#altitude(altitude12((m[o + 5]! << 4) | (m[o + 6]! >> 4)), row)
    if (isGeometric) columns.has[row]! |= IS_GEOMETRIC
    this.#groundBit(0, row)
    this.#cpr(m, o, row, address, at, false)
  }

  #surface(m: Uint8Array, o: number, row: number, address: number, at: number) {
    const { columns } = this.#rows
    const speed = movementKnots(((m[o + 4]! & 7) << 4) | (m[o + 5]! >> 4))
    if (speed === speed) {
      columns.groundSpeed[row] = Math.round(speed * 10)
      columns.has[row]! |= HAS_GROUND_SPEED
    }
    if (m[o + 5]! & 8) {
      columns.track[row] = Math.round(((((m[o + 5]! & 7) << 4) | (m[o + 6]! >> 4)) * 3600) / 128)
      columns.has[row]! |= HAS_TRACK
    }
    this.#groundBit(1, row)
    this.#cpr(m, o, row, address, at, true)
  }

  #cpr(m: Uint8Array, o: number, row: number, address: number, at: number, isSurface: boolean) {
    const isOdd = (m[o + 6]! & 4) !== 0
    const latBits = ((m[o + 6]! & 3) << 15) | (m[o + 7]! << 7) | (m[o + 8]! >> 1)
    const lonBits = ((m[o + 8]! & 1) << 16) | (m[o + 9]! << 8) | m[o + 10]!
    this.#counters.positions++
    if (!this.#heard.locate(address, latBits, lonBits, isOdd, isSurface, at, this.#place)) return
    const { columns } = this.#rows
    columns.lat[row] = Math.round(this.#place.lat * 1e6)
    columns.lon[row] = Math.round(this.#place.lon * 1e6)
    columns.has[row]! |= HAS_PLACE
    this.#counters.places++
  }

  #velocity(m: Uint8Array, o: number, row: number) {
    const { columns } = this.#rows
    const kind = m[o + 4]! & 7
    const first = ((m[o + 5]! & 3) << 8) | m[o + 6]!
    const second = ((m[o + 7]! & 0x7f) << 3) | (m[o + 8]! >> 5)
    const step = kind === 2 || kind === 4 ? 4 : 1
    if (kind === 1 || kind === 2) {
      if (first === 0 || second === 0) return
      const east = (first - 1) * step * (m[o + 5]! & 4 ? -1 : 1)
      const north = (second - 1) * step * (m[o + 7]! & 0x80 ? -1 : 1)
      columns.groundSpeed[row] = Math.round(Math.sqrt(east * east + north * north) * 10)
      columns.has[row]! |= HAS_GROUND_SPEED
      if (east !== 0 || north !== 0) {
        const track = (Math.atan2(east, north) * 180) / Math.PI
        columns.track[row] = Math.round((track < 0 ? track + 360 : track) * 10) % 3600
        columns.has[row]! |= HAS_TRACK
      }
    } else if (kind === 3 || kind === 4) {
      if (m[o + 5]! & 4) {
        columns.heading[row] = Math.round((first * 3600) / 1024) % 3600
        columns.has[row]! |= HAS_HEADING
      }
      if (second !== 0) {
        columns.airspeed[row] = (second - 1) * step * 10
        columns.has[row]! |= HAS_AIRSPEED
      }
    } else return
    const rate = ((m[o + 8]! & 7) << 6) | (m[o + 9]! >> 2)
    if (rate === 0) return
    columns.verticalRate[row] = (rate - 1) * 64 * (m[o + 8]! & 8 ? -1 : 1)
    columns.has[row]! |= HAS_VERTICAL_RATE
  }

  #allCallReply(m: Uint8Array, o: number, at: number) {
    const left = remainderOf(m, o, SHORT)
    const address = (m[o + 1]! << 16) | (m[o + 2]! << 8) | m[o + 3]!
    // The remainder is the interrogator's code. One bit error makes such a remainder of any frame, so only a reply to
    // no particular interrogator (0) makes an address known.
    if (left >= MOST_INTERROGATORS || (left !== 0 && !this.#heard.isKnown(address, at))) {
      this.#counters.badParity++
      return
    }
    if (left === 0 && !this.#heard.hear(address, at)) {
      this.#counters.overflow++
      return
    }
    const row = this.#rows.begin(address, FROM_MODES, at)
    const capability = m[o]! & 7
    if (capability === 4 || capability === 5) this.#groundBit(capability === 4 ? 1 : 0, row)
    this.#rows.end()
  }

  /**
   * Reads a reply, which carries its address in the parity: the address is accepted only if it was received otherwise.
   */
  #reply(m: Uint8Array, o: number, length: number, at: number, format: number) {
    const address = remainderOf(m, o, length)
    if (!this.#heard.isKnown(address, at)) {
      this.#counters.unknownAddress++
      return
    }
    const row = this.#rows.begin(address, FROM_MODES, at)
    const code = ((m[o + 2]! & 0x1f) << 8) | m[o + 3]!
    if (format === 5 || format === 21) this.#squawk(code, row)
    else this.#altitude(altitude13(code), row)
    if (format === 0 || format === 16) {
      if (m[o]! & 4) this.#groundBit(1, row)
    } else {
      const status = m[o]! & 7
      if (status < 4) this.#groundBit(status & 1, row)
    }
    this.#rows.end()
  }

  #altitude(feet: number, row: number) {
    if (feet !== feet) return
    this.#rows.columns.altitude[row] = feet
    this.#rows.columns.has[row]! |= HAS_ALTITUDE
  }
  #squawk(code: number, row: number) {
    this.#rows.columns.squawk[row] = squawk13(code)
    this.#rows.columns.has[row]! |= HAS_SQUAWK
  }
  #groundBit(isOn: number, row: number) {
    this.#rows.columns.onGround[row] = isOn
    this.#rows.columns.has[row]! |= HAS_GROUND_BIT
  }
}

/** True when the ICAO/Mode A flag of a relayed position or velocity marks the address as a number of the ground. */
function hasForeignAddress(m: Uint8Array, o: number): boolean {
  const code = m[o + 4]! >> 3
  if (code >= 5 && code <= 8) return (m[o + 6]! & 8) !== 0
  if (code === 19) return (m[o + 5]! & 0x80) !== 0
  return ((code >= 9 && code <= 18) || (code >= 20 && code <= 22)) && (m[o + 4]! & 1) !== 0
}
