import { NO_STATION } from './columns.ts'
import { decodeMessage } from './decode-message.ts'
import type { AisMessage } from './messages-link.ts'
import { PayloadReader } from './payload-reader.ts'
import type { Sentence } from './sentence.ts'
import type { StationNames } from './stations.ts'
import { tagText } from './tag-text.ts'

/** Reception of a message: from its tag blocks or suffix, and from the sentence itself. */
export type Reception = Readonly<{
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
}>

/** Zeros after a payload, as many sextets as the longest fixed layout has. */
const CLEARED_SEXTETS = 72
const RADIO_CHANNELS = [null, 'A', 'B'] as const

/** Receptions of sentences with neither tag block nor suffix, by radio channel: one for all of them. */
export const PLAIN: readonly Reception[] = RADIO_CHANNELS.map((radioChannel) => ({
  observedAt: null,
  station: null,
  radioChannel,
  ownShip: false,
  badChecksum: false,
  lineCount: null,
  tagDestination: null,
  tagText: null,
}))
const isPlain = (sentence: Sentence) =>
  Number.isNaN(sentence.observedAt) &&
  sentence.station === NO_STATION &&
  !sentence.ownShip &&
  !sentence.badChecksum &&
  sentence.lineCount === null &&
  sentence.destinationFrom === sentence.destinationTo &&
  sentence.textFrom === sentence.textTo

/** Maximum length of a stored tag text; the block is meant for a line of 80. */
const MOST_TEXT = 256

function textOf(bytes: Uint8Array, from: number, to: number): string | null {
  return from === to ? null : tagText(bytes.subarray(from, Math.min(to, from + MOST_TEXT)))
}

/** Full objects of the messages a SentenceReader hands on. */
export class MessageReader {
  private readonly stationNames: StationNames
  private readonly payload = new PayloadReader()

  constructor(stationNames: StationNames) {
    this.stationNames = stationNames
  }

  /** Null when the message is too short for its type. */
  messageOf(sentence: Sentence): AisMessage | null {
    const { payload } = this
    sentence.sextets.fill(0, sentence.length, sentence.length + CLEARED_SEXTETS)
    payload.sextets = sentence.sextets
    payload.bitLength = sentence.bitLength
    return decodeMessage(payload)
  }

  receptionOf(sentence: Sentence): Reception {
    if (isPlain(sentence)) return PLAIN[sentence.radioChannel]!
    const { observedAt, station, radioChannel, ownShip, badChecksum } = sentence
    return {
      observedAt: Number.isNaN(observedAt) ? null : observedAt,
      station: station === NO_STATION ? null : this.stationNames.names[station]!,
      radioChannel: RADIO_CHANNELS[radioChannel] ?? null,
      ownShip,
      badChecksum,
      lineCount: sentence.lineCount,
      tagDestination: textOf(sentence.tagBytes, sentence.destinationFrom, sentence.destinationTo),
      tagText: textOf(sentence.tagBytes, sentence.textFrom, sentence.textTo),
    }
  }
}
