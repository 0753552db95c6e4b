import { newCounters } from './counters.ts'
import type { DecoderCounters } from './counters.ts'
import { MultipartSlots } from './multipart.ts'
import { unsignedAt } from './payload.ts'
import { MOST_SEXTETS, NO_SEQUENCE, Sentence } from './sentence.ts'
import type { LineSink, MessageSink } from './sentence.ts'
import { HEX_VALUE, SEXTET_OF } from './sixbit.ts'
import { StationNames } from './stations.ts'
import { TagReader, nextStart } from './tags.ts'

/** Policy for a sentence with a wrong checksum: count and drop it, or decode it with a mark. */
export type ChecksumPolicy = 'drop' | 'mark'

/** Maximum length of an unfinished line carried from one chunk to the next. */
const CARRY_BYTES = 4096
/**
 * Maximum stored length of a line, and of the text that lines were written out of, which is stored whole or not at
 * all.
 */
const MOST_LINE = 4096
const MOST_OTHER = 8192
const NO_BYTES = new Uint8Array(0)
/** `!AIVDM,1,1,,,0,0*hh` and its line end. */
const SHORTEST_SENTENCE = 20
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32
const BANG = 33
const DOLLAR = 36
const STAR = 42
const COMMA = 44
const ZERO = 48
const LETTER_D = 68
const LETTER_M = 77
const LETTER_O = 79
const LETTER_V = 86
const BACKSLASH = 92
const MOST_MMSI = 999_999_999

const radioChannelOf = (code: number) => (code === 65 || code === 49 ? 1 : code === 66 || code === 50 ? 2 : 0)

/**
 * Finds AIS sentences in a stream of bytes cut anywhere, checks them, joins their parts and hands each message
 * to its sink. Every scan ends at a line feed, which is why only whole lines are read (see `feed`).
 */
export class SentenceReader {
  readonly counters: DecoderCounters = newCounters()
  readonly stationNames = new StationNames()
  private readonly sentence = new Sentence()
  private readonly tags = new TagReader(this.sentence, this.stationNames, this.counters)
  private readonly slots = new MultipartSlots(this.counters)
  private readonly sink: MessageSink
  private readonly marksBadChecksum: boolean
  private readonly carry = new Uint8Array(CARRY_BYTES + 1)
  private carried = 0
  /** Within a line that is too long, until its end. */
  private isSkipping = false
  private isWithoutLineFeeds = false
  /** Where the sentence being read begins with its tag blocks. */
  private lineStart = 0
  private readonly lineSink: LineSink | null
  /** Where the lines holds the first byte of the carried line, of the chunk, and of what is being read. */
  private carryOrigin = Number.NaN
  private chunkOrigin = Number.NaN
  private origin = Number.NaN
  /** Length of the text that lines were written out of, which is stored instead of them. */
  private otherLength = 0

  constructor(sink: MessageSink, policy: ChecksumPolicy, lines: LineSink | null = null) {
    this.sink = sink
    this.lineSink = lines
    this.marksBadChecksum = policy === 'mark'
  }

  /** Reads the whole lines of `chunk`, and keeps the rest for the next. */
  feed(given: Uint8Array, receivedAt: number, asReceived: Uint8Array | null = null): void {
    const chunk = this.withLineFeeds(given)
    this.sentence.receivedAt = receivedAt
    if (this.lineSink !== null) this.keepLines(this.lineSink, chunk, asReceived)
    const start = this.carried > 0 || this.isSkipping ? this.finishCarried(chunk) : 0
    const end = Math.max(start, chunk.lastIndexOf(LINE_FEED) + 1)
    this.origin = this.chunkOrigin
    this.readLines(chunk, start, end)
    this.keep(chunk, end, chunk.length)
  }

  /**
   * Lines of some senders end with a carriage return alone. One at the end of a chunk may still be followed by its line feed,
   * until one was followed by something else.
   */
  private withLineFeeds(chunk: Uint8Array): Uint8Array {
    if (chunk.includes(LINE_FEED)) {
      this.isWithoutLineFeeds = false
      return chunk
    }
    const first = chunk.indexOf(CARRIAGE_RETURN)
    const wasEnd = this.carried > 0 && this.carry[this.carried - 1] === CARRIAGE_RETURN && chunk.length > 0
    if (wasEnd || (first >= 0 && first < chunk.length - 1)) this.isWithoutLineFeeds = true
    if (first < 0 || !this.isWithoutLineFeeds) return chunk
    return chunk.map((code) => (code === CARRIAGE_RETURN ? LINE_FEED : code))
  }

