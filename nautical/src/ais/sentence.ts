import { NO_STATION } from './columns.ts'

/** Maximum payload: nine sentences of the longest part, well above the five slots of M.1371. */
export const MOST_SEXTETS = 1024
/** Sequence of a sentence that names none. */
export const NO_SEQUENCE = 255
/** Group of a sentence whose tag block names none. */
export const NO_GROUP = -1

/**
 * Sentence being read, or the message assembled from several: one object per decoder, overwritten each time, so that a
 * sentence allocates nothing. A consumer must not store it.
 */
export class Sentence {
  /** Payload, six bits a byte; bytes from `length` on are left over from earlier sentences. */
  readonly sextets = new Uint8Array(MOST_SEXTETS)
  length = 0
  /** Fill bits at the end of the payload, 0-5. */
  fill = 0
  total = 1
  part = 1
  sequence = NO_SEQUENCE
  /** The two characters of who talks, as one number. */
  talker = 0
  /** 0 unknown, 1 A, 2 B. */
  radioChannel = 0
  ownShip = false
  badChecksum = false
  /** Epoch ms of the tag block or suffix, NaN without one. */
  observedAt = Number.NaN
  station = NO_STATION
  group = NO_GROUP
  /** Line count of the tag block, null without one. */
  lineCount: number | null = null
  /** Where destination and text of the tag block stand in `tagBytes`; from equals to without one. */
  tagBytes: Uint8Array = new Uint8Array(0)
  destinationFrom = 0
  destinationTo = 0
  textFrom = 0
  textTo = 0
  /** Caller's clock when the bytes came in, epoch ms. */
  receivedAt = 0
  /** Start of its line in the line store, and its bytes; NaN without a line store. */
  lineFrom = Number.NaN
  lineLength = 0
  /** The same of each part (from 1) of a message of several sentences. */
  readonly partFrom = new Float64Array(10)
  readonly partLength = new Uint16Array(10)

  get bitLength(): number {
    return this.length * 6 - this.fill
  }

  clearTags(): void {
    this.observedAt = Number.NaN
    this.station = NO_STATION
    this.group = NO_GROUP
    this.lineCount = null
    this.destinationTo = this.destinationFrom
    this.textTo = this.textFrom
  }
}

/** Store of lines as received, so that a message can be read again in its original form. */
export type LineSink = {
  /**
   * Stores two stretches as one, whole, until others need the room. Returns where it begins, NaN when it is too long.
   */
  put(head: Uint8Array, headLength: number, rest: Uint8Array, restLength: number): number
  /** Stores the lines of parts (from 1) once more, one after the other, and returns where. */
  join(froms: Float64Array, lengths: Uint16Array, count: number): number
}

/** Consumer of each complete message. */
export type MessageSink = { take(sentence: Sentence): void }
