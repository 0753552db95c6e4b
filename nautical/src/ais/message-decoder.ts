import type { DecoderCounters } from './counters.ts'
import { MessageReader } from './message-reader.ts'
import type { Reception } from './message-reader.ts'
import type { AisMessage } from './messages-link.ts'
import { SentenceReader } from './sentence-reader.ts'
import type { ChecksumPolicy } from './sentence-reader.ts'
import type { Sentence } from './sentence.ts'

export type MessageDecoderOptions = {
  onMessage: (message: AisMessage, reception: Reception) => void
  /** Default 'drop'. */
  checksum?: ChecksumPolicy
}

/** AIS sentences of one source to full objects: every field of all 27 types. */
export class MessageDecoder {
  private readonly onMessage: MessageDecoderOptions['onMessage']
  private readonly sentences: SentenceReader
  private readonly messages: MessageReader

  constructor({ onMessage, checksum = 'drop' }: MessageDecoderOptions) {
    this.onMessage = onMessage
    this.sentences = new SentenceReader(this, checksum)
    this.messages = new MessageReader(this.sentences.stationNames)
  }

  get counters(): DecoderCounters {
    return this.sentences.counters
  }

  /** Any piece of the stream; `receivedAt` is epoch ms and ages unfinished messages. */
  feed(chunk: Uint8Array, receivedAt: number): void {
    this.sentences.feed(chunk, receivedAt)
  }

  /** Ends a datagram or file: its last line may lack a line end. */
  endLine(): void {
    this.sentences.endLine()
  }

  /** Called by the reader for each message. */
  take(sentence: Sentence): void {
    const message = this.messages.messageOf(sentence)
    if (message === null) this.counters.malformed++
    else this.onMessage(message, this.messages.receptionOf(sentence))
  }
}
