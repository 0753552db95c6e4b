import {
  HAS_AIRSPEED,
  HAS_ALTITUDE,
  HAS_CALL_SIGN,
  HAS_CATEGORY,
  HAS_GROUND_BIT,
  HAS_GROUND_SPEED,
  HAS_HEADING,
  HAS_PLACE,
  HAS_SQUAWK,
  HAS_TRACK,
  HAS_VERTICAL_RATE,
  IS_GEOMETRIC,
  SOURCE_TYPES,
  addressText,
  callSignText,
  categoryText,
  squawkText,
  type AircraftColumns,
} from './adsb-columns.ts'
import { AdsbDecoder, type AdsbFormat } from './decoder.ts'

/** A row as an object, without what it does not say. */
export function rowOf(columns: AircraftColumns, i: number) {
  const has = (bit: number, value: unknown) => (columns.has[i]! & bit ? value : undefined)
  const all = {
    address: addressText(columns.address[i]!),
    sourceType: SOURCE_TYPES[columns.sourceType[i]!],
    lat: has(HAS_PLACE, columns.lat[i]! / 1e6),
    lon: has(HAS_PLACE, columns.lon[i]! / 1e6),
    altitude: has(HAS_ALTITUDE, columns.altitude[i]),
    isGeometric: has(IS_GEOMETRIC, true),
    groundSpeed: has(HAS_GROUND_SPEED, columns.groundSpeed[i]! / 10),
    airspeed: has(HAS_AIRSPEED, columns.airspeed[i]! / 10),
    track: has(HAS_TRACK, columns.track[i]! / 10),
    heading: has(HAS_HEADING, columns.heading[i]! / 10),
    verticalRate: has(HAS_VERTICAL_RATE, columns.verticalRate[i]),
    squawk: has(HAS_SQUAWK, squawkText(columns.squawk[i]!)),
    callSign: has(HAS_CALL_SIGN, callSignText(columns, i)),
    category: has(HAS_CATEGORY, categoryText(columns.category[i]!)),
    onGround: has(HAS_GROUND_BIT, columns.onGround[i] === 1),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Decodes pieces of one stream, each a second after the one before. */
export function decoded(
  format: AdsbFormat,
  pieces: (string | Uint8Array)[],
  more: { receiver?: { lat: number; lon: number }; everyMs?: number } = {},
) {
  const rows: ReturnType<typeof rowOf>[] = []
  const decoder = new AdsbDecoder({
    format,
    receiver: more.receiver ?? null,
    onBatch: (columns) => {
      for (let i = 0; i < columns.count; i++) rows.push(rowOf(columns, i))
    },
  })
  let at = 1_457_996_402_000
  for (const piece of pieces) {
    decoder.feed(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece, at)
    decoder.flush()
    at += more.everyMs ?? 1000
  }
  return { rows, counters: decoder.counters }
}

/** `*…;` around each hexadecimal frame. */
export const avr = (...frames: string[]): string[] => frames.map((frame) => `*${frame};\n`)

export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
