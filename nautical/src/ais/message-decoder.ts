import { NO_STATION } from './columns.ts'
import type { DecoderCounters } from './counters.ts'
import { decodeMessage } from './decode-message.ts'
import type { AisMessage } from './messages-link.ts'
import { PayloadReader } from './payload-reader.ts'
import { SentenceReader } from './sentence-reader.ts'
import type { ChecksumPolicy } from './sentence-reader.ts'
import type { Sentence } from './sentence.ts'

/** How a message came: of its tag blocks or suffix, and of the sentence itself. */
export type Reception = {
  /** Epoch ms. */
  observedAt: number | null
  station: string | null
  radioChannel: 'A' | 'B' | null
  /** Came as VDO. */
  ownShip: boolean
  badChecksum: boolean
  /** Line count, destination and text of the (last) sentence's tag block. */
  lineCount: number | null
  tagDestination: string | null
  tagText: string | null
}

export type MessageDecoderOptions = {
  onMessage: (message: AisMessage, reception: Reception) => void
  /** Default 'drop'. */
  checksum?: ChecksumPolicy
}

/** Zeros after a payload, as many sextets as the longest fixed layout has. */
const CLEARED_SEXTETS = 72
const RADIO_CHANNELS = [null, 'A', 'B'] as const

/** AIS sentences of one source to full objects: every field of all 27 types. */
export class MessageDecoder {
  private readonly onMessage: MessageDecoderOptions['onMessage']
  private readonly reader: SentenceReader
  private readonly payload = new PayloadReader()

  constructor({ onMessage, checksum = 'drop' }: MessageDecoderOptions) {
    this.onMessage = onMessage
    this.reader = new SentenceReader(this, checksum)
  }

  get counters(): DecoderCounters {
    return this.reader.counters
  }

  /** Any piece of the stream; `receivedAt` is epoch ms and ages unfinished messages. */
  feed(chunk: Uint8Array, receivedAt: number): void {
    this.reader.feed(chunk, receivedAt)
  }

  /** Ends a datagram or file: its last line may lack a line end. */
  endLine(): void {
    this.reader.endLine()
  }

  /** Called by the reader for each message. */
  take(sentence: Sentence): void {
    const { payload } = this
    sentence.sextets.fill(0, sentence.length, sentence.length + CLEARED_SEXTETS)
    payload.sextets = sentence.sextets
    payload.bitLength = sentence.bitLength
    const message = decodeMessage(payload)
    if (message === null) this.counters.malformed++
    else this.onMessage(message, this.receptionOf(sentence))
  }

  private receptionOf(sentence: Sentence): Reception {
    const { observedAt, station, radioChannel, ownShip, badChecksum } = sentence
    return {
      observedAt: Number.isNaN(observedAt) ? null : observedAt,
      station: station === NO_STATION ? null : this.reader.stationNames.names[station]!,
      radioChannel: RADIO_CHANNELS[radioChannel] ?? null,
      ownShip,
      badChecksum,
      lineCount: sentence.lineCount,
      tagDestination: sentence.tagDestination,
      tagText: sentence.tagText,
    }
  }
}
