import {
  CALL_SIGN_LENGTH,
  DESTINATION_LENGTH,
  HAS_AID_TYPE,
  HAS_CALL_SIGN,
  HAS_DIMENSIONS,
  HAS_NAME,
  HAS_SHIP_TYPE,
  HAS_VOYAGE,
  NAME_LENGTH,
  SHIP_NAME,
} from './columns.ts'
import type { StaticColumns } from './columns.ts'
import { copyText, sextetAt, unsignedAt } from './payload.ts'

/**
 * A type 5 has 424 bits; receivers miscount the fill bits by up to four down, and some append bytes, up to 80 characters
 * of payload. What is shorter or longer still was joined from parts of two messages (or cut), so it is no type 5 at all.
 */
export const isStaticVoyageLength = (bits: number) => bits >= 420 && bits <= 480

const AUXILIARY_CRAFT = 98
/** Where the name of an aid to navigation begins, and where it goes on. */
const AID_NAME = 43
const AID_EXTENSION = 272
const BLANK = 32
/** ETA 0-0 24:60. */
const ETA_UNKNOWN = (24 << 6) | 60

/** Writes the static data of a type 5, 19, 21 or 24 into row `k`; false when too short to hold any. */
export function writeStatics(columns: StaticColumns, k: number, s: Uint8Array, bits: number): boolean {
  switch (s[0]) {
    case 5:
      return isStaticVoyageLength(bits) && writeStaticVoyage(columns, k, s)
    case 19:
      return bits >= 301 && writeClassBExtended(columns, k, s)
    case 21:
      return bits >= 249 && writeAidToNavigation(columns, k, s, bits)
    default:
      return writeStaticData(columns, k, s, bits)
  }
}

function clear(columns: StaticColumns, k: number, has: number): void {
  columns.has[k] = has
  columns.imo[k] = 0
  columns.shipType[k] = 0
  columns.toBow[k] = 0
  columns.toStern[k] = 0
  columns.toPort[k] = 0
  columns.toStarboard[k] = 0
  columns.eta[k] = 0
  columns.draught[k] = 0
  columns.name.fill(0, k * NAME_LENGTH, (k + 1) * NAME_LENGTH)
  columns.callSign.fill(0, k * CALL_SIGN_LENGTH, (k + 1) * CALL_SIGN_LENGTH)
  columns.destination.fill(0, k * DESTINATION_LENGTH, (k + 1) * DESTINATION_LENGTH)
}

const writeName = (columns: StaticColumns, k: number, s: Uint8Array, offset: number) =>
  copyText(s, offset, SHIP_NAME, columns.name, k * NAME_LENGTH)

const writeCallSign = (columns: StaticColumns, k: number, s: Uint8Array, offset: number) =>
  copyText(s, offset, CALL_SIGN_LENGTH, columns.callSign, k * CALL_SIGN_LENGTH)

function writeDimensions(columns: StaticColumns, k: number, s: Uint8Array, offset: number): void {
  columns.toBow[k] = unsignedAt(s, offset, 9)
  columns.toStern[k] = unsignedAt(s, offset + 9, 9)
  columns.toPort[k] = unsignedAt(s, offset + 18, 6)
  columns.toStarboard[k] = unsignedAt(s, offset + 24, 6)
}

/** M.1371-5 table 52. */
function writeStaticVoyage(columns: StaticColumns, k: number, s: Uint8Array): true {
  clear(columns, k, HAS_NAME | HAS_CALL_SIGN | HAS_SHIP_TYPE | HAS_DIMENSIONS | HAS_VOYAGE)
  const eta = unsignedAt(s, 274, 20)
  columns.imo[k] = unsignedAt(s, 40, 30)
  writeCallSign(columns, k, s, 70)
  writeName(columns, k, s, 112)
  columns.shipType[k] = unsignedAt(s, 232, 8)
  writeDimensions(columns, k, s, 240)
  columns.eta[k] = eta === ETA_UNKNOWN ? 0 : eta
  columns.draught[k] = unsignedAt(s, 294, 8)
  copyText(s, 302, DESTINATION_LENGTH, columns.destination, k * DESTINATION_LENGTH)
  return true
}

/** Table 70. */
function writeClassBExtended(columns: StaticColumns, k: number, s: Uint8Array): true {
  clear(columns, k, HAS_NAME | HAS_SHIP_TYPE | HAS_DIMENSIONS)
  writeName(columns, k, s, 143)
  columns.shipType[k] = unsignedAt(s, 263, 8)
  writeDimensions(columns, k, s, 271)
  return true
}

/** A name that fills its field goes on in the extension; what follows one that ended before is none. */
function writeAidName(columns: StaticColumns, k: number, s: Uint8Array, bits: number): void {
  const { name } = columns
  const start = k * NAME_LENGTH
  copyText(s, AID_NAME, SHIP_NAME, name, start)
  const more = aidNameExtension(s, bits)
  if (more === 0) return
  copyText(s, AID_EXTENSION, more, name, start + SHIP_NAME)
  if (name[start + SHIP_NAME] === 0) return
  for (let at = start + SHIP_NAME - 1; name[at] === 0 && at >= start; at--) name[at] = BLANK
}

/** Characters of the extension that may belong to the name of a type 21, 0 when it ended before. */
export function aidNameExtension(s: Uint8Array, bits: number): number {
  if (bits < AID_EXTENSION + 6) return 0
  for (let i = 0; i < SHIP_NAME; i++) if (sextetAt(s, AID_NAME + i * 6) === 0) return 0
  return Math.min(NAME_LENGTH - SHIP_NAME, Math.floor((bits - AID_EXTENSION) / 6))
}

/** Table 73. */
function writeAidToNavigation(columns: StaticColumns, k: number, s: Uint8Array, bits: number): true {
  clear(columns, k, HAS_NAME | HAS_AID_TYPE | HAS_DIMENSIONS)
  columns.shipType[k] = unsignedAt(s, 38, 5)
  writeAidName(columns, k, s, bits)
  writeDimensions(columns, k, s, 219)
  return true
}

/** Tables 77 and 78. */
function writeStaticData(columns: StaticColumns, k: number, s: Uint8Array, bits: number): boolean {
  const part = unsignedAt(s, 38, 2)
  if (part === 0 && bits >= 160) {
    clear(columns, k, HAS_NAME)
    writeName(columns, k, s, 40)
    return true
  }
  if (part !== 1 || bits < 162) return false
  // Auxiliary craft send the MMSI of their mother ship where others send dimensions.
  const isAuxiliary = Math.floor(unsignedAt(s, 8, 30) / 10_000_000) === AUXILIARY_CRAFT
  clear(columns, k, HAS_SHIP_TYPE | HAS_CALL_SIGN | (isAuxiliary ? 0 : HAS_DIMENSIONS))
  columns.shipType[k] = unsignedAt(s, 40, 8)
  writeCallSign(columns, k, s, 90)
  if (!isAuxiliary) writeDimensions(columns, k, s, 132)
  return true
}
