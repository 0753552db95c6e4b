import { BIT_ACCURACY, BIT_RAIM, NAV_NONE, NONE16, NONE32, ROT_NONE } from './columns.ts'
import type { DynamicColumns } from './columns.ts'
import { signedAt, unsignedAt } from './payload.ts'

const LAT_UNKNOWN = 54_600_000
const LON_UNKNOWN = 108_600_000
const SECOND_UNKNOWN = 60

const latOf = (raw: number) => (raw === LAT_UNKNOWN ? NONE32 : raw)
const lonOf = (raw: number) => (raw === LON_UNKNOWN ? NONE32 : raw)
const sogOf = (raw: number) => (raw === 1023 ? NONE16 : raw)
const cogOf = (raw: number) => (raw < 3600 ? raw : NONE16)
const headingOf = (raw: number) => (raw < 360 ? raw : NONE16)

/** Fewest bits that hold every column of the type; 0 for types without a position. */
export const POSITION_BITS = new Uint16Array(64)
for (const type of [1, 2, 3]) POSITION_BITS[type] = 149
for (const type of [4, 11]) POSITION_BITS[type] = 138
POSITION_BITS[9] = 134
POSITION_BITS[18] = 139
POSITION_BITS[19] = 139
POSITION_BITS[21] = 259
POSITION_BITS[27] = 94

/** Writes the fields of a position into row `k`; returns its BIT_ flags. */
export function writePosition(columns: DynamicColumns, k: number, s: Uint8Array): number {
  switch (s[0]) {
    case 1:
    case 2:
    case 3:
      return writeClassA(columns, k, s)
    case 18:
    case 19:
      return writeClassB(columns, k, s)
    case 4:
    case 11:
      return writeFixed(columns, k, s, 78, 72) | raimAt(s, 148)
    case 21:
      return writeFixed(columns, k, s, 163, 253) | raimAt(s, 268)
    case 9:
      return writeSarAircraft(columns, k, s)
    default:
      return writeLongRange(columns, k, s)
  }
}

const raimAt = (s: Uint8Array, offset: number) => (unsignedAt(s, offset, 1) === 1 ? BIT_RAIM : 0)

/** M.1371-5 table 48. Shifts by hand: nine in ten reports are of these types. */
function writeClassA(columns: DynamicColumns, k: number, s: Uint8Array): number {
  const s8 = s[8]!
  const s10 = s[10]!
  const s14 = s[14]!
  const s19 = s[19]!
  const s21 = s[21]!
  const s22 = s[22]!
  columns.navStatus[k] = s[6]! & 15
  columns.rot[k] = (s[7]! << 2) | (s8 >> 4)
  columns.sog[k] = sogOf(((s8 & 15) << 6) | s[9]!)
  columns.lon[k] = lonOf(
    (((s10 & 31) << 27) | (s[11]! << 21) | (s[12]! << 15) | (s[13]! << 9) | ((s14 >> 1) << 4)) >> 4,
  )
  columns.lat[k] = latOf(
    (((s14 & 1) << 31) |
      (s[15]! << 25) |
      (s[16]! << 19) |
      (s[17]! << 13) |
      (s[18]! << 7) |
      ((s19 >> 4) << 5)) >>
      5,
  )
  columns.cog[k] = cogOf(((s19 & 15) << 8) | (s[20]! << 2) | (s21 >> 4))
  columns.heading[k] = headingOf(((s21 & 15) << 5) | (s22 >> 1))
  columns.second[k] = ((s22 & 1) << 5) | (s[23]! >> 1)
  return ((s10 >> 5) & BIT_ACCURACY) | (s[24]! & 2)
}

/** Table 67 (type 18); type 19 (table 70) is the same up to the second. */
function writeClassB(columns: DynamicColumns, k: number, s: Uint8Array): number {
  const s9 = s[9]!
  const s14 = s[14]!
  const s18 = s[18]!
  const s20 = s[20]!
  const s22 = s[22]!
  columns.navStatus[k] = NAV_NONE
  columns.rot[k] = ROT_NONE
  columns.sog[k] = sogOf(((s[7]! & 3) << 8) | (s[8]! << 2) | (s9 >> 4))
  columns.lon[k] = lonOf(
    (((s9 & 7) << 29) |
      (s[10]! << 23) |
      (s[11]! << 17) |
      (s[12]! << 11) |
      (s[13]! << 5) |
      ((s14 >> 5) << 4)) >>
      4,
  )
  columns.lat[k] = latOf(
    (((s14 & 31) << 27) | (s[15]! << 21) | (s[16]! << 15) | (s[17]! << 9) | ((s18 >> 2) << 5)) >> 5,
  )
  columns.cog[k] = cogOf(((s18 & 3) << 10) | (s[19]! << 4) | (s20 >> 2))
  columns.heading[k] = headingOf(((s20 & 3) << 7) | (s[21]! << 1) | (s22 >> 5))
  columns.second[k] = ((s22 & 31) << 1) | (s[23]! >> 5)
  return ((s9 >> 3) & BIT_ACCURACY) | raimAt(s, s[0] === 18 ? 147 : 305)
}

/** Types 4, 11 and 21: accuracy, lon and lat in one run at `accuracy`, and no movement. */
function writeFixed(
  columns: DynamicColumns,
  k: number,
  s: Uint8Array,
  accuracy: number,
  second: number,
): number {
  columns.navStatus[k] = NAV_NONE
  columns.rot[k] = ROT_NONE
  columns.sog[k] = NONE16
  columns.cog[k] = NONE16
  columns.heading[k] = NONE16
  columns.second[k] = unsignedAt(s, second, 6)
  columns.lon[k] = lonOf(signedAt(s, accuracy + 1, 28))
  columns.lat[k] = latOf(signedAt(s, accuracy + 29, 27))
  return unsignedAt(s, accuracy, 1)
}

/** Table 55; whole knots. */
function writeSarAircraft(columns: DynamicColumns, k: number, s: Uint8Array): number {
  const sog = unsignedAt(s, 50, 10)
  columns.navStatus[k] = NAV_NONE
  columns.rot[k] = ROT_NONE
  columns.sog[k] = sog === 1023 ? NONE16 : sog * 10
  columns.lon[k] = lonOf(signedAt(s, 61, 28))
  columns.lat[k] = latOf(signedAt(s, 89, 27))
  columns.cog[k] = cogOf(unsignedAt(s, 116, 12))
  columns.heading[k] = NONE16
  columns.second[k] = unsignedAt(s, 128, 6)
  return unsignedAt(s, 60, 1) | raimAt(s, 147)
}

/** Table 82; 1/10 minute, whole knots and degrees. */
function writeLongRange(columns: DynamicColumns, k: number, s: Uint8Array): number {
  const sog = unsignedAt(s, 79, 6)
  const cog = unsignedAt(s, 85, 9)
  columns.navStatus[k] = unsignedAt(s, 40, 4)
  columns.rot[k] = ROT_NONE
  columns.sog[k] = sog === 63 ? NONE16 : sog * 10
  columns.lon[k] = lonOf(signedAt(s, 44, 18) * 1000)
  columns.lat[k] = latOf(signedAt(s, 62, 17) * 1000)
  columns.cog[k] = cogOf(cog * 10)
  columns.heading[k] = NONE16
  columns.second[k] = SECOND_UNKNOWN
  return unsignedAt(s, 38, 1) | raimAt(s, 39)
}
