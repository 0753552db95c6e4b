import {
  BIT_BAD_CHECKSUM,
  BIT_OWN_SHIP,
  SHIFT_RADIO_CHANNEL,
  dynamicColumns,
  staticColumns,
} from './columns.ts'
import type { DynamicColumns, StaticColumns } from './columns.ts'
import type { DecoderCounters } from './counters.ts'
import { POSITION_BITS, writePosition } from './dynamic-rows.ts'
import { MessageReader } from './message-reader.ts'
import type { Reception } from './message-reader.ts'
import type { AisMessage } from './messages-link.ts'
import { hashOf, unsignedAt } from './payload.ts'
import { SentenceReader } from './sentence-reader.ts'
import type { ChecksumPolicy } from './sentence-reader.ts'
import type { LineSink, Sentence } from './sentence.ts'
import { writeStatics } from './static-rows.ts'

export type AisDecoderOptions = {
  /** Rows to read before returning: the columns are written over by the next batch. */
  onBatch: (dynamic: DynamicColumns, statics: StaticColumns) => void
  /** Full objects of the types in `messageTypes`, beside the rows. */
  onMessage?: (message: AisMessage, reception: Reception) => void
  /** Default: the types that have no columns (binary data, text, orders). */
  messageTypes?: readonly number[]
  /** Default 'drop'. */
  checksum?: ChecksumPolicy
  /** Rows of a full batch of positions; static batches hold a quarter of it. Default 8,192. */
  rows?: number
  /** Keeps the lines behind the rows of positions. */
  lines?: LineSink | null
}

const IS_STATIC = new Uint8Array(64)
for (const type of [5, 19, 21, 24]) IS_STATIC[type] = 1
const WITHOUT_COLUMNS = [6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 20, 22, 23, 25, 26]

/**
 * AIS sentences of one source to typed columns; nothing is allocated per sentence. Batches go out when full
 * and at `flush`. One decoder a source: parts of messages of two sources must not meet.
 */
export class AisDecoder {
  private readonly onBatch: AisDecoderOptions['onBatch']
  private readonly onMessage: AisDecoderOptions['onMessage']
  /** 1 for the types that go to `onMessage`. */
  private readonly isMessageType = new Uint8Array(64)
  private readonly reader: SentenceReader
  private readonly messages: MessageReader
  private readonly dynamic: DynamicColumns
  private readonly statics: StaticColumns
  private readonly lines: LineSink | null
  private readonly dynamicRows: number
  private readonly staticRows: number

  constructor(options: AisDecoderOptions) {
    const { onBatch, onMessage, messageTypes = WITHOUT_COLUMNS, checksum = 'drop' } = options
    const { rows = 8192, lines = null } = options
    this.onBatch = onBatch
    this.onMessage = onMessage
    if (onMessage) for (const type of messageTypes) this.isMessageType[type] = 1
    this.reader = new SentenceReader(this, checksum, lines)
    this.messages = new MessageReader(this.reader.stationNames)
    this.lines = lines
    this.dynamicRows = rows
    this.staticRows = Math.max(1, rows >> 2)
    this.dynamic = dynamicColumns(this.dynamicRows)
    this.statics = staticColumns(this.staticRows)
  }

  get counters(): DecoderCounters {
    return this.reader.counters
  }

  /** Names of receiving stations by the numbers of the `station` columns. */
  get stations(): readonly string[] {
    return this.reader.stationNames.names
  }

  /**
   * Reads any piece of the stream; `receivedAt` is epoch ms and ages unfinished messages. `asReceived` is stored
   * instead of its lines when they were written out of something else.
   */
  feed(chunk: Uint8Array, receivedAt: number, asReceived: Uint8Array | null = null): void {
    this.reader.feed(chunk, receivedAt, asReceived)
  }

  /** Hands out the rows at hand. */
  flush(): void {
    if (this.dynamic.count === 0 && this.statics.count === 0) return
    this.onBatch(this.dynamic, this.statics)
    this.dynamic.count = 0
    this.statics.count = 0
  }

  /** Ends a datagram or file: its last line may lack a line end. */
  endLine(): void {
    this.reader.endLine()
  }

  /** Called by the reader for each message. */
  take(sentence: Sentence): void {
    const type = sentence.sextets[0]!
    if (this.isMessageType[type] === 1) this.raiseMessage(sentence)
    const positionBits = POSITION_BITS[type]!
    const isStatic = IS_STATIC[type] === 1
    if (positionBits === 0 && !isStatic) return
    const { sextets, length, bitLength } = sentence
    const hash = hashOf(sextets, length, bitLength)
    const mmsi = unsignedAt(sextets, 8, 30)
    let isWritten = false
    if (positionBits !== 0 && bitLength >= positionBits) {
      this.addPosition(sentence, mmsi, hash)
      isWritten = true
    }
    if (isStatic && this.addStatics(sentence, mmsi, hash)) isWritten = true
    if (!isWritten) this.counters.malformed++
  }

  private raiseMessage(sentence: Sentence): void {
    const message = this.messages.messageOf(sentence)
    if (message !== null) this.onMessage?.(message, this.messages.receptionOf(sentence))
  }

  private addPosition(sentence: Sentence, mmsi: number, hash: number): void {
    const { dynamic } = this
    const k = dynamic.count
    dynamic.type[k] = sentence.sextets[0]!
    dynamic.mmsi[k] = mmsi
    dynamic.bits[k] = writePosition(dynamic, k, sentence.sextets) | receptionBits(sentence)
    dynamic.observedAt[k] = sentence.observedAt
    dynamic.station[k] = sentence.station
    dynamic.hash[k] = hash
    if (this.lines !== null) this.noteLines(sentence, k, this.lines)
    dynamic.count = k + 1
    if (dynamic.count === this.dynamicRows) this.flush()
  }

  /** Parts lie apart; what was written out of something else lies in one place. */
  private noteLines(sentence: Sentence, k: number, lines: LineSink): void {
    const { dynamic } = this
    dynamic.lineFrom[k] = sentence.lineFrom
    dynamic.lineLength[k] = sentence.lineLength
    if (sentence.total === 1 || this.reader.isOutOfOther) return
    let length = 0
    for (let part = 1; part <= sentence.total; part++) length += sentence.partLength[part]!
    dynamic.lineFrom[k] = lines.join(sentence.partFrom, sentence.partLength, sentence.total)
    dynamic.lineLength[k] = length
  }

  private addStatics(sentence: Sentence, mmsi: number, hash: number): boolean {
    const { statics } = this
    const k = statics.count
    if (!writeStatics(statics, k, sentence.sextets, sentence.bitLength)) return false
    statics.type[k] = sentence.sextets[0]!
    statics.mmsi[k] = mmsi
    statics.bits[k] = receptionBits(sentence)
    statics.observedAt[k] = sentence.observedAt
    statics.station[k] = sentence.station
    statics.hash[k] = hash
    statics.count = k + 1
    if (statics.count === this.staticRows) this.flush()
    return true
  }
}

const receptionBits = ({ ownShip, badChecksum, radioChannel }: Sentence) =>
  (ownShip ? BIT_OWN_SHIP : 0) | (badChecksum ? BIT_BAD_CHECKSUM : 0) | (radioChannel << SHIFT_RADIO_CHANNEL)
