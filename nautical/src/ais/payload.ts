import { asciiOf } from './sixbit.ts'

/** Widest field that fits the 32-bit shifts below wherever it starts in a sextet. */
const WIDEST_SHIFT = 26

/** Unsigned field of 1-48 bits of a payload that holds one sextet a byte. */
export function unsignedAt(sextets: Uint8Array, offset: number, width: number): number {
  if (width > WIDEST_SHIFT) {
    return unsignedAt(sextets, offset, width - 24) * 0x1000000 + unsignedAt(sextets, offset + width - 24, 24)
  }
  let index = (offset / 6) | 0
  const skipped = offset - index * 6
  let value = sextets[index++]! & (63 >> skipped)
  let bits = 6 - skipped
  while (bits < width) {
    value = (value << 6) | sextets[index++]!
    bits += 6
  }
  return value >>> (bits - width)
}

/** Two's complement field of 2-32 bits. */
export function signedAt(sextets: Uint8Array, offset: number, width: number): number {
  const unused = 32 - width
  return (unsignedAt(sextets, offset, width) << unused) >> unused
}

/** One sextet of text at any bit offset. */
export function sextetAt(sextets: Uint8Array, offset: number): number {
  const index = (offset / 6) | 0
  const skipped = offset - index * 6
  return skipped === 0
    ? sextets[index]!
    : ((sextets[index]! << skipped) | (sextets[index + 1]! >> (6 - skipped))) & 63
}

/**
 * Six-bit text as ASCII bytes, cut at the first @ and trimmed of blanks; the rest of the field is zeros.
 */
export function copyText(
  sextets: Uint8Array,
  offset: number,
  characters: number,
  into: Uint8Array,
  start: number,
): void {
  let used = 0
  for (let i = 0; i < characters; i++) {
    const sextet = sextetAt(sextets, offset + i * 6)
    if (sextet === 0) break
    into[start + i] = asciiOf(sextet)
    if (sextet !== 32) used = i + 1
  }
  into.fill(0, start + used, start + characters)
}

/** 32-bit hash of a payload and its length in bits; four sextets a step. */
export function hashOf(sextets: Uint8Array, length: number, bitLength: number): number {
  let hash = bitLength
  let i = 0
  for (const whole = length - 3; i < whole; i += 4) {
    const four = (sextets[i]! << 18) | (sextets[i + 1]! << 12) | (sextets[i + 2]! << 6) | sextets[i + 3]!
    hash = Math.imul(hash ^ four, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  for (; i < length; i++) {
    hash = Math.imul(hash ^ sextets[i]!, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}
