import { over } from './payload-reader.ts'
import type { PayloadReader } from './payload-reader.ts'

/** A current at a depth: knots, degrees true it sets to, metres. */
export type Current = { speed: number | null; direction: number | null; depth: number | null }

/** Weather and water at a place: IMO SN.1/Circ.289 FI 31, or FI 11 of Circ.236 (2004) before it. */
export type MeteoHydro = {
  kind: 'meteoHydro'
  lon: number | null
  lat: number | null
  /** UTC, of the current month. */
  day: number | null
  hour: number | null
  minute: number | null
  /** Knots, averaged over ten minutes, and degrees it blows from. */
  windSpeed: number | null
  windGust: number | null
  windDirection: number | null
  windGustDirection: number | null
  /** Degrees Celsius. */
  airTemperature: number | null
  dewPoint: number | null
  waterTemperature: number | null
  /** Percent. */
  humidity: number | null
  /** Hectopascals. */
  pressure: number | null
  /** 0 steady, 1 falling, 2 rising. */
  pressureTrend: number | null
  /** Nautical miles. */
  visibility: number | null
  /** The instrument saw no end: visibility is at least this. */
  visibilityIsGreater: boolean
  /** Metres above chart datum. */
  waterLevel: number | null
  /** 0 steady, 1 falling, 2 rising. */
  waterLevelTrend: number | null
  currents: Current[]
  /** Metres, seconds, degrees they come from. */
  waveHeight: number | null
  wavePeriod: number | null
  waveDirection: number | null
  swellHeight: number | null
  swellPeriod: number | null
  swellDirection: number | null
  /** Beaufort. */
  seaState: number | null
  /** 0 reserved, 1 rain, 2 thunderstorm, 3 freezing rain, 4 mixed ice, 5 snow. */
  precipitation: number | null
  /** Parts per thousand. */
  salinity: number | null
  hasIce: boolean | null
}

const NORTH_AGAIN = 360

const currentAt = (p: PayloadReader, at: number, hasDepth: boolean): Current => ({
  speed: over(p.below(at, 8, 252), 10),
  direction: p.below(at + 8, 9, NORTH_AGAIN),
  depth: hasDepth ? p.known(at + 17, 5, 31) : 0,
})

const iceOf = (code: number) => (code === 0 || code === 1 ? code === 1 : null)

/** Waves and swell lie alike in both editions. */
const seaAt = (p: PayloadReader, at: number) => ({
  waveHeight: over(p.below(at, 8, 252), 10),
  wavePeriod: p.below(at + 8, 6, 61),
  waveDirection: p.below(at + 14, 9, NORTH_AGAIN),
  swellHeight: over(p.below(at + 23, 8, 252), 10),
  swellPeriod: p.below(at + 31, 6, 61),
  swellDirection: p.below(at + 37, 9, NORTH_AGAIN),
  seaState: p.below(at + 46, 4, 13),
})

const windAt = (p: PayloadReader, at: number) => ({
  windSpeed: p.below(at, 7, 127),
  windGust: p.below(at + 7, 7, 127),
  windDirection: p.below(at + 14, 9, NORTH_AGAIN),
  windGustDirection: p.below(at + 23, 9, NORTH_AGAIN),
})

const currentsAt = (p: PayloadReader, at: number) => [
  currentAt(p, at, false),
  currentAt(p, at + 17, true),
  currentAt(p, at + 39, true),
]

/** Circ.289 FI 31: 304 bits of which the last ten are spare. */
export function meteoHydro(p: PayloadReader, start: number): MeteoHydro {
  return {
    kind: 'meteoHydro',
    lon: p.lon(start, 25, 60_000),
    lat: p.lat(start + 25, 24, 60_000),
    day: p.known(start + 50, 5, 0),
    hour: p.below(start + 55, 5, 24),
    minute: p.below(start + 60, 6, 60),
    ...windAt(p, start + 66),
    airTemperature: over(p.knownSigned(start + 98, 11, -1024), 10),
    humidity: p.below(start + 109, 7, 101),
    dewPoint: over(p.knownSigned(start + 116, 10, 501), 10),
    pressure: over(p.below(start + 126, 9, 403), 1, 799),
    pressureTrend: p.known(start + 135, 2, 3),
    visibilityIsGreater: p.flag(start + 137),
    visibility: over(p.known(start + 138, 7, 127), 10),
    waterLevel: over(p.below(start + 145, 12, 4001), 100, -1000),
    waterLevelTrend: p.known(start + 157, 2, 3),
    currents: currentsAt(p, start + 159),
    ...seaAt(p, start + 220),
    waterTemperature: over(p.knownSigned(start + 270, 10, 501), 10),
    precipitation: p.known(start + 280, 3, 7),
    salinity: over(p.below(start + 283, 9, 510), 10),
    hasIce: iceOf(p.unsigned(start + 292, 2)),
  }
}

/** Circ.236 FI 11: 296 bits of which the last six are spare. */
export function meteoHydroOf2004(p: PayloadReader, start: number): MeteoHydro {
  const hour = p.below(start + 54, 5, 24)
  const minute = p.below(start + 59, 6, 60)
  return {
    kind: 'meteoHydro',
    lat: p.lat(start, 24, 60_000),
    lon: p.lon(start + 24, 25, 60_000),
    // Without a time the day is the highest number, too.
    day: hour === null && minute === null ? null : p.known(start + 49, 5, 0),
    hour,
    minute,
    ...windAt(p, start + 65),
    airTemperature: over(p.known(start + 97, 11, 2047), 10, -600),
    humidity: p.below(start + 108, 7, 101),
    dewPoint: over(p.known(start + 115, 10, 1023), 10, -200),
    pressure: over(p.known(start + 125, 9, 511), 1, 800),
    pressureTrend: p.known(start + 134, 2, 3),
    visibilityIsGreater: false,
    visibility: over(p.known(start + 136, 8, 255), 10),
    waterLevel: over(p.known(start + 144, 9, 511), 10, -100),
    waterLevelTrend: p.known(start + 153, 2, 3),
    currents: currentsAt(p, start + 155),
    ...seaAt(p, start + 216),
    waterTemperature: over(p.known(start + 266, 10, 1023), 10, -100),
    precipitation: p.known(start + 276, 3, 7),
    salinity: over(p.below(start + 279, 9, 510), 10),
    hasIce: iceOf(p.unsigned(start + 288, 2)),
  }
}
