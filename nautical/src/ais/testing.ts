import { NAME_LENGTH, NONE16, NONE32, NO_STATION } from './columns.ts'
import type { DynamicColumns, StaticColumns } from './columns.ts'
import { AisDecoder } from './decode-columns.ts'
import type { AisDecoderOptions } from './decode-columns.ts'
import { MessageDecoder } from './message-decoder.ts'
import type { MessageDecoderOptions } from './message-decoder.ts'
import type { Reception } from './message-reader.ts'
import type { AisMessage } from './messages-link.ts'

/** For tests: what a decoder made of some lines, as plain rows. */

export const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const known = (value: number, none: number) => (value === none ? null : value)

const positionRow = (columns: DynamicColumns, i: number, stations: readonly string[]) => ({
  type: columns.type[i]!,
  mmsi: columns.mmsi[i]!,
  lat: known(columns.lat[i]!, NONE32),
  lon: known(columns.lon[i]!, NONE32),
  sog: known(columns.sog[i]!, NONE16),
  cog: known(columns.cog[i]!, NONE16),
  heading: known(columns.heading[i]!, NONE16),
  second: columns.second[i]!,
  bits: columns.bits[i]!,
  observedAt: columns.observedAt[i]!,
  station: columns.station[i] === NO_STATION ? null : stations[columns.station[i]!]!,
  hash: columns.hash[i]!,
})

const nameOf = (columns: StaticColumns, i: number) =>
  String.fromCharCode(...columns.name.subarray(i * NAME_LENGTH, (i + 1) * NAME_LENGTH)).replaceAll('\0', '')

export type Received = {
  positions: ReturnType<typeof positionRow>[]
  statics: { type: number; mmsi: number; name: string; observedAt: number }[]
  decoder: AisDecoder
}

/** A decoder whose rows pile up. */
export function listener(options: Partial<AisDecoderOptions> = {}): Received {
  const heard: Omit<Received, 'decoder'> = { positions: [], statics: [] }
  const decoder = new AisDecoder({
    ...options,
    onBatch: (dynamic, statics) => {
      for (let i = 0; i < dynamic.count; i++) heard.positions.push(positionRow(dynamic, i, decoder.stations))
      for (let i = 0; i < statics.count; i++) {
        heard.statics.push({
          type: statics.type[i]!,
          mmsi: statics.mmsi[i]!,
          name: nameOf(statics, i),
          observedAt: statics.observedAt[i]!,
        })
      }
    },
  })
  return { ...heard, decoder }
}

/** Rows of whole lines that came in at once. */
export function receive(lines: readonly string[], options: Partial<AisDecoderOptions> = {}): Received {
  const heard = listener(options)
  heard.decoder.feed(bytesOf(lines.map((line) => `${line}\r\n`).join('')), 0)
  heard.decoder.flush()
  return heard
}

/** Full objects of whole lines that came in at once. */
export function receiveMessages(
  lines: readonly string[],
  options: Partial<MessageDecoderOptions> = {},
): { messages: AisMessage[]; receptions: Reception[]; decoder: MessageDecoder } {
  const messages: AisMessage[] = []
  const receptions: Reception[] = []
  const decoder = new MessageDecoder({
    ...options,
    onMessage: (message, reception) => {
      messages.push(message)
      receptions.push(reception)
    },
  })
  decoder.feed(bytesOf(lines.map((line) => `${line}\n`).join('')), 0)
  return { messages, receptions, decoder }
}