  /** Takes what is left as a whole line: the end of a datagram or file may lack its line feed. */
  endLine(): void {
    if (this.carried > 0) {
      this.otherLength = 0
      this.carry[this.carried] = LINE_FEED
      this.carryOrigin = this.lineSink?.put(this.carry, this.carried + 1, NO_BYTES, 0) ?? Number.NaN
      this.readCarried()
    }
    this.isSkipping = false
  }

  /** True while lines are read that were written out of something else, which is stored instead. */
  get isOutOfOther(): boolean {
    return this.otherLength > 0
  }

  /** Hands the lines what is about to be read: whole lines, in one piece with what was carried over. */
  private keepLines(lines: LineSink, chunk: Uint8Array, asReceived: Uint8Array | null): void {
    this.otherLength = 0
    const length = chunk.lastIndexOf(LINE_FEED) + 1
    if (length === 0) return
    if (asReceived !== null && asReceived.length <= MOST_OTHER) {
      this.otherLength = asReceived.length
      this.chunkOrigin = this.carryOrigin = lines.put(NO_BYTES, 0, asReceived, asReceived.length)
      return
    }
    this.carryOrigin = lines.put(this.carry, this.carried, chunk, length)
    this.chunkOrigin = this.carryOrigin + this.carried
  }

  /** Completes the line left over from earlier chunks; returns where the next line starts. */
  private finishCarried(chunk: Uint8Array): number {
    const lineFeed = chunk.indexOf(LINE_FEED)
    if (lineFeed < 0) {
      if (!this.isSkipping) this.keep(chunk, 0, chunk.length)
      return chunk.length
    }
    if (!this.isSkipping) this.keep(chunk, 0, lineFeed)
    if (this.carried > 0) this.readCarried()
    this.isSkipping = false
    return lineFeed + 1
  }

  private readCarried(): void {
    const { carry, carried } = this
    carry[carried] = LINE_FEED
    this.carried = 0
    this.origin = this.carryOrigin
    this.readLines(carry, 0, carried + 1)
  }

  private keep(chunk: Uint8Array, from: number, to: number): void {
    const length = to - from
    if (length === 0) return
    if (this.carried + length > CARRY_BYTES) {
      this.counters.overflow++
      this.carried = 0
      this.isSkipping = true
      return
    }
    this.carry.set(chunk.subarray(from, to), this.carried)
    this.carried += length
  }

  /** `bytes[end - 1]` is a line feed. */
  private readLines(bytes: Uint8Array, start: number, end: number): void {
    let at = start
    while (at < end) {
      const code = bytes[at]!
      if (code === LINE_FEED || code === CARRIAGE_RETURN || code === BLANK) at++
      else {
        this.sentence.clearTags()
        this.tags.applyPending()
        this.lineStart = at
        at = this.readLine(bytes, at, end)
      }
    }
  }

  /** Returns where reading goes on: the next line, or a further sentence in the same line. */
  private readLine(bytes: Uint8Array, start: number, end: number): number {
    let at = start
    while (bytes[at] === BACKSLASH) at = this.tags.readBlock(bytes, at)
    if (bytes[at] === BANG) return this.readSentence(bytes, at, end)
    if (bytes[at] === DOLLAR) this.tags.readProprietaryTime(bytes, at)
    if (bytes[at] === LINE_FEED) return at + 1
    // Loggers put their own clock or JSON before the sentence and its tag block.
    const next = nextStart(bytes, at)
    if (bytes[next - 1] === LINE_FEED) this.counters.notAis++
    return next
  }

