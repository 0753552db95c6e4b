import { NO_STATION } from './columns.ts'
import type { DecoderCounters } from './counters.ts'
import { NO_GROUP } from './sentence.ts'
import type { Sentence } from './sentence.ts'

const SLOTS = 64
const MOST_PARTS = 9
/** A part of more characters than this is no AIS sentence (a line holds 82). */
const PART_SEXTETS = 96
/** A later part comes within moments; what is older belongs to a message whose other part was lost. */
const MOST_AGE_MS = 10_000
/** The same limit for replayed files, where every line is received at the same instant. */
const MOST_AGE_SENTENCES = 5_000
/** Parts out of order are a matter of neighbouring lines; a longer wait would join strangers. */
const MOST_SENTENCES_REVERSED = 200

class Slot {
  isFree = true
  /** True when complete; stored to recognise repeated copies of its parts. */
  isDone = false
  total = 0
  /** Bit n is part n. */
  received = 0
  sequence = 0
  talker = 0
  radioChannel = 0
  group = NO_GROUP
  station = NO_STATION
  observedAt = Number.NaN
  ownShip = false
  badChecksum = false
  fill = 0
  /** When its latest part came, by the caller's clock and by sentence number. */
  receivedAt = 0
  sentenceNumber = 0
  readonly lengths = new Uint8Array(MOST_PARTS + 1)
  readonly sextets = new Uint8Array((MOST_PARTS + 1) * PART_SEXTETS)
  readonly partFrom = new Float64Array(MOST_PARTS + 1)
  readonly partLength = new Uint16Array(MOST_PARTS + 1)

  isOf(sentence: Sentence): boolean {
    return (
      this.total === sentence.total &&
      this.sequence === sentence.sequence &&
      this.talker === sentence.talker &&
      this.ownShip === sentence.ownShip &&
      isEqualOrUnknown(this.radioChannel, sentence.radioChannel, 0) &&
      isEqualOrUnknown(this.group, sentence.group, NO_GROUP) &&
      isEqualOrUnknown(this.station, sentence.station, NO_STATION)
    )
  }

  has(part: number): boolean {
    return ((this.received >> part) & 1) === 1
  }

  holdsCopyOf(sentence: Sentence): boolean {
    if (this.lengths[sentence.part] !== sentence.length) return false
    const start = sentence.part * PART_SEXTETS
    for (let i = 0; i < sentence.length; i++) {
      if (this.sextets[start + i] !== sentence.sextets[i]) return false
    }
    return true
  }

  open(sentence: Sentence): void {
    this.isFree = false
    this.isDone = false
    this.total = sentence.total
    this.received = 0
    this.sequence = sentence.sequence
    this.talker = sentence.talker
    this.radioChannel = sentence.radioChannel
    this.group = sentence.group
    this.station = NO_STATION
    this.observedAt = Number.NaN
    this.ownShip = sentence.ownShip
    this.badChecksum = false
  }

  put(sentence: Sentence): void {
    const { part, length, sextets } = sentence
    const start = part * PART_SEXTETS
    for (let i = 0; i < length; i++) this.sextets[start + i] = sextets[i]!
    this.lengths[part] = length
    this.partFrom[part] = sentence.lineFrom
    this.partLength[part] = sentence.lineLength
    this.received |= 1 << part
    if (part === this.total) this.fill = sentence.fill
    if (this.station === NO_STATION) this.station = sentence.station
    if (Number.isNaN(this.observedAt)) this.observedAt = sentence.observedAt
    if (sentence.badChecksum) this.badChecksum = true
  }

  /** Writes the whole message over the sentence that completed it. */
  assembleInto(sentence: Sentence): void {
    let length = 0
    for (let part = 1; part <= this.total; part++) {
      const start = part * PART_SEXTETS
      const end = start + this.lengths[part]!
      for (let i = start; i < end; i++) sentence.sextets[length++] = this.sextets[i]!
      sentence.partFrom[part] = this.partFrom[part]!
      sentence.partLength[part] = this.partLength[part]!
    }
    sentence.length = length
    sentence.fill = this.fill
    sentence.radioChannel = this.radioChannel
    sentence.station = this.station
    sentence.observedAt = this.observedAt
    sentence.badChecksum = this.badChecksum
  }
}

/** Returns true for different times: in a replay minutes pass between two lines, as their tag blocks show. */
const isOfOtherTime = (slot: Slot, { observedAt }: Sentence) =>
  Math.abs(slot.observedAt - observedAt) > MOST_AGE_MS

const isEqualOrUnknown = (held: number, given: number, unknown: number) =>
  held === given || held === unknown || given === unknown

/** Joins the parts of messages of several sentences, in any order, within fixed memory. */
export class MultipartSlots {
  private readonly slots = Array.from({ length: SLOTS }, () => new Slot())
  private readonly counters: DecoderCounters

  constructor(counters: DecoderCounters) {
    this.counters = counters
  }

  /** True when the sentence completed its message and now holds the whole of it. */
  add(sentence: Sentence): boolean {
    const { total, part, length } = sentence
    if (total > MOST_PARTS || part < 1 || part > total || length > PART_SEXTETS) {
      this.counters.malformed++
      return false
    }
    const slot = this.slotFor(sentence)
    if (slot.isFree) slot.open(sentence)
    else if (slot.has(part)) {
      if (slot.holdsCopyOf(sentence)) {
        if (part === total) this.counters.repeated++
        return false
      }
      // Another message under the same sequence: the talker has come round its ten.
      this.give(slot)
      slot.open(sentence)
    }
    slot.receivedAt = sentence.receivedAt
    slot.sentenceNumber = this.counters.sentences
    slot.put(sentence)
    if (slot.received !== (2 << total) - 2) return false
    slot.assembleInto(sentence)
    slot.isDone = true
    return true
  }

  /** The slot of the sentence's message, else a free one, else the one that waited longest. */
  private slotFor(sentence: Sentence): Slot {
    let free: Slot | undefined
    let oldest = this.slots[0]!
    for (const slot of this.slots) {
      if (!slot.isFree && this.isStale(slot, sentence)) this.give(slot)
      const isOurs = !slot.isFree && slot.isOf(sentence)
      if (isOurs && (this.isTooLateInReverse(slot, sentence) || isOfOtherTime(slot, sentence)))
        this.give(slot)
      if (slot.isFree) free ??= slot
      else if (isOurs) return slot
      else if (slot.sentenceNumber < oldest.sentenceNumber) oldest = slot
    }
    if (free) return free
    this.give(oldest)
    return oldest
  }

  private isStale(slot: Slot, { receivedAt }: Sentence): boolean {
    return (
      receivedAt - slot.receivedAt > MOST_AGE_MS ||
      this.counters.sentences - slot.sentenceNumber > MOST_AGE_SENTENCES
    )
  }

  private isTooLateInReverse(slot: Slot, { part }: Sentence): boolean {
    const laterPartsWait = slot.received >> (part + 1) !== 0
    return (
      !slot.isDone &&
      laterPartsWait &&
      this.counters.sentences - slot.sentenceNumber > MOST_SENTENCES_REVERSED
    )
  }

  private give(slot: Slot): void {
    if (!slot.isDone) this.counters.incomplete++
    slot.isFree = true
  }
}
