/** "Not available" of the decoders here. */
export const UNKNOWN = Number.NaN

/** Gray code to binary. */
function fromGray(code: number): number {
  let value = code
  for (let shift = value >> 1; shift > 0; shift >>= 1) value ^= shift
  return value
}

/**
 * Feet of Gillham code (ICAO Annex 10, volume IV, appendix to chapter 3): steps of 500 ft in D2 D4 A1 A2 A4 B1 B2 B4,
 * of 100 ft in C1 C2 C4. NaN for what no altimeter sends.
 */
function gillham(fiveHundreds: number, hundreds: number): number {
  const coarse = fromGray(fiveHundreds)
  let fine = fromGray(hundreds)
  if (fine === 0 || fine === 5 || fine === 6) return UNKNOWN
  if (fine === 7) fine = 5
  // Odd steps of 500 ft count their hundreds backwards.
  if (coarse & 1) fine = 6 - fine
  return coarse * 500 + fine * 100 - 1300
}

const bit = (code: number, at: number) => (code >> at) & 1

/** The 13-bit altitude code of a surveillance reply (C1 A1 C2 A2 C4 A4 M B1 Q B2 D2 B4 D4) in feet; NaN when unknown. */
export function altitude13(code: number): number {
  // Metric altitudes are reserved and not in use.
  if (code === 0 || code & 0x40) return UNKNOWN
  if (code & 0x10) return (((code & 0x1f80) >> 2) | ((code & 0x20) >> 1) | (code & 0x0f)) * 25 - 1000
  const fiveHundreds =
    (bit(code, 2) << 7) |
    (bit(code, 0) << 6) |
    (bit(code, 11) << 5) |
    (bit(code, 9) << 4) |
    (bit(code, 7) << 3) |
    (bit(code, 5) << 2) |
    (bit(code, 3) << 1) |
    bit(code, 1)
  return gillham(fiveHundreds, (bit(code, 12) << 2) | (bit(code, 10) << 1) | bit(code, 8))
}

/** The 12-bit altitude code of a position squitter: the same without M. */
export const altitude12 = (code: number): number => altitude13(((code & 0xfc0) << 1) | (code & 0x3f))

/** The 13-bit identity code (C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4) as four octal digits A B C D in twelve bits. */
export function squawk13(code: number): number {
  const a = (bit(code, 7) << 2) | (bit(code, 9) << 1) | bit(code, 11)
  const b = (bit(code, 1) << 2) | (bit(code, 3) << 1) | bit(code, 5)
  const c = (bit(code, 8) << 2) | (bit(code, 10) << 1) | bit(code, 12)
  const d = (bit(code, 0) << 2) | (bit(code, 2) << 1) | bit(code, 4)
  return (a << 9) | (b << 6) | (c << 3) | d
}

/** Lower ends of the steps of the surface movement code and the knots of each step (DO-260B, table 2-16). */
const MOVEMENT: readonly (readonly [code: number, knots: number, step: number])[] = [
  [109, 100, 5],
  [94, 70, 2],
  [39, 15, 1],
  [13, 2, 0.5],
  [9, 1, 0.25],
  [2, 0.125, 0.125],
]

/** Knots of the surface movement code; NaN when not available. */
export function movementKnots(code: number): number {
  if (code === 1) return 0
  if (code === 124) return 175
  if (code === 0 || code > 124) return UNKNOWN
  for (const [from, knots, step] of MOVEMENT) if (code >= from) return knots + (code - from) * step
  return UNKNOWN
}

/** ASCII of the six-bit characters of a call sign; 0 for those that are none. */
export const SIX_BIT = new Uint8Array(64)
for (let i = 1; i <= 26; i++) SIX_BIT[i] = 64 + i
SIX_BIT[32] = 32
for (let i = 48; i <= 57; i++) SIX_BIT[i] = i
