import { encodeTagBlock } from '@samudra/nautical/ais/encode-sentences'

type JsonMessage = { nmea?: unknown; rxtime?: unknown; toa?: unknown }
type JsonBatch = JsonMessage & {
  msgs?: unknown
  groups?: unknown
  stationid?: unknown
  station_id?: unknown
  device?: unknown
}

/** An array of batches of groups of messages is three deep. */
const DEEPEST = 8
const MOST_NAME = 32
/** Minimum length of a sentence; each would receive a tag block of its own. */
const SHORTEST = 15

/**
 * The sentences in a JSON text of AIS-catcher, as bytes with a tag block for the time and the station: one
 * message (UDP, MQTT), a batch (`msgs`), the APRS form (`groups`) or one JSON object a line. A sentence when
 * it cannot be used, saying what to change at the sender.
 */
export function jsonToLines(text: string): Uint8Array | string {
  let out = ''
  for (const piece of pieces(text)) {
    let parsed: unknown
    try {
      parsed = JSON.parse(piece)
    } catch {
      return 'what arrived is not JSON; check the protocol of the sender'
    }
    const lines = linesOf(parsed)
    if (lines === null)
      return 'the JSON carries no NMEA sentences; switch them on at the sender (AIS-catcher: -o 5 or JSON_FULL with NMEA)'
    out += lines
  }
  return Buffer.from(out)
}

/** The whole text when it is one JSON value, else its lines. */
const pieces = (text: string) =>
  /^\s*\{[^\n]*\}\s*\n\s*\{/.test(text) ? text.split('\n').filter((line) => line.trim() !== '') : [text]

function linesOf(parsed: unknown, depth = 0): string | null {
  // A sender may nest without end; data too deep for recursion are rejected.
  if (typeof parsed !== 'object' || parsed === null || depth > DEEPEST) return null
  if (Array.isArray(parsed)) return joined(parsed.map((one) => linesOf(one, depth + 1)))
  const batch = parsed as JsonBatch
  if (Array.isArray(batch.groups)) return joined(batch.groups.map((one) => linesOf(one, depth + 1)))
  const station = asText(batch.stationid) ?? asText(batch.station_id)
  if (Array.isArray(batch.msgs)) {
    if (batch.msgs.length === 0) return ''
    return joined(batch.msgs.map((one) => messageLines(one, station)))
  }
  return messageLines(batch, station)
}

/** Null when nothing in it could be used. */
function joined(lines: (string | null)[]): string | null {
  const usable = lines.filter((one) => one !== null)
  return usable.length === 0 && lines.length > 0 ? null : usable.join('')
}

function messageLines(message: unknown, station: string | undefined): string | null {
  const { nmea, toa, rxtime } = (message ?? {}) as JsonMessage
  const given: unknown[] = Array.isArray(nmea) ? nmea : [nmea]
  const sentences = given.filter((one): one is string => typeof one === 'string' && one.length >= SHORTEST)
  if (sentences.length === 0) return null
  const time = timeOf(toa) ?? timeOf(rxtime)
  const tag =
    time === undefined && station === undefined
      ? ''
      : encodeTagBlock({
          ...(time === undefined ? {} : { c: time }),
          ...(station === undefined ? {} : { s: station }),
        })
  return sentences.map((sentence) => `${tag}${sentence.trim()}\n`).join('')
}

/** Epoch seconds of `toa` (a number) or `rxtime` (YYYYMMDDhhmmss, UTC). */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 0) return Math.floor(value)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(value))
  if (found === null) return undefined
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** A station name for a tag block, of no more than 32 characters. */
function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const plain = String(value)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MOST_NAME)
  return plain === '' ? undefined : plain
}
