/** Reasons that exclude a fix from the picture, as bits of `reasons`; the order is REJECT_REASONS of the contract. */
export const REASON = {
  OUT_OF_RANGE: 1,
  SENTINEL: 2,
  JUMP: 4,
  DUPLICATE: 8,
  FUTURE: 16,
  OUT_OF_ORDER: 32,
  TOO_OLD: 64,
} as const

/** Values of `quality`. */
export const QUALITY = { OK: 0, SUSPECT: 1, QUARANTINED: 2 } as const

/** "Not available" of latitude and longitude in a batch. */
export const NO_PLACE = -0x80000000
export const NONE16 = 0xffff
/** "Not available" of the rate of turn and of the navigational status. */
export const ROT_NONE = -128
export const NAV_NONE = 15

/** Knots, degrees or metres of a column that counts tenths; null when not available. */
export const tenths = (value: number): number | null => (value === NONE16 ? null : value / 10)

/**
 * Raw message of each fix of a batch: a length of `bytes` from an offset; none where the length is 0. The hash
 * identifies copies of the same transmission.
 */
export type ReceivedColumns = {
  readonly bytes: Uint8Array
  readonly from: Uint32Array
  readonly length: Uint16Array
  readonly hash: Uint32Array
}

/** Feeds of imports have numbers from here on (decision 18). */
export const FIRST_IMPORT_FEED = 20_000

/** Set in `bits` of a fix that a feed read from a recording; the decoder leaves it free. */
export const BIT_RECORDED = 64
/** Number of the feed that read a fix from a recording, 0 for what was received or imported. */
export const recordingOf = ({ bits, feed }: Pick<FixBatch, 'bits' | 'feed'>, i: number): number =>
  (bits[i]! & BIT_RECORDED) === 0 || feed[i]! >= FIRST_IMPORT_FEED ? 0 : feed[i]!

/**
 * Fixes by column, reused for each batch: receivers copy what they store. The picture completes `split`, `quality` and
 * `reasons`.
 */
export type FixBatch = {
  count: number
  readonly capacity: number
  /** Ascending, unique: receive time in ms x 1024 and upwards. */
  readonly fixId: Float64Array
  readonly mmsi: Uint32Array
  readonly split: Uint8Array
  /** Degrees x 1e6, NO_PLACE when not available. */
  readonly lat: Int32Array
  readonly lon: Int32Array
  /** 0.1 kn, 0.1 degree, degrees; NONE16 when not available. */
  readonly sog: Uint16Array
  readonly cog: Uint16Array
  readonly heading: Uint16Array
  /** ROT_AIS, -128 when not available. */
  readonly rot: Int8Array
  readonly navStatus: Uint8Array
  readonly type: Uint8Array
  /** As `bits` of the decoder's columns: accuracy, RAIM, own ship, bad checksum, radio channel; and `BIT_RECORDED`. */
  readonly bits: Uint8Array
  readonly observedAt: Float64Array
  readonly recTime: Float64Array
  /** Numbers of feed, source and station in the registry of the feeds room. */
  readonly feed: Uint16Array
  readonly source: Uint16Array
  readonly station: Int32Array
  readonly quality: Uint8Array
  readonly reasons: Uint8Array
  /** Value 1 where the contact moved here from elsewhere: earlier data of its sources do not belong to it any more. */
  readonly moved: Uint8Array
  /** Null for fixes not received: read from the database, or imported from a file. */
  readonly received: ReceivedColumns | null
}

export function fixBatch(capacity: number, received: ReceivedColumns | null = null): FixBatch {
  return {
    count: 0,
    capacity,
    fixId: new Float64Array(capacity),
    mmsi: new Uint32Array(capacity),
    split: new Uint8Array(capacity),
    lat: new Int32Array(capacity),
    lon: new Int32Array(capacity),
    sog: new Uint16Array(capacity),
    cog: new Uint16Array(capacity),
    heading: new Uint16Array(capacity),
    rot: new Int8Array(capacity),
    navStatus: new Uint8Array(capacity),
    type: new Uint8Array(capacity),
    bits: new Uint8Array(capacity),
    observedAt: new Float64Array(capacity),
    recTime: new Float64Array(capacity),
    feed: new Uint16Array(capacity),
    source: new Uint16Array(capacity),
    station: new Int32Array(capacity),
    quality: new Uint8Array(capacity),
    reasons: new Uint8Array(capacity),
    moved: new Uint8Array(capacity),
    received,
  }
}

/** Copies fix `from` of one batch to place `to` of another. */
export function copyFix(source: FixBatch, from: number, target: FixBatch, to: number): void {
  target.mmsi[to] = source.mmsi[from]!
  target.split[to] = source.split[from]!
  target.fixId[to] = source.fixId[from]!
  target.observedAt[to] = source.observedAt[from]!
  target.recTime[to] = source.recTime[from]!
  target.lat[to] = source.lat[from]!
  target.lon[to] = source.lon[from]!
  target.sog[to] = source.sog[from]!
  target.cog[to] = source.cog[from]!
  target.heading[to] = source.heading[from]!
  target.rot[to] = source.rot[from]!
  target.navStatus[to] = source.navStatus[from]!
  target.type[to] = source.type[from]!
  target.bits[to] = source.bits[from]!
  target.feed[to] = source.feed[from]!
  target.source[to] = source.source[from]!
  target.station[to] = source.station[from]!
  target.quality[to] = source.quality[from]!
  target.reasons[to] = source.reasons[from]!
}