  /** Checksum and unarmouring in one pass over the payload. */
  private readSentence(bytes: Uint8Array, start: number, end: number): number {
    const formatter = bytes[start + 5]!
    if (
      end - start < SHORTEST_SENTENCE ||
      bytes[start + 3] !== LETTER_V ||
      bytes[start + 4] !== LETTER_D ||
      (formatter !== LETTER_M && formatter !== LETTER_O)
    ) {
      this.counters.notAis++
      return nextStart(bytes, start + 1)
    }
    const { sentence } = this
    this.counters.sentences++
    let at = start + 1
    let sum = 0
    for (const commas = at + 10; at < commas; at++) sum ^= bytes[at]!
    if (bytes[start + 6] !== COMMA || bytes[start + 8] !== COMMA || bytes[start + 10] !== COMMA) {
      return this.refuse(bytes, start + 1)
    }
    let code = bytes[at++]!
    sum ^= code
    sentence.sequence = NO_SEQUENCE
    if (code !== COMMA) {
      sentence.sequence = code
      code = bytes[at++]!
      sum ^= code
      if (code !== COMMA) return this.refuse(bytes, at - 1)
    }
    code = bytes[at++]!
    sum ^= code
    sentence.radioChannel = 0
    if (code !== COMMA) {
      sentence.radioChannel = radioChannelOf(code)
      code = bytes[at++]!
      sum ^= code
      if (code !== COMMA) return this.refuse(bytes, at - 1)
    }
    const { sextets } = sentence
    const payload = at
    let sextet = SEXTET_OF[(code = bytes[at++]!)]!
    while (sextet < 64) {
      sum ^= code
      sextets[at - payload - 1] = sextet
      sextet = SEXTET_OF[(code = bytes[at++]!)]!
    }
    const length = at - payload - 1
    if (code !== COMMA || length === 0 || length > MOST_SEXTETS) return this.refuse(bytes, at - 1)
    sentence.length = length
    sentence.ownShip = formatter === LETTER_O
    sentence.talker = (bytes[start + 1]! << 8) | bytes[start + 2]!
    sentence.total = bytes[start + 7]! - ZERO
    sentence.part = bytes[start + 9]! - ZERO
    return this.readTail(bytes, at, sum ^ COMMA)
  }

  /** Fill bits, checksum and what follows it, from the character after the payload's comma. */
  private readTail(bytes: Uint8Array, start: number, sumSoFar: number): number {
    const { sentence } = this
    let at = start
    let sum = sumSoFar
    // One digit and the star; some receivers leave the digit out or put further fields before it.
    let fill = 0
    let code = bytes[at]!
    while (code !== STAR && code !== LINE_FEED) {
      fill = code - ZERO
      sum ^= code
      code = bytes[++at]!
    }
    sentence.fill = fill
    if (fill < 0 || fill > 5) return this.refuse(bytes, at)
    sentence.badChecksum =
      code !== STAR || ((HEX_VALUE[bytes[at + 1]!]! << 4) | HEX_VALUE[bytes[at + 2]!]!) !== sum
    if (sentence.badChecksum) {
      this.counters.badChecksum++
      if (!this.marksBadChecksum) return nextStart(bytes, at)
    } else at += 3
    code = bytes[at]!
    if (code === CARRIAGE_RETURN) code = bytes[++at]!
    if (code === LINE_FEED) at++
    else at = this.tags.readSuffix(bytes, at)
    if (this.lineSink !== null) this.noteLine(at)
    if (this.isWhole()) this.hand()
    return at
  }

  /** Records where the line that ends before `end` is stored. */
  private noteLine(end: number): void {
    const { sentence, origin, lineStart, otherLength } = this
    sentence.lineFrom = otherLength > 0 ? origin : origin + lineStart
    sentence.lineLength = otherLength > 0 ? otherLength : Math.min(end - lineStart, MOST_LINE)
  }

  private isWhole(): boolean {
    const { total, part } = this.sentence
    if (total === 1 && part === 1) return true
    if (total > 1 && total <= 9) return this.slots.add(this.sentence)
    this.counters.malformed++
    return false
  }

  private hand(): void {
    const { sentence, counters } = this
    // A message needs a type and an MMSI that a station can have.
    if (sentence.bitLength < 38 || unsignedAt(sentence.sextets, 8, 30) > MOST_MMSI) {
      counters.malformed++
      return
    }
    counters.messages++
    counters.byType[sentence.sextets[0]!]!++
    this.sink.take(sentence)
  }

  /** A sentence that lost its end may be followed by a good one in the same line. */
  private refuse(bytes: Uint8Array, at: number): number {
    this.counters.malformed++
    return nextStart(bytes, at)
  }
}
