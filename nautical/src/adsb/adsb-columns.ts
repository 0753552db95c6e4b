/**
 * Typed output of the ADS-B decoder: one row per message, by column, reused batch after batch. A message carries a
 * part only, so `has` marks the columns of its row that mean anything.
 */

/** Bits of `has`. */
export const HAS_PLACE = 1
export const HAS_ALTITUDE = 2
/** The altitude is a height above the ellipsoid, not of the pressure altimeter. */
export const IS_GEOMETRIC = 4
export const HAS_GROUND_SPEED = 8
export const HAS_TRACK = 16
export const HAS_VERTICAL_RATE = 32
export const HAS_SQUAWK = 64
export const HAS_CALL_SIGN = 128
export const HAS_CATEGORY = 256
/** `onGround` is known. */
export const HAS_GROUND_BIT = 512
export const HAS_AIRSPEED = 1024
export const HAS_HEADING = 2048

/** Origins of a report; the index is `sourceType`. */
export const SOURCE_TYPES = ['ADSB', 'MLAT', 'TISB', 'MODES'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]
export const FROM_ADSB = 0
export const FROM_MLAT = 1
export const FROM_TISB = 2
export const FROM_MODES = 3

/** Set in `address` when the 24 bits are not an ICAO address but a number some ground station gave. */
export const NOT_ICAO = 0x1000000
export const CALL_SIGN_LENGTH = 8

export type AircraftColumns = {
  count: number
  readonly address: Uint32Array
  readonly has: Uint16Array
  readonly sourceType: Uint8Array
  /** Degrees x 1e6. */
  readonly lat: Int32Array
  readonly lon: Int32Array
  /** Feet. */
  readonly altitude: Int32Array
  /** 0.1 kn. */
  readonly groundSpeed: Uint16Array
  readonly airspeed: Uint16Array
  /** 0.1 degree true. */
  readonly track: Uint16Array
  /** Heading of the nose, 0.1 degree; magnetic unless the aircraft reports otherwise. */
  readonly heading: Uint16Array
  /** Feet a minute, climbing positive. */
  readonly verticalRate: Int16Array
  /** Four octal digits in twelve bits. */
  readonly squawk: Uint16Array
  readonly onGround: Uint8Array
  /** Emitter category: set (A 0 to D 3) times 8 plus number. */
  readonly category: Uint8Array
  /** ASCII, padded with zeros. */
  readonly callSign: Uint8Array
  /** Epoch ms the place or the message was observed, as well as is known. */
  readonly observedAt: Float64Array
}

export function aircraftColumns(rows: number): AircraftColumns {
  return {
    count: 0,
    address: new Uint32Array(rows),
    has: new Uint16Array(rows),
    sourceType: new Uint8Array(rows),
    lat: new Int32Array(rows),
    lon: new Int32Array(rows),
    altitude: new Int32Array(rows),
    groundSpeed: new Uint16Array(rows),
    airspeed: new Uint16Array(rows),
    track: new Uint16Array(rows),
    heading: new Uint16Array(rows),
    verticalRate: new Int16Array(rows),
    squawk: new Uint16Array(rows),
    onGround: new Uint8Array(rows),
    category: new Uint8Array(rows),
    callSign: new Uint8Array(rows * CALL_SIGN_LENGTH),
    observedAt: new Float64Array(rows),
  }
}

/** The address as it is written: six hexadecimal digits, a tilde before what is no ICAO address. */
export const addressText = (address: number): string =>
  (address & NOT_ICAO ? '~' : '') + (address & 0xffffff).toString(16).padStart(6, '0')

/** The number of an address as it is written. */
export const addressOf = (text: string): number =>
  text.startsWith('~') ? NOT_ICAO | Number.parseInt(text.slice(1), 16) : Number.parseInt(text, 16)

/** Four octal digits. */
export const squawkText = (squawk: number): string => squawk.toString(8).padStart(4, '0')

/** `A3` of an emitter category. */
export const categoryText = (category: number): string => 'ABCD'[category >> 3]! + String(category & 7)

/** The call sign of a row, without the blanks behind it; null when nothing is left. */
export function callSignText(columns: Pick<AircraftColumns, 'callSign'>, row: number): string | null {
  let text = ''
  for (let at = row * CALL_SIGN_LENGTH; at < (row + 1) * CALL_SIGN_LENGTH; at++) {
    const code = columns.callSign[at]!
    if (code === 0) break
    text += String.fromCharCode(code)
  }
  return text.trimEnd() === '' ? null : text.trimEnd()
}
