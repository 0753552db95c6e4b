import { NO_STATION } from './columns.ts'

/** A feed that invents station names must not grow memory: later names are refused and counted. */
const MOST_STATIONS = 65_536
const LONGEST_NAME = 32
const BUCKETS = MOST_STATIONS * 2

/** Names of receiving stations as small numbers, found again from raw bytes without making a string. */
export class StationNames {
  readonly names: string[] = []
  /** Sentences whose station could not be kept because the table was full or the name too long. */
  refused = 0
  /** Station number plus one by bucket; 0 is free. */
  private readonly buckets = new Uint32Array(BUCKETS)

  /** The number of the name in `bytes` from `from` up to, not including, `to`. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    if (length <= 0) return NO_STATION
    let hash = length
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
    let bucket = (hash ^ (hash >>> 15)) & (BUCKETS - 1)
    for (let held = this.buckets[bucket]!; held !== 0; held = this.buckets[bucket]!) {
      if (isSame(this.names[held - 1]!, bytes, from, length)) return held - 1
      bucket = (bucket + 1) & (BUCKETS - 1)
    }
    if (this.names.length >= MOST_STATIONS || length > LONGEST_NAME) {
      this.refused++
      return NO_STATION
    }
    this.names.push(String.fromCharCode(...bytes.subarray(from, to)))
    this.buckets[bucket] = this.names.length
    return this.names.length - 1
  }
}

function isSame(name: string, bytes: Uint8Array, from: number, length: number): boolean {
  if (name.length !== length) return false
  for (let i = 0; i < length; i++) if (name.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
