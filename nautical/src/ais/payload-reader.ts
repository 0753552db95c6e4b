import { sextetAt, signedAt, unsignedAt } from './payload.ts'
import { asciiOf } from './sixbit.ts'

const HEX = '0123456789abcdef'

/** Divides what is known; null stays null. */
export const over = (value: number | null, divisor: number, base = 0) =>
  value === null ? null : (value + base) / divisor

/**
 * Degrees to six decimals (0.1 m), fine enough to give back every 1/10,000 minute. Beyond `most` lies "not available",
 * and what no place on the globe has.
 */
export const degreesOf = (raw: number, perDegree: number, most: number) =>
  raw > most * perDegree || raw < -most * perDegree ? null : Math.round((raw * 1e6) / perDegree) / 1e6

/** Stations speak again and again: the texts of their numbers, by the numbers' low bits. */
const MMSI_SLOTS = 1 << 14
const mmsiHeld = new Int32Array(MMSI_SLOTS).fill(-1)
const mmsiText = Array.from({ length: MMSI_SLOTS }, () => '')

/** Fields of one payload by bit offset. The sextets after the payload must be zeros. */
export class PayloadReader {
  sextets = new Uint8Array(0)
  bitLength = 0

  unsigned(offset: number, width: number): number {
    return unsignedAt(this.sextets, offset, width)
  }

  signed(offset: number, width: number): number {
    return signedAt(this.sextets, offset, width)
  }

  flag(offset: number): boolean {
    return unsignedAt(this.sextets, offset, 1) === 1
  }

  /** Null for the value that means "not available". */
  known(offset: number, width: number, unknown: number): number | null {
    const value = unsignedAt(this.sextets, offset, width)
    return value === unknown ? null : value
  }

  /** Null for values from `end` up, which M.1371 leaves unused or unavailable. */
  below(offset: number, width: number, end: number): number | null {
    const value = unsignedAt(this.sextets, offset, width)
    return value < end ? value : null
  }

  knownSigned(offset: number, width: number, unknown: number): number | null {
    const value = signedAt(this.sextets, offset, width)
    return value === unknown ? null : value
  }

  /** `perDegree` 600,000 is 1/10,000 minute, 60,000 is 1/1,000, 600 is 1/10. */
  lon(offset: number, width = 28, perDegree = 600_000): number | null {
    return degreesOf(signedAt(this.sextets, offset, width), perDegree, 180)
  }

  lat(offset: number, width = 27, perDegree = 600_000): number | null {
    return degreesOf(signedAt(this.sextets, offset, width), perDegree, 90)
  }

  mmsi(offset: number): string {
    const number = unsignedAt(this.sextets, offset, 30)
    const slot = number & (MMSI_SLOTS - 1)
    if (mmsiHeld[slot] === number) return mmsiText[slot]!
    mmsiHeld[slot] = number
    return (mmsiText[slot] = String(number).padStart(9, '0'))
  }

  /** Cut at the first @, trailing blanks off; null when nothing is left. */
  text(offset: number, characters: number): string | null {
    const fitting = Math.min(characters, Math.floor((this.bitLength - offset) / 6))
    let text = ''
    for (let i = 0; i < fitting; i++) {
      const sextet = sextetAt(this.sextets, offset + i * 6)
      if (sextet === 0) break
      text += String.fromCharCode(asciiOf(sextet))
    }
    text = text.trimEnd()
    return text === '' ? null : text
  }

  /** The bits from `offset` up to `end`, four to a digit, the last padded with zeros. */
  hex(offset: number, end = this.bitLength): string {
    let hex = ''
    for (let at = offset; at < end; at += 4) {
      const width = Math.min(4, end - at)
      hex += HEX[this.unsigned(at, width) << (4 - width)]
    }
    return hex
  }
}
