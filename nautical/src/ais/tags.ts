import type { DecoderCounters } from './counters.ts'
import { NO_STATION } from './columns.ts'
import type { Sentence } from './sentence.ts'
import { HEX_VALUE } from './sixbit.ts'
import type { StationNames } from './stations.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BANG = 33
const STAR = 42
const COMMA = 44
const HYPHEN = 45
const COLON = 58
const BACKSLASH = 92
const LETTER_B = 98
const LETTER_C = 99
const LETTER_D = 100
const LETTER_G = 103
const LETTER_N = 110
const LETTER_R = 114
const LETTER_S = 115
const LETTER_T = 116

/** Values from here on are epoch milliseconds, below it seconds (year 5138 in seconds, 1973 in ms). */
const FIRST_MS = 100_000_000_000
/** Digits an epoch time has at least; shorter numbers in a suffix are signal levels and counters. */
const EPOCH_DIGITS = 9

const epochMsOf = (value: number) => (value >= FIRST_MS ? value : value * 1000)
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * Reads the time and the receiver of a sentence: from tag blocks (IEC 61162-450), the suffix of the US Coast Guard
 * (`*hh,r003669987,1152921693`) and the `$PGHP` lines of satellite feeds. A tag block has precedence.
 */
export class TagReader {
  private readonly sentence: Sentence
  private readonly stationNames: StationNames
  private readonly counters: DecoderCounters
  /** Time of a `$PGHP` line, for the sentence after it. */
  private pendingTime = Number.NaN

  constructor(sentence: Sentence, stationNames: StationNames, counters: DecoderCounters) {
    this.sentence = sentence
    this.stationNames = stationNames
    this.counters = counters
  }

  applyPending(): void {
    this.sentence.observedAt = this.pendingTime
    this.pendingTime = Number.NaN
  }

  /** Reads the block that opens at `start`; returns where its sentence should begin. */
  readBlock(bytes: Uint8Array, start: number): number {
    let sum = 0
    let at = start + 1
    let code = bytes[at]!
    while (code !== STAR && code !== LINE_FEED && code !== BACKSLASH) {
      sum ^= code
      code = bytes[++at]!
    }
    const star = at
    const stated = code === STAR ? (HEX_VALUE[bytes[at + 1]!]! << 4) | HEX_VALUE[bytes[at + 2]!]! : -1
    while (code !== BACKSLASH && code !== LINE_FEED) code = bytes[++at]!
    if (stated === sum) this.readFields(bytes, start + 1, star)
    else this.counters.badTagChecksum++
    return code === BACKSLASH ? at + 1 : at
  }

  /** `key:value` entries between commas; the keys are one letter. */
  private readFields(bytes: Uint8Array, start: number, end: number): void {
    this.sentence.tagBytes = bytes
    let at = start
    while (at < end) {
      let next = at
      while (next < end && bytes[next] !== COMMA) next++
      if (bytes[at + 1] === COLON) this.readField(bytes, bytes[at]!, at + 2, next)
      at = next + 1
    }
  }

  private readField(bytes: Uint8Array, key: number, from: number, to: number): void {
    const { sentence } = this
    if (key === LETTER_C) {
      const time = numberIn(bytes, from, to)
      if (time > 0) sentence.observedAt = epochMsOf(time)
    } else if (key === LETTER_S) sentence.station = this.stationOf(bytes, from, to)
    else if (key === LETTER_G) {
      let at = to
      while (at > from && bytes[at - 1] !== HYPHEN) at--
      sentence.group = numberIn(bytes, at, to)
    } else if (key === LETTER_N) sentence.lineCount = numberIn(bytes, from, to)
    else if (key === LETTER_D) {
      sentence.destinationFrom = from
      sentence.destinationTo = to
    } else if (key === LETTER_T) {
      sentence.textFrom = from
      sentence.textTo = to
    }
  }

  private stationOf(bytes: Uint8Array, from: number, to: number): number {
    const station = this.stationNames.numberOf(bytes, from, to)
    this.counters.stationsRefused = this.stationNames.refused
    return station
  }

  /** Fields after the checksum: `r` or `b` and the station, digits alone the time. Returns where reading goes on. */
  readSuffix(bytes: Uint8Array, start: number): number {
    const { sentence } = this
    let at = start
    while (bytes[at] === COMMA) {
      const from = at + 1
      let areDigits = true
      let code = bytes[++at]!
      while (code !== COMMA && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== BANG) {
        if (!isDigit(code)) areDigits = false
        code = bytes[++at]!
      }
      const first = bytes[from]!
      if (areDigits && at - from >= EPOCH_DIGITS) {
        if (Number.isNaN(sentence.observedAt)) sentence.observedAt = epochMsOf(numberIn(bytes, from, at))
      } else if ((first === LETTER_R || first === LETTER_B) && sentence.station === NO_STATION) {
        sentence.station = this.stationOf(bytes, from, at)
      }
    }
    return nextStart(bytes, at)
  }

  /** `$PGHP,1,year,month,day,hour,minute,second,ms,...`: the time of the sentence in the next line. */
  readProprietaryTime(bytes: Uint8Array, start: number): void {
    if (
      bytes[start + 1] !== 80 ||
      bytes[start + 2] !== 71 ||
      bytes[start + 3] !== 72 ||
      bytes[start + 4] !== 80
    )
      return
    const fields: number[] = []
    let at = start + 6
    while (fields.length < 8) {
      const from = at
      while (isDigit(bytes[at]!)) at++
      if (at === from || bytes[at] !== COMMA) return
      fields.push(numberIn(bytes, from, at))
      at++
    }
    const [, year, month, day, hour, minute, second, milliseconds] = fields
    this.pendingTime = Date.UTC(year!, month! - 1, day, hour, minute, second, milliseconds)
  }
}

/** The next sentence or tag block in the same line, or the start of the next line. */
export function nextStart(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] !== LINE_FEED) {
    if (bytes[at] === BANG || (bytes[at] === BACKSLASH && bytes[at + 2] === COLON)) return at
    at++
  }
  return at + 1
}

/** Returns the leading digits; drops a fraction of a second. */
function numberIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to && isDigit(bytes[at]!); at++) value = value * 10 + bytes[at]! - 48
  return value
}
