import type { FeedCounters, FeedKind } from '@samudra/contract/feeds'
import { AircraftJsonReader } from '@samudra/nautical/adsb/aircraft-json'
import type { AircraftColumns } from '@samudra/nautical/adsb/adsb-columns'
import { AdsbDecoder, type AdsbFormat } from '@samudra/nautical/adsb/decoder'
import type { AdsbCounters } from '@samudra/nautical/adsb/rows'

/** Kinds that bring aircraft, and how their bytes are written; null for whole answers of JSON. */
const FORMATS: Partial<Record<FeedKind, AdsbFormat | null>> = {
  'sbs-tcp': 'sbs',
  'sbs-tcp-server': 'sbs',
  'beast-tcp': 'beast',
  'avr-tcp': 'avr',
  'aircraft-json': null,
}

export const bringsAircraft = (kind: FeedKind): boolean => kind in FORMATS

/** Decoder of one line of an aircraft feed. */
export interface AircraftDecoder {
  readonly counters: AdsbCounters
  feed(chunk: Uint8Array, receivedAt: number): void
  /** The stream ended. */
  end?(receivedAt: number): void
}

/** Returns the decoder of a kind; `malformed` receives the reason for unreadable answers. */
export function aircraftDecoder(
  kind: FeedKind,
  options: Record<string, string | number | boolean>,
  onBatch: (columns: AircraftColumns) => void,
  malformed: (why: string) => void,
): AircraftDecoder {
  const format = FORMATS[kind]
  if (format === undefined) throw new RangeError(`${kind} contains no aircraft`)
  if (format === null) {
    const reader = new AircraftJsonReader({ onBatch })
    return {
      counters: reader.counters,
      feed: (answer, receivedAt) => {
        const fault = reader.read(Buffer.from(answer).toString('utf8'), receivedAt)
        if (fault !== null) malformed(fault)
      },
    }
  }
  const decoder = new AdsbDecoder({ format, onBatch, receiver: receiverOf(options) })
  return {
    counters: decoder.counters,
    feed: (chunk, receivedAt) => {
      decoder.feed(chunk, receivedAt)
      decoder.flush()
    },
    end: (receivedAt) => decoder.end(receivedAt),
  }
}

/**
 * Returns the position of the receiver from options `lat` and `lon`. Without it, aircraft first received on the ground
 * have no position.
 */
function receiverOf({ lat, lon }: Record<string, string | number | boolean>) {
  const isPlace = typeof lat === 'number' && typeof lon === 'number'
  return isPlace && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

export function addAircraftCounters(sum: FeedCounters, counters: AdsbCounters): void {
  sum.sentences += counters.messages
  sum.messages += counters.messages - counters.badParity - counters.unknownAddress - counters.unsupported
  sum.fixes += counters.places
  sum.bad_checksum += counters.badParity
  sum.not_ais += counters.unsupported + counters.unknownAddress
  sum.malformed += counters.malformed
  sum.overflow += counters.overflow
}
