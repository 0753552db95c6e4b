import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { REGION_POINTS } from './forecasts.ts'

/**
 * The numbers of a field as they are stored: what each differs from the one before it, the low bytes and then the high ones, which are
 * mostly alike, deflated.
 */
export function packed(values: Int16Array): Buffer {
  const bytes = new Uint8Array(values.length * 2)
  let before = 0
  for (const [i, value] of values.entries()) {
    const difference = value - before
    bytes[i] = difference
    bytes[values.length + i] = difference >> 8
    before = value
  }
  return deflateRawSync(bytes)
}

/** The same read back, into memory that threads share. Throws RangeError for what is longer or shorter than a field. */
export function unpacked(body: Uint8Array): Int16Array {
  const bytes = inflateRawSync(body, { maxOutputLength: REGION_POINTS * 2 })
  if (bytes.length !== REGION_POINTS * 2) throw new RangeError('a stored weather field is incomplete')
  const values = new Int16Array(new SharedArrayBuffer(bytes.length))
  let before = 0
  for (let i = 0; i < values.length; i++) {
    values[i] = before + (bytes[i]! | (bytes[REGION_POINTS + i]! << 8))
    before = values[i]!
  }
  return values
}
