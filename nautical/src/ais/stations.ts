import { NO_STATION } from './columns.ts'
import { tagText } from './tag-text.ts'

/** A feed that invents station names must not grow memory: later names are refused and counted. */
const MOST_STATIONS = 65_536
/** Bytes of a name as sent. */
const LONGEST_NAME = 64
const FIRST_BUCKETS = 256

/** Names of receiving stations as small numbers, found again from raw bytes without making a string. */
export class StationNames {
  readonly names: string[] = []
  /** The same as they are sent, a character a byte. */
  private readonly sent: string[] = []
  /** Number of sentences whose station could not be stored because the table was full or the name too long. */
  refused = 0
  /** Station number plus one by bucket; 0 is free. Twice as many as names at least. */
  private buckets = new Uint32Array(FIRST_BUCKETS)

  /** The number of the name in `bytes` from `from` up to, not including, `to`. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    if (length <= 0) return NO_STATION
    const bucket = this.bucketOf(bytes, from, length)
    const held = this.buckets[bucket]!
    if (held !== 0) return held - 1
    if (this.names.length >= MOST_STATIONS || length > LONGEST_NAME) {
      this.refused++
      return NO_STATION
    }
    this.sent.push(String.fromCharCode(...bytes.subarray(from, to)))
    this.names.push(tagText(bytes.subarray(from, to)))
    this.buckets[bucket] = this.names.length
    if (this.names.length * 2 > this.buckets.length) this.grow()
    return this.names.length - 1
  }

  /** The bucket that holds the name, or the free one where it belongs. */
  private bucketOf(bytes: Uint8Array, from: number, length: number): number {
    let hash = length
    for (let i = from; i < from + length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
    const mask = this.buckets.length - 1
    let bucket = (hash ^ (hash >>> 15)) & mask
    for (let held = this.buckets[bucket]!; held !== 0; held = this.buckets[bucket]!) {
      if (isSame(this.sent[held - 1]!, bytes, from, length)) break
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private grow(): void {
    this.buckets = new Uint32Array(this.buckets.length * 2)
    const bytes = new Uint8Array(LONGEST_NAME)
    for (const [number, name] of this.sent.entries()) {
      for (let i = 0; i < name.length; i++) bytes[i] = name.charCodeAt(i)
      this.buckets[this.bucketOf(bytes, 0, name.length)] = number + 1
    }
  }
}

function isSame(name: string, bytes: Uint8Array, from: number, length: number): boolean {
  if (name.length !== length) return false
  for (let i = 0; i < length; i++) if (name.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
