/**
 * The typed output of the decoder: one row a report, by column, reused batch after batch.
 * "Not available" of M.1371 is turned into the NONE values here and nowhere later.
 */

/** "Not available" of lat and lon. */
export const NONE32 = -0x80000000
/** "Not available" of sog, cog and heading. */
export const NONE16 = 0xffff
/** "Not available" of rot (the raw ROT_AIS value; see rotDegreesPerMinute). */
export const ROT_NONE = -128
/** "Not available" of navStatus. */
export const NAV_NONE = 15
/** No station named by a tag block or suffix. */
export const NO_STATION = -1

/** Bits of `bits`. */
export const BIT_ACCURACY = 1
export const BIT_RAIM = 2
/** Came as VDO: the receiving ship's own report. */
export const BIT_OWN_SHIP = 4
/** The checksum was wrong and the policy is to mark, not drop. */
export const BIT_BAD_CHECKSUM = 8
/** Two bits from here: radio channel, 0 unknown, 1 A, 2 B. */
export const SHIFT_RADIO_CHANNEL = 4

/** Positions: types 1-4, 9, 11, 18, 19, 21, 27. */
export type DynamicColumns = {
  count: number
  readonly type: Uint8Array
  readonly mmsi: Uint32Array
  /**
   * Latitude and longitude in 1/10,000 minute (degrees x 600,000), NONE32 when the station sends "not available" (91
   * and 181 degrees). Other values beyond 90 or 180 degrees are stored as sent, for the plausibility stage to judge.
   */
  readonly lat: Int32Array
  readonly lon: Int32Array
  /** 0.1 kn (types 9 and 27: whole knots x 10), NONE16. */
  readonly sog: Uint16Array
  /** 0.1 degree, NONE16; what M.1371 leaves unused above 359.9 counts as not available. */
  readonly cog: Uint16Array
  /** Degrees true, NONE16; so are the unused values above 359. */
  readonly heading: Uint16Array
  readonly rot: Int8Array
  readonly navStatus: Uint8Array
  /** UTC second 0-59; 60 not available, 61-63 as in M.1371. */
  readonly second: Uint8Array
  readonly bits: Uint8Array
  /** Epoch ms of the tag block, suffix or JSON of the sentence; NaN when it names none. */
  readonly observedAt: Float64Array
  /** Index into the decoder's `stations`, NO_STATION when unnamed. */
  readonly station: Int32Array
  /** 32-bit hash of the payload and its length, for duplicate suppression across receivers. */
  readonly hash: Uint32Array
  /** Start of its lines in the line store, and their bytes; NaN without one. */
  readonly lineFrom: Float64Array
  readonly lineLength: Uint16Array
}

/** Which fields a static row carries. */
export const HAS_NAME = 1
export const HAS_CALL_SIGN = 2
export const HAS_SHIP_TYPE = 4
export const HAS_DIMENSIONS = 8
/** imo, eta, draught and destination. */
export const HAS_VOYAGE = 16
/** `shipType` is the type of aid to navigation (0-31). */
export const HAS_AID_TYPE = 32

/** Characters a ship's name has, and with its extension the name of an aid to navigation. */
export const SHIP_NAME = 20
export const NAME_LENGTH = 34
export const CALL_SIGN_LENGTH = 7
export const DESTINATION_LENGTH = 20

/** Static and voyage data: types 5, 19, 21, 24A, 24B. */
export type StaticColumns = {
  count: number
  readonly type: Uint8Array
  readonly mmsi: Uint32Array
  readonly has: Uint8Array
  /** 0 when not available. */
  readonly imo: Uint32Array
  readonly shipType: Uint8Array
  /** Metres from the reference point; 0 when not available. */
  readonly toBow: Uint16Array
  readonly toStern: Uint16Array
  readonly toPort: Uint8Array
  readonly toStarboard: Uint8Array
  /** Month 4 bits, day 5, hour 5, minute 6, as sent; 0 when not available. */
  readonly eta: Uint32Array
  /** 0.1 m, 0 when not available. */
  readonly draught: Uint8Array
  /** ASCII, padded with zeros. */
  readonly name: Uint8Array
  readonly callSign: Uint8Array
  readonly destination: Uint8Array
  readonly bits: Uint8Array
  readonly observedAt: Float64Array
  readonly station: Int32Array
  readonly hash: Uint32Array
}

export const dynamicColumns = (rows: number): DynamicColumns => ({
  count: 0,
  type: new Uint8Array(rows),
  mmsi: new Uint32Array(rows),
  lat: new Int32Array(rows),
  lon: new Int32Array(rows),
  sog: new Uint16Array(rows),
  cog: new Uint16Array(rows),
  heading: new Uint16Array(rows),
  rot: new Int8Array(rows),
  navStatus: new Uint8Array(rows),
  second: new Uint8Array(rows),
  bits: new Uint8Array(rows),
  observedAt: new Float64Array(rows),
  station: new Int32Array(rows),
  hash: new Uint32Array(rows),
  lineFrom: new Float64Array(rows),
  lineLength: new Uint16Array(rows),
})

export const staticColumns = (rows: number): StaticColumns => ({
  count: 0,
  type: new Uint8Array(rows),
  mmsi: new Uint32Array(rows),
  has: new Uint8Array(rows),
  imo: new Uint32Array(rows),
  shipType: new Uint8Array(rows),
  toBow: new Uint16Array(rows),
  toStern: new Uint16Array(rows),
  toPort: new Uint8Array(rows),
  toStarboard: new Uint8Array(rows),
  eta: new Uint32Array(rows),
  draught: new Uint8Array(rows),
  name: new Uint8Array(rows * NAME_LENGTH),
  callSign: new Uint8Array(rows * CALL_SIGN_LENGTH),
  destination: new Uint8Array(rows * DESTINATION_LENGTH),
  bits: new Uint8Array(rows),
  observedAt: new Float64Array(rows),
  station: new Int32Array(rows),
  hash: new Uint32Array(rows),
})
