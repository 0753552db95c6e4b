/** Generator of the Mode S parity (ICAO Annex 10, volume IV, 3.1.2.3.3): x^24 + … + 1. */
const GENERATOR = 0xfff409

const TABLE = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let rest = byte << 16
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x800000 ? (rest << 1) ^ GENERATOR : rest << 1
  TABLE[byte] = rest & 0xffffff
}

/** The parity of the first `length` bytes from `at`. */
export function parityOf(bytes: Uint8Array, at: number, length: number): number {
  let rest = 0
  for (let i = at; i < at + length; i++) rest = ((rest << 8) ^ TABLE[(rest >> 16) ^ bytes[i]!]!) & 0xffffff
  return rest
}

/**
 * Returns the remainder after the parity of a frame is compared with its last three bytes: 0, an interrogator or an
 * address.
 */
export function remainderOf(bytes: Uint8Array, at: number, length: number): number {
  const end = at + length - 3
  return parityOf(bytes, at, length - 3) ^ ((bytes[end]! << 16) | (bytes[end + 1]! << 8) | bytes[end + 2]!)
}
